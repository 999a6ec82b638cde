package rl_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var same = cmp.Options{cmpopts.EquateNaNs()}

func TestReadBatch(t *testing.T) {
	const text = `{"group":[7,7],"reward":[1,null],"correct":[true,false],"status":["scored","failed"],"parts":{"answer":[1,0.5]},
		"spans":[{"rollout":0,"step":1,"from":0,"to":2,"reward":{"answer":1,"step-label":null},"note":"kept nowhere"}],
		"length":[2,1],"logp_old":[-1,-2,-3e0],"step":[1,1,0],"class":[2,3,0],"aux":{"value":[0.1,0.2,0.3]},"source":{"run":"a"}}`
	b, err := rl.ReadBatch(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := &rl.Batch{
		Group: []int{7, 7}, Reward: []float64{1, math.NaN()}, Correct: []float64{1, 0}, Status: []string{"scored", "failed"},
		Parts: map[string][]float64{"answer": {1, 0.5}}, Spans: []rl.Span{{Rollout: 0, Step: 1, To: 2, Reward: map[string]float64{"answer": 1}}},
		Length: []int{2, 1}, LogProbOld: []float64{-1, -2, -3}, Step: []int{1, 1, 0}, Class: []int{2, 3, 0},
		Aux: map[string][]float64{"value": {0.1, 0.2, 0.3}}, Extra: map[string]json.RawMessage{"source": json.RawMessage(`{"run":"a"}`)},
	}
	if diff := cmp.Diff(want, b, same); diff != "" {
		t.Error(diff)
	}
	if b.Scored(1) || !b.Scored(0) {
		t.Error("a failed rollout counts as scored")
	}
	again, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	b2, err := rl.ReadBatch(strings.NewReader(string(again)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, b2, same); diff != "" {
		t.Errorf("through JSON: %s", diff)
	}
}

// Every malformed batch is refused in words that name what is wrong.
func TestBatchRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[]`, "cannot unmarshal"},
		{`null`, "not null"},
		{`{"group":[0]`, "unexpected end"},
		{`{}`, "length is missing"},
		{`{"length":null}`, "length is missing"},
		{`{"length":[-1]}`, "length of rollout 0 is -1"},
		{`{"length":[1.5]}`, "whole numbers"},
		{`{"length":[null]}`, "whole numbers"},
		{`{"length":"4"}`, "array of numbers"},
		{`{"length":[1e300]}`, "whole numbers"},
		{`{"length":[100000000,100000000]}`, "more than"},
		{`{"length":[1],"group":[0,1]}`, "column group has 2 entries for 1 rollouts"},
		{`{"length":[1],"group":[]}`, "column group has 0 entries"},
		{`{"length":[1],"reward":[1,2]}`, "column reward has 2 entries"},
		{`{"length":[1],"reward":["1"]}`, "not a number"},
		{`{"length":[1],"reward":[[1]]}`, "not a number"},
		{`{"length":[1],"reward":[1e300]}`, "reward of rollout 0 is 1e+300"},
		{`{"length":[1],"reward":[1e999]}`, "not a number"},
		{`{"length":[1],"correct":[2]}`, "correct of rollout 0 is 2"},
		{`{"length":[1],"status":["good"]}`, `status of rollout 0 is "good"`},
		{`{"length":[2],"logp_old":[-1]}`, "column logp_old has 1 entries for 2 tokens"},
		{`{"length":[1],"logp_old":[null]}`, "logp_old of token 0 of rollout 0 is NaN"},
		{`{"length":[2,0,3],"logp_old":[-1,-1,-1,2,-1]}`, "logp_old of token 1 of rollout 2 is 2"},
		{`{"length":[1],"logp":[0.5]}`, "logp of token 0 of rollout 0 is 0.5"},
		{`{"length":[1],"entropy":[-1]}`, "entropy of token 0 of rollout 0 is -1"},
		{`{"length":[1],"step":[-1]}`, "step of token 0 of rollout 0 is -1"},
		{`{"length":[1],"class":[1,2]}`, "column class has 2 entries"},
		{`{"length":[1],"aux":{"value":[1,2]}}`, "column aux.value has 2 entries for 1 tokens"},
		{`{"length":[1],"aux":{"":[1]}}`, "no name"},
		{`{"length":[1],"parts":{"a":[1,1]}}`, "column parts.a has 2 entries for 1 rollouts"},
		{`{"length":[2],"spans":[{"rollout":1,"from":0,"to":1}]}`, "of rollout 1"},
		{`{"length":[2],"spans":[{"rollout":0,"from":1,"to":3}]}`, "tokens 1 to 3 of rollout 0, which has 2"},
		{`{"length":[2],"spans":[{"rollout":0,"from":2,"to":1}]}`, "tokens 2 to 1"},
		{`{"length":[2],"spans":[{"rollout":0,"step":1,"from":0,"to":2},{"rollout":0,"step":2,"from":1,"to":2}]}`, "overlap at token 1"},
	} {
		if _, err := rl.ReadBatch(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want an error with %q, got %v", c.text, c.want, err)
		}
	}
}

func TestSelect(t *testing.T) {
	b := &rl.Batch{
		Length: []int{2, 0, 1}, Group: []int{0, 0, 1}, Reward: []float64{1, 2, 3}, LogProbOld: []float64{-1, -2, -3},
		Aux: map[string][]float64{"value": {1, 2, 3}}, Parts: map[string][]float64{"a": {4, 5, 6}},
		Spans: []rl.Span{{Rollout: 0, Step: 1, From: 1, To: 2}, {Rollout: 2, Step: 1, To: 1}},
	}
	want := &rl.Batch{
		Length: []int{1, 2}, Group: []int{1, 0}, Reward: []float64{3, 1}, LogProbOld: []float64{-3, -1, -2},
		Aux: map[string][]float64{"value": {3, 1, 2}}, Parts: map[string][]float64{"a": {6, 4}},
		Spans: []rl.Span{{Rollout: 0, Step: 1, To: 1}, {Rollout: 1, Step: 1, From: 1, To: 2}},
	}
	if diff := cmp.Diff(want, b.Select([]int{2, 0})); diff != "" {
		t.Error(diff)
	}
}

// The losses and gradients of parts add up to those of the whole.
func TestPartsAddUp(t *testing.T) {
	b, now := everything(rand.New(rand.NewPCG(5, 6)), 3, 4, 2)
	p := anyPlan(rand.New(rand.NewPCG(7, 8)), b)
	p.EntropyCoef = nil
	p.Surrogate.Kind, p.Ratio, p.KL = rl.KindClip, rl.RatioSequence, rl.Divergence{Target: rl.TargetReference, Estimator: rl.K3}
	p.Normalisation = rl.Norm{Mode: rl.TokenMean, Over: rl.OverKept}.Of(b, p)
	whole, g, _, err := rl.Surrogate(p, b, now)
	if err != nil {
		t.Fatal(err)
	}
	sum, at := 0.0, 0
	for i, length := range b.Length {
		part := rl.Current{LogProb: now.LogProb[at : at+length], Value: now.Value[at : at+length]}
		l, pg, _, err := rl.Surrogate(p.Select(b, []int{i}), b.Select([]int{i}), part)
		if err != nil {
			t.Fatal(err)
		}
		sum += l
		if diff := cmp.Diff(g.LogProb[at:at+length], pg.LogProb, cmpopts.EquateApprox(0, 1e-15)); diff != "" {
			t.Error(diff)
		}
		at += length
	}
	if math.Abs(sum-whole) > 1e-14 {
		t.Errorf("the parts lose %v, the whole %v", sum, whole)
	}
}

func TestTelemetry(t *testing.T) {
	b := &rl.Batch{Length: []int{2, 1, 1}, Step: []int{1, 2, 1, 1}, Class: []int{rl.ClassSkill, rl.ClassAnswer, rl.ClassSkill, 9}}
	got := rl.Telemetry(b, []bool{true, true, false}, []float64{1, 2, 4, 100})
	want := rl.EntropyTelemetry{Tokens: 3, Mean: 7.0 / 3, P10: 1.2, P50: 2, P90: 3.6, Step: map[int]float64{1: 2.5, 2: 2}, Class: map[int]float64{2: 2.5, 3: 2}}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if x, ok := got.OnSkills(); !ok || x != 2.5 {
		t.Errorf("on skills %v %v", x, ok)
	}
	if got := rl.Telemetry(b, nil, nil); got.Tokens != 0 {
		t.Errorf("no entropies give %+v", got)
	}
}

// Whatever the text, reading ends, and what is read survives JSON.
func FuzzReadBatch(f *testing.F) {
	f.Add(`{"length":[1],"reward":[null],"logp_old":[-1],"spans":[{"rollout":0,"from":0,"to":1,"reward":{"a":1}}]}`)
	f.Add(`{"length":[0,2],"group":[1,1],"aux":{"v":[1,2]},"x":[{"y":null}]}`)
	f.Add(`{"length":[ 1 , true ],"reward":[ -0.0 ,1e-320],"parts":{"a":null}}`)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := rl.ReadBatch(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		b2, err := rl.ReadBatch(strings.NewReader(string(again)))
		if err != nil {
			t.Fatalf("%s: %v", again, err)
		}
		b.Extra, b2.Extra = nil, nil // raw texts are written compactly
		if diff := cmp.Diff(b, b2, same, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}
