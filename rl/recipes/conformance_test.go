package recipes_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

var close = cmp.Options{cmpopts.EquateApprox(0, 1e-9), cmpopts.EquateEmpty()}

// Each recipe stands in a file of its own name.
func TestFilesAreNamedLikeTheirRecipes(t *testing.T) {
	if n := len(rl.List()); n < 10 {
		t.Errorf("only %d recipes are registered", n)
	}
	for _, r := range rl.List() {
		if _, err := os.Stat(r.Name + ".go"); err != nil {
			t.Error(err)
		}
		if r.Paper.ArXiv == "" && r.Paper.DOI == "" && !strings.HasPrefix(r.Paper.Title, "Segue") {
			t.Errorf("%s names no paper", r.Name)
		}
	}
}

// A plan and its state survive JSON, and a loop that was stopped goes on as if
// it had not been.
func TestJSONRoundTrip(t *testing.T) {
	planners(t, func(t *testing.T, r rl.Recipe, p *rl.Planner) {
		rapid.Check(t, func(t *rapid.T) {
			b := drawn(t)
			first := plan(t, p, b, rl.State{})
			again := new(rl.Plan)
			if err := json.Unmarshal([]byte(text(t, first)), again); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(text(t, first), text(t, again)); diff != "" {
				t.Fatal(diff)
			}
			now := rl.Current{LogProb: b.LogProbRef, Entropy: b.Entropy, Value: b.Aux["value"]}
			loss, g, _, err := rl.Surrogate(first, b, now)
			loss2, g2, _, err2 := rl.Surrogate(again, b, now)
			if err != nil || err2 != nil || loss != loss2 || !slices.Equal(g.LogProb, g2.LogProb) {
				t.Fatalf("loss %v, %v; through JSON %v, %v", loss, err, loss2, err2)
			}
			if diff := cmp.Diff(plan(t, p, b, first.State), plan(t, p, b, again.State)); diff != "" {
				t.Fatal(diff)
			}
		})
	})
}

func TestPermutedRolloutsPermuteThePlan(t *testing.T) {
	planners(t, func(t *testing.T, r rl.Recipe, p *rl.Planner) {
		rapid.Check(t, func(t *rapid.T) {
			b := drawn(t)
			order := rapid.Permutation(slices.Collect(ints(b.Rollouts()))).Draw(t, "order")
			want := plan(t, p, b, rl.State{}).Select(b, order)
			if diff := cmp.Diff(want, plan(t, p, b.Select(order), rl.State{}), close); diff != "" {
				t.Fatal(diff)
			}
		})
	})
}

