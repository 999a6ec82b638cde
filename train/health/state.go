package health

import (
	"fmt"
	"maps"
	"slices"
)

// State is what a Monitor remembers. It keeps all bits through JSON.
type State struct {
	Starts     map[string]Start    `json:"starts"`     // by the number's name
	Conditions map[string]Standing `json:"conditions"` // by name
}

// State is a copy of what m remembers.
func (m *Monitor) State() State {
	return State{Starts: maps.Clone(m.starts), Conditions: maps.Clone(m.standings)}
}

// Restore replaces what m remembers by s. An error leaves m as it was.
func (m *Monitor) Restore(s State) error {
	for name, x := range s.Starts {
		known := slices.ContainsFunc(measures, func(k measure) bool { return k.name == name })
		if !known || x.Readings < 0 || x.Readings > most || !finite(x.Mean) || x.Mean < -largest || x.Mean > largest {
			return fmt.Errorf("state of health: no start %q with %d readings and the mean %g is possible", name, x.Readings, x.Mean)
		}
	}
	for name, x := range s.Conditions {
		known := slices.ContainsFunc(conditions, func(c condition) bool { return c.name == name })
		if !known || x.Against < 0 || x.Grave < 0 || x.Calm < 0 || x.Stopped && !x.Active {
			return fmt.Errorf("state of health: no condition %q can stand at %+v", name, x)
		}
	}
	m.starts, m.standings = map[string]Start{}, map[string]Standing{}
	maps.Copy(m.starts, s.Starts)
	maps.Copy(m.standings, s.Conditions)
	return nil
}
