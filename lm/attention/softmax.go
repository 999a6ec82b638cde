package attention

import (
	"math"

	"segue/lm/kernel"
)

// gather copies the vectors of a group, which lie side by side in row t of x
// from column on, to rows of their own.
func (t *tile) gather(dst, x []float32, stride, column, from, to int) {
	width := t.shape.group() * t.shape.HeadDim
	for i := from; i < to; i++ {
		start := i*stride + column
		copy(dst[(i-from)*width:(i-from+1)*width], x[start:start+width])
	}
}

// scatter is the inverse of gather.
func (t *tile) scatter(x, src []float32, stride, column, from, to int) {
	width := t.shape.group() * t.shape.HeadDim
	for i := from; i < to; i++ {
		start := i*stride + column
		copy(x[start:start+width], src[(i-from)*width:(i-from+1)*width])
	}
}

// vectors views rows [from, to) of a [rows × HeadDim] buffer.
func (t *tile) vectors(x []float32, from, to int) kernel.Matrix {
	d := t.shape.HeadDim
	return kernel.NewMatrix(to-from, d, x[from*d:])
}

// begin forgets the keys seen so far by rows [from, to).
func (t *tile) begin(from, to int) {
	for r := from; r < to; r++ {
		t.max[r], t.sum[r] = float32(math.Inf(-1)), 0
	}
}

// soften turns the scores of a tile of keys into exp(score-max), where max is
// the largest score of the row so far, and rescales what was summed under
// earlier maxima: the online softmax of FlashAttention (arXiv 2205.14135,
// algorithm 1). Rows [from, to) have width scores; those that a row does not see
// become 0. first says that nothing has been summed in o yet.
func (t *tile) soften(k *kernel.Set, from, to, width int, first bool) {
	decay, added := t.decay[from:to], t.added[from:to]
	k.SoftenRows(t.s[from*width:to*width], width, t.seen[from:to], t.max[from:to], decay, added)
	k.Exp(decay, decay)
	d := t.shape.HeadDim
	for i, factor := range decay {
		r := from + i
		t.sum[r] = t.sum[r]*factor + added[i]
		if !first && factor != 1 {
			o := t.o[r*d : (r+1)*d]
			k.Scale(o, o, factor)
		}
	}
}

// see notes that the queries of a token see the first so many keys of the
// current tile.
func (t *tile) see(token, keys int) {
	group := t.shape.group()
	for r := token * group; r < (token+1)*group; r++ {
		t.seen[r] = int32(keys)
	}
}

// finish divides the results of rows [from, to) by the sums of their weights.
func (t *tile) finish(k *kernel.Set, from, to int) {
	d := t.shape.HeadDim
	for r := from; r < to; r++ {
		o := t.o[r*d : (r+1)*d]
		k.Scale(o, o, 1/t.sum[r])
	}
}
