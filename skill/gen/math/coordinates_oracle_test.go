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

var planePoint = regexp.MustCompile(`\(([-\w]+), ([-\w]+)\)`)

// pointsOf reads the points of a text, with one letter.
func (s readItem) pointsOf(text, letter string) (out []complex128) {
	vars := map[string]float64{}
	if strings.Contains(text, "("+letter+",") {
		vars[letter] = s.num(letter)
	}
	for _, m := range planePoint.FindAllStringSubmatch(text, -1) {
		out = append(out, complex(evalFormula(s.t, m[1], vars), evalFormula(s.t, m[2], vars)))
	}
	return out
}

// reflected is the image of p in the line from a to b.
func reflected(p, a, b complex128) complex128 {
	u := (b - a) / complex(cmplx.Abs(b-a), 0)
	return a + u*cmplx.Conj((p-a)/u)
}

func TestCoordinateSkillsByTheirConditions(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"polygon-area-by-coordinates": {[]string{`vertices (?P<v>.+)\. Take the part of it where (?:(?P<low>-?\d+) ≤ )?(?P<f>[^≤]+) ≤ (?P<high>-?\d+)\. What is (?P<k>\d+) times`}, func(s readItem) string {
			polygon := s.pointsOf(s.text["v"], "?")
			at := func(x, y float64) float64 {
				return evalFormula(s.t, s.text["f"], map[string]float64{"x": x, "y": y})
			}
			high, low := s.num("high"), stdmath.Inf(-1)
			if s.text["low"] != "" {
				low = s.num("low")
			}
			o, a, b := at(0, 0), at(1, 0), at(0, 1)
			area := 0.0
			const h = 1.0 / 32
			for x := -20 + h/2; x < 20; x += h { // vertical strips
				var ys []float64
				for i, p := range polygon {
					q := polygon[(i+1)%len(polygon)]
					if (real(p) < x) != (real(q) < x) {
						ys = append(ys, imag(p)+(imag(q)-imag(p))*(x-real(p))/(real(q)-real(p)))
					}
				}
				slices.Sort(ys)
				ends := []float64{stdmath.Inf(-1), stdmath.Inf(1)} // of y where low ≤ o + ax + by ≤ high
				switch base := o + (a-o)*x; {
				case b != o:
					ends = []float64{(low - base) / (b - o), (high - base) / (b - o)}
					slices.Sort(ends)
				case base > high || base < low:
					continue
				}
				for i := 0; i+1 < len(ys); i += 2 {
					area += h * max(0, min(ys[i+1], ends[1])-max(ys[i], ends[0]))
				}
			}
			return s.expect(area*s.num("k"), 1e-2)
		}},
		"line-and-circle-intersection": {[]string{`the line (?P<l>.+) = (?P<r>-?\d+) meet the circle with the centre (?P<c>\(.+?\))`, `centre (?P<c>\(.+?\)) and the radius R and the line (?P<l>.+) = (?P<r>-?\d+) intersect`, `centre (?P<c>\(.+?\)) and the radius R and the circle with the centre (?P<d>\(.+?\)) and the squared radius (?P<s>\d+) intersect`,
			`the line (?P<l>.+) = (?P<r>-?\d+) meet the curve (?P<curve>.+) = m`}, func(s readItem) string {
			line := func(p complex128) float64 {
				return evalFormula(s.t, s.text["l"], map[string]float64{"x": real(p), "y": imag(p)}) - s.num("r")
			}
			if s.it.Answer.Kind == "set" {
				for _, p := range []complex128{complex(s.got[0], s.got[1]), complex(s.got[2], s.got[3])} {
					off := 0.0
					if s.text["curve"] != "" {
						off = evalFormula(s.t, s.text["curve"], map[string]float64{"x": real(p), "y": imag(p)}) - s.num("m")
					} else {
						v := p - s.pointsOf(s.text["c"], "?")[0]
						off = real(v)*real(v) + imag(v)*imag(v) - s.num("m")
					}
					if stdmath.Abs(off)+stdmath.Abs(line(p)) > 1e-9 {
						return "a point lies elsewhere"
					}
				}
				return ""
			}
			c, radius := s.pointsOf(s.text["c"], "?")[0], s.num("R")
			if s.text["d"] != "" { // the angle at one centre by the law of cosines
				gap := cmplx.Abs(s.pointsOf(s.text["d"], "?")[0] - c)
				cos := (gap*gap + radius*radius - s.num("s")) / (2 * gap * radius)
				return s.expect(2*radius*stdmath.Sin(stdmath.Acos(cos)), 1e-9)
			}
			// walk along the circle for the zeros
			var ends []complex128
			const n = 900
			for i := range n {
				p, q := c+complex(radius, 0)*onRay(360.0*float64(i)/n), c+complex(radius, 0)*onRay(360.0*float64(i+1)/n)
				if lp, lq := line(p), line(q); lp == 0 || lp*lq < 0 {
					ends = append(ends, p+(q-p)*complex(lp/(lp-lq), 0))
				}
			}
			return s.expect(cmplx.Abs(ends[0]-ends[len(ends)-1]), 1e-3)
		}},
		"triangle-centres-from-coordinates": {[]string{`corners A = (?P<a>\(.+?\)), B = (?P<b>\(.+?\)) and C = (?P<c>\(u.+?\)).* Find its (?P<what>\w+)`}, func(s readItem) string {
			a, b, c := s.pointsOf(s.text["a"], "u")[0], s.pointsOf(s.text["b"], "u")[0], s.pointsOf(s.text["c"], "u")[0]
			p := complex(s.got[0], s.got[1])
			var equal [3]float64
			switch s.text["what"] {
			case "circumcentre":
				equal = [3]float64{cmplx.Abs(p - a), cmplx.Abs(p - b), cmplx.Abs(p - c)}
			case "centre":
				equal = [3]float64{cmplx.Abs(p - (a+b)/2), cmplx.Abs(p - (b+c)/2), cmplx.Abs(p - (c+a)/2)}
			case "orthocentre":
				equal = [3]float64{1 + real((p-a)*cmplx.Conj(b-c)), 1 + real((p-b)*cmplx.Conj(c-a)), 1 + real((p-c)*cmplx.Conj(a-b))}
			default: // signed distances from the sides, so that p is inside
				equal = [3]float64{imag((p-a)/(b-a)) * cmplx.Abs(b-a), imag((p-b)/(c-b)) * cmplx.Abs(c-b), imag((p-c)/(a-c)) * cmplx.Abs(a-c)}
			}
			if !nearly(equal[0], equal[1], 1e-7) || !nearly(equal[1], equal[2], 1e-7) {
				return fmt.Sprint("not equal: ", equal)
			}
			return ""
		}},
		"plane-isometry-composition": {[]string{`point (?P<p>\(a, .+?\)), where a = -?\d+, and do this in order: (?P<steps>.+)\. Where`}, func(s readItem) string {
			p := s.pointsOf(s.text["p"], "a")[0]
			for step := range strings.SplitSeq(s.text["steps"], "; ") {
				_, line, isLine := strings.Cut(step, "in the line ")
				switch {
				case isLine && strings.HasPrefix(line, "x = "):
					x := complex(evalFormula(s.t, line[4:], nil), 0)
					p = reflected(p, x, x+1i)
				case isLine:
					y := func(x float64) complex128 {
						return complex(x, evalFormula(s.t, line[4:], map[string]float64{"x": x}))
					}
					p = reflected(p, y(0), y(1))
				case strings.Contains(step, "translate"):
					p += s.pointsOf(step, "?")[0]
				default:
					c, turn := s.pointsOf(step, "?")[0], onRay(90)
					if strings.Contains(step, " clockwise") {
						turn = onRay(-90)
					}
					p = c + (p-c)*turn
				}
			}
			if !nearly(real(p), s.got[0], 1e-9) || !nearly(imag(p), s.got[1], 1e-9) {
				return fmt.Sprint("expected ", p)
			}
			return ""
		}},
		"conic-identification": {[]string{`conic (?P<f>.+) = 0, where m = (?P<m>-?\d+)`, `Let m = (?P<m>-?\d+)\. .* described by (?P<f>.+) = 0, where does`}, func(s readItem) string {
			m := s.num("m")
			f := func(x, y float64) float64 {
				return evalFormula(s.t, s.text["f"], map[string]float64{"x": x, "y": y, "m": m})
			}
			e2, h, k := s.got[0], s.got[1], s.got[2]
			gx, gy := slopeAt(func(x float64) float64 { return f(x, k) }, h), slopeAt(func(y float64) float64 { return f(h, y) }, k)
			o := f(0, 0)
			a, c := (f(1, 0)+f(-1, 0)-2*o)/2, (f(0, 1)+f(0, -1)-2*o)/2
			b := (f(1, 1) - f(1, -1) - f(-1, 1) + f(-1, -1)) / 4
			eigen := jacobiEigenvalues([][]float64{{a, b / 2}, {b / 2, c}})
			kind := map[bool]string{true: "ellipse", false: "hyperbola"}[eigen[0]*eigen[1] > 0]
			if stdmath.Abs(eigen[0]*eigen[1]) < 1e-7 { // the gradient at the vertex lies along the axis
				kind = "parabola"
				if stdmath.Abs(f(h, k)) > 1e-7 || stdmath.Abs(a*gx+b/2*gy) > 1e-5 || stdmath.Abs(b/2*gx+c*gy) > 1e-5 || e2 != 1 {
					return "no vertex"
				}
			} else {
				// squared half axes −f(centre)/eigenvalue
				p, q := -f(h, k)/eigen[0], -f(h, k)/eigen[1]
				want := 1 - min(p, q)/max(p, q)
				if stdmath.Abs(gx)+stdmath.Abs(gy) > 1e-5 || !nearly(e2, want, 1e-7) || kind == "ellipse" && p < 0 {
					return fmt.Sprintf("gradient (%g, %g), e² = %g", gx, gy, want)
				}
			}
			return map[bool]string{true: "it is a " + kind}[kind != s.it.Answer.Fields["type"].Value]
		}},
		"parameter-consistency": {[]string{`has the system (?P<system>.+) \(with c`, `Discuss the linear system (?P<system>.+): find`}, func(s readItem) string {
			c := s.num("c")
			var none, many []float64
			for k := -9.0; k <= 9; k++ {
				var left, whole [][]float64
				for equation := range strings.SplitSeq(s.text["system"], "; ") {
					l, r, _ := strings.Cut(equation, " = ")
					at := func(x, y, z float64) float64 {
						return evalFormula(s.t, l, map[string]float64{"x": x, "y": y, "z": z, "k": k})
					}
					row := []float64{at(1, 0, 0), at(0, 1, 0)}
					if strings.Contains(s.text["system"], "z") {
						row = append(row, at(0, 0, 1))
					}
					left = append(left, row)
					whole = append(whole, append(slices.Clone(row), evalFormula(s.t, r, map[string]float64{"c": c, "k": k})))
				}
				rank, _ := gramRank(left)
				if all, _ := gramRank(whole); all > rank {
					none = append(none, k)
				} else if rank < len(left[0]) {
					many = append(many, k)
				}
			}
			sorted := func(name string) []float64 {
				v := leafValues(s.t, s.it.Answer.Fields[name])
				slices.Sort(v)
				return v
			}
			if !slices.Equal(none, sorted("none")) || !slices.Equal(many, sorted("many")) {
				return fmt.Sprint("expected none ", none, ", many ", many)
			}
			return ""
		}},
		"matrix-expression-entry": {[]string{`A is the matrix with the rows (?P<a>\[.+\]), B the one with the rows (?P<b>\[.+\]), and k = \d+\. Find the entry in row (?P<i>\d) and column (?P<j>\d) of the matrix (?P<m>[^.]+)\.`}, func(s readItem) string {
			matrix := func(text string) (out [][]float64) {
				for _, m := range bracketedRow.FindAllStringSubmatch(text, -1) {
					var row []float64
					for cell := range strings.SplitSeq(m[1], ", ") {
						row = append(row, evalFormula(s.t, cell, nil))
					}
					out = append(out, row)
				}
				return out
			}
			values := map[string][][]float64{"A": matrix(s.text["a"]), "B": matrix(s.text["b"])}
			total := 0.0
			for _, m := range regexp.MustCompile(`([+-] )?(k·|\d?)((?:[AB]ᵀ?)+)`).FindAllStringSubmatch(s.text["m"], -1) {
				row := make([]float64, len(values["A"])) // a row vector goes through the product
				row[int(s.num("i"))-1] = map[string]float64{"": 1, "+ ": 1, "- ": -1}[m[1]]
				for _, name := range regexp.MustCompile(`[AB]ᵀ?`).FindAllString(m[3], -1) {
					factor := values[name[:1]]
					if len(name) > 1 {
						factor = floatColumns(factor)
					}
					next := make([]float64, len(row))
					for j, column := range floatColumns(factor) {
						next[j] = floatDot(row, column)
					}
					row = next
				}
				coefficient := 1.0
				if m[2] == "k·" {
					coefficient = s.num("k")
				} else if m[2] != "" {
					coefficient = evalFormula(s.t, m[2], nil)
				}
				total += coefficient * row[int(s.num("j"))-1]
			}
			return s.expect(total, 1e-9)
		}},
	})
}
