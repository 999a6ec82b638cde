package train_test

import (
	"math"
	"testing"

	"segue/rl"
)

// The recipe of the test remembers how far the policy and the reference are apart on gold
// answers, and how likely they are before a first and before a last step.
func init() {
	grpo, err := rl.Lookup("grpo")
	if err != nil {
		panic(err)
	}
	stages := grpo.Stages
	grpo.Name = "test-gold"
	grpo.Stages = func(v rl.Values) []rl.Stage {
		return append([]rl.Stage{{
			Name: "look-at-gold", Kind: rl.ActsOnController, Writes: []rl.Column{rl.StateColumn},
			Reads: []rl.Column{rl.Spans, rl.SpanValue(rl.GoldLogProb), rl.SpanValue(rl.GoldLogProbRef)},
			Apply: func(d *rl.Draft) error {
				apart, least, most := 0.0, math.Inf(1), math.Inf(-1)
				for _, s := range d.Batch.Spans {
					own, ref := s.Value[rl.GoldLogProb], s.Value[rl.GoldLogProbRef]
					apart = max(apart, math.Abs(own-ref))
					least, most = min(least, own), max(most, own)
				}
				d.Plan.State.Remember("apart", apart)
				d.Plan.State.Remember("least", least)
				d.Plan.State.Remember("most", most)
				return nil
			},
		}}, stages(v)...)
	}
	rl.Register(grpo)
}

// The native engine fills in what the policy and the reference give the gold answer before
// each step: the same before the first update, and not afterwards; and recipes that need
// it train.
func TestGoldAnswersArePassed(t *testing.T) {
	t.Parallel()
	c, dir := rlConfig(t), t.TempDir()
	c.Recipe, c.Steps, c.EvalTasks = "test-gold", 2, nil
	reinforced(t, dir, c)
	var states []map[string]float64
	for _, line := range metrics(t, dir) {
		if line.Train != nil {
			states = append(states, line.Train.State)
		}
	}
	if len(states) != 2 || states[0]["apart"] > 1e-5 || states[1]["apart"] < 1e-5 {
		t.Errorf("policy and reference differ by %v", states)
	}
	for _, s := range states {
		if s["most"] > 0 || s["least"] >= s["most"] {
			t.Errorf("gold answers have log-probabilities from %v to %v", s["least"], s["most"])
		}
	}
	for _, recipe := range []string{"igpo", "trace"} {
		c.Recipe = recipe
		before := load(t, c.Model)
		if distance(before, load(t, reinforced(t, t.TempDir(), c).Model)) == 0 {
			t.Errorf("%s trains nothing", recipe)
		}
	}
}
