package decoder

import "segue/lm/kernel"

// panels are a product's weight, packed once a pass for all shards.
type panels struct {
	weight   kernel.Matrix  // [out × in]
	forward  *kernel.Packed // of weightᵀ
	backward *kernel.Packed // of weight
}

// packedRows is the number of rows of a shard from which packing its weights
// for all shards repays.
const packedRows = 64

// panelsOf makes one entry for each matrix that passes multiply by: the head,
// the largest, first, then four for each layer.
func (d *Decoder) panelsOf() []panels {
	all := []panels{{weight: d.weights.Head}}
	for _, l := range d.weights.Layers {
		for _, w := range []kernel.Matrix{l.QueryKeyValue, l.Output, l.GateUp, l.Down} {
			all = append(all, panels{weight: w})
		}
	}
	return all
}

// packTask packs one weight in each part, for one direction.
type packTask struct {
	d     *Decoder
	stage stage
}

// Do packs weight number part.
func (t *packTask) Do(part int) {
	w, k := &t.d.panels[part], t.d.kernel
	if t.stage == stageForward {
		w.forward = repack(k, w.forward, w.weight.T())
	} else {
		w.backward = repack(k, w.backward, w.weight)
	}
}

func repack(k *kernel.Set, into *kernel.Packed, m kernel.Matrix) *kernel.Packed {
	if into == nil {
		return k.Pack(m)
	}
	k.Repack(into, m)
	return into
}

// pack makes the weights ready for the shards of a stage.
func (d *Decoder) pack(s stage) {
	if !d.packed {
		return
	}
	d.packing = packTask{d, s}
	d.options.Workers.Run(len(d.panels), &d.packing)
}

// times sets y = alpha·x·Wᵀ, or adds it.
func (l *linear) times(p *pass, y, x kernel.Matrix, alpha float32, accumulate bool) {
	if p.decoder.packed {
		p.decoder.kernel.MultiplyPacked(p.workers, y, x, l.panels.forward, alpha, accumulate)
		return
	}
	p.decoder.kernel.Multiply(p.workers, y, x, l.weight.T(), alpha, accumulate)
}

// timesBack sets dx = alpha·dy·W.
func (l *linear) timesBack(p *pass, dx, dy kernel.Matrix, alpha float32) {
	if p.decoder.packed {
		p.decoder.kernel.MultiplyPacked(p.workers, dx, dy, l.panels.backward, alpha, false)
		return
	}
	p.decoder.kernel.Multiply(p.workers, dx, dy, l.weight, alpha, false)
}
