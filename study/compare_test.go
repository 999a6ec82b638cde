package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The interval of a mean over independent tasks holds the truth about as often
// as it says.
func TestIntervalsCover(t *testing.T) {
	const studies, tasks, truth = 120, 60, 0.3
	held := 0
	for study := range studies {
		r := rand.New(rand.NewPCG(uint64(study), 1))
		c := make(column, tasks)
		for i := range c {
			if r.Float64() < truth {
				c[i] = 1
			}
		}
		if e := (grid{{c}}).estimate(uint64(study)); e.Lo <= truth && truth <= e.Hi {
			held++
		}
	}
	if share := float64(held) / studies; share < 0.88 {
		t.Errorf("%.2f of the intervals hold the truth, want about 0.95", share)
	}
}

// Runs that differ widen the interval beyond that of the tasks.
func TestRunsThatDifferWiden(t *testing.T) {
	alike, apart := grid{}, grid{}
	for start := range 3 {
		one, other := make(column, 50), make(column, 50)
		for i := range one {
			one[i] = float64(i % 2)
			other[i] = one[i]*0.2 + 0.3*float64(start)
		}
		alike, apart = append(alike, []column{one, one}), append(apart, []column{other, other})
	}
	a, b := alike.estimate(1), apart.estimate(1)
	if !(b.Hi-b.Lo > a.Hi-a.Lo) {
		t.Errorf("alike %+v, apart %+v", a, b)
	}
}

// An estimate's mean is the plain one, lies within its interval, and a grid
// minus itself is 0 with no interval.
func TestEstimateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		starts, seeds, tasks := rapid.IntRange(1, 3).Draw(t, "starts"), rapid.IntRange(1, 3).Draw(t, "seeds"), rapid.IntRange(1, 8).Draw(t, "tasks")
		var g grid
		sum := 0.0
		for range starts {
			var row []column
			for range seeds {
				c := column(rapid.SliceOfN(rapid.Float64Range(0, 1), tasks, tasks).Draw(t, "column"))
				for _, x := range c {
					sum += x
				}
				row = append(row, c)
			}
			g = append(g, row)
		}
		e := g.estimate(7)
		if want := sum / float64(starts*seeds*tasks); math.Abs(e.Mean-want) > 1e-9 || !(e.Lo <= e.Hi) || e.Lo < 0 || e.Hi > 1 {
			t.Fatalf("%+v, want the mean %v", e, want)
		}
		if d := g.minus(g).estimate(7); d != (Estimate{}) {
			t.Fatalf("minus itself: %+v", d)
		}
		if wins, runs := g.minus(g).above(); wins != 0 || runs != starts*seeds {
			t.Fatalf("%d of %d", wins, runs)
		}
	})
}

// Tasks that a metric does not ask are left out of its mean.
func TestLevelsAreApart(t *testing.T) {
	s := Score{Sets: map[string]SetScore{setCross: {EachSteps: []float64{1, 0.5, 0, 0.5}}}}
	level := []int{0, 0, 2, 1}
	for l, want := range []float64{0.75, 0.5, 0} {
		c := column(atLevel(l)(s, level))
		if got := (grid{{c}}).mean([]int{1, 1, 1, 1}, nil); got != want {
			t.Errorf("level %d: %v, want %v", l, got, want)
		}
	}
	if got := terciles([]float64{3, 1, 2, 1, 9, 4}); got[1] != 0 || got[3] != 0 || got[4] != 2 || got[0] != 1 {
		t.Errorf("terciles %v", got)
	}
}

// An arm leads by a metric only if it is ahead of every other, not only of those
// that are tabled against it.
func TestLeads(t *testing.T) {
	at := func(x float64) grids {
		c := make(column, 40)
		for i := range c {
			c[i] = x + 0.1*float64(i%2)
		}
		return grids{"steps": {{c}}}
	}
	unsure := at(0.5)
	for i := range unsure["steps"][0][0] {
		unsure["steps"][0][0][i] += 0.9*float64(i%4/2) - 0.44 // its mean is just below 0.56, its spread wide
	}
	arms := []ArmResult{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	for want, all := range map[string]map[string]grids{
		"a":  {"a": at(0.6), "b": at(0.5), "c": at(0.4)},
		"":   {"a": at(0.6), "b": at(0.6), "c": at(0.4)},
		"no": {"a": at(0.55), "b": unsure, "c": at(0.4)},
	} {
		for _, g := range all {
			for _, m := range Metrics[1:] {
				g[m.Name] = at(0)["steps"]
			}
		}
		for _, a := range arms {
			got := leads(a.Name, arms, all, 1)
			if (a.Name == want) != (len(got) == 1 && got[0] == "steps") || a.Name != want && len(got) != 0 {
				t.Errorf("%s wanted, %s leads by %q", want, a.Name, got)
			}
		}
	}
	if got := leads("a", arms[:1], map[string]grids{"a": at(1)}, 1); got != nil {
		t.Errorf("one arm alone leads by %q", got)
	}
}
