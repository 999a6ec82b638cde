package speed

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"segue/lm/generation"
	"segue/lm/kernel"
	"segue/lm/model"
)

// Every kind of measurement runs on a small size and ends when it is told to.
func TestMeasurements(t *testing.T) {
	c, err := model.Preset("nano", 64)
	if err != nil {
		t.Fatal(err)
	}
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(1, 1)))
	workers := kernel.NewWorkers(2)
	defer workers.Close()
	o := Options{Threads: 2}
	for name, measure := range map[string]func(context.Context) (float64, error){
		"gemm": func(ctx context.Context) (float64, error) {
			return Gemm{M: 256, N: 256, K: 256}.measure(ctx, o, workers)
		},
		"train": func(ctx context.Context) (float64, error) {
			return Train{Config: c, Sequences: 2, Length: 8}.measure(ctx, o)
		},
		"sample": func(ctx context.Context) (float64, error) {
			s := Sample{Batch: 2, Prompt: 3, New: 4}
			err := s.measure(ctx, o, generation.NewWeights(nil, p))
			return s.TokensPerSecond, err
		},
	} {
		if rate, err := measure(t.Context()); err != nil || !(rate > 0) || math.IsInf(rate, 0) {
			t.Errorf("%s: %v a second: %v", name, rate, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := measure(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: told to stop, it says %v", name, err)
		}
	}
}
