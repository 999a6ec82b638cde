package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Closed forms: n numbers of one sign have the smallest value there is, equal ones
// that cancel the largest, and starts that agree within themselves count once each.
func TestSignFlip(t *testing.T) {
	for _, c := range []struct {
		name         string
		of           [][]float64
		runs, starts float64
	}{
		{"all ahead", [][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, 2. / 512, 2. / 8},
		{"all behind", [][]float64{{-1, -2, -3}, {-4, -5, -6}, {-7, -8, -9}}, 2. / 512, 2. / 8},
		{"nothing", [][]float64{{0, 0}, {0, 0}}, 1, 1},
		{"cancels", [][]float64{{1, -1}, {1, -1}}, 1, 1},
		{"one of three signs", [][]float64{{1, 1, -1}}, 1, 0},
		{"rounding", [][]float64{{0.1, 0.2}, {0.3, 0.4}}, 2. / 16, 2. / 4},
	} {
		var g grid
		for _, seeds := range c.of {
			var row []column
			for _, x := range seeds {
				row = append(row, column{x, math.NaN(), x})
			}
			g = append(g, row)
		}
		if got, ok := g.test(1); !ok || got.Runs != c.runs || got.Starts != c.starts {
			t.Errorf("%s: %+v, want %v and %v", c.name, got, c.runs, c.starts)
		}
	}
	if _, ok := (grid{{column{1, 2}}}).test(1); ok {
		t.Error("one run was tested")
	}
	if _, ok := (grid{{column{math.NaN()}, column{1}}}).test(1); ok {
		t.Error("a run without a number was tested")
	}
}

// Where signs are drawn the value is about that of a normal sum, as many numbers have it.
func TestSignFlipOfMany(t *testing.T) {
	x := make([]float64, 40)
	r := rand.New(rand.NewPCG(5, 6))
	sum, squares := 0.0, 0.0
	for i := range x {
		x[i] = r.NormFloat64() + 0.3
		sum += x[i]
		squares += x[i] * x[i]
	}
	want := math.Erfc(math.Abs(sum) / math.Sqrt(squares) / math.Sqrt2)
	if got := signFlip(x, 1); math.Abs(got-want) > 0.01 || got != signFlip(x, 1) {
		t.Errorf("%v, want about %v and the same each time", got, want)
	}
}

// If there is no difference, a value of at most a comes up at most so often.
func TestSignFlipHoldsItsLevel(t *testing.T) {
	const studies = 2000
	r := rand.New(rand.NewPCG(1, 2))
	low := 0
	for range studies {
		var x []float64
		for range 7 {
			x = append(x, r.NormFloat64())
		}
		if signFlip(x, 1) <= 0.05 {
			low++
		}
	}
	if share := float64(low) / studies; share > 0.065 || share < 0.03 {
		t.Errorf("%.3f of the values are at most 0.05", share)
	}
}

// Holm's values: the textbook's example, and never below the plain ones.
func TestHolm(t *testing.T) {
	pairs := func(p ...float64) (all []Pair) {
		for _, x := range p {
			all = append(all, Pair{Tests: map[string]Test{"steps": {Runs: x}}})
		}
		return all
	}
	got := append(pairs(0.01, 0.04, 0.03, 0.005), Pair{})
	adjust(got)
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if h := got[i].Tests["steps"].Holm; math.Abs(h-want) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, h, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 8).Draw(t, "p")
		all := pairs(plain...)
		adjust(all)
		for i, p := range all {
			if h := p.Tests["steps"].Holm; h < plain[i] || h > 1 {
				t.Fatalf("%v became %v", plain[i], h)
			}
		}
	})
}
