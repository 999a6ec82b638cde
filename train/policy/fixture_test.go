package policy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/lm/model"
	"segue/lm/optimizer"
	"segue/rl"
	_ "segue/rl/recipes"
	"segue/train/policy"
)

var tiny = model.Config{
	ModelType: "llama", Vocabulary: 40, Hidden: 16, Intermediate: 24, Layers: 2, Heads: 4, KeyValueHeads: 2, HeadDim: 6, Context: 64,
	NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 0.3,
}

func parameters(t testing.TB, seed uint64) *model.Parameters {
	t.Helper()
	return fresh(t, tiny, seed)
}

func fresh(t testing.TB, c model.Config, seed uint64) *model.Parameters {
	t.Helper()
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(seed, 1)))
	return p
}

var testOptimizer = optimizer.Defaults()

// open makes a policy; options that are left out suit a test.
func open(t testing.TB, p *model.Parameters, o policy.Options) *policy.Policy {
	t.Helper()
	if o.PassTokens == 0 {
		o.PassTokens = 1 << 20
	}
	if o.Optimizer == (optimizer.Options{}) {
		o.Optimizer = testOptimizer
	}
	if o.ValueRate == 0 {
		o.ValueRate = 1
	}
	pol, err := policy.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return pol
}

func planner(t testing.TB, recipe string, set map[string]string) *rl.Planner {
	t.Helper()
	r, err := rl.Lookup(recipe)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Planner(set)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sequences draws groups of random responses, among them ones of no token and
// of a single one.
func sequences(random *rand.Rand, groups, size int) policy.Sequences {
	var s policy.Sequences
	for g := range groups {
		s.Prompts = append(s.Prompts, ids(random, 2+random.IntN(5), tiny.Vocabulary))
		for i := range size {
			s.Of, s.Responses = append(s.Of, g), append(s.Responses, ids(random, min(g*size+i, 3+random.IntN(7)), tiny.Vocabulary))
		}
	}
	return s
}

func ids(random *rand.Rand, n, vocabulary int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = random.Int32N(int32(vocabulary))
	}
	return all
}

// judge says what a model thinks of rollouts, each passed as a sequence of its
// own by one shard: the policy's packs, prefixes and shards have no part in it.
type judge struct {
	decoder, reference *decoder.Decoder
	batch              decoder.Batch
	targets            []decoder.Target
	head               []float32 // of values; nil: none
}

func newJudge(t testing.TB, p, reference *model.Parameters, s policy.Sequences, o decoder.Options) *judge {
	t.Helper()
	o.Shards, o.ForwardOnly = 1, true
	j := &judge{}
	var err error
	if j.decoder, err = decoder.New(p.Config, p, o); err != nil {
		t.Fatal(err)
	}
	if reference != nil {
		if j.reference, err = decoder.New(p.Config, reference, decoder.Options{Shards: 1, ForwardOnly: true}); err != nil {
			t.Fatal(err)
		}
	}
	for i, response := range s.Responses {
		from := len(j.batch.Tokens)
		j.batch.Tokens = append(append(j.batch.Tokens, s.Prompts[s.Of[i]]...), response...)
		j.batch.Segments = append(j.batch.Segments, attention.Segment{From: from, To: len(j.batch.Tokens), Prefix: -1})
		for k, id := range response {
			j.targets = append(j.targets, decoder.Target{Row: int32(from + len(s.Prompts[s.Of[i]]) + k - 1), Token: id})
		}
	}
	if j.reference != nil {
		if _, err := j.reference.Forward(j.batch, nil); err != nil {
			t.Fatal(err)
		}
		j.batch.Reference = &decoder.Reference{Hidden: j.reference.Hidden(), Head: j.reference.Head()}
	}
	return j
}

func (j *judge) now(t testing.TB, support rl.EntropySupport) rl.Current {
	t.Helper()
	return j.measure(t, rl.EntropyTerm{Support: support})
}

// measure is now with the entropy of a term, the sets of which are written out here.
func (j *judge) measure(t testing.TB, e rl.EntropyTerm) rl.Current {
	t.Helper()
	j.batch.Within = nil
	if e.Size > 0 {
		j.batch.Within = &decoder.Set{Scaled: e.Scaled, Count: e.Most}
		switch e.Support {
		case rl.SupportTopP:
			j.batch.Within.Mass = e.Size
		case rl.SupportTopK:
			j.batch.Within.Count = int(e.Size)
		case rl.SupportTopShare:
			j.batch.Within.Count = int(math.Ceil(e.Size * float64(tiny.Vocabulary)))
		}
	}
	st, err := j.decoder.Forward(j.batch, j.targets)
	if err != nil {
		t.Fatal(err)
	}
	c := rl.Current{LogProb: wide(st.LogProb), Entropy: wide(st.Entropy)}
	switch support := e.Support; {
	case e.Size > 0:
		c.Entropy = wide(st.EntropyWithin)
	case support == rl.SupportTopP:
		c.Entropy = wide(st.EntropyTopP)
	case support == rl.SupportTopK:
		c.Entropy = wide(st.EntropyTopK)
	}
	if st.KL != nil {
		c.KL = wide(st.KL)
	}
	if j.head != nil {
		hidden, w := j.decoder.Hidden(), tiny.Hidden
		for _, target := range j.targets {
			v := float64(j.head[w])
			for i := range w {
				v += float64(j.head[i]) * float64(hidden[int(target.Row)*w+i])
			}
			c.Value = append(c.Value, v)
		}
	}
	return c
}

func wide(xs []float32) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = float64(x)
	}
	return out
}

// batch makes columns for rollouts as if a slightly different policy had drawn
// them. Ratios lie clearly within or clearly beyond bounds of 0.2, so that no
// small change of the weights takes one over a kink.
func batch(random *rand.Rand, s policy.Sequences, now rl.Current, reference []float64) *rl.Batch {
	b := &rl.Batch{
		Length: []int{}, Parts: map[string][]float64{}, Spans: []rl.Span{}, Entropy: now.Entropy, LogProbRef: reference,
		LogProb: now.LogProb, Aux: map[string][]float64{},
	}
	apart := func() float64 {
		x := 0.12 * (2*random.Float64() - 1)
		if random.IntN(3) == 0 {
			x = math.Copysign(0.4+0.2*random.Float64(), x)
		}
		return x
	}
	at := 0
	for i, response := range s.Responses {
		b.Length, b.Group = append(b.Length, len(response)), append(b.Group, s.Of[i])
		b.Reward = append(b.Reward, random.Float64())
		for _, name := range []string{"answer", "entropy-rank"} {
			b.Parts[name] = append(b.Parts[name], random.Float64())
		}
		off, cut := apart(), 0
		if len(response) > 0 {
			cut = random.IntN(len(response))
		}
		for k := range response {
			b.LogProbOld = append(b.LogProbOld, min(now.LogProb[at]-off+0.02*(random.Float64()-0.5), 0))
			step := 1
			if k >= cut {
				step = 2
			}
			b.Step, b.Class = append(b.Step, step), append(b.Class, k%4)
			if now.Value != nil {
				b.Aux["value"] = append(b.Aux["value"], now.Value[at]+apart())
			}
			at++
		}
		for step, span := range [][2]int{{0, cut}, {cut, len(response)}} {
			b.Spans = append(b.Spans, rl.Span{Rollout: i, Step: step + 1, From: span[0], To: span[1],
				Reward: map[string]float64{"answer": random.Float64(), "step-label": float64(random.IntN(2))}})
		}
	}
	return b
}
