package recipes_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"segue/rl"

	"pgregory.net/rapid"
)

// drawn is a batch with every column that a recipe may want.
func drawn(t *rapid.T) *rl.Batch {
	groups := rapid.IntRange(1, 4).Draw(t, "groups")
	size := rapid.IntRange(1, 5).Draw(t, "size")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	return randomBatch(random, groups, size, true, func() int { return random.IntN(7) })
}

// randomBatch draws groups of rollouts; length gives each one's tokens. Some
// may lack the spans of their steps.
func randomBatch(random *rand.Rand, groups, size int, spans bool, length func() int) *rl.Batch {
	b := &rl.Batch{
		Parts: map[string][]float64{}, Aux: emptyAux(), Spans: []rl.Span{}, Reward: []float64{},
		LogProbOld: []float64{}, LogProbRef: []float64{}, Entropy: []float64{}, Step: []int{}, Class: []int{},
	}
	for i := range groups * size {
		n := length()
		b.Length = append(b.Length, n)
		b.Group = append(b.Group, 10*(i%groups)) // the groups' rollouts are not neighbours
		right := float64(random.IntN(3)) / 2     // of two steps
		b.Correct = append(b.Correct, right)
		b.Reward = append(b.Reward, right+math.Round(8*random.Float64())/8)
		for _, part := range []string{"answer", "entropy-rank", "greedy"} {
			b.Parts[part] = append(b.Parts[part], random.Float64())
		}
		if spans && random.IntN(6) == 0 {
			continue // malformed
		}
		for k := range 2 {
			b.Spans = append(b.Spans, rl.Span{Rollout: i, Step: k + 1, From: n * k / 2, To: n * (k + 1) / 2, Reward: map[string]float64{
				"answer": random.Float64(), "step-label": float64(random.IntN(2)), "step-credit": random.Float64(), "conditional-credit": random.Float64(),
			}})
		}
	}
	n := b.Tokens()
	for range n {
		b.LogProbOld = append(b.LogProbOld, -3*random.Float64())
		b.LogProbRef = append(b.LogProbRef, -3*random.Float64())
		b.Entropy = append(b.Entropy, 2*random.Float64())
		b.Step = append(b.Step, random.IntN(3))
		b.Class = append(b.Class, random.IntN(4))
		b.Aux["value"] = append(b.Aux["value"], random.Float64())
		b.Aux["prompt_confidence"] = append(b.Aux["prompt_confidence"], random.Float64())
	}
	random = rand.New(rand.NewPCG(random.Uint64(), 7)) // so that a further column changes none of those before
	for _, name := range auxiliary[2:] {
		for range n {
			b.Aux[name] = append(b.Aux[name], auxNumber(name, random))
		}
	}
	for k := range b.Spans {
		s := &b.Spans[k]
		s.Reward["match"] = random.Float64()
		s.Value = map[string]float64{"gold_logp": -3 * random.Float64(), "gold_logp_ref": -3 * random.Float64()}
	}
	return b
}

// auxiliary are the auxiliary columns of a random batch.
var auxiliary = []string{"value", "prompt_confidence", "logp_filtered", "certainty", "logit", "logp_guided", "value_probe", "dispersion"}

// auxNumber draws a number of an auxiliary column.
func auxNumber(name string, random *rand.Rand) float64 {
	x := random.Float64()
	switch {
	case name == "logp_filtered" && x < 0.2:
		return -1000 // the filter leaves it out
	case strings.HasPrefix(name, "logp_"):
		return -3 * x
	}
	return x
}

func emptyAux() map[string][]float64 {
	aux := map[string][]float64{}
	for _, name := range auxiliary {
		aux[name] = []float64{}
	}
	return aux
}

// fatal is what rapid's and testing's T share here.
type fatal interface {
	Helper()
	Fatal(...any)
}

func plan(t fatal, p *rl.Planner, b *rl.Batch, s rl.State) *rl.Plan {
	t.Helper()
	out, err := p.Plan(b, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Validate(b); err != nil {
		t.Fatal(err)
	}
	return out
}

// rewarded changes every reward of a batch: the scalar, the parts and those of spans.
func rewarded(b *rl.Batch, change func(rollout int, x float64) float64) *rl.Batch {
	c := *b
	c.Reward, c.Parts, c.Spans = nil, map[string][]float64{}, []rl.Span{}
	for i, x := range b.Reward {
		c.Reward = append(c.Reward, change(i, x))
	}
	for name, part := range b.Parts {
		for i, x := range part {
			c.Parts[name] = append(c.Parts[name], change(i, x))
		}
	}
	for _, s := range b.Spans {
		rewards := map[string]float64{}
		for name, x := range s.Reward {
			rewards[name] = change(s.Rollout, x)
		}
		s.Reward = rewards
		c.Spans = append(c.Spans, s)
	}
	return &c
}

// planners are all recipes in all their dialects.
func planners(t *testing.T, run func(t *testing.T, r rl.Recipe, p *rl.Planner)) {
	for _, r := range rl.List() {
		for _, d := range append([]rl.Dialect{{}}, r.Dialects...) {
			p, err := r.Planner(map[string]string{"dialect": d.Name})
			if err != nil {
				t.Fatal(err)
			}
			t.Run(r.Name+"/"+d.Name, func(t *testing.T) { run(t, r, p) })
		}
	}
}

func text(t fatal, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// planner is a recipe with some of its quantities set.
func planner(t *testing.T, recipe string, set ...string) *rl.Planner {
	t.Helper()
	settings := map[string]string{}
	for k := 0; k < len(set); k += 2 {
		settings[set[k]] = set[k+1]
	}
	r, err := rl.Lookup(recipe)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Planner(settings)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pair is one right and one wrong response of a prompt, of n tokens each, with the
// advantages ±1/√2.
func pair(n int, logProb, entropy []float64) *rl.Batch {
	return &rl.Batch{
		Length: []int{n, n}, Group: []int{0, 0}, Reward: []float64{1, 0}, Correct: []float64{1, 0},
		LogProbOld: logProb, LogProbRef: logProb, Entropy: entropy,
	}
}
