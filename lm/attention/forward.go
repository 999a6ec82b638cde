package attention

import (
	"math"

	"segue/lm/kernel"
)

// Forward computes the attention of packed segments in the blocked form of
// FlashAttention (arXiv 2205.14135, 2307.08691). The rows of qkv are fused
// vectors after rotary: [tokens × s.Width()]. It writes out
// [tokens × s.OutputWidth()] and the log-sum-exp of every row of scores, lse
// [s.Heads × tokens], which Backward needs. Segments must pass Validate; rows of
// tokens in no segment are left alone. It panics when a slice is too short.
func Forward(k *kernel.Set, w *kernel.Workers, out, lse, qkv []float32, segments []Segment, s Shape, scratch *Scratch) {
	scratch.fit(w.Count(), s)
	scratch.prepare(segments, s)
	tokens := len(qkv) / s.Width()
	task := &scratch.forward
	*task = forwardTask{scratch: scratch, kernels: k, shape: s, tokens: tokens, out: out, lse: lse, qkv: qkv}
	w.Run(len(scratch.queries)*s.KeyValueHeads, task)
	*task = forwardTask{}
}

// forwardTask computes one tile of queries of one key-value head in each part.
type forwardTask struct {
	scratch       *Scratch
	kernels       *kernel.Set
	shape         Shape
	tokens        int
	out, lse, qkv []float32
}

func (f *forwardTask) Do(part int) {
	t := <-f.scratch.free
	defer func() { f.scratch.free <- t }()
	k, s := f.kernels, f.shape
	queries := f.scratch.queries
	q := queries[len(queries)-1-part/s.KeyValueHeads] // the last of a segment see most, and go first
	head := part % s.KeyValueHeads
	rows := (q.to - q.from) * s.group()

	t.gather(t.q, f.qkv, s.Width(), s.queryColumn(head), q.from, q.to)
	t.begin(0, rows)
	first := true
	for tile := range f.scratch.keys(q) {
		width := tile.to - tile.from
		t.look(q, tile)
		scores := kernel.NewMatrix(rows, width, t.s)
		keys := fused(f.qkv, s, s.keyColumn(head), tile)
		k.Multiply(nil, scores, t.vectors(t.q, 0, rows), keys.T(), s.scale(), false)
		t.soften(k, 0, rows, width, first)
		values := fused(f.qkv, s, s.valueColumn(head), tile)
		k.Multiply(nil, t.vectors(t.o, 0, rows), scores, values, 1, !first)
		first = false
	}
	t.finish(k, 0, rows)
	t.scatter(f.out, t.o, s.OutputWidth(), s.queryColumn(head), q.from, q.to)
	for r := range rows {
		h := head*s.group() + r%s.group()
		f.lse[h*f.tokens+q.from+r/s.group()] = t.max[r] + float32(math.Log(float64(t.sum[r])))
	}
}

// keys yields the tiles of keys that a tile of queries sees: those of its own
// segment up to its last token, then those of the prefixes. Every query sees at
// least the first key of each.
func (s *Scratch) keys(q span) func(yield func(span) bool) {
	return func(yield func(span) bool) {
		end := q.to
		for i := q.segment; i >= 0; {
			for from := s.segments[i].From; from < end; from += keyTile {
				if !yield(span{i, from, min(from+keyTile, end)}) {
					return
				}
			}
			if i = s.segments[i].Prefix; i >= 0 {
				end = s.segments[i].To
			}
		}
	}
}

// look notes how many keys of a tile each query sees.
func (t *tile) look(q, keys span) {
	width := keys.to - keys.from
	for i := range q.to - q.from {
		seen := width
		if keys.segment == q.segment {
			seen = min(width, q.from+i+1-keys.from)
		}
		t.see(i, seen)
	}
}

// fused views one head's vectors of a run of tokens in fused rows.
func fused(x []float32, s Shape, column int, tokens span) kernel.Matrix {
	return kernel.Matrix{
		Data: x[tokens.from*s.Width()+column:],
		Rows: tokens.to - tokens.from, Cols: s.HeadDim,
		RowStride: s.Width(), ColStride: 1,
	}
}
