package rl_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

// plainRecipe is whole; tests spoil it.
func plainRecipe() rl.Recipe {
	return rl.Recipe{
		Name: "plain", Paper: rl.Paper{Title: "None"}, Doc: "for tests", Formula: "A = R − mean",
		Params: []rl.Param{{Name: "clip", Default: 0.2, Max: 1, Unit: "ratio", Doc: "both sides"}},
		Stages: func(v rl.Values) []rl.Stage {
			return []rl.Stage{
				rl.TakeReward(), rl.GroupAdvantage(rl.NoDeviation, 0), rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
				rl.ClipRatio(v.Of("clip"), v.Of("clip")), rl.Normalise(rl.TokenMean, rl.OverKept, 0),
			}
		},
		Claims: rl.Claims{ZeroVariance: rl.FateZero, Single: rl.FateZero},
	}
}

func TestRegistry(t *testing.T) {
	var g rl.Registry
	for _, name := range []string{"zeta", "alpha"} {
		r := plainRecipe()
		r.Name = name
		if err := g.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if all := g.List(); len(all) != 2 || all[0].Name != "alpha" {
		t.Errorf("the list is not sorted: %v", all)
	}
	if _, err := g.Lookup("alhpa"); err == nil || !strings.Contains(err.Error(), "nearest: alpha") {
		t.Errorf("an unknown name: %v", err)
	}
	for _, c := range []struct {
		want  string
		spoil func(*rl.Recipe)
	}{
		{"twice", func(r *rl.Recipe) { r.Name = "zeta" }},
		{"lower case", func(r *rl.Recipe) { r.Name = "" }},
		{"lower case", func(r *rl.Recipe) { r.Name = "GRPO" }},
		{"lacks a paper", func(r *rl.Recipe) { r.Paper = rl.Paper{} }},
		{"a unit", func(r *rl.Recipe) { r.Params[0].Unit = "" }},
		{"by default", func(r *rl.Recipe) { r.Params[0].Default = 2 }},
		{"twice", func(r *rl.Recipe) { r.Params = append(r.Params, r.Params[0]) }},
		{"dialect d", func(r *rl.Recipe) { r.Dialects = []rl.Dialect{{Name: "d", Set: map[string]float64{"no": 1}}} }},
		{"reads score, which no stage before it writes", func(r *rl.Recipe) {
			r.Stages = func(rl.Values) []rl.Stage { return []rl.Stage{rl.GroupAdvantage(rl.NoDeviation, 0), rl.TakeReward()} }
		}},
		{"reads span_score", func(r *rl.Recipe) {
			r.Stages = func(rl.Values) []rl.Stage { return []rl.Stage{rl.LaterSteps(1)} }
		}},
		{"no stage writes normalisation", func(r *rl.Recipe) {
			stages := r.Stages
			r.Stages = func(v rl.Values) []rl.Stage { return stages(v)[:4] }
		}},
		{"which is no column", func(r *rl.Recipe) {
			r.Stages = func(rl.Values) []rl.Stage {
				return []rl.Stage{{Name: "s", Kind: rl.ActsOnToken, Reads: []rl.Column{"temperature"}, Writes: []rl.Column{rl.Weight}, Apply: func(*rl.Draft) error { return nil }}}
			}
		}},
		{"stage late reads score, which is gone by the phase of updates", func(r *rl.Recipe) {
			stages := r.Stages
			r.Stages = func(v rl.Values) []rl.Stage {
				return append(stages(v), rl.Stage{Name: "late", Kind: rl.ActsOnToken, Phase: rl.OnUpdate, Reads: []rl.Column{rl.Advantage, rl.Score}, Writes: []rl.Column{rl.Weight}, Apply: func(*rl.Draft) error { return nil }})
			}
		}},
		{"stage late reads token_reward, which is gone by the phase of updates", func(r *rl.Recipe) {
			stages := r.Stages
			r.Stages = func(v rl.Values) []rl.Stage {
				return append(slices.Insert(stages(v), 1, rl.KLInReward(1, 0, 1)), rl.Stage{Name: "late", Kind: rl.ActsOnToken, Phase: rl.OnUpdate, MayRead: []rl.Column{rl.TokenReward}, Writes: []rl.Column{rl.Weight}, Apply: func(*rl.Draft) error { return nil }})
			}
		}},
		{"phase of rollouts", func(r *rl.Recipe) {
			stages := r.Stages
			r.Stages = func(v rl.Values) []rl.Stage {
				all := stages(v)
				all[0].Phase = rl.OnUpdate
				return all
			}
		}},
	} {
		r := plainRecipe()
		c.spoil(&r)
		if err := g.Add(r); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
	}
}

func TestRegisterPanics(t *testing.T) {
	defer func() {
		if x := recover(); x == nil || !strings.Contains(x.(string), "lower case") {
			t.Errorf("Register of an empty recipe: %v", x)
		}
	}()
	rl.Register(rl.Recipe{})
}

func TestSettings(t *testing.T) {
	r := plainRecipe()
	for _, c := range []struct{ name, value, want string }{
		{"clip", "x", "not a number"}, {"clip", "2", "not from 0 to 1"}, {"clip", "NaN", "not from"},
		{"clop", "1", "has no quantity"}, {"dialect", "latin", "no dialect"},
	} {
		if _, err := r.Planner(map[string]string{c.name: c.value}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: want an error with %q, got %v", c.name, c.value, c.want, err)
		}
	}
	p, err := r.Planner(map[string]string{"clip": "0.5"})
	if err != nil || p.Values.Of("clip") != 0.5 {
		t.Errorf("clip=0.5 gives %v, %v", p, err)
	}
}

func batchOf(rewards ...float64) *rl.Batch {
	b := &rl.Batch{Reward: rewards}
	for range rewards {
		b.Group, b.Length, b.LogProbOld = append(b.Group, 0), append(b.Length, 2), append(b.LogProbOld, -1, -1)
	}
	return b
}

// The second phase sees the policy as it is, and leaves the first plan alone.
func TestTwoPhases(t *testing.T) {
	r := plainRecipe()
	stages := r.Stages
	r.Stages = func(v rl.Values) []rl.Stage {
		return append(stages(v), rl.Stage{
			Name: "likely-tokens-only", Kind: rl.ActsOnToken, Phase: rl.OnUpdate, Reads: []rl.Column{rl.Advantage}, Writes: []rl.Column{rl.Weight},
			Apply: func(d *rl.Draft) error {
				for k, lp := range d.Current.LogProb {
					if lp < -2 {
						d.Plan.Weight[k] = 0
					}
				}
				return nil
			},
		})
	}
	p, err := r.Planner(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := batchOf(1, 0)
	first, err := p.Plan(b, rl.State{})
	if err != nil {
		t.Fatal(err)
	}
	part := []int{1}
	second, err := p.Update(first.Select(b, part), b.Select(part), rl.Current{LogProb: []float64{-1, -3}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{1, 0}, second.Weight); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{1, 1, 1, 1}, first.Weight); diff != "" {
		t.Errorf("the first plan changed: %s", diff)
	}
	if _, err := p.Update(first, b, rl.Current{LogProb: []float64{-1, math.NaN(), -1, -1}}); err == nil || !strings.Contains(err.Error(), "diverged") {
		t.Errorf("a diverged policy: %v", err)
	}
}

func TestPlanRefuses(t *testing.T) {
	p, err := plainRecipe().Planner(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := batchOf(1, 0)
	b.Group = nil
	if _, err := p.Plan(b, rl.State{}); err == nil || !strings.Contains(err.Error(), "needs the column group") {
		t.Errorf("a batch without groups: %v", err)
	}
	if _, err := p.Plan(batchOf(1), rl.State{Recipe: "other"}); err == nil || !strings.Contains(err.Error(), "state is that of recipe other") {
		t.Errorf("another recipe's state: %v", err)
	}
	for _, c := range []struct {
		state rl.State
		want  string
	}{
		{rl.State{Batches: -1}, "counts -1 batches"},
		{rl.State{Numbers: map[string]float64{"kl_coef": math.NaN()}}, "number kl_coef of the state is NaN"},
		{rl.State{Series: map[string][]float64{"rewards": {1, math.Inf(1)}}}, "entry 1 of the series rewards of the state is +Inf"},
	} {
		if _, err := p.Plan(batchOf(1), c.state); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
	}
	if _, err := p.Plan(batchOf(math.Inf(1)), rl.State{}); err == nil {
		t.Error("an infinite reward is taken")
	}
}

// A plan survives JSON; an upper bound that is none is null there.
func TestPlanJSON(t *testing.T) {
	p := &rl.Plan{
		Recipe: "plain", Advantage: []float64{1, -1}, Weight: []float64{1, 0}, ClipLo: []float64{0, 0.5}, ClipHi: []float64{math.Inf(1), 2},
		KLCoef: []float64{1, 1}, EntropyCoef: []float64{0.1, 0.1}, ValueTarget: []float64{3, 4}, Keep: []bool{true, false}, Dropped: map[string]int{"unscored": 1},
		Ratio: rl.RatioTurn, Surrogate: rl.Surrogacy{Kind: rl.KindClip, DualClip: 3, PreserveHi: 1}, KL: rl.Divergence{Target: rl.TargetOld, Estimator: rl.K2},
		Bonus: rl.EntropyTerm{Support: rl.SupportTopK, Form: rl.FormBand, Lo: 1, Hi: 2}, Value: rl.ValueTerm{Coef: 1, Clip: 2},
		Normalisation: rl.Norm{Mode: rl.Constant, Over: rl.OverAll, Constant: 9, Denominator: 18}, State: rl.State{Recipe: "plain", Batches: 3, Numbers: map[string]float64{"kl_coef": 0.1}},
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"clip_hi":[null,2]`, `"clip_mode":"gradient-preserving"`, `"surrogate":"clip"`, `"ratio":"turn"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
	q := new(rl.Plan)
	if err := json.Unmarshal(text, q); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, q); diff != "" {
		t.Error(diff)
	}
}
