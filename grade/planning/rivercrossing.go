package planning

import (
	"fmt"
	"slices"
	"strings"
)

// River asks for boat trips that bring everybody across. The boat starts at
// the near bank with all passengers and changes banks with each trip. Canonical
// plan, one line per trip, the load in any order:
//
//	farmer, goat
//	farmer
type River struct {
	Passengers []string `json:"passengers"`
	// Rowers are those who can row; one is needed in each trip.
	Rowers []string `json:"rowers"`
	Boat   int      `json:"boat"` // places, the rower's included
	// Conflicts are unsafe companies; after each trip both banks are looked at.
	Conflicts []Conflict `json:"conflicts,omitempty"`
	// Outnumber says that on neither bank may the second group be larger than
	// the first one, where any of the first are.
	Outnumber [][2][]string `json:"outnumber,omitempty"`
	Optimum   *int          `json:"optimum,omitempty"` // least number of trips
}

// Conflict is a set that must not be on a bank together without one of Guards.
type Conflict struct {
	Together []string `json:"together"`
	Guards   []string `json:"guards,omitempty"`
}

func init() { Register(of[River]("rivercrossing")) }

const maxPassengers = 12

// riverState holds who is on the far bank, and whether the boat is.
type riverState struct {
	far  int
	boat bool
}

// Validate implements Problem.
func (p River) Validate() error {
	at, err := index("passenger", p.Passengers)
	if err != nil {
		return err
	}
	if len(at) == 0 || len(at) > maxPassengers || p.Boat < 1 || len(p.Rowers) == 0 {
		return fmt.Errorf("a crossing has 1 to %d passengers, a boat and a rower", maxPassengers)
	}
	if err := known("rowers", at, p.Rowers...); err != nil {
		return err
	}
	for _, c := range p.Conflicts {
		if err := known("conflict", at, append(slices.Clone(c.Together), c.Guards...)...); err != nil {
			return err
		}
		if len(c.Together) == 0 {
			return fmt.Errorf("a conflict names nobody")
		}
	}
	for _, o := range p.Outnumber {
		if err := known("outnumber", at, append(slices.Clone(o[0]), o[1]...)...); err != nil {
			return err
		}
	}
	return nil
}

// set is the bit set of passengers.
func (p River) set(list []string) int {
	set := 0
	for _, n := range list {
		set |= 1 << slices.Index(p.Passengers, n)
	}
	return set
}

func (p River) all() int { return 1<<len(p.Passengers) - 1 }

// trip moves a load; the id names the constraint that it breaks.
func (p River) trip(s riverState, load int) (next riverState, id string) {
	bank := p.all() &^ s.far
	if s.boat {
		bank = s.far
	}
	switch {
	case load&^bank != 0:
		return s, "bank"
	case count(load) > p.Boat:
		return s, "boat"
	case load&p.set(p.Rowers) == 0:
		return s, "rower"
	}
	next = riverState{s.far ^ load, !s.boat}
	if !p.safe(next.far) || !p.safe(p.all()&^next.far) {
		return s, "conflict"
	}
	return next, ""
}

func (p River) safe(bank int) bool {
	for _, c := range p.Conflicts {
		if set := p.set(c.Together); bank&set == set && bank&p.set(c.Guards) == 0 {
			return false
		}
	}
	for _, o := range p.Outnumber {
		if weak := count(bank & p.set(o[0])); weak > 0 && count(bank&p.set(o[1])) > weak {
			return false
		}
	}
	return true
}

func count(set int) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// Check implements Problem. A trip without a rower's name is rowed by the only
// rower, if there is just one.
func (p River) Check(plan string) (Verdict, error) {
	lex := newLexicon(p.Passengers...)
	s, trips := riverState{}, 0
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		load := p.set(names(tokens))
		if load == 0 && !says(tokens, "alone", "nobody", "nothing", "empty") {
			continue
		}
		if len(p.Rowers) == 1 {
			load |= p.set(p.Rowers)
		}
		next, id := p.trip(s, load)
		if id != "" {
			return broken(id, "trip %d (%s) is not possible or not safe", i+1, step[:min(len(step), 80)]), nil
		}
		s = next
		trips++
	}
	if s.far != p.all() {
		return broken("goal", "%d of %d are across at the end", count(s.far), len(p.Passengers)), nil
	}
	return judged(trips, p.Optimum, least)
}

// Solve returns a shortest plan text and its number of trips.
func (p River) Solve() (string, int, error) {
	path, err := shortest(riverState{}, func(s riverState) bool { return s.far == p.all() },
		func(s riverState, yield func(string, riverState)) {
			for load := 1; load <= p.all(); load++ {
				if next, id := p.trip(s, load); id == "" {
					yield(p.load(load), next)
				}
			}
		})
	return strings.Join(path, "\n"), len(path), err
}

func (p River) load(set int) string {
	var list []string
	for i, n := range p.Passengers {
		if set&(1<<i) != 0 {
			list = append(list, n)
		}
	}
	return strings.Join(list, ", ")
}
