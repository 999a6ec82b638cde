package kernel

// Rotary turns each head of each row by the angles of the row's position, in
// place (Su et al., arXiv 2104.09864, paired as Hugging Face does: element j
// with j + headDim/2). Row r has heads·headDim elements from x[r*stride]; cos
// and sin are tables of [position × headDim/2]. Sign 1 turns forward; -1 turns
// back, which is also the gradient. It panics on a position outside of the
// tables.
func (s *Set) Rotary(x []float32, heads, headDim, stride int, cos, sin []float32, positions []int32, sign float32) {
	if heads <= 0 || headDim < 2 || len(positions) == 0 {
		return
	}
	half := headDim / 2
	sameLength(len(cos), len(sin))
	if headDim%2 != 0 || stride < 0 || len(x) < (len(positions)-1)*stride+heads*headDim {
		panic("kernel: rotary rows outside of their data")
	}
	limit := uint(len(cos) / half)
	for _, p := range positions {
		if uint(p) >= limit {
			panic("kernel: position outside of the rotary tables")
		}
	}
	s.vector.rotary(x, heads, headDim, stride, cos, sin, positions, sign)
}

func rotaryPortable(x []float32, heads, headDim, stride int, cos, sin []float32, positions []int32, sign float32) {
	half := headDim / 2
	for r, p := range positions {
		c, s := cos[int(p)*half:][:half], sin[int(p)*half:][:half]
		for h := range heads {
			head := x[r*stride+h*headDim:][:headDim]
			first, second := head[:half], head[half:]
			for j, a := range first {
				b, sj := second[j], s[j]*sign
				first[j] = float32(a*c[j]) - float32(b*sj)
				second[j] = float32(b*c[j]) + float32(a*sj)
			}
		}
	}
}
