package curriculum_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"segue/train/curriculum"
)

// someTasks draws tasks of one to four steps; at least perStep have a low level.
func someTasks(t *rapid.T, perStep int) []curriculum.Task {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "tasks"), 1))
	var tasks []curriculum.Task
	for i := range perStep + rapid.IntRange(0, 30).Draw(t, "more") {
		var x curriculum.Task
		for range random.IntN(5) {
			x.Skills = append(x.Skills, fmt.Sprintf("d%d/s%d", random.IntN(3), random.IntN(4)))
		}
		x.Steps = len(x.Skills)
		x.Level = "low"
		if i >= perStep {
			x.Level = []string{"", "low", "medium", "high"}[random.IntN(4)]
		}
		tasks = append(tasks, x)
	}
	random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	return tasks
}

// case of one picker: its tasks, seed and options.
type given struct {
	tasks   []curriculum.Task
	seed    uint64
	options curriculum.Options
}

func draw(t *rapid.T) given {
	perStep := rapid.IntRange(1, 8).Draw(t, "per step")
	return given{someTasks(t, perStep), rapid.Uint64().Draw(t, "seed"), curriculum.Options{
		PerStep: perStep, Steps: rapid.IntRange(1, 60).Draw(t, "steps"), HalfLife: rapid.Float64Range(0.5, 40).Draw(t, "half-life"),
		Floor: rapid.SampledFrom([]float64{0, 0.05, 0.3, 1}).Draw(t, "floor"),
	}}
}

func (g given) picker(t rapid.TB, d curriculum.Definition) curriculum.Picker {
	t.Helper()
	p, err := d.New(g.tasks, g.seed, g.options)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scores draws what Observe may be shown, hostile numbers and lengths among it.
func scores() *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 1, math.NaN(), math.Inf(1), math.Inf(-1), -3, 1e300})), 0, 6)
}

// each runs a property on every registered picker.
func each(t *testing.T, property func(t *rapid.T, d curriculum.Definition, g given)) {
	for _, d := range curriculum.List() {
		t.Run(d.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, d, draw(t)) })
		})
	}
}

// A step's tasks exist and are n different ones; a smaller n gives a beginning;
// asking again, or asking for other steps between, changes nothing.
func TestPicksAreDifferentTasksAndRepeatable(t *testing.T) {
	each(t, func(t *rapid.T, d curriculum.Definition, g given) {
		p, other := g.picker(t, d), g.picker(t, d)
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			step := rapid.IntRange(0, 100).Draw(t, "step")
			n := rapid.IntRange(0, g.options.PerStep).Draw(t, "n")
			all := p.Pick(step, g.options.PerStep)
			if len(all) != g.options.PerStep {
				t.Fatalf("%d tasks instead of %d", len(all), g.options.PerStep)
			}
			if sorted := slices.Sorted(slices.Values(all)); len(slices.Compact(sorted)) != len(all) || sorted[0] < 0 || sorted[len(sorted)-1] >= len(g.tasks) {
				t.Fatalf("step %d picks %v of %d tasks", step, all, len(g.tasks))
			}
			if got := p.Pick(step, n); !slices.Equal(got, all[:n]) {
				t.Fatalf("the first %d are %v, of %v", n, got, all)
			}
			if got := other.Pick(step, g.options.PerStep); !slices.Equal(got, all) {
				t.Fatalf("an equal picker picks %v, not %v", got, all)
			}
			task, correct := rapid.IntRange(-1, len(g.tasks)).Draw(t, "task"), scores().Draw(t, "correct")
			p.Observe(task, correct)
			other.Observe(task, correct)
		}
	})
}

// Every task is visited within the stated bound, even if those picked are the
// ones that scores speak against.
func TestEveryTaskIsVisitedWithinTheBound(t *testing.T) {
	each(t, func(t *rapid.T, d curriculum.Definition, g given) {
		p := g.picker(t, d)
		missing := map[int]bool{}
		for i := range g.tasks {
			missing[i] = true
		}
		score := rapid.SampledFrom([]float64{0, 1}).Draw(t, "score")
		bound := d.Bound(g.tasks, g.options)
		for step := range bound {
			for _, task := range p.Pick(step, g.options.PerStep) {
				delete(missing, task)
				p.Observe(task, slices.Repeat([]float64{score}, len(g.tasks[task].Skills)))
			}
		}
		if len(missing) > 0 {
			t.Fatalf("after %d steps of %d, %d of %d tasks were not visited", bound, g.options.PerStep, len(missing), len(g.tasks))
		}
	})
}

// A picker that goes on from a state picks what one without a break picks, and
// has the same state at the end.
func TestResumeIsExact(t *testing.T) {
	each(t, func(t *rapid.T, d curriculum.Definition, g given) {
		whole := g.picker(t, d)
		broken := whole
		split := rapid.IntRange(0, 10).Draw(t, "split")
		for step := range 12 {
			if step == split {
				broken = g.picker(t, d)
				if err := broken.Restore(whole.State()); err != nil {
					t.Fatal(err)
				}
			}
			picked := whole.Pick(step, g.options.PerStep)
			if got := broken.Pick(step, g.options.PerStep); !slices.Equal(got, picked) {
				t.Fatalf("step %d picks %v, resumed %v", step, picked, got)
			}
			for _, task := range picked {
				correct := scores().Draw(t, "correct")
				whole.Observe(task, correct)
				if broken != whole {
					broken.Observe(task, correct)
				}
			}
		}
		if d := cmp.Diff(string(whole.State()), string(broken.State())); d != "" {
			t.Fatal(d)
		}
	})
}

