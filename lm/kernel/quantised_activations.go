package kernel

import "math"

// activations are rows of numbers as signed bytes with a scale for every block
// of 32, as in ggml's Q8_0.
type activations struct {
	rows, cols int
	codes      []int8    // [rows × cols]
	scales     []float32 // [rows × cols/32]
	sums       []float32 // [rows × cols/run]: the scale times the sum of a run's codes
}

var activationSets freeList[activations]

// quantise fills x with the rows of a. A block with a number that is not finite
// gets a scale that is not, so that the products say so.
func (x *activations) quantise(a Matrix, run int) {
	x.rows, x.cols = a.Rows, a.Cols
	x.codes = grown(x.codes, a.Rows*a.Cols)
	x.scales = grown(x.scales, a.Rows*a.Cols/blockWeights)
	x.sums = grown(x.sums, a.Rows*a.Cols/run)
	for i := range a.Rows {
		row := a.Data[i*a.RowStride:][:a.Cols]
		for b := range a.Cols / blockWeights {
			scale := quantiseBlock(x.codes[i*a.Cols+b*blockWeights:][:blockWeights], row[b*blockWeights:][:blockWeights])
			x.scales[i*a.Cols/blockWeights+b] = scale
			for r := range blockWeights / run {
				sum := int32(0)
				for _, c := range x.codes[i*a.Cols+b*blockWeights+r*run:][:run] {
					sum += int32(c)
				}
				x.sums[i*a.Cols/run+b*blockWeights/run+r] = scale * float32(sum)
			}
		}
	}
}

func quantiseBlock(codes []int8, x []float32) (scale float32) {
	largest := float32(0)
	for _, v := range x {
		largest = max(largest, float32(math.Abs(float64(v)))) // NaN propagates
	}
	if largest == 0 {
		clear(codes)
		return 0
	}
	scale = largest / 127
	if !(scale <= math.MaxFloat32) || scale == 0 {
		clear(codes)
		codes[0] = 1
		return scale
	}
	inverse := 127 / largest
	for i, v := range x {
		codes[i] = int8(math.RoundToEven(float64(v * inverse)))
	}
	return scale
}

func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
