package generation

import "segue/lm/kernel"

// fewRows is the number of rows below which sharing out costs more than it gains.
const fewRows = 8

func (f *forward) each(rows int, task kernel.RowTask) { f.splitter.Run(f.workers, rows, fewRows, task) }

// embedRows looks the tokens' vectors up.
type embedRows struct{ *forward }

func (f *embedRows) DoRows(_, from, to int) {
	d, table := f.weights.config.Hidden, f.weights.embedding.Data
	for r := from; r < to; r++ {
		id := int(f.tokens[r])
		copy(f.x[r*d:(r+1)*d], table[id*d:(id+1)*d])
	}
}

// normRows is RMSNorm.
type normRows struct {
	*forward
	dst, src, weight []float32
}

func (f *forward) normalise(dst, src, weight []float32, rows int) {
	f.norm.dst, f.norm.src, f.norm.weight = dst, src, weight
	f.each(rows, &f.norm)
}

func (n *normRows) DoRows(_, from, to int) {
	c := &n.weights.config
	d := c.Hidden
	n.weights.kernel.RMSNorm(n.dst[from*d:to*d], n.inverse[from:to], n.src[from*d:to*d], n.weight, d, float32(c.NormEpsilon))
}

// turnRows adds the biases, normalises queries and keys, and turns them by
// their positions.
type turnRows struct {
	*forward
	layer *layer
}

func (t *turnRows) DoRows(_, from, to int) {
	if from == to {
		return
	}
	c, k, l, width := &t.weights.config, t.weights.kernel, t.layer, t.shape.Width()
	rows := t.qkv[from*width : to*width]
	if l.bias != nil {
		k.AddRow(rows, l.bias)
	}
	if l.queryNorm != nil {
		t.normHeads(k, from, to)
	}
	k.Rotary(rows, c.Heads+c.KeyValueHeads, c.HeadDim, width, t.cos, t.sin, t.positions[from:to], 1)
}

func (t *turnRows) normHeads(k *kernel.Set, from, to int) {
	c, width, q := &t.weights.config, t.shape.Width(), t.weights.config.QueryWidth()
	for r := from; r < to; r++ {
		row, inverse := t.qkv[r*width:(r+1)*width], t.heads[r*c.Heads:(r+1)*c.Heads]
		queries, keys := row[:q], row[q:q+c.KeyValueWidth()]
		k.RMSNorm(queries, inverse, queries, t.layer.queryNorm, c.HeadDim, float32(c.NormEpsilon))
		k.RMSNorm(keys, inverse[:c.KeyValueHeads], keys, t.layer.keyNorm, c.HeadDim, float32(c.NormEpsilon))
	}
}

// gateRows is SwiGLU over rows that hold gate and up side by side.
type gateRows struct{ *forward }

func (g *gateRows) DoRows(_, from, to int) {
	f := g.weights.config.Intermediate
	for r := from; r < to; r++ {
		pair := g.gateUp[r*2*f : (r+1)*2*f]
		g.weights.kernel.SwiGLU(g.active[r*f:(r+1)*f], pair[:f], pair[f:])
	}
}
