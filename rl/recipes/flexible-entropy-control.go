package recipes

import (
	"fmt"

	"segue/rl"
)

func init() { rl.Register(flexibleEntropyControl) }

// flexibleEntropyControl moves the bounds of the clip along training, so that the entropy
// takes a chosen course. A bound that depends on the probability of the token,
//
//	ε(π) = β + α·π with α < 0:   hi = (1 + β)/(1 − α·π_old),   lo = (1 − β)/(1 + α·π_old)
//
// is wide for unlikely tokens and narrow for likely ones. As the upper one it raises the
// entropy (right tokens more surprising than −ln π = H may grow), as the lower one it lowers
// it (wrong ones that are may shrink). Of the two a share u is in force in batch k of T, and
// of the plain ε the rest: α_k = u·α, β_k = u·β + (1 − u)·ε. With λ = 1 − 2k/T
//
//	rise and fall        u⁺ = λ,     u⁻ = 0    in the first half,   u⁺ = 0, u⁻ = 1 + λ   in the second
//	fall, rise and fall  u⁺ = 1 − λ, u⁻ = 0                         u⁺ = 1, u⁻ = 1 + λ
//	oscillating decay    u⁺ = s,     u⁻ = 1 − s
//
// where s becomes 1 when the mean entropy of the rollouts is no higher than floor·H₀, and 0
// when it is above floor·H₀ + (1 − floor)·H₀·(1 − k/T), H₀ being that of the first batch; it
// begins at 0. A is that of grpo, without a KL.
//
// The courses are as the authors' notes on their paper give them. These name neither α nor β
// nor T; here ε(π) goes from DAPO's 0.28 at π = 0 through ε = 0.2 at a half to 0.12, on
// either side. A run sets batches to the number it makes.
var flexibleEntropyControl = rl.Recipe{
	Name:  "flexible-entropy-control",
	Paper: rl.Paper{Title: "Flexible Entropy Control in RLVR with a Gradient-Preserving Perspective", ArXiv: "2602.09782"},
	Doc:   "bounds of the clip by probability and by a course: the entropy rises, then falls",
	Formula: `hi = (1 + β)/(1 − α·π_old), lo = (1 − β)/(1 + α·π_old),  with α_k = u·α, β_k = u·β + (1 − u)·ε,  λ = 1 − 2k/T
rise and fall        u⁺ = λ,     u⁻ = 0    in the first half,   u⁺ = 0, u⁻ = 1 + λ   in the second
fall, rise and fall  u⁺ = 1 − λ, u⁻ = 0                         u⁺ = 1, u⁻ = 1 + λ
oscillating decay    u⁺ = s,     u⁻ = 1 − s
s = 1 when H ≤ floor·H₀, 0 when H > floor·H₀ + (1 − floor)·H₀·(1 − k/T), else as before`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "bounds that move keep the entropy from collapsing"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "batches", Default: 300, Min: 1, Max: 1e9, Unit: "batches", Doc: "of the whole training, T"},
		{Name: "clip", Default: 0.2, Max: 0.99, Unit: "ratio", Doc: "plain distance of a bound from 1, ε"},
		{Name: "widest", Default: 0.28, Max: 0.99, Unit: "ratio", Doc: "distance of a moving bound at π = 0, β"},
		{Name: "slope", Default: 0.16, Max: 0.98, Unit: "ratio", Doc: "how much nearer it is at π = 1, −α; at most widest"},
		{Name: "floor", Default: 0.2, Max: 1, Unit: "1", Doc: "least mean entropy, of that of the first batch, where the course oscillates"},
		choice("fall_first", "the entropy falls, rises and falls"),
		choice("oscillate", "the entropy oscillates between the floor and a line that sinks to it"),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{
		{Name: "fall-rise-fall", Doc: "the entropy falls first and is raised before it is lowered", Set: map[string]float64{"fall_first": 1}},
		{Name: "oscillating", Doc: "the entropy is raised and lowered by what it is", Set: map[string]float64{"oscillate": 1}},
	},
	Check: func(v rl.Values) error {
		if v.Of("fall_first") > 0 && v.Of("oscillate") > 0 {
			return fmt.Errorf("fall_first and oscillate are two courses, of which one is followed")
		}
		return checkOrdered(v, "slope", "widest")
	},
	Stages: func(v rl.Values) []rl.Stage {
		alpha, beta, plain := -v.Of("slope"), v.Of("widest"), v.Of("clip")
		rise, fall := entropyCourse(v)
		bound := func(name string, share rl.Varying, side float64) rl.Signal {
			return rl.Combine(name, rl.Probability(), share.PerToken(), func(p, u float64) float64 {
				return (1 + side*(u*beta+(1-u)*plain)) / (1 - side*u*alpha*p)
			})
		}
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(plain, plain),
			rl.Set("move-upper-bound", rl.ToUpperBound, bound("upper", rise, 1), rl.Everywhere()),
			rl.Set("move-lower-bound", rl.ToLowerBound, bound("lower", fall, -1), rl.Everywhere()),
			tokenMean(),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// entropyCourse is how much of the bound that raises the entropy is in force in a batch,
// and how much of the one that lowers it.
func entropyCourse(v rl.Values) (rise, fall rl.Varying) {
	batches := v.Of("batches")
	done := func(batch int) float64 { return min(float64(batch-1)/batches, 1) } // k/T
	if v.Of("oscillate") > 0 {
		s := oscillation(v.Of("floor"), rl.Scheduled("done", done))
		return s, s.Map("falling", func(s float64) float64 { return 1 - s })
	}
	fallFirst := v.Of("fall_first") > 0
	rise = rl.Scheduled("rising", func(batch int) float64 {
		switch x := done(batch); {
		case fallFirst:
			return min(2*x, 1)
		case x <= 0.5:
			return 1 - 2*x
		}
		return 0
	})
	fall = rl.Scheduled("falling", func(batch int) float64 {
		if x := done(batch); x > 0.5 {
			return 2 - 2*x
		}
		return 0
	})
	return rise, fall
}

// oscillation is 1 from when the mean entropy sinks to the floor until it is above the line,
// and 0 until it is at the floor again; both are shares of the first batch's.
func oscillation(floor float64, done rl.Varying) rl.Varying {
	h := rl.TokenEntropy().MeanOfBatch(rl.Everywhere())
	ofFirst := h.And(h.First("first-entropy"), "entropy-of-first", func(h, first float64) float64 {
		if first == 0 {
			return 1
		}
		return h / first
	})
	outside := ofFirst.And(done, "outside-the-corridor", func(h, done float64) float64 {
		switch {
		case h <= floor:
			return -1
		case h > floor+(1-floor)*(1-done):
			return 1
		}
		return 0
	})
	return outside.Controlled("oscillation", map[string]float64{"rising": 0}, func(side float64, memory map[string]float64) float64 {
		if side != 0 {
			memory["rising"] = max(-side, 0)
		}
		return memory["rising"]
	})
}
