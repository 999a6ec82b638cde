package math

import (
	"fmt"
	stdmath "math"
	"strings"
	"testing"
)

// slopeAt is a difference quotient of high order.
func slopeAt(f func(float64) float64, x float64) float64 {
	const h = 1e-3
	return (8*(f(x+h)-f(x-h)) - (f(x+2*h) - f(x-2*h))) / (12 * h)
}

func curvatureAt(f func(float64) float64, x float64) float64 {
	const h = 1e-3
	return (-f(x+2*h) + 16*f(x+h) - 30*f(x) + 16*f(x-h) - f(x-2*h)) / (12 * h * h)
}

func TestLimitsAndSeriesByValues(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"limit-by-cancellation": {[]string{`limit of (?P<f>.+) as x approaches (?P<a>-?\d+)\.`, `values of (?P<f>.+) tend when x tends to (?P<a>-?\d+)\?`, `f\(x\) = (?P<f>.+) is not defined at x = (?P<a>-?\d+)\.`}, func(s readItem) string {
			f, a := s.function(s.text["f"], "x"), s.num("a")
			return s.expect((f(a+1e-4)+f(a-1e-4))/2, 1e-3)
		}},
		"limit-at-infinity": {[]string{`limit of (?P<f>.+) as x tends to (?P<to>plus|minus) infinity`, `f\(x\) = (?P<f>.+) behave as x goes to (?P<to>plus|minus)`, `given by (?P<f>.+), with k = \d+\. Towards what does it tend when x goes to (?P<to>plus|minus)`}, func(s readItem) string {
			f := s.function(s.text["f"], "x", "k")
			sign := map[string]float64{"plus": 1, "minus": -1}[s.text["to"]]
			far := f(sign * 1e6)
			if stdmath.IsNaN(s.got[0]) {
				if stdmath.Abs(far) < 1e3 || (far < 0) != strings.HasPrefix(s.it.Answer.Value, "-") {
					return fmt.Sprintf("far value %g", far)
				}
				return ""
			}
			return s.expect(far, 3e-3)
		}},
		"limit-by-series-expansion": {[]string{`limit of \((?P<f>.+)\)/\((?P<g>.+)\) as x approaches 0`, `quotient of (?P<f>.+) and (?P<g>.+) tend for`, `expression (?P<f>.+) is nearly a constant times (?P<g>.+)\. Determine`}, func(s readItem) string {
			f, g := s.function(s.text["f"], "x", "k"), s.function(s.text["g"], "x")
			const h = 3e-3 // the mean of both sides and Richardson's step
			at := func(h float64) float64 { return (f(h)/g(h) + f(-h)/g(-h)) / 2 }
			return s.expect((4*at(h)-at(2*h))/3, 2e-2)
		}},
		"taylor-coefficient": {[]string{`series of (?P<f>.+) at x = 0`, `f\(x\) = (?P<f>.+) is expanded`, `f\(x\) = (?P<f>.+) equals a0`}, func(s readItem) string {
			// Cauchy's integral needs complex values; compare with a fit through 2n + 3 points instead.
			f := s.function(s.text["f"], "x")
			n, ok := slotValue(s.it, "n")
			if !ok {
				return ""
			}
			return s.expect(fittedCoefficient(f, n), 1e-2)
		}},
	})
}

// fittedCoefficient is the n-th coefficient of the polynomial through
// Chebyshev-like points near 0 (divided differences, then expansion).
func fittedCoefficient(f func(float64) float64, n int) float64 {
	const points, width = 13, 0.06
	var x, c [points]float64
	for i := range points {
		x[i] = width * stdmath.Cos(stdmath.Pi*(float64(i)+0.5)/points)
		c[i] = f(x[i])
	}
	for j := 1; j < points; j++ {
		for i := points - 1; i >= j; i-- {
			c[i] = (c[i] - c[i-1]) / (x[i] - x[i-j])
		}
	}
	poly := []float64{0}
	for i := points - 1; i >= 0; i-- {
		next := make([]float64, len(poly)+1)
		for j, v := range poly {
			next[j+1] += v
			next[j] -= x[i] * v
		}
		next[0] += c[i]
		poly = next
	}
	return poly[n]
}

