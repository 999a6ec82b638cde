package rl

import "math"

// Random is a number from 0 to 1 for each token that looks drawn at random, evenly. It is
// a hash of the seed, the number of the batch, the token's place in its response and what
// a signal says of all the response's tokens. So it is the same again when a plan is made
// again, moves with its response wherever that stands in the batch or in whichever part of
// it, and is another in the next batch; where the signal looks at the policy now, it is
// another in the next update. Responses that are the same in all of this draw the same.
func Random(seed uint64, of Signal) Signal {
	return Signal{of.with(needs{reads: []Column{Length}}), "random", func(d *Draft, out []float64) error {
		if err := of.fill(d, out); err != nil {
			return err
		}
		start := scrambled(seed ^ scrambled(uint64(d.Plan.State.Batches)))
		d.eachRollout(func(_, from, to int) {
			response := start
			for t := from; t < to; t++ {
				response = scrambled(response ^ math.Float64bits(out[t]))
			}
			for t := from; t < to; t++ {
				out[t] = float64(scrambled(response+uint64(t-from))>>11) * 0x1p-53
			}
		})
		return nil
	}}
}

// scrambled is a step of SplitMix64 (doi 10.1145/2660193.2660195), which turns near numbers
// into far ones.
func scrambled(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// TopOfAll selects, of those in among, the kept tokens of each set with the largest
// values, as many as are a share of all kept tokens of the set, rounded down, but one at
// least; fewer where among has fewer. Tokens as large as the least of them are in too.
// With Random as the signal it is a draw.
func (s Signal) TopOfAll(share float64, e Extent, among Selection) Selection {
	n := s.with(among.needs, needs{reads: []Column{Keep, Length}})
	if e == OfGroup {
		n = n.with(needs{reads: []Column{Group}})
	}
	return Selection{n, "top-of-all-" + s.name, func(d *Draft, in []bool) error {
		if err := among.mark(d, in); err != nil {
			return err
		}
		x, y := d.borrow(), d.borrow()
		defer d.giveBack(x)
		defer d.giveBack(y)
		if err := s.fill(d, x); err != nil {
			return err
		}
		for _, set := range d.rollouts(e) {
			candidates, tokens := y[:0], 0
			d.tokensOf(set, func(t int) {
				tokens++
				if in[t] {
					candidates = append(candidates, x[t])
				}
			})
			least := math.Inf(-1)
			if k := max(1, int(share*float64(tokens)+1e-9)); k < len(candidates) {
				nth(candidates, len(candidates)-k)
				least = candidates[len(candidates)-k]
			}
			d.tokensOf(set, func(t int) { in[t] = in[t] && x[t] >= least })
		}
		return nil
	}}
}

// Held selects the tokens whose surrogate a bound holds at the update, with the ratio of
// the token alone: those with A > 0 above the upper bound and with A < 0 below the lower
// one. They have no gradient by the surrogate.
func Held() Selection {
	n := LogRatio().with(needs{reads: []Column{Advantage, Clip}})
	return Selection{n, "held", func(d *Draft, in []bool) error {
		r := d.borrow()
		defer d.giveBack(r)
		if err := LogRatio().fill(d, r); err != nil {
			return err
		}
		for t, a := range d.Plan.Advantage {
			ratio := math.Exp(r[t])
			in[t] = a > 0 && ratio > d.Plan.ClipHi[t] || a < 0 && ratio < d.Plan.ClipLo[t]
		}
		return nil
	}}
}
