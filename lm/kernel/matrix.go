package kernel

// Matrix is a view of numbers in memory: element (i, j) is at
// i*RowStride + j*ColStride, and one of the strides is 1. The numbers are in
// Data, or as bfloat16 in Half when Data is nil.
type Matrix struct {
	Data                 []float32
	Half                 []uint16
	Rows, Cols           int
	RowStride, ColStride int
}

// NewMatrix views data as contiguous rows. It panics when data is too short,
// which is a mistake in the program, never in its input.
func NewMatrix(rows, cols int, data []float32) Matrix {
	if len(data) < rows*cols {
		panic("kernel: matrix larger than its data")
	}
	return Matrix{Data: data, Rows: rows, Cols: cols, RowStride: cols, ColStride: 1}
}

// T is the transposed view.
func (m Matrix) T() Matrix {
	m.Rows, m.Cols, m.RowStride, m.ColStride = m.Cols, m.Rows, m.ColStride, m.RowStride
	return m
}

// RowSlice is the view of the rows [from, to).
func (m Matrix) RowSlice(from, to int) Matrix { return m.part(from*m.RowStride, to-from, m.Cols) }

// ColSlice is the view of the columns [from, to).
func (m Matrix) ColSlice(from, to int) Matrix { return m.part(from*m.ColStride, m.Rows, to-from) }

func (m Matrix) part(start, rows, cols int) Matrix {
	m.Rows, m.Cols = rows, cols
	if rows == 0 || cols == 0 {
		start = 0
	}
	if m.Data != nil {
		m.Data = m.Data[start:]
	} else if m.Half != nil {
		m.Half = m.Half[start:]
	}
	return m
}
