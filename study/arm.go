package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"segue/rl"
	"segue/train"
)

// Arm is one way to train from a start, with the same budget as every other.
type Arm struct {
	Name string // lower-case words joined by dashes
	Doc  string // one line
	Uses Supervision
	// Exactly one of these is set: a change of the configuration that all arms of
	// reinforcement learning share, or the lines to imitate.
	Configure func(c *train.RLConfig)
	Imitate   func(m *material) ([]any, error)
}

// Supervision is what an arm is told beyond the tasks.
type Supervision string

// The kinds of supervision. Right responses hold the right answers and skills.
const (
	UsesAnswers Supervision = "right answers"
	UsesLabels  Supervision = "right answers and skills"
	UsesGold    Supervision = "right responses"
	UsesStart   Supervision = "right responses, as the start" // to more tasks of the start's own mixture
)

var arms = map[string]Arm{}

// Register adds an arm. It panics on a duplicate or an incomplete entry.
func Register(a Arm) {
	if a.Name == "" || a.Doc == "" || a.Uses == "" || (a.Configure == nil) == (a.Imitate == nil) {
		panic(fmt.Sprintf("study: the arm %q is incomplete", a.Name))
	}
	if _, twice := arms[a.Name]; twice {
		panic(fmt.Sprintf("study: %s is registered twice", a.Name))
	}
	arms[a.Name] = a
}

// List returns every arm, sorted by name.
func List() []Arm {
	all := make([]Arm, 0, len(arms))
	for _, name := range slices.Sorted(maps.Keys(arms)) {
		all = append(all, arms[name])
	}
	return all
}

// Lookup finds an arm by name, or makes that of a recipe of package rl.
func Lookup(name string) (Arm, error) {
	if a, ok := arms[name]; ok {
		return a, nil
	}
	if r, err := rl.Lookup(name); err == nil {
		return recipeArm(r)
	}
	return Arm{}, fmt.Errorf("unknown arm %q; there are %s, and every recipe", name, strings.Join(slices.Sorted(maps.Keys(arms)), ", "))
}
