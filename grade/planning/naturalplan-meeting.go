package planning

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// NaturalMeeting is a meeting record of the NaturalPlan benchmark (arXiv
// 2406.04520) with the fields of its file. As in its scorer the plan is
// simulated with the true distances and ends at the first impossible step; it
// is right when it meets at least as many people as the golden plan (there: as
// many exactly, so that a better plan is wrong). The plan is in its words:
//
//	You travel to Pier in 7 minutes and arrive at 9:07AM. You wait until
//	3:45PM. You meet James for 75 minutes from 3:45PM to 5:00PM.
type NaturalMeeting struct {
	// Constraints are [place, start] and then [name, place, "9:00AM to 5:00PM",
	// minutes] for each person.
	Constraints []json.RawMessage         `json:"constraints"`
	Distances   map[string]map[string]int `json:"dist_matrix"`
	Golden      []string                  `json:"golden_plan"`
}

func init() { Register(of[NaturalMeeting]("naturalplan-meeting")) }

// meeting reads the constraints.
func (p NaturalMeeting) meeting() (Meeting, error) {
	m := Meeting{Travel: p.Distances}
	for i, raw := range p.Constraints {
		var fields []json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return m, fmt.Errorf("read constraint %d: %w", i+1, err)
		}
		var text [3]string
		minutes := 0
		for k, f := range fields {
			var err error
			if k == 3 {
				err = json.Unmarshal(f, &minutes)
			} else if k < 3 {
				err = json.Unmarshal(f, &text[k])
			}
			if err != nil {
				return m, fmt.Errorf("read constraint %d: %w", i+1, err)
			}
		}
		times := values(newLexicon().tokens(text[2]), clock)
		switch {
		case i == 0 && len(fields) == 2:
			start := values(newLexicon().tokens(text[1]), clock)
			if len(start) != 1 {
				return m, fmt.Errorf("start time %q is unreadable", text[1])
			}
			m.Place, m.Start = text[0], start[0]
		case i > 0 && len(fields) == 4 && len(times) == 2:
			m.People = append(m.People, Person{Name: text[0], Place: text[1], From: times[0], To: times[1], Minutes: minutes})
		default:
			return m, fmt.Errorf("constraint %d is neither the start nor a person", i+1)
		}
	}
	return m, nil
}

// Validate implements Problem.
func (p NaturalMeeting) Validate() error {
	m, err := p.meeting()
	if err != nil {
		return err
	}
	if len(p.Golden) == 0 {
		return fmt.Errorf("there is no golden plan")
	}
	return m.Validate()
}

// Check implements Problem.
func (p NaturalMeeting) Check(plan string) (Verdict, error) {
	m, err := p.meeting()
	if err != nil {
		return Verdict{}, err
	}
	golden, why := m.simulate(strings.Join(p.Golden, "\n"))
	if golden == 0 && why != "" {
		return Verdict{}, fmt.Errorf("the golden plan fails: %s", why)
	}
	met, why := m.simulate(lastSolution(plan))
	v := Verdict{Valid: why == "" && met > 0, Value: met, Gap: max(0, golden-met), Broken: why}
	if met == 0 && why == "" {
		v.Broken = "format: no meeting is readable"
	}
	if met >= golden && met > 0 {
		v.Valid, v.Optimal, v.Score, v.Broken = true, true, 1, ""
	}
	return v, nil
}

// simulate counts the meetings before the first impossible step, and says what
// that was.
func (p Meeting) simulate(plan string) (met int, why string) {
	list := p.places()
	for _, a := range p.People {
		list = append(list, a.Name)
	}
	lex := newLexicon(append(list, p.Place)...)
	place, now, seen := p.Place, p.Start, map[string]bool{}
	for sentence := range strings.FieldsFuncSeq(plan[:min(len(plan), maxPlanBytes)], func(r rune) bool { return r == '.' || r == '\n' }) {
		tokens := lex.tokens(sentence)
		named, times := names(tokens), values(tokens, clock)
		switch {
		case says(tokens, "travel") && len(named) > 0:
			minutes, ok := p.travel(place, named[0])
			if !ok {
				return met, fmt.Sprintf("travel: there is no way from %s to %s", place, named[0])
			}
			place, now = named[0], now+minutes
		case says(tokens, "wait") && len(times) > 0:
			if times[len(times)-1] <= now {
				return met, "wait: the plan waits backwards"
			}
			now = times[len(times)-1]
		case says(tokens, "meet") && len(named) > 0:
			at := slices.IndexFunc(p.People, func(a Person) bool { return a.Name == named[0] })
			if at < 0 || seen[named[0]] {
				return met, fmt.Sprintf("once: %s is no person or is met twice", named[0])
			}
			a := p.People[at]
			if place != a.Place || now < a.From || now+a.Minutes > a.To {
				return met, fmt.Sprintf("window: %s cannot be met in %s at %s", a.Name, place, Clock(now))
			}
			seen[a.Name], now = true, now+a.Minutes
			met++
		}
	}
	return met, ""
}
