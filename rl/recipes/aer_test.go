package recipes_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	formulas["aer"] = func(b *rl.Batch, _ rl.Current, i, _ int) map[string]float64 {
		h, _ := moments(b.Entropy)
		c := math.Max(0, 0+0.005*(0.4*h-h)) // the first batch is above its target
		return map[string]float64{"entropy_coef": c * math.Max(0, 1-accuracy(b, i)/0.5), "advantage": groupRelative(b, b.Reward, i, all)}
	}
}

// accuracy is the share of right responses of rollout i's group.
func accuracy(b *rl.Batch, i int) float64 {
	var right []float64
	for _, j := range others(b, i, all) {
		right = append(right, b.Correct[j])
	}
	mean, _ := moments(right)
	return mean
}

// resumes checks that a run whose state went through JSON plans the same bits, batch for
// batch, as one that never stopped.
func resumes(t *testing.T, p *rl.Planner) {
	t.Helper()
	var on, again rl.State
	for k := range 12 {
		b := randomBatch(rand.New(rand.NewPCG(uint64(k), 7)), 3, 4, false, func() int { return 3 })
		x, y := plan(t, p, b, on), plan(t, p, b, again)
		if diff := cmp.Diff(x, y); diff != "" {
			t.Fatalf("batch %d: %s", k, diff)
		}
		on, again = x.State, rl.State{}
		if err := json.Unmarshal([]byte(text(t, y.State)), &again); err != nil {
			t.Fatal(err)
		}
	}
}

// The coefficients of a batch of two prompts, of which one is harder, after a step that
// took the entropy below the target.
func TestAERFavoursHardPrompts(t *testing.T) {
	p := planner(t, "aer", "tau", "0.5", "step", "0.1")
	batch := func(h float64) *rl.Batch {
		b := randomBatch(rand.New(rand.NewPCG(1, 1)), 2, 4, false, func() int { return 1 })
		b.Group = []int{0, 0, 0, 0, 1, 1, 1, 1}
		b.Correct = []float64{0, 0, 0, 1, 1, 1, 0, 0}
		b.Entropy = slices.Repeat([]float64{h}, 8)
		return b
	}
	first := plan(t, p, batch(2), rl.State{})
	if slices.ContainsFunc(first.EntropyCoef, func(e float64) bool { return e != 0 }) {
		t.Errorf("above the target the coefficients are %v", first.EntropyCoef)
	}
	out := plan(t, p, batch(0.4), first.State) // c = 0.1·(0.5·2 − 0.4) = 0.06
	for k, e := range out.EntropyCoef {
		if want := []float64{0.03, 0}[k/4]; math.Abs(e-want) > 1e-12 {
			t.Errorf("token %d has the coefficient %v, want %v", k, e, want)
		}
	}
	resumes(t, p)
}

// In a model of training where the entropy relaxes to what the coefficient can hold, it
// comes to the target from above and from below. A batch without a rollout that counts
// neither sets the start nor moves the coefficient.
func TestAERComesToTheTarget(t *testing.T) {
	p := planner(t, "aer", "step", "0.01")
	b := randomBatch(rand.New(rand.NewPCG(1, 1)), 1, 4, false, func() int { return 1 })
	b.Correct = []float64{0, 0, 0, 0}
	none := rewarded(b, func(int, float64) float64 { return math.NaN() })
	for _, start := range []float64{1, 0.05} { // where the entropy goes after the first batch
		out := plan(t, p, none, rl.State{})
		h := 1.0
		for k := range 400 {
			b.Entropy = slices.Repeat([]float64{h}, 4)
			out = plan(t, p, b, out.State)
			h += 0.2 * (0.05 + 20*out.EntropyCoef[0] - h)
			if k == 0 {
				h = start
			}
		}
		if math.Abs(h-0.4) > 0.01 {
			t.Errorf("from %v the entropy comes to %v, want 0.4", start, h)
		}
	}
}
