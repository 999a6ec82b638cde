package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

// confidence is c(o|q) of rollout i.
func confidence(b *rl.Batch, i int) float64 {
	logp := slices.Clone(b.LogProbOld[first(b, i) : first(b, i)+b.Length[i]])
	slices.Sort(logp)
	n, sum := max(1, b.Length[i]/5), 0.0
	for _, x := range logp[:n] {
		sum += x
	}
	return math.Exp(sum / float64(n))
}

func init() {
	formulas["progrpo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		a := groupRelative(b, b.Reward, i, all)
		for _, j := range others(b, i, all) {
			if b.Correct[j] == 1 {
				return map[string]float64{"advantage": a + 0.3*(b.Aux["prompt_confidence"][first(b, i)+t]-confidence(b, i))}
			}
		}
		return map[string]float64{"advantage": a}
	}
}

// Of right responses the surer gains less; with α = 0 it is grpo's advantage.
func TestProGRPOFavoursWhatIsHardlyFound(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 1, 1}, Group: []int{0, 0, 0}, Reward: []float64{1, 1, 0}, Correct: []float64{1, 1, 0}, LogProbOld: []float64{-0.1, -3, -1}}
	a := plan(t, planner(t, "progrpo", "group_confidence", "1"), b, rl.State{}).Advantage
	if a[0] >= a[1] {
		t.Errorf("the sure one gets %v, the other %v", a[0], a[1])
	}
	plain := plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage
	mean := (math.Exp(-0.1) + math.Exp(-3) + math.Exp(-1)) / 3
	if want := plain[2] + 0.3*(mean-math.Exp(-1)); math.Abs(a[2]-want) > 1e-9 {
		t.Errorf("about the group's confidence the wrong one gets %v, want %v", a[2], want)
	}
	if diff := cmp.Diff(plain, plan(t, planner(t, "progrpo", "group_confidence", "1", "alpha", "0"), b, rl.State{}).Advantage); diff != "" {
		t.Error(diff)
	}
}
