package rl

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// inverseRoot is (M + ridge·tr M/K·1)^−½ of a symmetric M ≥ 0 of K rows; 0 of M = 0.
func inverseRoot(m [][]float64, ridge float64) [][]float64 {
	n := len(m)
	out := make([][]float64, n)
	trace := 0.0
	for j := range m {
		out[j] = make([]float64, n)
		trace += m[j][j]
	}
	if !(trace > 0) {
		return out
	}
	s := mat.NewSymDense(n, nil)
	for j := range m {
		for k := j; k < n; k++ {
			s.SetSym(j, k, m[j][k]/trace)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(s, true) { // no finite matrix fails
		return out
	}
	var v mat.Dense
	eigen.VectorsTo(&v)
	for l, value := range eigen.Values(nil) {
		root := 1 / math.Sqrt(trace*(max(value, 0)+ridge/float64(n)))
		for j := range out {
			for k := range out {
				out[j][k] += v.At(j, l) * root * v.At(k, l)
			}
		}
	}
	return out
}
