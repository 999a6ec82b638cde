package policy_test

import (
	"testing"

	"segue/rl"
	"segue/train/policy"
)

// What a recipe remembers in its second phase is in the plan after the update,
// in however many passes it is made, and the next update begins with it.
func TestTheSecondPhaseRemembers(t *testing.T) {
	s := learnCase{recipe: "test-remembers"}.stage(t)
	for name, pass := range map[string]int{"one pass": 1 << 20, "many passes": 24} {
		p := s.open(t, policy.Options{PassTokens: pass})
		plan := *s.plan
		before := plan.State.Clone()
		for update := 1; update <= 3; update++ {
			p.Begin()
			if _, err := p.Learn(s.planner, &plan, s.batch, s.sequences); err != nil {
				t.Fatal(err)
			}
			if n := plan.State.Number("updates", 0); n != float64(update) {
				t.Errorf("%s: %v updates are remembered after %d", name, n, update)
			}
		}
		if _, there := before.Numbers["updates"]; there || plan.State.Batches != before.Batches {
			t.Errorf("%s: the state was %+v, is %+v", name, before, plan.State)
		}
	}
}

// The recipe of the test counts updates.
func init() {
	grpo, err := rl.Lookup("grpo")
	if err != nil {
		panic(err)
	}
	stages := grpo.Stages
	grpo.Name = "test-remembers"
	grpo.Stages = func(v rl.Values) []rl.Stage {
		return append(stages(v), rl.Stage{
			Name: "count-updates", Kind: rl.ActsOnController, Phase: rl.OnUpdate, Writes: []rl.Column{rl.StateColumn},
			Apply: func(d *rl.Draft) error {
				d.Plan.State.Remember("updates", d.Plan.State.Number("updates", 0)+1)
				return nil
			},
		})
	}
	rl.Register(grpo)
}
