package planning

import (
	"errors"
	"fmt"
)

// ErrNoPlan says that a problem has no valid plan.
var ErrNoPlan = errors.New("the problem has no valid plan")

// ErrBudget says that a solver looked at its bound of nodes without a proof.
// The bound counts nodes, not time, so it is met on every machine alike.
var ErrBudget = errors.New("the search met its bound of nodes; use a smaller problem")

const maxNodes = 4_000_000

// budget counts the nodes of one search.
type budget struct{ left int }

func newBudget() *budget { return &budget{left: maxNodes} }

// spend takes one node; false means that the search has to stop.
func (b *budget) spend() bool {
	b.left--
	return b.left >= 0
}

// err is ErrBudget once the bound was met.
func (b *budget) err() error {
	if b.left < 0 {
		return ErrBudget
	}
	return nil
}

// shortest finds a shortest move sequence from start to a goal state by
// breadth-first search; states are compared by value.
func shortest[S comparable](start S, goal func(S) bool, moves func(S, func(move string, next S))) ([]string, error) {
	type from struct {
		state S
		move  string
	}
	if goal(start) {
		return []string{}, nil
	}
	seen := map[S]from{start: {}}
	b := newBudget()
	for layer := []S{start}; len(layer) > 0; {
		var next []S
		for _, s := range layer {
			var found *S
			moves(s, func(move string, t S) {
				if _, old := seen[t]; old || found != nil || !b.spend() {
					return
				}
				seen[t] = from{s, move}
				next = append(next, t)
				if goal(t) {
					found = &t
				}
			})
			if found != nil {
				var path []string
				for t := *found; t != start; t = seen[t].state {
					path = append(path, seen[t].move)
				}
				for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
					path[i], path[j] = path[j], path[i]
				}
				return path, nil
			}
		}
		if err := b.err(); err != nil {
			return nil, err
		}
		layer = next
	}
	return nil, ErrNoPlan
}

// index maps names to positions and refuses empty and double ones.
func index(what string, list []string) (map[string]int, error) {
	at := make(map[string]int, len(list))
	for i, n := range list {
		if n == "" {
			return nil, fmt.Errorf("%s %d has no name", what, i+1)
		}
		if _, double := at[n]; double {
			return nil, fmt.Errorf("%s %q is named twice", what, n)
		}
		at[n] = i
	}
	return at, nil
}

// known refuses a name that is not in the index.
func known(what string, at map[string]int, list ...string) error {
	for _, n := range list {
		if _, ok := at[n]; !ok {
			return fmt.Errorf("%s names %q, which is not in the problem", what, n)
		}
	}
	return nil
}
