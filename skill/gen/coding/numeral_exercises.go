package coding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/numeral-formatting-and-parsing", "functions over arrays and strings", "Numeral formatting and parsing",
		"Write a function that reads or writes numbers in a stated syntax.", numerals)
}

func numberOf(low, high int) func(r *rand.Rand, size int) []any {
	return func(r *rand.Rand, size int) []any {
		if size == 0 {
			return []any{low}
		}
		return []any{gen.Between(r, low, low+(high-low)*min(size, 10)/10)}
	}
}

var romanTable = []struct {
	text  string
	value int
}{{"M", 1000}, {"CM", 900}, {"D", 500}, {"CD", 400}, {"C", 100}, {"XC", 90}, {"L", 50}, {"XL", 40}, {"X", 10}, {"IX", 9}, {"V", 5}, {"IV", 4}, {"I", 1}}

func roman(n int) string {
	out := ""
	for _, s := range romanTable {
		for ; n >= s.value; n -= s.value {
			out += s.text
		}
	}
	return out
}

var romanValues = sync.OnceValue(func() map[string]int {
	values := map[string]int{}
	for n := 1; n < 4000; n++ {
		values[roman(n)] = n
	}
	return values
})

var numeralExercises = []exercise{
	{"n", "n is an integer from 0 to a billion", "the decimal digits of n as a string with an underscore between groups of k digits, counted from the right", `def solve(n):
    s, parts = str(n), []
    while s:
        parts.append(s[-K:])
        s = s[:-K]
    return "_".join(reversed(parts))`, 2, 5, numberOf(0, 1_000_000_000), func(a []any, k int) any {
		digits := strconv.Itoa(a[0].(int))
		out := ""
		for i, c := range digits {
			if left := len(digits) - i; i > 0 && left%k == 0 {
				out += "_"
			}
			out += string(c)
		}
		return out
	}, "Groups are cut off from the right end until nothing is left, and joined in the old order."},
	{"n", "n is an integer, possibly negative", "the digits of n in base k as a string, with the letters a, b, … for digits from ten on, a minus sign before those of a negative number, and 0 for zero", `def solve(n):
    if n == 0:
        return "0"
    digits, m = "", abs(n)
    while m:
        digits = "0123456789abcdef"[m % K] + digits
        m //= K
    return ("-" if n < 0 else "") + digits`, 3, 16, numberOf(-50_000, 50_000), func(a []any, k int) any { return strconv.FormatInt(int64(a[0].(int)), k) },
		"The digits come out from the last one on, as remainders of repeated division; the sign is taken off first."},
	{"s", "s is a Roman numeral from 1 to 3999 in capital letters and standard form", "its value plus k as an integer", `def solve(s):
    value = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for a, b in zip(s, s[1:] + " "):
        if value[a] < value.get(b, 0):
            total -= value[a]
        else:
            total += value[a]
    return total + K`, 11, 99, func(r *rand.Rand, _ int) []any { return []any{roman(gen.Between(r, 1, 3999))} }, func(a []any, k int) any {
		return romanValues()[a[0].(string)] + k
	}, "A letter counts negatively exactly when a larger one follows it."},
	{"s", "s is a duration such as \"2h05m\", \"90s\" or \"1d3h20s\": one or more decimal numbers, each followed by a unit, where d, h, m and s stand for days, hours, minutes and seconds, each at most once and in this order", "the number of full blocks of k seconds in it as an integer", `import re

def solve(s):
    unit = {"d": 86400, "h": 3600, "m": 60, "s": 1}
    return sum(int(n) * unit[u] for n, u in re.findall(r"(\d+)([dhms])", s)) // K`, 7, 59, func(r *rand.Rand, _ int) []any {
		out := ""
		for i, u := range "dhms" {
			if r.IntN(2) == 0 || i == 3 && out == "" {
				out += gen.Pick(r, []string{"%d", "%02d"})
				out = fmt.Sprintf(out, gen.Between(r, 0, 99)) + string(u)
			}
		}
		return []any{out}
	}, func(a []any, k int) any {
		total, n := 0, 0
		for _, c := range a[0].(string) {
			if c >= '0' && c <= '9' {
				n = 10*n + int(c-'0')
				continue
			}
			total, n = total+n*map[rune]int{'d': 86400, 'h': 3600, 'm': 60, 's': 1}[c], 0
		}
		return total / k
	}, "Each number is multiplied by the seconds of its unit, and the sum is divided with the remainder dropped."},
	{"n", "n is an integer from 1 to 3999", "the Roman numeral of n in standard form (IV, IX, XL, XC, CD and CM for the subtractive cases), written backwards if n is divisible by k", `def solve(n):
    table = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    out, m = "", n
    for value, text in table:
        while m >= value:
            out += text
            m -= value
    return out[::-1] if n % K == 0 else out`, 2, 7, numberOf(1, 3999), func(a []any, k int) any {
		n, out := a[0].(int), ""
		for i, digits := range []string{"IVX", "XLC", "CDM", "M  "} {
			place := n
			for range i {
				place /= 10
			}
			pattern := strings.Split(",a,aa,aaa,ab,b,ba,baa,baaa,ac", ",")[place%10]
			out = strings.NewReplacer("a", digits[:1], "b", digits[1:2], "c", digits[2:]).Replace(pattern) + out
		}
		if n%k == 0 {
			letters := strings.Split(out, "")
			slices.Reverse(letters)
			out = strings.Join(letters, "")
		}
		return out
	}, "Going down the table of values, subtractive pairs included, each is taken as often as it fits."},
}

// numerals asks for a reader or writer of numbers. Difficulty moves from
// grouping to bases, Roman numerals and durations.
func numerals(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, numeralExercises))
}
