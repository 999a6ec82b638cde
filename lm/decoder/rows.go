package decoder

import "segue/lm/kernel"

// blockRows is the number of rows whose contributions to a vector's gradient
// are summed before the blocks are, whatever the threads.
const blockRows = 256

func blocksOf(rows int) int { return (rows + blockRows - 1) / blockRows }

// operations are the row-wise parts of a layer, kept here so that handing one
// to the workers allocates nothing.
type operations struct {
	splitter     kernel.RowSplitter
	norm         normRows
	normBackward normBackwardBlocks
	bias         biasRows
	biasBackward biasColumns
	rotary       rotaryRows
	heads        headNormRows
	headsBack    headNormBlocks
	gate         gateRows
	gateBackward gateBackwardRows
	embed        embedRows
	embedBack    embedColumns
}

// normRows is RMSNorm.
type normRows struct {
	p                       *pass
	dst, inverse, x, weight []float32
}

func (o *normRows) DoRows(_, from, to int) {
	c := &o.p.decoder.config
	d := c.Hidden
	o.p.decoder.kernel.RMSNorm(o.dst[from*d:to*d], o.inverse[from:to], o.x[from*d:to*d], o.weight, d, float32(c.NormEpsilon))
}

func (p *pass) normalise(dst, inverse, x, weight []float32) {
	p.operations.norm = normRows{p, dst, inverse, x, weight}
	p.operations.splitter.Run(p.workers, len(p.tokens), 0, &p.operations.norm)
}

// normBackwardBlocks is RMSNorm's backward over blocks of rows, each with its
// own sum for the weight.
type normBackwardBlocks struct {
	p                          *pass
	dx, dy, x, weight, inverse []float32
	partial                    []float32 // nil when the weight is frozen
}

func (o *normBackwardBlocks) DoRows(_, from, to int) {
	d := o.p.decoder.config.Hidden
	for b := from; b < to; b++ {
		lo, hi := b*blockRows, min((b+1)*blockRows, len(o.p.tokens))
		var dweight []float32
		if o.partial != nil {
			dweight = o.partial[b*d : (b+1)*d]
			clear(dweight)
		}
		o.p.decoder.kernel.RMSNormBackward(o.dx[lo*d:hi*d], dweight, o.dy[lo*d:hi*d], o.x[lo*d:hi*d], o.weight, o.inverse[lo:hi], d)
	}
}

// normaliseBackward adds to dx and, unless it is nil, to dweight.
func (p *pass) normaliseBackward(dx, dweight, dy, x, weight, inverse []float32) {
	o, blocks := &p.operations, blocksOf(len(p.tokens))
	o.normBackward = normBackwardBlocks{p, dx, dy, x, weight, inverse, nil}
	if dweight != nil {
		o.normBackward.partial = p.scratch.partial
	}
	o.splitter.Run(p.workers, blocks, 0, &o.normBackward)
	if dweight != nil {
		for b := range blocks {
			p.decoder.kernel.Add(dweight, dweight, p.scratch.partial[b*len(dweight):(b+1)*len(dweight)])
		}
	}
}

// biasRows adds a bias to each row.
type biasRows struct {
	p       *pass
	y, bias []float32
}

func (o *biasRows) DoRows(_, from, to int) {
	n := len(o.bias)
	for r := from; r < to; r++ {
		y := o.y[r*n : (r+1)*n]
		o.p.decoder.kernel.Add(y, y, o.bias)
	}
}

// biasColumns adds the sums of columns [from, to) of dy to the gradient.
type biasColumns struct {
	p         *pass
	dbias, dy []float32
}

func (o *biasColumns) DoRows(_, from, to int) {
	n := len(o.dbias)
	for r := range o.p.tokens {
		o.p.decoder.kernel.Add(o.dbias[from:to], o.dbias[from:to], o.dy[r*n+from:r*n+to])
	}
}

// embedRows looks embeddings up.
type embedRows struct{ p *pass }

func (o *embedRows) DoRows(_, from, to int) {
	d, table := o.p.decoder.config.Hidden, o.p.decoder.weights.Embedding
	for r := from; r < to; r++ {
		id := int(o.p.tokens[r])
		dst := o.p.saved[0].input[r*d : (r+1)*d]
		if table.Data != nil {
			copy(dst, table.Data[id*d:(id+1)*d])
		} else {
			o.p.decoder.kernel.FromBFloat16(dst, table.Half[id*d:(id+1)*d])
		}
	}
}

// embedColumns adds columns [from, to) of every row's gradient to those of its
// token.
type embedColumns struct{ p *pass }

func (o *embedColumns) DoRows(_, from, to int) {
	d, g, dx := o.p.decoder.config.Hidden, o.p.embedding.Data, o.p.scratch.dx
	for r, id := range o.p.tokens {
		row := g[int(id)*d+from : int(id)*d+to]
		o.p.decoder.kernel.Add(row, row, dx[r*d+from:r*d+to])
	}
}
