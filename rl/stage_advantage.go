package rl

import (
	"math"
	"slices"
)

// Deviation says which standard deviation divides an advantage.
type Deviation int

// The deviations.
const (
	NoDeviation         Deviation = iota
	SampleDeviation               // divides by n−1
	PopulationDeviation           // divides by n
)

// RewardAdvantage is A = R for every token of a rollout.
func RewardAdvantage() Stage {
	return Stage{
		Name: "reward-advantage", Kind: ActsOnAdvantage, Reads: []Column{Score, Keep}, Writes: []Column{Advantage},
		Apply: func(d *Draft) error {
			d.spread(d.Score)
			return nil
		},
	}
}

// GroupAdvantage is A = (R − mean)/(std + epsilon) over the scored rollouts of
// a group, for every token of a rollout; without a deviation A = R − mean. A group of
// equal rewards gets exactly 0.
func GroupAdvantage(by Deviation, epsilon float64) Stage {
	return Stage{
		Name: "group-advantage", Kind: ActsOnAdvantage, Reads: []Column{Score, Group, Keep}, Writes: []Column{Advantage},
		Apply: func(d *Draft) error {
			d.spread(d.byGroup(func(r []float64) { standardise(r, by, epsilon) }))
			return nil
		},
	}
}

// LeaveOneOut is RLOO's A_i = R_i − mean of the others = G/(G−1)·(R_i − mean)
// (arXiv 2402.14740). A group of one has nothing to compare with and gets 0.
func LeaveOneOut() Stage {
	return Stage{
		Name: "leave-one-out", Kind: ActsOnAdvantage, Reads: []Column{Score, Group, Keep}, Writes: []Column{Advantage},
		Apply: func(d *Draft) error {
			d.spread(d.byGroup(func(r []float64) {
				standardise(r, NoDeviation, 0)
				for i := range r {
					if g := float64(len(r)); g > 1 {
						r[i] *= g / (g - 1)
					}
				}
			}))
			return nil
		},
	}
}

// UncomparedSingles gives groups of one A = R, as verl does.
func UncomparedSingles() Stage {
	return Stage{
		Name: "uncompared-singles", Kind: ActsOnAdvantage, Reads: []Column{Score, Group, Keep, Advantage}, Writes: []Column{Advantage},
		Apply: func(d *Draft) error {
			for _, group := range d.Groups() {
				if i := group[0]; len(group) == 1 {
					fill(d.Plan.Advantage[d.Offsets[i]:d.Offsets[i+1]], d.Score[i])
				}
			}
			return nil
		},
	}
}

// byGroup applies f to the scores of each group and returns the results by rollout.
func (d *Draft) byGroup(f func(r []float64)) []float64 {
	out := make([]float64, len(d.Score))
	var r []float64
	for _, group := range d.Groups() {
		r = r[:0]
		for _, i := range group {
			r = append(r, d.Score[i])
		}
		f(r)
		for k, i := range group {
			out[i] = r[k]
		}
	}
	return out
}

// spread gives every token of a kept rollout the rollout's number.
func (d *Draft) spread(of []float64) {
	a := d.column(&d.Plan.Advantage, 0)
	for i, keep := range d.Plan.Keep {
		if keep {
			fill(a[d.Offsets[i]:d.Offsets[i+1]], of[i])
		}
	}
}

// standardise takes off the mean and divides by the deviation + epsilon. Equal
// numbers become exactly 0, and so does one at the mean: what rounding leaves of it
// has a sign that turns with the order of the numbers.
func standardise(r []float64, by Deviation, epsilon float64) {
	if len(r) == 0 {
		return
	}
	if slices.Min(r) == slices.Max(r) {
		clear(r)
		return
	}
	n, mean, square := float64(len(r)), 0.0, 0.0
	rounding := n * 0x1p-52 * max(math.Abs(slices.Min(r)), math.Abs(slices.Max(r)))
	for _, x := range r {
		mean += x / n
	}
	for i := range r {
		if r[i] -= mean; math.Abs(r[i]) <= rounding {
			r[i] = 0
		}
		square += r[i] * r[i]
	}
	scale := 1.0
	switch by {
	case SampleDeviation:
		scale = math.Sqrt(square/(n-1)) + epsilon
	case PopulationDeviation:
		scale = math.Sqrt(square/n) + epsilon
	}
	for i := range r {
		r[i] /= scale
	}
}

// GeneralisedAdvantage is GAE (arXiv 1506.02438) over the tokens of a rollout,
// the reward standing at the last one:
//
//	δ_t = ρ_t + γ·V_{t+1} − V_t,  A_t = δ_t + γλ·A_{t+1},  target_t = A_t + V_t
//
// with V from aux.value, 0 after the last token.
func GeneralisedAdvantage(gamma, lambda float64) Stage {
	return Stage{
		Name: "generalised-advantage", Kind: ActsOnAdvantage, Reads: []Column{Score, Keep, Aux("value")}, MayRead: []Column{TokenReward},
		Writes: []Column{Advantage, ValueTarget},
		Apply: func(d *Draft) error {
			a, target, v := d.column(&d.Plan.Advantage, 0), d.column(&d.Plan.ValueTarget, 0), d.Batch.Aux["value"]
			for i, keep := range d.Plan.Keep {
				if !keep {
					continue
				}
				after, next, reward := 0.0, 0.0, d.Score[i]
				for t := d.Offsets[i+1] - 1; t >= d.Offsets[i]; t-- {
					if d.TokenReward != nil {
						reward += d.TokenReward[t]
					}
					after = reward + gamma*next - v[t] + gamma*lambda*after
					a[t], target[t] = after, after+v[t]
					next, reward = v[t], 0
				}
			}
			return nil
		},
	}
}

// WhitenAdvantage takes the mean of all kept tokens off and divides by their
// deviation, √(variance + 1e-8), the variance dividing by n−1.
func WhitenAdvantage() Stage {
	return Stage{
		Name: "whiten-advantage", Kind: ActsOnAdvantage, Reads: []Column{Advantage, Keep}, Writes: []Column{Advantage},
		Apply: func(d *Draft) error {
			n, mean, square := 0.0, 0.0, 0.0
			d.keptTokens(func(t int) { n++; mean += d.Plan.Advantage[t] })
			if n < 2 {
				return nil
			}
			mean /= n
			d.keptTokens(func(t int) { square += (d.Plan.Advantage[t] - mean) * (d.Plan.Advantage[t] - mean) })
			scale := math.Sqrt(square/(n-1) + 1e-8)
			d.keptTokens(func(t int) { d.Plan.Advantage[t] = (d.Plan.Advantage[t] - mean) / scale })
			return nil
		},
	}
}

func (d *Draft) keptTokens(f func(t int)) {
	for i, keep := range d.Plan.Keep {
		if keep {
			for t := d.Offsets[i]; t < d.Offsets[i+1]; t++ {
				f(t)
			}
		}
	}
}
