package decoder

// rotaryRows turns the query and key heads of rows by their positions; sign -1
// turns gradients back.
type rotaryRows struct {
	p    *pass
	qkv  []float32
	sign float32
}

func (o *rotaryRows) DoRows(_, from, to int) {
	if from == to {
		return
	}
	d := o.p.decoder
	c := &d.config
	stride := c.QueryWidth() + 2*c.KeyValueWidth()
	d.kernel.Rotary(o.qkv[from*stride:to*stride], c.Heads+c.KeyValueHeads, c.HeadDim, stride, d.cos, d.sin, o.p.positions[from:to], o.sign)
}

// headNormRows normalises each head's queries and keys (Qwen3), keeping what
// they were.
type headNormRows struct {
	p     *pass
	layer int
}

func (o *headNormRows) DoRows(_, from, to int) {
	c, k := &o.p.decoder.config, o.p.decoder.kernel
	a, b, eps := &o.p.saved[o.layer], &o.p.blocks[o.layer], float32(c.NormEpsilon)
	q, width, heads := c.QueryWidth(), c.QueryWidth()+c.KeyValueWidth(), c.Heads+c.KeyValueHeads
	stride := width + c.KeyValueWidth()
	for r := from; r < to; r++ {
		y, x, inverse := a.qkv[r*stride:r*stride+width], a.unnormed[r*width:(r+1)*width], a.headInverse[r*heads:(r+1)*heads]
		copy(x, y)
		k.RMSNorm(y[:q], inverse[:c.Heads], x[:q], b.QueryNorm, c.HeadDim, eps)
		k.RMSNorm(y[q:], inverse[c.Heads:], x[q:], b.KeyNorm, c.HeadDim, eps)
	}
}

// headNormBlocks is the backward of headNormRows over blocks of rows: it
// replaces the gradient of the normalised heads by that of the raw ones.
type headNormBlocks struct {
	p       *pass
	layer   int
	dqkv    []float32
	partial []float32 // [blocks × 2 HeadDim], of the query and the key norm; nil when frozen
	scratch []float32 // [blocks × QueryWidth+KeyValueWidth]
}

func (o *headNormBlocks) DoRows(_, from, to int) {
	c, k := &o.p.decoder.config, o.p.decoder.kernel
	a, b, n := &o.p.saved[o.layer], &o.p.blocks[o.layer], c.HeadDim
	q, width, heads := c.QueryWidth(), c.QueryWidth()+c.KeyValueWidth(), c.Heads+c.KeyValueHeads
	stride := width + c.KeyValueWidth()
	for block := from; block < to; block++ {
		dx := o.scratch[block*width : (block+1)*width]
		var dquery, dkey []float32
		if o.partial != nil {
			sums := o.partial[block*2*n : (block+1)*2*n]
			clear(sums)
			dquery, dkey = sums[:n], sums[n:]
		}
		for r := block * blockRows; r < min((block+1)*blockRows, len(o.p.tokens)); r++ {
			dy, x, inverse := o.dqkv[r*stride:r*stride+width], a.unnormed[r*width:(r+1)*width], a.headInverse[r*heads:(r+1)*heads]
			clear(dx)
			k.RMSNormBackward(dx[:q], dquery, dy[:q], x[:q], b.QueryNorm, inverse[:c.Heads], n)
			k.RMSNormBackward(dx[q:], dkey, dy[q:], x[q:], b.KeyNorm, inverse[c.Heads:], n)
			copy(dy, dx)
		}
	}
}

// headsBackward runs headNormBlocks and adds up the blocks' sums.
func (p *pass) headsBackward(layer int) {
	o, b, blocks := &p.operations, &p.blocks[layer], blocksOf(len(p.tokens))
	o.headsBack = headNormBlocks{p, layer, p.scratch.dqkv, nil, p.scratch.heads}
	if b.gradient.QueryNorm != nil {
		o.headsBack.partial = p.scratch.partial
	}
	o.splitter.Run(p.workers, blocks, 0, &o.headsBack)
	if b.gradient.QueryNorm == nil {
		return
	}
	n, k := p.decoder.config.HeadDim, p.decoder.kernel
	for block := range blocks {
		sums := p.scratch.partial[block*2*n : (block+1)*2*n]
		k.Add(b.gradient.QueryNorm, b.gradient.QueryNorm, sums[:n])
		k.Add(b.gradient.KeyNorm, b.gradient.KeyNorm, sums[n:])
	}
}

// gateRows is SwiGLU over rows that hold gate and up side by side.
type gateRows struct {
	p              *pass
	active, gateUp []float32
}

func (o *gateRows) DoRows(_, from, to int) {
	f := o.p.decoder.config.Intermediate
	for r := from; r < to; r++ {
		pair := o.gateUp[r*2*f : (r+1)*2*f]
		o.p.decoder.kernel.SwiGLU(o.active[r*f:(r+1)*f], pair[:f], pair[f:])
	}
}

type gateBackwardRows struct {
	p                        *pass
	dgateUp, dactive, gateUp []float32
}

func (o *gateBackwardRows) DoRows(_, from, to int) {
	f := o.p.decoder.config.Intermediate
	for r := from; r < to; r++ {
		pair, d := o.gateUp[r*2*f:(r+1)*2*f], o.dgateUp[r*2*f:(r+1)*2*f]
		o.p.decoder.kernel.SwiGLUBackward(d[:f], d[f:], o.dactive[r*f:(r+1)*f], pair[:f], pair[f:])
	}
}
