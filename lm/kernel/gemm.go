package kernel

import "fmt"

// matrixKernels are the kernels that a matrix product is made of.
type matrixKernels struct {
	lanes   int // columns in a vector
	rows    int // rows of the largest tile
	columns int // columns of the widest panel, a multiple of lanes

	// tile computes c = alpha*a·b, plus c when add is set, for a tile of
	// rows×columns over depth terms. Each element is a chain of fused
	// multiply-adds from zero, in rising order of the terms. Element (i, k) of a
	// is at i*aRow + k*aCol, element (k, j) of b at k*bRow + j.
	tile func(rows, columns, depth int, a []float32, aRow, aCol int, b []float32, bRow int, c []float32, cRow int, alpha float32, add bool)

	// copyRows copies rows of width numbers, from src with one stride to dst
	// with another.
	copyRows func(dst []float32, dstRow int, src []float32, srcRow int, rows, width int)

	// transpose writes the transpose of a rows×columns matrix at src, whose
	// sizes are multiples of lanes, to dst.
	transpose func(dst []float32, dstRow int, src []float32, srcRow int, rows, columns int)

	// widen converts bfloat16 numbers.
	widen func(dst []float32, src []uint16)
}

// depthBlock is the most terms that are summed in registers before the sum is
// added to c. It is the same at every level, so that levels with fused
// multiply-adds agree in every bit.
const depthBlock = 384

// blockDepth splits depth into the fewest blocks that are nearly equal, and
// returns the length of all but the last.
func blockDepth(depth int) int {
	blocks := max(1, (depth+depthBlock-1)/depthBlock)
	return ((depth+blocks-1)/blocks + 15) &^ 15
}

// Multiply sets c = alpha*a·b, or adds that to c when accumulate is set; c's
// columns must be adjacent (ColStride 1), and c must not share memory with a or
// b. Without accumulate, c's old contents do not matter, be they NaN. Every
// element is summed in an order that depends on the number of terms alone: not
// on the other sizes, the tile, the workers, or whether b was packed before. It
// panics when the shapes do not fit each other or their data.
func (s *Set) Multiply(w *Workers, c, a, b Matrix, alpha float32, accumulate bool) {
	if a.Rows != c.Rows || a.Cols != b.Rows || b.Cols != c.Cols {
		panic(fmt.Sprintf("kernel: product of %d×%d and %d×%d into %d×%d", a.Rows, a.Cols, b.Rows, b.Cols, c.Rows, c.Cols))
	}
	b.check()
	s.multiply(w, c, a, b, nil, alpha, accumulate)
}

// MultiplyPacked is Multiply with a right operand packed beforehand by the same
// Set; the result has the same bits.
func (s *Set) MultiplyPacked(w *Workers, c, a Matrix, b *Packed, alpha float32, accumulate bool) {
	if a.Rows != c.Rows || a.Cols != b.rows || b.cols != c.Cols {
		panic(fmt.Sprintf("kernel: product of %d×%d and packed %d×%d into %d×%d", a.Rows, a.Cols, b.rows, b.cols, c.Rows, c.Cols))
	}
	if b.columns != s.matrix.columns {
		panic("kernel: right operand was packed by another set")
	}
	s.multiply(w, c, a, Matrix{Rows: b.rows, Cols: b.cols}, b, alpha, accumulate)
}

func (s *Set) multiply(w *Workers, c, a, b Matrix, packed *Packed, alpha float32, accumulate bool) {
	a.check()
	c.check()
	if c.Rows == 0 || c.Cols == 0 {
		return
	}
	if c.Data == nil || c.ColStride != 1 {
		panic("kernel: the product needs float32 data with adjacent columns")
	}
	if a.Cols == 0 {
		if !accumulate {
			for i := range c.Rows {
				clear(c.Data[i*c.RowStride:][:c.Cols])
			}
		}
		return
	}
	p := products.take()
	p.kernels, p.c, p.a, p.b, p.packed = &s.matrix, c, a, b, packed
	p.alpha, p.add = alpha, accumulate
	parts := p.divide(w.Count())
	var panels *packing
	if p.rowParts > 1 && packed == nil {
		panels = packings.take()
		p.packed = panels.pack(w, p.kernels, b)
	}
	w.Run(parts, p)
	p.forget()
	products.give(p)
	if panels != nil {
		packings.give(panels)
	}
}

// check panics unless every element lies within the data and one stride is 1.
func (m Matrix) check() {
	if m.Rows < 0 || m.Cols < 0 || m.RowStride < 0 || m.ColStride < 0 || m.RowStride != 1 && m.ColStride != 1 {
		panic(fmt.Sprintf("kernel: matrix of %d×%d with strides %d, %d", m.Rows, m.Cols, m.RowStride, m.ColStride))
	}
	if m.Rows == 0 || m.Cols == 0 {
		return
	}
	held := len(m.Data)
	if m.Data == nil {
		held = len(m.Half)
	}
	if last := (m.Rows-1)*m.RowStride + (m.Cols-1)*m.ColStride; last >= held {
		panic(fmt.Sprintf("kernel: matrix of %d×%d needs %d numbers and has %d", m.Rows, m.Cols, last+1, held))
	}
}
