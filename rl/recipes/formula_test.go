package recipes_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"segue/rl"

	"pgregory.net/rapid"
)

// A formula is a method's definition written down literally, for one token and as
// slowly as it likes: what the plan's columns are at token t of rollout i. It tells of
// the columns that the method changes alone; the rest is for the shared tests. now is
// the policy at the update, for methods that look at it.
type formula func(b *rl.Batch, now rl.Current, i, t int) map[string]float64

// formulas holds a formula for each recipe, or recipe/dialect; each recipe's own test
// file puts it in.
var formulas = map[string]formula{}

// current is another policy than the one that drew the tokens.
func current(b *rl.Batch, seed uint64) rl.Current {
	random := rand.New(rand.NewPCG(seed, 2))
	var now rl.Current
	for _, x := range b.LogProbOld {
		now.LogProb = append(now.LogProb, min(0, x+random.Float64()-0.5))
		now.Entropy = append(now.Entropy, 2*random.Float64())
	}
	now.Value = b.Aux["value"]
	return now
}

func TestPlansFollowTheFormulas(t *testing.T) {
	for _, r := range rl.List() {
		if formulas[r.Name] == nil && oracles[r.Name] == nil {
			t.Errorf("recipe %s has no formula", r.Name)
		}
	}
	columns := map[string]func(p *rl.Plan) []float64{
		"advantage": func(p *rl.Plan) []float64 { return p.Advantage }, "weight": func(p *rl.Plan) []float64 { return p.Weight },
		"clip_lo": func(p *rl.Plan) []float64 { return p.ClipLo }, "clip_hi": func(p *rl.Plan) []float64 { return p.ClipHi },
		"kl": func(p *rl.Plan) []float64 { return p.KLCoef }, "entropy_coef": func(p *rl.Plan) []float64 { return p.EntropyCoef },
	}
	for _, name := range slices.Sorted(maps.Keys(formulas)) {
		t.Run(name, func(t *testing.T) {
			recipe, dialect, _ := strings.Cut(name, "/")
			r, err := rl.Lookup(recipe)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Planner(map[string]string{"dialect": dialect})
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(t *rapid.T) {
				b := drawn(t)
				now := current(b, rapid.Uint64().Draw(t, "update"))
				out, err := p.Update(plan(t, p, b, rl.State{}), b, now)
				if err != nil {
					t.Fatal(err)
				}
				at := 0
				for i, n := range b.Length {
					for k := range n {
						for column, want := range formulas[name](b, now, i, k) {
							got := columns[column](out)
							if !out.Keep[i] && column != "clip_lo" && column != "clip_hi" {
								want = 0
							}
							if got == nil || math.Abs(got[at+k]-want) > 1e-7*max(1, math.Abs(want)) {
								t.Fatalf("%s of token %d of rollout %d is %v, by the formula %v", column, k, i, got, want)
							}
						}
					}
					at += n
				}
			})
		})
	}
}

// tokensOf are the numbers of a column at the tokens of the rollouts that count.
func tokensOf(b *rl.Batch, column []float64, counts func(int) bool) []float64 {
	var x []float64
	at := 0
	for i, n := range b.Length {
		if counts(i) {
			x = append(x, column[at:at+n]...)
		}
		at += n
	}
	return x
}
