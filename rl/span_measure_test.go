package rl_test

import (
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Spans are of rollouts 0, 1 and 2, which are kept, and of 4, which is not; one is empty,
// and those of rollout 2 come in the wrong order.
func TestSpanMeasures(t *testing.T) {
	h := rl.TokenEntropy().PerSpan() // 1, 2; 3, –, 4; 5, 6
	outcome := rl.ScoreSoFar().PerSpan()
	for name, c := range map[string]struct {
		signal rl.Signal
		want   []float64
	}{
		"means":                   {h.PerToken(-1), []float64{1, 2, 3, 4, 5, 6, -1, -1}},
		"of the next span":        {h.Next().PerToken(-1), []float64{2, -1, -1, -1, 6, -1, -1, -1}}, // what follows 3 is empty
		"gains":                   {h.Gain().PerToken(-1), []float64{1, -1, -1, -1, 1, -1, -1, -1}},
		"returns":                 {h.Return(0.5).PerToken(-1), []float64{2, 2, -1, 4, 8, 6, -1, -1}},
		"gains, then the outcome": {h.Gain().WithLast(outcome).Return(1).PerToken(-1), []float64{2, 1, -1, 0, 4, 3, -1, -1}},
		"scaled":                  {h.Scaled(rl.OfBatch).PerToken(-1), []float64{0, 0.2, 0.4, 0.6, 0.8, 1, -1, -1}},
		"scaled in a rollout":     {h.Scaled(rl.OfRollout).PerToken(-1), []float64{0, 1, 0, 1, 0, 1, -1, -1}},
		"mean of a group":         {h.Over(rl.OfGroup, "mean", rl.Mean).PerToken(-1), []float64{3.5, 3.5, 3.5, 3.5, 3.5, 3.5, -1, -1}},
		"mean of a step":          {h.Over(rl.OfStep, "mean", rl.Mean).PerToken(-1), []float64{3, 4, 3, 4, 3, 4, -1, -1}},
		"share of a step":         {h.OverMean(rl.OfStep).PerToken(-1), []float64{1.0 / 3, 0.5, 1, 1, 5.0 / 3, 1.5, -1, -1}},
		"standardised":            {h.Standardised(rl.OfStep, rl.NoDeviation, 0).PerToken(-1), []float64{-2, -2, 0, 0, 2, 2, -1, -1}},
		"two": {rl.JoinSpans("less", h, outcome, func(x, y float64) float64 { return x - y }).
			Map("twice", func(x float64) float64 { return 2 * x }).PerToken(-1), []float64{0, 2, 6, 8, 4, 6, -1, -1}},
	} {
		d := sketch()
		d.Batch.Group = []int{1, 1, 1, 1, 1}
		d.Batch.Spans = []rl.Span{
			{Rollout: 2, Step: 2, From: 1, To: 2}, {Rollout: 2, Step: 1, From: 0, To: 1}, {Rollout: 4, Step: 1, From: 0, To: 2},
			{Rollout: 0, Step: 1, From: 0, To: 1}, {Rollout: 0, Step: 2, From: 1, To: 2},
			{Rollout: 1, Step: 1, From: 0, To: 1}, {Rollout: 1, Step: 3, From: 1, To: 1}, {Rollout: 1, Step: 2, From: 1, To: 2},
		}
		if err := rl.Set("s", rl.ToAdvantage, c.signal, rl.Everywhere()).Apply(d); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, d.Plan.Advantage[:8], cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
