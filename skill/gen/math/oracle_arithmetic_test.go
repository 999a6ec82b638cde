package math

import (
	"fmt"
	stdmath "math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

// expression finds the calculation of a question: the longest text of digits,
// brackets and operations, with one name.
var expression = regexp.MustCompile(`[(\d][\d()+−×÷/. nk]*[×÷+−/][\d()+−×÷/. nk]*`)

func calculationOracle(name string) oracle {
	return func(t *testing.T, it task.Item, n []int) string {
		v, ok := slotValue(it, name)
		if !ok { // the number stands in the calculation once more
			v = n[0]
			if strings.HasPrefix(it.Question, "What is the exact") || strings.HasPrefix(it.Question, "Simplify") || strings.HasPrefix(it.Question, "A pocket") {
				return it.Answer.Text()
			}
		}
		longest := slices.MaxFunc(expression.FindAllString(it.Question, -1), func(a, b string) int { return len(a) - len(b) })
		if i := strings.Index(it.Question, longest); i > 1 && strings.HasPrefix(it.Question[i-2:], name) { // begins with the name
			longest = it.Question[i-2:]
		}
		return calculate(longest, map[string]*big.Rat{name: ratOf(v, 1)}).RatString()
	}
}

func TestArithmeticAgainstSecondMethods(t *testing.T) {
	agree(t, map[string]oracle{
		"exact-fraction-chain":         calculationOracle("k"),
		"significant-figure-rounding":  significantOracle,
		"repeating-decimal-conversion": repeatingOracle,
		"positional-base-conversion":   baseOracle,
		"roman-numeral-arithmetic":     romanOracle,
		"nested-radical-denesting":     radicalOracle,
		"proportional-split":           splitOracle,
	})
}

func TestIntegerArithmeticAgainstACalculator(t *testing.T) {
	agree(t, map[string]oracle{"multi-digit-integer-arithmetic": func(t *testing.T, it task.Item, n []int) string {
		v, _ := slotValue(it, "n")
		text := it.Question
		for _, lead := range []string{"Work out ", "in place of n and evaluate ", "does it show for "} {
			if _, rest, ok := strings.Cut(text, lead); ok {
				text = rest
			}
		}
		return calculate(text, map[string]*big.Rat{"n": ratOf(v, 1)}).RatString()
	}})
}

// repeatingOracle sums decimals to 60 places and accepts the nearest answer.
func repeatingOracle(t *testing.T, it task.Item, n []int) string {
	long := regexp.MustCompile(`(\d+)\.(\d*)\((\d+)\)`).ReplaceAllStringFunc(it.Question, func(m string) string {
		whole, rest, _ := strings.Cut(strings.TrimSuffix(m, ")"), ".")
		lead, cycle, _ := strings.Cut(rest, "(")
		return whole + "." + lead + strings.Repeat(cycle, 60)
	})
	k, _ := strconv.Atoi(regexp.MustCompile(`(?:Add|increased by|sum of x and) (\d+)`).FindStringSubmatch(it.Question)[1])
	text := regexp.MustCompile(`\d+\.\d+( [+×÷] \d+\.\d+)*`).FindString(long)
	got := calculate(text, nil)
	got.Add(got, ratOf(k, 1))
	want, _ := new(big.Rat).SetString(it.Answer.Text())
	if difference := got.Sub(got, want); difference.Abs(difference).Cmp(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))) < 0 {
		return it.Answer.Text()
	}
	return long
}

// significantOracle counts figures from the texts and rounds a float.
func significantOracle(t *testing.T, it task.Item, n []int) string {
	question, _, _ := strings.Cut(it.Question, " Rules:")
	text := regexp.MustCompile(`[(\d][\d.()+−×÷ ]*[×÷][\d.()+−×÷ ]*[\d)]`).FindString(question)
	figures := 99
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '×' || r == '÷' }) {
		value := calculate(part, nil)
		decimals := 99
		for _, number := range regexp.MustCompile(`[\d.]+`).FindAllString(part, -1) {
			_, after, _ := strings.Cut(number, ".")
			decimals = min(decimals, len(after))
		}
		float, _ := value.Float64()
		figures = min(figures, int(stdmath.Floor(stdmath.Log10(float)))+1+decimals)
	}
	count, _ := strconv.Atoi(regexp.MustCompile(`(?:exactly|counted number|occurs) (\d+)`).FindStringSubmatch(question)[1])
	total, _ := calculate(text, nil).Float64()
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(total*float64(count), 'e', figures-1, 64), "e")
	e, _ := strconv.Atoi(exponent)
	return fmt.Sprintf("%se%d", mantissa, e)
}

// baseOracle reads both numerals as sums of powers and compares them.
func baseOracle(t *testing.T, it task.Item, n []int) string {
	to, ok := slotValue(it, "to")
	numeralText := regexp.MustCompile(`(?:numeral|digits|shows) ([0-9A-F.]+?)[.]? (?:is|in|What)`).FindStringSubmatch(it.Question)[1]
	from, _ := strconv.Atoi(regexp.MustCompile(`(?:in base|with base|first with) (\d+)`).FindStringSubmatch(it.Question)[1])
	if !ok {
		return it.Answer.Text()
	}
	if got, want := positional(it.Answer.Text(), to), positional(numeralText, from); got.Cmp(want) != 0 {
		return want.RatString()
	}
	return it.Answer.Text()
}

