package rl

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// State is what a recipe remembers from one batch to the next: controllers,
// moving averages, buffers. As JSON it survives a restart. The zero State is
// that of a fresh start.
type State struct {
	Recipe  string               `json:"recipe,omitempty"` // whose state it is
	Batches int                  `json:"batches"`          // rollout batches planned so far
	Numbers map[string]float64   `json:"numbers,omitempty"`
	Series  map[string][]float64 `json:"series,omitempty"`
}

// Clone returns a deep copy.
func (s State) Clone() State {
	s.Numbers = maps.Clone(s.Numbers)
	s.Series = maps.Clone(s.Series)
	for name, x := range s.Series {
		s.Series[name] = slices.Clone(x)
	}
	return s
}

// Number returns a remembered number, or start where there is none yet.
func (s State) Number(name string, start float64) float64 {
	if x, ok := s.Numbers[name]; ok {
		return x
	}
	return start
}

// Remember sets a number.
func (s *State) Remember(name string, x float64) {
	if s.Numbers == nil {
		s.Numbers = map[string]float64{}
	}
	s.Numbers[name] = x
}

// Validate refuses the state of another recipe and impossible numbers.
func (s State) Validate(recipe string) error {
	if s.Recipe != "" && s.Recipe != recipe {
		return fmt.Errorf("the state is that of recipe %s, not %s", s.Recipe, recipe)
	}
	if s.Batches < 0 {
		return fmt.Errorf("the state counts %d batches", s.Batches)
	}
	for name, x := range s.Numbers {
		if !finite(x) {
			return fmt.Errorf("number %s of the state is %g", name, x)
		}
	}
	for name, series := range s.Series {
		for i, x := range series {
			if !finite(x) {
				return fmt.Errorf("entry %d of the series %s of the state is %g", i, name, x)
			}
		}
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
