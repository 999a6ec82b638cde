package decoder

import (
	"segue/lm/attention"
	"segue/lm/kernel"
)

func (p *pass) matrix(data []float32, cols int) kernel.Matrix {
	return kernel.NewMatrix(len(p.tokens), cols, data)
}

func (p *pass) shape() attention.Shape {
	c := &p.decoder.config
	return attention.Shape{Heads: c.Heads, KeyValueHeads: c.KeyValueHeads, HeadDim: c.HeadDim}
}

// forward passes the shard's tokens up to the last hidden rows.
func (p *pass) forward() {
	c := &p.decoder.config
	o := &p.operations
	o.embed = embedRows{p}
	o.splitter.Run(p.workers, len(p.tokens), 0, &o.embed)
	for l := range p.blocks {
		a, b := &p.saved[l], &p.blocks[l]
		next := p.last
		if l+1 < len(p.blocks) {
			next = p.saved[l+1].input
		}
		p.project(l)
		attention.Forward(p.decoder.kernel, p.workers, a.context, a.lse, a.qkv, p.segments, p.shape(), &p.attention)
		p.feed(l)
		p.activate(l)
		copy(next, a.middle)
		b.down.forward(p, p.matrix(next, c.Hidden), p.matrix(p.scratch.active, c.Intermediate), p.projections(l), true)
	}
	p.normalise(p.hidden, p.lastInverse, p.last, p.decoder.weights.Norm)
}

// project forms the queries, keys and values of layer l from its input.
func (p *pass) project(l int) {
	c, o, a, b := &p.decoder.config, &p.operations, &p.saved[l], &p.blocks[l]
	p.normalise(p.scratch.normed, a.inverse, a.input, b.AttentionNorm)
	fused := c.QueryWidth() + 2*c.KeyValueWidth()
	b.queryKeyValue.forward(p, p.matrix(a.qkv, fused), p.matrix(p.scratch.normed, c.Hidden), p.projections(l), false)
	if b.Bias != nil {
		o.bias = biasRows{p, a.qkv, b.Bias}
		o.splitter.Run(p.workers, len(p.tokens), 0, &o.bias)
	}
	if b.QueryNorm != nil {
		o.heads = headNormRows{p, l}
		o.splitter.Run(p.workers, len(p.tokens), 0, &o.heads)
	}
	p.turn(a.qkv, 1)
}

// feed forms the residual stream after attention and the gate and up products
// of layer l from what attention gave.
func (p *pass) feed(l int) {
	c, a, b := &p.decoder.config, &p.saved[l], &p.blocks[l]
	copy(a.middle, a.input)
	b.out.forward(p, p.matrix(a.middle, c.Hidden), p.matrix(a.context, c.QueryWidth()), p.projections(l), true)
	p.normalise(p.scratch.normed, a.feedInverse, a.middle, b.FeedNorm)
	b.gateUp.forward(p, p.matrix(a.gateUp, 2*c.Intermediate), p.matrix(p.scratch.normed, c.Hidden), p.projections(l), false)
}

// activate forms what the down product of layer l reads.
func (p *pass) activate(l int) {
	o := &p.operations
	o.gate = gateRows{p, p.scratch.active, p.saved[l].gateUp}
	o.splitter.Run(p.workers, len(p.tokens), 0, &o.gate)
}

func (p *pass) turn(qkv []float32, sign float32) {
	o := &p.operations
	o.rotary = rotaryRows{p, qkv, sign}
	o.splitter.Run(p.workers, len(p.tokens), 0, &o.rotary)
}

func (p *pass) projections(l int) kernel.Matrix {
	return p.matrix(p.saved[l].projections, p.blocks[l].projections)
}
