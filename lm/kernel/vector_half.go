package kernel

import "math"

// FromBFloat16 sets dst to the bfloat16 numbers of x, exactly.
func (s *Set) FromBFloat16(dst []float32, x []uint16) {
	sameLength(len(dst), len(x))
	s.vector.fromBFloat16(dst, x)
}

// ToBFloat16 sets dst to x rounded to bfloat16, to nearest and ties to even.
// NaN stays NaN.
func (s *Set) ToBFloat16(dst []uint16, x []float32) {
	sameLength(len(dst), len(x))
	s.vector.toBFloat16(dst, x)
}

// FromFloat16 sets dst to the IEEE half-precision numbers of x, exactly.
func (s *Set) FromFloat16(dst []float32, x []uint16) {
	sameLength(len(dst), len(x))
	s.vector.fromFloat16(dst, x)
}

func fromBFloat16Portable(dst []float32, x []uint16) {
	dst = dst[:len(x)]
	for i, h := range x {
		dst[i] = math.Float32frombits(uint32(h) << 16)
	}
}

func toBFloat16Portable(dst []uint16, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		b := math.Float32bits(v)
		if v != v {
			dst[i] = uint16(b>>16) | 0x40 // quiet, or a small payload would become Inf
			continue
		}
		dst[i] = uint16((b + 0x7fff + b>>16&1) >> 16)
	}
}

func fromFloat16Portable(dst []float32, x []uint16) {
	dst = dst[:len(x)]
	for i, h := range x {
		dst[i] = fromFloat16One(h)
	}
}

func fromFloat16One(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	switch exponent, mantissa := uint32(h>>10&0x1f), uint32(h&0x3ff); exponent {
	case 0: // zero or subnormal: mantissa·2^-24
		v := float32(mantissa) * (1.0 / (1 << 24))
		return math.Float32frombits(sign | math.Float32bits(v))
	case 31:
		if mantissa != 0 {
			mantissa |= 0x200 // quiet
		}
		return math.Float32frombits(sign | 0xff<<23 | mantissa<<13)
	default:
		return math.Float32frombits(sign | (exponent+127-15)<<23 | mantissa<<13)
	}
}
