package policy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/train/policy"
)

// A rollout's dispersion is its own, however the passes are cut; that of one that repeats
// itself differs from that of a varied one, and next to nothing has none.
func TestDispersionTellsRepetitionFromVariety(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	p := parameters(t, 3)
	q := policy.Sequences{Prompts: [][]int32{ids(random, 4, tiny.Vocabulary)}}
	for i := range 12 {
		response := ids(random, 30, tiny.Vocabulary)
		switch {
		case i >= 10:
			response = response[:i-9]
		case i%2 == 0:
			for k := range response {
				response[k] = response[0]
			}
		}
		q.Of, q.Responses = append(q.Of, 0), append(q.Responses, response)
	}
	got, err := open(t, p, policy.Options{}).Dispersions(q)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := open(t, p, policy.Options{PassTokens: 40}).Dispersions(q)
	if err != nil {
		t.Fatal(err)
	}
	var same, varied float64
	for i, x := range got {
		if math.Abs(x-cut[i]) > 1e-3 {
			t.Errorf("rollout %d has the dispersion %v, in other passes %v", i, x, cut[i])
		}
		switch {
		case i >= 10 && x != 0:
			t.Errorf("%d tokens have the dispersion %v", len(q.Responses[i]), x)
		case i < 10 && i%2 == 0:
			same += x / 5
		case i < 10:
			varied += x / 5
		}
	}
	if !(varied > 0) || math.Abs(varied-same) < 0.01 {
		t.Errorf("repetition has the mean dispersion %v, variety %v", same, varied)
	}
	t.Logf("repetition %v, variety %v", same, varied)
}

// Rows that follow z_{t+1} = K·z_t have the dispersion of K's spectrum.
func TestDispersionOfAKnownMap(t *testing.T) {
	radii := make([]float64, policy.LatentWidth)
	mean, squares := 0.0, 0.0
	for k := range radii {
		radii[k] = 0.3 + 0.6*float64(k)/float64(len(radii)-1)
		mean, squares = mean+radii[k]/float64(len(radii)), squares+radii[k]*radii[k]/float64(len(radii))
	}
	random := rand.New(rand.NewPCG(1, 1))
	const n = 20000
	z := make([]float64, n*len(radii))
	for i := range z {
		z[i] = random.NormFloat64()
		if k := i % len(radii); i >= len(radii) {
			z[i] = radii[k]*z[i-len(radii)] + math.Sqrt(1-radii[k]*radii[k])*z[i] // of the variance 1
		}
	}
	got, err := policy.Dispersion(n, z)
	if want := squares - mean*mean; err != nil || math.Abs(got-want) > 0.006 {
		t.Errorf("the dispersion is %v, want %v (%v)", got, want, err)
	}
}
