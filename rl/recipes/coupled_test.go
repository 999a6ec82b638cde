package recipes_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"
)

// scores are the log-ratios of each rollout, summed.
func scores(b *rl.Batch, logp []float64) []float64 {
	s := make([]float64, len(b.Length))
	for i, n := range b.Length {
		for t := range n {
			s[i] += logp[first(b, i)+t] - b.LogProbOld[first(b, i)+t]
		}
	}
	return s
}

// realLoss is REAL's loss of a batch.
func realLoss(b *rl.Batch, logp []float64) float64 {
	const tau = 0.5
	s, loss := scores(b, logp), 0.0
	for i := range b.Length {
		if slices.Min(others(b, i, all)) != i {
			continue // once a group
		}
		right, wrong, sum, n := 1.0, 1.0, 0.0, 0.0
		for _, j := range others(b, i, all) {
			sum, n = sum+b.Reward[j], n+1
		}
		for _, j := range others(b, i, all) {
			if x := s[j] / float64(b.Length[j]) / tau; b.Reward[j] > sum/n {
				right += math.Exp(-x)
			} else {
				wrong += math.Exp(x)
			}
		}
		if right > 1 && wrong > 1 {
			loss += n / float64(len(b.Length)) * (math.Log(right) + math.Log(wrong))
		}
	}
	return loss
}

// bceLoss is the cross-entropy of each response of a mixed group.
func bceLoss(b *rl.Batch, logp []float64) float64 {
	s, loss := scores(b, logp), 0.0
	for i, n := range b.Length {
		var r []float64
		for _, j := range others(b, i, all) {
			r = append(r, b.Reward[j])
		}
		mean, deviation := moments(r)
		x := s[i] / float64(n) / 0.5
		if b.Reward[i] > mean {
			x = -x
		}
		if deviation > 0 {
			loss += math.Log(1+math.Exp(x)) / float64(len(b.Length))
		}
	}
	return loss
}

// pacsLoss is PACS's loss of a batch.
func pacsLoss(b *rl.Batch, logp []float64) float64 {
	s, loss := scores(b, logp), 0.0
	for i := range b.Length {
		group := others(b, i, all)
		if len(group) < 2 {
			continue
		}
		psi, same := s[i], 0.0
		classes := map[float64]bool{}
		for _, j := range group {
			if j != i {
				psi -= s[j] / float64(len(group)-1)
			}
			if b.Correct[j] == b.Correct[i] {
				same++
			}
			classes[b.Correct[j]] = true
		}
		p := 1 / (1 + math.Exp(-psi))
		w := float64(len(group)) / float64(len(classes)) / same
		loss -= w / float64(len(b.Length)) * (b.Correct[i]*math.Log(p) + (1-b.Correct[i])*math.Log(1-p))
	}
	return loss
}

// The gradient by the plan of an update is that of the loss that couples a group.
func TestCoupledLosses(t *testing.T) {
	for _, c := range []struct {
		p    *rl.Planner
		loss func(b *rl.Batch, logp []float64) float64
	}{
		{planner(t, "real"), realLoss}, {planner(t, "real", "bce", "1"), bceLoss}, {planner(t, "pacs"), pacsLoss},
	} {
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 3))
			b := randomBatch(random, 3, 1+int(seed)%5, false, func() int { return 1 + random.IntN(4) })
			now := current(b, seed)
			out, err := c.p.Update(plan(t, c.p, b, rl.State{}), b, now)
			if err != nil {
				t.Fatal(err)
			}
			_, got, _, err := rl.Surrogate(out, b, now)
			if err != nil {
				t.Fatal(err)
			}
			for k := range now.LogProb {
				const h = 1e-5
				up, down := slices.Clone(now.LogProb), slices.Clone(now.LogProb)
				up[k], down[k] = up[k]+h, down[k]-h
				if want := (c.loss(b, up) - c.loss(b, down)) / (2 * h); math.Abs(got.LogProb[k]-want) > 1e-7 {
					t.Fatalf("%s, seed %d: the derivative by token %d is %v, that of the loss %v", c.p.Recipe.Name, seed, k, got.LogProb[k], want)
				}
			}
		}
	}
}

func init() {
	// The advantages of one update are the derivatives of the loss by a response's score.
	formulas["real"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		const tau = 0.5
		s := scores(b, now.LogProb)
		var group []int // an empty response has no score
		sum, n := 0.0, 0.0
		for _, j := range others(b, i, all) {
			sum, n = sum+b.Reward[j], n+1
			if b.Length[j] > 0 {
				group = append(group, j)
			}
		}
		mixed := false
		right := func(j int) bool { return b.Reward[j] > sum/n }
		for _, j := range others(b, i, all) {
			mixed = mixed || b.Reward[j] != b.Reward[i]
		}
		if !mixed {
			return map[string]float64{"advantage": 0}
		}
		sign := map[bool]float64{true: 1, false: -1}[right(i)]
		x := func(j int) float64 { return math.Exp(-sign * s[j] / float64(b.Length[j]) / tau) }
		total := 1.0
		for _, j := range group {
			if right(j) == right(i) {
				total += x(j)
			}
		}
		return map[string]float64{"advantage": sign * float64(len(group)) / tau * x(i) / total}
	}
	formulas["pacs"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		s := scores(b, now.LogProb)
		var group []int
		for _, j := range others(b, i, all) {
			if b.Length[j] > 0 {
				group = append(group, j)
			}
		}
		if len(group) < 2 {
			return map[string]float64{"advantage": 0}
		}
		residual := func(i int) float64 {
			psi, same := s[i], 0.0
			classes := map[float64]bool{}
			for _, j := range group {
				if j != i {
					psi -= s[j] / float64(len(group)-1)
				}
				if b.Correct[j] == b.Correct[i] {
					same++
				}
				classes[b.Correct[j]] = true
			}
			return float64(len(group)) / float64(len(classes)) / same * (b.Correct[i] - 1/(1+math.Exp(-psi)))
		}
		a := residual(i)
		for _, j := range group {
			if j != i {
				a -= residual(j) / float64(len(group)-1)
			}
		}
		return map[string]float64{"advantage": a}
	}
}

// REAL's weights fall as a response is got right, and stay within G/τ.
func TestRealWeightsAreMonotoneAndBounded(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 1, 1}, Group: []int{0, 0, 0}, Reward: []float64{1, 1, 0}, LogProbOld: []float64{-50, -50, -50}}
	p := planner(t, "real")
	drawn := plan(t, p, b, rl.State{})
	last := math.Inf(1)
	for s := -40.0; s <= 40; s += 0.5 {
		out, err := p.Update(drawn, b, rl.Current{LogProb: []float64{-50 + s, -50, -50}})
		if err != nil {
			t.Fatal(err)
		}
		if a := out.Advantage[0]; a > last || a < 0 || a > 3/0.5 {
			t.Errorf("score %v has the weight %v, the one before %v", s, a, last)
		} else {
			last = a
		}
	}
}
