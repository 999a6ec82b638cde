package health

import (
	"fmt"
	"slices"
)

// Monitor follows one training. It is not safe for concurrent use.
type Monitor struct {
	thresholds Thresholds
	starts     map[string]Start
	standings  map[string]Standing
}

// Standing is where a condition stands. Its zero value is one never seen.
type Standing struct {
	Active  bool `json:"active,omitempty"`  // it began and has not ended
	Against int  `json:"against,omitempty"` // latest readings in a row that contradict Active
	Grave   int  `json:"grave,omitempty"`   // grave readings since it was last calm
	Calm    int  `json:"calm,omitempty"`    // latest readings in a row that were not grave
	Stopped bool `json:"stopped,omitempty"` // it was reported as fatal
}

// New makes a monitor of a training that begins. The thresholds must be valid.
func New(t Thresholds) (*Monitor, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("thresholds of health: %w", err)
	}
	return &Monitor{thresholds: t, starts: map[string]Start{}, standings: map[string]Standing{}}, nil
}

// Observe takes the next reading and returns what began with it. A condition is
// reported once it has been present for Patience readings in a row (not-finite:
// at once), and again only after it was absent for as many. One of Stop that is
// grave for Lasting readings (not-finite: NotFiniteStop, unscored:
// UnscoredStop), without Patience calm readings in a row between, is reported a
// second time as Fatal. Readings that do not know the number change nothing.
func (m *Monitor) Observe(r Reading) []Event {
	for _, x := range measures {
		m.starts[x.name] = m.starts[x.name].add(x.of(r), m.thresholds.Start)
	}
	s := sight{r, m.thresholds, m.complete()}
	var events []Event
	for _, c := range conditions {
		d, says := c.see(s)
		if d == unknown {
			continue
		}
		lasts := 0
		if slices.Contains(s.t.Stop, c.name) {
			lasts = c.lasts(s.t)
		}
		before := m.standings[c.name]
		after := before.next(d, c.begins(s.t), s.t.Patience, lasts)
		m.standings[c.name] = after
		fatal := after.Stopped && !before.Stopped
		if fatal {
			says += fmt.Sprintf(" It has lasted for %d readings: stop, and go on from the last good checkpoint with this changed.", after.Grave)
		}
		if fatal || after.Active && !before.Active {
			events = append(events, Event{r.Step, c.name, says, fatal})
		}
	}
	return events
}

// next is the standing after a known reading. With lasts 0 it never stops.
func (s Standing) next(d degree, begins, patience, lasts int) Standing {
	holds := d >= present
	if holds == s.Active {
		s.Against = 0
	} else {
		s.Against++
	}
	switch {
	case d == grave:
		s.Grave, s.Calm = s.Grave+1, 0
	case s.Grave > 0:
		if s.Calm++; s.Calm >= patience {
			s.Grave, s.Calm = 0, 0
		}
	}
	if !s.Active && s.Against >= begins {
		s.Active, s.Against = true, 0
	}
	if s.Active && s.Against >= patience {
		return Standing{}
	}
	if s.Active && lasts > 0 && s.Grave >= lasts {
		s.Stopped = true
	}
	return s
}

// Active names the conditions that hold now, sorted.
func (m *Monitor) Active() []string {
	var names []string
	for name, s := range m.standings {
		if s.Active {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Healthy says whether a checkpoint taken now may be called good: no condition
// holds, and the latest reading shows none that may be about to. Missing signal
// does not count, since it leaves the weights as they were.
func (m *Monitor) Healthy() bool {
	for _, c := range conditions {
		if s := m.standings[c.name]; c.harms && (s.Active || s.Against > 0) {
			return false
		}
	}
	return true
}
