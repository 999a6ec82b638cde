package math

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

// slots are the values of an item's slots by name; an item of which one is
// missing (its number stands twice) is drawn past.
func slots(it task.Item) func(names ...string) ([]int, bool) {
	return func(names ...string) ([]int, bool) {
		out := make([]int, len(names))
		for i, name := range names {
			v, ok := slotValue(it, name)
			if !ok {
				return nil, false
			}
			out[i] = v
		}
		return out, true
	}
}

// bySlots is an oracle that needs only the slots' values.
func bySlots(solve func(d int, it task.Item, v []int) string, names ...string) oracle {
	return func(t *testing.T, it task.Item, _ []int) string {
		v, ok := slots(it)(names...)
		if !ok {
			return it.Answer.Text()
		}
		return solve(it.Difficulty, it, v)
	}
}

// countIf counts the n of [low, high] that are as wanted.
func countIf(low, high int, wanted func(int) bool) int {
	count := 0
	for n := low; n <= high; n++ {
		if wanted(n) {
			count++
		}
	}
	return count
}

func TestDivisorSkillsAgainstListing(t *testing.T) {
	agree(t, map[string]oracle{
		"bezout-coefficients": func(t *testing.T, it task.Item, n []int) string {
			s := integerItems(t, it.Answer)
			v, ok := slots(it)("a", "b")
			if !ok {
				return it.Answer.Text()
			}
			c, low := gcd(v[0], v[1]), 0
			if it.Difficulty >= 4 {
				c = v[0]*s[0] + v[1]*s[1]
				if !slices.Contains(n, c) {
					return "no solution"
				}
			}
			if it.Difficulty == 5 {
				low, _ = strconv.Atoi(between(it.Question+" ", "x ≥ ", " "))
				if low == 0 {
					low, _ = strconv.Atoi(between(it.Question, "x ≥ ", ","))
				}
			}
			x := low
			for (c-v[0]*x)%v[1] != 0 {
				x++
			}
			return task.List(task.Integers([]int{x, (c - v[0]*x) / v[1]})...).Text()
		},
		"prime-factorisation": bySlots(func(d int, it task.Item, v []int) string {
			product := 1
			for _, pair := range it.Answer.Items {
				p, _ := strconv.Atoi(pair.Items[0].Value)
				e, _ := strconv.Atoi(pair.Items[1].Value)
				if !big.NewInt(int64(p)).ProbablyPrime(0) {
					return "not prime"
				}
				product *= power(p, e)
			}
			return map[bool]string{true: it.Answer.Text()}[product == v[0]]
		}, "n"),
		"divisor-function-evaluation": bySlots(func(d int, it task.Item, v []int) string {
			n, sum, m := v[0], 0, 0
			if n > 100_000 {
				return it.Answer.Text() // too long to list
			}
			fmt.Sscanf(between(it.Question, "multiples of", ",")+" ", "%d", &m)
			for k := 1; k <= n; k++ {
				divides := n%k == 0
				switch {
				case d == 1 && divides, d == 3 && divides && k%m == 0, d == 5 && !divides && k < n && n*n%k == 0:
					sum++
				case d == 2 && divides, d == 4 && divides && k%2 == 1:
					sum += k
				}
			}
			return fmt.Sprint(sum)
		}, "n"),
		"euler-totient": func(t *testing.T, it task.Item, n []int) string {
			sum := 0
			switch {
			case it.Difficulty == 5:
				v, ok := slots(it)("low", "high")
				if !ok || v[1] > 1000 {
					return it.Answer.Text()
				}
				for q := v[0]; q <= v[1]; q++ {
					sum += countIf(1, q-1, func(k int) bool { return gcd(k, q) == 1 })
				}
			case it.Difficulty == 4:
				v, _ := slotValue(it, "n")
				if v > 100_000 {
					return it.Answer.Text() // too long to list
				}
				for k := 1; k <= v; k++ {
					if gcd(k, v) == 1 {
						sum += k
					}
				}
			default:
				v, _ := slotValue(it, "n")
				if v > 100_000 {
					return it.Answer.Text()
				}
				g := 1
				if it.Difficulty == 3 {
					g, _ = slotValue(it, "g")
				}
				sum = countIf(1, v, func(k int) bool { return gcd(k, v) == g })
			}
			return fmt.Sprint(sum)
		},
		"coprime-count-in-an-interval": func(t *testing.T, it task.Item, n []int) string {
			v, ok := slots(it)("low", "high", "m")
			step := 1
			if it.Difficulty >= 4 {
				fmt.Sscanf(between(it.Question, "multiples of ", "?"), "%d", &step)
			}
			if !ok {
				return it.Answer.Text()
			}
			return fmt.Sprint(countIf(v[0], v[1], func(k int) bool { return k%step == 0 && gcd(k, v[2]) == 1 }))
		},
		"least-common-multiple-of-periods": func(t *testing.T, it task.Item, n []int) string {
			text := strings.NewReplacer(" and ", ", ").Replace(between(strings.NewReplacer("circle a track in ", "of ", "periods of ", "of ", "intervals of ", "of ", "signals of several", "signals").Replace(it.Question), "of ", " seconds"))
			var periods []int // in 1/120 s
			for part := range strings.SplitSeq(text, ", ") {
				v, ok := new(big.Rat).SetString(part)
				if !ok {
					t.Fatalf("period %q in %s", part, it.Question)
				}
				periods = append(periods, int(v.Mul(v, ratOf(120, 1)).Num().Int64()))
			}
			k, ok := slotValue(it, "k")
			if !ok {
				return it.Answer.Text()
			}
			at := slices.Max(periods)
			for step := at; slices.ContainsFunc(periods, func(p int) bool { return at%p != 0 }); {
				at += step
			}
			return ratOf(at*k, 120).RatString()
		},
	})
}

