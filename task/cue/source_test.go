package cue_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/skill"
	"segue/task"
	"segue/task/cue"
)

// anyOptions draws options that a source can meet.
func anyOptions(r *rapid.T) cue.Options {
	low := rapid.IntRange(1, 4).Draw(r, "fewest")
	return cue.Options{
		Seed:   rapid.Uint64().Draw(r, "seed"),
		Split:  rapid.SampledFrom([]cue.Split{cue.Train, cue.Validation, cue.Test}).Draw(r, "split"),
		Kind:   rapid.SampledFrom([]cue.Kind{cue.Single, cue.Same, cue.Cross}).Draw(r, "kind"),
		Steps:  [2]int{low, rapid.IntRange(low, cue.MaxSteps).Draw(r, "most")},
		Skewed: rapid.Bool().Draw(r, "skewed"),
		Linked: rapid.SampledFrom([]float64{0, -1, 0.3, 1}).Draw(r, "linked"),
		Pairs:  rapid.SampledFrom([]cue.Pairs{"", cue.AllPairs, cue.SeenPairs, cue.UnseenPairs}).Draw(r, "pairs"),
	}
}

// What every task of every source keeps.
func TestTasksKeepTheContract(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		o := anyOptions(r)
		n := rapid.IntRange(0, math.MaxInt32).Draw(r, "n")
		s, err := cue.New(o)
		if err != nil {
			r.Fatal(err)
		}
		x := s.Task(n)
		if err := x.Validate(); err != nil {
			r.Fatal(err)
		}
		again, err := cue.New(o)
		if err != nil {
			r.Fatal(err)
		}
		if !reflect.DeepEqual(x, again.Task(n)) {
			r.Fatalf("task %d differs the second time", n)
		}
		if fewest, most := o.Steps[0], o.Steps[1]; o.Kind == cue.Single && len(x.Steps) != 1 || o.Kind != cue.Single && (len(x.Steps) < fewest || len(x.Steps) > most) {
			r.Fatalf("%d steps", len(x.Steps))
		}
		for i := range x.Steps {
			checkStep(t, r, o, x, i)
		}
	})
}

// checkStep says what is wrong with step i: its link, its answer, its neighbours.
func checkStep(t *testing.T, r *rapid.T, o cue.Options, x task.Task, i int) {
	s := x.Steps[i]
	words, list, operand := parts(t, s.Question)
	alone, same, value := parts(t, s.Standalone)
	if !slices.Equal(words, alone) || !slices.Equal(list, same) {
		r.Fatalf("%q and %q differ in more than the operand", s.Question, s.Standalone)
	}
	if want := strings.Join(slow[s.Skill](list, value), " "); s.Answer.Value != want {
		r.Fatalf("%s: %q has the answer %q, want %q", s.Skill, s.Standalone, s.Answer.Value, want)
	}
	if s.Domain != skill.DomainOf(s.Skill) || s.Difficulty != 1 || s.Reference == "" {
		r.Fatalf("incomplete: %+v", s)
	}
	switch {
	case len(s.Uses) == 0 && operand != value, len(s.Uses) > 1, len(s.Uses) > 0 && o.Linked < 0, len(s.Uses) == 0 && o.Linked == 1 && i > 0:
		r.Fatalf("%q uses %+v", s.Question, s.Uses)
	case len(s.Uses) == 1:
		used := x.Steps[s.Uses[0].Step-1].Answer.Value
		if operand != s.Uses[0].Text || !strings.HasSuffix(used, value) {
			r.Fatalf("%q stands for %s but step %d has the answer %q", operand, value, s.Uses[0].Step, used)
		}
	}
	if i == 0 {
		return
	}
	before := x.Steps[i-1]
	unseen := cue.Unseen(before.Skill, s.Skill)
	switch {
	case o.Kind == cue.Same && before.Skill != s.Skill, o.Kind == cue.Cross && before.Domain == s.Domain,
		o.Kind == cue.Cross && o.Pairs == cue.SeenPairs && unseen, o.Kind == cue.Cross && o.Pairs == cue.UnseenPairs && !unseen:
		r.Fatalf("%s follows %s", s.Skill, before.Skill)
	}
}

// The unseen pairs are a fifth of the cross-domain ones, and every skill is
// entered and left by some.
func TestUnseenPairs(t *testing.T) {
	cross, held := 0, 0
	in, out := map[string]int{}, map[string]int{}
	for _, a := range cue.Skills() {
		for _, b := range cue.Skills() {
			if a.Domain != b.Domain {
				cross++
			}
			if cue.Unseen(a.ID, b.ID) {
				held++
				out[a.ID]++
				in[b.ID]++
				if a.Domain == b.Domain {
					t.Errorf("%s and %s are of one domain", a.ID, b.ID)
				}
			}
		}
	}
	if cross != 168 || held != 33 || len(in) != 14 || len(out) != 14 {
		t.Errorf("%d of %d pairs, %d skills entered, %d left", held, cross, len(in), len(out))
	}
}

