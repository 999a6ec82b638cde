package decoder

import (
	"math"

	"segue/lm/kernel"
)

// rowState is what the backward pass needs to know of a row's distribution.
type rowState struct {
	logSum  float64 // log of the sum of exp(logits)
	entropy float64
	topP    restricted
	least   int32   // the least likely token of the nucleus
	edge    float32 // its logit
	topK    restricted
	within  within
	kl      float64
	// klOffset plus the difference of the logits is the logarithm of the ratio
	// to the reference.
	klOffset float64
}

// restricted describes a distribution renormalised over a set.
type restricted struct {
	logMass float64 // logarithm of the set's share
	entropy float64
}

// measureRows gives the statistics of the chunk's rows.
type measureRows struct{ p *pass }

func (o *measureRows) DoRows(part, from, to int) {
	v := o.p.decoder.config.Vocabulary
	for r := from; r < to; r++ {
		o.row(part, o.p.chunk.loaded+r, o.p.chunk.logits[r*v:(r+1)*v], r)
	}
}

func (o *measureRows) row(part, i int, z []float32, inChunk int) {
	p := o.p
	d, t, c := p.decoder, &p.rows, &p.chunk
	v, k, opt := len(z), d.kernel, &d.options
	weights, s, first := c.weights[part*v:(part+1)*v], &t.state[i], t.first[i]
	var difference []float32
	refSum := 0.0
	if c.reference != nil {
		difference = c.reference[inChunk*v : (inChunk+1)*v]
		refSum = logSum(k, weights, difference)
		subtract(k, difference, z)
	}
	largest := k.Max(z)
	sum, weighted := k.ExpSum(weights, z, largest)
	*s = rowState{logSum: float64(largest) + math.Log(float64(sum))}
	s.entropy = math.Log(float64(sum)) - float64(weighted)/float64(sum)
	finite := !math.IsNaN(s.logSum) && !math.IsInf(s.logSum, 0)
	if !finite {
		d.failed.Store(true)
		s.logSum = math.NaN()
	}
	if opt.TopK > 0 {
		at := int(t.index[first]) * opt.TopK
		ids, probs := d.result.TopIDs[at:at+opt.TopK], d.result.TopProbs[at:at+opt.TopK]
		topK(z, ids)
		for j, id := range ids {
			probs[j] = float32(math.Exp(float64(z[id]) - s.logSum))
		}
		s.topK = s.restrict(z, ids)
	}
	if opt.TopP > 0 && finite {
		ids := nucleus(z, weights, float64(sum), opt.TopP, c.ids[part*v:(part+1)*v])
		s.topP, s.least = s.restrict(z, ids), ids[len(ids)-1]
		s.edge = z[s.least]
	}
	if difference != nil {
		s.klOffset = refSum - s.logSum
		s.kl = float64(k.Dot(weights, difference))/float64(sum) + s.klOffset
	}
	if set := d.batch.Within; set != nil && finite {
		s.within = set.of(z, weights, float64(sum), largest, c.ids[part*v:(part+1)*v])
	}
	if len(d.batch.Probes) > 0 {
		last := t.first[i+1]
		d.probe(Row{Logits: z, LogSum: s.logSum, Entropy: s.entropy, weights: weights, largest: largest, sum: float64(sum)}, t.token[first:last], t.index[first:last])
	}
	for j := first; j < t.first[i+1]; j++ {
		d.report(s, z, t.token[j], int(t.index[j]), int(t.index[first]))
	}
}

// logSum is the logarithm of the sum of exp(z).
func logSum(k *kernel.Set, scratch, z []float32) float64 {
	largest := k.Max(z)
	sum, _ := k.ExpSum(scratch, z, largest)
	return float64(largest) + math.Log(float64(sum))
}

// subtract turns the reference's logits into z minus them.
func subtract(k *kernel.Set, reference, z []float32) {
	k.Scale(reference, reference, -1)
	k.Add(reference, reference, z)
}

// restrict renormalises the distribution over ids.
func (s *rowState) restrict(z []float32, ids []int32) restricted {
	mass, weighted := 0.0, 0.0
	for _, id := range ids {
		logp := float64(z[id]) - s.logSum
		p := math.Exp(logp)
		mass += p
		weighted += p * logp
	}
	logMass := math.Log(mass)
	return restricted{logMass: logMass, entropy: logMass - weighted/mass}
}

// report gives the statistics of one target; first is a target of the same row
// whose likeliest tokens are known.
func (d *Decoder) report(s *rowState, z []float32, token int32, target, first int) {
	r, k := &d.result, d.options.TopK
	r.LogProb[target] = float32(float64(z[token]) - s.logSum)
	r.Entropy[target] = float32(s.entropy)
	if r.EntropyTopP != nil {
		r.EntropyTopP[target] = float32(s.topP.entropy)
	}
	if r.EntropyWithin != nil {
		r.EntropyWithin[target] = float32(s.within.factor * s.within.entropy)
	}
	if r.KL != nil {
		r.KL[target] = float32(s.kl)
	}
	if r.Rank != nil {
		r.Rank[target] = d.rank(z, token)
	}
	if r.EntropyTopK != nil {
		r.EntropyTopK[target] = float32(s.topK.entropy)
		copy(r.TopIDs[target*k:(target+1)*k], r.TopIDs[first*k:(first+1)*k])
		copy(r.TopProbs[target*k:(target+1)*k], r.TopProbs[first*k:(first+1)*k])
	}
}

// rank is the number of tokens likelier than token.
func (d *Decoder) rank(z []float32, token int32) int32 {
	own := z[token]
	below := math.Nextafter32(own, float32(math.Inf(-1))) // so that equal ones count
	return int32(d.kernel.CountGreater(z[:token], below) + d.kernel.CountGreater(z[token:], own))
}
