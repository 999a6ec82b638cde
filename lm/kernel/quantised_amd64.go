package kernel

//go:generate go run ./generate/quantised

func quantisedFor(l level) quantisedKernels {
	switch l {
	case portable:
		return portableQuantised
	case avx2:
		return quantisedKernels{quantise: quantisePortable, band: func(sums []float32, q *Quantised, band int, x *activations) {
			eachRows(sums, q, band, x, 0, 1, bandKernel(q, bandNibbles1AVX2, bandBytes1AVX2, bandRuns1AVX2))
		}}
	}
	return quantisedKernels{quantise: quantiseWide, band: func(sums []float32, q *Quantised, band int, x *activations) {
		rest := eachRows(sums, q, band, x, 0, 4, bandKernel(q, bandNibbles4AVX512, bandBytes4AVX512, bandRuns4AVX512))
		eachRows(sums, q, band, x, rest, 1, bandKernel(q, bandNibbles1AVX512, bandBytes1AVX512, bandRuns1AVX512))
	}}
}

type bandFunction func(sums, affine *float32, codes *byte, x *int8, xScales, xSums *float32, blocks, xRow, xScaleRow, xSumRow int)

// bandKernel chooses by how a matrix is laid out.
func bandKernel(q *Quantised, nibbles, bytes, runs bandFunction) bandFunction {
	switch {
	case !q.wide:
		return nibbles
	case q.run == blockWeights:
		return bytes
	}
	return runs
}

// eachRows calls f for rows of activations from a first one, several at a time
// as long as there are so many, and returns the first that is left.
func eachRows(sums []float32, q *Quantised, band int, x *activations, first, several int, f bandFunction) int {
	blocks, runs := q.Cols/blockWeights, q.Cols/q.run
	for ; first+several <= x.rows; first += several {
		f(&sums[first*bandRows], &q.affine[2*band*runs*bandRows], &q.codes[band*q.bandBytes()],
			&x.codes[first*x.cols], &x.scales[first*blocks], &x.sums[first*runs], blocks, x.cols, 4*blocks, 4*runs)
	}
	return first
}

func quantiseWide(codes []int8, scales []float32, halves []int32, x []float32) {
	if len(scales) > 0 {
		quantiseAVX512(&codes[0], &scales[0], &halves[0], &x[0], len(scales))
	}
}