// The splits share no triple of skill, payload and operand, in linked steps as
// in others, and divide the questions half, quarter, quarter.
func TestSplitsAreDisjoint(t *testing.T) {
	owner := map[string]cue.Split{}
	// Draws of one skill meet often: 7500 steps in 100 000 triples.
	only := map[string]float64{}
	for _, s := range cue.Skills() {
		only[s.ID] = 0
	}
	only["math/cue-sum"] = 1
	met := 0
	sizes := map[cue.Split]int{}
	for _, split := range []cue.Split{cue.Train, cue.Validation, cue.Test} {
		s := source(t, cue.Options{Split: split, Kind: cue.Same, Steps: [2]int{5, 5}, Weights: only})
		for n := range 3000 {
			for _, step := range s.Task(n).Steps {
				_, list, operand := parts(t, step.Standalone)
				key := strings.Join(list, "") + operand
				switch other, there := owner[key]; {
				case !there:
					owner[key] = split
					sizes[split]++
				case other != split:
					t.Fatalf("%q is in %s and in %s", step.Standalone, other, split)
				default:
					met++
				}
			}
		}
	}
	if met < 1000 {
		t.Errorf("questions met only %d times", met)
	}
	// 15 000 draws from a part of size m find m(1−e^(−15000/m)) of it: 12 959 of
	// 50 000 and 11 280 of 25 000.
	for split, want := range map[cue.Split]int{cue.Train: 12_959, cue.Validation: 11_280, cue.Test: 11_280} {
		if got := sizes[split]; math.Abs(float64(got-want)) > 400 {
			t.Errorf("%s: %d different questions, want about %d", split, got, want)
		}
	}
}

// chiSquare is Pearson's statistic of counts against expected shares.
func chiSquare(counts, shares []float64) float64 {
	n, sum := 0.0, 0.0
	for _, c := range counts {
		n += c
	}
	for i, c := range counts {
		d := c - n*shares[i]
		sum += d * d / (n * shares[i])
	}
	return sum
}

func TestCueFrequencies(t *testing.T) {
	order := cues(t)
	even := []float64{.2, .2, .2, .2, .2}
	skew := []float64{.30, .28, .22, .15, .05}
	for _, skewed := range []bool{false, true} {
		s := source(t, cue.Options{Seed: 5, Kind: cue.Single, Skewed: skewed})
		counts := make([]float64, 5)
		skills := map[string]float64{}
		for n := range 10_000 {
			step := s.Task(n).Steps[0]
			words, _, _ := parts(t, step.Question)
			counts[slices.Index(order[step.Skill], strings.Join(words, " "))]++
			skills[step.Skill]++
		}
		want, other := even, skew
		if skewed {
			want, other = skew, even
		}
		if x := chiSquare(counts, want); x > 25 { // 4 degrees of freedom: once in 20 000
			t.Errorf("skewed %t: %v, χ² %.1f", skewed, counts, x)
		}
		if x := chiSquare(counts, other); x < 500 {
			t.Errorf("skewed %t: %v is the other distribution, χ² %.1f", skewed, counts, x)
		}
		for id, c := range skills {
			if d := c - 10_000.0/14; d*d > 25*10_000.0/14 { // five deviations
				t.Errorf("%s was drawn %.0f times of 10 000", id, c)
			}
		}
	}
}

func TestWeightsAndLinks(t *testing.T) {
	s := source(t, cue.Options{Kind: cue.Single, Weights: map[string]float64{"math/cue-sum": 3, "logic/cue-over": 0}})
	counts := map[string]float64{}
	for n := range 8000 {
		counts[s.Task(n).Steps[0].Skill]++
	}
	if got := counts["math/cue-sum"]; math.Abs(got-1600) > 180 || counts["logic/cue-over"] != 0 {
		t.Errorf("weights 3 of 15 and 0 gave %v", counts)
	}
	linked, near, all := 0.0, 0.0, 0.0
	s = source(t, cue.Options{Steps: [2]int{3, 3}})
	for n := range 4000 {
		last := s.Task(n).Steps[2]
		all++
		for _, u := range last.Uses {
			linked++
			if u.Step == 2 {
				near++
			}
		}
	}
	if math.Abs(linked/all-0.7) > 0.035 || math.Abs(near/linked-0.7) > 0.045 {
		t.Errorf("%.3f of later steps are linked, %.3f of them to the step before", linked/all, near/linked)
	}
}

func TestIDsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range []cue.Options{{}, {Seed: 1}, {Split: cue.Test}, {Kind: cue.Single}, {Kind: cue.Same}, {Skewed: true}, {Linked: 1},
		{Pairs: cue.SeenPairs}, {Steps: [2]int{3, 3}}, {Weights: map[string]float64{"math/cue-sum": 2}}} {
		s := source(t, o)
		for n := range 50 {
			x := s.Task(n)
			if seen[x.ID] {
				t.Errorf("%s came twice", x.ID)
			}
			seen[x.ID] = true
		}
	}
}

func TestWrongOptionsAreRefused(t *testing.T) {
	onlyMath := map[string]float64{}
	for _, s := range cue.Skills() {
		if s.Domain != skill.Math {
			onlyMath[s.ID] = 0
		}
	}
	for says, o := range map[string]cue.Options{
		"unknown split":   {Split: "dev"},
		"unknown kind":    {Kind: "chain"},
		"unknown pairs":   {Pairs: "some"},
		"fewest first":    {Steps: [2]int{3, 2}},
		"1 to 9":          {Steps: [2]int{2, 10}},
		"share up to 1":   {Linked: 1.5},
		"not NaN":         {Linked: math.NaN()},
		"math/sum":        {Weights: map[string]float64{"math/sum": 1}},
		"not -1":          {Weights: map[string]float64{"math/cue-sum": -1}},
		"not +Inf":        {Weights: map[string]float64{"math/cue-sum": math.Inf(1)}},
		"too few skills":  {Weights: onlyMath},
		"the weights lea": {Pairs: cue.UnseenPairs, Weights: onlyMath},
	} {
		if _, err := cue.New(o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %q", o, err, says)
		}
	}
	if _, err := cue.New(cue.Options{Kind: cue.Same, Weights: onlyMath}); err != nil {
		t.Errorf("chains of mathematics alone: %v", err)
	}
}

func BenchmarkTask(b *testing.B) {
	s := source(b, cue.Options{Steps: [2]int{4, 4}, Split: cue.Test})
	n := 0
	for b.Loop() {
		s.Task(n)
		n++
	}
}
