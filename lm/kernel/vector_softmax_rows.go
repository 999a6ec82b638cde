package kernel

// SoftenRows makes one step of the online softmax (Milakov and Gimelshein,
// arXiv 1805.02867) on the len(seen) rows of x, of width elements each. Row r
// sees its first seen[r] elements, at least one. With m the greatest of those
// and largest[r]
//
//	decay[r]   = largest[r] - m, the logarithm of the factor for earlier sums
//	largest[r] = m
//	x          = e^(x-m), and 0 for the elements not seen
//	added[r]   = the sum of the row
func (s *Set) SoftenRows(x []float32, width int, seen []int32, largest, decay, added []float32) {
	sameLength(len(seen), len(largest), len(decay), len(added))
	if checkSeen(len(x), width, seen) {
		s.vector.softenRows(x, width, seen, largest, decay, added)
	}
}

// SoftmaxRowsBackward takes rows of scores p and of the gradients dp of their
// softmax, shaped as in SoftenRows, with the log-sum-exp of each row and the
// scalar product delta of its softmax with dp. It sets p to e^(p-logSum) and dp
// to p·(dp-delta), the gradient of the scores; both to 0 where not seen.
func (s *Set) SoftmaxRowsBackward(p, dp []float32, width int, seen []int32, logSum, delta []float32) {
	sameLength(len(p), len(dp))
	sameLength(len(seen), len(logSum), len(delta))
	if checkSeen(len(p), width, seen) {
		s.vector.softmaxRowsGradient(p, dp, width, seen, logSum, delta)
	}
}

// checkSeen panics unless seen fits rows of that width, and says whether there
// is any.
func checkSeen(elements, width int, seen []int32) bool {
	sameLength(elements, len(seen)*width)
	for _, n := range seen {
		if n < 1 || int(n) > width {
			panic("kernel: a row sees nothing, or more than its width")
		}
	}
	return len(seen) > 0
}

func softenRowsPortable(x []float32, width int, seen []int32, largest, decay, added []float32) {
	for r, n := range seen {
		row := x[r*width:][:width]
		best := largest[r]
		for _, v := range row[:n] {
			if v > best {
				best = v
			}
		}
		decay[r], largest[r] = largest[r]-best, best
		added[r], _ = expSumPortable(row[:n], row[:n], best)
		clear(row[n:])
	}
}

func softmaxRowsGradientPortable(p, dp []float32, width int, seen []int32, logSum, delta []float32) {
	for r, n := range seen {
		row, slope := p[r*width:][:width], dp[r*width:][:width]
		for i, v := range row[:n] {
			row[i] = expOne(v - logSum[r])
			slope[i] = row[i] * (slope[i] - delta[r])
		}
		clear(row[n:])
		clear(slope[n:])
	}
}