func positional(text string, base int) *big.Rat {
	whole, fraction, _ := strings.Cut(text, ".")
	v := new(big.Rat)
	for _, c := range whole + fraction {
		digit, _ := strconv.ParseInt(string(c), 16, 64)
		v.Add(v.Mul(v, ratOf(base, 1)), ratOf(int(digit), 1))
	}
	for range fraction {
		v.Quo(v, ratOf(base, 1))
	}
	return v
}

// romanOracle reads the numerals by the rule that a smaller symbol before a
// larger one counts negatively.
func romanOracle(t *testing.T, it task.Item, n []int) string {
	var v []int
	for _, word := range regexp.MustCompile(`\b[MDCLXVI]+\b`).FindAllString(strings.Split(it.Question, "(Sub")[0], -1) {
		total := 0
		values := map[byte]int{'M': 1000, 'D': 500, 'C': 100, 'L': 50, 'X': 10, 'V': 5, 'I': 1}
		for i := range len(word) {
			if x := values[word[i]]; i+1 < len(word) && x < values[word[i+1]] {
				total -= x
			} else {
				total += x
			}
		}
		v = append(v, total)
	}
	k := n[0]
	switch it.Difficulty {
	case 1:
		return roman(v[0] + v[1] + k)
	case 2:
		return roman(v[0] - v[1] - k)
	case 3:
		return roman(v[1] + v[2] - v[0] + k)
	case 4:
		return roman(v[0]*k + v[1])
	}
	return roman(v[0]/v[1]*k + v[2])
}

// radicalOracle evaluates both sides as floats.
func radicalOracle(t *testing.T, it task.Item, n []int) string {
	value := func(i int) float64 {
		x, _ := new(big.Rat).SetString(it.Answer.Items[i].Value)
		f, _ := x.Float64()
		return f
	}
	slot := func(name string) float64 {
		v, _ := slotValue(it, name)
		return float64(v)
	}
	if len(it.Slots) < it.Difficulty/4+2 {
		return it.Answer.Text() // a number stands twice, so it is no slot
	}
	root := stdmath.Sqrt
	var left, right float64
	switch it.Difficulty {
	case 1:
		left, right = slot("a")+2*root(slot("m")), root(value(0))+root(value(1))
	case 2:
		left, right = slot("a")-slot("b")*root(slot("c")), root(value(0))-root(value(1))
	case 3:
		left, right = slot("a")+root(slot("m")), root(value(0))+root(value(1))
	case 4:
		left, right = slot("a")+2*(root(slot("k"))+root(slot("m"))+root(slot("n"))), root(value(0))+root(value(1))+root(value(2))
	default:
		left = stdmath.Cbrt(slot("a") + slot("b")*root(slot("c")))
		right = value(0) + value(1)*root(slot("c"))
		left *= left
	}
	if stdmath.Abs(left-right*right) > 1e-6*max(1, left) || value(0) < value(1) && it.Difficulty < 5 {
		return fmt.Sprint(left, right*right)
	}
	return it.Answer.Text()
}

// splitOracle checks the conditions of the question on the answer.
func splitOracle(t *testing.T, it task.Item, n []int) string {
	s := integerItems(t, it.Answer)
	same := func(a, b, c, d int) bool { return a*d == b*c }
	holds := false
	switch it.Difficulty {
	case 1:
		total, _ := slotValue(it, "total")
		holds = sumOf(s) == total
	case 2:
		holds = slices.Max(s)-slices.Min(s) == n[3]
	case 3:
		holds = sumOf(s) == n[0] && same(s[0], s[1], n[1], n[2]) && same(s[1], s[2], n[3], n[4])
	case 4:
		n = slices.DeleteFunc(n, func(x int) bool { return x == sumOf(s) })
		holds = s[0]*n[0] == s[1]*n[1] && s[1]*n[1] == s[2]*n[2]
	case 5:
		holds = same(s[0]-n[3], s[2]+n[3], n[4], n[5]) && same(s[0], s[1], n[0], n[1]) && same(s[1], s[2], n[1], n[2])
	}
	if !holds {
		return "no split"
	}
	return it.Answer.Text()
}

func TestDigitRulesAgreeWithListing(t *testing.T) {
	r := source(11)
	for range 200 {
		rule := drawDigitRule(r, 1+r.IntN(4))
		n := r.IntN(20_000)
		want := 0
		for k := 1; k <= n; k++ {
			s := rule.start
			for _, c := range strconv.Itoa(k) {
				if s >= 0 {
					s = rule.step(s, int(c-'0'))
				}
			}
			if s >= 0 && rule.accept(s) {
				want++
			}
		}
		if got := rule.countUpTo(n); got != want {
			t.Fatalf("%s up to %d: %d, not %d", rule.text, n, got, want)
		}
	}
	// The rules themselves, by their wording.
	for k, want := range map[string]bool{"1123": false, "1213": true} {
		s, rule := 10, neighbourRule()
		for _, c := range k {
			if s >= 0 {
				s = rule.step(s, int(c-'0'))
			}
		}
		if s >= 0 != want {
			t.Errorf("%s: neighbours differ: %v", k, !want)
		}
	}
}

func TestTwosComplementAgainstFixedWidthIntegers(t *testing.T) {
	r := source(12)
	for range 500 {
		n := r.IntN(1<<20) - 1<<19
		if got := wrapped(n, 16); got != int(int16(n)) {
			t.Fatalf("%d in 16 bits is %d, not %d", n, got, int16(n))
		}
		if got := bitPattern(n, 16); got != fmt.Sprintf("%016b", uint16(n)) {
			t.Fatalf("%d in 16 bits is %s", n, got)
		}
	}
}
