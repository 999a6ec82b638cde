package math

import (
	stdmath "math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

func TestIntegralsAgreeWithQuadrature(t *testing.T) {
	r := source(5)
	for range tries {
		for times := 1; times <= 4; times++ {
			for _, make := range []func() integral{
				func() integral { return exponentialIntegral(r, times) },
				func() integral { return logarithmIntegral(r, times) },
				func() integral { return trigonometricIntegral(r, times) },
			} {
				in := make()
				to := stdmath.Pi
				if in.to != "π" {
					to, _ = strconv.ParseFloat(in.to, 64)
				}
				from, _ := strconv.ParseFloat(in.from, 64)
				got, scale := 0.0, 1.0
				for _, s := range in.value {
					c, _ := s.coefficient.Float64()
					term := c * basisValue(t, s.basis, to)
					got += term
					scale = max(scale, stdmath.Abs(term))
				}
				if want := simpson(integrandOf(t, in.integrand), from, to); stdmath.Abs(got-want) > 1e-7*scale {
					t.Errorf("∫ %s from %s to %s: %g, not %g", in.integrand, in.from, in.to, got, want)
				}
			}
		}
	}
}

// basisValue reads the three shapes of a basis: e^{n}, powers of ln(b), of π.
func basisValue(t *testing.T, basis string, to float64) float64 {
	t.Helper()
	power := 1.0
	if i := strings.LastIndex(basis, "^{"); i >= 0 {
		n, err := strconv.ParseFloat(strings.TrimSuffix(basis[i+2:], "}"), 64)
		if err != nil {
			t.Fatal(err)
		}
		power = n
	}
	switch {
	case basis == "":
		return 1
	case strings.HasPrefix(basis, "e"):
		return stdmath.Exp(power)
	case strings.Contains(basis, "ln"):
		return stdmath.Pow(stdmath.Log(to), power)
	}
	return stdmath.Pow(stdmath.Pi, power)
}

// integrandOf reads the integrand as it stands in the question.
func integrandOf(t *testing.T, text string) func(float64) float64 {
	t.Helper()
	head, tail, ok := strings.Cut(text, "·")
	if !ok {
		t.Fatalf("%q is no product", text)
	}
	p := readPolynomial(t, strings.Trim(head, "()"))
	if power, ok := strings.CutPrefix(tail, "(ln x)^"); ok {
		n, _ := strconv.ParseFloat(power, 64)
		return func(x float64) float64 { return p(x) * stdmath.Pow(stdmath.Log(x), n) }
	}
	open := strings.IndexByte(tail, '(')
	inner := readPolynomial(t, strings.Trim(tail[open:], "()"))
	outer := map[string]func(float64) float64{"e^": stdmath.Exp, "ln": stdmath.Log, "sin": stdmath.Sin, "cos": stdmath.Cos}[tail[:open]]
	if outer == nil {
		t.Fatalf("%q has no known function", text)
	}
	return func(x float64) float64 { return p(x) * outer(inner(x)) }
}

func readPolynomial(t *testing.T, text string) func(float64) float64 {
	t.Helper()
	coef := map[int]float64{}
	for term := range strings.FieldsSeq(strings.NewReplacer(" - ", " -", " + ", " ").Replace(text)) {
		head, power := term, 0
		if before, after, ok := strings.Cut(term, "x"); ok {
			head, power = before, 1
			if exponent, ok := strings.CutPrefix(after, "^"); ok {
				power, _ = strconv.Atoi(exponent)
			}
		}
		switch head {
		case "":
			head = "1"
		case "-":
			head = "-1"
		}
		c, err := strconv.ParseFloat(head, 64)
		if err != nil {
			t.Fatalf("%q of %q: %v", term, text, err)
		}
		coef[power] += c
	}
	return func(x float64) float64 {
		sum := 0.0
		for power, c := range coef {
			sum += c * stdmath.Pow(x, float64(power))
		}
		return sum
	}
}

func simpson(f func(float64) float64, a, b float64) float64 {
	const n = 2000
	h := (b - a) / n
	sum := f(a) + f(b)
	for i := 1; i < n; i++ {
		sum += float64(2+2*(i%2)) * f(a+float64(i)*h)
	}
	return sum * h / 3
}

func TestPickAgreesWithCounting(t *testing.T) {
	r := source(6)
	for range tries {
		n := gen.Between(r, 4, 9)
		polygon := starPolygon(r, n, 6)
		for i := range polygon {
			if !bentAt(polygon, i) {
				t.Errorf("%v: vertex %d lies straight between its neighbours", polygon, i)
			}
		}
		twiceArea, boundary := polygonMeasures(polygon)
		inside := 0
		for x := -20; x <= 20; x++ {
			for y := -20; y <= 20; y++ {
				if insidePolygon(polygon, point{x, y}) {
					inside++
				}
			}
		}
		if want := (twiceArea-boundary)/2 + 1; inside != want {
			t.Errorf("%v: %d interior points, not %d", polygon, inside, want)
		}
	}
}

// insidePolygon casts a ray; points of the boundary are not inside.
func insidePolygon(polygon []point, p point) bool {
	in := false
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		cross := (b.x-a.x)*(p.y-a.y) - (b.y-a.y)*(p.x-a.x)
		if cross == 0 && min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y) {
			return false
		}
		if (a.y > p.y) != (b.y > p.y) && (cross > 0) == (b.y > a.y) {
			in = !in
		}
	}
	return in
}

