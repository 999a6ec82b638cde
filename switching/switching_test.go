package switching_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"segue/skill"
	"segue/switching"
	"segue/task"

	"pgregory.net/rapid"
)

// outcome is a scored outcome of model m.
func outcome(id string, step int, mode task.Mode, sample int, s string, score float64) task.Outcome {
	return task.Outcome{Task: id, Step: step, Mode: mode, Model: "m", Sample: sample, Skill: s, Score: score, Status: task.Scored, Correct: score == 1}
}

func estimate(t testing.TB, o switching.Options, outcomes []task.Outcome) *switching.Table {
	t.Helper()
	trials := switching.NewTrials()
	for _, x := range outcomes {
		if err := trials.Add(x); err != nil {
			t.Fatal(err)
		}
	}
	table, err := switching.Estimate(context.Background(), trials, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A hand-computed case: Acc(a) = 3/4, Acc(b) = 1/2; the two-step task has mean
// step scores 1, ½, 0, ½, so Acc(a,b) = ½ and SkE = (0.625+0.1)/(0.5+0.1).
func TestFormulaOfThePaper(t *testing.T) {
	var all []task.Outcome
	for i, score := range []float64{1, 1, 1, 0} {
		all = append(all, outcome("t", 1, task.Single, i, "math/a", score))
	}
	for i, score := range []float64{1, 0, 1, 0} {
		all = append(all, outcome("t", 2, task.Single, i, "logic/b", score))
	}
	for i, scores := range [][2]float64{{1, 1}, {1, 0}, {0, 0}, {0, 1}} {
		all = append(all, outcome("t", 1, task.Cross, i, "math/a", scores[0]), outcome("t", 2, task.Cross, i, "logic/b", scores[1]))
	}
	table := estimate(t, switching.Options{}, all)
	cell := table.Pair["math/a>logic/b"]
	if want := 0.725 / 0.6; math.Abs(cell.SkE-want) > 1e-12 || cell.Acc != 0.5 || cell.N != 4 {
		t.Errorf("got %+v, want SkE %g, accuracy 0.5 over 4", cell, want)
	}
	if _, reversed := table.Pair["logic/b>math/a"]; reversed {
		t.Error("the pair was measured in one direction, but the table has both")
	}
	for name, c := range map[string]switching.Cell{"leave": table.Leave["math/a>logic"], "land": table.Land["math>logic/b"], "domain": table.Domain["math>logic"]} {
		if math.Abs(c.SkE-cell.SkE) > 1e-12 {
			t.Errorf("the only pair of its domains has %s cell %g, want %g", name, c.SkE, cell.SkE)
		}
	}
	if !(cell.Lo < cell.SkE && cell.SkE < cell.Hi) {
		t.Errorf("interval [%g, %g] of a single task does not show any doubt about %g", cell.Lo, cell.Hi, cell.SkE)
	}
}

// The table agrees with a second, naive computation on random outcomes, and
// does not depend on their order.
func TestTableAgainstNaiveSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		skills := []string{"math/a", "math/b", "logic/c", "coding/d"}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		var all []task.Outcome
		type sum struct{ s, n float64 }
		solo, pair := map[string]sum{}, map[string]sum{}
		add := func(m map[string]sum, k string, x float64) { m[k] = sum{m[k].s + x, m[k].n + 1} }
		for i := range 30 {
			id := fmt.Sprint("t", i)
			var sequence []string
			for range 2 + r.IntN(4) {
				sequence = append(sequence, skills[r.IntN(len(skills))])
			}
			for sample := range 2 {
				var scores []float64
				for n, s := range sequence {
					alone, chained := float64(r.IntN(3))/2, float64(r.IntN(3))/2
					all = append(all, outcome(id, n+1, task.Single, sample, s, alone), outcome(id, n+1, task.Cross, sample, s, chained))
					add(solo, s, alone)
					scores = append(scores, chained)
				}
				for n := 1; n < len(sequence); n++ {
					add(pair, sequence[n-1]+">"+sequence[n], (scores[n-1]+scores[n])/2)
				}
			}
		}
		first := estimateRapid(t, all)
		for key, p := range pair {
			a, b := switching.SplitKey(key)
			base := (solo[a].s/solo[a].n + solo[b].s/solo[b].n) / 2
			want := (base + 0.1) / (p.s/p.n + 0.1)
			if got := first.Pair[key]; math.Abs(got.SkE-want) > 1e-9 || float64(got.N) != p.n {
				t.Fatalf("%s: %+v, want %g over %g", key, got, want, p.n)
			}
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		second := estimateRapid(t, all)
		for key, c := range first.Pair {
			if math.Abs(c.SkE-second.Pair[key].SkE) > 1e-12 {
				t.Fatalf("%s depends on the order of outcomes", key)
			}
		}
	})
}

