package policy_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"segue/lm/checkpoint"
	"segue/train/policy"
)

// probed draws rollouts of prompts that are worth 1 where they begin with an even token,
// with what each prompt is worth.
func probed(random *rand.Rand, prompts int) (policy.Sequences, []float64) {
	var s policy.Sequences
	var worth []float64
	for g := range prompts {
		s.Prompts = append(s.Prompts, ids(random, 3, tiny.Vocabulary))
		s.Prompts[g][0] = s.Prompts[g][0] / 20 // 0 or 1, so that few rollouts tell
		for range 2 {
			s.Of, s.Responses = append(s.Of, g), append(s.Responses, ids(random, 4, tiny.Vocabulary))
			worth = append(worth, float64(1-s.Prompts[g][0]))
		}
	}
	return s, worth
}

// The probe knows nothing at first, then foretells what prompts that it never saw are
// worth, the same in one pass and in many; what it is told of a batch comes after what it
// says of it.
func TestTheProbeLearnsWhatPromptsAreWorth(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	p := open(t, parameters(t, 3), policy.Options{Probe: 0.1})
	for batch := range 40 {
		q, worth := probed(random, 10)
		values, err := p.ProbeValues(q)
		if err != nil {
			t.Fatal(err)
		}
		if batch == 0 && slices.ContainsFunc(values, func(v float64) bool { return v != 0 }) {
			t.Errorf("a fresh probe says %v", values)
		}
		worth[0] = math.NaN() // not scored
		if err := p.AddRewards(worth); err != nil {
			t.Fatal(err)
		}
		off := 0.0
		for i := 1; i < len(worth); i++ {
			off += (values[i] - worth[i]) * (values[i] - worth[i]) / float64(len(worth)-1)
		}
		if batch == 39 && off > 0.15 { // the variance of the worths is 0.25
			t.Errorf("the squared error is %v", off)
		}
	}
	if n := p.Steps().Probe; n != 40*19 {
		t.Errorf("the probe has seen %d rollouts", n)
	}
	q, worth := probed(random, 10)
	values, err := p.ProbeValues(q)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.AddRewards(worth[1:]); err == nil {
		t.Error("rewards of other rollouts are taken")
	}
	again := restored(t, p, policy.Options{Probe: 0.1, PassTokens: 25})
	same, err := again.ProbeValues(q)
	if err != nil {
		t.Fatal(err)
	}
	for i := range values {
		if math.Abs(values[i]-same[i]) > 1e-5 {
			t.Errorf("rollout %d is worth %v, after a restart %v", i, values[i], same[i])
		}
	}
	if _, err := open(t, parameters(t, 3), policy.Options{}).ProbeValues(q); err == nil {
		t.Error("a policy without a probe predicts")
	}
}

// restored is another policy in the state of p, through a checkpoint.
func restored(t *testing.T, p *policy.Policy, o policy.Options) *policy.Policy {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "checkpoints")
	if _, err := checkpoint.SaveTraining(dir, checkpoint.State{Step: 1, Tensors: p.Tensors()}, 1); err != nil {
		t.Fatal(err)
	}
	latest, err := checkpoint.LatestTraining(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	again := open(t, parameters(t, 4), o)
	if err := again.Restore(latest, p.Steps()); err != nil {
		t.Fatal(err)
	}
	return again
}
