package model

import "math"

// RotaryTables gives the cosines and sines of the rotary positions
// (Su et al., arXiv 2104.09864), [positions × HeadDim/2] each: entry (t, i) is
// of the angle t·f_i with f_i = RotaryBase^(-2i/HeadDim), stretched by
// RotaryScaling. Angles are formed in float64 and rounded once.
func (c Config) RotaryTables(positions int) (cos, sin []float32) {
	half := c.HeadDim / 2
	cos, sin = make([]float32, positions*half), make([]float32, positions*half)
	for i := range half {
		f := c.RotaryScaling.stretch(math.Pow(c.RotaryBase, -2*float64(i)/float64(c.HeadDim)))
		for t := range positions {
			s, co := math.Sincos(float64(t) * f)
			cos[t*half+i], sin[t*half+i] = float32(co), float32(s)
		}
	}
	return cos, sin
}

// stretch maps a frequency in radians per position to the scaled one.
func (r *RotaryScale) stretch(f float64) float64 {
	if r == nil {
		return f
	}
	if r.Kind == "linear" {
		return f / r.Factor
	}
	length := float64(r.OriginalContext)
	wave := 2 * math.Pi / f
	switch {
	case wave > length/r.LowFactor:
		return f / r.Factor
	case wave < length/r.HighFactor:
		return f
	}
	mix := (length/wave - r.LowFactor) / (r.HighFactor - r.LowFactor)
	return (1-mix)*f/r.Factor + mix*f
}
