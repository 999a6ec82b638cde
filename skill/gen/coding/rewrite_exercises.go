package coding

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// slowFunction is a correct Python function that is too slow for large
// arguments, a fast one, and the value by a third way; K is the constant.
type slowFunction struct {
	slow, fast string
	low, high  int
	value      func(n, k int64) int64
	idea       string
}

// floorSum is the sum of n // i for i up to n modulo m, by blocks of equal quotients.
func floorSum(n, m int64) (total int64) {
	for i := int64(1); i <= n; {
		q := n / i
		last := n / q
		total = (total + q*(last-i+1)) % m
		i = last + 1
	}
	return total
}

// fibonacci is F(n) modulo m by the doubling formulas.
func fibonacci(n, m int64) (f, g int64) {
	if n == 0 {
		return 0, 1 % m
	}
	a, b := fibonacci(n/2, m)
	c := a * ((2*b-a)%m + m) % m
	d := (a*a + b*b) % m
	if n%2 == 0 {
		return c, d
	}
	return d, (c + d) % m
}

var slowFunctions = []slowFunction{
	{`def solve(n):
    total = 0
    for i in range(1, n + 1):
        if i % K == 0:
            total += i
    return total`, `def solve(n):
    m = n // K
    return K * m * (m + 1) // 2`, 11, 999, func(n, k int64) int64 { m := n / k; return k * (m * (m + 1) / 2) }, "The multiples are k times 1, 2, …, m, so their sum has a closed form."},
	{`def solve(n):
    count = 0
    for i in range(1, n + 1):
        if i % 3 == 0 or i % K == 0:
            count += 1
    return count`, `from math import gcd

def solve(n):
    return n // 3 + n // K - n // (3 * K // gcd(3, K))`, 11, 999, func(n, k int64) int64 {
		both := 3 * k
		if k%3 == 0 {
			both = k
		}
		return n/3 + n/k - n/both
	}, "Both kinds of multiples are counted by division, and those counted twice are taken off."},
	{`def solve(n):
    x = 1
    for _ in range(n):
        x = x * K % 1000003
    return x`, `def solve(n):
    return pow(K, n, 1000003)`, 11, 999, func(n, k int64) int64 {
		return new(big.Int).Exp(big.NewInt(k), big.NewInt(n), big.NewInt(1000003)).Int64()
	}, "Repeated squaring needs as many steps as n has binary digits."},
	{`def solve(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, (a + b) % KK
    return a % KK`, `def solve(n):
    def pair(n):
        if n == 0:
            return 0, 1
        a, b = pair(n // 2)
        c, d = a * (2 * b - a) % KK, (a * a + b * b) % KK
        return (d, (c + d) % KK) if n % 2 else (c, d)

    return pair(n)[0] % KK`, 11, 999, func(n, k int64) int64 { f, _ := fibonacci(n, k*100+k); return f % (k*100 + k) }, "The doubling formulas for Fibonacci numbers give the n-th one in as many steps as n has binary digits."},
	{`def solve(n):
    total = 0
    for d in range(1, n + 1):
        total += n // d
    return total % KK`, `def solve(n):
    total, d = 0, 1
    while d <= n:
        q = n // d
        last = n // q
        total += q * (last - d + 1)
        d = last + 1
    return total % KK`, 11, 999, func(n, k int64) int64 {
		return floorSum(n, k*100+k)
	}, "The quotient takes only about twice the root of n different values, and the d with one value form a block."},
	{`def solve(n):
    seen, x = set(), 1
    for i in range(n):
        x = (x * x + K) % 9973
    return x`, `def solve(n):
    order, x, i = {}, 1, 0
    while i < n and x not in order:
        order[x] = i
        x, i = (x * x + K) % 9973, i + 1
    if i < n:
        for _ in range((n - i) % (i - order[x])):
            x = (x * x + K) % 9973
    return x`, 11, 999, func(n, k int64) int64 { // Brent's way to the period would do; this one lists the values
		var values []int64
		at := map[int64]int64{}
		x := int64(1)
		for i := int64(0); i <= n; i++ {
			if first, ok := at[x]; ok {
				return values[first+(n-first)%(i-first)]
			}
			at[x] = i
			values = append(values, x)
			x = (x*x + k) % 9973
		}
		return values[n]
	}, "There are fewer than ten thousand values, so the sequence runs into a cycle; whole rounds of it are skipped."},
}

// fasterRewrite shows a slow function and asks for one that gives the same for
// huge arguments. Difficulty moves from closed forms to powers, doubling, blocks
// and cycles. Tests with arguments up to a billion or more cannot be passed by
// the slow function in its time.
func fasterRewrite(r *rand.Rand, d gen.Difficulty) task.Item {
	f := slowFunctions[gen.Of(d, r.IntN(2), r.IntN(3), 1+r.IntN(3), 2+r.IntN(3), 3+r.IntN(3))]
	k := gen.Between(r, f.low, f.high)
	fill := func(code string) string {
		return strings.NewReplacer("KK", fmt.Sprint(k*100+k), "K", fmt.Sprint(k)).Replace(code)
	}
	top := int64(1_000_000_000) * int64(gen.Between(r, 2, 9))
	if strings.Contains(f.slow, "n // d") {
		top /= 10
	}
	var tests []task.CodeTest
	for _, n := range []int64{0, 1, 2, int64(gen.Between(r, 10, 99)), int64(gen.Between(r, 100, 999)), int64(gen.Between(r, 1000, 9999)), top + r.Int64N(1_000_000), top + r.Int64N(1_000_000)} {
		tests = append(tests, task.CodeTest{Args: jsonOf([]int64{n}), Expect: jsonOf(f.value(n, int64(k)))})
	}
	question, slots := gen.Ask(r, []string{
		"This Python function is right but takes far too long for large n:\n\n{code}\n\nWrite a function solve(n) that gives the same result for every n from 0 to {limit} billion, in less than a second.",
		"{code}\n\nReplace the code above by Python code with the same function solve(n), the same results, and a running time that stays below one second even when n is about {limit} billion.",
		"A reviewer asks for a faster version of the following Python code, since n will go up to {limit} billion and the answer is needed within a second. Keep the name solve and all results.\n\n{code}",
	}, gen.Fixed("code", fence("python", fill(f.slow))), gen.Slot("limit", gen.AbsentNumber(r, int(top/1_000_000_000)+1, 12, fill(f.slow))))
	it := codeItem("python", "solve", question, slots, tests, fill(f.fast), f.idea)
	it.Answer.Seconds = 2
	return it
}
