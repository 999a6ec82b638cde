package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(passAtK) }

// passAtK is Pass@k training: the reward of k responses together is whether one is right,
// and the advantage is its mean over all ways to draw k from the group, worked out
// instead of drawn.
//
//	R̄     = 1 − C(N_wrong, k)/C(N, k),  σ = √(R̄·(1 − R̄))
//	right  A = (1 − R̄)/(σ + 1e-6)
//	wrong  A = (1 − R̄ − C(N_wrong − 1, k − 1)/C(N − 1, k − 1))/(σ + 1e-6)
//
// N are the responses of the group whose correctness is known; right is right
// throughout. Where fewer than k are wrong every draw passes and nothing is learnt: the
// advantage of easy prompts goes to hard ones. k is N where the group is smaller. With
// k = 1 it is grpo by the population's deviation.
var passAtK = rl.Recipe{
	Name:  "pass-at-k",
	Paper: rl.Paper{Title: "Pass@k Training for Adaptively Balancing Exploration and Exploitation of Large Reasoning Models", ArXiv: "2508.10751"},
	Doc:   "whether one of k responses is right is the reward of them all",
	Formula: `R̄     = 1 − C(N_wrong, k)/C(N, k),  σ = √(R̄·(1 − R̄))
right  A = (1 − R̄)/(σ + ε)
wrong  A = (1 − R̄ − C(N_wrong − 1, k − 1)/C(N − 1, k − 1))/(σ + ε)`,
	Effect: rl.Effect{On: rl.OutcomePass, Higher: true, Doc: "trains for one right response among k"},
	Params: []rl.Param{
		groupSize(32),
		{Name: "k", Default: 8, Min: 1, Max: 4096, Unit: "responses", Doc: "how many count together; rounded"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Check: needsDeviationFloor,
	Stages: func(v rl.Values) []rl.Stage {
		k, epsilon := math.Round(v.Of("k")), v.Of("epsilon")
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.Compare("pass-at-k", rl.Correctness().Within(rl.OfGroup, "pass-at-k", func(x []float64) { passing(x, k, epsilon) })),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// passing turns a group's correctness into its advantages.
func passing(x []float64, k, epsilon float64) {
	n, wrong := float64(len(x)), 0.0
	for _, c := range x {
		if c < 1 {
			wrong++
		}
	}
	k = min(k, n)
	if wrong == 0 || wrong == n {
		clear(x)
		return
	}
	fail := amongWrong(wrong, n, k)
	sigma := math.Sqrt(fail*(1-fail)) + epsilon
	failWith := amongWrong(wrong-1, n-1, k-1) // a draw that a wrong response is in
	for i, c := range x {
		if x[i] = fail / sigma; c < 1 {
			x[i] = (fail - failWith) / sigma
		}
	}
}

// amongWrong is C(wrong, k)/C(n, k): the chance that all of k drawn are wrong.
func amongWrong(wrong, n, k float64) float64 {
	p := 1.0
	for j := range int(k) {
		p *= max(wrong-float64(j), 0) / (n - float64(j))
	}
	return p
}