func estimateRapid(t *rapid.T, all []task.Outcome) *switching.Table {
	trials := switching.NewTrials()
	for _, x := range all {
		if err := trials.Add(x); err != nil {
			t.Fatal(err)
		}
	}
	table, err := switching.Estimate(context.Background(), trials, switching.Options{Draws: 20})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// world draws outcomes from known accuracies: alone 0.8 everywhere, chained
// 0.8 or less as the pair says.
func world(seed uint64, tasks int, chained func(a, b string) float64) []task.Outcome {
	r := rand.New(rand.NewPCG(seed, 2))
	skills := []string{"math/a", "math/b", "logic/c", "logic/d", "coding/e", "coding/f"}
	draw := func(p float64) float64 {
		if r.Float64() < p {
			return 1
		}
		return 0
	}
	var all []task.Outcome
	for i := range tasks {
		id := fmt.Sprint("t", i)
		a := skills[r.IntN(len(skills))]
		b := skills[r.IntN(len(skills))]
		for skill.DomainOf(a) == skill.DomainOf(b) {
			b = skills[r.IntN(len(skills))]
		}
		p := chained(a, b)
		all = append(all, outcome(id, 1, task.Single, 0, a, draw(0.8)), outcome(id, 2, task.Single, 0, b, draw(0.8)),
			outcome(id, 1, task.Cross, 0, a, draw(p)), outcome(id, 2, task.Cross, 0, b, draw(p)))
	}
	return all
}

// The 95 % intervals hold the true value about 95 times in 100.
func TestIntervalsCoverTheTruth(t *testing.T) {
	truth := func(a, b string) float64 {
		if strings.HasPrefix(a, "math") {
			return 0.4
		}
		return 0.7
	}
	covered, all := 0, 0
	for seed := range uint64(25) {
		table := estimate(t, switching.Options{Draws: 200, Seed: seed}, world(seed, 2000, truth))
		for key, c := range table.Pair {
			a, b := switching.SplitKey(key)
			want := 0.9 / (truth(a, b) + 0.1)
			all++
			if c.Lo <= want && want <= c.Hi {
				covered++
			}
		}
	}
	if share := float64(covered) / float64(all); share < 0.91 || share > 0.99 {
		t.Errorf("%d of %d intervals hold the truth, want about 95 %%", covered, all)
	}
}

// Shrinkage brings thin cells nearer to the truth, on average over pairs.
func TestShrinkageLowersTheError(t *testing.T) {
	truth := func(a, b string) float64 {
		return map[string]float64{"math": 0.75, "logic": 0.55, "coding": 0.35}[string(skill.DomainOf(b))]
	}
	var exact, shrunk float64
	for seed := range uint64(20) {
		table := estimate(t, switching.Options{Draws: -1}, world(100+seed, 150, truth))
		for key, c := range table.Pair {
			a, b := switching.SplitKey(key)
			want := math.Log(0.9 / (truth(a, b) + 0.1))
			exact += math.Pow(math.Log(c.SkE)-want, 2)
			shrunk += math.Pow(math.Log(c.Shrunk)-want, 2)
		}
	}
	if shrunk > 0.7*exact {
		t.Errorf("squared error %.2f after shrinkage, %.2f before; want it clearly lower", shrunk, exact)
	}
}

func TestSameTableOnAnyNumberOfThreads(t *testing.T) {
	all := world(3, 400, func(a, b string) float64 { return 0.5 })
	var first []byte
	for _, threads := range []int{1, 2, 7} {
		previous := runtime.GOMAXPROCS(threads)
		out, err := json.Marshal(estimate(t, switching.Options{Draws: 100}, all))
		runtime.GOMAXPROCS(previous)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = out
		}
		if !bytes.Equal(first, out) {
			t.Errorf("the table differs on %d threads", threads)
		}
	}
}

func TestWeakCellsAreMarkedAndLeftOut(t *testing.T) {
	var all []task.Outcome
	for i := range 20 {
		id := fmt.Sprint("t", i)
		for n, s := range []string{"math/hopeless", "logic/hopeless", "coding/good", "science/good"} {
			good := 0.0
			if strings.HasSuffix(s, "good") {
				good = 1
			}
			all = append(all, outcome(id, n+1, task.Single, 0, s, good), outcome(id, n+1, task.Cross, 0, s, good/2))
		}
	}
	table := estimate(t, switching.Options{Draws: 50}, all)
	weak, good := table.Pair["math/hopeless>logic/hopeless"], table.Pair["coding/good>science/good"]
	if weak.Weak != "solo accuracy too low" || good.Weak != "" {
		t.Errorf("marks %q and %q", weak.Weak, good.Weak)
	}
	got := table.Task([]string{"math/hopeless", "logic/hopeless", "coding/good", "science/good"}, switching.Exact)
	mixed := table.Pair["logic/hopeless>coding/good"].SkE
	if got.Told >= 1 || math.Abs(got.Firm-(good.SkE+mixed)/2) > 1e-9 {
		t.Errorf("task entropy %+v should leave the weak pair out of what levels go by", got)
	}
	if math.Abs(got.SkE-(weak.SkE+good.SkE+mixed)/3) > 1e-9 {
		t.Errorf("task entropy %+v should be the mean of all three pairs", got)
	}
	if share := table.WeakShare(); math.Abs(share-1.0/3) > 1e-9 {
		t.Errorf("weak share %g, want a third", share)
	}
}

