package decoder

import "math"

// differentiateRows replaces the chunk's logits by the loss's derivatives by
// them. With p the distribution, H its entropy and δ = log p - log r:
//
//	log-prob of token y   1[j=y] - p_j
//	entropy               -p_j (log p_j + H)
//	entropy within S      -q_j (log q_j + H_S) for j in S, q = p renormalised over S
//	KL(p‖r)               p_j (δ_j - KL)
type differentiateRows struct{ p *pass }

func (o *differentiateRows) DoRows(part, from, to int) {
	v := o.p.decoder.config.Vocabulary
	for r := from; r < to; r++ {
		o.row(part, o.p.chunk.loaded+r, r, v)
	}
}

// slopes are the loss's derivatives by a row's statistics, summed over its
// targets.
type slopes struct{ logProb, entropy, topP, topK, within, kl float32 }

func (d *Decoder) slopes(targets []int32) slopes {
	var s slopes
	g := &d.gradients
	add := func(to *float32, from []float32, target int32) {
		if len(from) > 0 {
			*to += from[target]
		}
	}
	for _, t := range targets {
		add(&s.logProb, g.LogProb, t)
		add(&s.entropy, g.Entropy, t)
		add(&s.topP, g.EntropyTopP, t)
		add(&s.topK, g.EntropyTopK, t)
		add(&s.within, g.EntropyWithin, t)
		add(&s.kl, g.KL, t)
	}
	return s
}

func (o *differentiateRows) row(part, i, inChunk, v int) {
	d, t, c := o.p.decoder, &o.p.rows, &o.p.chunk
	k, s, z := d.kernel, &t.state[i], c.logits[inChunk*v:(inChunk+1)*v]
	targets := t.index[t.first[i]:t.first[i+1]]
	slope := d.slopes(targets)
	if slope == (slopes{}) && !d.cancels(targets) {
		clear(z)
		return
	}
	p, dz := c.weights[part*v:(part+1)*v], c.gradient[part*v:(part+1)*v]
	k.ExpSum(p, z, float32(s.logSum))
	// -Σ logProb - entropy·(log p + H), with log p = z - logSum
	a := -float64(slope.logProb) - float64(slope.entropy)*(s.entropy-s.logSum)
	k.SoftmaxGradient(dz, p, z, float32(a), -slope.entropy)
	if len(d.gradients.LogProb) > 0 {
		for j, target := range targets {
			dz[t.token[int(t.first[i])+j]] += d.gradients.LogProb[target]
		}
	}
	if slope.topK != 0 {
		at := int(targets[0]) * d.options.TopK
		for _, id := range d.result.TopIDs[at : at+d.options.TopK] {
			dz[id] += slope.topK * s.topK.slope(float64(z[id])-s.logSum)
		}
	}
	if slope.topP != 0 {
		for j, x := range z {
			if x > s.edge || x == s.edge && int32(j) <= s.least {
				dz[j] += slope.topP * s.topP.slope(float64(x)-s.logSum)
			}
		}
	}
	if slope.within != 0 {
		s.within.differentiate(dz, p, z, s.logSum, slope.within)
	}
	if slope.kl != 0 {
		difference := c.reference[inChunk*v : (inChunk+1)*v]
		if !c.compared {
			subtract(k, difference, z)
		}
		k.SoftmaxGradient(p, p, difference, slope.kl*float32(s.klOffset-s.kl), slope.kl)
		k.Add(dz, dz, p)
	}
	copy(z, dz)
}

// cancels tells whether log-prob gradients of targets that share a row are
// there although they sum to zero.
func (d *Decoder) cancels(targets []int32) bool {
	if len(d.gradients.LogProb) == 0 {
		return false
	}
	for _, t := range targets {
		if d.gradients.LogProb[t] != 0 {
			return true
		}
	}
	return false
}

// slope is the derivative of the restricted entropy by the logit of a token of
// the set whose log-probability is logp.
func (r restricted) slope(logp float64) float32 {
	logq := logp - r.logMass
	return float32(-math.Exp(logq) * (logq + r.entropy))
}
