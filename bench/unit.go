package bench

import (
	"iter"

	"segue/task"
)

// Unit is one request of a run: a prompt to one model, drawn once.
type Unit struct {
	Model  string
	Task   int // index into the benchmark's tasks
	Mode   task.Mode
	Step   int // from 1 in single mode, 0 in cross mode
	Sample int
}

// unitKey names a unit in the store, whatever the order of tasks in the file.
type unitKey struct {
	model, task  string
	mode         task.Mode
	step, sample int
}

func (u Unit) key(tasks []task.Task) unitKey {
	return unitKey{u.Model, tasks[u.Task].ID, u.Mode, u.Step, u.Sample}
}

// units lists the requests of a run, task by task, so that a run that is
// stopped early has measured whole tasks in every mode.
func units(c Config, tasks []task.Task) iter.Seq[Unit] {
	return func(yield func(Unit) bool) {
		for i, t := range tasks {
			for _, model := range c.Models {
				for sample := range c.Samples {
					for _, m := range c.Modes {
						steps := 0 // cross asks all at once, as step 0
						first := 0
						if m == task.Single {
							first, steps = 1, len(t.Steps)
						}
						for s := first; s <= steps; s++ {
							if !yield(Unit{model, i, m, s, sample}) {
								return
							}
						}
					}
				}
			}
		}
	}
}
