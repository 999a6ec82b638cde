package attention

import (
	"slices"

	"segue/lm/kernel"
)

// branch is what one part of the backward computes of a tree of segments: the
// queries of the root, or those of some of the segments that continue it and of
// all that continues these. Branches of one tree share only the root's keys and
// values; the later ones gather the gradients of these apart, from partial on.
type branch struct{ root, partial int }

// lanes is the number of branches that continue a root, at most: it bounds the
// memory of their partial gradients, whatever the number of segments.
const lanes = 4

// branches divides segments into branches, in a way that depends on the
// segments alone.
type branches struct {
	list    []branch
	of      []int     // for each segment its branch
	roots   []root    // for each segment, used for those without prefix
	partial []float32 // for each branch with a partial: [KeyValueHeads × root's tokens × 2*HeadDim]
}

// root is a segment without prefix: how many continue it, and their branches.
type root struct {
	children int
	branch   [lanes]int
}

// divide finds the branch of every segment and makes room for the partials.
func (b *branches) divide(segments []Segment, s Shape) {
	b.list, b.of, b.roots = b.list[:0], b.of[:0], b.roots[:0]
	size := 0
	for i, segment := range segments {
		b.roots = append(b.roots, root{})
		own := len(b.list)
		switch p := segment.Prefix; {
		case p < 0:
			b.list = append(b.list, branch{i, -1})
		case segments[p].Prefix >= 0:
			own = b.of[p]
		default:
			r := &b.roots[p]
			lane := &r.branch[r.children%lanes]
			if r.children < lanes {
				*lane = own
				b.list = append(b.list, branch{p, size})
				size += (segments[p].To - segments[p].From) * 2 * s.HeadDim * s.KeyValueHeads
			}
			r.children++
			own = *lane
		}
		b.of = append(b.of, own)
	}
	b.partial = slices.Grow(b.partial[:0], size)[:size]
}

// gathered views what branch i has gathered of the gradients of the keys and
// values of its root, for one head: rows of 2*HeadDim.
func (b *branches) gathered(i int, segments []Segment, s Shape, head int) kernel.Matrix {
	tokens := segments[b.list[i].root].To - segments[b.list[i].root].From
	size := tokens * 2 * s.HeadDim
	return kernel.NewMatrix(tokens, 2*s.HeadDim, b.partial[b.list[i].partial+head*size:][:size])
}

// mergeTask adds what the branches have gathered to the gradients of the roots,
// in the order of the branches, one key-value head in each part.
type mergeTask struct{ *backwardTask }

func (m *mergeTask) Do(head int) {
	s, branches := m.shape, &m.scratch.branches
	for i, b := range branches.list {
		if b.partial < 0 {
			continue
		}
		from := m.scratch.segments[b.root].From
		gathered := branches.gathered(i, m.scratch.segments, s, head)
		for t := range gathered.Rows {
			row, more := m.dqkv[(from+t)*s.Width():], gathered.Data[t*gathered.RowStride:]
			dk, dv := row[s.keyColumn(head):][:s.HeadDim], row[s.valueColumn(head):][:s.HeadDim]
			m.kernels.Add(dk, dk, more[:s.HeadDim])
			m.kernels.Add(dv, dv, more[s.HeadDim:][:s.HeadDim])
		}
	}
}
