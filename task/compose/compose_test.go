package compose_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"segue/skill"
	"segue/task"
	"segue/task/compose"
)

// fakeSkills are skills that no bank holds: composing must not need one.
func fakeSkills() []skill.Skill {
	var all []skill.Skill
	for _, d := range skill.Domains() {
		for i := range 3 {
			all = append(all, skill.Skill{ID: fmt.Sprintf("%s/skill-%d", d, i), Domain: d})
		}
	}
	return all
}

// fakeItem asks for a sum; its answer depends on skill, difficulty and index.
func fakeItem(id string, difficulty int, index uint64) (task.Item, error) {
	r := rand.New(rand.NewPCG(index, uint64(difficulty)))
	a, b := r.IntN(1_000_000), 1_000_001+r.IntN(1_000_000)
	question := fmt.Sprintf("Add %d to %d.", a, b)
	return task.Item{
		ID: fmt.Sprint(id, difficulty, index), Skill: id, Question: question, Answer: task.Integer(int64(a + b)), Difficulty: difficulty,
		Reference: fmt.Sprintf("<answer>%d</answer>", a+b),
		Slots:     []task.Slot{{Name: "a", Value: fmt.Sprint(a), Span: [2]int{4, 4 + len(fmt.Sprint(a))}}},
	}, nil
}

func options() compose.Options {
	return compose.Options{Seed: 7, MinSteps: 2, MaxSteps: 10, Open: 0.3, MinDifficulty: 1, MaxDifficulty: 3, Split: compose.Test, Skills: fakeSkills()}
}

func build(t *testing.T, o compose.Options, n int) []task.Task {
	t.Helper()
	b, err := compose.New(o, fakeItem)
	if err != nil {
		t.Fatal(err)
	}
	tasks := make([]task.Task, n)
	for i := range tasks {
		if tasks[i], err = b.Task(i); err != nil {
			t.Fatal(err)
		}
		if err := tasks[i].Validate(); err != nil {
			t.Fatal(err)
		}
	}
	return tasks
}

func TestTaskIsAFunctionOfSeedAndNumber(t *testing.T) {
	first := build(t, options(), 20)
	b, err := compose.New(options(), fakeItem)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{13, 2, 19} { // any order
		again, err := b.Task(i)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, first[i]) {
			t.Errorf("task %d differs when built out of order", i)
		}
	}
	other := options()
	other.Seed = 8
	for i, x := range build(t, other, 20) {
		if x.Scenario == first[i].Scenario && x.Steps[0].Question == first[i].Steps[0].Question {
			t.Errorf("task %d is the same under another seed", i)
		}
	}
}

func TestNeighboursDifferAndStepsAreLinked(t *testing.T) {
	open, steps, linked, later := 0, 0, 0, 0
	lengths := map[int]int{}
	for _, x := range build(t, options(), 500) {
		lengths[len(x.Steps)]++
		for i, s := range x.Steps {
			steps++
			if s.Domain.OpenEnded() {
				open++
			}
			if i == 0 {
				continue
			}
			later++
			if s.Domain == x.Steps[i-1].Domain {
				t.Errorf("%s: steps %d and %d are both of %s", x.ID, i, i+1, s.Domain)
			}
			linked += len(s.Uses)
			for _, u := range s.Uses {
				if !strings.Contains(s.Question, u.Text) || strings.Contains(s.Standalone, u.Text) {
					t.Errorf("%s step %d: the link %q is not where it belongs", x.ID, s.N, u.Text)
				}
			}
		}
	}
	if linked < later*8/10 {
		t.Errorf("%d of %d later steps use an earlier answer, want at least 8 in 10", linked, later)
	}
	if share := float64(open) / float64(steps); share < 0.2 || share > 0.4 {
		t.Errorf("%.2f of the steps are open-ended, asked for about 0.3", share)
	}
	for n := 2; n <= 10; n++ {
		if lengths[n] == 0 {
			t.Errorf("no task of %d steps among 500", n)
		}
	}
}

