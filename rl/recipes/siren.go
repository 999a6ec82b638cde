package recipes

import "segue/rl"

func init() { rl.Register(siren) }

// siren is SIREN: the entropy of the plausible tokens, where it peaks, is pulled to what it
// was at the start, rather than raised everywhere.
//
//	H'_t = entropy of π renormalised over its smallest set of likeliest tokens with mass p
//	M_i  = the ⌈peak·n_i⌉ tokens of response i with the highest H'
//	H̄'   = mean over responses of the mean over M_i of H'
//	L    = L_DAPO + c·(H̄' − H_anchor)²      H_anchor is H̄' at the first update
//
// M_i and the sets are held fixed in the gradient. A set has most tokens at most, as in the
// released code. Losses of tokens are averaged over each response, then over responses,
// which gives both terms the released code's means.
var siren = rl.Recipe{
	Name:    "siren",
	Paper:   rl.Paper{Title: "Rethinking Entropy Regularization in Large Reasoning Models", ArXiv: "2509.25133"},
	Doc:     "the entropy of plausible tokens, where it peaks, is anchored at its first value",
	Formula: "H'_t = entropy of π renormalised over its smallest set of likeliest tokens with mass p\nM_i = the ⌈peak·n_i⌉ tokens of response i with the highest H'\nH̄' = mean over responses of the mean over M_i of H'\nL = L_DAPO + c·(H̄' − H_anchor)², H_anchor is H̄' at the first update",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "holds the entropy near its anchor instead of collapse or explosion"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "anchor_coef", Default: 5e-3, Max: 1e6, Unit: "1/nat²", Doc: "weight of the squared distance from the anchor, c"},
		{Name: "top_p", Default: 0.8, Min: 1e-6, Max: 1, Unit: "1", Doc: "mass of the plausible tokens, p"},
		{Name: "most", Default: 10000, Max: 1 << 24, Unit: "tokens", Doc: "plausible tokens at most; 0: no bound"},
		{Name: "peak", Default: 0.2, Min: 1e-6, Max: 1, Unit: "tokens", Doc: "share of a response's tokens that count as peaks"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		coef, h := v.Of("anchor_coef"), rl.EntropyNow()
		peaks := h.Top(v.Of("peak"), rl.OfRollout, rl.Everywhere())
		// with 1/n_i of the normalisation, each peak of a response has 1/|M_i|
		share := peaks.Indicator().OverMean(rl.OfRollout).Map("share-of-peaks", func(x float64) float64 { return coef * x })
		mean := h.OverSelected(rl.OfRollout, peaks, "peak-entropy", rl.Mean).Mean().OfBatch("peak-entropy", rl.Mean)
		return append(clippedRatio(v, rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
		), pipeline(
			when(v, "anchor_coef", rl.EntropyBonus(coef, rl.EntropyTerm{Support: rl.SupportTopP, Form: rl.FormAnchor, Size: v.Of("top_p"), Most: int(v.Of("most"))})),
			when(v, "anchor_coef", rl.Set("entropy-at-peaks", rl.ToEntropyCoef, share, rl.Everywhere())),
			when(v, "anchor_coef", rl.AnchorEntropy("entropy-anchor", mean.First("anchor"))),
		)...)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
