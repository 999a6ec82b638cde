package attention

import "segue/lm/kernel"

// Backward computes the gradient of Forward: from dout, the gradient of out, and
// what Forward read and wrote, it writes the rows of dqkv that belong to a
// segment (arXiv 2307.08691, algorithm 2: probabilities are recomputed from
// lse). Keys and values of a prefix gather the gradients of all segments that
// continue it, in an order that depends on the segments alone.
func Backward(k *kernel.Set, w *kernel.Workers, dqkv, dout, out, lse, qkv []float32, segments []Segment, s Shape, scratch *Scratch) {
	scratch.fit(w.Count(), s)
	scratch.prepare(segments, s)
	task := &scratch.backward
	*task = backwardTask{
		scratch: scratch, kernels: k, shape: s, tokens: len(qkv) / s.Width(),
		dqkv: dqkv, dout: dout, out: out, lse: lse, qkv: qkv,
	}
	scratch.branches.divide(segments, s)
	w.Run(len(scratch.branches.list)*s.KeyValueHeads, task)
	if len(scratch.branches.partial) > 0 {
		scratch.merge.backwardTask = task
		w.Run(s.KeyValueHeads, &scratch.merge)
		scratch.merge.backwardTask = nil
	}
	*task = backwardTask{}
}

// backwardTask computes one key-value head of one branch of segments in each
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
	head := part % s.KeyValueHeads
	branches, own := &b.scratch.branches, part/s.KeyValueHeads
	for i, segment := range b.scratch.segments {
		if branches.of[i] == own {
			for token := segment.From; token < segment.To; token++ {
				row := b.dqkv[token*s.Width():]
				clear(row[s.keyColumn(head):][:s.HeadDim])
				clear(row[s.valueColumn(head):][:s.HeadDim])
			}
		}
	}
	if branches.list[own].partial >= 0 {
		clear(branches.gathered(own, b.scratch.segments, s, head).Data)
	}
	for _, q := range b.scratch.queries {
		if branches.of[q.segment] == own {
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
		dk, dv := b.gradients(b.scratch.branches.of[q.segment], keys, head)
		b.keys(t, rows, head, keys, dk, dv, first)
		first = false
	}
	t.scatter(b.dqkv, t.dq, s.Width(), s.queryColumn(head), q.from, q.to)
}

// gradients views where a branch gathers the gradients of keys and values.
func (b *backwardTask) gradients(own int, keys span, head int) (dk, dv kernel.Matrix) {
	s, branches := b.shape, &b.scratch.branches
	if branches.of[keys.segment] == own {
		return fused(b.dqkv, s, s.keyColumn(head), keys), fused(b.dqkv, s, s.valueColumn(head), keys)
	}
	from := b.scratch.segments[keys.segment].From
	rows := branches.gathered(own, b.scratch.segments, s, head).RowSlice(keys.from-from, keys.to-from)
	return rows.ColSlice(0, s.HeadDim), rows.ColSlice(s.HeadDim, 2*s.HeadDim)
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
// dS = P∘(dP - rowsum(dO∘O)), it adds Pᵀ·dO to dv, scale·dSᵀ·Q to dk and
// scale·dS·K to dQ, which the first tile sets.
func (b *backwardTask) keys(t *tile, rows, head int, keys span, dk, dv kernel.Matrix, first bool) {
	k, s := b.kernels, b.shape
	width := keys.to - keys.from
	q, do, dq := t.vectors(t.q, 0, rows), t.vectors(t.o, 0, rows), t.vectors(t.dq, 0, rows)
	key := fused(b.qkv, s, s.keyColumn(head), keys)
	value := fused(b.qkv, s, s.valueColumn(head), keys)
	p, ds := kernel.NewMatrix(rows, width, t.s), kernel.NewMatrix(rows, width, t.ds)

	k.Multiply(nil, p, q, key.T(), s.scale(), false)
	k.Multiply(nil, ds, do, value.T(), 1, false)
	k.SoftmaxRowsBackward(p.Data[:rows*width], ds.Data[:rows*width], width, t.seen[:rows], t.max[:rows], t.sum[:rows])
	k.Multiply(nil, dv, p.T(), do, 1, true)
	k.Multiply(nil, dk, ds.T(), q, s.scale(), true)
	k.Multiply(nil, dq, ds, key, s.scale(), !first)
}
