package curriculum

import "encoding/json"

func init() {
	Register(Definition{
		Name: Default, Doc: "every task once in each epoch, in a fresh order",
		Bound: func(tasks []Task, o Options) int { return stepsFor(len(tasks), o.WithDefaults().PerStep) },
		New: func(tasks []Task, seed uint64, o Options) (Picker, error) {
			o, err := prepare(tasks, o)
			if err != nil {
				return nil, err
			}
			return &shuffled{rounds{"epoch", seed, indices(len(tasks))}, o.PerStep, fingerprint(tasks)}, nil
		},
	})
}

// shuffled reads epochs, each a permutation of the tasks, PerStep tasks a step.
// Where a step spans two epochs, a task of both is passed over the second time
// and the step reads on, so a few tasks of an epoch may come in two steps.
type shuffled struct {
	epochs  rounds
	perStep int
	tasks   string // their fingerprint
}

func (s *shuffled) Pick(step, n int) []int { return s.epochs.from(within(step)*s.perStep, n) }

func (s *shuffled) Observe(int, []float64) {}

func (s *shuffled) State() json.RawMessage {
	return state{Picker: Default, Tasks: s.tasks}.write()
}

func (s *shuffled) Restore(data json.RawMessage) error {
	_, err := read(data, Default, s.tasks)
	return err
}
