package cue

import (
	"fmt"
	"math"
	"slices"
)

// Kind is the form of a source's tasks.
type Kind string

// The kinds.
const (
	Single Kind = "single" // one step
	Same   Kind = "same"   // a chain of steps of one skill
	Cross  Kind = "cross"  // neighbouring steps are of different domains
)

// Pairs says which ordered pairs of skills may be neighbours in cross tasks.
type Pairs string

// The sets of pairs. "" is AllPairs.
const (
	AllPairs    Pairs = "all"
	SeenPairs   Pairs = "seen"   // none of those that Unseen names
	UnseenPairs Pairs = "unseen" // those alone
)

// DefaultLinked is the share of later steps whose operand an earlier answer
// gives; nearShare of them take it from the step just before.
const (
	DefaultLinked = 0.7
	nearShare     = 0.7
)

// MaxSteps is the most steps of a task: the numbers of steps stay digits.
const MaxSteps = 9

// Options say what tasks a source makes. The zero value asks for cross tasks of
// 2 to 4 steps from the training split.
type Options struct {
	Seed  uint64
	Split Split // "" for Train
	Kind  Kind  // "" for Cross
	// Steps are the fewest and the most steps, equally frequent; zero for 2 to 4.
	// Single tasks have one step whatever it says.
	Steps [2]int
	// Skewed makes the cues of a skill unequally frequent: .30, .28, .22, .15
	// and .05. Else they are equally so.
	Skewed bool
	// Weights are relative frequencies of skills by id. A skill that it does not
	// name has 1; one of 0 is left out.
	Weights map[string]float64
	// Linked is the share of steps after the first whose operand is given as an
	// earlier answer: 0 for DefaultLinked, below 0 for none.
	Linked float64
	// Pairs restricts the neighbours in cross tasks.
	Pairs Pairs
}

// withDefaults fills what was left out and refuses what no source can make.
func (o Options) withDefaults() (Options, error) {
	o.Split = orElse(o.Split, Train)
	o.Kind = orElse(o.Kind, Cross)
	o.Pairs = orElse(o.Pairs, AllPairs)
	o.Linked = orElse(o.Linked, DefaultLinked)
	o.Linked = max(o.Linked, 0)
	o.Steps = orElse(o.Steps, [2]int{2, 4})
	if o.Kind == Single {
		o.Steps = [2]int{1, 1}
	}
	switch {
	case !slices.Contains([]Split{Train, Validation, Test}, o.Split):
		return o, fmt.Errorf("unknown split %q; the splits are train, validation and test", o.Split)
	case !slices.Contains([]Kind{Single, Same, Cross}, o.Kind):
		return o, fmt.Errorf("unknown kind %q; the kinds are single, same and cross", o.Kind)
	case !slices.Contains([]Pairs{AllPairs, SeenPairs, UnseenPairs}, o.Pairs):
		return o, fmt.Errorf("unknown pairs %q; they are all, seen and unseen", o.Pairs)
	case o.Steps[0] < 1 || o.Steps[1] < o.Steps[0] || o.Steps[1] > MaxSteps:
		return o, fmt.Errorf("steps must be 1 to %d, the fewest first, not %d to %d", MaxSteps, o.Steps[0], o.Steps[1])
	case !(o.Linked <= 1): // NaN too
		return o, fmt.Errorf("linked must be a share up to 1, not %g", o.Linked)
	}
	return o, nil
}

func orElse[T comparable](x, instead T) T {
	var zero T
	if x == zero {
		return instead
	}
	return x
}

// weights lists the relative frequencies in the order of the rules.
func (o Options) weights() ([]float64, error) {
	out := make([]float64, len(rules))
	for i := range out {
		out[i] = 1
	}
	for id, w := range o.Weights {
		i := slices.IndexFunc(rules, func(r rule) bool { return r.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("weights name %q, which is no skill of the family", id)
		}
		if !(w >= 0) || math.IsInf(w, 0) { // NaN too
			return nil, fmt.Errorf("the weight of %s must be a number that is not negative, not %g", id, w)
		}
		out[i] = w
	}
	return out, nil
}
