package kernel

//go:generate go run ./generate/matrix -pkg kernel -out matrix_amd64.s -stubs matrix_stub_amd64.go

func matrixFor(l level) matrixKernels {
	switch l {
	case portable:
		return portableMatrix()
	case avx2:
		return matrixKernels{
			lanes: 8, rows: 6, columns: 16,
			tile: tileAVX2, copyRows: copyRowsAVX2, transpose: transposeAVX2,
			widen: func(dst []float32, src []uint16) {
				n := len(src) &^ 7
				widenAVX2(dst, src[:n])
				widenPortable(dst[n:], src[n:])
			},
		}
	}
	return matrixKernels{
		lanes: 16, rows: 8, columns: 48,
		tile: tileAVX512, copyRows: copyRowsAVX512, transpose: transposeAVX512,
		widen: func(dst []float32, src []uint16) {
			n := len(src) &^ 15
			widenAVX512(dst, src[:n])
			widenPortable(dst[n:], src[n:])
		},
	}
}
