package math

import (
	"fmt"
	stdmath "math"
	"math/big"
	"math/cmplx"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/task"
)

// found gives the groups of the first pattern that a question matches.
func found(t *testing.T, question string, patterns ...string) []string {
	t.Helper()
	for _, p := range patterns {
		if m := regexp.MustCompile(p).FindStringSubmatch(question); m != nil {
			return m[1:]
		}
	}
	t.Fatalf("no pattern fits %s", question)
	return nil
}

// namesOf are the values of single letters that a question states ("n = 5",
// "n being 5").
func namesOf(question string) map[string]complex128 {
	names := map[string]complex128{}
	for _, m := range regexp.MustCompile(`\b([a-ez]|[kmn-s]) (?:= |being |is |standing for |stands for )(-?\d+)`).FindAllStringSubmatch(question, -1) {
		names[m[1]] = complex(real(readFormula(m[2])(nil)), 0)
	}
	return names
}

func floats(a task.Answer) []float64 {
	var out []float64
	items := a.Items
	if len(items) == 0 && a.Value != "" {
		items = []task.Answer{a}
	}
	for _, it := range items {
		v, _ := new(big.Rat).SetString(it.Value)
		f, _ := v.Float64()
		out = append(out, f)
	}
	return out
}

// near says whether two numbers agree up to rounding.
func near(a, b complex128) bool { return cmplx.Abs(a-b) <= 1e-7*(1+cmplx.Abs(a)) }

// equationOracle inserts the answers into the equation and looks for changes of
// sign of the difference of both sides elsewhere.
func equationOracle(patterns ...string) oracle {
	return func(t *testing.T, it task.Item, _ []int) string {
		sides := found(t, it.Question, patterns...)
		if sides[1] == "" {
			sides[1] = "0"
		}
		left, right, names := readFormula(sides[0]), readFormula(sides[1]), namesOf(it.Question)
		difference := func(x float64) float64 {
			names["x"] = complex(x, 0)
			return real(left(names) - right(names))
		}
		solutions := floats(it.Answer)
		if !slices.IsSorted(solutions) || len(solutions) == 0 {
			return "a sorted list"
		}
		for _, x := range solutions {
			names["x"] = complex(x, 0)
			if !near(left(names), right(names)) {
				return fmt.Sprintf("another: at %g the sides are %g and %g", x, left(names), right(names))
			}
		}
		for x := -40.003; x < 40; x += 0.5 {
			a, b := difference(x), difference(x+0.5)
			if a*b < 0 && !slices.ContainsFunc(solutions, func(s float64) bool { return x <= s && s <= x+0.5 }) {
				return fmt.Sprintf("a further solution near %g", x)
			}
		}
		return it.Answer.Text()
	}
}

func TestEquationsAgainstInsertion(t *testing.T) {
	agree(t, map[string]oracle{
		"linear-equation-with-fractions": equationOracle(`Solve (.*) = (.*) for x,`, `which x are (.*) and (.*) equal`, `equation (.*) = (.*) has one`),
		"absolute-value-equation":        equationOracle(`real x with (.*) = (.*), where`, `graphs of y = (.*) and y = (.*) meet`, `the equation (.*) = (.*) by cases`),
		"exponential-equation-with-common-base": equationOracle(`Solve (k.*) = 0 with()`, `is (k.*) equal to (.*)\? Give the asc`, `the function (k.*), as()`,
			`Solve (.*) = (.*) for x,`, `does (.*) equal (.*)\?`, `grow as (.*) and (.*) in x`),
		"logarithmic-equation-with-domain-check": equationOracle(`Solve (.*) = (.*) over`, `real x is (.*) = (.*) a true`, `curves y = (.*) and y = (.*) with`),
		"radical-equation-with-extraneous-roots": equationOracle(`Solve (.*) = (.*) over`, `satisfy (.*) = (.*)\? Beware`, `curves y = (.*) and y = (.*), where`),
		"inverse-function-value": func(t *testing.T, it task.Item, _ []int) string {
			f := found(t, it.Question, `f\(x\) = (.*?)(?: for x ≤ -?\d+)?\. On`, `f\(x\) = (.*?)(?: for x ≤ -?\d+)? and has`, `f\(x\) = (.*?)(?: for x ≤ -?\d+)?\. What`)
			y := found(t, it.Question, `for y = (-?\d+)`, `value (-?\d+)\?`, `x-coordinate (-?\d+) `)
			x := complex(floats(it.Answer)[0], 0)
			if m := regexp.MustCompile(`x ≤ (-?\d+)`).FindStringSubmatch(it.Question); m != nil && real(x) > real(readFormula(m[1])(nil)) {
				return "on the other side"
			}
			if got := readFormula(f[0])(map[string]complex128{"x": x}); !near(got, readFormula(y[0])(nil)) {
				return fmt.Sprint("f gives ", got)
			}
			return it.Answer.Text()
		},
		"linear-system-solving": func(t *testing.T, it task.Item, _ []int) string {
			system := found(t, it.Question, `system (.*), where`, `satisfy (.*) with s`, `equations (.*) \(s`)[0]
			names := map[string]complex128{"s": complex(float64(numbersIn(it.Question)[len(numbersIn(it.Question))-1]), 0)}
			if v, ok := slotValue(it, "s"); ok {
				names["s"] = complex(float64(v), 0)
			}
			for i, x := range floats(it.Answer) {
				names["xyzt"[i:i+1]] = complex(x, 0)
			}
			for equation := range strings.SplitSeq(system, "; ") {
				left, right, _ := strings.Cut(equation, " = ")
				if !near(readLinear(left)(names), readLinear(right)(names)) {
					return "not " + equation
				}
			}
			return it.Answer.Text()
		},
	})
}

