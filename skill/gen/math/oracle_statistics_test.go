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

	"segue/skill/gen"
	"segue/task"
)

// nearList compares the numbers of a list answer with numbers found another way.
func nearList(t *testing.T, slug string, tolerance float64, solve func(t *testing.T, it task.Item) []float64) {
	t.Helper()
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range uint64(100) {
			it, err := gen.New("math/"+slug, d, i)
			if err != nil {
				t.Fatal(err)
			}
			items := it.Answer.Items
			if it.Answer.Kind != task.KindList {
				items = []task.Answer{it.Answer}
			}
			want := solve(t, it)
			for k, a := range items {
				v, _ := new(big.Rat).SetString(a.Value)
				if got, _ := v.Float64(); len(want) != len(items) || !(stdmath.Abs(got-want[k]) <= tolerance*max(1, stdmath.Abs(got))) {
					t.Fatalf("%s: %s, but the second method gives %v:\n%s", it.ID, it.Answer.Text(), want, it.Question)
				}
			}
		}
	}
}

func TestSamplesAgreeWithListing(t *testing.T) {
	r := source(31)
	for range 60 {
		n, width, base := gen.Between(r, 4, 5), gen.Between(r, 1, 6), gen.Between(r, 3, 9)
		x := make([]int, n)
		for i := range x {
			x[i] = base + r.IntN(width+1)
		}
		x[0], x[n-1] = base, base+width
		slices.Sort(x)
		known := map[int]int{n / 2: x[n/2]}
		var want []string
		var grow func(v []int)
		grow = func(v []int) {
			if len(v) == n {
				if sumOf(v) == sumOf(x) && v[n-1]-v[0] == width && v[n/2] == x[n/2] {
					want = append(want, fmt.Sprint(v))
				}
				return
			}
			low := -9
			if len(v) > 0 {
				low = v[len(v)-1]
			}
			for w := low; w <= 24 && (len(v) == 0 || w <= v[0]+width); w++ {
				grow(append(slices.Clone(v), w))
			}
		}
		grow(nil)
		var got []string
		for _, v := range ascendingSamples(n, sumOf(x), width, known) {
			got = append(got, fmt.Sprint(v))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v, not %v", x, got, want)
		}
	}
}

func TestQuartilesByDefinition(t *testing.T) {
	nearList(t, "quartiles-and-outlier-count", 1e-9, func(t *testing.T, it task.Item) []float64 {
		var x []float64
		if m := regexp.MustCompile(`(\d+) \((\d+)\)`).FindAllStringSubmatch(it.Question, -1); m != nil {
			for _, g := range m {
				v, _ := strconv.ParseFloat(g[1], 64)
				times, _ := strconv.Atoi(g[2])
				x = append(x, slices.Repeat([]float64{v}, times)...)
			}
		} else {
			text := regexp.MustCompile(`(?:-?\d+, )+-?\d+ and -?\d+`).FindString(it.Question)
			for _, s := range regexp.MustCompile(`-?\d+`).FindAllString(text, -1) {
				v, _ := strconv.ParseFloat(s, 64)
				x = append(x, v)
			}
		}
		slices.Sort(x)
		n := len(x)
		// at is the value at a place from 1, between neighbours their weighted mean.
		at := func(place float64) float64 {
			below := int(stdmath.Floor(place))
			share := place - float64(below)
			if share == 0 {
				return x[below-1]
			}
			return x[below-1]*(1-share) + x[below]*share
		}
		var low, high float64
		switch half := float64(n / 2); {
		case strings.Contains(it.Question, "neither half"):
			low, high = at((half+1)/2), at(float64(n)+1-(half+1)/2)
		case strings.Contains(it.Question, "both halves"):
			half = float64((n + 1) / 2)
			low, high = at((half+1)/2), at(float64(n)+1-(half+1)/2)
		default:
			low, high = at(1+float64(n-1)/4), at(1+3*float64(n-1)/4)
		}
		out := 0.0
		for _, v := range x {
			if v < low-1.5*(high-low) || v > high+1.5*(high-low) {
				out++
			}
		}
		return []float64{low, high, out}
	})
}

