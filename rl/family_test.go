package rl_test

import (
	"strings"
	"testing"

	"segue/rl"
)

func TestFamily(t *testing.T) {
	scaled := rl.Multiply("scaled", rl.ToAdvantage, rl.Constantly(2), rl.Everywhere())
	none := rl.Set("none", rl.ToEntropyCoef, rl.Constantly(0), rl.Everywhere())
	for _, c := range []struct {
		want   rl.Family
		named  rl.Family
		stages []rl.Stage
	}{
		{want: rl.FamilyAdvantage},
		{want: rl.FamilyClip, named: rl.FamilyClip, stages: []rl.Stage{scaled}},
		{want: rl.FamilyAdvantage, stages: []rl.Stage{scaled}},
		{want: rl.FamilyToken, stages: []rl.Stage{scaled, rl.KeepOnly("half", rl.Positive())}},
		{want: rl.FamilyKL, stages: []rl.Stage{rl.HoldTo(rl.TargetOld, rl.KAbs, 1)}},
		{want: rl.FamilyEntropy, stages: []rl.Stage{none}},
		{want: rl.FamilyBatch, stages: []rl.Stage{rl.KeepMixed()}},
	} {
		r := plainRecipe()
		r.Family = c.named
		usual := r.Stages
		r.Stages = func(v rl.Values) []rl.Stage { return append(usual(v), c.stages...) }
		p, err := r.Planner(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Family(); got != c.want {
			t.Errorf("%v: family %q, want %q", c.stages, got, c.want)
		}
	}
	r := plainRecipe()
	r.Family = "luck"
	if err := new(rl.Registry).Add(r); err == nil || !strings.Contains(err.Error(), `family "luck"`) {
		t.Errorf("a family that is none: %v", err)
	}
}

func TestColumnDoc(t *testing.T) {
	for column, want := range map[rl.Column]string{
		rl.Entropy: "nats", rl.Part("tone"): "reward part tone", rl.Aux("rarity"): "auxiliary number rarity",
	} {
		if got := column.Doc(); !strings.Contains(got, want) {
			t.Errorf("%s is %q, want %q in it", column, got, want)
		}
	}
}
