package cue

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"slices"
)

// Unseen says whether the ordered pair of skill ids is of the fixed fifth of
// cross-domain pairs that sources of seen pairs never make neighbours.
func Unseen(from, to string) bool { return unseen[[2]string{from, to}] }

var unseen = chooseUnseen()

// chooseUnseen takes the fifth of the cross-domain pairs whose hashes come
// first. The salt is one under which every skill is entered and left by some.
func chooseUnseen() map[[2]string]bool {
	type hashed struct {
		pair [2]string
		sum  [sha256.Size]byte
	}
	var pairs []hashed
	for _, a := range rules {
		for _, b := range rules {
			if a.Domain != b.Domain {
				pairs = append(pairs, hashed{[2]string{a.ID, b.ID}, sha256.Sum256([]byte(unseenSalt + a.ID + ">" + b.ID))})
			}
		}
	}
	slices.SortFunc(pairs, func(x, y hashed) int { return bytes.Compare(x.sum[:], y.sum[:]) })
	out := map[[2]string]bool{}
	for _, p := range pairs[:len(pairs)/5] {
		out[p.pair] = true
	}
	return out
}

const unseenSalt = "cue pairs 137 "

// follows returns which rule may stand after which.
func (o Options) follows() func(a, b int) bool {
	if o.Kind != Cross {
		return func(a, b int) bool { return a == b }
	}
	return func(a, b int) bool {
		held := Unseen(rules[a].ID, rules[b].ID)
		return rules[a].Domain != rules[b].Domain && (o.Pairs == AllPairs || held == (o.Pairs == UnseenPairs))
	}
}

// walk draws sequences of rules.
type walk struct {
	weights []float64
	follows func(a, b int) bool
	// reach says in [k][s] that k more rules can follow rule s.
	reach [][]bool
}

// newWalk fails where no sequence of the longest length exists.
func newWalk(weights []float64, longest int, follows func(a, b int) bool) (walk, error) {
	w := walk{weights: weights, follows: follows}
	for k := range longest {
		can := make([]bool, len(weights))
		for a := range can {
			can[a] = weights[a] > 0 && (k == 0 || w.choose(nil, w.after(a, k-1)) >= 0)
		}
		w.reach = append(w.reach, can)
	}
	if !slices.Contains(w.reach[longest-1], true) {
		return w, errors.New("the weights leave too few skills for the pairs and steps asked")
	}
	return w, nil
}

// after says which rules may follow rule a when k more are to come after them.
func (w walk) after(a, k int) func(b int) bool {
	return func(b int) bool { return w.follows(a, b) && w.reach[k][b] }
}

// draw returns a sequence: each rule by its weight among those from which the
// rest of the sequence can be made.
func (w walk) draw(r *rand.Rand, steps int) []int {
	at := w.choose(r, func(s int) bool { return w.reach[steps-1][s] })
	out := []int{at}
	for left := steps - 2; left >= 0; left-- {
		at = w.choose(r, w.after(at, left))
		out = append(out, at)
	}
	return out
}

// choose draws one of the allowed rules by weight; -1 if there is none. Without
// a random source it is the first.
func (w walk) choose(r *rand.Rand, allowed func(int) bool) int {
	total, last := 0.0, -1
	for i, x := range w.weights {
		if x > 0 && allowed(i) {
			total, last = total+x, i
			if r == nil {
				return i
			}
		}
	}
	if last < 0 {
		return -1
	}
	left := r.Float64() * total
	for i, x := range w.weights {
		if x > 0 && allowed(i) {
			if left -= x; left < 0 {
				return i
			}
		}
	}
	return last // rounding
}
