package rl_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// two parts of a batch, the second a mixture of the first and of noise.
func correlated(mixture float64) *rl.Batch {
	random := rand.New(rand.NewPCG(6, 6))
	b := flat(make([]float64, 400)...)
	b.Parts = map[string][]float64{}
	for range b.Length {
		x := random.NormFloat64()
		b.Parts["a"] = append(b.Parts["a"], x)
		b.Parts["b"] = append(b.Parts["b"], 10*(mixture*x+(1-mixture)*random.NormFloat64()))
	}
	return b
}

func moment(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += x[i] * y[i] / float64(len(x))
	}
	return sum
}

// whitened is the sum of a batch's whitened parts.
func whitened(t *testing.T, b *rl.Batch, ridge float64) []float64 {
	return measured(t, rl.RewardParts().Standardised(rl.OfBatch, rl.PopulationDeviation, 0).Whitened(ridge).Sum(), b)
}

// The second moments of whitened parts are 1 and 0: the sum of two has the variance 2,
// however they go together, and so has their difference.
func TestWhiteningTakesCorrelationAway(t *testing.T) {
	for _, mixture := range []float64{0, 0.5, 0.9} {
		b := correlated(mixture)
		sum := whitened(t, b, 1e-12)
		for i, x := range b.Parts["b"] {
			b.Parts["b"][i] = -x
		}
		difference := whitened(t, b, 1e-12)
		if v, w, c := moment(sum, sum), moment(difference, difference), moment(sum, difference); math.Abs(v-2)+math.Abs(w-2)+math.Abs(c) > 1e-6 {
			t.Errorf("mixture %v: sum and difference of two whitened parts have the variances %v and %v and the covariance %v", mixture, v, w, c)
		}
	}
	b := correlated(0.5)
	b.Parts["c"] = b.Parts["a"] // says nothing new: a and c weigh √2 together and not 2
	delete(b.Parts, "b")
	twice := whitened(t, b, 1e-12)
	delete(b.Parts, "c")
	once := whitened(t, b, 1e-12)
	for i := range twice {
		if math.Abs(twice[i]-math.Sqrt2*once[i]) > 1e-6 {
			t.Fatalf("rollout %d gets %v for the same reward twice and %v for it once", i, twice[i], once[i])
		}
	}
}

// A part that does not differ in a group, or is not known, says nothing of it.
func TestInactivePartsSayNothing(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 1, 1, 1}, Group: []int{0, 0, 1, 1}, Reward: []float64{0, 0, 0, 0}, Parts: map[string][]float64{
		"a": {-1, 1, 5, 5}, "b": {math.NaN(), math.NaN(), -3, 3}, "c": {2, 2, 2, 2},
	}}
	got := measured(t, rl.RewardParts().Active().Sum(), b)
	if diff := cmp.Diff([]float64{-1, 1, -3, 3}, got); diff != "" {
		t.Error(diff)
	}
	got = measured(t, rl.RewardParts("a", "b").Active().Whitened(1e-12).Sum(), b)
	if diff := cmp.Diff([]float64{-1, 1, -1, 1}, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
	b.Parts = nil
	b.Reward = []float64{1, 2, 3, 4}
	if diff := cmp.Diff(b.Reward, measured(t, rl.RewardParts().Sum(), b)); diff != "" {
		t.Errorf("without parts the reward is the only one: %s", diff)
	}
	if !slices.Equal(measured(t, rl.RewardParts().Ranked(rl.OfGroup, 0).Sum(), b), []float64{-0.5, 0.5, -0.5, 0.5}) {
		t.Error("ranks are not taken part by part")
	}
}
