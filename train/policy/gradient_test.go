package policy_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"
	"segue/train/policy"
)

func ratio(now, old float64) float64 { return math.Exp(now - old) }

// The gradient against finite differences of the loss that an independent
// decoder and rl.Surrogate give.
//
// The five-point stencil errs by h⁴/30 times the fifth derivative, far below
// the rounding of the float32 passes: log-probabilities are good to about 1e-6, so a
// mean over tokens to about 2e-7, and the stencil to 1.5/h of that, 1.5e-4 at
// h = 0.002. The largest derivatives are above 0.05; all must agree to 0.5 % of
// the largest, and the ten largest to 0.5 % of themselves.
func TestGradient(t *testing.T) {
	for _, c := range learnCases {
		t.Run(c.name, func(t *testing.T) {
			s := c.stage(t)
			now := s.judge.measure(t, s.plan.Bonus)
			plan := s.frozen(t, now)
			loss := func() float64 {
				x, _, _, err := rl.Surrogate(plan, s.batch, s.judge.measure(t, plan.Bonus))
				if err != nil {
					t.Fatal(err)
				}
				return x
			}
			gradient, head, d := s.learn(t, policy.Options{PassTokens: 20}, s.sequences)
			if want, _, _, err := rl.Surrogate(s.plan, s.batch, now); !c.second && (err != nil || math.Abs(d.Loss-want) > 1e-5) {
				t.Errorf("the loss is %v, want %v (%v)", d.Loss, want, err)
			}
			if d.RatioMax < 1.2 || d.Policy == 0 {
				t.Errorf("the case tries no ratios beyond the bounds: %+v", d)
			}
			c.checkDerivatives(t, "model", loss, s.parameters.Values, gradient)
			if c.value {
				c.checkDerivatives(t, "value head", loss, s.head, head)
			}
		})
	}
}

// checkDerivatives compares the 30 largest derivatives, and 30 others.
func (c learnCase) checkDerivatives(t *testing.T, what string, loss func() float64, values, gradient []float32) {
	t.Helper()
	order := make([]int, len(gradient))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(float64(gradient[j])), math.Abs(float64(gradient[i])))
	})
	largest := math.Abs(float64(gradient[order[0]]))
	if largest < 0.05 {
		t.Fatalf("%s: the largest derivative is %g, too small to be compared", what, largest)
	}
	rest := order[min(30, len(order)):]
	rand.New(rand.NewPCG(1, 9)).Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	h, jumps := c.step, 0
	if h == 0 {
		h = 0.002
	}
	for k, i := range order[:min(60, len(order))] {
		got, want := float64(gradient[i]), derivative(loss, &values[i], h)
		limit := 0.005 * largest
		if k < 10 {
			limit = min(limit, 0.005*math.Abs(want))
		}
		if math.Abs(got-want) <= limit {
			continue
		}
		if jumps++; jumps > c.jumps {
			t.Errorf("%s: derivative %d is %g, by differences %g; the largest is %g", what, i, got, want, largest)
		}
	}
}

// derivative is the five-point stencil, over the steps that float32 really took.
func derivative(loss func() float64, x *float32, h float32) float64 {
	was := *x
	defer func() { *x = was }()
	slope := func(h float32) float64 {
		*x = was + h
		hi, up := float64(*x), loss()
		*x = was - h
		lo, down := float64(*x), loss()
		return (up - down) / (hi - lo)
	}
	return (4*slope(h) - slope(2*h)) / 3
}
