package recipes_test

import (
	"testing"

	"segue/rl"
)

func init() {
	advantage := generalised(1, 0)
	formulas["tre"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": advantage(b, i, t), "entropy_coef": 1e-3, "weight": 1}
	}
	formulas["tre/k"] = formulas["tre"]
}

// The plan says how large the trust region is; without a bonus it is PPO of verl.
func TestTRESaysWhatTheTrustRegionIs(t *testing.T) {
	b := pair(3, []float64{-1, -1, -1, -1, -1, -1}, nil)
	b.Aux = map[string][]float64{"value": {0, 0.5, 0.2, 0.1, 0.4, 0.3}}
	p := plan(t, planner(t, "tre"), b, rl.State{})
	if want := (rl.EntropyTerm{Support: rl.SupportTopP, Form: rl.FormBonus, Size: 0.99, Most: 256, Scaled: true}); p.Bonus != want {
		t.Errorf("TRE-P has the bonus %+v", p.Bonus)
	}
	p = plan(t, planner(t, "tre", "dialect", "k", "top_k", "3"), b, rl.State{})
	if want := (rl.EntropyTerm{Support: rl.SupportTopK, Form: rl.FormBonus, Size: 3, Scaled: true}); p.Bonus != want {
		t.Errorf("TRE-K has the bonus %+v", p.Bonus)
	}
	r, err := rl.Lookup("tre")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []map[string]string{{"top_k": "2"}, {"top_p": "0"}, {"top_p": "0", "top_k": "1"}} {
		if _, err := r.Planner(set); err == nil {
			t.Errorf("%v is taken", set)
		}
	}
	none := plan(t, planner(t, "tre", "entropy_coef", "0"), b, rl.State{})
	ppo := plan(t, planner(t, "ppo", "dialect", "verl"), b, rl.State{})
	none.Recipe, none.State.Recipe = ppo.Recipe, ppo.Recipe
	if text(t, none) != text(t, ppo) {
		t.Errorf("without a bonus the plan is %s, of ppo %s", text(t, none), text(t, ppo))
	}
}
