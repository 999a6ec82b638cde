package kernel

import "math"

// activations are rows of numbers as signed bytes with a scale for every block
// of 32, as in ggml's Q8_0.
type activations struct {
	rows, cols int
	codes      []int8    // [rows × cols]
	scales     []float32 // [rows × cols/32]
	halves     []int32   // [rows × cols/16]: sums of the codes

	// [rows × cols/run]: what a run's zero or offset makes of the sum of its codes.
	// Without offsets it is −zero·sum, to be added to the products of codes; with
	// them the bits of the float32 scale·sum, to be multiplied by the offset.
	terms []int32
}

var activationSets freeList[activations]

// quantise fills x with the rows of a. A block with a number that is not finite
// gets the scale NaN, so that its products are NaN too; one whose numbers are
// all below leastActivation is zero.
func (x *activations) quantise(k *quantisedKernels, a Matrix, f form) {
	x.rows, x.cols = a.Rows, a.Cols
	blocks := a.Cols / blockWeights
	x.codes, x.scales = grown(x.codes, a.Rows*a.Cols), grown(x.scales, a.Rows*blocks)
	x.halves, x.terms = grown(x.halves, 2*a.Rows*blocks), grown(x.terms, a.Rows*a.Cols/f.run)
	for i := range a.Rows {
		k.quantise(x.codes[i*a.Cols:][:a.Cols], x.scales[i*blocks:][:blocks], x.halves[2*i*blocks:][:2*blocks], a.Data[i*a.RowStride:][:a.Cols])
	}
	for b, scale := range x.scales {
		low, high := x.halves[2*b], x.halves[2*b+1]
		switch {
		case f.offsets:
			x.terms[b] = int32(math.Float32bits(scale * float32(low+high)))
		case f.run == blockWeights:
			x.terms[b] = -f.zero * (low + high)
		default:
			x.terms[2*b], x.terms[2*b+1] = -f.zero*low, -f.zero*high
		}
	}
}

// leastActivation is the largest number of a block that counts as zero.
const leastActivation = 1e-30

// quantisePortable quantises blocks of 32 numbers.
func quantisePortable(codes []int8, scales []float32, halves []int32, x []float32) {
	for b := range scales {
		first := b * blockWeights
		scales[b] = quantiseBlock(codes[first:first+blockWeights], x[first:first+blockWeights])
		for h := range 2 {
			sum := int32(0)
			for _, c := range codes[first+16*h:][:16] {
				sum += int32(c)
			}
			halves[2*b+h] = sum
		}
	}
}

func quantiseBlock(codes []int8, x []float32) (scale float32) {
	largest := float32(0)
	for _, v := range x {
		largest = max(largest, float32(math.Abs(float64(v)))) // NaN propagates
	}
	clear(codes)
	switch {
	case !(largest <= math.MaxFloat32):
		codes[0] = 1
		return float32(math.NaN())
	case largest < leastActivation:
		return 0
	}
	inverse := 127 / largest
	for i, v := range x {
		codes[i] = int8(math.RoundToEven(float64(v * inverse)))
	}
	return largest / 127
}

func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
