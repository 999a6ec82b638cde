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

// sigmoid is 1/(1+e^-z), where z counts as -87 below that and as 87 above, so
// that it is positive and finite sums stay finite.
func sigmoid(z float32) float32 {
	return 1 / (1 + expOne(max(min(-z, 87), -87)))
}

func swiGLUPortable(dst, gate, up []float32) {
	dst, up = dst[:len(gate)], up[:len(gate)]
	for i, g := range gate {
		dst[i] = float32(g*sigmoid(g)) * up[i]
	}
}

func swiGLUGradientPortable(dgate, dup, dy, gate, up []float32) {
	for i, g := range gate {
		s, d, u := sigmoid(g), dy[i], up[i]
		dgate[i] = float32(d*u) * float32(s*(1+float32(g*(1-s))))
		dup[i] = d * float32(g*s)
	}
}
