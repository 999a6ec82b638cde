package kernel

import "math"

// portableMatrix are the kernels in plain Go. Products are rounded before they
// are added, on every architecture alike.
func portableMatrix() matrixKernels {
	return matrixKernels{
		lanes: 1, rows: 4, columns: 4,
		tile: tilePortable, copyRows: copyRowsPortable, transpose: transposePortable, widen: widenPortable,
	}
}

func tilePortable(rows, columns, depth int, a []float32, aRow, aCol int, b []float32, bRow int, c []float32, cRow int, alpha float32, add bool) {
	for i := range rows {
		var sum [4]float32
		if columns == 4 {
			sum = rowOfFour(depth, a[i*aRow:], aCol, b, bRow)
		} else {
			for k := range depth {
				x := a[i*aRow+k*aCol]
				for j, y := range b[k*bRow:][:columns] {
					sum[j] += float32(x * y)
				}
			}
		}
		for j, v := range sum[:columns] {
			v *= alpha
			if add {
				v += c[i*cRow+j]
			}
			c[i*cRow+j] = v
		}
	}
}

// rowOfFour keeps the sums of four neighbouring columns in registers.
func rowOfFour(depth int, a []float32, aCol int, b []float32, bRow int) [4]float32 {
	var s0, s1, s2, s3 float32
	for k := range depth {
		x, y := a[k*aCol], b[k*bRow:][:4]
		s0 += float32(x * y[0])
		s1 += float32(x * y[1])
		s2 += float32(x * y[2])
		s3 += float32(x * y[3])
	}
	return [4]float32{s0, s1, s2, s3}
}

func copyRowsPortable(dst []float32, dstRow int, src []float32, srcRow int, rows, width int) {
	for i := range rows {
		copy(dst[i*dstRow:][:width], src[i*srcRow:])
	}
}

func transposePortable(dst []float32, dstRow int, src []float32, srcRow int, rows, columns int) {
	for i := range rows {
		for j, v := range src[i*srcRow:][:columns] {
			dst[j*dstRow+i] = v
		}
	}
}

func widenPortable(dst []float32, src []uint16) {
	for i, v := range src {
		dst[i] = math.Float32frombits(uint32(v) << 16)
	}
}