// A table of bare accuracies, as others may publish it, is as good as ours.
func TestReadTableOfBareAccuracies(t *testing.T) {
	table, err := switching.ReadTable(strings.NewReader(`{"alpha":0.1,"reference_model":"r","note":1,
		"solo":{"math/a":{"acc":0.9,"n":100},"logic/b":{"acc":0.7,"n":100},"planning/c":{"acc":0.8,"n":9}},
		"pair":{"math/a>logic/b":{"acc":0.4,"n":50}},
		"leave":{"logic/b>planning":{"acc":0.5,"n":40}},
		"land":{"logic>planning/c":{"acc":0.6,"n":40}},
		"domain":{"planning>math":{"acc":0.2,"n":10}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b, source string
		want         float64
	}{
		{"math/a", "logic/b", "pair", 0.9 / 0.5},
		{"logic/b", "planning/c", "factorised", (0.75 + 0.1) / 0.6 * (0.75 + 0.1) / 0.7},
		{"planning/c", "math/a", "domain", (0.85 + 0.1) / 0.3},
		{"logic/b", "math/a", "none", 1},
	} {
		got := table.Switch(c.a, c.b, switching.Exact)
		if got.Source != c.source || math.Abs(got.SkE-c.want) > 1e-12 {
			t.Errorf("%s>%s: %+v, want %s %g", c.a, c.b, got, c.source, c.want)
		}
	}
	for _, bad := range []string{`{"solo":{"a":{"acc":2}}}`, `{"alpha":-1}`, `[]`, ``, `{"pair":{"a>b":{"acc":0.5,"n":-4}}}`} {
		if _, err := switching.ReadTable(strings.NewReader(bad)); err == nil {
			t.Errorf("%s was read as a table", bad)
		}
	}
}

func TestBadOutcomesAreRefused(t *testing.T) {
	for name, change := range map[string]func(*task.Outcome){
		"NaN":      func(o *task.Outcome) { o.Score = math.NaN() },
		"Inf":      func(o *task.Outcome) { o.Score = math.Inf(1) },
		"above 1":  func(o *task.Outcome) { o.Score = 1.5 },
		"no skill": func(o *task.Outcome) { o.Skill = "" },
		"mode":     func(o *task.Outcome) { o.Mode = "both" },
		"model":    func(o *task.Outcome) { o.Model = "other" },
	} {
		trials := switching.NewTrials()
		if err := trials.Add(outcome("t", 1, task.Single, 0, "math/a", 1)); err != nil {
			t.Fatal(err)
		}
		bad := outcome("t", 1, task.Single, 1, "math/a", 1)
		change(&bad)
		if err := trials.Add(bad); err == nil {
			t.Errorf("%s: %+v was taken", name, bad)
		}
	}
}

func TestRankIsTheMidRank(t *testing.T) {
	sorted := []float64{1, 2, 2, 2, 5}
	for x, want := range map[float64]float64{0: 0, 1: 0.1, 2: 0.5, 3: 0.8, 5: 0.9, 9: 1} {
		if got := switching.Rank(sorted, x); math.Abs(got-want) > 1e-12 {
			t.Errorf("rank of %g is %g, want %g", x, got, want)
		}
	}
}

// The plan spends the budget on switches between domains and lowers each
// pair's uncertainty; a larger budget never lowers less.
func TestPlanSpendsTheBudget(t *testing.T) {
	table := estimate(t, switching.Options{Draws: -1}, world(5, 60, func(a, b string) float64 { return 0.5 }))
	previous := 0.0
	for _, budget := range []int{10, 40, 200} {
		total, drop := 0, 0.0
		for _, m := range table.Plan(budget, 10, switching.Options{}) {
			total += m.Trials
			drop += m.Before*m.Before - m.After*m.After
			if m.After >= m.Before {
				t.Errorf("%+v lowers nothing", m)
			}
			if skill.DomainOf(m.From) == skill.DomainOf(m.To) {
				t.Errorf("%+v stays in a domain", m)
			}
		}
		if total != budget {
			t.Errorf("the plan spends %d of %d trials", total, budget)
		}
		if drop <= previous {
			t.Errorf("%d trials drop %g, fewer dropped %g", budget, drop, previous)
		}
		previous = drop
	}
}

// BenchmarkMillionOutcomes is the figure of docs/benchmarks.md: a million
// outcomes to a table with 1,000 bootstrap draws.
func BenchmarkMillionOutcomes(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var all []task.Outcome
	for i := 0; len(all) < 1_000_000; i++ {
		id := fmt.Sprint("task-", i)
		for n := range 2 + r.IntN(9) {
			d := skill.Domains()[(i+n*4)%9]
			s := fmt.Sprintf("%s/skill-%d", d, r.IntN(9))
			for sample := range 4 {
				all = append(all, outcome(id, n+1, task.Single, sample, s, float64(r.IntN(2))), outcome(id, n+1, task.Cross, sample, s, float64(r.IntN(2))))
			}
		}
	}
	all = all[:1_000_000]
	b.ResetTimer()
	for range b.N {
		estimate(b, switching.Options{}, all)
	}
}
