package rl

import "math"

// maxLogRatio bounds ln r, and the exponent of k3, before they are exponentiated.
// Beyond it the value stands still and the gradient is 0.
const maxLogRatio = 20

// clipped says which bound holds a token's surrogate.
type clipped int

const (
	notClipped clipped = iota
	clippedLow
	clippedHigh
	clippedDual
)

// term is S and its derivatives for one token.
type term struct {
	value      float64
	byLogRatio float64 // ∂S/∂ln r
	byLogProb  float64 // ∂S/∂log π, the ratio held fixed
	clipped    clipped
}

// of computes S for advantage a, ratio r and log-probability lp.
func (s Surrogacy) of(a, r, lp, lo, hi float64) term {
	switch s.Kind {
	case KindLogProb:
		return term{value: a * lp, byLogProb: a}
	case KindWeighted: // a weight at a bound counts as clipped, though its gradient stays
		t := term{}
		switch {
		case r < lo:
			t.clipped = clippedLow
		case r > hi:
			t.clipped = clippedHigh
		}
		w := min(max(r, lo), hi)
		t.value, t.byLogProb = w*a*lp, w*a
		return t
	case KindSoftGate:
		tau := s.temperature(a)
		gate := logistic(tau * (r - 1))
		return term{value: a * 4 / tau * gate, byLogRatio: a * 4 * gate * (1 - gate) * r}
	case KindLabel:
		// −|A|·(2/τ)·ln(1+exp(−z)), z = sgn(A)·τ·ln r
		tau := s.temperature(a)
		z := math.Copysign(tau*math.Log(r), a*math.Log(r))
		return term{value: -math.Abs(a) * 2 / tau * softplus(-z), byLogRatio: a * 2 * logistic(-z)}
	}
	return s.clip(a, r, lo, hi)
}

// clip is PPO's surrogate: a bound holds where going on would pay.
func (s Surrogacy) clip(a, r, lo, hi float64) term {
	switch {
	case a > 0 && r > hi:
		return term{value: a * hi, byLogRatio: s.PreserveHi * a * hi, clipped: clippedHigh}
	case a < 0 && r < lo:
		return term{value: a * lo, byLogRatio: s.PreserveLo * a * lo, clipped: clippedLow}
	case a < 0 && s.DualClip > 0 && r > s.DualClip:
		return term{value: a * s.DualClip, clipped: clippedDual}
	}
	return term{value: a * r, byLogRatio: a * r}
}

func (s Surrogacy) temperature(a float64) float64 {
	tau := s.TemperaturePos
	if a < 0 {
		tau = s.TemperatureNeg
	}
	if tau == 0 {
		return 1
	}
	return tau
}

func logistic(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + math.Exp(-x))
	}
	e := math.Exp(x)
	return e / (1 + e)
}

func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// of estimates KL(π‖target) from one token, and its derivative by log π.
func (e KLEstimator) of(lp, target float64) (value, byLogProb float64) {
	d := target - lp
	switch e {
	case K1:
		return -d, 1
	case KAbs:
		switch {
		case d > 0:
			return d, -1
		case d < 0:
			return -d, 1
		}
		return 0, 0
	case K2:
		return d * d / 2, -d
	}
	if d > maxLogRatio {
		return math.Exp(maxLogRatio) - maxLogRatio - 1, 0
	}
	return math.Exp(d) - d - 1, 1 - math.Exp(d)
}

// of is φ(H̄) and its derivative.
func (e EntropyTerm) of(mean float64) (value, slope float64) {
	switch e.Form {
	case FormAnchor:
		off := mean - e.Lo
		return off * off, 2 * off
	case FormBand:
		off := min(mean-e.Lo, 0) + max(mean-e.Hi, 0)
		return off * off, 2 * off
	}
	return -mean, -1
}
