package decoder

import (
	"segue/lm/attention"
	"segue/lm/kernel"
	"segue/lm/model"
)

// pass holds one shard of a batch: its rows, its activations and where its
// gradients go. T is its number of tokens.
type pass struct {
	decoder *Decoder
	workers *kernel.Workers // nil when shards run beside each other
	blocks  []block
	buffer  []float32 // gradients, laid out like Decoder.values

	embedding kernel.Matrix // gradient; without data when frozen
	norm      []float32     // gradient of the last norm; nil when frozen
	head      linear

	tokens, positions, origin []int32 // [T]; origin is the row of the batch
	segments                  []attention.Segment
	rows                      targetRows
	arena                     arena
	layout                    func() // made once, for a closure costs an allocation
	saved                     []activations
	last                      []float32 // [T × Hidden], what the last layer gave
	lastInverse               []float32 // [T]
	hidden                    []float32 // [T × Hidden], last normalised
	scratch                   scratch
	chunk                     chunk
	attention                 attention.Scratch
	operations                operations
}

// block is one layer's weights and where their gradients go.
type block struct {
	model.Layer
	gradient                         model.Layer // nil slices and matrices without data when frozen
	queryKeyValue, out, gateUp, down linear
	projections                      int // ranks of all adapters of the layer together
}

// activations are what the backward pass of one layer reads.
type activations struct {
	input       []float32 // [T × Hidden]
	inverse     []float32 // [T], 1/rms of input
	qkv         []float32 // [T × QueryWidth+2 KeyValueWidth], after rotary
	unnormed    []float32 // [T × QueryWidth+KeyValueWidth], before the per-head norms
	headInverse []float32 // [T × Heads+KeyValueHeads]
	context     []float32 // [T × QueryWidth], what attention gave
	lse         []float32 // [Heads × T]
	middle      []float32 // [T × Hidden], input + attention
	feedInverse []float32 // [T]
	gateUp      []float32 // [T × 2 Intermediate]
	projections []float32 // [T × block.projections], what adapters read, times A
}

// scratch is shared by all layers.
type scratch struct {
	normed   []float32 // [T × Hidden]
	active   []float32 // [T × Intermediate]
	dx       []float32 // [T × Hidden], of the residual stream
	dnormed  []float32 // [T × Hidden]
	dgateUp  []float32 // [T × 2 Intermediate]
	dactive  []float32 // [T × Intermediate]
	dqkv     []float32 // [T × QueryWidth+2 KeyValueWidth]
	dcontext []float32 // [T × QueryWidth]
	lowRank  []float32 // [T × rank]
	partial  []float32 // [blocks of rows × widest vector], gradients of vectors
	heads    []float32 // [blocks of rows × QueryWidth+KeyValueWidth]
}

func newPass(d *Decoder, p *model.Parameters, buffer []float32) *pass {
	s := &pass{decoder: d, buffer: buffer}
	if d.options.Shards == 1 {
		s.workers = d.options.Workers
	}
	var g model.Weights
	if d.trainsBase() {
		g = p.Views(buffer)
		s.embedding, s.norm = g.Embedding, g.Norm
	} else {
		g.Layers = make([]model.Layer, d.config.Layers)
	}
	s.head = linear{weight: d.weights.Head, gradient: g.Head}
	for l, w := range d.weights.Layers {
		b := block{Layer: w, gradient: g.Layers[l]}
		b.queryKeyValue = linear{weight: w.QueryKeyValue, gradient: b.gradient.QueryKeyValue}
		b.out = linear{weight: w.Output, gradient: b.gradient.Output}
		b.gateUp = linear{weight: w.GateUp, gradient: b.gradient.GateUp}
		b.down = linear{weight: w.Down, gradient: b.gradient.Down}
		s.blocks = append(s.blocks, b)
	}
	s.share(d.panels)
	if a := d.options.Adapters; a != nil {
		s.attach(a)
	}
	s.saved = make([]activations, d.config.Layers+1)
	s.layout = s.lay
	return s
}

func (d *Decoder) trainsBase() bool { return d.options.Adapters == nil && !d.options.ForwardOnly }

// share gives each product its entry of panels, if there are any.
func (p *pass) share(all []panels) {
	if all == nil {
		return
	}
	p.head.panels = &all[0]
	for l := range p.blocks {
		b, of := &p.blocks[l], all[1+4*l:]
		b.queryKeyValue.panels, b.out.panels, b.gateUp.panels, b.down.panels = &of[0], &of[1], &of[2], &of[3]
	}
}

// attach hangs the adapters onto the products that they act on.
func (p *pass) attach(a *Adapters) {
	for _, s := range a.spots {
		b := &p.blocks[s.layer]
		l := &b.queryKeyValue
		switch s.target {
		case "o_proj":
			l = &b.out
		case "gate_proj", "up_proj":
			l = &b.gateUp
		case "down_proj":
			l = &b.down
		}
		one := adapter{from: s.from, to: s.to, scale: a.scale(), projected: b.projections}
		one.a, one.b = a.views(s, a.Values)
		if p.buffer != nil {
			one.da, one.db = a.views(s, p.buffer)
		}
		l.adapters = append(l.adapters, one)
		b.projections += a.Rank
	}
}

// lay gives every slice its place in the arena, for the current rows.
func (p *pass) lay() {
	c, o, t := p.decoder.config, p.decoder.options, len(p.tokens)
	take := p.arena.take
	fused, heads := c.QueryWidth()+2*c.KeyValueWidth(), c.Heads+c.KeyValueHeads
	unnormed := 0
	if c.QueryKeyNorm {
		unnormed = t * c.HeadDim * heads
	}
	for l := range p.blocks {
		a := &p.saved[l]
		if l > 0 && o.ForwardOnly {
			*a = p.saved[0]
			if l == 1 {
				a.input = take(t * c.Hidden)
			} else {
				a.input = p.saved[l-2].input
			}
			continue
		}
		shared := l > 0 && o.Recompute
		if shared {
			*a = p.saved[0]
		}
		a.input, a.context, a.lse = take(t*c.Hidden), take(t*c.QueryWidth()), take(t*c.Heads)
		a.projections = take(t * p.blocks[l].projections)
		if !shared {
			a.inverse, a.feedInverse, a.middle = take(t), take(t), take(t*c.Hidden)
			a.qkv, a.gateUp = take(t*fused), take(t*2*c.Intermediate)
			a.unnormed, a.headInverse = take(unnormed), take(unnormed/c.HeadDim)
		}
	}
	p.last, p.lastInverse, p.hidden = take(t*c.Hidden), take(t), take(t*c.Hidden)
	s := &p.scratch
	s.normed, s.active = take(t*c.Hidden), take(t*c.Intermediate)
	if !o.ForwardOnly {
		s.dx, s.dnormed = take(t*c.Hidden), take(t*c.Hidden)
		// The feed-forward and the attention half of a layer are never passed at once.
		half := p.arena.used
		s.dgateUp, s.dactive = take(t*2*c.Intermediate), take(t*c.Intermediate)
		end := p.arena.used
		p.arena.used = half
		s.dqkv, s.dcontext = take(t*fused), take(t*c.QueryWidth())
		p.arena.used = max(end, p.arena.used)
		if a := o.Adapters; a != nil {
			s.lowRank = take(t * a.Rank)
		}
		blocks := blocksOf(t)
		s.partial = take(blocks * max(c.Hidden, 2*c.HeadDim))
		s.heads = take(blocks * c.HeadDim * heads)
	}
	p.chunk.lay(p)
}