func TestDerivativesByDifferences(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"product-quotient-chain-derivative": {[]string{`f\(x\) = (?P<f>.+)\. Find f′\(x\) at x = (?P<x>-?\d+)\.`, `curve y = (?P<f>.+) at the point whose abscissa is (?P<x>-?\d+)\?`}, func(s readItem) string {
			return s.expect(slopeAt(s.function(s.text["f"], "x"), s.num("x")), 1e-5)
		}},
		"implicit-differentiation": {[]string{`curve (?P<f>.+) = c passes through the point \((?P<x>-?\d+), (?P<y>-?\d+)\).* Find (?P<q>d.*) at this`}, func(s readItem) string {
			x0, y0, c := s.num("x"), s.num("y"), s.num("c")
			solved := func(x float64) float64 { // Newton's method for y
				y := y0
				for range 12 {
					f := func(y float64) float64 {
						return evalFormula(s.t, s.text["f"], map[string]float64{"x": x, "y": y}) - c
					}
					y -= f(y) / slopeAt(f, y)
				}
				return y
			}
			const h = 1e-4
			if s.text["q"] == "dy/dx" {
				return s.expect((solved(x0+h)-solved(x0-h))/(2*h), 1e-3)
			}
			return s.expect((solved(x0+h)-2*y0+solved(x0-h))/(h*h), 3e-2)
		}},
		"parametric-slope-and-concavity": {[]string{`equations x = (?P<x>.+), y = (?P<y>.+)\. Find (?P<q>d\S+) at t = (?P<t>-?\d+)\.`, `Let x = (?P<x>.+) and y = (?P<y>.+), so that.*Compute (?P<q>d\S+) for the parameter value t = (?P<t>-?\d+)\.`}, func(s readItem) string {
			x, y, at := s.function(s.text["x"], "t"), s.function(s.text["y"], "t"), s.num("t")
			dx, dy := slopeAt(x, at), slopeAt(y, at)
			if s.text["q"] == "dy/dx" {
				return s.expect(dy/dx, 1e-6)
			}
			return s.expect((dx*curvatureAt(y, at)-dy*curvatureAt(x, at))/(dx*dx*dx), 1e-4)
		}},
		"tangent-and-normal-line": {[]string{`Find the (?P<line>\w+) to the curve y = (?P<f>.+) at the point with x = (?P<x>-?\d+)\.`, `the (?P<line>\w+) line of y = (?P<f>.+) where x is (?P<x>-?\d+)\?`}, func(s readItem) string {
			f, x := s.function(s.text["f"], "x"), s.num("x")
			m := slopeAt(f, x)
			if s.text["line"] == "normal" {
				m = -1 / m
			}
			if !nearly(s.got[0], m, 1e-4) || !nearly(s.got[0]*x+s.got[1], f(x), 1e-9) {
				return fmt.Sprintf("slope %g through %g", m, f(x))
			}
			return ""
		}},
		"newton-iteration-value": {[]string{`applied to f\(x\) = (?P<f>.+ - c) with c = (?P<c>\d+), starting at x0 = (?P<x>\d+)\. Find x(?P<n>\d)`}, func(s readItem) string {
			f, x := s.function(s.text["f"], "x", "c"), s.num("x")
			for range int(s.num("n")) {
				x -= f(x) / slopeAt(f, x)
			}
			return s.expect(x, 1e-5)
		}},
		"closed-interval-optimum": {[]string{`maximum of f\(x\) = (?P<f>.+) on the closed interval from (?P<a>-?\d+) to (?P<b>-?\d+)`, `from (?P<a>-?\d+) to (?P<b>-?\d+), both included\. .* value of (?P<f>.+)\? Give`}, func(s readItem) string {
			f, low, high := s.function(s.text["f"], "x"), stdmath.Inf(1), stdmath.Inf(-1)
			for x := s.num("a"); x <= s.num("b"); x += 0.5 {
				low, high = min(low, f(x)), max(high, f(x))
			}
			if low != s.got[0] || high != s.got[1] {
				return fmt.Sprintf("%g to %g", low, high)
			}
			return ""
		}},
	})
}

