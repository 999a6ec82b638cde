package policy_test

import (
	"math/rand/v2"
	"testing"

	"segue/lm/decoder"
	"segue/lm/model"
	"segue/lm/optimizer"
	"segue/rl"
	"segue/train/policy"
)

// learnCase is a plan to learn by: of a recipe, changed by hand where no recipe
// asks for what is to be tested.
type learnCase struct {
	name, recipe string
	set          map[string]string
	change       func(*rl.Plan)
	value        bool
	second       bool // with a phase that looks at the current policy

	// step is that of the differences, 0.002 where 0. Entropies of a set of tokens
	// have a kink or a jump where the set changes, so that their steps are short;
	// jumps says how many differences may meet one for all that.
	step  float32
	jumps int
}

// everywhere is a column of different coefficients about x, 0 for dropped rollouts.
func everywhere(p *rl.Plan, x float64) []float64 {
	all := make([]float64, len(p.Advantage))
	for t := range all {
		all[t] = x * (1 + 0.5*float64(t%3)) * min(p.Weight[t], 1)
	}
	return all
}

func entropyTerm(x float64, term rl.EntropyTerm) func(*rl.Plan) {
	return func(p *rl.Plan) { p.Bonus, p.EntropyCoef = term, everywhere(p, x) }
}

var learnCases = []learnCase{
	{name: "grpo", recipe: "grpo", set: map[string]string{"kl_coef": "0.3"}},
	{name: "skill-entropy", recipe: "skill-entropy", set: map[string]string{"kl_coef": "0.1"}},
	{name: "skill-step", recipe: "skill-step", set: map[string]string{"kl_coef": "0.1", "later": "0.5"}},
	{name: "skill-step by element", recipe: "skill-step", set: map[string]string{"dialect": "element", "kl_coef": "0.1", "wrong_label": "0.5"}},
	{name: "gspo", recipe: "gspo", set: map[string]string{"clip_low": "0.2", "clip_high": "0.2"}},
	{name: "cispo", recipe: "cispo", set: map[string]string{"clip_low": "0.2", "clip_high": "0.2"}},
	{name: "ppo", recipe: "ppo", value: true},
	{name: "ppo with entropy", recipe: "ppo", set: map[string]string{"entropy_coef": "0.2", "value_clip": "0"}, value: true},
	{name: "bonus of the likeliest", recipe: "grpo", change: entropyTerm(0.5, rl.EntropyTerm{Support: rl.SupportTopK, Form: rl.FormBonus}), step: 1e-3, jumps: 3},
	{name: "bonus of the nucleus", recipe: "grpo", change: entropyTerm(0.5, rl.EntropyTerm{Support: rl.SupportTopP, Form: rl.FormBonus}), step: 3e-4, jumps: 6},
	{name: "bonus of a share", recipe: "grpo", change: entropyTerm(0.5, rl.EntropyTerm{Support: rl.SupportTopShare, Form: rl.FormBonus, Size: 0.3}), step: 1e-3, jumps: 3},
	{name: "scaled bonus of two", recipe: "grpo", change: entropyTerm(0.2, rl.EntropyTerm{Support: rl.SupportTopK, Form: rl.FormBonus, Size: 2, Scaled: true}), step: 3e-4, jumps: 6},
	{name: "anchored nucleus", recipe: "grpo", change: entropyTerm(0.5, rl.EntropyTerm{Support: rl.SupportTopP, Form: rl.FormAnchor, Size: 0.6, Most: 9, Lo: 0.3}), step: 3e-4, jumps: 6},
	{name: "anchor", recipe: "grpo", change: entropyTerm(0.7, rl.EntropyTerm{Support: rl.SupportFull, Form: rl.FormAnchor, Lo: 1})},
	{name: "band below", recipe: "grpo", change: entropyTerm(0.7, rl.EntropyTerm{Support: rl.SupportTopK, Form: rl.FormBand, Lo: 3, Hi: 3.4}), step: 1e-3, jumps: 3},
	{name: "exact KL", recipe: "grpo", set: map[string]string{"kl_coef": "0.3"}, change: func(p *rl.Plan) {
		p.KL.Estimator, p.KLCoef = rl.KLExact, everywhere(p, 0.5)
	}},
	{name: "second phase", recipe: "test-second-phase", second: true},
}

