package decoder_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/lm/decoder"
)

// What probes are told, against sums over the vocabulary in float64.
func TestProbesSeeTheDistribution(t *testing.T) {
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			p := parameters(t, shape.config, 7)
			b, targets := grouped(p.Config, rand.New(rand.NewPCG(3, 9)))
			const share = 0.3
			b.Probes = []decoder.Probe{
				func(r *decoder.Row, token int32) float64 { return r.LogProb(token) },
				func(r *decoder.Row, token int32) float64 { return r.LogSum - r.MeanLogit() },
				func(r *decoder.Row, _ int32) float64 { return r.Mass(share) },
				func(r *decoder.Row, token int32) float64 {
					if r.Likely(token, share) {
						return 1
					}
					return 0
				},
				func(r *decoder.Row, _ int32) float64 { return r.Entropy },
			}
			d := newDecoder(t, p, decoder.Options{Shards: 2, Temperature: 0.8, ForwardOnly: true})
			got, err := d.Forward(b, targets)
			if err != nil {
				t.Fatal(err)
			}
			n := newNaive(p)
			n.temperature, n.topP, n.topK = 0.8, 0.5, 1
			hidden, head := n.hidden(b), n.tensors["lm_head.weight"]
			if n.TiedEmbeddings {
				head = n.tensors["model.embed_tokens.weight"]
			}
			for i, target := range targets {
				logp := n.distribution(head, hidden[target.Row])
				largest, mean, mass, entropy := math.Inf(-1), 0.0, 0.0, 0.0
				for _, l := range logp {
					largest, mean, entropy = max(largest, l), mean+l/float64(len(logp)), entropy-l*math.Exp(l)
				}
				for _, l := range logp {
					if math.Exp(l-largest) >= share {
						mass += math.Exp(l)
					}
				}
				likely := 0.0
				if math.Exp(logp[target.Token]-largest) >= share {
					likely = 1
				}
				for k, want := range []float64{logp[target.Token], -mean, mass, likely, entropy} {
					if x := got.Probed[k][i]; math.Abs(x-want) > tolerance*max(1, math.Abs(want)) {
						t.Errorf("probe %d of target %d says %v, want %v", k, i, x, want)
					}
				}
			}
		})
	}
}
