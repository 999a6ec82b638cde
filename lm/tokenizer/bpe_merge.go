package tokenizer

import "math"

// longestScan is the number of symbols up to which looking at every pair is
// quicker than keeping a queue of them.
const longestScan = 48

// mergeScratch is the working space of one encoding goroutine.
type mergeScratch struct {
	ids   []int32 // symbols of the word
	ranks []merge // ranks[i] is the merge of symbols i and i+1

	next, previous []int32 // the symbols of a long word as a list
	heap           []candidate
}

// candidate is a merge that was possible when it was put on the heap.
type candidate struct {
	merge
	at int32 // place of the left symbol
}

// shrink lets go of space that an unusually long word took.
func (s *mergeScratch) shrink() {
	if cap(s.ids) > 1<<16 {
		*s = mergeScratch{}
	}
}

// none is later than every merge.
var none = merge{rank: math.MaxInt32}

func lookup(pairs *pairTable, left, right int32) merge {
	if m, ok := pairs.get(left, right); ok {
		return m
	}
	return none
}

// scan merges the symbols in ids, looking each time for the earliest merge, the
// leftmost of equals.
func (s *mergeScratch) scan(pairs *pairTable) []int32 {
	ids, ranks := s.ids, s.ranks[:0]
	for i := 1; i < len(ids); i++ {
		ranks = append(ranks, lookup(pairs, ids[i-1], ids[i]))
	}
	s.ranks = ranks
	for len(ranks) > 0 {
		best := 0
		for i := 1; i < len(ranks); i++ {
			if ranks[i].rank < ranks[best].rank {
				best = i
			}
		}
		if ranks[best] == none {
			break
		}
		ids[best] = ranks[best].id
		ids = append(ids[:best+1], ids[best+2:]...)
		ranks = append(ranks[:best], ranks[best+1:]...)
		if best < len(ranks) {
			ranks[best] = lookup(pairs, ids[best], ids[best+1])
		}
		if best > 0 {
			ranks[best-1] = lookup(pairs, ids[best-1], ids[best])
		}
	}
	return ids
}

// queue does the same for long words with a heap of candidates, in time
// n·log n. A candidate is stale if its pair has become another one.
func (s *mergeScratch) queue(pairs *pairTable) []int32 {
	ids, n := s.ids, len(s.ids)
	s.next, s.previous, s.heap = grow(s.next, n), grow(s.previous, n), s.heap[:0]
	for i := range n {
		s.next[i], s.previous[i] = int32(i+1), int32(i-1)
		if i+1 < n {
			s.push(lookup(pairs, ids[i], ids[i+1]), int32(i))
		}
	}
	for len(s.heap) > 0 {
		c := s.pop()
		right := s.next[c.at]
		if ids[c.at] < 0 || int(right) >= n || lookup(pairs, ids[c.at], ids[right]) != c.merge {
			continue
		}
		ids[c.at], ids[right] = c.id, -1
		after := s.next[right]
		s.next[c.at] = after
		if int(after) < n {
			s.previous[after] = c.at
			s.push(lookup(pairs, c.id, ids[after]), c.at)
		}
		if before := s.previous[c.at]; before >= 0 {
			s.push(lookup(pairs, ids[before], c.id), before)
		}
	}
	left := ids[:0]
	for i := int32(0); int(i) < n; i = s.next[i] {
		left = append(left, ids[i])
	}
	return left
}

func grow(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	return s[:n]
}

func (c candidate) before(d candidate) bool {
	return c.rank < d.rank || c.rank == d.rank && c.at < d.at
}

func (s *mergeScratch) push(m merge, at int32) {
	if m == none {
		return
	}
	s.heap = append(s.heap, candidate{m, at})
	h := s.heap
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h[i].before(h[parent]) {
			break
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

func (s *mergeScratch) pop() candidate {
	h := s.heap
	top, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && h[child+1].before(h[child]) {
			child++
		}
		if !h[child].before(h[i]) {
			break
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
	s.heap = h
	return top
}
