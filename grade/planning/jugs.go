package planning

import (
	"fmt"
	"strings"
)

// Jugs asks for pours that leave Target litres in a jug. Canonical plan:
//
//	fill A
//	pour A into B
//	empty B
type Jugs struct {
	Jugs []Jug `json:"jugs"`
	// Target is the amount asked for, in the jug In ("": in any one jug).
	Target int    `json:"target"`
	In     string `json:"in,omitempty"`
	// Closed says that there is no tap and no drain: only pouring is allowed.
	Closed  bool `json:"closed,omitempty"`
	Optimum *int `json:"optimum,omitempty"` // least number of moves
}

// Jug holds Amount at the start and Capacity at most.
type Jug struct {
	Name     string `json:"name"`
	Capacity int    `json:"capacity"`
	Amount   int    `json:"amount,omitempty"`
}

func init() { Register(of[Jugs]("jugs")) }

const (
	maxJugs     = 4
	maxCapacity = 60
)

type jugState [maxJugs]int

func (p Jugs) names() []string {
	out := make([]string, len(p.Jugs))
	for i, j := range p.Jugs {
		out[i] = j.Name
	}
	return out
}

// Validate implements Problem.
func (p Jugs) Validate() error {
	at, err := index("jug", p.names())
	if err != nil {
		return err
	}
	if len(at) == 0 || len(at) > maxJugs {
		return fmt.Errorf("a problem has 1 to %d jugs", maxJugs)
	}
	for _, j := range p.Jugs {
		if j.Capacity < 1 || j.Capacity > maxCapacity || j.Amount < 0 || j.Amount > j.Capacity {
			return fmt.Errorf("jug %s holds %d of %d; capacities are 1 to %d", j.Name, j.Amount, j.Capacity, maxCapacity)
		}
	}
	if p.In != "" {
		return known("target", at, p.In)
	}
	return nil
}

func (p Jugs) start() jugState {
	var s jugState
	for i, j := range p.Jugs {
		s[i] = j.Amount
	}
	return s
}

func (p Jugs) done(s jugState) bool {
	for i, j := range p.Jugs {
		if s[i] == p.Target && (p.In == "" || p.In == j.Name) {
			return true
		}
	}
	return false
}

func (p Jugs) pour(s jugState, from, to int) jugState {
	n := min(s[from], p.Jugs[to].Capacity-s[to])
	s[from] -= n
	s[to] += n
	return s
}

// Check implements Problem.
func (p Jugs) Check(plan string) (Verdict, error) {
	lex := newLexicon(p.names()...)
	at, _ := index("jug", p.names())
	s, moves := p.start(), 0
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		jugs := names(tokens)
		if len(jugs) == 0 {
			continue
		}
		first, last := at[jugs[0]], at[jugs[len(jugs)-1]]
		switch {
		case len(jugs) == 2 && first != last && says(tokens, "pour", "transfer", "move", "into", "to"):
			s = p.pour(s, first, last)
		case len(jugs) != 1:
			return broken("format", "step %d is not fill, empty or pour", i+1), nil
		case p.Closed:
			return broken("closed", "step %d uses water from outside; only pouring is allowed", i+1), nil
		case says(tokens, "empty", "dump", "drain", "discard"):
			s[first] = 0
		case says(tokens, "fill", "refill"):
			s[first] = p.Jugs[first].Capacity
		default:
			return broken("format", "step %d is not fill, empty or pour", i+1), nil
		}
		moves++
	}
	if !p.done(s) {
		return broken("goal", "no asked jug holds %d at the end", p.Target), nil
	}
	return judged(moves, p.Optimum, least)
}

// Solve returns a shortest plan text and its number of moves.
func (p Jugs) Solve() (string, int, error) {
	path, err := shortest(p.start(), p.done, func(s jugState, yield func(string, jugState)) {
		for i, j := range p.Jugs {
			if !p.Closed {
				full, dry := s, s
				full[i], dry[i] = j.Capacity, 0
				yield("fill "+j.Name, full)
				yield("empty "+j.Name, dry)
			}
			for k, other := range p.Jugs {
				if k != i {
					yield("pour "+j.Name+" into "+other.Name, p.pour(s, i, k))
				}
			}
		}
	})
	return strings.Join(path, "\n"), len(path), err
}
