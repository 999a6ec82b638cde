package policy

import (
	"gonum.org/v1/gonum/mat"

	"segue/lm/attention"
	"segue/lm/decoder"
)

// Gradient is what Step goes along: of the model or its adapters, and of the
// value head.
func (p *Policy) Gradient() (model, value []float32) {
	if p.value == nil {
		return p.gradient, nil
	}
	return p.gradient, p.value.gradient
}

// Pack is a pass as tests look at it.
type Pack struct {
	Tokens                []int32
	Segments              []attention.Segment
	Targets               []decoder.Target
	From, To, First, Last int
}

// Packs cuts rollouts into passes.
func (s Sequences) Packs(budget int) []Pack {
	var all []Pack
	for _, k := range s.packs(budget) {
		all = append(all, Pack{k.batch.Tokens, k.batch.Segments, k.targets, k.from, k.to, k.first, k.last})
	}
	return all
}

// LatentWidth is how many numbers a hidden row is reduced to.
const LatentWidth = latentWidth

// Dispersion is that of n reduced rows, one after the other.
func Dispersion(n int, z []float64) (float64, error) {
	return dispersion(mat.NewDense(n, latentWidth, z))
}
