package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	earned := func(b *rl.Batch, k int) float64 {
		if nextSpan(b, k) < 0 {
			return 0
		}
		return b.Spans[nextSpan(b, k)].Value["gold_logp_ref"] - b.Spans[k].Value["gold_logp_ref"]
	}
	formulas["trace"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		a, me := groupRelative(b, b.Reward, i, all), spanOf(b, i, t)
		if me < 0 {
			return map[string]float64{"advantage": a}
		}
		var of []float64
		for k, s := range b.Spans {
			if b.Group[s.Rollout] == b.Group[i] {
				of = append(of, earned(b, k))
			}
		}
		return map[string]float64{"advantage": a + relativeTo(earned(b, me), of)}
	}
	formulas["trace/raw"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		a, me := groupRelative(b, b.Reward, i, all), spanOf(b, i, t)
		if me >= 0 {
			a += earned(b, me)
		}
		return map[string]float64{"advantage": a}
	}
}

// What the actions of a rollout earn adds up to the whole change: two calls that lead
// nowhere and back earn nothing together. Without what they earn it is grpo.
func TestTRACETelescopes(t *testing.T) {
	b := turns("gold_logp_ref", -2, -1, -2, -3, -2.5, -0.5)
	plain := plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage
	raw := plan(t, planner(t, "trace", "dialect", "raw"), b, rl.State{}).Advantage
	for k := range raw {
		raw[k] -= plain[k]
	}
	if diff := cmp.Diff([]float64{1, 1, -1, -1, 0, 0, 0.5, 0.5, 2, 2, 0, 0}, raw, close); diff != "" {
		t.Error(diff)
	}
	off := plan(t, planner(t, "trace", "lambda", "0"), b, rl.State{}).Advantage
	if !slices.Equal(plain, off) || math.IsNaN(off[0]) {
		t.Errorf("without what actions earn the advantages are %v, in grpo %v", off, plain)
	}
}
