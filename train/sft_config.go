package train

import (
	_ "embed" // sft_defaults.yaml
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

// SFTConfig says what supervised fine-tuning does. It is read from YAML and kept
// in the run's run.json.
type SFTConfig struct {
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

	Optimisation `yaml:",inline"`
	Passes       `yaml:",inline"`
	Operation    `yaml:",inline"`
}

// Values of SFTConfig.Learn and SFTConfig.Long.
const (
	LearnCompletion = "completion" // what the assistant says, or the completion
	LearnAll        = "all"        // every token
	LongCut         = "cut"        // the end of a long example is cut off
	LongDrop        = "drop"       // a long example is left out
)

// SFTDefaultsYAML is the configuration that suits a small model, each key with a
// comment.
//
//go:embed sft_defaults.yaml
var SFTDefaultsYAML string

// SFTDefaults is the SFTConfig of SFTDefaultsYAML.
func SFTDefaults() SFTConfig {
	var c SFTConfig
	if err := yaml.NewDecoder(strings.NewReader(SFTDefaultsYAML), yaml.Strict()).Decode(&c); err != nil {
		panic(fmt.Sprintf("train: sft_defaults.yaml: %v", err)) // part of the program, tested
	}
	return c
}

// Validate says in words what in c cannot be carried out. What depends on the
// data or the model is checked when they are read.
func (c SFTConfig) Validate() error {
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
	}
	return errors.Join(missing,
		oneOf("learn", c.Learn, LearnCompletion, LearnAll), oneOf("long", c.Long, LongCut, LongDrop),
		within("epochs", c.Epochs, 1, 1<<20), within("steps", c.Steps, 0, maxSteps),
		within("batch_tokens", c.BatchTokens, 2, 1<<24), within("accumulate", c.Accumulate, 1, 1<<16), within("max_length", c.MaxLength, 0, 1<<24),
		c.Optimisation.validate(), c.Passes.validate(), c.Operation.validate())
}