// Seeds give different orders.
func TestSeedsMatter(t *testing.T) {
	for _, d := range curriculum.List() {
		g := given{make([]curriculum.Task, 100), 1, curriculum.Options{PerStep: 20, Steps: 10}}
		a := g.picker(t, d).Pick(0, 20)
		g.seed = 2
		if slices.Equal(a, g.picker(t, d).Pick(0, 20)) {
			t.Errorf("%s: two seeds pick the same", d.Name)
		}
		if slices.Equal(a, g.picker(t, d).Pick(1, 20)) {
			t.Errorf("%s: two steps pick the same", d.Name)
		}
	}
}

// Odd arguments of Pick give what there is.
func TestOddArguments(t *testing.T) {
	for _, d := range curriculum.List() {
		p := given{make([]curriculum.Task, 5), 1, curriculum.Options{PerStep: 2, Steps: 10}}.picker(t, d)
		for _, step := range []int{-1, 0, math.MaxInt, math.MinInt} {
			for n, want := range map[int]int{-1: 0, 0: 0, 3: 3, 9: 5, math.MaxInt: 5, math.MinInt: 0} {
				if got := p.Pick(step, n); len(got) != want {
					t.Errorf("%s: Pick(%d, %d) is %v", d.Name, step, n, got)
				}
			}
		}
	}
}

func TestWhatCannotBeServedIsRefused(t *testing.T) {
	three := make([]curriculum.Task, 3)
	for want, g := range map[string]given{
		"4 different tasks": {three, 1, curriculum.Options{PerStep: 4, Steps: 1}},
		"has only 0":        {nil, 1, curriculum.Options{Steps: 1}},
		"per_step is -1":    {three, 1, curriculum.Options{PerStep: -1, Steps: 1}},
		"steps is -1":       {three, 1, curriculum.Options{PerStep: 1, Steps: -1}},
		"admit is":          {three, 1, curriculum.Options{PerStep: 1, Steps: 1, Admit: [2]float64{0.5, 0.2}}},
		"half_life is NaN":  {three, 1, curriculum.Options{PerStep: 1, Steps: 1, HalfLife: math.NaN()}},
		"floor is 2":        {three, 1, curriculum.Options{PerStep: 1, Steps: 1, Floor: 2}},
		"level \"hard\"":    {[]curriculum.Task{{Level: "hard"}}, 1, curriculum.Options{PerStep: 1, Steps: 1}},
	} {
		for _, d := range curriculum.List() {
			if p, err := d.New(g.tasks, g.seed, g.options); p != nil || err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want one that says %q", d.Name, err, want)
			}
		}
	}
}

// States of other pickers and other tasks, and what is no state, are refused
// and change nothing.
func TestForeignStatesAreRefused(t *testing.T) {
	g := given{[]curriculum.Task{{Skills: []string{"a/x", "b/y"}}, {Skills: []string{"a/x"}}}, 1, curriculum.Options{PerStep: 1, Steps: 4}}
	others := g
	others.tasks = []curriculum.Task{{Skills: []string{"a/x", "b/z"}}, {Skills: []string{"a/x"}}}
	for _, d := range curriculum.List() {
		p := g.picker(t, d)
		p.Observe(0, []float64{1, 0})
		before := string(p.State())
		states := []json.RawMessage{nil, []byte("null"), []byte("{}"), []byte("[]"), []byte(before + "{}"), others.picker(t, d).State()}
		for _, o := range curriculum.List() {
			if o.Name != d.Name {
				states = append(states, g.picker(t, o).State())
			}
		}
		for _, bad := range []string{`"sum":-1`, `"sum":2`, `"sum":1e999`} {
			if s := strings.Replace(before, `"sum":0`, bad, 1); s != before {
				states = append(states, []byte(s))
			}
		}
		for _, s := range states {
			if err := p.Restore(s); err == nil {
				t.Errorf("%s takes %s", d.Name, s)
			}
		}
		if after := string(p.State()); after != before {
			t.Errorf("%s: refused states changed %s to %s", d.Name, before, after)
		}
	}
}

func FuzzRestore(f *testing.F) {
	g := given{[]curriculum.Task{{Skills: []string{"a/x", "b/y"}}, {Skills: []string{"a/x"}}}, 1, curriculum.Options{PerStep: 1, Steps: 4}}
	for _, d := range curriculum.List() {
		f.Add([]byte(g.picker(f, d).State()))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, d := range curriculum.List() {
			p := g.picker(t, d)
			if p.Restore(data) == nil && len(p.Pick(0, 2)) != 2 {
				t.Errorf("%s does not pick after it took %s", d.Name, data)
			}
		}
	})
}

func TestLookup(t *testing.T) {
	var names []string
	for _, d := range curriculum.List() {
		names = append(names, d.Name)
		if got, err := curriculum.Lookup(d.Name); err != nil || got.Doc != d.Doc {
			t.Errorf("lookup of %s: %v", d.Name, err)
		}
	}
	if want := []string{"levels", "shuffled", "switches", "weakest"}; !slices.Equal(names, want) {
		t.Errorf("list %q, want %q", names, want)
	}
	if _, err := curriculum.Lookup("weak"); err == nil || !strings.Contains(err.Error(), "nearest: weakest") {
		t.Errorf("error %v", err)
	}
	if _, err := curriculum.Lookup(curriculum.Default); err != nil {
		t.Error(err)
	}
}
