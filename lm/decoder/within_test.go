package decoder_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"segue/lm/decoder"
)

// within is the entropy within a set in float64, from its definition.
func (n *naive) within(b decoder.Batch, targets []decoder.Target, s decoder.Set) []float64 {
	hidden, head := n.hidden(b), n.tensors["lm_head.weight"]
	if n.TiedEmbeddings {
		head = n.tensors["model.embed_tokens.weight"]
	}
	var all []float64
	for _, t := range targets {
		logp := n.distribution(head, hidden[t.Row])
		ids := make([]int32, len(logp))
		for i := range ids {
			ids[i] = int32(i)
		}
		slices.SortStableFunc(ids, func(a, b int32) int { return cmp.Compare(logp[b], logp[a]) })
		count, mass := 0, 0.0
		for count < len(ids) && (s.Count == 0 || count < s.Count) && (s.Mass == 0 || mass < s.Mass) {
			mass += math.Exp(logp[ids[count]])
			count++
		}
		h := entropyWithin(logp, ids[:count])
		if s.Scaled {
			if count == 1 {
				h = 0
			} else {
				h *= math.Log(float64(len(logp))) / math.Log(float64(count))
			}
		}
		all = append(all, h)
	}
	return all
}

// The entropy within a set and its gradient, of every way to choose the set, against the
// definition and its central differences.
func TestEntropyWithinASet(t *testing.T) {
	for _, s := range []decoder.Set{
		{Mass: 0.8}, {Count: 2}, {Count: 1}, {Count: 30}, {Count: 1 << 20}, {Mass: 0.8, Count: 3}, {Mass: 0.5, Count: 20}, {Mass: 0.7, Scaled: true},
		{Count: 2, Scaled: true}, {Count: 1, Scaled: true}, {Mass: 1},
	} {
		for _, shape := range shapes[:2] {
			t.Run(fmt.Sprintf("%s %+v", shape.name, s), func(t *testing.T) {
				random := rand.New(rand.NewPCG(3, 9))
				p := parameters(t, shape.config, 7)
				b, targets := grouped(p.Config, random)
				b.Within = &s
				g := decoder.Gradients{EntropyWithin: normal(len(targets), 1, random), LogProb: normal(len(targets), 0.3, random)}
				d := newDecoder(t, p, decoder.Options{Shards: 2, Temperature: 0.8})
				got := step(t, d, b, targets, g)
				n := newNaive(p)
				n.temperature, n.topP, n.topK = 0.8, 0.5, 1
				near(t, "entropy within", got.EntropyWithin, n.within(b, targets, s))
				loss := func() float64 {
					sum, of := 0.0, n.statistics(b, targets)
					for i, h := range n.within(b, targets, s) {
						sum += float64(g.EntropyWithin[i])*h + float64(g.LogProb[i])*of.logProb[i]
					}
					return sum
				}
				specs, _, gradient := d.Trainable()
				at := 0
				for _, spec := range specs {
					size := spec.Rows * spec.Cols
					slopes(t, spec.Name, n.tensors[spec.Name], gradient[at:at+size], loss, random)
					at += size
				}
			})
		}
	}
}

// A set that is none is refused, and so is a gradient of what was not measured.
func TestSetsThatAreNone(t *testing.T) {
	p := parameters(t, shapes[0].config, 7)
	b, targets := grouped(p.Config, rand.New(rand.NewPCG(3, 9)))
	d := newDecoder(t, p, decoder.Options{})
	for _, s := range []decoder.Set{{}, {Mass: 1.5}, {Mass: math.NaN()}, {Count: -1}} {
		b.Within = &s
		if _, err := d.Forward(b, targets); err == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	b.Within = nil
	if _, err := d.Forward(b, targets); err != nil {
		t.Fatal(err)
	}
	if err := d.Backward(decoder.Gradients{EntropyWithin: make([]float32, len(targets))}); err == nil || !strings.Contains(err.Error(), "Batch.Within") {
		t.Error(err)
	}
}
