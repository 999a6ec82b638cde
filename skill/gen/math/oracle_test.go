package math

import (
	stdmath "math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// The tests of this file hold each solver against a second method.

const tries = 60

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// each makes some items of a skill at every difficulty.
func each(t *testing.T, id string, test func(t *testing.T, it task.Item)) {
	t.Helper()
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range uint64(20) {
			it, err := gen.New(id, d, i)
			if err != nil {
				t.Fatal(err)
			}
			test(t, it)
		}
	}
}

func integerItems(t *testing.T, a task.Answer) []int {
	t.Helper()
	var out []int
	for _, it := range a.Items {
		n, err := strconv.Atoi(it.Value)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

func slotValue(it task.Item, name string) (int, bool) {
	for _, s := range it.Slots {
		if s.Name == name {
			n, err := strconv.Atoi(s.Value)
			return n, err == nil
		}
	}
	return 0, false
}

func TestContinuedFractionGivesTheFractionBack(t *testing.T) {
	each(t, "math/continued-fraction-expansion", func(t *testing.T, it task.Item) {
		quotients := integerItems(t, it.Answer)
		value := ratOf(quotients[len(quotients)-1], 1)
		for _, a := range slices.Backward(quotients[:len(quotients)-1]) {
			value.Add(value.Inv(value), ratOf(a, 1))
		}
		p, ok1 := slotValue(it, "p")
		q, ok2 := slotValue(it, "q")
		if !ok1 || !ok2 || value.Cmp(ratOf(p, q)) != 0 || quotients[len(quotients)-1] < 2 {
			t.Errorf("%s: %v gives %s", it.ID, quotients, value)
		}
	})
}

func TestSieveFindsTheLeastSolution(t *testing.T) {
	for _, moduli := range [][]int{{5, 7}, {12, 15, 20}, {16, 24, 9}, {44, 40, 29}} {
		for hidden := range 200 {
			x, _ := sieve(hidden, moduli)
			want := 0
			for slices.ContainsFunc(moduli, func(m int) bool { return want%m != hidden%m }) {
				want++
			}
			if x != want {
				t.Errorf("moduli %v, hidden %d: %d, not %d", moduli, hidden, x, want)
			}
		}
	}
}

func TestSurdRootsSolveTheEquation(t *testing.T) {
	for _, c := range []struct {
		a, b, c     int
		plus, minus string
	}{
		{1, 0, -8, `2\sqrt{2}`, `-2\sqrt{2}`},
		{3, -44, 72, `\frac{22}{3}+\frac{2\sqrt{67}}{3}`, `\frac{22}{3}-\frac{2\sqrt{67}}{3}`},
		{1, -2, -1, `1+\sqrt{2}`, `1-\sqrt{2}`},
		{4, 4, -1, `-\frac{1}{2}+\frac{\sqrt{2}}{2}`, `-\frac{1}{2}-\frac{\sqrt{2}}{2}`},
	} {
		if plus, minus := surdRoots(c.a, c.b, c.c); plus != c.plus || minus != c.minus {
			t.Errorf("%d %d %d: %s, %s", c.a, c.b, c.c, plus, minus)
		}
	}
	// The equations of difficulty 5 in their own form.
	r := source(1)
	for range tries {
		f := drawFractionSum(r)
		a, b, c := f.quadratic()
		root := stdmath.Sqrt(float64(b*b - 4*a*c))
		for _, x := range []float64{(float64(-b) + root) / float64(2*a), (float64(-b) - root) / float64(2*a)} {
			if got := float64(f.top1)/(x-float64(f.u)) + float64(f.top2)/(x-float64(f.v)); stdmath.Abs(got-float64(f.sum)) > 1e-6 {
				t.Errorf("%v: x = %g gives %g", f, x, got)
			}
		}
	}
}

func TestSignChartAgreesWithSampledValues(t *testing.T) {
	r := source(2)
	for range 10 * tries {
		n := gen.Between(r, 2, 5)
		factors := make([]factor, n)
		for i, root := range gen.Sample(r, span(-6, 6), n) {
			factors[i] = factor{root, gen.Pick(r, []int{-3, -2, -1, 1, 2, 3})}
		}
		relation := gen.Pick(r, []string{"> 0", "< 0", "≥ 0", "≤ 0"})
		lead := gen.Pick(r, []int{-2, 3})
		solution, _ := signChart(lead, factors, relation)
		for x := -7.0; x <= 7; x += 0.5 {
			value := float64(lead)
			defined := true
			for _, f := range factors {
				value *= stdmath.Pow(x-float64(f.root), float64(f.power))
				defined = defined && !(f.power < 0 && x == float64(f.root))
			}
			want := defined && map[string]bool{"> 0": value > 0, "< 0": value < 0, "≥ 0": value >= 0, "≤ 0": value <= 0}[relation]
			if got := contains(t, solution, x); got != want {
				t.Fatalf("%s %s is solved by %s, but at x = %g the value is %g", quotientText(lead, factors), relation, solution, x, value)
			}
		}
	}
}

// contains evaluates the union of intervals that signChart writes.
func contains(t *testing.T, union string, x float64) bool {
	t.Helper()
	for part := range strings.SplitSeq(union, `\cup`) {
		if part == "" {
			continue
		}
		if single, ok := strings.CutPrefix(part, `\{`); ok {
			if v, _ := strconv.ParseFloat(strings.TrimSuffix(single, `\}`), 64); v == x {
				return true
			}
			continue
		}
		lo, hi, _ := strings.Cut(part[1:len(part)-1], ",")
		read := strings.NewReplacer(`\infty`, "Inf")
		from, err1 := strconv.ParseFloat(read.Replace(lo), 64)
		to, err2 := strconv.ParseFloat(read.Replace(hi), 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%q is no interval", part)
		}
		if x > from && x < to || x == from && part[0] == '[' || x == to && part[len(part)-1] == ']' {
			return true
		}
	}
	return false
}

func TestCountPathsAgreesWithWalking(t *testing.T) {
	r := source(3)
	for range tries {
		w, h := gen.Between(r, 2, 5), gen.Between(r, 2, 5)
		path := randomPath(r, w, h)
		if len(path) != w+h+1 || path[len(path)-1] != (point{w, h}) {
			t.Fatalf("%v is no path to (%d, %d)", path, w, h)
		}
		visit := []point{path[r.IntN(len(path))]}
		blocked := []point{{gen.Between(r, 0, w), gen.Between(r, 1, h)}, {gen.Between(r, 1, w), gen.Between(r, 0, h)}}
		blocked = slices.DeleteFunc(blocked, func(p point) bool { return p == point{w, h} })
		var walk func(p point, visited bool) int
		walk = func(p point, visited bool) int {
			if p.x > w || p.y > h || slices.Contains(blocked, p) {
				return 0
			}
			visited = visited || p == visit[0]
			if p == (point{w, h}) {
				return map[bool]int{true: 1}[visited]
			}
			return walk(point{p.x + 1, p.y}, visited) + walk(point{p.x, p.y + 1}, visited)
		}
		if got, want := countPaths(w, h, blocked, visit)[w][h], walk(point{}, false); got != want {
			t.Errorf("%d×%d without %v through %v: %d, not %d", w, h, blocked, visit, got, want)
		}
	}
}

func TestPosteriorsAgreeWithFloatsAndSumToOne(t *testing.T) {
	sources := []hypothesis{{1, 3, 10}, {2, 5, 10}, {3, 9, 10}}
	seen := observation{hits: 2, misses: 1}
	var weights, sum float64
	exact := posteriors(sources, seen)
	total := new(big.Rat)
	for i, s := range sources {
		p := float64(s.hits) / float64(s.total)
		w := float64(s.weight) * p * p * (1 - p)
		if i == 0 {
			weights = w
		}
		sum += w
		total.Add(total, exact[i])
	}
	if got, _ := exact[0].Float64(); stdmath.Abs(got-weights/sum) > 1e-12 || total.Cmp(ratOf(1, 1)) != 0 {
		t.Errorf("posterior %g, not %g; sum %s", got, weights/sum, total)
	}
	// Predictive by a further draw: joint of one more hit over joint.
	further := new(big.Rat)
	base := new(big.Rat)
	for i := range sources {
		further.Add(further, joint(sources, observation{3, 1})[i])
		base.Add(base, joint(sources, seen)[i])
	}
	if want := further.Quo(further, base); predictive(sources, exact).Cmp(want) != 0 {
		t.Errorf("predictive %s, not %s", predictive(sources, exact), want)
	}
}

func TestInverseTimesMatrixIsIdentity(t *testing.T) {
	r := source(4)
	for range tries {
		n, det := gen.Between(r, 2, 4), gen.Between(r, 1, 5)
		m := regularMatrix(r, n, det, 4)
		inverse, determinant := invert(m)
		if new(big.Rat).Abs(determinant).Cmp(ratOf(det, 1)) != 0 {
			t.Errorf("%v has determinant %s, not ±%d", m, determinant, det)
		}
		for i := range n {
			for j := range n {
				sum := new(big.Rat)
				for k := range n {
					sum.Add(sum, new(big.Rat).Mul(inverse[i][k], ratOf(m[k][j], 1)))
				}
				if sum.Cmp(ratOf(map[bool]int{true: 1}[i == j], 1)) != 0 {
					t.Fatalf("inverse of %v: entry %d, %d of the product is %s", m, i, j, sum)
				}
			}
		}
	}
}
