package kernel

// Sum returns the sum of x.
func (s *Set) Sum(x []float32) float32 { return s.vector.sum(x) }

// Dot returns the scalar product of a and b.
func (s *Set) Dot(a, b []float32) float32 {
	sameLength(len(a), len(b))
	return s.vector.dot(a, b)
}

// SquaredNorm returns the sum of the squares of x, summed in float64, so that
// no square overflows.
func (s *Set) SquaredNorm(x []float32) float64 { return s.vector.squaredNorm(x) }

// AddScaled adds alpha·x to dst.
func (s *Set) AddScaled(dst, x []float32, alpha float32) {
	sameLength(len(dst), len(x))
	s.vector.addScaled(dst, x, alpha)
}

// Scale sets dst to alpha·x; dst may be x.
func (s *Set) Scale(dst, x []float32, alpha float32) {
	sameLength(len(dst), len(x))
	s.vector.scale(dst, x, alpha)
}

// Add sets dst to a + b; dst may be either.
func (s *Set) Add(dst, a, b []float32) {
	sameLength(len(dst), len(a), len(b))
	s.vector.add(dst, a, b)
}

// Mul sets dst to the elementwise product of a and b; dst may be either.
func (s *Set) Mul(dst, a, b []float32) {
	sameLength(len(dst), len(a), len(b))
	s.vector.mul(dst, a, b)
}

// AddRow adds row to each row of x, whose length is a multiple of len(row):
// a bias.
func (s *Set) AddRow(x, row []float32) {
	for n := rowsOf(x, len(row)); n > 0; n-- {
		part := x[:len(row)]
		s.vector.add(part, part, row)
		x = x[len(row):]
	}
}

// SumRows adds each row of x to dst, in the order of the rows; the length of x
// is a multiple of len(dst): the gradient of a bias.
func (s *Set) SumRows(dst, x []float32) {
	for n := rowsOf(x, len(dst)); n > 0; n-- {
		s.vector.add(dst, dst, x[:len(dst)])
		x = x[len(dst):]
	}
}

// rowsOf is the number of rows of dim elements in x; it panics when x is no
// whole number of rows.
func rowsOf(x []float32, dim int) int {
	if len(x) == 0 {
		return 0
	}
	if dim <= 0 || len(x)%dim != 0 {
		panic("kernel: not a whole number of rows")
	}
	return len(x) / dim
}

func sumPortable(x []float32) float32 {
	var l lanes
	for i, v := range x {
		l[i&7] += v
	}
	return l.fold()
}

func dotPortable(a, b []float32) float32 {
	var l lanes
	b = b[:len(a)]
	for i, v := range a {
		l[i&7] += float32(v * b[i])
	}
	return l.fold()
}

func squaredNormPortable(x []float32) float64 {
	var l [4]float64
	for i, v := range x {
		l[i&3] += float64(float64(v) * float64(v))
	}
	return (l[0] + l[2]) + (l[1] + l[3])
}

func addScaledPortable(dst, x []float32, alpha float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] += float32(alpha * v)
	}
}

func scalePortable(dst, x []float32, alpha float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = alpha * v
	}
}

func addPortable(dst, a, b []float32) {
	dst, b = dst[:len(a)], b[:len(a)]
	for i, v := range a {
		dst[i] = v + b[i]
	}
}

func mulPortable(dst, a, b []float32) {
	dst, b = dst[:len(a)], b[:len(a)]
	for i, v := range a {
		dst[i] = v * b[i]
	}
}
