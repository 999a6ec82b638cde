package kernel

import "math"

// expLow is the least x whose exponential is a normal float32, expHigh the
// greatest whose exponential is finite.
const (
	expLow  = -87.33654022216796875
	expHigh = 88.72283172607421875
)

// Exp sets dst to e^x with an error of at most 2 units in the last place: 0
// where the result would be subnormal, +Inf where it would overflow, NaN for
// NaN. dst may be x.
func (s *Set) Exp(dst, x []float32) {
	sameLength(len(dst), len(x))
	s.vector.exp(dst, x)
}

// ExpSum sets dst to e^(x-shift) as Exp does and returns the sum of dst and
// that of dst·(x-shift), in which a term whose exponential is 0 counts
// nothing. With shift = max x they give the log-sum-exp and the entropy of the
// softmax: log Z = shift + log sum, H = log sum - weighted/sum. dst may be x.
func (s *Set) ExpSum(dst, x []float32, shift float32) (sum, weighted float32) {
	sameLength(len(dst), len(x))
	return s.vector.expSum(dst, x, shift)
}

// MassAbove returns the sum of p and that of p·x over the elements whose x is
// finite and at least floor: what a restricted entropy is made of.
func (s *Set) MassAbove(p, x []float32, floor float32) (mass, weighted float32) {
	sameLength(len(p), len(x))
	return s.vector.massAbove(p, x, max(floor, -math.MaxFloat32))
}

// SoftmaxGradient sets dst to p·(a + b·logp), and to 0 where p is 0: a row of
// the gradient of a log-probability or an entropy by its logits. dst may be p
// or logp.
func (s *Set) SoftmaxGradient(dst, p, logp []float32, a, b float32) {
	sameLength(len(dst), len(p), len(logp))
	s.vector.softmaxGradient(dst, p, logp, a, b)
}

// expOne is e^x = 2^n·e^r with n = round(x·log2 e) and |r| ≤ ln 2 / 2, where
// ln 2 is split so that n times its head is exact, and e^r is 1 + r + r²·q(r)
// with q of degree 4 from a Remez exchange, to 3.1e-9.
func expOne(x float32) float32 {
	switch {
	case x != x:
		return x
	case x < expLow:
		return 0
	case x > expHigh:
		return float32(math.Inf(1))
	}
	const (
		shifter = 3 << 22 // adding it rounds to an integer, in the low bits
		head    = 0.693359375
	)
	t := float32(x*math.Log2E) + shifter
	n := t - shifter
	r := (x - float32(n*head)) - float32(n*(math.Ln2-head))
	q := float32(r*(0.0083688510676732644966+float32(r*0.0013814320699690491606))) + 0.041668401081271447449
	q = float32(r*(float32(r*q)+0.16666519524078858822)) + 0.49999993373097571791
	y := 1 + (r + float32(float32(r*r)*q))
	return math.Float32frombits(math.Float32bits(y) + math.Float32bits(t)<<23)
}

func expPortable(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = expOne(v)
	}
}

func expSumPortable(dst, x []float32, shift float32) (sum, weighted float32) {
	var l, lw lanes
	dst = dst[:len(x)]
	for i, v := range x {
		v -= shift
		e := expOne(v)
		dst[i] = e
		if e != 0 {
			l[i&7] += e
			lw[i&7] += float32(e * v)
		}
	}
	return l.fold(), lw.fold()
}

func massAbovePortable(p, x []float32, floor float32) (mass, weighted float32) {
	var l, lw lanes
	p = p[:len(x)]
	for i, v := range x {
		if v >= floor {
			l[i&7] += p[i]
			lw[i&7] += float32(p[i] * v)
		}
	}
	return l.fold(), lw.fold()
}

func softmaxGradientPortable(dst, p, logp []float32, a, b float32) {
	dst, logp = dst[:len(p)], logp[:len(p)]
	for i, v := range p {
		g := float32(0)
		if v != 0 {
			g = v * (a + float32(b*logp[i]))
		}
		dst[i] = g
	}
}
