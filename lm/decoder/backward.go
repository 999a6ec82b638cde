package decoder

import "segue/lm/attention"

// backward carries scratch.dx, the gradient of the last layer's output, down
// to the embeddings.
func (p *pass) backward() {
	for l := len(p.blocks) - 1; l >= 0; l-- {
		if p.decoder.options.Recompute && l+1 < len(p.blocks) {
			p.project(l)
			p.feed(l)
		}
		p.feedBackward(l)
		p.attentionBackward(l)
	}
	if p.embedding.Data != nil {
		o := &p.operations
		o.embedBack = embedColumns{p}
		o.splitter.Run(p.workers, p.decoder.config.Hidden, 0, &o.embedBack)
	}
}

// feedBackward turns scratch.dx from the gradient of layer l's output into that
// of its residual stream after attention.
func (p *pass) feedBackward(l int) {
	c, o, a, b, s := &p.decoder.config, &p.operations, &p.saved[l], &p.blocks[l], &p.scratch
	dx, dnormed := p.matrix(s.dx, c.Hidden), p.matrix(s.dnormed, c.Hidden)
	p.activate(l)
	b.down.backward(p, p.matrix(s.dactive, c.Intermediate), dx, p.matrix(s.active, c.Intermediate), p.projections(l), s.lowRank)
	o.gateBackward = gateBackwardRows{p, s.dgateUp, s.dactive, a.gateUp}
	o.splitter.Run(p.workers, len(p.tokens), 0, &o.gateBackward)
	p.normalise(s.normed, a.feedInverse, a.middle, b.FeedNorm)
	b.gateUp.backward(p, dnormed, p.matrix(s.dgateUp, 2*c.Intermediate), p.matrix(s.normed, c.Hidden), p.projections(l), s.lowRank)
	p.normaliseBackward(s.dx, b.gradient.FeedNorm, s.dnormed, a.middle, b.FeedNorm, a.feedInverse)
}

// attentionBackward turns scratch.dx on into the gradient of layer l's input.
func (p *pass) attentionBackward(l int) {
	c, o, a, b, s := &p.decoder.config, &p.operations, &p.saved[l], &p.blocks[l], &p.scratch
	fused := c.QueryWidth() + 2*c.KeyValueWidth()
	dx, dnormed := p.matrix(s.dx, c.Hidden), p.matrix(s.dnormed, c.Hidden)
	b.out.backward(p, p.matrix(s.dcontext, c.QueryWidth()), dx, p.matrix(a.context, c.QueryWidth()), p.projections(l), s.lowRank)
	attention.Backward(p.decoder.kernel, p.workers, s.dqkv, s.dcontext, a.context, a.lse, a.qkv, p.segments, p.shape(), &p.attention)
	p.turn(s.dqkv, -1)
	if b.QueryNorm != nil {
		p.headsBackward(l)
	}
	if b.gradient.Bias != nil {
		o.biasBackward = biasColumns{p, b.gradient.Bias, s.dqkv}
		o.splitter.Run(p.workers, fused, 0, &o.biasBackward)
	}
	p.normalise(s.normed, a.inverse, a.input, b.AttentionNorm)
	b.queryKeyValue.backward(p, dnormed, p.matrix(s.dqkv, fused), p.matrix(s.normed, c.Hidden), p.projections(l), s.lowRank)
	p.normaliseBackward(s.dx, b.gradient.AttentionNorm, s.dnormed, a.input, b.AttentionNorm, a.inverse)
}
