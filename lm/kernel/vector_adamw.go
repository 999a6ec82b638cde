package kernel

import "math"

// AdamWStep are the numbers of one step of AdamW. The corrections are
// 1-Beta1^t and 1-Beta2^t at step t ≥ 1; GradientScale multiplies the gradient
// (1, or what clips its norm).
type AdamWStep struct {
	LearningRate, Beta1, Beta2, Epsilon, WeightDecay float32
	Correction1, Correction2                         float32
	GradientScale                                    float32
}

// AdamW makes one step of Adam with decoupled weight decay (Loshchilov and
// Hutter, arXiv 1711.05101), with g the scaled gradient:
//
//	m = Beta1·m + (1-Beta1)·g
//	v = Beta2·v + (1-Beta2)·g²
//	param -= LearningRate·((m/Correction1)/(sqrt(v/Correction2)+Epsilon) + WeightDecay·param)
func (s *Set) AdamW(param, gradient, m, v []float32, step AdamWStep) {
	sameLength(len(param), len(gradient), len(m), len(v))
	s.vector.adamW(param, gradient, m, v, step.factors())
}

// adamWFactors are what the loops multiply by.
type adamWFactors struct {
	scale                 float32
	beta1, rest1          float32
	beta2, rest2          float32
	decay, rate           float32 // LearningRate·WeightDecay, LearningRate/Correction1
	inverseRoot2, epsilon float32 // 1/sqrt(Correction2)
}

func (s *AdamWStep) factors() adamWFactors {
	return adamWFactors{
		scale: s.GradientScale,
		beta1: s.Beta1, rest1: 1 - s.Beta1,
		beta2: s.Beta2, rest2: 1 - s.Beta2,
		decay:        s.LearningRate * s.WeightDecay,
		rate:         s.LearningRate / s.Correction1,
		inverseRoot2: float32(1 / math.Sqrt(float64(s.Correction2))), epsilon: s.Epsilon,
	}
}

// adamWPortable forms the whole change before it subtracts it, so that a small
// decay is not lost in the rounding of 1 - decay.
func adamWPortable(param, gradient, m, v []float32, f adamWFactors) {
	gradient, m, v = gradient[:len(param)], m[:len(param)], v[:len(param)]
	for i, p := range param {
		g := gradient[i] * f.scale
		m1 := float32(f.beta1*m[i]) + float32(f.rest1*g)
		v1 := float32(f.beta2*v[i]) + float32(f.rest2*float32(g*g))
		m[i], v[i] = m1, v1
		root := float32(math.Sqrt(float64(v1)))
		change := float32(f.rate*m1) / (float32(root*f.inverseRoot2) + f.epsilon)
		param[i] = p - (change + float32(f.decay*p))
	}
}
