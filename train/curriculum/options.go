package curriculum

import (
	"fmt"
	"slices"
)

// Options say how tasks are picked. The zero value of each takes its default.
type Options struct {
	// PerStep is the number of tasks that a step takes (default 32).
	PerStep int `yaml:"per_step" json:"per_step"`
	// Steps is the length of the training, which levels needs (no default).
	Steps int `yaml:"steps" json:"steps"`
	// Admit is the shares of Steps after which levels admits tasks of medium and
	// of high level (default ⅓ and ⅔).
	Admit [2]float64 `yaml:"admit,flow" json:"admit"`
	// HalfLife is the number of scores of a skill after which an earlier one
	// counts half in its running accuracy (default 16).
	HalfLife float64 `yaml:"half_life" json:"half_life"`
	// Floor is the share of a step that goes round all tasks in turn whatever
	// their scores (default 0.1).
	Floor float64 `yaml:"floor" json:"floor"`
}

const (
	most        = 1 << 30
	maxHalfLife = 1e9
	minFloor    = 1e-6
)

// WithDefaults fills what is 0.
func (o Options) WithDefaults() Options {
	if o.PerStep == 0 {
		o.PerStep = 32
	}
	if o.Admit == [2]float64{} {
		o.Admit = [2]float64{1. / 3, 2. / 3}
	}
	if o.HalfLife == 0 {
		o.HalfLife = 16
	}
	if o.Floor == 0 {
		o.Floor = 0.1
	}
	return o
}

// Validate says what in options that are filled cannot be.
func (o Options) Validate() error {
	switch a := o.Admit; {
	case o.PerStep < 1 || o.PerStep > most:
		return fmt.Errorf("per_step is %d, want 1 to %d", o.PerStep, most)
	case o.Steps < 0 || o.Steps > most:
		return fmt.Errorf("steps is %d, want 0 to %d", o.Steps, most)
	case !(a[0] >= 0 && a[0] <= a[1] && a[1] <= 1): // NaN too
		return fmt.Errorf("admit is %g, want two growing shares from 0 to 1", a)
	case !(o.HalfLife > 0 && o.HalfLife <= maxHalfLife):
		return fmt.Errorf("half_life is %g, want more than 0 and at most %g", o.HalfLife, maxHalfLife)
	case !(o.Floor >= minFloor && o.Floor <= 1):
		return fmt.Errorf("floor is %g, want %g to 1", o.Floor, minFloor)
	}
	return nil
}

// prepare fills and checks options for a list of tasks.
func prepare(tasks []Task, o Options) (Options, error) {
	o = o.WithDefaults()
	if err := o.Validate(); err != nil {
		return o, fmt.Errorf("options of the curriculum: %w", err)
	}
	for i, t := range tasks {
		if !slices.Contains([]string{"", low, medium, high}, t.Level) {
			return o, fmt.Errorf("task %d has the level %q, want low, medium, high or none", i, t.Level)
		}
		if t.Steps < 0 {
			return o, fmt.Errorf("task %d has %d steps", i, t.Steps)
		}
	}
	return o, enough(len(tasks), o, "the curriculum")
}

// enough says whether n tasks fill a step.
func enough(n int, o Options, who string) error {
	if n < o.PerStep {
		return fmt.Errorf("a step takes %d different tasks, but %s has only %d: lower per_step or give more tasks", o.PerStep, who, n)
	}
	return nil
}
