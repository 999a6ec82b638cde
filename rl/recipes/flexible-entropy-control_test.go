package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	bounds := func(upper, lower func(p float64) float64) formula {
		return func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
			p := math.Exp(b.LogProbOld[first(b, i)+t])
			return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "clip_hi": upper(p), "clip_lo": lower(p)}
		}
	}
	plain := func(x float64) func(float64) float64 { return func(float64) float64 { return x } }
	upper := func(p float64) float64 { return 1.28 / (1 + 0.16*p) }
	lower := func(p float64) float64 { return 0.72 / (1 - 0.16*p) }
	formulas["flexible-entropy-control"] = bounds(upper, plain(0.8)) // of the first batch
	formulas["flexible-entropy-control/fall-rise-fall"] = bounds(plain(1.2), plain(0.8))
	formulas["flexible-entropy-control/oscillating"] = bounds(plain(1.2), lower)
}

// A bound is where the ratio differs from 1 by what ε says of the probability there.
func TestMovingBoundsAreWhereEpsilonSays(t *testing.T) {
	l := []float64{math.Log(0.01), math.Log(0.3), math.Log(0.6), 0}
	for _, c := range []struct {
		dialect string
		side    float64
		of      func(p *rl.Plan) []float64
	}{{"", 1, func(p *rl.Plan) []float64 { return p.ClipHi }}, {"oscillating", -1, func(p *rl.Plan) []float64 { return p.ClipLo }}} {
		b := pair(2, l, []float64{1, 1, 1, 1})
		for k, bound := range c.of(plan(t, planner(t, "flexible-entropy-control", "dialect", c.dialect), b, rl.State{})) {
			there := bound * math.Exp(l[k]) // the probability at the bound
			if want := 1 + c.side*(0.28-0.16*there); math.Abs(bound-want) > 1e-12 {
				t.Errorf("the bound of a token of probability %v is %v, where ε says %v", math.Exp(l[k]), bound, want)
			}
		}
	}
}

// Over 8 batches the shares of the two bounds follow each course; with a slope of 0 the
// bounds tell them.
func TestBoundsFollowTheCourse(t *testing.T) {
	falls := []float64{1, 1, 0.9, 0.1, 0.5, 0.9, 0.15, 0.1} // mean entropies, for the course that looks at them
	for course, want := range map[string][2][]float64{
		"":               {{1, 0.75, 0.5, 0.25, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0.75, 0.5, 0.25}},
		"fall-rise-fall": {{0, 0.25, 0.5, 0.75, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0.75, 0.5, 0.25}},
		"oscillating":    {{0, 0, 0, 1, 1, 0, 1, 1}, {1, 1, 1, 0, 0, 1, 0, 0}},
	} {
		p := planner(t, "flexible-entropy-control", "dialect", course, "batches", "8", "slope", "0", "widest", "0.3")
		var rise, fall []float64
		state := rl.State{}
		for _, h := range falls {
			out := plan(t, p, pair(1, []float64{-1, -2}, []float64{h, h}), state)
			state = out.State
			rise, fall = append(rise, (out.ClipHi[0]-1.2)/0.1), append(fall, (0.8-out.ClipLo[0])/0.1)
		}
		same := func(x, y float64) bool { return math.Abs(x-y) < 1e-9 }
		if !slices.EqualFunc(rise, want[0], same) || !slices.EqualFunc(fall, want[1], same) {
			t.Errorf("course %q has the shares %v and %v", course, rise, fall)
		}
	}
}

// What an update on one token does to the entropy, by region: a right token that is likelier
// than exp(−H) lowers it and a less likely one raises it, a wrong one the other way round.
func TestEntropyByRegion(t *testing.T) {
	policy := bandit{2, 1, 0, -1}
	b, actions, _ := policy.draws()
	out := plan(t, planner(t, "flexible-entropy-control"), b, rl.State{})
	for k, a := range actions {
		clear(out.Weight)
		out.Weight[k] = 1
		_, g := gradient(t, out, b, policy.now(actions))
		pushed := slices.Clone(policy)
		for j, l := range policy.logProbs() {
			pushed[j] += 1e-3 * g[k] * math.Exp(l)
		}
		pushed[a] -= 1e-3 * g[k]
		change, likely := pushed.entropy()-policy.entropy(), -b.LogProbOld[k] < b.Entropy[k]
		if right := b.Reward[k] > 0; (change < 0) != (likely == right) {
			t.Errorf("an update on an action of probability %v with the reward %v changes the entropy by %v", math.Exp(b.LogProbOld[k]), b.Reward[k], change)
		}
	}
}

// On random rewards the bound that raises the entropy leaves it higher after an update than
// the plain ones do, and the bound that lowers it lower.
func TestMovingBoundsMoveTheEntropy(t *testing.T) {
	old := bandit{math.Log(0.5), math.Log(0.2), math.Log(0.15), math.Log(0.1), math.Log(0.05)}
	p := planner(t, "flexible-entropy-control", "batches", "100")
	change := func(batches int) float64 {
		sum := 0.0
		for k := range 20 { // a bound tells at some rates
			sum += randomRewards(t, p, rl.State{Recipe: "flexible-entropy-control", Batches: batches}, old, 0.005+0.001*float64(k))
		}
		return sum
	}
	if rise, plain, fall := change(0), change(50), change(51); !(rise > plain && plain > fall) {
		t.Errorf("the entropy changes by %v, %v and %v", rise, plain, fall)
	}
}
