package curriculum_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"segue/train/curriculum"
)

// barely is a floor under which almost nothing goes round in turn, so that the
// sampling can be seen.
const barely = 1e-6

func picker(t testing.TB, name string, tasks []curriculum.Task, o curriculum.Options) curriculum.Picker {
	t.Helper()
	d, err := curriculum.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.New(tasks, 7, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func skills(s ...string) curriculum.Task { return curriculum.Task{Skills: s, Steps: len(s)} }

// Epochs that steps divide evenly have every task exactly once.
func TestShuffledTakesEachTaskOnceInAnEpoch(t *testing.T) {
	p := picker(t, "shuffled", make([]curriculum.Task, 12), curriculum.Options{PerStep: 4})
	var orders [][]int
	for epoch := range 3 {
		var order []int
		for step := range 3 {
			order = append(order, p.Pick(3*epoch+step, 4)...)
		}
		if sorted := slices.Sorted(slices.Values(order)); len(slices.Compact(sorted)) != 12 {
			t.Errorf("epoch %d: %v", epoch, order)
		}
		orders = append(orders, order)
	}
	if slices.Equal(orders[0], orders[1]) || slices.Equal(orders[1], orders[2]) {
		t.Error("the order is not a fresh one in each epoch")
	}
}

// Over many steps that do not divide epochs no task is taken much more often.
func TestShuffledIsEven(t *testing.T) {
	p := picker(t, "shuffled", make([]curriculum.Task, 10), curriculum.Options{PerStep: 4})
	counts := make([]float64, 10)
	for step := range 1000 {
		for _, i := range p.Pick(step, 4) {
			counts[i]++
		}
	}
	if slices.Min(counts) < 370 || slices.Max(counts) > 430 {
		t.Errorf("4000 picks of 10 tasks: %v", counts)
	}
}

func TestLevelsJoinInOrder(t *testing.T) {
	var tasks []curriculum.Task
	for _, level := range []string{"high", "low", "medium", ""} {
		tasks = append(tasks, slices.Repeat([]curriculum.Task{{Level: level}}, 10)...)
	}
	p := picker(t, "levels", tasks, curriculum.Options{PerStep: 5, Steps: 90, Admit: [2]float64{0.25, 0.5}})
	rank := map[string]int{"medium": 1, "high": 2}
	seen := [3]map[int]bool{{}, {}, {}}
	for step := range 90 {
		stage := 0
		if step >= 23 { // ⌈0.25·90⌉
			stage = 1
		}
		if step >= 45 {
			stage = 2
		}
		for _, i := range p.Pick(step, 5) {
			if rank[tasks[i].Level] > stage {
				t.Fatalf("step %d picks a task of level %q", step, tasks[i].Level)
			}
			seen[stage][i] = true
		}
	}
	for stage, want := range []int{20, 30, 40} {
		if len(seen[stage]) != want {
			t.Errorf("stage %d visits %d tasks, want all %d", stage, len(seen[stage]), want)
		}
	}
}

func TestLevelsNeedsStepsAndEasyTasks(t *testing.T) {
	d, err := curriculum.Lookup("levels")
	if err != nil {
		t.Fatal(err)
	}
	hard := slices.Repeat([]curriculum.Task{{Level: "high"}}, 9)
	if _, err := d.New(append(hard, curriculum.Task{}), 1, curriculum.Options{PerStep: 2, Steps: 5}); err == nil {
		t.Error("a first stage of one task serves steps of two")
	}
	if _, err := d.New(make([]curriculum.Task, 9), 1, curriculum.Options{PerStep: 2}); err == nil {
		t.Error("shares of an unknown number of steps are taken")
	}
}

// chiSquare is Σ (observed − expected)² / expected.
func chiSquare(observed, shares []float64) float64 {
	n := 0.0
	for _, o := range observed {
		n += o
	}
	sum := 0.0
	for i, o := range observed {
		sum += (o - n*shares[i]) * (o - n*shares[i]) / (n * shares[i])
	}
	return sum
}

// Tasks are drawn in proportion to the mean over their steps of 1 − accuracy,
// where the accuracy is the moving average as it is defined.
func TestWeakestSamplesByWeight(t *testing.T) {
	const halfLife = 4
	tasks := []curriculum.Task{skills("m/a"), skills("m/b"), skills("m/a", "m/b"), skills("m/c"), {}}
	p := picker(t, "weakest", tasks, curriculum.Options{PerStep: 1, HalfLife: halfLife, Floor: barely})
	seen := []float64{1, 1, 0, 1, 1, 1, 1}
	for _, x := range seen {
		p.Observe(0, []float64{x})
	}
	for range 3 {
		p.Observe(2, []float64{math.NaN(), 0})
	}
	average := func(scores []float64) float64 {
		n := float64(len(scores))
		sum := math.Exp2(-n/halfLife) * 0.5
		for i, x := range scores {
			sum += (1 - math.Exp2(-1./halfLife)) * math.Exp2(-(n-1-float64(i))/halfLife) * x
		}
		return sum
	}
	a, b := 1-average(seen), 1-average([]float64{0, 0, 0})
	weights := []float64{a, b, (a + b) / 2, 0.5, 0.5}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	for i := range weights {
		weights[i] /= total
	}
	counts := make([]float64, len(tasks))
	for step := range 5000 {
		counts[p.Pick(step, 1)[0]]++
	}
	if x := chiSquare(counts, weights); x > 18.47 { // 4 degrees of freedom, p = 0.001
		t.Errorf("χ² = %.1f: counts %v, expected shares %.3f", x, counts, weights)
	}
	if x := chiSquare(counts, []float64{0.2, 0.2, 0.2, 0.2, 0.2}); x < 100 {
		t.Errorf("χ² against even shares is only %.1f: %v", x, counts)
	}
}

// The second of two is drawn by weight among those that are left.
func TestSamplingIsWithoutReplacement(t *testing.T) {
	tasks := []curriculum.Task{skills("m/a"), skills("m/b"), skills("m/c")}
	p := picker(t, "weakest", tasks, curriculum.Options{PerStep: 2, HalfLife: 0.01, Floor: barely})
	weights := []float64{0.6, 0.3, 0.1}
	for i, w := range weights { // so short a half-life that the last score is the accuracy
		p.Observe(i, []float64{1 - w})
	}
	var counts, shares []float64
	at := map[[2]int]int{}
	for i := range 3 {
		for j := range 3 {
			if i != j {
				at[[2]int{i, j}] = len(shares)
				shares = append(shares, weights[i]*weights[j]/(1-weights[i]))
			}
		}
	}
	counts = make([]float64, len(shares))
	for step := range 5000 {
		counts[at[[2]int(p.Pick(step, 2))]]++
	}
	if x := chiSquare(counts, shares); x > 20.52 { // 5 degrees of freedom, p = 0.001
		t.Errorf("χ² = %.1f: counts %v, expected shares %.3f", x, counts, shares)
	}
}

// share is how often tasks with an index are picked.
func share(p curriculum.Picker, task int) float64 {
	n := 0.0
	for step := range 2000 {
		if p.Pick(step, 1)[0] == task {
			n++
		}
	}
	return n / 2000
}

// A switch is harder than its skills: switches sees which order goes wrong.
func TestSwitchesSeesTheOrder(t *testing.T) {
	tasks := []curriculum.Task{skills("m/a", "l/b"), skills("l/b", "m/a")}
	o := curriculum.Options{PerStep: 1, HalfLife: 4, Floor: barely}
	shares := map[string]float64{}
	for _, name := range []string{"weakest", "switches"} {
		p := picker(t, name, tasks, o)
		for range 50 {
			p.Observe(0, []float64{1, 0}) // from a into b it fails
			p.Observe(1, []float64{1, 1})
		}
		shares[name] = share(p, 0)
	}
	if shares["switches"] < 0.95 {
		t.Errorf("switches picks the failing order with share %.2f", shares["switches"])
	}
	if math.Abs(shares["weakest"]-0.5) > 0.06 {
		t.Errorf("weakest, which knows no order, picks it with share %.2f", shares["weakest"])
	}
}

// A pair that was never seen is judged by its pair of domains.
func TestSwitchesFallsBackOnDomains(t *testing.T) {
	tasks := []curriculum.Task{skills("m/a", "l/b"), skills("l/b", "m/a"), skills("m/c", "l/d"), skills("l/d", "m/c")}
	p := picker(t, "switches", tasks, curriculum.Options{PerStep: 1, HalfLife: 4, Floor: barely})
	for range 50 {
		p.Observe(0, []float64{1, 0})
		p.Observe(1, []float64{1, 1})
	}
	if unseen, reverse := share(p, 2), share(p, 3); unseen < 0.4 || reverse > 0.05 {
		t.Errorf("shares of unseen pairs: %.2f in the failing direction, %.2f in the other", unseen, reverse)
	}
	for range 50 { // what is seen of the pair itself then counts more
		p.Observe(2, []float64{1, 1})
		p.Observe(0, []float64{1, 0})
	}
	if unseen, failing := share(p, 2), share(p, 0); unseen > 0.1 || failing < 0.85 {
		t.Errorf("shares after both were seen: %.2f and %.2f", unseen, failing)
	}
}

// Tasks that are always solved come back at the rate of the floor.
func TestFloorComesBack(t *testing.T) {
	tasks := slices.Concat(slices.Repeat([]curriculum.Task{skills("m/easy")}, 50), slices.Repeat([]curriculum.Task{skills("m/hard")}, 50))
	p := picker(t, "weakest", tasks, curriculum.Options{PerStep: 10, HalfLife: 2, Floor: 0.2})
	for range 1000 {
		p.Observe(0, []float64{1})
		p.Observe(99, []float64{0})
	}
	easy := 0
	for step := range 500 {
		for _, i := range p.Pick(step, 10) {
			if i < 50 {
				easy++
			}
		}
	}
	if easy != 500 { // half of the 1000 turns
		t.Errorf("%d of 5000 picks are solved tasks, want 500", easy)
	}
}

// States stay small and are plain JSON.
func TestStateIsJSON(t *testing.T) {
	p := picker(t, "switches", []curriculum.Task{skills("m/a", "l/b")}, curriculum.Options{PerStep: 1})
	p.Observe(0, []float64{1, math.Inf(1)})
	if s := p.State(); !json.Valid(s) || len(s) > 300 {
		t.Errorf("state %s", s)
	}
}

func BenchmarkPick(b *testing.B) {
	tasks := slices.Repeat([]curriculum.Task{skills("m/a", "l/b", "c/c")}, 20_000)
	for _, d := range curriculum.List() {
		b.Run(d.Name, func(b *testing.B) {
			p := picker(b, d.Name, tasks, curriculum.Options{PerStep: 64, Steps: 1000})
			for step := 0; b.Loop(); step++ {
				p.Pick(step, 64)
			}
		})
	}
}
