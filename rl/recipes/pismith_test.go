package recipes_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/rl"
)

func init() {
	formulas["pismith"] = func(b *rl.Batch, _ rl.Current, i, _ int) map[string]float64 {
		s, _ := moments(b.Correct)
		h, _ := moments(b.Entropy)
		a, e := groupRelative(b, b.Reward, i, all), 0.0
		x := math.Max(0, (0.5-s)/0.5)
		if a > 1e-12 {
			a *= 1 + 4*x
		}
		if h < 0.5 {
			e = 0.001 + 0.009*x
		}
		return map[string]float64{"advantage": a, "entropy_coef": e}
	}
}

// Coefficient and weight by hand at the success rates 0, 1/4, 1/2 and 1, and no bonus at
// an entropy that needs none.
func TestPISmithFollowsTheSuccessRate(t *testing.T) {
	p := planner(t, "pismith")
	for _, c := range []struct {
		right                int // of 4
		h, coefficient, gain float64
	}{{0, 0.4, 0.01, 5}, {1, 0.4, 0.0055, 3}, {2, 0.4, 0.001, 1}, {4, 0.4, 0.001, 1}, {0, 0.5, 0, 5}} {
		b := randomBatch(rand.New(rand.NewPCG(1, 1)), 1, 4, false, func() int { return 1 })
		for i := range b.Correct {
			b.Correct[i], b.Entropy[i] = 0, c.h
			if i < c.right {
				b.Correct[i] = 1
			}
			b.Reward[i] = float64(i) // so that some gain in any case
		}
		out := plan(t, p, b, rl.State{})
		gain := out.Advantage[3] / groupRelative(b, b.Reward, 3, all)
		if math.Abs(out.EntropyCoef[0]-c.coefficient) > 1e-12 || math.Abs(gain-c.gain) > 1e-9 {
			t.Errorf("%d of 4 right at %v nat: coefficient %v and gain %v, want %v and %v", c.right, c.h, out.EntropyCoef[0], gain, c.coefficient, c.gain)
		}
	}
}

// tried trains a policy that says one of ten words, of which only the last, very
// unlikely, earns anything, and returns its probability at the end.
func tried(t *testing.T, p *rl.Planner, seed uint64) float64 {
	random := rand.New(rand.NewPCG(seed, 3))
	z := []float64{5, 0, 0, 0, 0, 0, 0, 0, 0, -7}
	probabilities := func() (q []float64, h float64) {
		sum := 0.0
		for _, x := range z {
			sum += math.Exp(x)
		}
		for _, x := range z {
			q = append(q, math.Exp(x)/sum)
			h -= math.Exp(x) / sum * (x - math.Log(sum))
		}
		return q, h
	}
	for range 600 {
		q, h := probabilities()
		b := &rl.Batch{}
		var said []int
		for i := range 32 {
			k, at := 0, random.Float64()
			for at -= q[0]; at > 0 && k < 9; at -= q[k] {
				k++
			}
			r := float64(k / 9)
			said = append(said, k)
			b.Length, b.Group, b.Reward, b.Correct = append(b.Length, 1), append(b.Group, i/8), append(b.Reward, r), append(b.Correct, r)
			b.LogProbOld, b.Entropy = append(b.LogProbOld, math.Log(q[k])), append(b.Entropy, h)
		}
		b.LogProbRef = b.LogProbOld
		out := plan(t, p, b, rl.State{})
		_, g, _, err := rl.Surrogate(out, b, rl.Current{LogProb: b.LogProbOld, Entropy: b.Entropy})
		if err != nil {
			t.Fatal(err)
		}
		for k := range z {
			slope := 0.0
			for i := range said {
				slope -= g.LogProb[i] * q[k]
				if said[i] == k {
					slope += g.LogProb[i]
				}
				if g.Entropy != nil {
					slope -= g.Entropy[i] * q[k] * (math.Log(q[k]) + h)
				}
			}
			z[k] -= 100 * slope
		}
	}
	q, _ := probabilities()
	return q[9]
}

func TestPISmithFindsTheRareSuccess(t *testing.T) {
	plain, adaptive := planner(t, "grpo", "kl_coef", "0"), planner(t, "pismith", "until", "10", "most", "0.1")
	byLuck, found := 0, 0
	for seed := range uint64(10) {
		if tried(t, plain, seed) > 0.5 {
			byLuck++
		}
		if tried(t, adaptive, seed) > 0.5 {
			found++
		}
	}
	if byLuck > 3 || found < 10 {
		t.Errorf("of 10 runs GRPO finds the rare success in %d, PISmith in %d", byLuck, found)
	}
}
