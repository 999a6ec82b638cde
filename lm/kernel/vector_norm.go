package kernel

import "math"

// RMSNorm sets each row of dst, of dim elements, to x·weight/rms(x) where
// rms(x) = sqrt(mean x² + eps), and inverse, one element a row, to 1/rms (Zhang
// and Sennrich, arXiv 1910.07467). dst may be x. Squares are summed in
// float32: rows beyond 1e19 come out as 0, and as NaN where they are infinite.
func (s *Set) RMSNorm(dst, inverse, x, weight []float32, dim int, eps float32) {
	sameLength(len(x), len(dst))
	sameLength(dim, len(weight))
	if rows := rowsOf(x, dim); rows > 0 {
		sameLength(rows, len(inverse))
		s.vector.rmsNorm(dst, inverse, x, weight, eps)
	}
}

// RMSNormBackward adds to dx and dweight the gradients of RMSNorm, given that
// of its result, its arguments and its inverse; a nil dx or dweight is
// skipped. With g = dy·weight, for each row
//
//	dx      += inverse·(g - x·inverse²·mean(g·x))
//	dweight += dy·x·inverse
//
// and dweight is added to in the order of the rows. dx may not be dy or x.
func (s *Set) RMSNormBackward(dx, dweight, dy, x, weight, inverse []float32, dim int) {
	sameLength(len(x), len(dy))
	sameLength(dim, len(weight))
	if dx != nil {
		sameLength(len(x), len(dx))
	}
	if dweight != nil {
		sameLength(dim, len(dweight))
	}
	if rows := rowsOf(x, dim); rows > 0 {
		sameLength(rows, len(inverse))
		s.vector.rmsNormGradient(dx, dweight, dy, x, weight, inverse)
	}
}

func rmsNormPortable(dst, inverse, x, weight []float32, eps float32) {
	dim := len(weight)
	for r := range inverse {
		row, out := x[r*dim:][:dim], dst[r*dim:][:dim]
		mean := dotPortable(row, row) / float32(dim)
		inv := 1 / float32(math.Sqrt(float64(mean+eps)))
		for i, w := range weight {
			out[i] = float32(row[i]*inv) * w
		}
		inverse[r] = inv
	}
}

func rmsNormGradientPortable(dx, dweight, dy, x, weight, inverse []float32) {
	dim := len(weight)
	for r, inv := range inverse {
		row, g := x[r*dim:][:dim], dy[r*dim:][:dim]
		if dx != nil {
			var l lanes
			for i, w := range weight {
				l[i&7] += float32(float32(g[i]*w) * row[i])
			}
			c := l.fold() / float32(dim) * inv * inv * inv
			out := dx[r*dim:][:dim]
			for i, w := range weight {
				out[i] += float32(float32(g[i]*w)*inv) - float32(row[i]*c)
			}
		}
		if dweight != nil {
			for i, v := range row {
				dweight[i] += float32(float32(v*inv) * g[i])
			}
		}
	}
}