// The recipe of a test whose second phase looks at all tokens at once, so that
// it gives something else where it is shown a part.
func init() {
	grpo, err := rl.Lookup("grpo")
	if err != nil {
		panic(err)
	}
	stages := grpo.Stages
	grpo.Name = "test-second-phase"
	grpo.Stages = func(v rl.Values) []rl.Stage {
		return append(stages(v), rl.Stage{
			Name: "above-the-mean", Kind: rl.ActsOnToken, Phase: rl.OnUpdate, Reads: []rl.Column{rl.Advantage}, Writes: []rl.Column{rl.Weight},
			Apply: func(d *rl.Draft) error {
				mean := 0.0
				for _, x := range d.Current.LogProb {
					mean += x / float64(len(d.Current.LogProb))
				}
				for t, x := range d.Current.LogProb {
					if x < mean {
						d.Plan.Weight[t] *= 0.25
					}
				}
				return nil
			},
		})
	}
	rl.Register(grpo)
}

// scene is a policy before an update, and what it is to learn from.
type scene struct {
	parameters, reference *model.Parameters
	sequences             policy.Sequences
	head                  []float32
	planner               *rl.Planner
	batch                 *rl.Batch
	plan                  *rl.Plan
	judge                 *judge
}

const topK, topP = 7, 0.8

// stage draws the scene of a case; the same one every time.
func (c learnCase) stage(t testing.TB) *scene {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 5))
	s := &scene{parameters: parameters(t, 3), reference: parameters(t, 3), sequences: sequences(random, 4, 5), planner: planner(t, c.recipe, c.set)}
	for i := range s.reference.Values {
		s.reference.Values[i] += 0.03 * float32(random.NormFloat64())
	}
	if c.value {
		for range tiny.Hidden + 1 {
			s.head = append(s.head, float32(0.3*random.NormFloat64()))
		}
	}
	other := newJudge(t, s.reference, nil, s.sequences, decoder.Options{})
	s.judge = newJudge(t, s.parameters, s.reference, s.sequences, decoder.Options{TopK: topK, TopP: topP})
	s.judge.head = s.head
	now := s.judge.now(t, rl.SupportFull)
	s.batch = batch(random, s.sequences, now, other.now(t, rl.SupportFull).LogProb)
	var err error
	if s.plan, err = s.planner.Plan(s.batch, rl.State{}); err != nil {
		t.Fatal(err)
	}
	if c.change != nil {
		c.change(s.plan)
	}
	return s
}

// learn learns once, with a fresh policy, and gives all that comes of it.
func (s *scene) learn(t testing.TB, o policy.Options, q policy.Sequences) (gradient, head []float32, d rl.Diagnostics) {
	t.Helper()
	p := s.open(t, o)
	p.Begin()
	d, err := p.Learn(s.planner, s.plan, s.batch, q)
	if err != nil {
		t.Fatal(err)
	}
	gradient, head = p.Gradient()
	return gradient, head, d
}

// open makes a policy for the scene that measures all that a plan may weigh.
func (s *scene) open(t testing.TB, o policy.Options) *policy.Policy {
	t.Helper()
	o.Reference, o.TopK, o.TopP, o.Value = s.reference, topK, topP, s.head != nil
	if o.Optimizer == (optimizer.Options{}) {
		o.Optimizer = optimizer.Defaults()
	}
	p := open(t, s.parameters, o)
	if s.head != nil {
		copy(p.Tensors()["value_head"][0].Values, s.head)
	}
	return p
}

// frozen is the plan whose value has the derivative that the plan asks for: a
// second phase is done, and a weight that takes no part in the gradient is
// written down as a number.
func (s *scene) frozen(t testing.TB, now rl.Current) *rl.Plan {
	t.Helper()
	plan, err := s.planner.Update(s.plan, s.batch, now)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Surrogate.Kind != rl.KindWeighted {
		return plan
	}
	out := *plan
	out.Surrogate.Kind, out.ClipLo, out.ClipHi, out.Weight = rl.KindLogProb, nil, nil, make([]float64, len(plan.Weight))
	for t, w := range plan.Weight {
		out.Weight[t] = w * min(max(ratio(now.LogProb[t], s.batch.LogProbOld[t]), plan.ClipLo[t]), plan.ClipHi[t])
	}
	return &out
}
