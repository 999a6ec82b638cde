package policy_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/model"
	"segue/rl"
	"segue/train/policy"

	"github.com/google/go-cmp/cmp"
)

func caseOf(t testing.TB, name string) learnCase {
	t.Helper()
	i := slices.IndexFunc(learnCases, func(c learnCase) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("no case %s", name)
	}
	return learnCases[i]
}

func adapters(t testing.TB, seed uint64) *decoder.Adapters {
	t.Helper()
	a, err := decoder.NewAdapters(tiny, decoder.LoRA{Rank: 3, Alpha: 6, Targets: decoder.AdapterTargets()}, rand.New(rand.NewPCG(seed, 4)))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// updates makes n updates and gives what Learn said of the last.
func (s *scene) updates(t testing.TB, p *policy.Policy, n int) (d rl.Diagnostics) {
	t.Helper()
	for range n {
		p.Begin()
		var err error
		if d, err = p.Learn(s.planner, s.plan, s.batch, s.sequences); err != nil {
			t.Fatal(err)
		}
		if r, err := p.Step(1e-2); err != nil || r.Skipped {
			t.Fatalf("step: %+v, %v", r, err)
		}
	}
	return d
}

func copied(p *policy.Policy) map[string][][]float32 {
	all := map[string][][]float32{}
	for group, tensors := range p.Tensors() {
		for _, t := range tensors {
			all[group] = append(all[group], slices.Clone(t.Values))
		}
	}
	return all
}

// A policy that was saved and restored into a fresh one goes on to the same
// bits, with a value head and with adapters.
func TestRestore(t *testing.T) {
	for _, c := range []struct {
		name, of string
		adapters bool
		groups   []string
	}{
		{"all parameters", "grpo", false, []string{"model", "optimizer"}},
		{"value head", "ppo", false, []string{"model", "optimizer", "value_head", "value_optimizer"}},
		{"adapters", "exact KL", true, []string{"adapter_model", "optimizer"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := func() (*scene, *policy.Policy) {
				s, o := caseOf(t, c.of).stage(t), policy.Options{PassTokens: 40}
				if c.adapters {
					o.Adapters = adapters(t, 1)
				}
				return s, s.open(t, o)
			}
			s, p := begin()
			s.updates(t, p, 2)
			steps, err := json.Marshal(p.Steps())
			if err != nil {
				t.Fatal(err)
			}
			tensors := p.Tensors()
			if got := slices.Sorted(maps.Keys(tensors)); !slices.Equal(got, c.groups) {
				t.Errorf("groups %v, want %v", got, c.groups)
			}
			dir := t.TempDir()
			if _, err := checkpoint.SaveTraining(dir, checkpoint.State{Step: 2, Tensors: tensors, Metadata: map[string]json.RawMessage{"steps": steps}}, 1); err != nil {
				t.Fatal(err)
			}
			saved := copied(p)
			want := s.updates(t, p, 2)
			if cmp.Equal(saved, copied(p)) {
				t.Fatal("two more updates changed nothing")
			}

			s2, p2 := begin()
			s2.updates(t, p2, 1) // whatever it was before is gone
			latest, err := checkpoint.LatestTraining(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			var counts policy.Steps
			if err := json.Unmarshal(latest.Metadata["steps"], &counts); err != nil {
				t.Fatal(err)
			}
			if err := p2.Restore(latest, counts); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(saved, copied(p2)); diff != "" || p2.Steps().Model != 2 {
				t.Errorf("restored after %+v: %s", p2.Steps(), diff)
			}
			if got := s2.updates(t, p2, 2); !cmp.Equal(want, got) {
				t.Errorf("the last update is %+v, want %+v", got, want)
			}
			if !cmp.Equal(copied(p), copied(p2)) || p.Steps() != p2.Steps() {
				t.Error("the restored policy went on to other bits")
			}
		})
	}
}

// A gradient that is not finite, of the model or of the head alone, moves
// neither of them nor what the optimisers remember.
func TestStepSkips(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(model, head []float32)
	}{
		{"NaN in the model", func(model, _ []float32) { model[7] = float32(math.NaN()) }},
		{"infinite in the model", func(model, _ []float32) { model[0] = float32(math.Inf(-1)) }},
		{"NaN in the head", func(_, head []float32) { head[2] = float32(math.NaN()) }},
		{"infinite in the head", func(_, head []float32) { head[len(head)-1] = float32(math.Inf(1)) }},
	} {
		s := caseOf(t, "ppo").stage(t)
		p := s.open(t, policy.Options{})
		s.updates(t, p, 1)
		c.spoil(p.Gradient())
		before, steps := copied(p), p.Steps()
		r, err := p.Step(0.1)
		if err != nil || !r.Skipped {
			t.Errorf("%s: %+v, %v, want a skipped step", c.name, r, err)
		}
		if !cmp.Equal(before, copied(p)) || steps != p.Steps() {
			t.Errorf("%s: a skipped step changed something", c.name)
		}
		s.updates(t, p, 1) // Begin forgets the spoilt gradient
	}
}

// Step moves the head ValueRate times as far as the model's rate says.
func TestValueRate(t *testing.T) {
	moved := func(rate float64) float64 {
		s := caseOf(t, "ppo").stage(t)
		p := s.open(t, policy.Options{ValueRate: rate})
		s.updates(t, p, 1)
		return float64(p.Tensors()["value_head"][0].Values[0] - s.head[0])
	}
	if one, five := moved(1), moved(5); math.Abs(five/one-5) > 1e-3 {
		t.Errorf("five times the rate moves a weight by %g, once by %g", five, one)
	}
}

func TestDiverged(t *testing.T) {
	s := caseOf(t, "ppo").stage(t)
	p := s.open(t, policy.Options{PassTokens: 30})
	s.parameters.Values[len(s.parameters.Values)-1] = float32(math.NaN()) // the last norm's weight
	p.Begin()
	if _, err := p.Learn(s.planner, s.plan, s.batch, s.sequences); !errors.Is(err, policy.ErrDiverged) {
		t.Errorf("Learn: %v", err)
	}
	if _, err := p.Values(s.sequences); !errors.Is(err, policy.ErrDiverged) {
		t.Errorf("Values: %v", err)
	}
	if _, err := p.Loss(s.judge.batch, s.judge.targets); !errors.Is(err, policy.ErrDiverged) {
		t.Errorf("Loss: %v", err)
	}
	if _, err := p.Imitate(s.judge.batch, s.judge.targets, 1); !errors.Is(err, policy.ErrDiverged) {
		t.Errorf("Imitate: %v", err)
	}
	gradient, head := p.Gradient()
	if slices.ContainsFunc(slices.Concat(gradient, head), func(x float32) bool { return x != 0 }) {
		t.Error("a diverged model gave a gradient")
	}
	s = caseOf(t, "ppo").stage(t)
	p = s.open(t, policy.Options{})
	p.Tensors()["value_head"][0].Values[0] = float32(math.NaN())
	if _, err := p.Learn(s.planner, s.plan, s.batch, s.sequences); !errors.Is(err, policy.ErrDiverged) {
		t.Errorf("a broken value head: %v", err)
	}
}

// Imitate is the mean negative log-probability, its gradient weighed and added.
func TestImitate(t *testing.T) {
	s := caseOf(t, "grpo").stage(t)
	p := s.open(t, policy.Options{})
	want := 0.0
	for _, x := range s.judge.now(t, rl.SupportFull).LogProb {
		want -= x / float64(len(s.judge.targets))
	}
	loss := func() float64 {
		x, err := p.Loss(s.judge.batch, s.judge.targets)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	p.Begin()
	for range 2 {
		got, err := p.Imitate(s.judge.batch, s.judge.targets, 0.25)
		if err != nil || math.Abs(got-want) > 1e-5 || math.Abs(loss()-want) > 1e-5 {
			t.Errorf("loss %g, %v, want %g", got, err, want)
		}
	}
	gradient, _ := p.Gradient()
	half := func() float64 { return loss() / 2 } // twice a quarter
	learnCase{}.checkDerivatives(t, "model", half, s.parameters.Values, gradient)
	if none, err := p.Loss(s.judge.batch, nil); err != nil || none != 0 {
		t.Errorf("the loss of no targets is %g, %v", none, err)
	}
}

// What is merged says the same as the adapters beside the base.
func TestMerge(t *testing.T) {
	s, a := caseOf(t, "exact KL").stage(t), adapters(t, 2)
	base := slices.Clone(s.parameters.Values)
	p := s.open(t, policy.Options{Adapters: a, PassTokens: 50})
	s.updates(t, p, 5)
	into, err := model.NewParameters(tiny)
	if err != nil {
		t.Fatal(err)
	}
	want := newJudge(t, s.parameters, nil, s.sequences, decoder.Options{Adapters: a}).now(t, rl.SupportFull).LogProb
	for range 2 { // merging again begins from the base again
		if err := policy.Merge(nil, into, s.parameters, a); err != nil {
			t.Fatal(err)
		}
		got := newJudge(t, into, nil, s.sequences, decoder.Options{}).now(t, rl.SupportFull).LogProb
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Error(diff)
		}
	}
	if cmp.Equal(want, newJudge(t, s.parameters, nil, s.sequences, decoder.Options{}).now(t, rl.SupportFull).LogProb, near) {
		t.Error("the adapters have learned nothing")
	}
	if !slices.Equal(base, s.parameters.Values) {
		t.Error("the base is changed")
	}
	small := tiny
	small.Layers = 1
	if err := policy.Merge(nil, fresh(t, small, 1), s.parameters, a); err == nil {
		t.Error("adapters were merged into a model of another shape")
	}
}

func TestNewRefuses(t *testing.T) {
	p := parameters(t, 1)
	small := tiny
	small.Layers = 1
	for name, o := range map[string]policy.Options{
		"no room":                {Optimizer: testOptimizer},
		"no optimiser":           {PassTokens: 8},
		"reference of no size":   {PassTokens: 8, Optimizer: testOptimizer, Reference: fresh(t, small, 1)},
		"bfloat16, all trained":  {PassTokens: 8, Optimizer: testOptimizer, HalfBase: true},
		"an impossible top-k":    {PassTokens: 8, Optimizer: testOptimizer, TopK: 41},
		"a nucleus of all words": {PassTokens: 8, Optimizer: testOptimizer, TopP: 1},
	} {
		if _, err := policy.New(p, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// BenchmarkLearn is the gradient of 64 rollouts of 32 tokens, in groups of 8,
// for the size nano.
func BenchmarkLearn(b *testing.B) {
	c, err := model.Preset("nano", 512)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 3))
	var s policy.Sequences
	for i := range 64 {
		if i%8 == 0 {
			s.Prompts = append(s.Prompts, ids(random, 48, 512))
		}
		s.Of, s.Responses = append(s.Of, i/8), append(s.Responses, ids(random, 32, 512))
	}
	p, plan := open(b, fresh(b, c, 1), policy.Options{}), planner(b, "grpo", map[string]string{"kl_coef": "0"})
	columns := &rl.Batch{}
	for i := range 64 {
		columns.Length, columns.Group, columns.Reward = append(columns.Length, 32), append(columns.Group, i/8), append(columns.Reward, random.Float64())
		for range 32 {
			columns.LogProbOld = append(columns.LogProbOld, -6)
		}
	}
	made, err := plan.Plan(columns, rl.State{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Begin()
		if _, err := p.Learn(plan, made, columns, s); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(64*32*float64(b.N)/b.Elapsed().Seconds(), "tokens/s")
}
