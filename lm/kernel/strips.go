package kernel

import "fmt"

// StripWidth is the number of columns in a strip.
const StripWidth = 16

// Strips is a right operand in the order in which a product of a few rows reads
// it: element (k, j) is at j/StripWidth*Strip + k*Row + j%StripWidth. Contiguous
// strips have Row StripWidth and Strip StripWidth*Rows; contiguous rows are
// strips StripWidth apart.
type Strips struct {
	Data       []float32
	Rows, Cols int
	Row, Strip int
}

// check panics unless every element lies within the data.
func (b Strips) check() {
	if b.Rows <= 0 || b.Cols <= 0 || b.Row < 0 || b.Strip < 0 || b.at(b.Cols-1) >= len(b.Data) || b.at((b.Cols-1)&^(StripWidth-1)-1) >= len(b.Data) {
		panic(fmt.Sprintf("kernel: %d×%d in strips, of %d numbers", b.Rows, b.Cols, len(b.Data)))
	}
}

// at is the place of the last element of a column, -1 for column -1.
func (b Strips) at(column int) int {
	if column < 0 {
		return -1
	}
	return column/StripWidth*b.Strip + (b.Rows-1)*b.Row + column%StripWidth
}

// Rows and strips of a product that a kernel computes at once.
const (
	stripRows   = 4
	stripsAbove = 4
)

// MultiplyStrips sets c = alpha*a·b, or adds that to c when accumulate is set,
// on the caller and with b read where it lies: for few rows and a b that is used
// once. The columns of a and c are adjacent, neither has 0 of them. Every
// element is one chain of sums in rising order of the terms, so that its bits
// depend on its own row and column alone. What lies in next is fetched into the
// cache meanwhile; it may be nil.
func (s *Set) MultiplyStrips(c, a Matrix, b Strips, alpha float32, accumulate bool, next []float32) {
	if a.Rows != c.Rows || a.Cols != b.Rows || b.Cols != c.Cols || a.ColStride != 1 || c.ColStride != 1 || a.Data == nil || c.Data == nil {
		panic(fmt.Sprintf("kernel: product of %d×%d and %d×%d in strips into %d×%d", a.Rows, a.Cols, b.Rows, b.Cols, c.Rows, c.Cols))
	}
	a.check()
	b.check()
	c.check()
	for i := 0; i < c.Rows; i += stripRows {
		for j := 0; j < c.Cols; j += stripsAbove * StripWidth {
			s.strips(min(stripRows, c.Rows-i), min(stripsAbove*StripWidth, c.Cols-j), a.Cols, a.Data[i*a.RowStride:], a.RowStride,
				b.Data[j/StripWidth*b.Strip:], b.Row, b.Strip, c.Data[i*c.RowStride+j:], c.RowStride, alpha, accumulate, next)
			next = nil
		}
	}
}

// stripsByTiles takes a strip as a panel of the tiles of products, and leaves
// fetching ahead to the processor.
func (k *matrixKernels) stripsByTiles(rows, columns, depth int, a []float32, aRow int, b []float32, bRow, bStrip int, c []float32, cRow int, alpha float32, add bool) {
	width := min(k.columns, StripWidth)
	for i := 0; i < rows; i += k.rows {
		for j := 0; j < columns; j += width {
			k.tile(min(k.rows, rows-i), min(width, columns-j), depth, a[i*aRow:], aRow, 1,
				b[j/StripWidth*bStrip+j%StripWidth:], bRow, c[i*cRow+j:], cRow, alpha, add)
		}
	}
}
