package curriculum

import (
	"encoding/json"
	"fmt"
	"math"
)

// Levels of Task.Level.
const (
	low    = "low"
	medium = "medium"
	high   = "high"
)

func init() {
	Register(Definition{
		Name: "levels", Doc: "tasks of low entropy first; those of medium, then of high entropy join later",
		Bound: func(tasks []Task, o Options) int {
			o = o.WithDefaults()
			return joins(o.Admit[1], o.Steps) + stepsFor(len(tasks), o.PerStep)
		},
		New: newLevels,
	})
}

// levels has three stages, from step 0, ⌈a·Steps⌉ and ⌈b·Steps⌉ on (a, b =
// Options.Admit). The first admits tasks of low and of unknown level, the second
// also medium, the third all. Within a stage it is shuffled over what is admitted.
type levels struct {
	tasks  string // their fingerprint
	stages [3]stage
	each   int // tasks a step
}

type stage struct {
	from   int // first step
	epochs rounds
}

func newLevels(tasks []Task, seed uint64, o Options) (Picker, error) {
	o, err := prepare(tasks, o)
	if err != nil {
		return nil, err
	}
	if o.Steps == 0 {
		return nil, fmt.Errorf("the curriculum levels needs to know the steps of the training: set steps")
	}
	l := &levels{tasks: fingerprint(tasks), each: o.PerStep}
	starts := [3]int{0, joins(o.Admit[0], o.Steps), joins(o.Admit[1], o.Steps)}
	rank := map[string]int{medium: 1, high: 2}
	for i, from := range starts {
		var admitted []int
		for t, task := range tasks {
			if rank[task.Level] <= i {
				admitted = append(admitted, t)
			}
		}
		l.stages[i] = stage{from, rounds{fmt.Sprintf("level %d", i), seed, admitted}}
	}
	first := l.stage(0).epochs.tasks
	if err := enough(len(first), o, "its first stage (low or no level)"); err != nil {
		return nil, err
	}
	return l, nil
}

// joins is the first step after a share of the training.
func joins(share float64, steps int) int { return int(math.Ceil(share * float64(steps))) }

// stage is the latest that has begun.
func (l *levels) stage(step int) stage {
	for i := len(l.stages) - 1; i > 0; i-- {
		if step >= l.stages[i].from {
			return l.stages[i]
		}
	}
	return l.stages[0]
}

func (l *levels) Pick(step, n int) []int {
	step = within(step)
	s := l.stage(step)
	return s.epochs.from((step-s.from)*l.each, n)
}

func (l *levels) Observe(int, []float64) {}

func (l *levels) State() json.RawMessage { return state{Picker: "levels", Tasks: l.tasks}.write() }

func (l *levels) Restore(data json.RawMessage) error {
	_, err := read(data, "levels", l.tasks)
	return err
}
