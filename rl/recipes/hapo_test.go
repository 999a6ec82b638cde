package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// relativeEntropy is HAPO's h of each token.
func relativeEntropy(b *rl.Batch) []float64 {
	var l []float64
	for _, h := range b.Entropy {
		l = append(l, math.Log(math.Max(h, 1e-6)))
	}
	if len(l) == 0 {
		return nil
	}
	sorted := slices.Clone(l)
	slices.Sort(sorted)
	q := sorted[max(0, int(math.Ceil(0.8*float64(len(l))-1e-9))-1)]
	for k, x := range l {
		switch l[k] = x - q; {
		case x > q:
			l[k] /= sorted[len(l)-1] - q
		case x < q:
			l[k] /= q - sorted[0]
		}
	}
	return l
}

func init() {
	formulas["hapo"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		averaged := func(repeat func(n int) int) func(j int) float64 {
			var r []float64
			for _, j := range others(b, i, all) {
				r = append(r, slices.Repeat([]float64{b.Reward[j]}, repeat(b.Length[j]))...)
			}
			mean, deviation := moments(r)
			return func(j int) float64 { return (b.Reward[j] - mean) / (deviation + 1e-6) }
		}
		by := averaged(func(n int) int { return n })
		for _, j := range others(b, i, all) {
			if b.Length[j] > 0 && math.Abs(by(j)) >= 5 {
				by = averaged(func(int) int { return 1 })
			}
		}
		k := first(b, i) + t
		h, r := relativeEntropy(b)[k], math.Exp(now.LogProb[k]-b.LogProbOld[k])
		out := map[string]float64{"advantage": by(i), "clip_lo": 0.8, "clip_hi": 1.2}
		if near := r > 0.9 && r < 1.1; near == (h <= 0) {
			out["advantage"] *= 1 + h
		}
		if h > 0 {
			out["clip_hi"] = 1 + 0.2*(1+h)
		} else {
			out["clip_lo"] = 1 - 0.2*(1-h)
		}
		return out
	}
}

// Each of the three changes can be had alone, and without all of them the plan is grpo's
// with a mean over all tokens.
func TestHAPOChangesAreSeparate(t *testing.T) {
	b := pair(3, slices.Repeat([]float64{-1}, 6), []float64{0.1, 1, 2, 0.1, 1, 1})
	b.Length = []int{2, 4}
	now := rl.Current{LogProb: b.LogProbOld}
	off := []string{"clip_share", "0", "advantage_share", "0", "sequence_average", "1"}
	with := func(quantity, x string) *rl.Plan {
		return updated(t, planner(t, "hapo", append(slices.Clone(off), quantity, x)...), b, now, rl.State{})
	}
	plain := with("clip", "0.2")
	grpo := updated(t, planner(t, "grpo", "dialect", "verl", "dual_clip", "0", "singles", "0"), b, now, rl.State{})
	if !slices.Equal(plain.Advantage, grpo.Advantage) || !slices.Equal(plain.ClipLo, grpo.ClipLo) || !slices.Equal(plain.ClipHi, grpo.ClipHi) {
		t.Errorf("without its changes the advantages are %v", plain.Advantage)
	}
	clip, advantage, average := with("clip_share", "1"), with("advantage_share", "1"), with("sequence_average", "0")
	if !slices.Equal(clip.Advantage, plain.Advantage) || math.Abs(clip.ClipLo[0]-0.6) > 1e-12 || math.Abs(clip.ClipHi[2]-1.4) > 1e-12 || clip.ClipLo[1] != 0.8 {
		t.Errorf("the bounds are %v and %v", clip.ClipLo, clip.ClipHi)
	}
	if !slices.Equal(advantage.ClipLo, plain.ClipLo) || math.Abs(advantage.Advantage[0]) > 1e-12 || advantage.Advantage[1] != plain.Advantage[1] || advantage.Advantage[2] != plain.Advantage[2] {
		t.Errorf("the advantages are %v", advantage.Advantage) // a sure token near r = 1 has none, an uncertain one its own
	}
	if sum := 2*average.Advantage[0] + 4*average.Advantage[2]; math.Abs(sum) > 1e-9 {
		t.Errorf("over tokens the advantages %v sum to %v", average.Advantage, sum)
	}
}
