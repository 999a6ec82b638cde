package attention

import "segue/lm/kernel"

// Backward computes the gradient of Forward: from dout, the gradient of out, and
// what Forward read and wrote, it writes the rows of dqkv that belong to a
// segment (arXiv 2307.08691, algorithm 2: probabilities are recomputed from
// lse). Keys and values of a prefix gather the gradients of all segments that
// continue it, in the order of the segments, whatever the number of workers.
func Backward(k *kernel.Set, w *kernel.Workers, dqkv, dout, out, lse, qkv []float32, segments []Segment, s Shape, scratch *Scratch) {
	scratch.prepare(segments, s)
	task := &scratch.backward
	*task = backwardTask{
		scratch: scratch, kernels: k, shape: s, tokens: len(qkv) / s.Width(),
		dqkv: dqkv, dout: dout, out: out, lse: lse, qkv: qkv,
	}
	w.Run(len(scratch.trees)*s.KeyValueHeads, task)
	*task = backwardTask{}
}

// backwardTask computes one key-value head of one tree of segments in each
// part: no two parts write the same gradients.
type backwardTask struct {
	scratch                   *Scratch
	kernels                   *kernel.Set
	shape                     Shape
	tokens                    int
	dqkv, dout, out, lse, qkv []float32
}

func (b *backwardTask) Do(part int) {
	t := <-b.scratch.free
	defer func() { b.scratch.free <- t }()
	s := b.shape
	tree := b.scratch.trees[part/s.KeyValueHeads]
	head := part % s.KeyValueHeads
	for i, segment := range b.scratch.segments {
		if b.scratch.roots[i] == tree {
			for token := segment.From; token < segment.To; token++ {
				row := b.dqkv[token*s.Width():]
				clear(row[s.keyColumn(head):][:s.HeadDim])
				clear(row[s.valueColumn(head):][:s.HeadDim])
			}
		}
	}
	for _, q := range b.scratch.queries {
		if b.scratch.roots[q.segment] == tree {
			b.queries(t, q, head)
		}
	}
}

// queries adds what one tile of queries contributes to the gradients of the
// keys and values that it sees, and writes the gradients of the queries.
func (b *backwardTask) queries(t *tile, q span, head int) {
	s := b.shape
	rows := (q.to - q.from) * s.group()
	b.load(t, q, head, rows)
	first := true
	for keys := range b.scratch.keys(q) {
		t.look(q, keys)
		b.keys(t, rows, head, keys, first)
		first = false
	}
	t.scatter(b.dqkv, t.dq, s.Width(), s.queryColumn(head), q.from, q.to)
}

// load gathers the queries, the gradients of their results, their log-sum-exp
// and the sums of do∘o.
func (b *backwardTask) load(t *tile, q span, head, rows int) {
	s, d := b.shape, b.shape.HeadDim
	t.gather(t.o, b.dout, s.OutputWidth(), s.queryColumn(head), q.from, q.to)
	t.gather(t.q, b.out, s.OutputWidth(), s.queryColumn(head), q.from, q.to)
	for r := range rows {
		h := head*s.group() + r%s.group()
		t.max[r] = b.lse[h*b.tokens+q.from+r/s.group()]
		t.sum[r] = b.kernels.Dot(t.o[r*d:(r+1)*d], t.q[r*d:(r+1)*d])
	}
	t.gather(t.q, b.qkv, s.Width(), s.queryColumn(head), q.from, q.to)
}

// keys does one tile of keys: with P the probabilities and dP = dO·Vᵀ,
// dS = P∘(dP - rowsum(dO∘O)), it adds Pᵀ·dO to dV, scale·dSᵀ·Q to dK and
// scale·dS·K to dQ.
func (b *backwardTask) keys(t *tile, rows, head int, keys span, first bool) {
	k, s := b.kernels, b.shape
	width, group := keys.to-keys.from, s.group()
	q, do, dq := t.vectors(t.q, 0, rows), t.vectors(t.o, 0, rows), t.vectors(t.dq, 0, rows)
	key := fused(b.qkv, s, s.keyColumn(head), keys)
	value := fused(b.qkv, s, s.valueColumn(head), keys)
	p, ds := kernel.NewMatrix(rows, width, t.s), kernel.NewMatrix(rows, width, t.ds)

	k.Multiply(nil, p, q, key.T(), s.scale(), false)
	k.Multiply(nil, ds, do, value.T(), 1, false)
	for r := range rows {
		seen := t.seen[r/group]
		row, drow := t.s[r*width:(r+1)*width], t.ds[r*width:(r+1)*width]
		k.ExpSum(row[:seen], row[:seen], t.max[r])
		k.SoftmaxGradient(drow[:seen], row[:seen], drow[:seen], -t.sum[r], 1)
		clear(row[seen:])
		clear(drow[seen:])
	}
	k.Multiply(nil, fused(b.dqkv, s, s.valueColumn(head), keys), p.T(), do, 1, true)
	k.Multiply(nil, fused(b.dqkv, s, s.keyColumn(head), keys), ds.T(), q, s.scale(), true)
	k.Multiply(nil, dq, ds, key, s.scale(), !first)
}
