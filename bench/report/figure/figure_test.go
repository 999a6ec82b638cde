package figure_test

import (
	"math"
	"strings"
	"testing"

	"segue/bench/report/figure"
	"segue/switching"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// TestAxisHoldsItsValues draws axes of any values: a few round ticks about all of them.
func TestAxisHoldsItsValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Float64Range(-1e6, 1e6)).Draw(t, "values")
		a := figure.AxisOf(1, append(values, math.NaN(), math.Inf(1))...)
		for _, x := range values {
			if slack := 1e-9 * a.Step; x < a.From-slack || x > a.To+slack {
				t.Fatalf("%g is outside of %+v", x, a)
			}
		}
		if n := (a.To - a.From) / a.Step; !(n >= 1 && n <= 8) {
			t.Fatalf("%g steps in %+v", n, a)
		}
	})
}

func TestAxisIsRound(t *testing.T) {
	for _, c := range []struct {
		values         []float64
		from, to, step float64
	}{
		{[]float64{0, 100}, 0, 100, 20},
		{[]float64{0.31, 0.58}, 0.3, 0.6, 0.1},
		{[]float64{-0.013, 0.041}, -0.02, 0.06, 0.02},
		{nil, 0, 1, 0.2},
	} {
		a := figure.AxisOf(1, c.values...)
		if math.Abs(a.From-c.from)+math.Abs(a.To-c.to)+math.Abs(a.Step-c.step) > 1e-9 {
			t.Errorf("axis of %v is %+v", c.values, a)
		}
	}
}

// wellFormed says what is wrong with markup that should be the given elements alone.
func wellFormed(t *testing.T, markup string, allowed ...string) map[string]int {
	t.Helper()
	root, err := html.Parse(strings.NewReader(markup))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			count[n.Data]++
		}
	}
	for name := range count {
		if !strings.Contains(" html head body "+strings.Join(allowed, " ")+" ", " "+name+" ") {
			t.Errorf("a <%s> element in %s", name, markup)
		}
	}
	for _, bad := range []string{"NaN", "Inf"} {
		if strings.Contains(markup, bad) {
			t.Errorf("%q in %s", bad, markup)
		}
	}
	return count
}

const evil = `"><script>alert(1)</script>`

func TestIntervals(t *testing.T) {
	nan := math.NaN()
	axis := figure.AxisOf(100, -0.1, 0.3)
	got := string(figure.Intervals(evil, axis, []figure.Row{
		{Label: evil, Value: evil, Marks: []figure.Mark{{Class: evil, Title: evil, At: 0.1, Lo: 0, Hi: 0.2}}},
		{Label: "none", Marks: []figure.Mark{{Class: "none", At: nan, Lo: nan, Hi: nan}, {Class: "single", At: 5, Lo: -5, Hi: math.Inf(1)}}},
		{},
	}))
	count := wellFormed(t, got, "svg", "line", "text", "circle", "title")
	if count["circle"] != 1 || strings.Count(got, `class="zero"`) != 1 {
		t.Errorf("%d marks and %d lines at 0 in %s", count["circle"], strings.Count(got, `class="zero"`), got)
	}
}

func TestIntervalsAreAtTheirPlaces(t *testing.T) {
	got := string(figure.Intervals("", figure.Axis{To: 1, Step: 0.5, Scale: 100}, []figure.Row{{Marks: []figure.Mark{{Class: "single", At: 0.5, Lo: 0, Hi: 1}}}}))
	if !strings.Contains(got, `x1="230.0" x2="750.0" y1="13.0" y2="13.0"`) || !strings.Contains(got, `cx="490.0"`) {
		t.Error(got)
	}
}

func TestCurves(t *testing.T) {
	nan := math.NaN()
	got := string(figure.Curves(evil, evil, 100, []figure.Line{
		{Name: evil, Points: []figure.Point{{0, 0.1, 0.1, 0.1}, {1, 0.2, 0.1, 0.3}, {2, nan, 0, 0}, {3, 1e300, 0, 1e300}}},
		{Name: "flat", Colour: 1, Points: []figure.Point{{0, 0.1, 0.1, 0.1}, {1, 0.1, 0.1, 0.1}}},
		{Name: "one", Colour: 2, Points: []figure.Point{{1, 0.2, 0.2, 0.2}}},
		{Name: "none", Colour: 3},
	}))
	count := wellFormed(t, got, "svg", "line", "text", "circle", "title", "polyline", "polygon")
	if count["polygon"] != 1 || count["circle"] != 1 || count["polyline"] != 3 {
		t.Errorf("elements %v in %s", count, got)
	}
	wellFormed(t, string(figure.Curves("", "", 1, nil)), "svg", "line", "text")
}

func TestHeatMap(t *testing.T) {
	got := string(figure.HeatMap(map[string]switching.Cell{
		switching.Key("math", "logic"): {SkE: 2, Lo: 1.5, Hi: 2.5, Acc: 0.3, Base: 0.7, N: 20},
		switching.Key("logic", "math"): {SkE: 1.2, N: 1, Weak: evil},
		switching.Key(evil, "math"):    {SkE: 1.2, N: 1},
	}))
	wellFormed(t, got, "div", "table", "thead", "tbody", "tr", "th", "td")
	for _, want := range []string{"--s:67%", "95 %: 1.50 to 2.50; accuracy 0.30 chained, 0.70 alone; 20 trials", `class="weak"`} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q: %s", want, got)
		}
	}
}
