package policy

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// probeWindow is how many past rollouts a probe is fitted to: memory that does not grow.
const probeWindow = 512

// probe predicts the reward of a prompt from what the policy thinks of one response to it:
// ridge regression on the newest rollouts, whose features are the hidden row before the
// response, the mean of the hidden rows within it, and the mean, deviation and maximum of its
// token entropies (nats) and the logarithm of its length.
type probe struct {
	ridge    float64
	width    int       // features of a rollout
	features []float32 // [probeWindow × width], a ring
	rewards  []float32 // [probeWindow]
	seen     int64     // rollouts ever added
	pending  []float32 // [B × width], of the rollouts that were predicted last
}

const probeStatistics = 4

func newProbe(hidden int, ridge float64) *probe {
	w := 2*hidden + probeStatistics
	return &probe{ridge: ridge, width: w, features: make([]float32, probeWindow*w), rewards: make([]float32, probeWindow)}
}

// ProbeValues predicts the reward of each rollout's prompt from the rollout alone, [B], by
// what the probe learned before, within the rewards that it has seen: 0 as long as there are
// none. AddRewards then lets the probe learn from these rollouts.
func (p *Policy) ProbeValues(s Sequences) ([]float64, error) {
	if p.probe == nil {
		return nil, fmt.Errorf("the policy has no value probe")
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	b := p.probe
	b.pending = make([]float32, len(s.Responses)*b.width)
	packs := s.packs(p.options.PassTokens)
	for i := range packs {
		k := &packs[i]
		if len(k.targets) == 0 {
			continue
		}
		st, err := forward(p.decoder, k.batch, k.targets)
		if err != nil {
			return nil, err
		}
		hidden, at, w := p.decoder.Hidden(), 0, (b.width-probeStatistics)/2
		for r := k.from; r < k.to; r++ {
			n := len(s.Responses[r])
			if n == 0 {
				continue
			}
			row := b.pending[r*b.width : (r+1)*b.width]
			for t, target := range k.targets[at : at+n] {
				h := hidden[int(target.Row)*w : (int(target.Row)+1)*w]
				if t == 0 {
					copy(row[:w], h)
				}
				for j, x := range h {
					row[w+j] += x / float32(n)
				}
			}
			describe(row[2*w:], st.Entropy[at:at+n])
			at += n
		}
	}
	return b.predict(len(s.Responses))
}

// describe writes the statistics of a response's entropies.
func describe(dst, entropy []float32) {
	n, sum, squares, most := float64(len(entropy)), 0.0, 0.0, 0.0
	for _, h := range entropy {
		x := float64(h)
		sum, squares, most = sum+x, squares+x*x, max(most, x)
	}
	mean := sum / n
	dst[0], dst[1], dst[2], dst[3] = float32(mean), float32(math.Sqrt(max(squares/n-mean*mean, 0))), float32(most), float32(math.Log(n))
}

// AddRewards gives the probe what it is to say of the rollouts that it predicted last, NaN of
// those that teach nothing. Empty responses never do.
func (p *Policy) AddRewards(rewards []float64) error {
	if p.probe == nil {
		return fmt.Errorf("the policy has no value probe")
	}
	b := p.probe
	if len(rewards)*b.width != len(b.pending) {
		return fmt.Errorf("the probe gets %d rewards for %d rollouts", len(rewards), len(b.pending)/b.width)
	}
	for i, r := range rewards {
		row := b.pending[i*b.width : (i+1)*b.width]
		if math.IsNaN(r) || !slices.ContainsFunc(row, func(x float32) bool { return x != 0 }) {
			continue
		}
		at := int(b.seen % probeWindow)
		copy(b.features[at*b.width:(at+1)*b.width], row)
		b.rewards[at] = float32(r)
		b.seen++
	}
	b.pending = nil
	return nil
}

// predict is ridge regression in its dual form: with features x standardised over the window
// of n rollouts and K = x·xᵀ/width, the prediction is R̄ + k(x)·(K + ridge·1)⁻¹·(R − R̄).
func (b *probe) predict(rollouts int) ([]float64, error) {
	values, n := make([]float64, rollouts), int(min(b.seen, probeWindow))
	if n == 0 {
		return values, nil
	}
	mean, least, most := 0.0, float64(slices.Min(b.rewards[:n])), float64(slices.Max(b.rewards[:n]))
	for _, r := range b.rewards[:n] {
		mean += float64(r) / float64(n)
	}
	known, asked := mat.NewDense(n, b.width, nil), mat.NewDense(max(rollouts, 1), b.width, nil)
	for j := range b.width {
		b.standardise(j, n, known, asked)
	}
	var kernel mat.SymDense
	kernel.SymOuterK(1/float64(b.width), known)
	for i := range n {
		kernel.SetSym(i, i, kernel.At(i, i)+b.ridge)
	}
	var factors mat.Cholesky
	if !factors.Factorize(&kernel) {
		return nil, fmt.Errorf("%w: the features of the value probe are not finite", ErrDiverged)
	}
	off := mat.NewVecDense(n, nil)
	for i, r := range b.rewards[:n] {
		off.SetVec(i, float64(r)-mean)
	}
	var dual, weights, out mat.VecDense
	if err := factors.SolveVecTo(&dual, off); err != nil {
		return nil, fmt.Errorf("fit the value probe: %w", err)
	}
	weights.MulVec(known.T(), &dual)
	out.MulVec(asked, &weights)
	for i := range values {
		values[i] = min(max(mean+out.AtVec(i)/float64(b.width), least), most)
	}
	return values, nil
}

// standardise writes feature j of the window and of the pending rollouts as deviations from
// the window's mean, in its standard deviations; a feature that is the same for all is 0.
func (b *probe) standardise(j, n int, known, asked *mat.Dense) {
	sum, squares := 0.0, 0.0
	for i := range n {
		x := float64(b.features[i*b.width+j])
		sum += x
		known.Set(i, j, x)
	}
	mean := sum / float64(n)
	for i := range n {
		off := known.At(i, j) - mean
		squares += off * off
	}
	scale := 0.0
	if deviation := math.Sqrt(squares / float64(n)); deviation > 1e-6*max(1, math.Abs(mean)) {
		scale = 1 / deviation
	}
	for i := range n {
		known.Set(i, j, (known.At(i, j)-mean)*scale)
	}
	for i := range len(b.pending) / b.width {
		asked.Set(i, j, (float64(b.pending[i*b.width+j])-mean)*scale)
	}
}
