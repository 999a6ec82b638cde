package math

import (
	"fmt"
	stdmath "math"
	"math/cmplx"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func onRay(degrees float64) complex128 { return cmplx.Rect(1, degrees*stdmath.Pi/180) }

// angleBetween is the angle AYB in degrees.
func angleBetween(a, y, b complex128) float64 {
	return stdmath.Abs(cmplx.Phase((a-y)/(b-y))) * 180 / stdmath.Pi
}

// crossing is the intersection of the lines ab and cd.
func crossing(a, b, c, d complex128) complex128 {
	u, v := b-a, d-c
	cross := func(p, q complex128) float64 { return real(p)*imag(q) - imag(p)*real(q) }
	return a + u*complex(cross(c-a, v)/cross(u, v), 0)
}

var angleSteps = []*regexp.Regexp{
	regexp.MustCompile(`^(\w) lies on the extension of the segment (\w)(\w) beyond`),
	regexp.MustCompile(`^(\w) lies on the ray from (\w) through (\w) such that \w\w = \w(\w)$`),
	regexp.MustCompile(`^(\w) lies on the ray from (\w) through (\w) such that angle \w(\w)\w is (\d+)°$`),
	regexp.MustCompile(`^(\w) lies on the bisector of angle (\w)(\w)(\w), inside`),
	regexp.MustCompile(`^(\w) lies on the line through (\w) parallel to (\w)(\w), on the other side`),
}

// drawnAngle draws the figure of an angle-chasing question and measures.
func drawnAngle(s readItem) float64 {
	at := map[string]complex128{"B": 0, "A": 1, "C": onRay(s.num("t"))}
	for sentence := range strings.SplitSeq(s.text["steps"], ".") {
		for kind, p := range angleSteps {
			m := p.FindStringSubmatch(strings.TrimSpace(sentence))
			if m == nil {
				continue
			}
			switch kind {
			case 0:
				at[m[1]] = at[m[3]] + (at[m[3]] - at[m[2]])
			case 1:
				u := at[m[3]] - at[m[2]]
				at[m[1]] = at[m[2]] + u*complex(cmplx.Abs(at[m[4]]-at[m[2]])/cmplx.Abs(u), 0)
			case 2:
				y, z := at[m[2]], at[m[4]]
				turn := onRay(evalFormula(s.t, m[5], nil))
				if cmplx.Phase((at[m[3]]-y)/(z-y)) > 0 { // towards the ray
					turn = cmplx.Conj(turn)
				}
				at[m[1]] = crossing(y, at[m[3]], z, z+(y-z)*turn)
			case 3:
				x, y, z := at[m[2]], at[m[3]], at[m[4]]
				at[m[1]] = y + (x-y)/complex(cmplx.Abs(x-y), 0) + (z-y)/complex(cmplx.Abs(z-y), 0)
			case 4: // w through z parallel to xy (named x, y), opposite to x
				at[m[1]] = at[m[2]] - (at[m[3]] - at[m[4]])
			}
		}
	}
	name := s.text["angle"]
	return angleBetween(at[name[:1]], at[name[1:2]], at[name[2:]])
}

// drawnCircle places the points by the facts and measures what is asked.
func drawnCircle(s readItem) float64 {
	q := s.it.Question
	names := regexp.MustCompile(`The points ((?:\w, )*\w and \w) lie`).FindStringSubmatch(q)[1]
	order := strings.Fields(strings.NewReplacer(",", "", " and", "").Replace(names))
	arcs, sum := map[string]float64{}, 0.0
	add := func(pattern string, factor float64) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(q, -1) {
			text := m[len(m)-1]
			if text == "t degrees" {
				text = fmt.Sprint(s.num("t"))
			}
			arcs[m[1]+m[2]] = factor * evalFormula(s.t, strings.TrimSuffix(text, "°"), nil)
			sum += arcs[m[1]+m[2]]
		}
	}
	add(`The central angle (\w)O(\w) is (\d+°|t degrees)`, 1)
	add(`(?:^|\. )Angle (\w)\w(\w) is (\d+°|t degrees)`, 2)
	add(`The tangent at \w and the chord (\w)(\w) form an angle of (\d+°|t degrees)`, 2)
	add(`The arc (\w)(\w) that holds none of the other named points measures (\d+°|t degrees)`, 1)
	at, angle := map[string]complex128{}, 0.0
	for i, name := range order {
		at[name] = onRay(angle)
		arc, ok := arcs[name+order[(i+1)%len(order)]]
		if !ok {
			arc = 360 - sum
		}
		angle += arc
	}
	asked := regexp.MustCompile(`Find (the angle .*), in degrees`).FindStringSubmatch(q)[1]
	if m := regexp.MustCompile(`chords (\w)(\w) and (\w)(\w)`).FindStringSubmatch(asked); m != nil {
		x := crossing(at[m[1]], at[m[2]], at[m[3]], at[m[4]])
		return angleBetween(at[m[1]], x, at[m[3]])
	}
	if m := regexp.MustCompile(`lines (\w)(\w) and (\w)(\w)`).FindStringSubmatch(asked); m != nil {
		x := crossing(at[m[1]], at[m[2]], at[m[3]], at[m[4]])
		return angleBetween(at[m[1]], x, at[m[3]])
	}
	if m := regexp.MustCompile(`tangents at (\w) and (\w)`).FindStringSubmatch(asked); m != nil {
		a, b := at[m[1]], at[m[2]]
		x := crossing(a, a+a*1i, b, b+b*1i)
		return angleBetween(a, x, b)
	}
	name := strings.TrimPrefix(asked, "the angle ")
	return angleBetween(at[name[:1]], at[name[1:2]], at[name[2:3]])
}

