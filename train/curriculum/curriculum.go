// Package curriculum says which tasks a step of a training draws responses for.
// A [Picker] is a pure function of its seed, the step and the scores it was
// shown: it has no clock, no files and no chance of its own, so asking twice is
// harmless and a training goes on from a picker's state with the same tasks.
package curriculum

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"segue/internal/nearest"
)

// Task is what a picker knows of a task. Its index is its place in the list
// that the picker was made from.
type Task struct {
	Skills []string // one for each step, as "domain/skill"
	Level  string   // of Skill Entropy: "low", "medium", "high"; "" where it is not known
	Steps  int      // of its solution; for pickers that go by length
}

// Picker chooses tasks. It is not safe for concurrent use.
type Picker interface {
	// Pick returns the indices of n different tasks for a step, counted from 0; a
	// smaller n gives the beginning of the same list. Where fewer than n are
	// admitted it returns them all, which Options.PerStep rules out for n up to
	// it. It changes nothing in the picker.
	Pick(step, n int) []int
	// Observe takes the score of each step of a task, from 0 to 1, as the mean
	// over the responses of a group; what is not a finite number is not known.
	// Indices and steps that do not exist are left out.
	Observe(task int, correct []float64)
	// State is what was learnt from scores, Restore its inverse on a picker of the
	// same kind over the same tasks. A state of another is refused and changes nothing.
	State() json.RawMessage
	Restore(json.RawMessage) error
}

// Definition is the registered form of a picker.
type Definition struct {
	// Name is lower-case words joined by dashes.
	Name string
	// Doc says in a sentence which tasks it picks.
	Doc string
	// Bound is the number of steps, from 0, in which Pick(step, PerStep) visits
	// every task whatever the scores.
	Bound func(tasks []Task, o Options) int
	// New makes the picker. Options that are 0 take their defaults; the errors
	// are those of tasks and options that cannot be served.
	New func(tasks []Task, seed uint64, o Options) (Picker, error)
}

// Default is the name of the picker that assumes nothing.
const Default = "shuffled"

var pickers = map[string]Definition{}

// Register adds a picker. It panics on a duplicate or an incomplete entry.
func Register(d Definition) {
	if d.Name == "" || d.Doc == "" || d.Bound == nil || d.New == nil {
		panic(fmt.Sprintf("curriculum: the picker %q is incomplete", d.Name))
	}
	if _, twice := pickers[d.Name]; twice {
		panic(fmt.Sprintf("curriculum: %s is registered twice", d.Name))
	}
	pickers[d.Name] = d
}

// List returns every picker, sorted by name.
func List() []Definition {
	all := make([]Definition, 0, len(pickers))
	for _, name := range slices.Sorted(maps.Keys(pickers)) {
		all = append(all, pickers[name])
	}
	return all
}

// Lookup finds a picker by name. The error of an unknown name says the nearest.
func Lookup(name string) (Definition, error) {
	if d, ok := pickers[name]; ok {
		return d, nil
	}
	return Definition{}, fmt.Errorf("unknown curriculum %q; nearest: %s", name, nearest.Name(name, maps.Keys(pickers)))
}
