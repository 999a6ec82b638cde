// Package planning decides whether a written plan solves a planning problem.
//
// A checker simulates the plan step by step with integer minutes, days and
// lengths; it never compares text with one golden plan, because most problems
// have many right plans. What a step says beyond the problem's own names and
// numbers is ignored, what it claims (an arrival, an end) is verified.
//
// Every problem type is a struct that holds all that is needed to judge any
// plan, a solver that proves the optimum by exhaustive search within a fixed
// number of nodes, and a printer of the canonical plan text.
package planning

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"segue/internal/nearest"
)

// Verdict is what a checker says about one plan.
type Verdict struct {
	// Valid says that every stated constraint holds.
	Valid bool `json:"valid"`
	// Optimal says that the plan is valid and as good as the proven optimum;
	// where a problem states no optimum every valid plan is optimal.
	Optimal bool `json:"optimal"`
	// Score is 1 for an optimal plan and 0 otherwise.
	Score float64 `json:"score"`
	// Value is the plan's objective in the problem's unit (minutes, days,
	// length, moves, count); 0 for an invalid plan.
	Value int `json:"value"`
	// Gap is how far Value is from the optimum, never negative.
	Gap int `json:"gap"`
	// Broken names the first constraint that fails, as "id: what is wrong".
	Broken string `json:"broken,omitempty"`
}

// Checker judges the plans of one kind of problem.
type Checker struct {
	// Name is lower-case with dashes, as in the answer's "checker" field.
	Name string
	// Check judges a plan text. An error means that the problem itself cannot
	// be used (unreadable, inconsistent, or its stated optimum is beaten), so
	// the plan stays undecided; a bad plan is a Verdict, never an error.
	Check func(problem json.RawMessage, plan string) (Verdict, error)
}

var registry = map[string]Checker{}

// Register adds a checker; it panics on an empty or taken name.
func Register(c Checker) {
	if c.Name == "" || c.Check == nil {
		panic("planning: a checker needs a name and a function")
	}
	if _, taken := registry[c.Name]; taken {
		panic("planning: checker " + c.Name + " is registered twice")
	}
	registry[c.Name] = c
}

// List returns the names of all checkers, sorted.
func List() []string { return slices.Sorted(maps.Keys(registry)) }

// Lookup finds a checker by name; the error of a miss lists the nearest names.
func Lookup(name string) (Checker, error) {
	if c, ok := registry[name]; ok {
		return c, nil
	}
	return Checker{}, fmt.Errorf("no plan checker %q; nearest: %s", name, strings.Join(nearest.Names(name, maps.Keys(registry), 3), ", "))
}

// Check judges plan with the named checker.
func Check(name string, problem json.RawMessage, plan string) (Verdict, error) {
	c, err := Lookup(name)
	if err != nil {
		return Verdict{}, err
	}
	return c.Check(problem, plan)
}

// Problem is what each problem type offers.
type Problem interface {
	// Validate says what makes the problem unusable: unknown names, negative
	// durations, more parts than the solver's bound.
	Validate() error
	// Check judges a plan text for a problem that Validate accepts.
	Check(plan string) (Verdict, error)
}

const maxProblemBytes = 1 << 20

// of makes the checker of a problem type.
func of[P Problem](name string) Checker {
	return Checker{Name: name, Check: func(raw json.RawMessage, plan string) (Verdict, error) {
		if len(raw) > maxProblemBytes {
			return Verdict{}, fmt.Errorf("read %s problem: %d bytes, at most %d are read", name, len(raw), maxProblemBytes)
		}
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return Verdict{}, fmt.Errorf("read %s problem: %w", name, err)
		}
		if err := p.Validate(); err != nil {
			return Verdict{}, fmt.Errorf("check %s problem: %w", name, err)
		}
		return p.Check(plan)
	}}
}

// broken is the verdict on a plan that fails the constraint id.
func broken(id, format string, args ...any) Verdict {
	return Verdict{Broken: id + ": " + fmt.Sprintf(format, args...)}
}

// sense says which values of an objective are better.
type sense int

const (
	least sense = 1
	most  sense = -1
)

// judged is the verdict on a valid plan with the given objective. A plan that
// beats the stated optimum proves the problem wrong, which is an error.
func judged(value int, optimum *int, s sense) (Verdict, error) {
	v := Verdict{Valid: true, Value: value}
	if optimum != nil {
		v.Gap = int(s) * (value - *optimum)
	}
	if v.Gap < 0 {
		return Verdict{}, fmt.Errorf("stated optimum %d is beaten by a valid plan of %d", *optimum, value)
	}
	if v.Gap == 0 {
		v.Optimal, v.Score = true, 1
	}
	return v, nil
}
