package train_test

import (
	"math"
	"testing"

	"segue/lm/generation"
	"segue/rl"
	"segue/task/cue"
	"segue/train"
	"segue/train/rollout"
)

// Weights are min(cap, π/behaviour), of tokens that were drawn otherwise than by
// the policy alone.
func TestCorrection(t *testing.T) {
	token := func(policy, drawn float64) generation.Token {
		return generation.Token{LogProb: math.Log(policy), Drawn: math.Log(drawn)}
	}
	rollouts := []rollout.Rollout{{Tokens: []generation.Token{token(0.3, 0.6), token(0.5, 0.5)}}, {}, {Tokens: []generation.Token{token(0.3, 0.2), token(0.9, 0.1)}}}
	for _, c := range []struct {
		limit        float64
		before, want []float64
	}{
		{2, nil, []float64{0.5, 1, 1.5, 2}},
		{1, nil, []float64{0.5, 1, 1, 1}},
		{2, []float64{2, 0.5, 0, 1}, []float64{1, 0.5, 0, 2}},
		{0, nil, nil},
	} {
		got := train.Weights(c.limit, &rl.Plan{Advantage: make([]float64, 4), Weight: c.before}, rollouts)
		if len(got) != len(c.want) {
			t.Fatalf("cap %v: %v, want %v", c.limit, got, c.want)
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("cap %v, token %d: %v, want %v", c.limit, i, got[i], c.want[i])
			}
		}
	}
	drawnByPolicy := []rollout.Rollout{{Tokens: []generation.Token{token(0.3, 0.3)}}}
	if got := train.Weights(2, &rl.Plan{Advantage: make([]float64, 1)}, drawnByPolicy); got != nil {
		t.Errorf("tokens of the policy itself are weighed by %v", got)
	}
}

// The correction is at work in a run whose draws are cooler than the policy, and
// in no other.
func TestCorrectionInARun(t *testing.T) {
	trained := func(temperature, correction float64) []float32 {
		c := rlConfig(t)
		c.Steps, c.Temperature, c.Correction = 2, temperature, correction
		return load(t, reinforced(t, t.TempDir(), c).Model)
	}
	if distance(trained(0.7, 0), trained(0.7, 2)) == 0 {
		t.Error("at temperature 0.7 the correction changes nothing")
	}
	if d := distance(trained(1, 0), trained(1, 2)); d != 0 {
		t.Errorf("at temperature 1 the correction changes weights by %v", d)
	}
}

// BenchmarkStep is one step: draw, grade, plan, update, record.
func BenchmarkStep(b *testing.B) {
	c := rlConfig(b)
	c.Steps, c.Prompts, c.Group, c.Threads = 1<<20, 8, 8, 2
	c.EvalTasks, c.LearningRate, c.Schedule = nil, 1e-6, "constant"
	step, done, err := train.Stepper(b.TempDir(), c, train.RLEnvironment{Solver: cue.Solver{}, Warn: func(error) {}})
	if err != nil {
		b.Fatal(err)
	}
	defer done()
	b.ReportAllocs()
	for b.Loop() {
		if err := step(); err != nil {
			b.Fatal(err)
		}
	}
}
