package train

import (
	_ "embed" // defaults.yaml
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/goccy/go-yaml"

	"segue/lm/optimizer"
)

// Config says what supervised fine-tuning does. It is read from YAML and kept
// in the run's run.json.
type Config struct {
	Model   string   `yaml:"model" json:"model"`       // folder or GGUF file to start from
	Data    []string `yaml:"data" json:"data"`         // JSONL files to learn from
	Eval    []string `yaml:"eval" json:"eval"`         // JSONL files held out; none: HeldOut of Data
	HeldOut float64  `yaml:"held_out" json:"held_out"` // share of Data that is held out when Eval names nothing
	Learn   string   `yaml:"learn" json:"learn"`       // LearnCompletion or LearnAll
	Long    string   `yaml:"long" json:"long"`         // what happens to examples above MaxLength: LongCut or LongDrop
	Seed    uint64   `yaml:"seed" json:"seed"`

	Epochs      int `yaml:"epochs" json:"epochs"`             // passes over the data, unless Steps is set
	Steps       int `yaml:"steps" json:"steps"`               // updates; 0: as many as Epochs take
	BatchTokens int `yaml:"batch_tokens" json:"batch_tokens"` // tokens packed into one pass
	Accumulate  int `yaml:"accumulate" json:"accumulate"`     // passes whose gradients make one update
	MaxLength   int `yaml:"max_length" json:"max_length"`     // longest example in tokens; 0: BatchTokens or the model's context

	Schedule     string  `yaml:"schedule" json:"schedule"` // of optimizer.List
	LearningRate float64 `yaml:"learning_rate" json:"learning_rate"`
	WarmUp       int     `yaml:"warm_up" json:"warm_up"` // updates
	Tail         int     `yaml:"tail" json:"tail"`       // updates of the final decline of wsd
	Floor        float64 `yaml:"floor" json:"floor"`     // share of the learning rate that stays
	Beta1        float64 `yaml:"beta1" json:"beta1"`
	Beta2        float64 `yaml:"beta2" json:"beta2"`
	Epsilon      float64 `yaml:"epsilon" json:"epsilon"`
	WeightDecay  float64 `yaml:"weight_decay" json:"weight_decay"`
	Clip         float64 `yaml:"clip" json:"clip"` // largest norm of a gradient; 0: none

	LoRA      LoRA   `yaml:"lora" json:"lora"`           // Rank 0 trains all parameters
	Shards    int    `yaml:"shards" json:"shards"`       // as decoder.Options.Shards
	Recompute bool   `yaml:"recompute" json:"recompute"` // less memory for more time
	Save      string `yaml:"save" json:"save"`           // precision of the trained model: F32 or BF16

	Operation `yaml:",inline"`
}

// LoRA says which low-rank adapters are trained.
type LoRA struct {
	Rank    int      `yaml:"rank" json:"rank"`
	Alpha   float64  `yaml:"alpha" json:"alpha"`
	Targets []string `yaml:"targets" json:"targets"`
	Half    bool     `yaml:"half_base" json:"half_base"` // keep the frozen parameters as bfloat16
}

// Operation is what may differ between the starts of one run: nothing of it
// changes the trained numbers.
type Operation struct {
	Threads   int `yaml:"threads" json:"threads"`       // 0: all that the caller has
	EvalEvery int `yaml:"eval_every" json:"eval_every"` // updates between evaluations; 0: at the start and the end
	SaveEvery int `yaml:"save_every" json:"save_every"` // updates between checkpoints; 0: at the end
	Keep      int `yaml:"keep" json:"keep"`             // checkpoints that stay; 0: all
}

// Values of Config.Learn and Config.Long.
const (
	LearnCompletion = "completion" // what the assistant says, or the completion
	LearnAll        = "all"        // every token
	LongCut         = "cut"        // the end of a long example is cut off
	LongDrop        = "drop"       // a long example is left out
)

// DefaultsYAML is the configuration that suits a small model, each key with a
// comment.
//
//go:embed defaults.yaml
var DefaultsYAML string

// Defaults is the Config of DefaultsYAML.
func Defaults() Config {
	var c Config
	if err := yaml.NewDecoder(strings.NewReader(DefaultsYAML), yaml.Strict()).Decode(&c); err != nil {
		panic(fmt.Sprintf("train: defaults.yaml: %v", err)) // part of the program, tested
	}
	return c
}

const maxSteps = 1 << 30

// Validate says in words what in c cannot be carried out. What depends on the
// data or the model is checked when they are read.
func (c Config) Validate() error {
	within := func(name string, value, least, most int) error {
		if value < least || value > most {
			return fmt.Errorf("%s is %d, want %d to %d", name, value, least, most)
		}
		return nil
	}
	oneOf := func(name, value, a, b string) error {
		if value != a && value != b {
			return fmt.Errorf("%s is %q, want %s or %s", name, value, a, b)
		}
		return nil
	}
	var missing error
	switch {
	case c.Model == "":
		missing = errors.New("no model is given: model names a folder or a GGUF file")
	case len(c.Data) == 0:
		missing = errors.New("no data is given: data lists JSONL files")
	case !(c.HeldOut >= 0 && c.HeldOut < 1):
		missing = fmt.Errorf("held_out is %v, want a share from 0 to below 1", c.HeldOut)
	case c.LoRA.Half && c.LoRA.Rank == 0:
		missing = errors.New("lora.half_base is for frozen parameters: set lora.rank")
	}
	return errors.Join(missing,
		oneOf("learn", c.Learn, LearnCompletion, LearnAll), oneOf("long", c.Long, LongCut, LongDrop), oneOf("save", c.Save, "F32", "BF16"),
		within("epochs", c.Epochs, 1, 1<<20), within("steps", c.Steps, 0, maxSteps),
		within("batch_tokens", c.BatchTokens, 2, 1<<24), within("accumulate", c.Accumulate, 1, 1<<16), within("max_length", c.MaxLength, 0, 1<<24),
		within("warm_up", c.WarmUp, 0, maxSteps), within("tail", c.Tail, 0, maxSteps),
		within("lora.rank", c.LoRA.Rank, 0, 4096), within("threads", c.Threads, 0, 1024), within("shards", c.Shards, 0, 1024),
		within("eval_every", c.EvalEvery, 0, maxSteps), within("save_every", c.SaveEvery, 0, maxSteps), within("keep", c.Keep, 0, maxSteps),
		c.optimizer().Validate(), c.schedule(max(1, c.WarmUp+c.Tail)).Validate())
}

func (c Config) optimizer() optimizer.Options {
	return optimizer.Options{Beta1: c.Beta1, Beta2: c.Beta2, Epsilon: c.Epsilon, WeightDecay: c.WeightDecay, Clip: c.Clip}
}

// schedule shortens warm-up and tail to a training of few steps.
func (c Config) schedule(total int) optimizer.Schedule {
	warm := min(c.WarmUp, total)
	rate := c.LearningRate
	if math.IsNaN(rate) || rate <= 0 {
		rate = math.NaN() // refused by Validate: a rate of 0 learns nothing
	}
	return optimizer.Schedule{Shape: c.Schedule, Peak: rate, Floor: c.Floor, WarmUp: warm, Total: total, Tail: min(c.Tail, total-warm)}
}
