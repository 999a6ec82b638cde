package health_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"segue/train/health"
)

var nan = math.NaN()

// A run that learns, with noise of a quarter on every number and an entropy that
// falls by three quarters, raises no alarm.
func TestNoFalseAlarms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, err := health.New(health.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		noisy := func(x float64) float64 { return x * math.Exp(0.25*random.NormFloat64()) }
		entropy := rapid.Float64Range(0.05, 2).Draw(t, "entropy")
		for step := range 300 {
			done := float64(step) / 300
			r := health.Reading{
				Step: step, Entropy: noisy(entropy * (1 - 0.75*done)), Length: noisy(80 * (1 + done)), Truncated: min(noisy(0.05), 1), Malformed: min(noisy(0.3*(1-done)), 1),
				ApproxKL: noisy(0.01) - 0.005, ReferenceKL: noisy(0.3 * done), RatioMax: noisy(3), ClipFraction: noisy(0.05),
				GradientNorm: noisy(0.5 * (1 + 2*done)), Reward: 0.2 + 0.6*done, RewardDeviation: noisy(0.3), UniformGroups: min(noisy(0.3), 0.9),
			}
			if events := m.Observe(r); events != nil {
				t.Fatalf("%+v at %+v", events, r)
			}
		}
	})
}

// hostile draws any number at all, most of them odd.
func hostile() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.SampledFrom([]float64{0, nan, math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -1}),
		rapid.Float64(), rapid.Float64Range(0, 1))
}

func reading() *rapid.Generator[health.Reading] {
	return rapid.Custom(func(t *rapid.T) health.Reading {
		x := hostile()
		draw := func(name string) float64 { return x.Draw(t, name) }
		return health.Reading{
			Step: rapid.Int().Draw(t, "step"), Entropy: draw("entropy"), Length: draw("length"), Truncated: draw("truncated"), Malformed: draw("malformed"),
			ApproxKL: draw("approx"), ReferenceKL: draw("reference"), RatioMax: draw("ratio"), ClipFraction: draw("clip"), GradientNorm: draw("gradient"),
			Skipped: rapid.Bool().Draw(t, "skipped"), Unscored: draw("unscored"), Reward: draw("reward"), RewardDeviation: draw("deviation"), UniformGroups: draw("uniform"),
		}
	})
}

// Whatever the numbers, nothing panics, the state is JSON, and a monitor that
// goes on from it at any point says what one without a break says.
func TestResumeIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds := health.Defaults()
		thresholds.Start = rapid.IntRange(1, 4).Draw(t, "start")
		thresholds.Patience = rapid.IntRange(1, 3).Draw(t, "patience")
		thresholds.Lasting = rapid.IntRange(0, 4).Draw(t, "lasting")
		series := repeated(t)
		whole, err := health.New(thresholds)
		if err != nil {
			t.Fatal(err)
		}
		broken := whole
		split := rapid.IntRange(0, len(series)).Draw(t, "split")
		for i, r := range series {
			if i == split {
				broken = restored(t, thresholds, whole.State())
			}
			want := whole.Observe(r)
			if i < split {
				continue
			}
			if d := cmp.Diff(want, broken.Observe(r)); d != "" {
				t.Fatalf("reading %d: %s", i, d)
			}
			if !slices.Equal(whole.Active(), broken.Active()) || whole.Healthy() != broken.Healthy() {
				t.Fatalf("reading %d: active %q, resumed %q", i, whole.Active(), broken.Active())
			}
		}
		if d := cmp.Diff(whole.State(), broken.State()); split < len(series) && d != "" {
			t.Fatal(d)
		}
	})
}

// repeated draws readings each of which comes several times, so that conditions begin.
func repeated(t *rapid.T) []health.Reading {
	var series []health.Reading
	for _, r := range rapid.SliceOfN(reading(), 1, 8).Draw(t, "readings") {
		series = append(series, slices.Repeat([]health.Reading{r}, rapid.IntRange(1, 4).Draw(t, "times"))...)
	}
	return series
}

func restored(t *rapid.T, thresholds health.Thresholds, s health.State) *health.Monitor {
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back health.State
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	m, err := health.New(thresholds)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Restore(back); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestImpossibleStatesAreRefused(t *testing.T) {
	m := monitor(t, health.Defaults())
	m.Observe(usual(0))
	before := m.State()
	for _, s := range []health.State{
		{Starts: map[string]health.Start{"entropy": {Readings: -1}}},
		{Starts: map[string]health.Start{"entropy": {Readings: 1, Mean: nan}}},
		{Starts: map[string]health.Start{"temper": {Readings: 1}}},
		{Conditions: map[string]health.Standing{"boredom": {}}},
		{Conditions: map[string]health.Standing{health.NoSignal: {Against: -1}}},
		{Conditions: map[string]health.Standing{health.NoSignal: {Stopped: true}}},
	} {
		if err := m.Restore(s); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	if d := cmp.Diff(before, m.State()); d != "" {
		t.Errorf("a refused state changed the monitor: %s", d)
	}
	if err := m.Restore(health.State{}); err != nil {
		t.Errorf("the state of a training that begins: %v", err)
	}
}

// A copy of the state does not move with the monitor.
func TestStateIsACopy(t *testing.T) {
	m := monitor(t, health.Defaults())
	s := m.State()
	m.Observe(usual(0))
	if len(s.Starts)+len(s.Conditions) != 0 {
		t.Errorf("an earlier state became %+v", s)
	}
}
