package rl_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"

	"pgregory.net/rapid"
)

// loose is a draft of kept rollouts of one group with random columns, in some order.
func loose(random *rand.Rand, lengths []int, batch int) *rl.Draft {
	b := &rl.Batch{Length: lengths, Group: make([]int, len(lengths))}
	d := &rl.Draft{Batch: b, Plan: &rl.Plan{Keep: slices.Repeat([]bool{true}, len(lengths))}}
	d.Offsets = b.Offsets()
	for range b.Tokens() {
		b.LogProbOld = append(b.LogProbOld, -random.Float64())
		b.Entropy = append(b.Entropy, random.Float64())
	}
	d.Plan.Advantage = make([]float64, b.Tokens())
	d.Plan.State.Batches = batch
	return d
}

// signalled is what a signal says of a draft's tokens.
func signalled(t *testing.T, d *rl.Draft, s rl.Signal, on rl.Selection) []float64 {
	t.Helper()
	clear(d.Plan.Advantage)
	if err := rl.Set("s", rl.ToAdvantage, s, on).Apply(d); err != nil {
		t.Fatal(err)
	}
	return slices.Clone(d.Plan.Advantage)
}

// The numbers are even, unrelated between neighbours, seeds and batches, and those of a
// response do not depend on the ones beside it.
func TestRandomLooksRandomAndMovesWithTheResponse(t *testing.T) {
	lengths := slices.Repeat([]int{50}, 400)
	d := loose(rand.New(rand.NewPCG(1, 1)), lengths, 3)
	x := signalled(t, d, rl.Random(7, rl.LogProbability()), rl.Everywhere())
	if !slices.Equal(x, signalled(t, d, rl.Random(7, rl.LogProbability()), rl.Everywhere())) {
		t.Error("it is another when asked again")
	}
	counts := make([]int, 10)
	for _, v := range x {
		counts[int(10*v)]++
	}
	for k, n := range counts { // 2000 ± 42
		if n < 1800 || n > 2200 {
			t.Errorf("%d of 20000 numbers in tenth %d", n, k)
		}
	}
	d.Plan.State.Batches = 4
	next := signalled(t, d, rl.Random(7, rl.LogProbability()), rl.Everywhere())
	d.Plan.State.Batches = 3
	seeded := signalled(t, d, rl.Random(8, rl.LogProbability()), rl.Everywhere())
	for name, y := range map[string][]float64{"the next batch": next, "another seed": seeded, "the next token": append(x[1:len(x):len(x)], x[0])} {
		if c := correlation(x, y); math.Abs(c) > 0.03 { // 0 ± 0.007
			t.Errorf("with %s the correlation is %v", name, c)
		}
	}
	alone := &rl.Draft{Batch: &rl.Batch{Length: []int{50}, Group: []int{0}, LogProbOld: d.Batch.LogProbOld[50:100]}, Plan: &rl.Plan{Keep: []bool{true}, Advantage: make([]float64, 50)}}
	alone.Offsets, alone.Plan.State.Batches = alone.Batch.Offsets(), 3
	if !slices.Equal(signalled(t, alone, rl.Random(7, rl.LogProbability()), rl.Everywhere()), x[50:100]) {
		t.Error("a response draws otherwise when it is alone")
	}
}

func correlation(x, y []float64) float64 {
	sum := 0.0
	for k := range x {
		sum += (x[k] - 0.5) * (y[k] - 0.5) * 12 / float64(len(x))
	}
	return sum
}

// TopOfAll is: sort the candidates, take so many.
func TestTopOfAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(0, 6), 1, 6).Draw(rt, "lengths")
		share := rapid.Float64Range(0, 1).Draw(rt, "share")
		most := rapid.Float64Range(0, 1).Draw(rt, "most")
		d := loose(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)), lengths, 1)
		var candidates []float64
		for _, h := range d.Batch.Entropy {
			if h < most {
				candidates = append(candidates, h)
			}
		}
		slices.Sort(candidates)
		slices.Reverse(candidates)
		want := candidates[:min(len(candidates), max(1, int(share*float64(len(d.Batch.Entropy)))))]
		among := rl.TokenEntropy().Where("small", func(h float64) bool { return h < most })
		got := signalled(t, d, rl.Constantly(1), rl.TokenEntropy().TopOfAll(share, rl.OfBatch, among))
		for k, h := range d.Batch.Entropy {
			if slices.Contains(want, h) != (got[k] == 1) {
				rt.Fatalf("token %d with %v of %v: selected %v", k, h, want, got[k])
			}
		}
	})
}

func TestHeld(t *testing.T) {
	b := &rl.Batch{Length: []int{6}, LogProbOld: slices.Repeat([]float64{-2}, 6)}
	d := &rl.Draft{
		Batch: b, Offsets: b.Offsets(), Current: rl.Current{LogProb: []float64{-1, -1, -3, -3, -1, -2}},
		Plan: &rl.Plan{Keep: []bool{true}, Advantage: []float64{1, -1, 1, -1, 0, 1}, ClipLo: slices.Repeat([]float64{0.8}, 6), ClipHi: slices.Repeat([]float64{1.2}, 6)},
	}
	if err := rl.Set("s", rl.ToWeight, rl.Constantly(7), rl.Held()).Apply(d); err != nil {
		t.Fatal(err)
	}
	if want := []float64{7, 1, 1, 7, 1, 1}; !slices.Equal(d.Plan.Weight, want) {
		t.Errorf("held %v", d.Plan.Weight)
	}
}
