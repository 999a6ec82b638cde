package recipes

import "segue/rl"

func init() { rl.Register(archer) }

// archer holds knowledge tight and lets reasoning go (Archer): of each response the tokens
// of high entropy have a wide clip and no KL, the others a narrow clip and a KL, in one
// update.
//
//	q     = the 0.8 quantile of H in the response
//	H > q (reasoning)   ratio in [1 − 0.5, 1 + 0.5], β = 0
//	H ≤ q (knowledge)   ratio in [1 − 0.2, 1 + 0.2], β = 1e-3·N/N_knowledge
//	L     = mean over kept tokens of −S + β·k3(π, reference)
//
// with A as in grpo. N are the kept tokens of the batch: each kind's KL is a mean over the
// tokens of that kind, as in the authors' code, whose script has these numbers and a dual
// clip of 10. There H is that of the policy at the update; here it is that of the policy
// that drew, so that a token's kind does not change within a batch. In that code the names
// of the two kinds are swapped, not what they get.
var archer = rl.Recipe{
	Name:   "archer",
	Paper:  rl.Paper{Title: "Stabilizing Knowledge, Promoting Reasoning: Dual-Token Constraints for RLVR", ArXiv: "2507.15778"},
	Doc:    "a wide clip on tokens of high entropy, a narrow one and a KL on the others",
	Family: rl.FamilyClip,
	Formula: `q     = the 0.8 quantile of H in the response
H > q (reasoning)   ratio in [1 − 0.5, 1 + 0.5], β = 0
H ≤ q (knowledge)   ratio in [1 − 0.2, 1 + 0.2], β = 1e-3·N/N_knowledge
L     = mean over kept tokens of −S + β·k3(π, reference)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "reasoning that may move and knowledge that may not end higher than one bound for all"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "quantile", Default: 0.8, Max: 1, Unit: "tokens", Doc: "share of a response's tokens that are knowledge"},
		{Name: "knowledge_clip", Default: 0.2, Max: 1, Unit: "ratio", Doc: "how far the ratio of knowledge may be from 1"},
		{Name: "reasoning_clip", Default: 0.5, Max: 1, Unit: "ratio", Doc: "how far the ratio of reasoning may be from 1"},
		{Name: "knowledge_kl", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the mean KL to the reference over knowledge"},
		{Name: "reasoning_kl", Default: 0, Max: 100, Unit: "1/nat", Doc: "weight of the mean KL to the reference over reasoning"},
		dualClipAt(10),
		deviationFloor(),
	},
	Check: checkDualClip,
	Stages: func(v rl.Values) []rl.Stage {
		share := quantile(v.Of("quantile"))
		above := rl.TokenEntropy().Within(rl.OfRollout, "above-the-quantile", func(h []float64) {
			q := share(h)
			for t := range h {
				h[t] -= q
			}
		})
		reasoning := above.Where("reasoning", func(x float64) bool { return x > 0 })
		beta := rl.Constantly(0)
		for _, kind := range []struct {
			quantity string
			tokens   rl.Selection
		}{{"knowledge_kl", reasoning.Not()}, {"reasoning_kl", reasoning}} {
			if weight := v.Of(kind.quantity); weight > 0 {
				beta = rl.Combine("kl-by-kind", beta, kind.tokens.Indicator().Within(rl.OfBatch, kind.quantity, func(in []float64) { shareOut(in, weight) }),
					func(x, y float64) float64 { return x + y })
			}
		}
		stages := []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip, DualClip: v.Of("dual_clip")}, rl.RatioToken),
			rl.ClipRatio(v.Of("knowledge_clip"), v.Of("knowledge_clip")),
			rl.Set("widen-below", rl.ToLowerBound, rl.Constantly(1-v.Of("reasoning_clip")), reasoning),
			rl.Set("widen-above", rl.ToUpperBound, rl.Constantly(1+v.Of("reasoning_clip")), reasoning),
			tokenMean(),
		}
		if most := max(v.Of("knowledge_kl"), v.Of("reasoning_kl")); most > 0 {
			stages = append(stages, rl.HoldTo(rl.TargetReference, rl.K3, most), rl.Set("hold-by-kind", rl.ToKL, beta, rl.Everywhere()))
		}
		return stages
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// shareOut turns 1 for the tokens of a kind and 0 for others into weights with the mean
// weight, those of others 0; of none it is 0 for all.
func shareOut(in []float64, weight float64) {
	n := rl.Mean(in)
	for t, x := range in {
		if x > 0 {
			in[t] = weight / n
		}
	}
}