func TestCongruenceSkillsAgainstTrial(t *testing.T) {
	agree(t, map[string]oracle{
		"modular-exponentiation": func(t *testing.T, it task.Item, n []int) string {
			a, k, m := n[len(n)-3], n[len(n)-2], n[len(n)-1]
			if strings.HasPrefix(it.Question, "Starting") {
				a, k = n[1], n[2]
			}
			return new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(k)), big.NewInt(int64(m))).String()
		},
		"multiplicative-order": func(t *testing.T, it task.Item, n []int) string {
			v := slices.DeleteFunc(n, func(k int) bool { return k < 2 })
			k, x := 1, v[0]%v[1]
			for ; x != 1; k++ {
				x = x * v[0] % v[1]
			}
			return fmt.Sprint(k)
		},
		"smallest-primitive-root": func(t *testing.T, it task.Item, n []int) string {
			p, g := n[0], n[1]+1
			for ; ; g++ {
				seen, x := map[int]bool{}, 1
				for range p - 1 {
					x = x * g % p
					seen[x] = true
				}
				if len(seen) == p-1 && !seen[0] {
					return fmt.Sprint(g)
				}
			}
		},
		"small-discrete-logarithm": func(t *testing.T, it task.Item, n []int) string {
			v := slices.DeleteFunc(n, func(k int) bool { return k < 2 })
			x, h := 0, 1
			for ; h != v[1]; x++ {
				h = h * v[0] % v[2]
			}
			return fmt.Sprint(x)
		},
		"square-roots-modulo-a-prime": func(t *testing.T, it task.Item, n []int) string {
			v, ok := slots(it)("c", "m")
			a, b := 1, 0
			fmt.Sscanf(between(it.Question, "with a = ", "|"), "%d", &a)
			fmt.Sscanf(between(it.Question, "and b = ", "|"), "%d", &b)
			if !ok {
				return it.Answer.Text()
			}
			var roots []int
			for x := range v[1] {
				if (a*x*x+b*x)%v[1] == v[0] {
					roots = append(roots, x)
				}
			}
			return task.List(task.Integers(roots)...).Text()
		},
		"linear-congruence-solving": func(t *testing.T, it task.Item, n []int) string {
			v, ok := slots(it)("a", "b")
			c, e, m := 0, 0, slices.Max(integerItems(t, it.Answer))
			if it.Difficulty >= 3 {
				fmt.Sscanf(between(it.Question, "a·x + ", "|"), "%d", &c)
				e = lastNumber(it.Question[:strings.Index(it.Question, "·x + b")])
			}
			for _, k := range n {
				if k > m {
					m = k
					break
				}
			}
			if strings.HasPrefix(it.Question, "A dial has ") {
				m = n[0]
			} else if strings.HasPrefix(it.Question, "Solve") || strings.HasPrefix(it.Question, "Let") {
				m = n[len(n)-2]
			}
			var out []int
			for x := range m {
				if ok && modulo(v[0]*x+c-v[1]-e*x, m) == 0 {
					out = append(out, x)
				}
			}
			if !ok {
				return it.Answer.Text()
			}
			return task.List(task.Integers(out)...).Text()
		},
		"jacobi-symbol": bySlots(func(d int, it task.Item, v []int) string {
			var out []int
			for _, a := range v[:3] {
				symbol := 1
				for _, f := range factorise(v[3]) { // product of Euler's criterion
					for range f.e {
						if powerMod(a, (f.p-1)/2, f.p) != 1 {
							symbol = -symbol
						}
					}
				}
				out = append(out, symbol)
			}
			return task.List(task.Integers(out)...).Text()
		}, "a", "b", "c", "n"),
	})
}

func lastNumber(text string) int {
	n := numbersIn(text)
	return n[len(n)-1]
}

func TestTowersAgreeWithExactPowers(t *testing.T) {
	for _, m := range []int{10, 100, 1000, 10_000, 72} {
		for a := 2; a < 40; a++ {
			for b := 2; b < 7; b++ {
				for c := 1; c < 5; c++ {
					exact := new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(power(b, c))), big.NewInt(int64(m)))
					if got := towerMod([]int{a, b, c}, m); int64(got) != exact.Int64() {
						t.Fatalf("%d^(%d^%d) mod %d: %d, not %s", a, b, c, m, got, exact)
					}
				}
			}
		}
	}
}
