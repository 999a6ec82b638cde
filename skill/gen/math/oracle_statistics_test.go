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
			for _, v := range digitRunsIn(regexp.MustCompile(`values (.*?)\.`).FindStringSubmatch(q)[1]) {
				add(float64(v), 1)
			}
		case 3:
			for _, m := range regexp.MustCompile(`(\d+) \((\d+) times?\)`).FindAllStringSubmatch(q, -1) {
				v, _ := strconv.ParseFloat(m[1], 64)
				n, _ := strconv.Atoi(m[2])
				add(v, n)
			}
		case 4:
			spread(int(foundIn(q, `has (\d+) values`)), foundIn(q, `with mean (\d+)`), foundIn(q, `variance ([\d.]+),`))
			spread(int(foundIn(q, `second (\d+) values`)), foundIn(q, `second \d+ values with mean (\d+)`), foundIn(q, `second .*variance (\d+\.\d)`))
		default:
			n, mean, variance := foundIn(q, `For (\d+) values`), foundIn(q, `mean of (\d+)`), foundIn(q, `variance of (\d+)`)
			wrong, right := foundIn(q, `read as (\d+)`), foundIn(q, `really is (\d+)`)
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
			return []float64{m, c, m*foundIn(q, `predicts at x = (\d+)`) + c}
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
			rows = append(rows, digitRunsIn(m[1]))
		}
		all := float64(sumOf(slices.Concat(rows...)))
		share := make([]float64, len(rows[0]))
		if m := regexp.MustCompile(`\d+(?: : \d+)+`).FindString(it.Question); m != "" {
			ratio := digitRunsIn(m)
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
	nearNumber(t, "z-score-from-a-printed-table", 0.02, func(t *testing.T, it task.Item) float64 {
		q := it.Question
		mean, sigma := foundIn(q, `mean (\d+)`), foundIn(q, `standard deviation (\d+)`)
		if n := foundIn(q, `mean of (\d+) independent`); n > 0 {
			sigma /= stdmath.Sqrt(n)
		}
		value, _ := strconv.ParseFloat(it.Answer.Value, 64)
		off := 0.0
		switch number := `(\d+\.?\d*?)\.?`; it.Difficulty {
		case 1:
			off = value - phi((foundIn(q, `at most `+number+`(?:,|\?| From| Use)`)-mean)/sigma)
		case 2:
			off = value - 1 + phi((foundIn(q, `greater than `+number+`(?:,|\?| From| Use)`)-mean)/sigma)
		case 3, 5:
			off = value - phi((foundIn(q, `between [\d.]+ and `+number+`(?:,|\?| From| Use)`)-mean)/sigma) + phi((foundIn(q, `between ([\d.]+) and`)-mean)/sigma)
		default:
			share := foundIn(q, `([\d.]+) %`) / 100
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