func TestAnglesByDrawing(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"angle-chasing": {[]string{`degrees\. (?P<steps>.+\.) How many degrees does angle (?P<angle>\w+) measure`}, func(s readItem) string {
			s.text["t"] = regexp.MustCompile(`angle ABC measures (\d+)`).FindStringSubmatch(s.it.Question)[1]
			return s.expect(drawnAngle(s), 1e-7)
		}},
		"circle-angle-theorems": {[]string{`lie on a circle`}, func(s readItem) string { return s.expect(drawnCircle(s), 1e-7) }},
		"exact-trigonometric-value": {[]string{`Evaluate (?P<f>.+) for k`, `simplify (?P<f>.+)\. Give`, `read off as (?P<f>.+), where`}, func(s readItem) string {
			return s.expect(evalFormula(s.t, s.text["f"], map[string]float64{"k": s.num("k")}), 1e-9)
		}},
		"trigonometric-equation-in-an-interval": {[]string{`equation (?P<l>.+) = (?P<r>.+), where a is an angle of (?P<a>\d+)`}, func(s readItem) string {
			a, ok := slotValue(s.it, "a")
			if !ok {
				return ""
			}
			var want []float64
			for x := range 360 {
				vars := map[string]float64{"x": float64(x) * stdmath.Pi / 180, "a": float64(a) * stdmath.Pi / 180}
				if stdmath.Abs(evalFormula(s.t, s.text["l"], vars)-evalFormula(s.t, s.text["r"], nil)) < 1e-9 {
					want = append(want, float64(x))
				}
			}
			return map[bool]string{false: fmt.Sprint("expected ", want)}[slices.Equal(want, s.got)]
		}},
		"bearing-navigation": {[]string{`sails (?P<legs>.+), where s`, `legs: (?P<legs>.+)\. Find`}, func(s readItem) string {
			var at complex128
			for leg := range strings.SplitSeq(s.text["legs"], ", then ") {
				m := regexp.MustCompile(`^(?:(s) kilometres|(\d+) km|(\d+) minutes at (\d+) km/h) on a bearing of (\d+)°$`).FindStringSubmatch(leg)
				length := 0.0
				switch {
				case m[1] != "":
					length = s.num("s")
				case m[2] != "":
					length = evalFormula(s.t, m[2], nil)
				default:
					length = evalFormula(s.t, m[3]+"·"+m[4]+"/60", nil)
				}
				at += complex(length, 0) * onRay(90-evalFormula(s.t, m[5], nil))
			}
			bearing := stdmath.Mod(450-cmplx.Phase(at)*180/stdmath.Pi, 360)
			if stdmath.Abs(cmplx.Abs(at)-s.got[0]) > 0.01 || stdmath.Abs(bearing-s.got[1]) > 0.01 {
				return fmt.Sprintf("%g km at %g°", cmplx.Abs(at), bearing)
			}
			return ""
		}},
	})
}