func TestDeviationsInTwoPasses(t *testing.T) {
	nearList(t, "sample-standard-deviation", 0.001, func(t *testing.T, it task.Item) []float64 {
		q := it.Question
		var x []float64
		add := func(v float64, times int) { x = append(x, slices.Repeat([]float64{v}, times)...) }
		// spread adds data with a mean and a sample variance.
		spread := func(n int, mean, variance float64) {
			off := stdmath.Sqrt(variance * float64(n-1) / 2)
			add(mean, n-2)
			x = append(x, mean-off, mean+off)
		}
		switch it.Difficulty {
		case 1, 2:
			for _, v := range numbersIn(regexp.MustCompile(`values (.*?)\.`).FindStringSubmatch(q)[1]) {
				add(float64(v), 1)
			}
		case 3:
			for _, m := range regexp.MustCompile(`(\d+) \((\d+) times?\)`).FindAllStringSubmatch(q, -1) {
				v, _ := strconv.ParseFloat(m[1], 64)
				n, _ := strconv.Atoi(m[2])
				add(v, n)
			}
		case 4:
			spread(int(found(q, `has (\d+) values`)), found(q, `with mean (\d+)`), found(q, `variance ([\d.]+),`))
			spread(int(found(q, `second (\d+) values`)), found(q, `second \d+ values with mean (\d+)`), found(q, `second .*variance (\d+\.\d)`))
		default:
			n, mean, variance := found(q, `For (\d+) values`), found(q, `mean of (\d+)`), found(q, `variance of (\d+)`)
			wrong, right := found(q, `read as (\d+)`), found(q, `really is (\d+)`)
			// The others have a mean and a variance of their own.
			rest := (n*mean - wrong) / (n - 1)
			inner := (n-1)*variance - (wrong-mean)*(wrong-mean) - (n-1)*(rest-mean)*(rest-mean)
			spread(int(n)-1, rest, inner/(n-2))
			add(right, 1)
		}
		mean, sum := 0.0, 0.0
		for _, v := range x {
			mean += v / float64(len(x))
		}
		for _, v := range x {
			sum += (v - mean) * (v - mean)
		}
		return []float64{stdmath.Sqrt(sum / float64(len(x)-1))}
	})
}

func TestLinesByNormalEquations(t *testing.T) {
	nearList(t, "least-squares-line", 1e-6, func(t *testing.T, it task.Item) []float64 {
		q := it.Question
		var x, y []float64
		for _, m := range regexp.MustCompile(`\((\d+), (-?\d+)\)`).FindAllStringSubmatch(q, -1) {
			a, _ := strconv.ParseFloat(m[1], 64)
			b, _ := strconv.ParseFloat(m[2], 64)
			x, y = append(x, a), append(y, b)
		}
		last := regexp.MustCompile(`x = (\d+)(?:,| and)? y = (-?\d+)|y = (-?\d+) at x = (\d+)`).FindStringSubmatch(q)
		if last[1] == "" {
			last[1], last[2] = last[4], last[3]
		}
		a, _ := strconv.ParseFloat(last[1], 64)
		b, _ := strconv.ParseFloat(last[2], 64)
		x, y = append(x, a), append(y, b)
		n, sx, sy, sxx, sxy := float64(len(x)), 0.0, 0.0, 0.0, 0.0
		for i := range x {
			sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
		}
		det := n*sxx - sx*sx // Cramer's rule for the normal equations
		m, c := (n*sxy-sx*sy)/det, (sxx*sy-sx*sxy)/det
		residual, about := 0.0, 0.0
		for i := range x {
			residual += (y[i] - m*x[i] - c) * (y[i] - m*x[i] - c)
			about += (y[i] - sy/n) * (y[i] - sy/n)
		}
		switch it.Difficulty {
		case 3:
			return []float64{m, c, m*found(q, `predicts at x = (\d+)`) + c}
		case 4:
			return []float64{m, c, residual}
		case 5:
			return []float64{m, c, 1 - residual/about}
		}
		return []float64{m, c}
	})
}

