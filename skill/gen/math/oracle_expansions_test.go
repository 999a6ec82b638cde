package math

import (
	"fmt"
	stdmath "math"
	"math/big"
	"math/cmplx"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

// coefficientOf is the integer coefficient of x^k in a formula whose exponents lie
// between −32 and 31: the mean over the 64th roots of unity.
func coefficientOf(f formula, names map[string]complex128, k int) int {
	const n = 64
	var sum complex128
	for j := range n {
		x := cmplx.Rect(1, 2*stdmath.Pi*float64(j)/n)
		names["x"] = x
		sum += f(names) * cmplx.Pow(x, complex(float64(-k), 0))
	}
	return int(stdmath.Round(real(sum) / n))
}

func complexOracle(patterns ...string) oracle {
	return func(t *testing.T, it task.Item, _ []int) string {
		names := namesOf(it.Question)
		m := found(t, it.Question, patterns...)
		if len(m) == 3 { // z is given first
			names["z"] = readFormula(strings.ReplaceAll(m[0], "n", fmt.Sprint(real(names["n"]))))(names)
			if m[1] != "" {
				im, _ := strconv.Atoi(m[1])
				re, _ := strconv.Atoi(m[0])
				names["z"] = complex(float64(re), float64(im))
			}
			m = m[2:]
		}
		value := complex(1, 0)
		for _, part := range m {
			value *= readFormula(part)(names)
		}
		want := floats(it.Answer)
		if !near(complex(want[0], want[1]), value) {
			return fmt.Sprint(value)
		}
		return it.Answer.Text()
	}
}

func TestExpansionsAgainstEvaluation(t *testing.T) {
	agree(t, map[string]oracle{
		"complex-arithmetic":          complexOracle(`z = (n \+ \d*i)() with n = \d+\. Write (.*) in the form`, `real part (\d+) and the imaginary part (\d+)\. Calculate (.*); answer`, `z = (n \+ \d*i)() with.* imaginary part b of (.*) as a list`),
		"complex-power-by-polar-form": complexOracle(`Calculate (.*) with i²`, `number (.*) is multiplied by (.*), where`, `write (.*) as x`),
		"binomial-coefficient-extraction": func(t *testing.T, it task.Item, n []int) string {
			text := found(t, it.Question, `x\^k in (.*) for k`, `When (.*) is multiplied`, `after (.*) has been`)[0]
			k, ok := slotValue(it, "k")
			if !ok {
				return it.Answer.Text()
			}
			return fmt.Sprint(coefficientOf(readFormula(text), namesOf(it.Question), k))
		},
		"polynomial-product-coefficient": func(t *testing.T, it task.Item, n []int) string {
			text := found(t, it.Question, `product (.*)\?`, `Expand (.*) and read`, `expansion of (.*) in powers`)[0]
			k := n[len(n)-1]
			if strings.HasPrefix(it.Question, "With") {
				k = n[1]
			}
			return fmt.Sprint(coefficientOf(readFormula(text), namesOf(it.Question), k))
		},
		"partial-fraction-coefficients": func(t *testing.T, it task.Item, _ []int) string {
			m := found(t, it.Question, `Decompose (.*), where n = .*fractions (.*)\. Give`, `defined, (.*) = (A.*)\. Find`, `numerator (.*) \(n being .*denominator (.*) one writes it as (A.*)\. Which`)
			if len(m) == 3 {
				m = []string{"(" + m[0] + ")/(" + m[1] + ")", m[2]}
			}
			names := namesOf(it.Question)
			v := it.Answer.Items
			values := map[string]string{}
			for i, a := range v {
				values["ABCD"[i:i+1]] = "(" + a.Value + ")"
			}
			form := strings.NewReplacer("A", values["A"], "B", values["B"], "C", values["C"], "D", values["D"]).Replace(m[1])
			left, right := readFormula(m[0]), readFormula(form)
			for _, x := range []float64{0.5, 1.3, -7.7, 20.1, 11.9} {
				names["x"] = complex(x, 0)
				if !near(left(names), right(names)) {
					return form
				}
			}
			return it.Answer.Text()
		},
		"polynomial-long-division": func(t *testing.T, it task.Item, _ []int) string {
			m := found(t, it.Question, `Divide (.*) by (.*), where`, `with (.*) = \((.*)\)·q`, `when (.*) is divided by (.*)\?`)
			names := namesOf(it.Question)
			dividend, divisor := readFormula(m[0]), readFormula(m[1])
			at := func(coefficients task.Answer, x float64) complex128 {
				var v float64
				for _, c := range floats(coefficients) {
					v = v*x + c
				}
				return complex(v, 0)
			}
			for _, x := range []float64{0.5, 1.3, -2.7, 3.1, 2.9, -1.1, 0.1, 4.2} {
				names["x"] = complex(x, 0)
				if !near(dividend(names), divisor(names)*at(it.Answer.Items[0], x)+at(it.Answer.Items[1], x)) {
					return "no division"
				}
			}
			return it.Answer.Text()
		},
		"rational-root-search": func(t *testing.T, it task.Item, _ []int) string {
			p := readFormula(found(t, it.Question, `polynomial (.*) with n`, `numbers x is (.*) equal`, `y = (.*), where`)[0])
			names := namesOf(it.Question)
			var roots []*big.Rat
			for q := 1; q <= 4; q++ {
				for a := -80; a <= 80; a++ {
					names["x"] = complex(float64(a)/float64(q), 0)
					if v := p(names); cmplx.Abs(v) < 1e-6 {
						roots = append(roots, ratOf(a, q))
					}
				}
			}
			return rationalList(ascending(roots)...).Text()
		},
		"polynomial-greatest-common-divisor": func(t *testing.T, it task.Item, _ []int) string {
			m := found(t, it.Question, `polynomials (.*) and (.*) over`, `both (.*) and (.*)\?`, `numerator (.*) and the denominator (.*), with`)
			names := namesOf(it.Question)
			var p [2][]*big.Rat
			for i, text := range m {
				f := readFormula(text)
				for k := range 8 {
					p[i] = append(p[i], ratOf(coefficientOf(f, names, k), 1))
				}
			}
			return euclid(p[0], p[1]).Text()
		},
		"interpolation-at-a-new-point": func(t *testing.T, it task.Item, _ []int) string {
			at, ok := slotValue(it, "t")
			text := it.Question[strings.Index(it.Question, "("):]
			text = text[:strings.LastIndex(text[:strings.IndexAny(strings.Replace(text, " of the form", "?", 1), "?Fi")], ")")+1]
			n := numbersIn(strings.ReplaceAll(text, "(time, value)", ""))
			n = n[:2*(it.Difficulty+1)]
			var xs, table []*big.Rat // Neville's scheme
			for i := 0; i < len(n); i += 2 {
				xs, table = append(xs, ratOf(n[i], 1)), append(table, ratOf(n[i+1], 1))
			}
			x := ratOf(at, 1)
			for width := 1; width < len(xs); width++ {
				for i := range len(xs) - width {
					a := ratTimes(ratMinus(x, xs[i+width]), table[i])
					b := ratTimes(ratMinus(xs[i], x), table[i+1])
					table[i] = ratOver(a.Add(a, b), ratMinus(xs[i], xs[i+width]))
				}
			}
			if !ok {
				return it.Answer.Text()
			}
			return table[0].RatString()
		},
	})
}

// euclid is the monic greatest common divisor by Euclid's algorithm, highest
// coefficient first.
func euclid(a, b []*big.Rat) task.Answer {
	trim := func(p []*big.Rat) []*big.Rat {
		for len(p) > 0 && p[len(p)-1].Sign() == 0 {
			p = p[:len(p)-1]
		}
		return p
	}
	a, b = trim(a), trim(b)
	for len(b) > 0 {
		for len(a) >= len(b) {
			q := ratOver(a[len(a)-1], b[len(b)-1])
			for i, c := range b {
				j := len(a) - len(b) + i
				a[j] = ratMinus(a[j], ratTimes(q, c))
			}
			a = trim(a)
		}
		a, b = b, a
	}
	out := make([]*big.Rat, len(a))
	for i, c := range a {
		out[i] = ratOver(c, a[len(a)-1])
	}
	slices.Reverse(out)
	return rationalList(out...)
}
