package math

import stdmath "math"

// isSquare says whether n from 0 to 2^52 is a square.
func isSquare(n int) bool {
	root := int(stdmath.Round(stdmath.Sqrt(float64(n))))
	return root*root == n
}

// pellFundamental is the least positive x, y with x² − d·y² = 1 for a non-square
// d below 100, by the continued fraction of √d, and the length of its period.
func pellFundamental(d int) (x, y, period int) {
	root := 0
	for (root+1)*(root+1) <= d {
		root++
	}
	m, denominator, a := 0, 1, root
	x0, x1, y0, y1 := 1, root, 0, 1
	for x1*x1-d*y1*y1 != 1 {
		m = a*denominator - m
		denominator = (d - m*m) / denominator
		a = (root + m) / denominator
		x0, x1 = x1, a*x1+x0
		y0, y1 = y1, a*y1+y0
		period++
	}
	return x1, y1, period
}

// pellAbove is the least solution with x > low.
func pellAbove(d, low int) (x, y int) {
	x1, y1, _ := pellFundamental(d)
	x, y = x1, y1
	for x <= low {
		x, y = x*x1+d*y*y1, x*y1+y*x1
	}
	return x, y
}

// pellByLength lists the non-square d below 100 whose least solution x lies in a range.
func pellByLength(low, high int) []int {
	var out []int
	for d := 2; d < 100; d++ {
		if isSquare(d) {
			continue
		}
		if x, _, _ := pellFundamental(d); low <= x && x <= high {
			out = append(out, d)
		}
	}
	return out
}

// twoSquares lists the a ≤ b with a² + b² = n, a ascending.
func twoSquares(n int) [][2]int {
	var out [][2]int
	for a := 0; 2*a*a <= n; a++ {
		if rest := n - a*a; isSquare(rest) {
			out = append(out, [2]int{a, int(stdmath.Round(stdmath.Sqrt(float64(rest))))})
		}
	}
	return out
}
