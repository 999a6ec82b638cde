package policy

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	latentWidth = 16   // numbers that a hidden row is reduced to
	latentSeed  = 2512 // of the projection: it is the same in every run
	latentRidge = 1e-3 // of the fit, in the mean variance of a reduced number
)

// Dispersions are the spectral dispersion of each rollout's latent dynamics, [B]. The hidden
// rows before the tokens of a response are reduced by a fixed random projection to z_t, less
// their mean; K is the linear map (Koopman, dynamic mode decomposition) that foretells z_{t+1}
// from z_t with the least squared error and a small ridge; the dispersion is the variance of
// |λ| over the eigenvalues λ of K. It is 0 of fewer than three tokens. Of a
// rollout nothing but the reduced rows is kept.
func (p *Policy) Dispersions(s Sequences) ([]float64, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	all := make([]float64, len(s.Responses))
	var projection []float32
	packs := s.packs(p.options.PassTokens)
	for i := range packs {
		k := &packs[i]
		if len(k.targets) == 0 {
			continue
		}
		if _, err := forward(p.decoder, k.batch, k.targets); err != nil {
			return nil, err
		}
		hidden, at := p.decoder.Hidden(), 0
		w := len(hidden) / len(k.batch.Tokens)
		if projection == nil {
			projection = latentProjection(w)
		}
		for r := k.from; r < k.to; r++ {
			n := len(s.Responses[r])
			z := mat.NewDense(max(n, 1), latentWidth, nil)
			for t, target := range k.targets[at : at+n] {
				reduce(z.RawRowView(t), hidden[int(target.Row)*w:(int(target.Row)+1)*w], projection)
			}
			at += n
			if n < 3 {
				continue
			}
			var err error
			if all[r], err = dispersion(z); err != nil {
				return nil, fmt.Errorf("rollout %d: %w", r, err)
			}
		}
	}
	return all, nil
}

// latentProjection draws a matrix [width × latentWidth] that keeps lengths on average.
func latentProjection(width int) []float32 {
	random := rand.New(rand.NewPCG(latentSeed, uint64(width)))
	all := make([]float32, width*latentWidth)
	for i := range all {
		all[i] = float32(random.NormFloat64() / math.Sqrt(latentWidth))
	}
	return all
}

func reduce(z []float64, hidden, projection []float32) {
	for j, h := range hidden {
		for k, x := range projection[j*latentWidth : (j+1)*latentWidth] {
			z[k] += float64(h * x)
		}
	}
}

// dispersion is that of the rows of z, [tokens × latentWidth], which it takes the mean from.
func dispersion(z *mat.Dense) (float64, error) {
	n, w := z.Dims()
	for k := range w {
		mean := 0.0
		for t := range n {
			mean += z.At(t, k) / float64(n)
		}
		for t := range n {
			z.Set(t, k, z.At(t, k)-mean)
		}
	}
	before, after := z.Slice(0, n-1, 0, w), z.Slice(1, n, 0, w)
	var moment, cross, koopman mat.Dense
	moment.Mul(before.T(), before)
	cross.Mul(before.T(), after)
	trace := moment.Trace()
	if trace == 0 { // the rows are all the same
		return 0, nil
	}
	for k := range w {
		moment.Set(k, k, moment.At(k, k)+latentRidge*trace/float64(w))
	}
	var eigen mat.Eigen
	if err := koopman.Solve(&moment, &cross); err != nil || !eigen.Factorize(&koopman, mat.EigenNone) {
		return 0, fmt.Errorf("%w: the latent dynamics have no spectrum (%v)", ErrDiverged, err)
	}
	mean, squares := 0.0, 0.0
	for _, l := range eigen.Values(nil) {
		r := cmplx.Abs(l)
		mean, squares = mean+r/float64(w), squares+r*r/float64(w)
	}
	return max(squares-mean*mean, 0), nil
}
