package math

import (
	stdmath "math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

func TestVariancesFromLoads(t *testing.T) {
	nearNumber(t, "variance-of-a-dependent-sum", 1e-6, func(t *testing.T, it task.Item) float64 {
		weights := func(text string) [3]float64 {
			var w [3]float64
			for _, m := range regexp.MustCompile(`(-? ?)(\d*)([XYZ])`).FindAllStringSubmatch(text, -1) {
				v := 1.0
				if m[2] != "" {
					v, _ = strconv.ParseFloat(m[2], 64)
				}
				if strings.HasPrefix(m[1], "-") {
					v = -v
				}
				w[m[3][0]-'X'] = v
			}
			return w
		}
		var cov [3][3]float64
		head, asked := it.Question, ""
		for _, m := range regexp.MustCompile(`(Var|Cov)\(([^)]*)\)( =)?`).FindAllStringSubmatch(it.Question, -1) {
			if m[3] == "" {
				asked = m[0]
			}
		}
		if s := foundIn(head, `X has the standard deviation (\d+)`); s > 0 {
			u, rho := foundIn(head, `Y has the standard deviation (\d+)`), foundIn(head, `Y is (-?[\d/]+)`)
			cov[0][0], cov[1][1], cov[0][1], cov[1][0] = s*s, u*u, rho*s*u, rho*s*u
		}
		for _, m := range regexp.MustCompile(`(?:Var|Cov)\(([^)]*)\) = (-?\d+)`).FindAllStringSubmatch(head, -1) {
			v, _ := strconv.ParseFloat(m[2], 64)
			a, b, two := strings.Cut(m[1], ", ")
			switch {
			case two:
				i, j := a[0]-'X', b[0]-'X'
				cov[i][j], cov[j][i] = v, v
			case len(m[1]) == 1:
				cov[a[0]-'X'][a[0]-'X'] = v
			default: // the variance of a sum of two: by polarisation
				w := weights(m[1])
				var at []int
				for i, x := range w {
					if x != 0 {
						at = append(at, i)
					}
				}
				i, j := at[0], at[1]
				cov[i][j] = (v - w[i]*w[i]*cov[i][i] - w[j]*w[j]*cov[j][j]) / (2 * w[i] * w[j])
				cov[j][i] = cov[i][j]
			}
		}
		left, right, two := strings.Cut(strings.Trim(asked[3:], "()"), ", ")
		if !two {
			right = left
		}
		a, b, sum := weights(left), weights(right), 0.0
		for i := range a {
			for j := range b {
				sum += a[i] * b[j] * cov[i][j]
			}
		}
		return sum
	})
}

func TestDensitiesByQuadrature(t *testing.T) {
	nearList(t, "density-normalisation-and-moments", 1e-6, func(t *testing.T, it task.Item) []float64 {
		pieces := regexp.MustCompile(`c·\(([^)]*)\) for (\d+) ≤ x (?:<|≤) (\d+)`).FindAllStringSubmatch(it.Question, -1)
		integral := func(power, above float64) float64 {
			sum := 0.0
			for _, p := range pieces {
				f := readPolynomial(t, p[1])
				from, _ := strconv.ParseFloat(p[2], 64)
				to, _ := strconv.ParseFloat(p[3], 64)
				for _, x := range []float64{from, (from + to) / 2, to} {
					if f(x) < 0 {
						t.Errorf("%s: the density is negative at %g", it.ID, x)
					}
				}
				if from = max(from, above); from < to {
					// Three points of Gauss are exact up to degree 5.
					middle, half := (from+to)/2, (to-from)/2
					for k, weight := range []float64{5.0 / 9, 8.0 / 9, 5.0 / 9} {
						x := middle + float64(k-1)*stdmath.Sqrt(0.6)*half
						sum += weight * half * f(x) * stdmath.Pow(x, power)
					}
				}
			}
			return sum
		}
		c := 1 / integral(0, 0)
		mean := c * integral(1, 0)
		switch it.Difficulty {
		case 4:
			return []float64{c, c*integral(2, 0) - mean*mean}
		case 5:
			s := foundIn(it.Question, `X > (\d+)`)
			return []float64{c, integral(1, s) / integral(0, s)}
		}
		return []float64{c, mean}
	})
}

func TestInformationByLogarithms(t *testing.T) {
	ratio := func(s string) float64 {
		v, _ := new(big.Rat).SetString(s)
		x, _ := v.Float64()
		return x
	}
	entropy := func(p ...float64) float64 {
		sum := 0.0
		for _, x := range p {
			if x > 0 {
				sum -= x * stdmath.Log2(x)
			}
		}
		return sum
	}
	nearNumber(t, "entropy-and-mutual-information", 1e-9, func(t *testing.T, it task.Item) float64 {
		var p, q []float64
		head, tail, _ := strings.Cut(it.Question, "namely")
		for k, text := range []string{head, tail} {
			for _, m := range regexp.MustCompile(`\b[A-Z] (1/\d+)`).FindAllStringSubmatch(text, -1) {
				if k == 0 {
					p = append(p, ratio(m[1]))
				} else {
					q = append(q, ratio(m[1]))
				}
			}
		}
		var rows [][]float64
		for _, m := range regexp.MustCompile(`after [A-Z]: ((?:1/\d+(?:, )?)+)`).FindAllStringSubmatch(it.Question, -1) {
			var row []float64
			for s := range strings.SplitSeq(strings.TrimSuffix(m[1], ", "), ", ") {
				row = append(row, ratio(s))
			}
			rows = append(rows, row)
		}
		lost := foundIn(it.Question, `lost with probability (\d/\d)`)
		switch it.Difficulty {
		case 1:
			return entropy(p...)
		case 2:
			sum := -entropy(p...)
			for i := range p {
				sum -= p[i] * stdmath.Log2(q[i])
			}
			return sum
		case 3:
			var joint []float64
			for i, row := range rows {
				for _, x := range row {
					joint = append(joint, p[i]*x)
				}
			}
			return entropy(joint...)
		case 4:
			for i := range p {
				row := make([]float64, len(p))
				row[i] = 1
				rows = append(rows, row)
			}
		default:
			p = []float64{0.25, 0.25, 0.25, 0.25}
		}
		var joint []float64
		out := make([]float64, len(p)+1)
		for i, row := range rows {
			for j, x := range append(row, 0) {
				x *= 1 - lost
				if j == len(p) {
					x = lost
				}
				joint, out[j] = append(joint, p[i]*x), out[j]+p[i]*x
			}
		}
		return entropy(p...) + entropy(out...) - entropy(joint...)
	})
}
