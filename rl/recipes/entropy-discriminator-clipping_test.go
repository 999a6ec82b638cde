package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// discriminator is S of token k of the batch.
func discriminator(b *rl.Batch, k int) float64 {
	return math.Exp(b.LogProbOld[k]) * (b.Entropy[k] + b.LogProbOld[k])
}

func init() {
	formulas["entropy-discriminator-clipping"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		n, mean, variance := float64(len(b.Entropy)), 0.0, 0.0
		for k := range b.Entropy {
			mean += discriminator(b, k) / n
		}
		for k := range b.Entropy {
			variance += math.Pow(discriminator(b, k)-mean, 2) / n
		}
		a, w := groupRelative(b, b.Reward, i, all), 1.0
		if a < -1e-9 && discriminator(b, first(b, i)+t)-mean < -2.5*math.Sqrt(variance) {
			w = 0
		}
		return map[string]float64{"weight": w, "advantage": a}
	}
}

// The first-order change of the entropy is −ε·S, by central differences of a softmax.
func TestDiscriminatorIsTheEntropysSlope(t *testing.T) {
	logits := []float64{1.5, 0.2, -0.7, 0.9, -2}
	at := func(logits []float64) (logProb []float64, entropy float64) {
		sum := 0.0
		for _, z := range logits {
			sum += math.Exp(z)
		}
		for _, z := range logits {
			l := z - math.Log(sum)
			logProb = append(logProb, l)
			entropy -= math.Exp(l) * l
		}
		return logProb, entropy
	}
	logProb, entropy := at(logits)
	for k := range logits {
		moved := func(by float64) float64 {
			z := slices.Clone(logits)
			z[k] += by
			_, h := at(z)
			return h
		}
		s := discriminator(&rl.Batch{LogProbOld: logProb[k:], Entropy: []float64{entropy}}, 0)
		if got := (moved(1e-5) - moved(-1e-5)) / 2e-5; math.Abs(got+s) > 1e-9 {
			t.Errorf("the entropy moves by %v, not −%v, with logit %d", got, s, k)
		}
	}
}

// Nineteen tokens with S = 0 and a rare one in each response: only the punished one goes
// out, and with mu_positive a likely rewarded one too.
func TestDiscriminatorClipsTheRareLosses(t *testing.T) {
	l, h := slices.Repeat([]float64{-1}, 40), slices.Repeat([]float64{1}, 40)
	l[3], l[23] = -2, -2 // S = −e⁻²
	b := pair(20, l, h)
	out := plan(t, planner(t, "entropy-discriminator-clipping"), b, rl.State{})
	for k, w := range out.Weight {
		if (w == 0) != (k == 23) {
			t.Errorf("token %d weighs %v", k, w)
		}
	}
	if out.Normalisation.Denominator != 39 {
		t.Errorf("%+v", out.Normalisation)
	}
	l[3], l[23] = -0.5, -0.5 // S = e^−½/2
	for setting, want := range map[string]float64{"0": 1, "2": 0} {
		w := plan(t, planner(t, "entropy-discriminator-clipping", "mu_positive", setting), b, rl.State{}).Weight
		if w[3] != want || w[23] != 1 {
			t.Errorf("with mu_positive %s they weigh %v and %v", setting, w[3], w[23])
		}
	}
	// Against the vocabulary's mean only the token that lies below its own goes out.
	mean := make([]float64, 40)
	l[3], l[23], mean[25] = -1, -1, 0.3
	b.Aux = map[string][]float64{"discriminator_mean": mean}
	w := plan(t, planner(t, "entropy-discriminator-clipping", "vocabulary", "1"), b, rl.State{}).Weight
	for k := range w {
		if (w[k] == 0) != (k == 25) {
			t.Errorf("token %d weighs %v", k, w[k])
		}
	}
}
