package math

import (
	"fmt"
	"slices"
	"strings"

	"segue/task"
)

// primePower is p^e.
type primePower struct{ p, e int }

// factorise writes n > 0 as powers of ascending primes, by trial division.
func factorise(n int) []primePower {
	var out []primePower
	for p := 2; p*p <= n; p++ {
		e := 0
		for ; n%p == 0; n /= p {
			e++
		}
		if e > 0 {
			out = append(out, primePower{p, e})
		}
	}
	if n > 1 {
		out = append(out, primePower{n, 1})
	}
	return out
}

// smallPrimes are the primes below 12,500, the reach of primesBetween.
var smallPrimes = primesByTrial(12_500)

func primesByTrial(limit int) []int {
	var out []int
	for n := 2; n < limit; n++ {
		prime := true
		for _, p := range out {
			if p*p > n || !prime {
				break
			}
			prime = n%p != 0
		}
		if prime {
			out = append(out, n)
		}
	}
	return out
}

// primesBetween lists the primes from lo to hi, below the limit of smallPrimes.
// The list is shared: it is not to be changed.
func primesBetween(lo, hi int) []int {
	from, _ := slices.BinarySearch(smallPrimes, lo)
	to, _ := slices.BinarySearch(smallPrimes, hi+1)
	return slices.Clip(smallPrimes[from:to])
}

// factorText writes a factorisation as 2^3 · 5.
func factorText(factors []primePower) string {
	texts := make([]string, len(factors))
	for i, f := range factors {
		texts[i] = fmt.Sprint(f.p)
		if f.e > 1 {
			texts[i] += fmt.Sprintf("^%d", f.e)
		}
	}
	return strings.Join(texts, " · ")
}

// totient is the number of units modulo n > 0.
func totient(n int) int {
	for _, f := range factorise(n) {
		n = n / f.p * (f.p - 1)
	}
	return n
}

// divisorsOf lists the divisors of n > 0 in ascending order.
func divisorsOf(n int) []int {
	var low, high []int
	for k := 1; k*k <= n; k++ {
		if n%k == 0 {
			low = append(low, k)
			if k*k != n {
				high = append(high, n/k)
			}
		}
	}
	for i := len(high) - 1; i >= 0; i-- {
		low = append(low, high[i])
	}
	return low
}

func lcm(a, b int) int { return a / gcd(a, b) * b }

// integerPairs is a list of pairs of integers.
func integerPairs(pairs [][2]int) task.Answer {
	items := make([]task.Answer, len(pairs))
	for i, p := range pairs {
		items[i] = task.List(task.Integers(p[:])...)
	}
	return task.List(items...)
}
