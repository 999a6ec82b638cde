package math

import (
	"fmt"
	stdmath "math"
	"math/big"
	"math/cmplx"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

func TestSequencesAgainstAddition(t *testing.T) {
	agree(t, map[string]oracle{
		"telescoping-sum": func(t *testing.T, it task.Item, _ []int) string {
			m := found(t, it.Question, `numbers (.*) for all integers k from (\d+) to (\d+)\.`, `sum of (.*) over k = (\d+), …, n with n = (\d+)\?`, `number k is (.*)\. Find.*number (\d+)()`)
			if m[2] == "" {
				m[1], m[2] = found(t, it.Question, `begins at k = (\d+)`)[0], m[1]
			}
			from, _ := strconv.Atoi(m[1])
			to, _ := strconv.Atoi(m[2])
			term, sum := readFormula(m[0]), complex(0, 0)
			for k := from; k <= to; k++ {
				sum += term(map[string]complex128{"k": complex(float64(k), 0)})
			}
			if want := floats(it.Answer)[0]; stdmath.Abs(real(sum)-want) > 1e-11*(1+want) {
				return fmt.Sprint(real(sum))
			}
			return it.Answer.Text()
		},
		"arithmetic-progression-back-solve": func(t *testing.T, it task.Item, _ []int) string {
			m := found(t, it.Question, `progression (.*) is (-?[\d/]+) and (.*) is (-?[\d/]+)\. Give`, `known that (.*) equals (-?[\d/]+), while (.*) equals (-?[\d/]+)\. Find`, `Given that (.*) is (-?[\d/]+) and that (.*) is (-?[\d/]+), list`)
			a, _ := new(big.Rat).SetString(it.Answer.Items[0].Value)
			step, _ := new(big.Rat).SetString(it.Answer.Items[1].Value)
			at := func(k int) *big.Rat { return new(big.Rat).Add(a, ratTimes(ratOf(k-1, 1), step)) }
			for i := 0; i < 4; i += 2 {
				n, sum := numbersIn(m[i]), new(big.Rat)
				low, high, by := 1, 1, 1
				switch {
				case strings.Contains(m[i], "the term number"):
					low, high = n[0], n[0]
				case strings.Contains(m[i], "1, 3, 5"):
					high, by = n[3], 2
				case strings.Contains(m[i], "sum of the terms number"):
					low, high = n[0], n[1]
				case strings.Contains(m[i], "sum of the first"):
					high = n[0]
				}
				for k := low; k <= high; k += by {
					sum.Add(sum, at(k))
				}
				if sum.RatString() != m[i+1] {
					return "not " + m[i]
				}
			}
			return it.Answer.Text()
		},
		"geometric-series-sum": func(t *testing.T, it task.Item, _ []int) string {
			rational := regexp.MustCompile(`-?\d+(?:/\d+)?`).FindAllString(it.Question, -1)
			var v []float64
			for _, text := range rational {
				x, _ := new(big.Rat).SetString(text)
				f, _ := x.Float64()
				v = append(v, f)
			}
			if it.Difficulty == 1 && strings.HasPrefix(it.Question, "Determine") { // the number of terms comes first
				v = []float64{v[1], v[2], v[0]}
			}
			a, q, n, exponent := v[0], 0.0, 4000, 1
			switch it.Difficulty {
			case 1:
				q, n = v[1], int(v[2])
			case 2:
				q = v[1]
			case 3:
				q = stdmath.Cbrt(v[3] / v[1])
				a = v[1] / stdmath.Pow(q, v[0]-1) * v[4]
			case 4:
				q, exponent = 1-v[0]/v[1], 2
			case 5: // the ratio by bisection of T(q) = S²(1 − q)/(1 + q)
				low, high := -1.0, 1.0
				for range 200 {
					q = (low + high) / 2
					if v[0]*v[0]*(1-q)/(1+q) > v[1] {
						low = q
					} else {
						high = q
					}
				}
				a, exponent = v[0]*(1-q), 3
			}
			sum := 0.0
			for k := range n {
				sum += stdmath.Pow(a*stdmath.Pow(q, float64(k)), float64(exponent))
			}
			if want := floats(it.Answer)[0]; stdmath.Abs(sum-want) > 1e-6*(1+stdmath.Abs(want)) {
				return fmt.Sprint(sum)
			}
			return it.Answer.Text()
		},
		"reciprocal-power-sum": func(t *testing.T, it task.Item, _ []int) string {
			m := found(t, it.Question, `that (.*), where v = (\d+).*integer is (.*)\?`, `condition (.*) with v = (\d+).*x, find (.*)\. The`, `()v = (\d+).*Calculate (.*), an`)
			v, _ := strconv.ParseFloat(m[1], 64)
			for _, s := range []string{"x³ +", "x² +", "x − 1/x", "x + 1/x"} {
				if !strings.Contains(it.Question, s) {
					continue
				}
				x := map[string]float64{"x³ +": stdmath.Cbrt((v + stdmath.Sqrt(v*v-4)) / 2), "x² +": stdmath.Sqrt((v + stdmath.Sqrt(v*v-4)) / 2), "x − 1/x": (v + stdmath.Sqrt(v*v+4)) / 2, "x + 1/x": (v + stdmath.Sqrt(v*v-4)) / 2}[s]
				got := real(readFormula(m[2])(map[string]complex128{"x": complex(x, 0)}))
				if want := floats(it.Answer)[0]; stdmath.Abs(got-want) > 1e-8*want {
					return fmt.Sprint(got)
				}
				return it.Answer.Text()
			}
			return "no condition"
		},
	})
}

// polynomialRoots are all complex roots by the Durand–Kerner iteration.
func polynomialRoots(f formula, names map[string]complex128, degree int) []complex128 {
	at := func(x complex128) complex128 {
		names["x"] = x
		return f(names)
	}
	lead := complex(float64(coefficientOf(f, names, degree)), 0)
	roots := make([]complex128, degree)
	for i := range roots {
		roots[i] = cmplx.Pow(0.4+0.9i, complex(float64(i), 0))
	}
	for range 100 {
		for i, z := range roots {
			d := lead
			for j, other := range roots {
				if j != i {
					d *= z - other
				}
			}
			roots[i] = z - at(z)/d
		}
	}
	return roots
}

func TestQuadraticsAgainstNumericalRoots(t *testing.T) {
	agree(t, map[string]oracle{
		"vieta-symmetric-functions": func(t *testing.T, it task.Item, _ []int) string {
			m := found(t, it.Question, `multiplicity, of (.*) with n = .*Find (.*) exactly`, `equation (.*) = 0, where.*calculate (.*) as an`, `numbers (.*), with n.*value of (.*), as an`)
			names := namesOf(it.Question)
			roots := polynomialRoots(readFormula(m[0]), names, map[bool]int{true: 2, false: 3}[it.Difficulty < 3])
			for i, z := range roots {
				names["uvw"[i:i+1]] = z
			}
			if got := readFormula(m[1])(names); cmplx.Abs(got-complex(floats(it.Answer)[0], 0)) > 1e-4*(1+cmplx.Abs(got)) {
				return fmt.Sprint(got)
			}
			return it.Answer.Text()
		},
		"vertex-form-by-completing-the-square": func(t *testing.T, it task.Item, n []int) string {
			if it.Difficulty == 4 {
				return it.Answer.Text()
			}
			f := readFormula(strings.TrimSuffix(found(t, it.Question, `f\(x\) = (.*?n)[,:.]`)[0], ", with n"))
			names := namesOf(it.Question)
			v := floats(it.Answer)
			at := func(x float64) float64 {
				names["x"] = complex(x, 0)
				return real(f(names))
			}
			if stdmath.Abs(at(v[0])-v[1]) > 1e-8 || stdmath.Abs(at(v[0]-1.5)-at(v[0]+1.5)) > 1e-8 {
				return "no vertex"
			}
			return it.Answer.Text()
		},
		"floor-function-equation-count": func(t *testing.T, it task.Item, _ []int) string {
			equation := found(t, it.Question, `satisfy (.*), where m`, `for which (⌊.*|x².*)\.$`, `condition (.*) with m`)[0]
			m, ok := slotValue(it, "m")
			if !ok {
				return it.Answer.Text()
			}
			names := map[string]complex128{"m": complex(float64(m), 0)}
			equation, _, _ = strings.Cut(equation, " and 1 ≤")
			l, r, _ := strings.Cut(equation, " = ")
			left, right := readFormula(l), readFormula(strings.Replace(r, "k", "0", 1))
			count, n := 0, numbersIn(strings.ReplaceAll(equation, "x", " "))
			switch it.Difficulty {
			case 1, 2: // overlaps of blocks of the lengths of the two divisors
				shift := 0
				if len(n) > 1 {
					shift = n[1]
				}
				for j := range 2000 {
					count += max(0, min((j+1)*m, (j+shift+1)*n[0])-max(j*m, (j+shift)*n[0]))
				}
			case 3:
				for x := 1; x <= m; x++ {
					if names["x"] = complex(float64(x), 0); left(names) == right(names) {
						count++
					}
				}
			case 4:
				for j := range n[0] + 1 {
					x := stdmath.Sqrt(float64(n[0]*j - m))
					if names["x"] = complex(x, 0); x > 0 && cmplx.Abs(left(names)) < 1e-6 {
						count++
					}
				}
			default:
				values := map[int]bool{}
				for j := range 2 * m * n[0] * n[1] / (1 + n[0] + n[1]) {
					names["x"] = complex(float64(j)/float64(n[0]*n[1]), 0)
					if v := int(real(left(names))); v >= 1 && v <= m {
						values[v] = true
					}
				}
				count = len(values)
			}
			return fmt.Sprint(count)
		},
	})
}

func TestCompositionsAgainstTheirSteps(t *testing.T) {
	agree(t, map[string]oracle{"function-composition-table": func(t *testing.T, it task.Item, _ []int) string {
		m := found(t, it.Question, `g\(x\) = (.*) and h\(x\) = (.*)\. The values t\(0\), t\(1\), …, t\(9\) are (.*), and t\(x`)
		g, h, table := readFormula(m[0]), readFormula(m[1]), numbersIn(m[2])
		n, ok := slotValue(it, "n")
		if !ok {
			return it.Answer.Text()
		}
		text := found(t, it.Question, `Evaluate (.*) at n`, `What is (.*) if n`, `value of (.*)\.$`)[0]
		var eval func(text string) int
		eval = func(text string) int {
			switch {
			case text == "n":
				return n
			case strings.HasPrefix(text, "t⁻¹(9 − "):
				return slices.Index(table, 9-eval(text[len("t⁻¹(9 − "):len(text)-1]))
			}
			x := eval(text[2 : len(text)-1])
			names := map[string]complex128{"x": complex(float64(x), 0)}
			switch text[0] {
			case 't':
				return table[((x%10)+10)%10]
			case 'g':
				return int(real(g(names)))
			}
			return int(real(h(names)))
		}
		return fmt.Sprint(eval(text))
	}})
}
