package kernel

import "math"

// Max returns the greatest element of x, NaN if there is one, and -Inf when x
// is empty.
func (s *Set) Max(x []float32) float32 { return s.vector.max(x) }

// ArgMax returns the index of the first greatest element of x, or -1 when x is
// empty or holds a NaN.
func (s *Set) ArgMax(x []float32) int { return s.vector.index(x, s.vector.max(x)) }

// CountGreater returns how many elements of x are greater than the given one:
// the rank of that one, from 0.
func (s *Set) CountGreater(x []float32, than float32) int { return s.vector.countGreater(x, than) }

// SelectAbove writes the indices of the elements of x that are at least floor
// to the front of ids, in order, and returns how many they are. ids is as long
// as x; what it holds behind the indices is of no meaning.
func (s *Set) SelectAbove(ids []int32, x []float32, floor float32) int {
	sameLength(len(x), len(ids))
	return s.vector.selectAbove(ids, x, floor)
}

func maxPortable(x []float32) float32 {
	m := float32(math.Inf(-1))
	for _, v := range x {
		if v != v {
			return v
		}
		if v > m {
			m = v
		}
	}
	return m
}

// indexPortable is the index of the first element equal to value, or -1.
func indexPortable(x []float32, value float32) int {
	for i, v := range x {
		if v == value {
			return i
		}
	}
	return -1
}

func countGreaterPortable(x []float32, than float32) int {
	n := 0
	for _, v := range x {
		if v > than {
			n++
		}
	}
	return n
}

func selectAbovePortable(ids []int32, x []float32, floor float32) int {
	n := 0
	for i, v := range x {
		if v >= floor {
			ids[n] = int32(i)
			n++
		}
	}
	return n
}
