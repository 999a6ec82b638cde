package generation

import (
	"segue/lm/attention"
	"segue/lm/kernel"
)

// forward computes the hidden rows of one step and logits of some of them. Its
// buffers are made once; a row's bits depend on its own sequence alone.
type forward struct {
	weights  *Weights
	workers  *kernel.Workers
	cache    *attention.Cache
	scratch  *attention.Scratch
	shape    attention.Shape
	cos, sin []float32

	tokens    []int32 // of the step, at most as many as rows
	positions []int32
	queries   []attention.Query

	x, normed, inverse, qkv, attended, gateUp, active []float32
	heads                                             []float32 // inverses of the QK norms
	product                                           []float32 // of a quantised matrix, before it is added
	chosen                                            []float32 // hidden rows whose logits are asked for
	logits                                            []float32

	splitter kernel.RowSplitter
	embed    embedRows
	norm     normRows
	turn     turnRows
	gate     gateRows
}

// newForward makes buffers for so many rows and rows of logits, and tables for
// so many positions.
func newForward(weights *Weights, workers *kernel.Workers, cache *attention.Cache, rows, logits, positions int) *forward {
	c := weights.config
	floats := func(width int) []float32 { return make([]float32, rows*width) }
	shape := shapeOf(weights)
	f := &forward{
		weights: weights, workers: workers, cache: cache, shape: shape, scratch: attention.NewScratch(workers.Count(), shape),
		tokens: make([]int32, 0, rows), positions: make([]int32, 0, rows), queries: make([]attention.Query, 0, rows),
		x: floats(c.Hidden), normed: floats(c.Hidden), inverse: floats(1), qkv: floats(shape.Width()),
		attended: floats(shape.OutputWidth()), gateUp: floats(2 * c.Intermediate), active: floats(c.Intermediate),
		heads: floats(c.Heads), product: floats(c.Hidden),
		chosen: make([]float32, logits*c.Hidden), logits: make([]float32, logits*c.Vocabulary),
	}
	f.cos, f.sin = c.RotaryTables(positions)
	f.embed.forward, f.norm.forward, f.turn.forward, f.gate.forward = f, f, f, f
	return f
}

func shapeOf(w *Weights) attention.Shape {
	c := &w.config
	return attention.Shape{Heads: c.Heads, KeyValueHeads: c.KeyValueHeads, HeadDim: c.HeadDim}
}

// begin forgets the rows of the step before.
func (f *forward) begin() {
	f.tokens, f.positions, f.queries = f.tokens[:0], f.positions[:0], f.queries[:0]
}

// add asks for the rows of further tokens of a sequence, which has been
// extended by them. It returns the last one's row.
func (f *forward) add(s *attention.Sequence, tokens []int32) (row int) {
	from := s.Len() - len(tokens)
	for i, id := range tokens {
		f.tokens = append(f.tokens, id)
		f.positions = append(f.positions, int32(from+i))
	}
	f.queries = append(f.queries, attention.Query{Sequence: s, Rows: len(tokens)})
	return len(f.tokens) - 1
}

// run computes the residual stream of all rows through all layers.
func (f *forward) run() {
	c, k, rows := &f.weights.config, f.weights.kernel, len(f.tokens)
	matrix := func(data []float32, width int) kernel.Matrix { return kernel.NewMatrix(rows, width, data) }
	x, normed := matrix(f.x, c.Hidden), matrix(f.normed, c.Hidden)
	f.each(rows, &f.embed)
	for i := range f.weights.layers {
		l := &f.weights.layers[i]
		f.normalise(f.normed, f.x, l.attentionNorm, rows)
		l.queryKeyValue.multiply(k, f.workers, matrix(f.qkv, f.shape.Width()), normed, false, nil)
		f.turn.layer = l
		f.each(rows, &f.turn)
		attention.Decode(k, f.workers, f.attended[:rows*f.shape.OutputWidth()], f.qkv[:rows*f.shape.Width()], f.queries, f.cache, i, f.scratch)
		l.output.multiply(k, f.workers, x, matrix(f.attended, f.shape.OutputWidth()), true, f.product)
		f.normalise(f.normed, f.x, l.feedNorm, rows)
		l.gateUp.multiply(k, f.workers, matrix(f.gateUp, 2*c.Intermediate), normed, false, nil)
		f.each(rows, &f.gate)
		l.down.multiply(k, f.workers, x, matrix(f.active, c.Intermediate), true, f.product)
	}
}

// predict computes the logits of some rows; they stay until the next call.
func (f *forward) predict(rows []int) {
	c := &f.weights.config
	d := c.Hidden
	for i, row := range rows {
		copy(f.chosen[i*d:(i+1)*d], f.x[row*d:(row+1)*d])
	}
	f.normalise(f.chosen, f.chosen, f.weights.norm, len(rows))
	f.weights.head.multiply(f.weights.kernel, f.workers, kernel.NewMatrix(len(rows), c.Vocabulary, f.logits), kernel.NewMatrix(len(rows), d, f.chosen), false, nil)
}

// row returns the logits of the i-th row of the last predict.
func (f *forward) row(i int) []float32 {
	v := f.weights.config.Vocabulary
	return f.logits[i*v : (i+1)*v]
}
