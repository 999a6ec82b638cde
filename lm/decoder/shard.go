package decoder

import (
	"slices"

	"segue/lm/attention"
)

// shares says which shard each tree of segments goes to; its slices are kept
// between passes.
type shares struct {
	root, local []int32 // of each segment: its tree, its index within its shard
	size        []int   // of each tree, in tokens; by root
	order       []int32 // roots, the largest first
	shard       []int32 // by root
	load        []int
	row, owner  []int32 // of each row of the batch: its row within its shard, and which
}

// distribute hands the batch's trees of segments to the shards: the largest
// tree first, each to the shard with the fewest tokens yet.
func (d *Decoder) distribute() {
	s, segments := &d.shares, d.batch.Segments
	n := len(segments)
	s.root, s.local, s.shard, s.size = resize(s.root, n), resize(s.local, n), resize(s.shard, n), resize(s.size, n)
	s.order, s.load = s.order[:0], resize(s.load, len(d.shards))
	clear(s.size)
	clear(s.load)
	for i, g := range segments {
		s.root[i] = int32(i)
		if g.Prefix >= 0 {
			s.root[i] = s.root[g.Prefix]
		} else {
			s.order = append(s.order, int32(i))
		}
		s.size[s.root[i]] += g.To - g.From
	}
	slices.SortFunc(s.order, func(a, b int32) int {
		if s.size[a] != s.size[b] {
			return s.size[b] - s.size[a]
		}
		return int(a - b)
	})
	for _, root := range s.order {
		least := 0
		for k, load := range s.load {
			if load < s.load[least] {
				least = k
			}
		}
		s.shard[root] = int32(least)
		s.load[least] += s.size[root]
	}
	d.deal()
}

// deal fills the shards with their segments, rows and targets.
func (d *Decoder) deal() {
	s := &d.shares
	for _, p := range d.shards {
		p.tokens, p.origin, p.segments = p.tokens[:0], p.origin[:0], p.segments[:0]
	}
	n := len(d.batch.Tokens)
	s.row, s.owner = resize(s.row, n), resize(s.owner, n)
	for i, g := range d.batch.Segments {
		shard := s.shard[s.root[i]]
		p, prefix := d.shards[shard], -1
		if g.Prefix >= 0 {
			prefix = int(s.local[g.Prefix])
		}
		s.local[i] = int32(len(p.segments))
		from := len(p.tokens)
		p.segments = append(p.segments, attention.Segment{From: from, To: from + g.To - g.From, Prefix: prefix})
		for t := g.From; t < g.To; t++ {
			s.row[t], s.owner[t] = int32(len(p.tokens)), shard
			p.tokens, p.origin = append(p.tokens, d.batch.Tokens[t]), append(p.origin, int32(t))
		}
	}
	for _, p := range d.shards {
		p.positions = resize(p.positions, len(p.tokens))
		attention.Positions(p.segments, p.positions)
		p.rows.count(len(p.tokens))
	}
	for _, t := range d.targets {
		d.shards[s.owner[t.Row]].rows.add(s.row[t.Row])
	}
	for _, p := range d.shards {
		p.rows.sum()
	}
	for i, t := range d.targets {
		d.shards[s.owner[t.Row]].rows.place(s.row[t.Row], t.Token, int32(i))
	}
}

// targetRows are the rows of a shard that targets ask for, each once, with
// their targets.
type targetRows struct {
	rows  []int32 // ascending
	first []int32 // [rows+1], where the row's targets begin in token and index
	token []int32 // [targets]
	index []int32 // [targets], place in the batch's targets
	state []rowState

	at []int32 // [T], targets of each row, then where its next one goes
}

func (t *targetRows) count(rows int) {
	t.at = resize(t.at, rows)
	clear(t.at)
}

func (t *targetRows) add(row int32) { t.at[row]++ }

// sum turns counts into places.
func (t *targetRows) sum() {
	t.rows, t.first = t.rows[:0], append(t.first[:0], 0)
	total := int32(0)
	for row, n := range t.at {
		t.at[row] = total
		if n > 0 {
			total += n
			t.rows, t.first = append(t.rows, int32(row)), append(t.first, total)
		}
	}
	t.token, t.index, t.state = resize(t.token, int(total)), resize(t.index, int(total)), resize(t.state, len(t.rows))
}

func (t *targetRows) place(row, token, index int32) {
	at := t.at[row]
	t.token[at], t.index[at] = token, index
	t.at[row]++
}
