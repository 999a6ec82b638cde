package recipes_test

import (
	"math"
	"testing"

	"segue/rl"
)

func init() {
	formulas["entropic"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		mean, _ := moments(b.Entropy)
		e := mean - 0.3
		alpha := math.Max(-1, math.Min(1, e+0.01*e))
		a := groupRelative(b, b.Reward, i, all)
		if math.Exp(b.LogProbOld[first(b, i)+t]) > 0.95 {
			a += alpha * math.Abs(a)
		}
		return map[string]float64{"advantage": a}
	}
}

// The integral grows from batch to batch, and is held where it alone reaches the bound.
func TestEntropicRemembersTheError(t *testing.T) {
	r, err := rl.Lookup("entropic")
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Planner(map[string]string{"target": "1", "proportional": "0.5", "integral": "0.1", "threshold": "0"})
	if err != nil {
		t.Fatal(err)
	}
	b := &rl.Batch{Length: []int{1, 1}, Group: []int{0, 0}, Reward: []float64{1, 0}, LogProbOld: []float64{-0.1, -0.1}, Entropy: []float64{3, 3}}
	var s rl.State
	sum, plain := 0.0, 1/math.Sqrt(2)/(1+math.Sqrt(2)*1e-6)
	for range 8 {
		out := plan(t, p, b, s)
		sum = math.Min(sum+2, 10)
		alpha := math.Min(1, 0.5*2+0.1*sum)
		if want := plain * (1 + alpha); math.Abs(out.Advantage[0]-want) > 1e-6 {
			t.Fatalf("A = %v, want %v", out.Advantage[0], want)
		}
		s = out.State
	}
	if s.Numbers["entropy.sum"] != 10 {
		t.Errorf("the sum is %v, not held at 10", s.Numbers)
	}
}
