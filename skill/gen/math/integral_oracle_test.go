package math

import (
	"fmt"
	stdmath "math"
	"strings"
	"testing"
)

// gaussIntegral is composite Gauss–Legendre quadrature with three points.
func gaussIntegral(f func(float64) float64, a, b float64, panels int) float64 {
	h, sum := (b-a)/float64(panels), 0.0
	for i := range panels {
		m := a + (float64(i)+0.5)*h
		d := h / 2 * stdmath.Sqrt(0.6)
		sum += h / 18 * (5*f(m-d) + 8*f(m) + 5*f(m+d))
	}
	return sum
}

func TestIntegralSkillsByQuadrature(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"definite-polynomial-integral": {[]string{`integral of (?P<f>.+) with respect to x from (?P<a>-?\d+) to (?P<b>-?\d+)\.`}, func(s readItem) string {
			f, sum := s.function(s.text["f"], "x"), 0.0
			for x := s.num("a"); x < s.num("b"); x++ { // kinks stand at integers
				sum += gaussIntegral(f, x, x+1, 1)
			}
			return s.expect(sum, 1e-9)
		}},
		"area-between-curves": {[]string{`curves y = (?P<f>.+) and y = (?P<g>.+) \+ c, where`, `f\(x\) = (?P<f>.+) and g\(x\) = (?P<g>.+) \+ c cut`}, func(s readItem) string {
			f, g, c := s.function(s.text["f"], "x"), s.function(s.text["g"], "x"), s.num("c")
			sum, open := 0.0, false
			pending := 0.0
			for x := -6.0; x < 6; x++ { // the curves meet at integers of [−5, 5] only
				if stdmath.Abs(f(x)-g(x)-c) < 1e-9 {
					sum, pending, open = sum+stdmath.Abs(pending), 0, true
				}
				if open {
					pending += gaussIntegral(func(x float64) float64 { return f(x) - g(x) - c }, x, x+1, 1)
				}
			}
			return s.expect(sum, 1e-9)
		}},
		"volume-of-revolution": {[]string{`from (?P<a>\d+) to (?P<b>\d+), the region between the x-axis and the curve y = (?P<f>.+) is rotated about the (?P<axis>[xy])-axis`, `from (?P<a>\d+) to (?P<b>\d+), the region between the x-axis and the curve y = (?P<f>.+) is rotated about the line x = (?P<line>\d+)\.`,
			`from (?P<a>\d+) to (?P<b>\d+), the region between the curves y = (?P<f>.+) and y = (?P<g>.+) is rotated about the (?P<axis>x)-axis`}, func(s readItem) string {
			f := s.function(s.text["f"], "x")
			ring := func(x float64) float64 { return stdmath.Pi * f(x) * f(x) }
			switch {
			case s.text["g"] != "":
				g := s.function(s.text["g"], "x")
				ring = func(x float64) float64 { return stdmath.Pi * (g(x)*g(x) - f(x)*f(x)) }
			case s.text["line"] != "":
				c := s.num("line")
				ring = func(x float64) float64 { return 2 * stdmath.Pi * (c - x) * f(x) }
			case s.text["axis"] == "y":
				ring = func(x float64) float64 { return 2 * stdmath.Pi * x * f(x) }
			}
			return s.expect(gaussIntegral(ring, s.num("a"), s.num("b"), 12), 1e-6)
		}},
		"numerical-quadrature-value": {[]string{`integral of f\(x\) = (?P<f>.+) from x = (?P<a>\d+) to x = (?P<b>[\d/]+) by (?P<rule>.+) with (?P<n>\d) equal`}, func(s readItem) string {
			f, a, n := s.function(s.text["f"], "x"), s.num("a"), s.num("n")
			h, sum := (s.num("b")-a)/n, 0.0
			for i := 0.0; i < n; i++ {
				l, r := a+i*h, a+(i+1)*h
				switch s.text["rule"] {
				case "the trapezoidal rule":
					sum += h * (f(l) + f(r)) / 2
				case "the midpoint rule":
					sum += h * f((l+r)/2)
				default: // a parabola over each pair of panels
					if int(i)%2 == 0 {
						sum += 2 * h / 6 * (f(l) + 4*f(r) + f(r+h))
					}
				}
			}
			return s.expect(sum, 1e-9)
		}},
		"integration-by-substitution": {[]string{`integral of (?P<f>c·.+) with respect to x from (?P<a>.+) to (?P<b>.+), where`}, func(s readItem) string {
			f := s.function(s.text["f"], "x", "c")
			a, b := evalFormula(s.t, s.text["a"], nil), evalFormula(s.t, s.text["b"], nil)
			if b > 1000*max(a, 1) { // powers of e: equal steps in ln x
				return s.expect(gaussIntegral(func(u float64) float64 { x := stdmath.Exp(u); return x * f(x) }, stdmath.Log(a), stdmath.Log(b), 60), 1e-6)
			}
			return s.expect(gaussIntegral(f, a, b, 160), 1e-3)
		}},
		"improper-integral": {[]string{
			`integral of (?P<f>c·.+) over x from (?P<a>\d+)(?P<hole> \(where.+\))? to (?P<b>.+) converge`,
			`As x runs from (?P<a>\d+)(?P<hole> \(where.+\))? to (?P<b>.+), a tank fills at the rate (?P<f>c·.+) per unit`,
			`integral of (?P<f>c·.+) between (?P<a>\d+)(?P<hole> \(where.+\))? and (?P<b>.+), c being`,
		}, func(s readItem) string {
			f, a := s.function(s.text["f"], "x", "c"), s.num("a")
			upTo := func(u float64) float64 { // x = a + e^v from very small to e^u
				return gaussIntegral(func(v float64) float64 { x := stdmath.Exp(v); return x * f(a+x) }, -40, u, 260)
			}
			if s.text["b"] != "infinity" {
				if got := upTo(stdmath.Log(evalFormula(s.t, s.text["b"], nil) - a)); !stdmath.IsNaN(s.got[0]) {
					return s.expect(got, 1e-3)
				} else if got < 1000 {
					return fmt.Sprintf("about %g", got)
				}
				return ""
			}
			if !stdmath.IsNaN(s.got[0]) {
				return s.expect(upTo(20), 1e-3)
			}
			if strings.Contains(s.text["f"], "e^") {
				return map[bool]string{true: "it converges"}[strings.Contains(s.text["f"], "e^(-")]
			}
			if upTo(25)-upTo(20) < 1 {
				return "the integral seems to converge"
			}
			return ""
		}},
		"separable-initial-value-problem": {[]string{`y′ = (?P<f>.+) and y\((?P<a>\d+)\) = (?P<y>\d+)\. Find y\((?P<b>\d+)\)`, `dy/dx = (?P<f>.+)\. When x is (?P<a>\d+), y is (?P<y>\d+)\. What is y when x is (?P<b>\d+)`}, func(s readItem) string {
			const steps = 120
			a, z := s.num("a"), stdmath.Log(s.num("y")) // Runge and Kutta for ln y, with x = a + (b − a)·u³
			span := s.num("b") - a
			rate := func(u, z float64) float64 {
				y := stdmath.Exp(z)
				return 3 * span * u * u / y * evalFormula(s.t, s.text["f"], map[string]float64{"x": a + span*u*u*u, "y": y})
			}
			const h = 1.0 / steps
			for i := range steps {
				u := float64(i) * h
				k1 := rate(u, z)
				k2 := rate(u+h/2, z+h/2*k1)
				k3 := rate(u+h/2, z+h/2*k2)
				k4 := rate(u+h, z+h*k3)
				z += h / 6 * (k1 + 2*k2 + 2*k3 + k4)
			}
			if stdmath.IsNaN(z) || stdmath.Abs(z-stdmath.Log(s.got[0])) > 1e-2 {
				return fmt.Sprintf("ln y is about %g", z)
			}
			return ""
		}},
		"linear-second-order-ode": {[]string{`Solve (?P<left>.+) = (?P<right>.+) with y\(0\) = (?P<y>\d+) and y′\(0\) = (?P<v>-?\d+)\. The solution has the form y = (?P<form>.+?)(?: with s < t| with w > 0|, where s is .+)?\. Give the list \[(?P<names>.+)\]`}, func(s readItem) string {
			vars := map[string]float64{}
			for i, name := range strings.Split(s.text["names"], ", ") {
				vars[name] = s.got[i]
			}
			if _, ok := vars["s"]; !ok { // the exponent of the right side
				_, exponent, _ := strings.Cut(s.text["right"], "e^(")
				vars["s"] = evalFormula(s.t, strings.Replace(strings.TrimSuffix(exponent, ")"), "x", "", 1)+"1", nil)
				if e := strings.TrimSuffix(exponent, "x)"); e != "" && e != "-" {
					vars["s"] = evalFormula(s.t, e, nil)
				} else {
					vars["s"] = map[string]float64{"": 1, "-": -1}[e]
				}
			}
			form := strings.NewReplacer("(sx)", "(s·x)", "(tx)", "(t·x)", "(wx)", "(w·x)", "Bx", "B·x").Replace(s.text["form"])
			y := func(x float64) float64 { vars["x"] = x; return evalFormula(s.t, form, vars) }
			left := strings.NewReplacer("y″", "P", "y′", "Q").Replace(s.text["left"])
			for _, x := range []float64{-0.1, 0, 0.2} {
				equation := evalFormula(s.t, left, map[string]float64{"P": curvatureAt(y, x), "Q": slopeAt(y, x), "y": y(x)})
				if right := evalFormula(s.t, s.text["right"], map[string]float64{"x": x}); !nearly(equation, right, 1e-2) {
					return fmt.Sprintf("at %g the left side is %g, the right one %g", x, equation, right)
				}
			}
			if !nearly(y(0), s.num("y"), 1e-9) || !nearly(slopeAt(y, 0), s.num("v"), 1e-4) {
				return "the initial values fail"
			}
			return ""
		}},
	})
}

// The classes of the series, at the first difficulties where sums tell, by
// comparing partial sums far out.
func TestPowerSeriesEndsByPartialSums(t *testing.T) {
	for halves := range 5 {
		plain, alternating := closedAtEnds(halves)
		p := float64(halves) / 2
		sum, alternate, last := [2]float64{}, [2]float64{}, 0.0
		for n := 1; n <= 40000; n++ {
			term := stdmath.Pow(float64(n), -p)
			for i, end := range []int{20000, 40000} {
				if n <= end {
					sum[i] += term
					alternate[i] += term * float64(2*(n%2)-1)
				}
			}
			last = term
		}
		if grows := sum[1]-sum[0] > 0.1; grows == plain {
			t.Errorf("p = %g: the plain sum grows by %g", p, sum[1]-sum[0])
		}
		if tends := last < 0.9 && stdmath.Abs(alternate[1]-alternate[0]) < 0.1; tends != alternating {
			t.Errorf("p = %g: the alternating sum moves by %g", p, alternate[1]-alternate[0])
		}
	}
}
