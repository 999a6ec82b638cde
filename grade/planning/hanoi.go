package planning

import (
	"fmt"
	"slices"
	"strings"
)

// Hanoi asks to move disks between pegs, one at a time and never a larger one
// onto a smaller one, from any start to any goal. Canonical plan:
//
//	move small from A to C
//	move large from A to B
type Hanoi struct {
	Pegs  []string `json:"pegs"`
	Disks []string `json:"disks"` // smallest first
	// Start and Goal give the peg of each disk, in the order of Disks.
	Start   []string `json:"start"`
	Goal    []string `json:"goal"`
	Optimum *int     `json:"optimum,omitempty"` // least number of moves
}

func init() { Register(of[Hanoi]("hanoi")) }

const (
	maxDisks = 9
	maxPegs  = 5
)

type tower [maxDisks]int8 // disk → peg

// Validate implements Problem.
func (p Hanoi) Validate() error {
	pegs, err := index("peg", p.Pegs)
	if err != nil {
		return err
	}
	if _, err := index("name", append(slices.Clone(p.Disks), p.Pegs...)); err != nil {
		return err
	}
	if len(p.Disks) == 0 || len(p.Disks) > maxDisks || len(p.Pegs) < 2 || len(p.Pegs) > maxPegs {
		return fmt.Errorf("a tower has 1 to %d disks and 2 to %d pegs", maxDisks, maxPegs)
	}
	if len(p.Start) != len(p.Disks) || len(p.Goal) != len(p.Disks) {
		return fmt.Errorf("start and goal need a peg for each disk")
	}
	return known("start or goal", pegs, append(slices.Clone(p.Start), p.Goal...)...)
}

func (p Hanoi) tower(pegs []string) tower {
	var t tower
	for i, peg := range pegs {
		t[i] = int8(slices.Index(p.Pegs, peg))
	}
	return t
}

// top is the smallest disk on a peg, or the number of disks.
func (p Hanoi) top(t tower, peg int) int {
	for d := range p.Disks {
		if int(t[d]) == peg {
			return d
		}
	}
	return len(p.Disks)
}

// Check implements Problem.
func (p Hanoi) Check(plan string) (Verdict, error) {
	lex := newLexicon(append(slices.Clone(p.Disks), p.Pegs...)...)
	t, moves := p.tower(p.Start), 0
	for i, step := range Steps(plan) {
		named := names(lex.tokens(step))
		if len(named) == 0 {
			continue
		}
		disk := slices.Index(p.Disks, named[0])
		var pegs []int
		for _, n := range named {
			if peg := slices.Index(p.Pegs, n); peg >= 0 {
				pegs = append(pegs, peg)
			}
		}
		if disk < 0 && len(pegs) == 2 {
			disk = p.top(t, pegs[0])
		}
		if disk < 0 || disk == len(p.Disks) || len(pegs) == 0 || len(pegs) > 2 {
			return broken("format", "step %d is not \"move D from A to B\"", i+1), nil
		}
		from, to := int(t[disk]), pegs[len(pegs)-1]
		switch {
		case len(pegs) == 2 && pegs[0] != from:
			return broken("from", "step %d: %s is on %s", i+1, p.Disks[disk], p.Pegs[from]), nil
		case p.top(t, from) != disk:
			return broken("top", "step %d: %s lies under another disk", i+1, p.Disks[disk]), nil
		case p.top(t, to) <= disk:
			return broken("size", "step %d: %s does not fit on %s", i+1, p.Disks[disk], p.Pegs[to]), nil
		}
		t[disk] = int8(to)
		moves++
	}
	if t != p.tower(p.Goal) {
		return broken("goal", "the disks at the end are not on the asked pegs"), nil
	}
	return judged(moves, p.Optimum, least)
}

// Solve returns a shortest plan text and its number of moves.
func (p Hanoi) Solve() (string, int, error) {
	goal := p.tower(p.Goal)
	path, err := shortest(p.tower(p.Start), func(t tower) bool { return t == goal }, func(t tower, yield func(string, tower)) {
		for from := range p.Pegs {
			disk := p.top(t, from)
			for to := range p.Pegs {
				if disk < len(p.Disks) && disk < p.top(t, to) {
					next := t
					next[disk] = int8(to)
					yield(fmt.Sprintf("move %s from %s to %s", p.Disks[disk], p.Pegs[from], p.Pegs[to]), next)
				}
			}
		}
	})
	return strings.Join(path, "\n"), len(path), err
}
