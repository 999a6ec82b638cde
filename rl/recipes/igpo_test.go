package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

// relativeTo is (x − mean)/(std + 1e-6) among numbers.
func relativeTo(x float64, among []float64) float64 {
	mean, deviation := moments(among)
	return (x - mean) / (deviation + 1e-6)
}

func init() {
	// gained is IGPO's advantage for gains of what f makes of log p.
	gained := func(f func(logp float64) float64) formula {
		return func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
			me := spanOf(b, i, t)
			if me < 0 {
				return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all)}
			}
			gain := func(k int) float64 {
				return f(b.Spans[nextSpan(b, k)].Value["gold_logp"]) - f(b.Spans[k].Value["gold_logp"])
			}
			var gains, outcomes []float64
			for k, s := range b.Spans {
				if nextSpan(b, k) >= 0 && b.Group[s.Rollout] == b.Group[i] {
					gains = append(gains, gain(k))
				}
			}
			for _, j := range others(b, i, all) {
				outcomes = append(outcomes, b.Reward[j])
			}
			sum := 0.0
			for k := me; k >= 0; k = nextSpan(b, k) {
				if nextSpan(b, k) < 0 {
					sum += relativeTo(b.Reward[i], outcomes)
				} else {
					sum += relativeTo(gain(k), gains)
				}
			}
			return map[string]float64{"advantage": sum}
		}
	}
	formulas["igpo"] = gained(math.Exp)
	formulas["igpo/log"] = gained(func(x float64) float64 { return x })
}

// turns gives each of two rollouts of six tokens three turns with these values of the
// states that they begin in.
func turns(name string, values ...float64) *rl.Batch {
	b := pair(6, slices.Repeat([]float64{-1}, 12), slices.Repeat([]float64{1}, 12))
	for k, x := range values {
		b.Spans = append(b.Spans, rl.Span{Rollout: k / 3, Step: k%3 + 1, From: 2 * (k % 3), To: 2*(k%3) + 2, Value: map[string]float64{name: x}})
	}
	return b
}

// Where no turn adds anything it is grpo; a group whose outcomes are all equal still tells
// a turn that finds something from one that does not, by hand: the gains are 0.6, −0.2, 0
// and 0, with the mean 0.1.
func TestIGPOTellsTurnsApart(t *testing.T) {
	p := planner(t, "igpo", "kl_coef", "0")
	b := turns("gold_logp", -1, -1, -1, -2, -2, -2)
	if diff := cmp.Diff(plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage, plan(t, p, b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
	b = turns("gold_logp", math.Log(0.2), math.Log(0.8), math.Log(0.6), math.Log(0.5), math.Log(0.5), math.Log(0.5))
	b.Reward = []float64{0, 0}
	s := math.Sqrt((0.25+0.09+0.01+0.01)/3) + 1e-6
	want := []float64{0.2 / s, 0.2 / s, -0.3 / s, -0.3 / s, 0, 0, -0.2 / s, -0.2 / s, -0.1 / s, -0.1 / s, 0, 0}
	if diff := cmp.Diff(want, plan(t, p, b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
	// Compared together, the outcomes 0.5 and 0 are two more of six numbers with the mean 0.15.
	b.Reward = []float64{0.5, 0}
	s = math.Sqrt((0.45*0.45+0.35*0.35+0.35*0.35+3*0.15*0.15)/5) + 1e-6
	want = []float64{0.45 / s, 0.45 / s, 0, 0, 0.35 / s, 0.35 / s, -0.45 / s, -0.45 / s, -0.3 / s, -0.3 / s, -0.15 / s, -0.15 / s}
	if diff := cmp.Diff(want, plan(t, planner(t, "igpo", "joint", "1", "kl_coef", "0"), b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
}

// A turn whose value is missing is an error that says where.
func TestIGPONeedsTheValues(t *testing.T) {
	b := turns("gold_logp", -1, -1, -1, -1, -1)
	b.Spans = append(b.Spans, rl.Span{Rollout: 1, Step: 3, From: 4, To: 6})
	_, err := planner(t, "igpo", "kl_coef", "0").Plan(b, rl.State{})
	if want := "recipe igpo, stage information-gain: the span of step 3 of rollout 1 has no value gold_logp"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