// readLinear reads a linear combination, whose letters other formulas do not use.
func readLinear(text string) formula {
	return readFormula(regexp.MustCompile(`(\d)([yzts])`).ReplaceAllString(text, "$1*$2"))
}

// setOracle compares a solution set with the condition at sampled points.
func setOracle(holds func(t *testing.T, question string) func(x float64) bool) oracle {
	return func(t *testing.T, it task.Item, _ []int) string {
		condition, solution := holds(t, it.Question), readUnion(it.Answer.Value)
		for k := -80; k <= 80; k++ {
			x := float64(k)/2 + 0.125*float64(k%3) // integers, halves and others
			if condition(x) != solution(x) {
				return fmt.Sprintf("otherwise at %g", x)
			}
		}
		return it.Answer.Text()
	}
}

// interval is an interval with its ends; a single point has both closed.
type interval struct {
	from, to                float64
	closedLeft, closedRight bool
}

// readUnion reads a union of intervals in LaTeX.
func readUnion(union string) func(x float64) bool {
	bound := func(text string) float64 {
		switch text {
		case `\infty`:
			return stdmath.Inf(1)
		case `-\infty`:
			return stdmath.Inf(-1)
		}
		return real(readFormula(text)(nil))
	}
	var parts []interval
	for part := range strings.SplitSeq(union, `\cup`) {
		if single, ok := strings.CutPrefix(part, `\{`); ok {
			at := bound(strings.TrimSuffix(single, `\}`))
			parts = append(parts, interval{at, at, true, true})
			continue
		}
		low, high, _ := strings.Cut(part[1:len(part)-1], ",")
		parts = append(parts, interval{bound(low), bound(high), part[0] == '[', part[len(part)-1] == ']'})
	}
	return func(x float64) bool {
		return slices.ContainsFunc(parts, func(p interval) bool {
			return x > p.from && x < p.to || x == p.from && p.closedLeft || x == p.to && p.closedRight
		})
	}
}

func TestSolutionSetsAgainstSampling(t *testing.T) {
	relation := func(a, b float64, r string) bool {
		return map[string]bool{"<": a < b, ">": a > b, "≤": a <= b, "≥": a >= b}[r]
	}
	agree(t, map[string]oracle{
		"quadratic-inequality": setOracle(func(t *testing.T, question string) func(x float64) bool {
			names := namesOf(question)
			if m := regexp.MustCompile(`A signal has the value y = (.*) at the time`).FindStringSubmatch(question); m != nil {
				question = strings.Replace(question, " y ", " "+m[1]+" ", 1)
				question = strings.Replace(question, "When is ", "Solve ", 1)
				question = strings.Replace(question, "?", ",", 1)
				question = question[strings.Index(question, "Solve "):]
				question = regexp.MustCompile(`([<≤]) y ([<≤])`).ReplaceAllString(question, "$1 "+m[1]+" $2")
			}
			m := found(t, question, `(?:inequality|given by|Solve) (-?\d+) (<|≤) (.*?) (<|≤) (-?\d+)()`, `(?:Solve|true that|with) ([^,]*?n) (<|>|≤|≥) ([^,?]*)[,?]`)
			if len(m) == 6 {
				f := readFormula(m[2])
				low, high := real(readFormula(m[0])(nil)), real(readFormula(m[4])(nil))
				return func(x float64) bool {
					names["x"] = complex(x, 0)
					v := real(f(names))
					return relation(low, v, m[1]) && relation(v, high, m[3])
				}
			}
			f, g := readFormula(m[0]), readFormula(m[2])
			return func(x float64) bool {
				names["x"] = complex(x, 0)
				return relation(real(f(names)), real(g(names)), m[1])
			}
		}),
		"natural-domain-of-a-composite": setOracle(func(t *testing.T, question string) func(x float64) bool {
			names := namesOf(question)
			f := readFormula(found(t, question, `f\(x\) = (.*) with c`, `f\(x\) = (.*)\. Write`, `real x can (.*) be calculated`)[0])
			return func(x float64) bool {
				names["x"] = complex(x, 0)
				return !cmplx.IsNaN(f(names))
			}
		}),
	})
}
