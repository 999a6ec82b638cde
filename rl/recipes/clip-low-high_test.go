package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	bounded := func(lo float64) formula {
		return func(b *rl.Batch, _ rl.Current, i, _ int) map[string]float64 {
			return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "clip_lo": lo, "clip_hi": 1.2}
		}
	}
	formulas["clip-low-high"], formulas["clip-low-high/symmetric"] = bounded(0.9), bounded(0.8)
}

// bandit is a policy over a few actions: the logits of a softmax.
type bandit []float64

// logProbs are ln π of each action.
func (s bandit) logProbs() []float64 {
	sum := 0.0
	for _, x := range s {
		sum += math.Exp(x)
	}
	l := make([]float64, len(s))
	for a, x := range s {
		l[a] = x - math.Log(sum)
	}
	return l
}

func (s bandit) entropy() float64 {
	h := 0.0
	for _, l := range s.logProbs() {
		h -= math.Exp(l) * l
	}
	return h
}

// draws are each action with the reward 1 and with 0: as a batch, the actions of its
// tokens, and how likely each draw is when rewards are random.
func (s bandit) draws() (b *rl.Batch, actions []int, chance []float64) {
	b = &rl.Batch{}
	for a, l := range s.logProbs() {
		for _, r := range []float64{1, 0} {
			b.Length, b.Group, b.Reward = append(b.Length, 1), append(b.Group, 0), append(b.Reward, r)
			b.LogProbOld, b.Entropy = append(b.LogProbOld, l), append(b.Entropy, s.entropy())
			actions, chance = append(actions, a), append(chance, math.Exp(l)/2)
		}
	}
	return b, actions, chance
}

// now is what the policy says about tokens that are these actions.
func (s bandit) now(actions []int) rl.Current {
	l, c := s.logProbs(), rl.Current{}
	for _, a := range actions {
		c.LogProb, c.Entropy = append(c.LogProb, l[a]), append(c.Entropy, s.entropy())
	}
	return c
}

// randomRewards is what an update does to the entropy of a policy when rewards are drawn
// at random, averaged over everything that can happen. Two updates on one draw each move the
// policy off the one that drew; then comes one with the gradient of the mean over all draws,
// and that is looked at. All go along the natural gradient, which in a softmax changes the
// logit of each action by the derivative by its log-probability, over its probability.
func randomRewards(t *testing.T, p *rl.Planner, state rl.State, old bandit, rate float64) float64 {
	b, actions, chance := old.draws()
	out := plan(t, p, b, state)
	updated := func(s bandit, weigh func(k int) float64) bandit {
		l, next := s.logProbs(), slices.Clone(s)
		for k := range actions {
			out.Weight[k] = weigh(k) * float64(len(actions))
		}
		_, g := gradient(t, out, b, s.now(actions))
		for k, a := range actions {
			next[a] -= rate * g[k] / math.Exp(l[a])
		}
		return next
	}
	var after func(s bandit, draws int) float64
	after = func(s bandit, draws int) float64 {
		if draws == 0 {
			return updated(s, func(k int) float64 { return chance[k] }).entropy() - s.entropy()
		}
		mean := 0.0
		for drawn := range actions {
			mean += chance[drawn] * after(updated(s, func(k int) float64 {
				if k == drawn {
					return 1
				}
				return 0
			}), draws-1)
		}
		return mean
	}
	return after(old, 2)
}

// On random rewards nothing happens on average without bounds. The lower bound alone
// raises the entropy and the upper one alone lowers it; both at the same distance lower
// it, and with the tighter lower one of the recipe it rises.
func TestClipLowRaisesEntropyAndClipHighLowersIt(t *testing.T) {
	for _, policy := range [][]float64{{0.5, 0.2, 0.15, 0.1, 0.05}, {0.7, 0.1, 0.1, 0.05, 0.05}} {
		var old bandit
		for _, x := range policy {
			old = append(old, math.Log(x))
		}
		for _, rate := range []float64{0.01, 0.015, 0.02} {
			for _, c := range []struct {
				set  []string
				sign float64
			}{
				{[]string{"clip_low", "1", "clip_high", "1e6"}, 0},
				{[]string{"clip_low", "0.2", "clip_high", "1e6"}, 1},
				{[]string{"clip_low", "1", "clip_high", "0.2"}, -1},
				{[]string{"dialect", "symmetric"}, -1},
				{nil, 1},
			} {
				change := randomRewards(t, planner(t, "clip-low-high", c.set...), rl.State{}, old, rate)
				if c.sign == 0 && math.Abs(change) > 1e-12 || c.sign != 0 && !(change*c.sign > 1e-7) {
					t.Errorf("with %v an update at the rate %v changes the entropy of %v by %v", c.set, rate, policy, change)
				}
			}
		}
	}
}
