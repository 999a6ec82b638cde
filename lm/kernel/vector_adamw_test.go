package kernel_test

import (
	"math"
	"testing"

	"segue/lm/kernel"
)

// TestAdamW follows the published formula in float64 for five steps.
func TestAdamW(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, n := range lengths() {
			r := generator(n)
			param, m, v := normals(r, n), make([]float32, n), make([]float32, n)
			exact, exactM, exactV := widened(param), make([]float64, n), make([]float64, n)
			for time := 1; time <= 5; time++ {
				gradient := normals(r, n)
				step := kernel.AdamWStep{
					LearningRate: 1e-2, Beta1: 0.875, Beta2: 0.96875, Epsilon: 1e-8, WeightDecay: 0.1, GradientScale: 0.5,
					Correction1: float32(1 - math.Pow(0.875, float64(time))), Correction2: float32(1 - math.Pow(0.96875, float64(time))),
				}
				s.AdamW(param, gradient, m, v, step)
				for i, g := range gradient {
					g := 0.5 * float64(g)
					exactM[i] = 0.875*exactM[i] + 0.125*g
					exactV[i] = 0.96875*exactV[i] + 0.03125*g*g
					adapted := exactM[i] / float64(step.Correction1) / (math.Sqrt(exactV[i]/float64(step.Correction2)) + 1e-8)
					exact[i] -= 0.01 * (adapted + 0.1*exact[i])
				}
			}
			for i := range param {
				near(t, "param", param[i], exact[i], 1e-6)
				near(t, "m", m[i], exactM[i], 1e-6)
				near(t, "v", v[i], exactV[i], 1e-6)
			}
		}
	})
}

func TestAdamWKeepsUntouchedParameters(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		param, m, v := normals(generator(1), 37), make([]float32, 37), make([]float32, 37)
		before := append([]float32(nil), param...)
		still := step
		still.WeightDecay = 0
		s.AdamW(param, make([]float32, 37), m, v, still)
		for i := range param {
			if param[i] != before[i] || m[i] != 0 || v[i] != 0 {
				t.Fatalf("element %d without gradient went from %v to %v", i, before[i], param[i])
			}
		}
	})
}
