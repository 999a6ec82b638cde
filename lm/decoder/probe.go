package decoder

import (
	"math"

	"segue/lm/kernel"
)

// Row is the distribution that a target is drawn from, as a Probe sees it. It holds
// until the probe returns: nothing as large as the vocabulary is kept for a token.
type Row struct {
	Logits  []float32 // [Vocabulary], divided by the temperature
	LogSum  float64   // logarithm of the sum of exp(Logits)
	Entropy float64   // nats

	kernel  *kernel.Set
	weights []float32 // exp(Logits − Largest)
	largest float32
	sum     float64 // of weights
}

// Probe is a number of a target's distribution and of its token. It is called from
// several threads and must depend on nothing else.
type Probe func(r *Row, token int32) float64

// LogProb is the logarithm of the token's probability, in nats.
func (r *Row) LogProb(token int32) float64 { return float64(r.Logits[token]) - r.LogSum }

// MeanLogit is the mean of the logits over the vocabulary.
func (r *Row) MeanLogit() float64 { return float64(r.kernel.Sum(r.Logits)) / float64(len(r.Logits)) }

// Mass is the share of the tokens that are at least share times as likely as the
// likeliest one.
func (r *Row) Mass(share float64) float64 {
	mass, _ := r.kernel.MassAbove(r.weights, r.weights, float32(share))
	return float64(mass) / r.sum
}

// Likely says whether a token is at least share times as likely as the likeliest one.
func (r *Row) Likely(token int32, share float64) bool { return r.weights[token] >= float32(share) }

// probe asks the probes of a row for the numbers of its targets.
func (d *Decoder) probe(r Row, tokens, targets []int32) {
	r.kernel = d.kernel
	finite := !math.IsNaN(r.LogSum)
	for n, probe := range d.batch.Probes {
		for j, target := range targets {
			x := math.NaN()
			if finite {
				x = probe(&r, tokens[j])
			}
			d.result.Probed[n][target] = x
		}
	}
}