// placedTriangle has the sides BC = a, CA = b, AB = c.
func placedTriangle(a, b, c float64) (pa, pb, pc complex128) {
	x := (b*b + c*c - a*a) / (2 * c)
	return 0, complex(c, 0), complex(x, stdmath.Sqrt(b*b-x*x))
}

func TestLengthsByCoordinates(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"triangle-area-from-sides": {[]string{`sides BC = (?P<a>\d+), CA = (?P<b>\d+) and AB = (?P<c>\d+)\. Find the (?P<what>.+?)\. Give`}, func(s readItem) string {
			a, b, c := s.num("a"), s.num("b"), s.num("c")
			_, _, pc := placedTriangle(a, b, c)
			area := c * imag(pc) / 2
			inner := 2 * area / (a + b + c)
			centre := complex(c/2, (real(pc)*real(pc)+imag(pc)*imag(pc)-c*real(pc))/(2*imag(pc)))
			switch what := s.text["what"]; {
			case what == "area":
				return s.expect(area, 1e-9)
			case strings.HasPrefix(what, "altitude"):
				return s.expect(imag(pc), 1e-9)
			case strings.HasPrefix(what, "radius of the inscribed"):
				return s.expect(inner, 1e-9)
			case strings.HasPrefix(what, "radius of the circum"):
				return s.expect(cmplx.Abs(centre), 1e-9)
			}
			incentre := complex((b*c+c*real(pc))/(a+b+c), inner)
			d := cmplx.Abs(centre - incentre)
			return s.expect(d*d, 1e-7)
		}},
		"law-of-cosines-solving": {[]string{`measure (?P<a>\d+) and (?P<b>\d+) and enclose an angle of (?P<g>\d+)°`, `sides BC = (?P<a>\d+), CA = (?P<b>\d+) and AB = (?P<c>\d+)\. (?P<what>Find the cosine|How long|The bisector)`, `AB = (?P<a>\d+), BC = (?P<b>\d+), CD = (?P<c>\d+) and DA = (?P<e>\d+)`}, func(s readItem) string {
			a, b := s.num("a"), s.num("b")
			if s.text["g"] != "" {
				return s.expect(cmplx.Abs(complex(a, 0)-complex(b, 0)*onRay(s.num("g"))), 1e-9)
			}
			if s.text["e"] != "" { // the radius whose central angles add up to a turn, the centre inside
				c, e := s.num("c"), s.num("e")
				low, high := max(a, b, c, e)/2, 1e4
				turn := func(r float64) float64 {
					return 2 * (stdmath.Asin(a/2/r) + stdmath.Asin(b/2/r) + stdmath.Asin(c/2/r) + stdmath.Asin(e/2/r))
				}
				for range 200 {
					if mid := (low + high) / 2; turn(mid) > 2*stdmath.Pi {
						low = mid
					} else {
						high = mid
					}
				}
				return s.expect(2*low*stdmath.Sin(stdmath.Asin(a/2/low)+stdmath.Asin(b/2/low)), 1e-6)
			}
			c := s.num("c")
			pa, pb, pc := placedTriangle(a, b, c)
			switch s.text["what"] {
			case "Find the cosine":
				return s.expect(stdmath.Cos(cmplx.Phase((pb-pc)/(pa-pc))), 1e-9)
			case "How long":
				return s.expect(cmplx.Abs(pc-(pa+pb)/2), 1e-9)
			}
			foot := crossing(pc, pc+(pa-pc)/complex(b, 0)+(pb-pc)/complex(a, 0), pa, pb)
			return s.expect(cmplx.Abs(pc-foot), 1e-9)
		}},
		"similar-triangle-lengths": {[]string{`BC = (?P<a>\d+), AB = (?P<b>\d+) and AD1 = (?P<p>\d+)\. .* Find D(?P<n>\d)E`, `AD = (?P<p>\d+), DB = (?P<q>\d+) and BC = (?P<a>\d+)`, `parallel sides AB = (?P<p>\d+) and CD = (?P<q>\d+)`}, func(s readItem) string {
			p := s.num("p")
			if s.text["a"] == "" { // a trapezium of height 10
				a, b, c, d := complex128(0), complex(p, 0), complex(3+s.num("q"), 10), complex(3, 10)
				x := crossing(a, c, b, d)
				return s.expect(cmplx.Abs(crossing(x, x+1, a, d)-crossing(x, x+1, b, c)), 1e-9)
			}
			n, whole := 1, 0.0
			if s.text["q"] != "" {
				whole = p + s.num("q")
			} else {
				n, whole = int(s.num("n")), s.num("b")
			}
			b := complex(whole, 0)
			c := b + complex(s.num("a"), 0)*onRay(140)
			dk, last := complex(p, 0), c
			for k := 1; ; k++ {
				e := crossing(dk, dk+(c-b), 0, c)
				if k == n {
					return s.expect(cmplx.Abs(e-dk), 1e-9)
				}
				dk, last = crossing(e, e+(last-dk), 0, b), e
			}
		}},
		"point-plane-and-line-line-distance": {[]string{`distance between (?P<pair>.+), where a = `, `How far apart are (?P<pair>.+), measured`}, func(s readItem) string {
			text := strings.ReplaceAll(s.text["pair"], "(a,", fmt.Sprintf("(%d,", int(s.num("a"))))
			var vs [][]float64
			for _, m := range regexp.MustCompile(`\(-?\d+, -?\d+, -?\d+\)`).FindAllString(text, -1) {
				var v []float64
				for cell := range strings.SplitSeq(strings.Trim(m, "()"), ", ") {
					v = append(v, evalFormula(s.t, cell, nil))
				}
				vs = append(vs, v)
			}
			minus := func(a, b []float64) []float64 { return []float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
			var w []float64
			var along [][]float64
			switch {
			case strings.Contains(text, "= "): // the point and an equation: step along the gradient
				left, right, _ := strings.Cut(text[strings.Index(text, "plane ")+6:], " = ")
				f := func(v []float64) float64 {
					return evalFormula(s.t, left, map[string]float64{"x": v[0], "y": v[1], "z": v[2]}) - evalFormula(s.t, right, nil)
				}
				o := f([]float64{0, 0, 0})
				g := []float64{f([]float64{1, 0, 0}) - o, f([]float64{0, 1, 0}) - o, f([]float64{0, 0, 1}) - o}
				return s.expect(stdmath.Abs(f(vs[0]))/stdmath.Sqrt(floatDot(g, g)), 1e-9)
			case strings.Contains(text, "plane through"):
				w, along = minus(vs[0], vs[1]), [][]float64{minus(vs[2], vs[1]), minus(vs[3], vs[1])}
			case strings.HasPrefix(text, "the point"):
				w, along = minus(vs[0], vs[1]), [][]float64{vs[2]}
			default:
				w, along = minus(vs[2], vs[0]), [][]float64{vs[1], vs[3]}
			}
			var basis [][]float64 // what is left of w beside all directions is the distance
			for _, v := range append(along, w) {
				u := slices.Clone(v)
				for _, b := range basis {
					c := floatDot(u, b) / floatDot(b, b)
					for i := range u {
						u[i] -= c * b[i]
					}
				}
				if floatDot(u, u) > 1e-12 || len(basis) == 0 {
					basis = append(basis, u)
				}
				w = u
			}
			return s.expect(stdmath.Sqrt(floatDot(w, w)), 1e-7)
		}},
	})
}
