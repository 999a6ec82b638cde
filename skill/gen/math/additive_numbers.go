package math

// waysToPay counts the non-negative combinations of coins that make a total.
func waysToPay(coins []int, total int) int {
	ways := make([]int, total+1)
	ways[0] = 1
	for _, c := range coins {
		for t := c; t <= total; t++ {
			ways[t] += ways[t-c]
		}
	}
	return ways[total]
}

// leastPayable finds for every remainder modulo the first coin the least amount
// with it that the coins can pay; the coins have no common divisor.
func leastPayable(coins []int) []int {
	const never = 1 << 40
	first := coins[0]
	least := make([]int, first)
	for i := range least {
		least[i] = never
	}
	least[0] = 0
	for _, c := range coins[1:] {
		for start := range gcd(c, first) { // each cycle of adding c, twice round
			at := start
			for range 2 * first / gcd(c, first) {
				next := (at + c) % first
				least[next] = min(least[next], least[at]+c)
				at = next
			}
		}
	}
	return least
}

// unpayable is the largest amount that coins cannot pay and how many there are.
func unpayable(coins []int) (largest, count int) {
	for remainder, amount := range leastPayable(coins) {
		largest = max(largest, amount-coins[0])
		count += (amount - remainder) / coins[0]
	}
	return largest, count
}

// zeckendorf lists the non-consecutive Fibonacci numbers (1, 2, 3, 5, …) with the
// sum n > 0, ascending, found greedily from the largest.
func zeckendorf(n int) []int {
	fibonacci := []int{1, 2}
	for last := 2; last <= n; last = fibonacci[len(fibonacci)-1] {
		fibonacci = append(fibonacci, last+fibonacci[len(fibonacci)-2])
	}
	var out []int
	for i := len(fibonacci) - 1; i >= 0 && n > 0; i-- {
		if fibonacci[i] <= n {
			n -= fibonacci[i]
			out = append([]int{fibonacci[i]}, out...)
		}
	}
	return out
}

// sternBrocotPath is the way from the root 1/1 to p/q in lowest terms: L to a
// smaller fraction, R to a larger one.
func sternBrocotPath(p, q int) string {
	var path []byte
	for p != q {
		if p < q {
			path = append(path, 'L')
			q -= p
		} else {
			path = append(path, 'R')
			p -= q
		}
	}
	return string(path)
}

// sternBrocotAt is the fraction at the end of a path, the mediant of its last
// neighbours on the left and right.
func sternBrocotAt(path string) (p, q int) {
	leftTop, leftBottom, rightTop, rightBottom := 0, 1, 1, 0
	for _, step := range path {
		if p, q = leftTop+rightTop, leftBottom+rightBottom; step == 'L' {
			rightTop, rightBottom = p, q
		} else {
			leftTop, leftBottom = p, q
		}
	}
	return leftTop + rightTop, leftBottom + rightBottom
}

// simplestBetween is the fraction of least denominator, and then numerator,
// strictly between two fractions a < b: the first Stern–Brocot node between them.
func simplestBetween(aTop, aBottom, bTop, bBottom int) (p, q int, path string) {
	leftTop, leftBottom, rightTop, rightBottom := 0, 1, 1, 0
	for {
		p, q = leftTop+rightTop, leftBottom+rightBottom
		switch {
		case p*aBottom <= aTop*q:
			leftTop, leftBottom = p, q
			path += "R"
		case p*bBottom >= bTop*q:
			rightTop, rightBottom = p, q
			path += "L"
		default:
			return p, q, path
		}
	}
}