func TestChiSquareByExpectedShares(t *testing.T) {
	nearList(t, "chi-square-statistic", 0.001, func(t *testing.T, it task.Item) []float64 {
		var rows [][]int
		for _, m := range regexp.MustCompile(`[A-Z][a-z]+ [A-Z][a-z]+: ((?:\d+, )+\d+)`).FindAllStringSubmatch(it.Question, -1) {
			rows = append(rows, numbersIn(m[1]))
		}
		all := float64(sumOf(slices.Concat(rows...)))
		share := make([]float64, len(rows[0]))
		if m := regexp.MustCompile(`\d+(?: : \d+)+`).FindString(it.Question); m != "" {
			ratio := numbersIn(m)
			for j, w := range ratio {
				share[j] = float64(w) / float64(sumOf(ratio))
			}
		} else {
			for j := range share {
				for _, row := range rows {
					share[j] += float64(row[j]) / all
				}
			}
		}
		// Σ o²/e − n is the same sum.
		sum := -all
		for _, row := range rows {
			for j, o := range row {
				sum += float64(o*o) / (share[j] * float64(sumOf(row)))
			}
		}
		df := float64((len(rows) - 1) * (len(share) - 1))
		if len(rows) == 1 {
			df = float64(len(share) - 1)
		}
		return []float64{sum, df}
	})
}

func TestNormalTableByErf(t *testing.T) {
	phi := func(z float64) float64 { return 0.5 * (1 + stdmath.Erf(z/stdmath.Sqrt2)) }
	near(t, "z-score-from-a-printed-table", 0.02, func(t *testing.T, it task.Item) float64 {
		q := it.Question
		mean, sigma := found(q, `mean (\d+)`), found(q, `standard deviation (\d+)`)
		if n := found(q, `mean of (\d+) independent`); n > 0 {
			sigma /= stdmath.Sqrt(n)
		}
		value, _ := strconv.ParseFloat(it.Answer.Value, 64)
		off := 0.0
		switch number := `(\d+\.?\d*?)\.?`; it.Difficulty {
		case 1:
			off = value - phi((found(q, `at most `+number+`(?:,|\?| From| Use)`)-mean)/sigma)
		case 2:
			off = value - 1 + phi((found(q, `greater than `+number+`(?:,|\?| From| Use)`)-mean)/sigma)
		case 3, 5:
			off = value - phi((found(q, `between [\d.]+ and `+number+`(?:,|\?| From| Use)`)-mean)/sigma) + phi((found(q, `between ([\d.]+) and`)-mean)/sigma)
		default:
			share := found(q, `([\d.]+) %`) / 100
			off = (1 - phi((value-mean)/sigma)) - share
			if strings.Contains(q, "below which") {
				off = phi((value-mean)/sigma) - share
			}
		}
		if stdmath.Abs(off) > 2e-4 {
			t.Errorf("%s: off by %g:\n%s", it.ID, off, q)
		}
		return value
	})
}

func TestVariancesFromLoads(t *testing.T) {
	near(t, "variance-of-a-dependent-sum", 1e-6, func(t *testing.T, it task.Item) float64 {
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
		if s := found(head, `X has the standard deviation (\d+)`); s > 0 {
			u, rho := found(head, `Y has the standard deviation (\d+)`), found(head, `Y is (-?[\d/]+)`)
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
			s := found(it.Question, `X > (\d+)`)
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
	near(t, "entropy-and-mutual-information", 1e-9, func(t *testing.T, it task.Item) float64 {
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
		lost := found(it.Question, `lost with probability (\d/\d)`)
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
