package reward

import (
	"fmt"
	"maps"
	"slices"

	"segue/internal/nearest"
	"segue/switching"
)

// Signal values one aspect of a graded response. Value is a pure function; it
// is never called for a malformed response, which earns 0 from every signal.
type Signal interface {
	Value(g *Graded) Value
}

// SignalFunc makes a Signal of a function.
type SignalFunc func(g *Graded) Value

// Value calls f.
func (f SignalFunc) Value(g *Graded) Value { return f(g) }

// Definition is the registered form of a signal: what it is and how it is made.
type Definition struct {
	// Name is lower-case words joined by dashes.
	Name string
	// Doc says in a sentence what the signal pays for.
	Doc string
	// Labels says that it reads the skill labels, so that gold labels are
	// supervision behind it; Table that it needs a table of Skill Entropy; Steps
	// that it tells the steps of a response apart.
	Labels, Table, Steps bool
	// New makes the signal from the settings it needs.
	New func(s Setting) (Signal, error)
}

// Setting is what signals are made from. The zero value serves those that need
// no table; numbers that are 0 take the stated default.
type Setting struct {
	// Table is the Skill Entropy of the reference model, Estimator which of its
	// values is taken (default exact, the paper's formula).
	Table     *switching.Table
	Estimator switching.Estimator
	// Training is the skill sequences of the training set: the distribution in
	// which task entropies are ranked.
	Training [][]string
	// Seed is the seed of the placebo's permutation.
	Seed uint64
	// LeastDecided is the share of a response's steps that must have a verdict
	// for a mean over them to count (default 1: one undecided step leaves the
	// response unscored). Lower values take the mean over the decided steps.
	LeastDecided float64
	// Gap is what alignment charges for a skill left out or put in, as a
	// fraction of its weight (default 0.5).
	Gap float64
	// Credit weighs the parts of a step's credit (default 0.7, 0.3, 0.2, 0.5).
	Credit Credit
}

func (s Setting) withDefaults() (Setting, error) {
	if s.Estimator == "" {
		s.Estimator = switching.Exact
	}
	if s.LeastDecided == 0 {
		s.LeastDecided = 1
	}
	if s.Gap == 0 {
		s.Gap = 0.5
	}
	if s.Credit == (Credit{}) {
		s.Credit = Credit{Answer: 0.7, Label: 0.3, Later: 0.2, Discount: 0.5}
	}
	for _, x := range []struct {
		name  string
		value float64
	}{
		{"the least share of decided steps", s.LeastDecided}, {"the gap cost", s.Gap}, {"the answer's credit", s.Credit.Answer},
		{"the label's credit", s.Credit.Label}, {"the later steps' credit", s.Credit.Later}, {"the discount", s.Credit.Discount},
	} {
		if !(x.value >= 0 && x.value <= 1) { // NaN too
			return s, fmt.Errorf("%s must be from 0 to 1, not %g", x.name, x.value)
		}
	}
	if s.Credit.Answer+s.Credit.Label == 0 {
		return s, fmt.Errorf("a step's credit needs a weight for its answer or its label")
	}
	return s, nil
}

// Names of the signals whose values a trainer's batch has for every step,
// whatever its reward is made of: the answer's score, and whether the label is right.
const (
	AnswerSignal    = "answer"
	StepLabelSignal = "step-label"
)

var signals = map[string]Definition{}

// Register adds a signal. It panics on a duplicate or an incomplete entry.
func Register(d Definition) {
	if d.Name == "" || d.Doc == "" || d.New == nil {
		panic(fmt.Sprintf("reward: the signal %q is incomplete", d.Name))
	}
	if _, twice := signals[d.Name]; twice {
		panic(fmt.Sprintf("reward: %s is registered twice", d.Name))
	}
	signals[d.Name] = d
}

// List returns every signal, sorted by name.
func List() []Definition {
	all := make([]Definition, 0, len(signals))
	for _, name := range slices.Sorted(maps.Keys(signals)) {
		all = append(all, signals[name])
	}
	return all
}

// Lookup finds a signal by name. The error of an unknown name says the nearest.
func Lookup(name string) (Definition, error) {
	if d, ok := signals[name]; ok {
		return d, nil
	}
	return Definition{}, fmt.Errorf("unknown signal %q; nearest: %s", name, nearest.Name(name, maps.Keys(signals)))
}

// Credit weighs what a step's credit is made of.
type Credit struct {
	Answer   float64 // the step's own answer
	Label    float64 // the step's own label
	Later    float64 // what later steps made of its answer
	Discount float64 // of a later step for each link between
}
