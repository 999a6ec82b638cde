package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(real) }

// real takes rewards as labels (REAL): the policy is a classifier of right and wrong
// responses, whose score is the response's mean log-ratio, beside an anchor of score 0.
//
//	s_i = mean_t (log π − log π_old)
//	L_q = ln(1 + Σ_right exp(−s_i/τ)) + ln(1 + Σ_wrong exp(s_i/τ))      of a prompt q with both
//	L   = Σ_q G_q·L_q / Σ_q G_q
//
// so that with the log-probability as the surrogate
//
//	A_i = +(G/τ)·exp(−s_i/τ)/(1 + Σ_right exp(−s_j/τ)) where right
//	A_i = −(G/τ)·exp(s_i/τ)/(1 + Σ_wrong exp(s_j/τ)) where wrong
//
// held fixed within an update has the gradient of L. A falls as the policy gets a
// response right and never passes G/τ, unlike a ratio times an advantage. Right is a
// reward above the group's mean; a group without both classes gets 0. The plan of the
// rollouts has A at s = 0, the second phase that of the policy as it is: an update must
// have whole groups. With bce the responses are classified one by one, without an anchor:
// L = mean of ln(1 + exp(∓s_i/τ)).
var real = rl.Recipe{
	Name:  "real",
	Paper: rl.Paper{Title: "Rewards as Labels: Revisiting RLVR from a Classification Perspective", ArXiv: "2602.05630"},
	Doc:   "the group's responses are classified as right and wrong by their log-ratios",
	Formula: `s_i = mean_t (log π − log π_old)
A_i = +(G/τ)·exp(−s_i/τ)/(1 + Σ_right exp(−s_j/τ)) where right
A_i = −(G/τ)·exp(s_i/τ)/(1 + Σ_wrong exp(s_j/τ)) where wrong
L   = −mean over rollouts of mean_t A·log π(o_t)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns better and stably, as no response's gradient passes a bound"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "temperature", Default: 0.5, Min: 1e-3, Max: 1e3, Unit: "nat", Doc: "τ"},
		choice("bce", "each response is classified by itself"),
	},
	Dialects: []rl.Dialect{{Name: "bce", Doc: "binary cross-entropy of each response", Set: map[string]float64{"bce": 1}}},
	Stages: func(v rl.Values) []rl.Stage {
		tau := v.Of("temperature")
		weigh := func(label, s []float64) { classify(label, s, tau) }
		if v.Of("bce") > 0 {
			weigh = func(label, s []float64) { classifyAlone(label, s, tau) }
		}
		labels := rl.ScoreSoFar().Within(rl.OfGroup, "labels", aboveMean)
		unmoved := labels.Map("unmoved", func(float64) float64 { return 0 })
		scores := rl.LogRatio().Mean()
		return []rl.Stage{
			rl.TakeReward(),
			rl.Compare("labels", labels.WithinBy(rl.OfGroup, unmoved, "classify", weigh)),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioSequence),
			rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.Set("classify", rl.ToAdvantage, rl.AdvantageSoFar().Mean().WithinBy(rl.OfGroup, scores, "classify", weigh).PerToken(), rl.Everywhere()),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// aboveMean turns the rewards of a group into labels: 1 above the mean, −1 elsewhere, 0
// for all where they do not differ.
func aboveMean(r []float64) {
	if !rl.Mixed(r) {
		clear(r)
		return
	}
	mean := rl.Mean(r)
	const equal = 1e-12 // a reward at the mean is not above it for its round-off
	for i, x := range r {
		r[i] = -1
		if x-mean > equal*max(math.Abs(mean), 1) {
			r[i] = 1
		}
	}
}

// classify turns the signs of a group's labels into REAL's advantages, s being the
// scores. The sums are those of a softmax that has the anchor's 0 among its logits.
func classify(label, s []float64, tau float64) {
	for _, sign := range []float64{1, -1} {
		logit := func(i int) float64 { return -sign * s[i] / tau }
		most, sum := 0.0, 0.0
		for i, l := range label {
			if l*sign > 0 {
				most = max(most, logit(i))
			}
		}
		for i, l := range label {
			if l*sign > 0 {
				sum += math.Exp(logit(i) - most)
			}
		}
		sum += math.Exp(-most)
		for i, l := range label {
			if l*sign > 0 {
				label[i] = sign * float64(len(label)) / tau * math.Exp(logit(i)-most) / sum
			}
		}
	}
}

// classifyAlone is classify for the binary cross-entropy of each response.
func classifyAlone(label, s []float64, tau float64) {
	for i, l := range label {
		if l != 0 {
			label[i] = math.Copysign(1/tau/(1+math.Exp(math.Copysign(s[i]/tau, l*s[i]))), l)
		}
	}
}
