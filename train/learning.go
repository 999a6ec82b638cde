package train

import (
	"errors"
	"fmt"
	"math"

	"segue/lm/optimizer"
)

// Optimisation says how a gradient moves the trained numbers.
type Optimisation struct {
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
}

// Passes say what is trained and how it goes through the model.
type Passes struct {
	LoRA      LoRA   `yaml:"lora" json:"lora"`           // Rank 0 trains all parameters
	Shards    int    `yaml:"shards" json:"shards"`       // as decoder.Options.Shards
	Recompute bool   `yaml:"recompute" json:"recompute"` // less memory for more time
	Save      string `yaml:"save" json:"save"`           // precision of the trained model: F32 or BF16
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

const maxSteps = 1 << 30

// within says that an integer setting is out of its bounds.
func within(name string, value, least, most int) error {
	if value < least || value > most {
		return fmt.Errorf("%s is %d, want %d to %d", name, value, least, most)
	}
	return nil
}

// share says that a setting is no share.
func share(name string, value float64) error {
	if !(value >= 0 && value <= 1) { // NaN too
		return fmt.Errorf("%s is %v, want 0 to 1", name, value)
	}
	return nil
}

func (o Optimisation) validate() error {
	return errors.Join(within("warm_up", o.WarmUp, 0, maxSteps), within("tail", o.Tail, 0, maxSteps),
		o.optimizer().Validate(), o.schedule(max(1, o.WarmUp+o.Tail)).Validate())
}

func (p Passes) validate() error {
	var half, save error
	if p.LoRA.Half && p.LoRA.Rank == 0 {
		half = errors.New("lora.half_base is for frozen parameters: set lora.rank")
	}
	if p.Save != "F32" && p.Save != "BF16" {
		save = fmt.Errorf("save is %q, want F32 or BF16", p.Save)
	}
	return errors.Join(half, save, within("lora.rank", p.LoRA.Rank, 0, 4096), within("shards", p.Shards, 0, 1024))
}

func (o Operation) validate() error {
	return errors.Join(within("threads", o.Threads, 0, 1024), within("eval_every", o.EvalEvery, 0, maxSteps),
		within("save_every", o.SaveEvery, 0, maxSteps), within("keep", o.Keep, 0, maxSteps))
}

func (o Optimisation) optimizer() optimizer.Options {
	return optimizer.Options{Beta1: o.Beta1, Beta2: o.Beta2, Epsilon: o.Epsilon, WeightDecay: o.WeightDecay, Clip: o.Clip}
}

// schedule shortens warm-up and tail to a training of few steps.
func (o Optimisation) schedule(total int) optimizer.Schedule {
	warm := min(o.WarmUp, total)
	rate := o.LearningRate
	if math.IsNaN(rate) || rate <= 0 {
		rate = math.NaN() // refused by Validate: a rate of 0 learns nothing
	}
	return optimizer.Schedule{Shape: o.Schedule, Peak: rate, Floor: o.Floor, WarmUp: warm, Total: total, Tail: min(o.Tail, total-warm)}
}
