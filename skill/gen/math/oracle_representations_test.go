package math

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

func TestRepresentationSkillsAgainstSearch(t *testing.T) {
	agree(t, map[string]oracle{
		"linear-diophantine-solution-count": func(t *testing.T, it task.Item, n []int) string {
			total, ok := slotValue(it, "c")
			if !ok {
				return it.Answer.Text()
			}
			count := gen.Of(gen.Difficulty(it.Difficulty), 2, 2, 3, 3, 4)
			coins := slices.DeleteFunc(slices.Clone(n), func(k int) bool { return k == total })[:count]
			least := map[bool]int{true: 1}[strings.Contains(it.Question, "at least 1")]
			var ways func(i, rest int) int
			ways = func(i, rest int) int {
				if i == len(coins)-1 {
					return map[bool]int{true: 1}[rest >= least*coins[i] && rest%coins[i] == 0]
				}
				sum := 0
				for k := least; k*coins[i] <= rest; k++ {
					sum += ways(i+1, rest-k*coins[i])
				}
				return sum
			}
			return fmt.Sprint(ways(0, total))
		},
		"frobenius-coin-number": func(t *testing.T, it task.Item, n []int) string {
			coins := n[:gen.Of(gen.Difficulty(it.Difficulty), 2, 2, 3, 3, 3)]
			const limit = 25_000
			payable := make([]bool, limit)
			payable[0] = true
			largest, count := 0, 0
			for k := 1; k < limit; k++ {
				for _, c := range coins {
					payable[k] = payable[k] || k >= c && payable[k-c]
				}
				if !payable[k] {
					largest, count = k, count+1
				}
			}
			return fmt.Sprint([]int{largest, count}[it.Difficulty%3/2])
		},
		"zeckendorf-representation": func(t *testing.T, it task.Item, n []int) string {
			parts := integerItems(t, it.Answer)
			if it.Difficulty <= 3 {
				if v, _ := slotValue(it, "n"); sumOf(parts) != v {
					return "another sum"
				}
			}
			a, b, place := 1, 2, -5
			for i := 0; len(parts) > 0; i++ {
				if parts[0] == a {
					if i-place < 2 {
						return "neighbours"
					}
					place, parts = i, parts[1:]
				}
				if a, b = b, a+b; a > 1<<30 {
					return "no Fibonacci number"
				}
			}
			return it.Answer.Text()
		},
	})
}

func TestPellAndSquaresAgainstSearch(t *testing.T) {
	for _, d := range pellByLength(2, 2000) {
		for _, low := range []int{1, 30, 700} {
			x, y := pellAbove(d, low)
			if x > 200_000 {
				continue
			}
			want := low + 1
			for (want*want-1)%d != 0 || !isSquare((want*want-1)/d) || want < 2 {
				want++
			}
			if x != want || x*x-d*y*y != 1 {
				t.Fatalf("d = %d above %d: %d, %d; not %d", d, low, x, y, want)
			}
		}
	}
	for n := 1; n < 3000; n++ {
		var want [][2]int
		for a := 0; a*a <= n; a++ {
			for b := a; a*a+b*b <= n; b++ {
				if a*a+b*b == n {
					want = append(want, [2]int{a, b})
				}
			}
		}
		if got := twoSquares(n); !slices.Equal(got, want) {
			t.Fatalf("%d: %v, not %v", n, got, want)
		}
	}
}

func TestSternBrocotWaysLeadBack(t *testing.T) {
	r := source(13)
	for range 500 {
		p, q := gen.Between(r, 1, 90), gen.Between(r, 1, 90)
		g := gcd(p, q)
		if x, y := sternBrocotAt(sternBrocotPath(p/g, q/g)); x != p/g || y != q/g {
			t.Fatalf("%d/%d: %d/%d", p, q, x, y)
		}
		p2, q2 := gen.Between(r, 1, 90), gen.Between(r, 1, 90)
		if p*q2 >= p2*q {
			continue
		}
		x, y, _ := simplestBetween(p, q, p2, q2)
		for b := 1; ; b++ {
			a := p*b/q + 1
			if a*q2 < p2*b {
				if a != x || b != y {
					t.Fatalf("between %d/%d and %d/%d: %d/%d, not %d/%d", p, q, p2, q2, x, y, a, b)
				}
				break
			}
		}
	}
	agree(t, map[string]oracle{"stern-brocot-path": func(t *testing.T, it task.Item, n []int) string {
		if it.Difficulty != 3 && it.Difficulty != 4 {
			return it.Answer.Text()
		}
		times := strings.NewReplacer("once", "1", "twice", "2", "three", "3", "four", "4", "five", "5", "six", "6", "seven", "7", "eight", "8", "nine", "9")
		first, _ := slotValue(it, "n")
		path := strings.Repeat("R", first)
		text := it.Question[strings.Index(it.Question, fmt.Sprint(first)):]
		text, _, _ = strings.Cut(text, ".")
		words := strings.Fields(strings.NewReplacer(",", " ", "?", " ").Replace(text))
		for i, w := range words[:len(words)-1] {
			if k, err := strconv.Atoi(times.Replace(words[i+1])); err == nil && (w == "L" || w == "R") {
				path += strings.Repeat(w, k)
			}
		}
		p, q := sternBrocotAt(path)
		return ratOf(p, q).RatString()
	}})
}

func TestValuationsAgainstExactNumbers(t *testing.T) {
	divisions := func(n *big.Int, base int) int {
		b, rest, count := big.NewInt(int64(base)), new(big.Int), 0
		for n = new(big.Int).Set(n); ; count++ {
			quotient, _ := new(big.Int).QuoRem(n, b, rest)
			if rest.Sign() != 0 {
				return count
			}
			n = quotient
		}
	}
	r := source(14)
	for range 60 {
		n, base := gen.Between(r, 5, 300), gen.Between(r, 2, 72)
		factorial := new(big.Int).MulRange(1, int64(n))
		if got := zerosInBase(base, func(p int) int { return factorialValuation(n, p) }); got != divisions(factorial, base) {
			t.Errorf("%d! in base %d: %d", n, base, got)
		}
	}
	for i := range uint64(40) {
		for _, d := range []gen.Difficulty{1, 2} {
			it, _ := gen.New("math/binomial-prime-valuation", d, i)
			v, ok := slots(it)("n", "k", "base")
			if ok && fmt.Sprint(divisions(new(big.Int).Binomial(int64(v[0]), int64(v[1])), v[2])) != it.Answer.Value {
				t.Errorf("%s: %s", it.Question, it.Answer.Value)
			}
		}
	}
}
