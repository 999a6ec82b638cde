package recipes_test

import (
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	paid := func(name string) formula {
		return func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
			a, me := groupRelative(b, b.Reward, i, all), spanOf(b, i, t)
			if me < 0 {
				return map[string]float64{"advantage": a}
			}
			var earned func(k int) float64
			earned = func(k int) float64 {
				if k < 0 {
					return 0
				}
				return b.Spans[k].Reward[name] + earned(nextSpan(b, k))
			}
			var of []float64
			for k, s := range b.Spans {
				if b.Group[s.Rollout] == b.Group[i] && s.Step == b.Spans[me].Step {
					of = append(of, earned(k))
				}
			}
			return map[string]float64{"advantage": 0.5*relativeTo(earned(me), of) + 0.5*a}
		}
	}
	formulas["matchtir"], formulas["matchtir/answers"] = paid("match"), paid("answer")
}

// By hand: the first turns return 1 and 0, the second ones 0 and 0, so that two turns of a
// response differ; without the turns it is grpo.
func TestMatchTIRTellsTurnsApart(t *testing.T) {
	b := pair(2, []float64{-1, -1, -1, -1}, nil)
	for k, x := range []float64{1, 0, 0, 0} {
		b.Spans = append(b.Spans, rl.Span{Rollout: k / 2, Step: k%2 + 1, From: k % 2, To: k%2 + 1, Reward: map[string]float64{"match": x}})
	}
	plain := plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage
	turn := relativeTo(1, []float64{1, 0})
	want := []float64{0.5*turn + 0.5*plain[0], 0.5 * plain[1], -0.5*turn + 0.5*plain[2], 0.5 * plain[3]}
	if diff := cmp.Diff(want, plan(t, planner(t, "matchtir"), b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
	if _, err := planner(t, "matchtir", "by_answer", "1").Plan(b, rl.State{}); err == nil || err.Error() != "recipe matchtir needs the column spans.reward.answer, which the batch does not have" {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(plain, plan(t, planner(t, "matchtir", "weight_turn", "0"), b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
}