// A link must be solvable: its expression, evaluated on the answers, is the
// value that the standalone question states.
func TestLinksEvaluateToTheirValue(t *testing.T) {
	for _, x := range build(t, options(), 300) {
		for _, s := range x.Steps {
			for _, u := range s.Uses {
				from := x.Steps[u.Step-1].Answer.Value
				text := strings.Trim(strings.ReplaceAll(u.Text, fmt.Sprintf("the answer to Step %d", u.Step), from), "()")
				got := evaluate(t, text)
				if want := fmt.Sprintf("Add %d to", got); !strings.Contains(s.Standalone, want) {
					t.Errorf("%s step %d: %q is %d, but the question is %q", x.ID, s.N, u.Text, got, s.Standalone)
				}
			}
		}
	}
}

// evaluate reads "m times x, plus c", "c minus x", "x, minus c" and the like.
func evaluate(t *testing.T, text string) int64 {
	t.Helper()
	var a, b, c int64
	for _, form := range []struct {
		format string
		value  func() int64
	}{
		{"%d times %d, plus %d", func() int64 { return a*b + c }},
		{"%d times %d, minus %d", func() int64 { return a*b - c }},
		{"%d times %d", func() int64 { return a * b }},
		{"%d, plus %d", func() int64 { return a + b }},
		{"%d, minus %d", func() int64 { return a - b }},
		{"%d minus %d", func() int64 { return a - b }},
		{"%d", func() int64 { return a }},
	} {
		a, b, c = 0, 0, 0
		args := []any{&a, &b, &c}[:strings.Count(form.format, "%d")]
		if n, err := fmt.Sscanf(text, form.format, args...); err == nil && n == len(args) && fmt.Sprintf(form.format, []any{a, b, c}[:n]...) == text {
			return form.value()
		}
	}
	t.Fatalf("no form reads %q", text)
	return 0
}

func TestSplitsShareNoItem(t *testing.T) {
	seen := map[string]compose.Split{}
	for _, split := range []compose.Split{compose.Train, compose.Validation, compose.Test} {
		o := options()
		o.Split = split
		for _, x := range build(t, o, 200) {
			for _, s := range x.Steps {
				it := task.Item{Skill: s.Skill, Question: s.Standalone, Answer: s.Answer}
				if other, ok := seen[it.Fingerprint()]; ok && other != split {
					t.Errorf("an item of %s stands in %s too", split, other)
				}
				seen[it.Fingerprint()] = split
			}
		}
	}
}

func TestLevelsFollowTheTable(t *testing.T) {
	o := options()
	o.Entropy = func(sequence []string) (float64, bool) { return float64(len(sequence)), true }
	o.Levels = []task.Level{task.LevelLow, task.LevelMedium, task.LevelHigh}
	b, err := compose.New(o, fakeItem)
	if err != nil {
		t.Fatal(err)
	}
	cuts := b.Cuts()
	for i, x := range build(t, o, 60) {
		if x.Level != o.Levels[i%3] {
			t.Errorf("task %d has level %s", i, x.Level)
		}
		low, high := *x.SkE <= cuts[0], *x.SkE > cuts[1]
		if low != (x.Level == task.LevelLow) || high != (x.Level == task.LevelHigh) {
			t.Errorf("task %d: level %s does not fit entropy %g and cuts %v", i, x.Level, *x.SkE, cuts)
		}
	}
}

func TestBadOptionsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*compose.Options){
		"one step":         func(o *compose.Options) { o.MinSteps = 1 },
		"eleven steps":     func(o *compose.Options) { o.MaxSteps = 11 },
		"share over 1":     func(o *compose.Options) { o.Open = 1.5 },
		"difficulty 6":     func(o *compose.Options) { o.MaxDifficulty = 6 },
		"levels, no table": func(o *compose.Options) { o.Levels = []task.Level{task.LevelLow} },
		"one domain":       func(o *compose.Options) { o.Skills = o.Skills[:3] },
	} {
		o := options()
		change(&o)
		if _, err := compose.New(o, fakeItem); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestTaskJSONKeepsUnknownFields(t *testing.T) {
	in := `{"id":"x","scenario":"s","steps":[{"n":1,"skill":"math/a","domain":"math","question":"q","standalone":"q","answer":{"kind":"integer","value":"1","note":7},"mood":"good"}],"origin":{"a":[1]}}`
	var x task.Task
	if err := json.Unmarshal([]byte(in), &x); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"origin":{"a":[1]}`, `"mood":"good"`, `"note":7`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%s lost %s", out, want)
		}
	}
}
