package rl_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// measured is what a measure is for the rollouts of a batch that are all kept.
func measured(t interface {
	Helper()
	Fatal(...any)
}, m rl.Measure, b *rl.Batch) []float64 {
	t.Helper()
	d := &rl.Draft{Batch: b, Offsets: b.Offsets(), Score: slices.Clone(b.Reward), Plan: &rl.Plan{Keep: slices.Repeat([]bool{true}, b.Rollouts())}}
	if err := rl.Compare("m", m).Apply(d); err != nil {
		t.Fatal(err)
	}
	return d.Plan.Advantage
}

// flat is a batch of one-token responses of one group.
func flat(reward ...float64) *rl.Batch {
	return &rl.Batch{Length: slices.Repeat([]int{1}, len(reward)), Group: make([]int, len(reward)), Reward: reward}
}

func TestRankLiesBetweenQuantileAndMagnitude(t *testing.T) {
	near := cmpopts.EquateApprox(0, 1e-12)
	for _, c := range []struct {
		window     float64
		from, want []float64
	}{
		{0, []float64{1, 2, 9, 9}, []float64{-0.75, -0.25, 0.5, 0.5}}, // 2·(mid-rank quantile) − 1
		{1, []float64{1, 2, 9, 9}, []float64{-17. / 32, -13. / 32, 15. / 32, 15. / 32}},
		{0.5, []float64{0, 1, 4}, []float64{-0.5, -1. / 6, 2. / 3}},
		{0.5, []float64{0, 0, 1}, []float64{-1. / 3, -1. / 3, 2. / 3}},
		{0, []float64{3, 3}, []float64{0, 0}},
		{1, []float64{3}, []float64{0}},
	} {
		if diff := cmp.Diff(c.want, measured(t, rl.ScoreSoFar().Ranked(rl.OfGroup, c.window), flat(c.from...)), near); diff != "" {
			t.Errorf("window %v of %v: %s", c.window, c.from, diff)
		}
	}
}

// The lower half has its size whatever is equal, and equals have equal shares.
func TestLowerHalf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 4), func(n int) float64 { return float64(n) }), 0, 9).Draw(t, "x")
		low, sum := rl.LowerHalf(x), 0.0
		for i := range x {
			sum += low[i]
			for j := range x {
				if x[i] < x[j] && low[i] < 1 && low[j] > 0 || x[i] == x[j] && low[i] != low[j] {
					t.Fatalf("%v of %v", low, x)
				}
			}
		}
		if math.Abs(sum-float64(len(x)/2)) > 1e-12 {
			t.Fatalf("%v of %v has size %v", low, x, sum)
		}
	})
}

func TestSpread(t *testing.T) {
	for by, want := range map[rl.Deviation]float64{rl.SampleDeviation: math.Sqrt2, rl.PopulationDeviation: 1} {
		if diff := cmp.Diff([]float64{want, want}, measured(t, rl.ScoreSoFar().Spread(rl.OfBatch, by), flat(1, 3)), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]float64{0}, measured(t, rl.ScoreSoFar().Spread(rl.OfBatch, by), flat(5))); diff != "" {
			t.Error(diff)
		}
	}
}