func TestSeveralVariablesByDifferences(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"critical-point-classification": {[]string{`points of f\(x, y\) = (?P<f>.+) with k`, `plane of z = (?P<f>.+) horizontal`, `the height (?P<f>.+) above the point`}, func(s readItem) string {
			k := s.num("k")
			f := func(x, y float64) float64 {
				return evalFormula(s.t, s.text["f"], map[string]float64{"x": x, "y": y, "k": k})
			}
			const h = 1e-2
			for _, p := range s.it.Answer.Items {
				v := leafValues(s.t, p)
				x, y := v[0], v[1]
				gx, gy := slopeAt(func(u float64) float64 { return f(u, y) }, x), slopeAt(func(u float64) float64 { return f(x, u) }, y)
				fxx, fyy := curvatureAt(func(u float64) float64 { return f(u, y) }, x), curvatureAt(func(u float64) float64 { return f(x, u) }, y)
				fxy := (f(x+h, y+h) - f(x+h, y-h) - f(x-h, y+h) + f(x-h, y-h)) / (4 * h * h)
				label := "saddle"
				if det := fxx*fyy - fxy*fxy; det > 0 {
					label = map[bool]string{true: "minimum", false: "maximum"}[fxx > 0]
				}
				if stdmath.Abs(gx) > 1e-5 || stdmath.Abs(gy) > 1e-5 || label != p.Items[2].Value {
					return fmt.Sprintf("at (%g, %g) the gradient is (%g, %g), and it is a %s", x, y, gx, gy, label)
				}
			}
			return ""
		}},
		"gradient-and-directional-derivative": {[]string{`derivative of f = (?P<f>.+) at the point \(a, (?P<y>-?\d+)\), where a = (?P<a>\d+), in the direction of the vector \((?P<u>-?\d+), (?P<v>-?\d+)\)`,
			`derivative of f = (?P<f>.+) at the point \(a, (?P<y>-?\d+), (?P<z>-?\d+)\), where a = (?P<a>\d+), in the direction of the vector \((?P<u>-?\d+), (?P<v>-?\d+), (?P<w>-?\d+)\)`,
			`moves in the direction of the vector \((?P<u>-?\d+), (?P<v>-?\d+)\)\. What is the rate of change of the quantity (?P<f>.+) with respect`,
			`temperature in a plate or body is (?P<f>.+) at the point with .* at \(a, (?P<y>-?\d+)\) when one moves in the direction of the vector \((?P<u>-?\d+), (?P<v>-?\d+)\)`}, func(s readItem) string {
			y, ok := s.text["y"]
			if !ok {
				return ""
			}
			point := map[string]float64{"x": s.num("a"), "y": evalFormula(s.t, y, nil), "z": 0}
			step := map[string]float64{"x": s.num("u"), "y": s.num("v"), "z": 0}
			if s.text["z"] != "" {
				point["z"], step["z"] = s.num("z"), s.num("w")
			}
			length := stdmath.Sqrt(step["x"]*step["x"] + step["y"]*step["y"] + step["z"]*step["z"])
			along := func(u float64) float64 {
				at := map[string]float64{}
				for name := range point {
					at[name] = point[name] + u*step[name]/length
				}
				return evalFormula(s.t, s.text["f"], at)
			}
			return s.expect(slopeAt(along, 0), 1e-6)
		}},
		"lagrange-multiplier-optimum": {[]string{`Find the (?P<kind>maximum|minimum) of (?P<f>.+) subject to (?P<g>[^,]+) = n, where`}, func(s readItem) string {
			// Along rays: f is homogeneous, and so is the constraint, so a search over directions decides.
			f := strings.TrimSuffix(strings.ReplaceAll(s.text["f"], " for positive x and y", ""), " ")
			if strings.Contains(s.text["g"], " and ") || strings.Contains(s.text["g"], "z") {
				return ""
			}
			n, best := s.num("n"), stdmath.NaN()
			quadratic := strings.Contains(s.text["g"], "^2")
			for i := range 201 {
				sin, cos := stdmath.Sincos(float64(i) * stdmath.Pi / 2 / 200)
				at := map[string]float64{"x": cos, "y": sin}
				g := evalFormula(s.t, s.text["g"], at)
				scale := n / g
				if quadratic {
					scale = stdmath.Sqrt(n / g)
				}
				v := evalFormula(s.t, f, map[string]float64{"x": scale * cos, "y": scale * sin})
				if stdmath.IsNaN(best) || s.text["kind"] == "maximum" && v > best || s.text["kind"] == "minimum" && v < best {
					best = v
				}
			}
			return s.expect(best, 1e-3)
		}},
	})
}
