package kernel

// SwiGLU sets dst to silu(gate)·up, where silu(z) = z/(1+e^-z) (Shazeer, arXiv
// 2002.05202). dst may be gate or up.
func (s *Set) SwiGLU(dst, gate, up []float32) {
	sameLength(len(dst), len(gate), len(up))
	s.vector.swiGLU(dst, gate, up)
}

// SwiGLUBackward sets dgate and dup to the gradients of SwiGLU, given that of
// its result and its arguments. dgate and dup may be any of the arguments, but
// not each other.
func (s *Set) SwiGLUBackward(dgate, dup, dy, gate, up []float32) {
	sameLength(len(dgate), len(dup), len(dy), len(gate), len(up))
	s.vector.swiGLUGradient(dgate, dup, dy, gate, up)
}

// sigmoid is 1/(1+e^-z), and 1 less that, from e^z so that neither cancels.
func sigmoid(z float32) (s, rest float32) {
	e := expOne(min(z, 87))
	s = e / (1 + e)
	if z > 87 {
		return s, 0
	}
	return s, 1 / (1 + e)
}

func swiGLUPortable(dst, gate, up []float32) {
	dst, up = dst[:len(gate)], up[:len(gate)]
	for i, g := range gate {
		s, _ := sigmoid(g)
		dst[i] = float32(g*s) * up[i]
	}
}

func swiGLUGradientPortable(dgate, dup, dy, gate, up []float32) {
	for i, g := range gate {
		s, rest := sigmoid(g)
		d, u := dy[i], up[i]
		dgate[i] = float32(float32(d*u)*s) * (1 + float32(g*rest))
		dup[i] = d * float32(g*s)
	}
}
