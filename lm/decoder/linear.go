package decoder

import "segue/lm/kernel"

// linear is a product y = x·Wᵀ with what is trained of it.
type linear struct {
	weight   kernel.Matrix // [out × in]
	gradient kernel.Matrix // like weight; without data when the weight is frozen
	panels   *panels       // of weight, where shards share them
	adapters []adapter
}

// adapter adds scale·(x·Aᵀ)·Bᵀ to the columns [from, to) of a product.
type adapter struct {
	from, to  int
	scale     float32
	a, b      kernel.Matrix // [rank × in], [to-from × rank]
	da, db    kernel.Matrix // gradients
	projected int           // where in a layer's row of projections x·Aᵀ is kept
}

// forward gives y = x·Wᵀ, added to y when accumulate. projections are the
// layer's [T × all ranks].
func (l *linear) forward(p *pass, y, x, projections kernel.Matrix, accumulate bool) {
	k := p.decoder.kernel
	l.times(p, y, x, 1, accumulate)
	for i := range l.adapters {
		a := &l.adapters[i]
		u := projections.ColSlice(a.projected, a.projected+a.a.Rows)
		k.Multiply(p.workers, u, x, a.a.T(), 1, false)
		k.Multiply(p.workers, y.ColSlice(a.from, a.to), u, a.b.T(), a.scale, true)
	}
}

// backward adds the gradients of the weights and writes dx = dy·W. scratch has
// room for [T × rank].
func (l *linear) backward(p *pass, dx, dy, x, projections kernel.Matrix, scratch []float32) {
	k := p.decoder.kernel
	l.timesBack(p, dx, dy, 1)
	if l.gradient.Data != nil {
		k.Multiply(p.workers, l.gradient, dy.T(), x, 1, true)
	}
	for i := range l.adapters {
		a := &l.adapters[i]
		part := dy.ColSlice(a.from, a.to)
		u := projections.ColSlice(a.projected, a.projected+a.a.Rows)
		k.Multiply(p.workers, a.db, part.T(), u, a.scale, true)
		du := kernel.NewMatrix(x.Rows, a.a.Rows, scratch)
		k.Multiply(p.workers, du, part, a.b, a.scale, false)
		k.Multiply(p.workers, a.da, du.T(), x, 1, true)
		k.Multiply(p.workers, dx, du, a.a, 1, true)
	}
}