func TestWorkRatesBySimulation(t *testing.T) {
	each(t, "math/combined-work-rates", func(t *testing.T, it task.Item) {
		_, text, _ := strings.Cut(it.Reference, "rest takes ")
		var rest, total string
		rest, text, _ = strings.Cut(text, " hours, and the total is ")
		total, _, _ = strings.Cut(text, " hours.")
		if total != it.Answer.Value || strings.HasPrefix(rest, "-") || rest == "0" {
			t.Errorf("%s: the rest takes %s of %s", it.ID, rest, total)
		}
	})
	// By hand: A alone 12 h, after 3 h B (6 h) joins: 3/12 done, rest (3/4)/(1/4) = 3 h.
	got := finishTime([]int{12, 6}, []shift{{hours: 3, worker: 1}})
	if got.total.Cmp(ratOf(6, 1)) != 0 {
		t.Errorf("finish after %s hours, not 6", got.total)
	}
	// A (10 h) 1 h, both with B (15 h) 1 h more, then A leaves: 1/10 + 1/6 done, 11/15·15 = 11 h.
	got = finishTime([]int{10, 15}, []shift{{hours: 1, worker: 1}, {hours: 1, worker: 0, leaves: true}})
	if got.total.Cmp(ratOf(13, 1)) != 0 {
		t.Errorf("finish after %s hours, not 13", got.total)
	}
}

func TestChromaticPolynomialAgreesWithColouring(t *testing.T) {
	r := source(7)
	for range tries {
		n := gen.Between(r, 3, 6)
		edges := connectedGraph(r, n, n+1)
		p := chromatic(n, edges)
		for k := 1; k <= 4; k++ {
			want := colourings(n, edges, k, nil)
			if got := evaluate(p, int64(k)); got.Int64() != int64(want) {
				t.Errorf("%v with %d colours: %v, not %d", edges, k, got, want)
			}
		}
	}
}

func colourings(n int, edges []edge, k int, colours []int) int {
	if slices.ContainsFunc(edges, func(e edge) bool { return e.b < len(colours) && colours[e.a] == colours[e.b] }) {
		return 0
	}
	if len(colours) == n {
		return 1
	}
	count := 0
	for c := range k {
		count += colourings(n, edges, k, append(slices.Clone(colours), c))
	}
	return count
}