func ints(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// A constant on a group's rewards, or a positive factor, changes nothing where
// the recipe says so, and something where it does not.
func TestShiftAndScale(t *testing.T) {
	for _, c := range []struct {
		name   string
		claims func(rl.Recipe) bool
		change func(group int, x float64) float64
		near   float64
	}{
		{"shift", func(r rl.Recipe) bool { return r.Claims.ShiftInvariant }, func(g int, x float64) float64 { return x + float64(g+1) }, 1e-9},
		{"scale", func(r rl.Recipe) bool { return r.Claims.ScaleInvariant }, func(g int, x float64) float64 { return x * (2 + float64(g)) }, 1e-8},
	} {
		for _, r := range rl.List() {
			t.Run(c.name+"/"+r.Name, func(t *testing.T) {
				settings := map[string]string{}
				if slices.ContainsFunc(r.Params, func(p rl.Param) bool { return p.Name == "epsilon" }) {
					settings["epsilon"] = "1e-15" // what is added to a deviation does not scale with it
				}
				p, err := r.Planner(settings)
				if err != nil {
					t.Fatal(err)
				}
				changed := false
				rapid.Check(t, func(t *rapid.T) {
					b := drawn(t)
					moved := rewarded(b, func(i int, x float64) float64 { return c.change(b.Group[i], x) })
					x, y := plan(t, p, b, rl.State{}), plan(t, p, moved, rl.State{})
					x.ValueTarget, y.ValueTarget = nil, nil
					same := cmp.Equal(x, y, cmpopts.EquateApprox(0, c.near))
					changed = changed || !same
					if c.claims(r) && !same {
						t.Fatal(cmp.Diff(x, y, cmpopts.EquateApprox(0, c.near)))
					}
				})
				if !c.claims(r) && !changed {
					t.Errorf("%s is invariant and does not say so", r.Name)
				}
			})
		}
	}
}

// fate checks what became of all rollouts of a batch.
func fate(t *testing.T, p *rl.Planner, b *rl.Batch, want rl.Fate) {
	t.Helper()
	out := plan(t, p, b, rl.State{})
	zero := !slices.ContainsFunc(out.Advantage, func(x float64) bool { return x != 0 })
	kept := slices.Contains(out.Keep, true)
	switch want {
	case rl.FateZero:
		if !kept || !zero {
			t.Errorf("kept %v, advantages %v; want kept with 0", out.Keep, out.Advantage)
		}
	case rl.FateDrop:
		if kept || !zero || out.Normalisation.Over == rl.OverKept && out.Normalisation.Denominator != 0 {
			t.Errorf("kept %v, advantages %v, %+v; want dropped", out.Keep, out.Advantage, out.Normalisation)
		}
	case rl.FateUsual:
		if !kept || zero {
			t.Errorf("kept %v, advantages %v; want them as usual", out.Keep, out.Advantage)
		}
	default:
		t.Errorf("the claim %q is none", want)
	}
}

func TestZeroVarianceAndSingles(t *testing.T) {
	planners(t, func(t *testing.T, r rl.Recipe, p *rl.Planner) {
		random := rand.New(rand.NewPCG(9, 9))
		b := randomBatch(random, 2, 4, false, func() int { return 4 })
		for i := range b.Correct {
			b.Correct[i] = 1
		}
		fate(t, p, rewarded(b, func(int, float64) float64 { return 0.1 }), r.Claims.ZeroVariance)
		single := r.Claims.Single
		if r.Name == "grpo" && p.Values.Of("singles") > 0 {
			single = rl.FateUsual
		}
		ones := randomBatch(random, 3, 1, false, func() int { return 2 })
		ones.Correct = []float64{1, 1, 1}
		fate(t, p, rewarded(ones, func(int, float64) float64 { return 0.7 }), single)
	})
}

// Unscored rollouts leave the plan with all their tokens, never as 0; a batch of
// nothing else has loss 0.
func TestUnscored(t *testing.T) {
	planners(t, func(t *testing.T, r rl.Recipe, p *rl.Planner) {
		random := rand.New(rand.NewPCG(4, 2))
		full := randomBatch(random, 2, 4, false, func() int { return 3 })
		full.Correct = []float64{1, 1, 0, 0, 1, 1, 0, 0}
		for _, how := range []string{"NaN", "status"} {
			b := full
			if how == "NaN" {
				b = rewarded(full, func(i int, x float64) float64 {
					if i == 2 {
						return math.NaN()
					}
					return x
				})
			} else {
				c := *full
				c.Status = make([]string, 8)
				c.Status[2] = rl.StatusUndecided
				b = &c
			}
			out := plan(t, p, b, rl.State{})
			if out.Keep[2] || out.Dropped["unscored"] != 1 {
				t.Errorf("%s: kept %v, dropped %v", how, out.Keep, out.Dropped)
			}
			// The others are planned as if it had not been there.
			others := []int{0, 1, 3, 4, 5, 6, 7}
			want, got := plan(t, p, full.Select(others), rl.State{}), out.Select(b, others)
			got.Dropped = want.Dropped
			if diff := cmp.Diff(want, got, close); diff != "" && out.Normalisation.Over == rl.OverKept {
				t.Errorf("%s: %s", how, diff)
			}
			for k := 6; k < 9; k++ {
				if out.Weight[k] != 0 || out.Advantage[k] != 0 {
					t.Errorf("%s: token %d of the unscored rollout has A = %v, w = %v", how, k, out.Advantage[k], out.Weight[k])
				}
			}
		}
		none := rewarded(full, func(int, float64) float64 { return math.NaN() })
		out := plan(t, p, none, rl.State{})
		loss, g, d, err := rl.Surrogate(out, none, rl.Current{LogProb: none.LogProbOld, Entropy: none.Entropy, Value: none.Aux["value"]})
		if err != nil || loss != 0 || d.Tokens != 0 || slices.ContainsFunc(g.LogProb, func(x float64) bool { return x != 0 }) {
			t.Errorf("nothing is scored and the loss is %v, gradient %v, %+v, %v", loss, g.LogProb, d, err)
		}
	})
}

func TestEmptyResponses(t *testing.T) {
	planners(t, func(t *testing.T, r rl.Recipe, p *rl.Planner) {
		for _, b := range []*rl.Batch{
			randomBatch(rand.New(rand.NewPCG(1, 1)), 2, 3, false, func() int { return 0 }),
			{Length: []int{}, Group: []int{}, Reward: []float64{}, Correct: []float64{}, Parts: map[string][]float64{"greedy": {}}, Spans: []rl.Span{}, Class: []int{}, LogProbOld: []float64{}, LogProbRef: []float64{}, Entropy: []float64{}, Aux: emptyAux()},
		} {
			out := plan(t, p, b, rl.State{})
			if len(out.Advantage) != 0 || len(out.Keep) != b.Rollouts() {
				t.Errorf("advantages %v, keep %v", out.Advantage, out.Keep)
			}
			if loss, _, _, err := rl.Surrogate(out, b, rl.Current{}); err != nil || loss != 0 {
				t.Errorf("loss %v, %v", loss, err)
			}
		}
	})
}

// A stage changes only what it declares, and no stage changes the batch.
func TestStagesWriteWhatTheyDeclare(t *testing.T) {
	columns := map[rl.Column]func(*rl.Draft) any{
		rl.Score: func(d *rl.Draft) any { return d.Score }, rl.SpanScore: func(d *rl.Draft) any { return d.SpanScore },
		rl.TokenReward: func(d *rl.Draft) any { return d.TokenReward }, rl.Keep: func(d *rl.Draft) any { return d.Plan.Keep },
		rl.Advantage: func(d *rl.Draft) any { return d.Plan.Advantage }, rl.Weight: func(d *rl.Draft) any { return d.Plan.Weight },
		rl.Clip: func(d *rl.Draft) any { return [][]float64{d.Plan.ClipLo, d.Plan.ClipHi} }, rl.KL: func(d *rl.Draft) any { return d.Plan.KLCoef },
		rl.EntropyCoef: func(d *rl.Draft) any { return d.Plan.EntropyCoef }, rl.ValueTarget: func(d *rl.Draft) any { return d.Plan.ValueTarget },
		rl.ValueLossCoef: func(d *rl.Draft) any { return d.Plan.Value }, rl.Normalisation: func(d *rl.Draft) any { return d.Plan.Normalisation },
		rl.Ratio: func(d *rl.Draft) any { return d.Plan.Ratio }, rl.Objective: func(d *rl.Draft) any { return d.Plan.Surrogate },
		rl.StateColumn: func(d *rl.Draft) any { return d.Plan.State },
	}
	planners(t, func(t *testing.T, r rl.Recipe, p *rl.Planner) {
		b := randomBatch(rand.New(rand.NewPCG(8, 8)), 2, 4, false, func() int { return 3 })
		before := text(t, b)
		d := &rl.Draft{Batch: b, Offsets: b.Offsets(), Current: current(b, 8), Plan: &rl.Plan{Keep: slices.Repeat([]bool{true}, b.Rollouts())}}
		for _, s := range p.Stages() {
			was := map[rl.Column]string{}
			for c, of := range columns {
				was[c] = fmt.Sprint(of(d))
			}
			if err := s.Apply(d); err != nil {
				t.Fatal(err)
			}
			for c, of := range columns {
				if fmt.Sprint(of(d)) != was[c] && !slices.Contains(s.Writes, c) {
					t.Errorf("stage %s changes %s, which it does not declare", s.Name, c)
				}
			}
		}
		if text(t, b) != before {
			t.Error("the stages changed the batch")
		}
	})
}

func million() *rl.Batch {
	return randomBatch(rand.New(rand.NewPCG(3, 3)), 256, 8, false, func() int { return 489 }) // 1,001,472 tokens
}

func TestMillionTokensAreFinite(t *testing.T) {
	b := million()
	for _, r := range rl.List() {
		p, err := r.Planner(nil)
		if err != nil {
			t.Fatal(err)
		}
		plan(t, p, b, rl.State{}) // checks every number
	}
}

func BenchmarkPlan(b *testing.B) {
	batch := million()
	for _, r := range rl.List() {
		b.Run(r.Name, func(b *testing.B) {
			p, err := r.Planner(nil)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := p.Plan(batch, rl.State{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSurrogate(b *testing.B) {
	batch := million()
	for _, name := range []string{"grpo", "gspo"} {
		b.Run(name, func(b *testing.B) {
			r, err := rl.Lookup(name)
			if err != nil {
				b.Fatal(err)
			}
			p, err := r.Planner(nil)
			if err != nil {
				b.Fatal(err)
			}
			plan := plan(b, p, batch, rl.State{})
			for b.Loop() {
				if _, _, _, err := rl.Surrogate(plan, batch, rl.Current{LogProb: batch.LogProbRef}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
