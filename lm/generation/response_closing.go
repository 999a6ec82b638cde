package generation

import (
	"maps"
	"math"
	"slices"
)

// closing is, for each state, how many tokens bring a response to its end, with
// the one that ends the sequence: 0 where none do. They spell the shortest bytes
// that do, which are found backwards from the end; so each of them leads to a
// state whose own number is lower, and a limit that holds once can be kept to.
type closing struct {
	tokens []uint16
	most   int
}

// textBytes are those that the states tell apart: of tags, white space, and one
// that stands for all others.
var textBytes = func() []byte {
	distinct := map[byte]bool{' ': true, '.': true}
	for _, tag := range tags {
		for i := range len(tag) {
			distinct[tag[i]] = true
		}
	}
	return slices.Sorted(maps.Keys(distinct))
}()

// longestSpelling is the length of the longest token that closing makes use of.
const longestSpelling = 32

func (f *ResponseForm) close() closing {
	next, order := f.shortest()
	known := map[string]bool{}
	for _, b := range f.bytes {
		if len(b) > 0 && len(b) <= longestSpelling {
			known[string(b)] = true
		}
	}
	c := closing{tokens: make([]uint16, len(f.masks)), most: 1}
	end := order[0]
	c.tokens[end] = 1
	for _, s := range order[1:] {
		var spelt []byte
		best := math.MaxUint16
		for at := s; at != end && len(spelt) < longestSpelling; {
			spelt = append(spelt, next[at])
			at = f.next(at, next[at])
			if n := int(c.tokens[at]); n > 0 && known[string(spelt)] {
				best = min(best, n+1)
			}
		}
		if best < math.MaxUint16 {
			c.tokens[s] = uint16(best)
			c.most = max(c.most, best)
		}
	}
	return c
}

// shortest is the byte to go on with from each state, on a shortest way to the
// end, and the states that have one by the length of their way.
func (f *ResponseForm) shortest() (next []byte, order []State) {
	before := map[State][]State{} // states from which one byte leads here
	by := map[[2]State]byte{}
	seen := map[State]bool{f.Start(): true}
	for queue := []State{f.Start()}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for _, b := range textBytes {
			to := f.next(s, b)
			if to == dead {
				continue
			}
			if _, met := by[[2]State{s, to}]; !met {
				by[[2]State{s, to}] = b
				before[to] = append(before[to], s)
			}
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	end := pack(f.steps, placeEnd, 0)
	next, order = make([]byte, len(f.masks)), []State{end}
	found := map[State]bool{end: true}
	for i := 0; i < len(order); i++ {
		to := order[i]
		for _, s := range before[to] {
			if !found[s] {
				found[s] = true
				next[s] = by[[2]State{s, to}]
				order = append(order, s)
			}
		}
	}
	return next, order
}

// AllowedWithin implements Closing.
func (f *ResponseForm) AllowedWithin(s State, left int) Mask {
	all := f.Allowed(s)
	need := int(f.closing.tokens[s])
	if left > f.closing.most || need == 0 || left < need {
		return all
	}
	m := NewMask(f.vocabulary.size)
	for _, id := range f.ends {
		if all.Has(id) {
			m.Add(id)
		}
	}
	for _, id := range f.vocabulary.ids {
		if !all.Has(id) || m.Has(id) {
			continue
		}
		if n := int(f.closing.tokens[f.Next(s, id)]); n > 0 && n < left {
			m.Add(id)
		}
	}
	return m
}
