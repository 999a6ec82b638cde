package kernel_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/kernel"
)

// ulps is the distance from got to want in units in the last place of want.
func ulps(got float32, want float64) float64 {
	nearest := math.Abs(float64(float32(want)))
	unit := math.Ldexp(1, max(math.Ilogb(nearest), -126)-23)
	return math.Abs(float64(got)-want) / unit
}

// TestExpIsWithinTwoUnits goes through the float32 numbers of both signs, the
// infinities and NaNs among them, in steps of a prime.
func TestExpIsWithinTwoUnits(t *testing.T) {
	var x []float32
	for b := uint64(0); b < 1<<32; b += 1999 {
		x = append(x, math.Float32frombits(uint32(b)))
	}
	for b := uint32(0); b < 64; b++ { // both ends of the range
		x = append(x, math.Float32frombits(0xc2aeac30+b), math.Float32frombits(0x42b171f0+b))
	}
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		dst, worst := make([]float32, len(x)), 0.0
		s.Exp(dst, x)
		for i, v := range x {
			want := math.Exp(float64(v))
			switch {
			case v != v:
				if dst[i] == dst[i] {
					t.Fatalf("Exp(NaN %#x) = %v", math.Float32bits(v), dst[i])
				}
			case want < 0x1p-126:
				if dst[i] != 0 {
					t.Fatalf("Exp(%v) = %v, want 0", v, dst[i])
				}
			case want > math.MaxFloat32:
				if !math.IsInf(float64(dst[i]), 1) {
					t.Fatalf("Exp(%v) = %v, want +Inf", v, dst[i])
				}
			default:
				worst = max(worst, ulps(dst[i], want))
			}
		}
		if !(worst <= 2) {
			t.Errorf("Exp is off by %.3f units in the last place", worst)
		}
		t.Logf("Exp is within %.3f units in the last place", worst)
	})
}

var (
	inf    = float32(math.Inf(1))
	nan    = float32(math.NaN())
	spread = []int{1, 7, 8, 9, 15, 16, 17, 40, 64, 65}
)

func TestExpSumOfMaskedRows(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, n := range spread {
			x, dst := slices.Repeat([]float32{-inf}, n), make([]float32, n)
			x[n-1] = 3
			if sum, weighted := s.ExpSum(dst, x, 3); sum != 1 || weighted != 0 || dst[n-1] != 1 || n > 1 && dst[0] != 0 {
				t.Errorf("ExpSum of %d elements, all but one at -Inf: %v, %v", n, sum, weighted)
			}
			x[0] = nan
			if sum, weighted := s.ExpSum(dst, x, 3); sum == sum || weighted == weighted {
				t.Errorf("ExpSum of %d elements, one NaN: %v, %v", n, sum, weighted)
			}
			if sum, _ := s.ExpSum(dst, slices.Repeat([]float32{-1e4}, n), 0); sum != 0 {
				t.Errorf("ExpSum far below the range = %v", sum)
			}
			if mass, weighted := s.MassAbove(slices.Repeat([]float32{0}, n), slices.Repeat([]float32{-inf}, n), -inf); mass != 0 || weighted != 0 {
				t.Errorf("MassAbove of %d impossible tokens = %v, %v", n, mass, weighted)
			}
			s.SoftmaxGradient(dst, slices.Repeat([]float32{0}, n), slices.Repeat([]float32{-inf}, n), 1, 1)
			if !slices.Equal(dst, make([]float32, n)) {
				t.Errorf("SoftmaxGradient of %d impossible tokens = %v", n, dst)
			}
		}
	})
}

// TestSoftmaxGradientIsTheSlope differentiates the log-probability of a token
// and the entropy by the logits.
func TestSoftmaxGradientIsTheSlope(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(2, 40).Draw(t, "n")
			logits := normals(generator(rapid.IntRange(0, 1<<30).Draw(t, "seed")), n)
			token := rapid.IntRange(0, n-1).Draw(t, "token")
			p, logp := make([]float32, n), make([]float32, n)
			sum, weighted := s.ExpSum(p, logits, s.Max(logits))
			s.Scale(p, p, 1/sum)
			logZ := s.Max(logits) + float32(math.Log(float64(sum)))
			for i, x := range logits {
				logp[i] = x - logZ
			}
			entropy := float32(math.Log(float64(sum))) - weighted/sum
			ofEntropy, ofToken := make([]float32, n), make([]float32, n)
			s.SoftmaxGradient(ofEntropy, p, logp, -entropy, -1)
			s.SoftmaxGradient(ofToken, p, logp, -1, 0)
			ofToken[token]++
			for i := range logits {
				slopes := slope(logits, i, func(z []float64) []float64 { return entropyAndLog(z, token) })
				if math.Abs(slopes[0]-float64(ofEntropy[i])) > 2e-6 || math.Abs(slopes[1]-float64(ofToken[i])) > 2e-6 {
					t.Fatalf("slopes at %d: entropy %v and log-probability %v, want %v", i, ofEntropy[i], ofToken[i], slopes)
				}
			}
		})
	})
}

func entropyAndLog(logits []float64, token int) []float64 {
	z, entropy := 0.0, 0.0
	for _, x := range logits {
		z += math.Exp(x)
	}
	for _, x := range logits {
		entropy -= math.Exp(x) / z * (x - math.Log(z))
	}
	return []float64{entropy, logits[token] - math.Log(z)}
}

// slope is the derivative of each result of f by element i of x, by central
// differences in float64.
func slope(x []float32, i int, f func(x []float64) []float64) []float64 {
	const step = 1e-5
	moved := make([]float64, len(x))
	for j, v := range x {
		moved[j] = float64(v)
	}
	moved[i] += step
	up := f(moved)
	moved[i] -= 2 * step
	for j, down := range f(moved) {
		up[j] = (up[j] - down) / (2 * step)
	}
	return up
}
