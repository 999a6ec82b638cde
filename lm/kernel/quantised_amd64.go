package kernel

//go:generate go run ./generate/quantised

func quantisedFor(l level) quantisedKernels {
	k := portableQuantised()
	for f := range forms {
		switch l {
		case avx2:
			one := bandsAVX2[f]
			k.bands[f] = func(sums []float32, q *Quantised, band int, x *activations) {
				eachRows(sums, q, band, x, 0, 1, one)
			}
		case avx512:
			one, four := bandsOf1AVX512[f], bandsOf4AVX512[f]
			k.bands[f] = func(sums []float32, q *Quantised, band int, x *activations) {
				rest := eachRows(sums, q, band, x, 0, 4, four)
				eachRows(sums, q, band, x, rest, 1, one)
			}
		}
	}
	if l == avx512 {
		k.quantise = quantiseWide
	}
	return k
}

type bandFunction func(sums *float32, affine, codes *byte, x *int8, xScales *float32, xTerms *int32, blocks, xRow, xScaleRow, xTermRow int)

// The kernels by format, for so many rows of activations.
var (
	bandsAVX2 = map[Format]bandFunction{
		Q8_0: bandQ8_0x1AVX2, Q4_0: bandQ4_0x1AVX2, Q4_1: bandQ4_1x1AVX2, Q4_K: bandQ4_Kx1AVX2, Q6_K: bandQ6_Kx1AVX2,
	}
	bandsOf1AVX512 = map[Format]bandFunction{
		Q8_0: bandQ8_0x1AVX512, Q4_0: bandQ4_0x1AVX512, Q4_1: bandQ4_1x1AVX512, Q4_K: bandQ4_Kx1AVX512, Q6_K: bandQ6_Kx1AVX512,
	}
	bandsOf4AVX512 = map[Format]bandFunction{
		Q8_0: bandQ8_0x4AVX512, Q4_0: bandQ4_0x4AVX512, Q4_1: bandQ4_1x4AVX512, Q4_K: bandQ4_Kx4AVX512, Q6_K: bandQ6_Kx4AVX512,
	}
)

// eachRows calls f for rows of activations from a first one, several at a time
// as long as there are so many, and returns the first that is left.
func eachRows(sums []float32, q *Quantised, band int, x *activations, first, several int, f bandFunction) int {
	blocks, runs := q.Cols/blockWeights, q.Cols/q.run
	for ; first+several <= x.rows; first += several {
		f(&sums[first*bandRows], &q.affine[band*runs*q.runBytes()], &q.codes[band*q.bandBytes()],
			&x.codes[first*x.cols], &x.scales[first*blocks], &x.terms[first*runs], blocks, x.cols, 4*blocks, 4*runs)
	}
	return first
}

func quantiseWide(codes []int8, scales []float32, halves []int32, x []float32) {
	if len(scales) > 0 {
		quantiseAVX512(&codes[0], &scales[0], &halves[0], &x[0], len(scales))
	}
}
