package reward_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/reward"
	"segue/task"
	"segue/task/response"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// chain needs sums, parity and route; the switches into them weigh 1 (none), 1
// and 3. Step 2 uses step 1 and step 3 uses step 2.
func chain() (task.Task, reward.Setting) {
	t := steps("math/sums", "logic/parity", "planning/route")
	t.Steps[1].Uses = []task.Use{{Step: 1, Slot: "n", Text: "(the answer to Step 1, plus 10)"}}
	t.Steps[2].Uses = []task.Use{{Step: 2, Slot: "n", Text: "(the answer to Step 2, plus 10)"}}
	return t, setting(map[string]float64{"math/sums>logic/parity": 1, "logic/parity>planning/route": 3}, t.Sequence())
}

// write gives the labels of skills and says which answers are right.
func write(t task.Task, skills []string, right string) string {
	read := gold(t)
	for i := range read {
		read[i].Skill = labelOf(skills[i])
		if right[i] == '0' {
			read[i].Answer = "-1"
		}
	}
	return response.Format("", read)
}

// The numbers are worked out by hand from the formulas in the signals' files.
func TestSignalsByHand(t *testing.T) {
	three, s := chain()
	c, r := everything(t, s), reader(t)
	for _, x := range []struct {
		name, labels, right string
		want                map[string]float64
	}{
		{"all right", "math/sums logic/parity planning/route", "111", map[string]float64{
			"answer": 1, "step-label": 1, "label-share": 1, "transition": 1, "alignment": 1, "step-credit": 1, "conditional-credit": 1}},
		{"last label wrong: the hard switch is lost", "math/sums logic/parity planning/trip", "111", map[string]float64{
			"step-label": 2. / 3, "label-share": 2. / 3, "transition": 1. / 4, "alignment": 2. / 5, "step-credit": (1 + 1 + .7) / 3}},
		{"first label wrong: the easy switch is lost", "math/modular-inverse logic/parity planning/route", "111", map[string]float64{
			"step-label": 2. / 3, "transition": 3. / 4, "alignment": 4. / 5}},
		{"middle label wrong: both switches are lost", "math/sums logic/syllogism planning/route", "111", map[string]float64{
			"step-label": 2. / 3, "transition": 0, "alignment": 4. / 5}},
		// Sums is left out (−½·1), trip put in (−½·5/3), parity and route match.
		{"labels shifted by a step", "logic/parity planning/route planning/trip", "111", map[string]float64{
			"step-label": 0, "transition": 0, "alignment": (1 + 3 - .5 - 5./6) / 5}},
		// Turning two costs both their places: route alone matches.
		{"labels turned", "logic/parity math/sums planning/route", "111", map[string]float64{
			"step-label": 1. / 3, "transition": 0, "alignment": 3. / 5}},
		// Step 1: later = (½·0 + ¼·1)/(½ + ¼) = ⅓; step 2: later = 1.
		{"middle answer wrong", "math/sums logic/parity planning/route", "101", map[string]float64{
			"answer": 2. / 3, "step-label": 1, "step-credit": ((.7+.3+.2/3)/1.2 + (.3+.2)/1.2 + 1) / 3}},
		{"no answer right", "math/sums logic/parity planning/route", "000", map[string]float64{
			"answer": 0, "step-label": 1, "step-credit": (.3/1.2 + .3/1.2 + .3) / 3}},
	} {
		got := parts(t, c.Reward(r.Read(t.Context(), three, write(three, sequence(x.labels), x.right))))
		for name, want := range x.want {
			if math.Abs(got[name]-want) > 1e-12 {
				t.Errorf("%s: %s is %.6f, want %.6f", x.name, name, got[name], want)
			}
		}
	}
}

// The rewards of steps stand beside the step's place in the response; a signal
// that says nothing of a step is absent there.
func TestStepRewards(t *testing.T) {
	three, s := chain()
	text := "<think>é</think>" + write(three, sequence("logic/parity planning/route planning/trip"), "110")
	got := everything(t, s).Reward(reader(t).Read(t.Context(), three, text))
	want := []map[string]float64{
		{"answer": 1, "step-label": 0, "alignment": 1, "step-credit": (.7 + .2*2/3) / 1.2, "conditional-credit": (.7 + .2*2/3) / 1.2},
		{"answer": 1, "step-label": 0, "transition": 0, "alignment": 1, "step-credit": .7 / 1.2, "conditional-credit": .7 / 1.2},
		{"answer": 0, "step-label": 0, "transition": 0, "alignment": 0, "step-credit": 0, "conditional-credit": 0},
	}
	for i, step := range got.Steps {
		if d := cmp.Diff(want[i], step.Rewards, cmpopts.EquateApprox(0, 1e-12)); d != "" {
			t.Errorf("step %d (-want +got):\n%s", i+1, d)
		}
		whole := text[step.Whole.From:step.Whole.To]
		if !strings.HasPrefix(whole, "<skill>"+step.Label+"</skill>") || !strings.HasSuffix(whole, "</answer>") {
			t.Errorf("step %d stands at %q", i+1, whole)
		}
		if text[step.Skill.From:step.Skill.To] != step.Label {
			t.Errorf("the label of step %d stands at %q", i+1, text[step.Skill.From:step.Skill.To])
		}
		at := step.Whole.Characters(text)
		if string([]rune(text)[at.From:at.To]) != whole || at.From == step.Whole.From {
			t.Errorf("step %d stands at characters %v", i+1, at)
		}
	}
	if got.Steps[0].Unscored["transition"] == "" {
		t.Error("the first step does not say why it has no transition")
	}
}

// Other labels whose switches are as hard on average earn the paper's term in
// full. No reward that looks at the labels themselves pays for them.
func TestGamingTheRank(t *testing.T) {
	three, _ := chain()
	s := setting(map[string]float64{
		"math/sums>logic/parity": 1, "logic/parity>planning/route": 3,
		"logic/syllogism>planning/trip": 3, "planning/trip>math/modular-inverse": 1, // the same mean, 2, by other skills
		"planning/route>math/sums": 2, "math/sums>planning/route": 2, // and by two of the right skills going to and fro
	}, three.Sequence(), sequence("math/sums planning/trip"), sequence("logic/parity planning/route"))
	c, r := everything(t, s), reader(t)
	for _, labels := range []string{
		"logic/syllogism planning/trip math/modular-inverse",
		"planning/route math/sums planning/route",
	} {
		got := parts(t, c.Reward(r.Read(t.Context(), three, write(three, sequence(labels), "000"))))
		if got["entropy-rank"] != 1 {
			t.Errorf("%s: the rank earns %g, want 1", labels, got["entropy-rank"])
		}
		if got["transition"] != 0 {
			t.Errorf("%s: transition earns %g", labels, got["transition"])
		}
	}
	got := parts(t, c.Reward(r.Read(t.Context(), three, write(three, sequence("logic/syllogism planning/trip math/modular-inverse"), "000"))))
	for _, name := range []string{"step-label", "label-share", "transition", "alignment", "step-credit", "conditional-credit"} {
		if got[name] != 0 {
			t.Errorf("%s pays %g for labels that are all wrong", name, got[name])
		}
	}
	// With the last label right by chance the new rewards pay for that step alone.
	toAndFro := parts(t, c.Reward(r.Read(t.Context(), three, write(three, sequence("planning/route math/sums planning/route"), "000"))))
	if toAndFro["step-label"] != 1./3 || toAndFro["label-share"] != 1./3 {
		t.Errorf("to and fro: %v", toAndFro)
	}
}

// A shuffled table has the same cells under other names, always the same ones
// for a seed.
func TestPlacebo(t *testing.T) {
	pairs := map[string]float64{}
	for i, a := range vocabulary {
		for k, b := range vocabulary {
			pairs[a.ID+">"+b.ID] = 1 + float64(6*i+k)/36
		}
	}
	training := [][]string{}
	for i := range vocabulary {
		training = append(training, []string{vocabulary[i].ID, vocabulary[(i+2)%6].ID})
	}
	two := steps("math/sums", "logic/parity")
	g := reader(t).Read(t.Context(), two, write(two, sequence("planning/trip math/modular-inverse"), "11"))
	values := map[float64]bool{}
	for seed := range uint64(8) {
		s := setting(pairs, training...)
		s.Seed = seed
		once, again := everything(t, s).Reward(g), everything(t, s).Reward(g)
		if once.Parts["placebo"].Score != again.Parts["placebo"].Score {
			t.Errorf("seed %d gives %g, then %g", seed, once.Parts["placebo"].Score, again.Parts["placebo"].Score)
		}
		values[once.Parts["placebo"].Score] = true
	}
	if len(values) < 3 {
		t.Errorf("eight seeds give %v", slices.Collect(maps.Keys(values)))
	}
}

// Judged on its own earlier answers a step is not charged for an earlier slip,
// where the task can be solved again.
func TestConditionalCredit(t *testing.T) {
	three, s := chain()
	weights := reward.Weights{"step-credit": 1, "conditional-credit": 1}
	read := gold(three)
	read[0].Answer, read[1].Answer, read[2].Answer = "13", "23", "33" // one slip, then each right by the one before
	text := response.Format("", read)
	for _, x := range []struct {
		name   string
		solver reward.Solver
		status reward.RerunStatus
		second float64
	}{
		{"none", nil, reward.NotExecutable, 0},
		{"one that adds", adder{}, reward.Reexecuted, 1},
		{"one that cannot", adder{err: reward.ErrNotExecutable}, reward.NotExecutable, 0},
		{"one that fails", adder{err: errors.New("out of numbers")}, reward.NotExecutable, 0},
	} {
		r := reader(t)
		r.Solver = x.solver
		g := r.Read(t.Context(), three, text)
		for n := 2; n <= 3; n++ {
			got := g.Steps[n-1].Rerun
			if got.Status != x.status || got.Verdict.Score != x.second || (got.Reason == "") != (x.status == reward.Reexecuted) {
				t.Errorf("solver %s: step %d is %+v, want %s %g", x.name, n, got, x.status, x.second)
			}
		}
		if got := g.Steps[0].Rerun; got.Status != reward.Unaffected || got.Verdict.Score != 0 {
			t.Errorf("solver %s: step 1 is %+v", x.name, got)
		}
		// Labels alone are right, but for what the solver finds.
		want := (.3/1.2 + .3/1.2 + .3) / 3
		if x.second == 1 {
			want = ((.3+.2)/1.2 + 1 + 1) / 3
		}
		p := parts(t, composition(t, weights, s).Reward(g))
		if math.Abs(p["conditional-credit"]-want) > 1e-12 || math.Abs(p["step-credit"]-(.3/1.2+.3/1.2+.3)/3) > 1e-12 {
			t.Errorf("solver %s: credit %v, want %g", x.name, p, want)
		}
	}
}

// adder solves the steps of chain, which add 10 to the one before.
type adder struct{ err error }

func (a adder) Solve(_ context.Context, t task.Task, n int, own map[int]string) (task.Answer, error) {
	if a.err != nil {
		return task.Answer{}, a.err
	}
	x, err := strconv.ParseInt(own[t.Steps[n-1].Uses[0].Step], 10, 64)
	return task.Integer(x + 10), err
}

// A link that takes what a wrong answer shares with the right one has the value
// that the task was made with, so the step stays as it was judged.
func TestLinkThatStaysTheSame(t *testing.T) {
	for _, x := range []struct {
		link, own string
		answer    task.Answer
		same      bool
	}{
		{"(the number of letters in the answer to Step 1, plus 2)", "elm", task.String("ash"), true},
		{"(the number of letters in the answer to Step 1, plus 2)", "oaks", task.String("ash"), false},
		{"(9 minus the sum of the elements of the list given in Step 1)", "[3, 1]", task.List(task.Integer(1), task.Integer(3)), true},
		{"(the last element of the list given in Step 1)", "3, 1", task.List(task.Integer(1), task.Integer(3)), false},
		{"(the first element of the list given in Step 1)", "1; 5; 9", task.List(task.Integer(1), task.Integer(3)), true},
		{"(the number of elements of the set given in Step 1)", "{5, 6}", task.Set(task.Integer(1), task.Integer(3)), true},
		{"(the number of elements of the set given in Step 1)", "some", task.Set(task.Integer(1), task.Integer(3)), false},
		{"(2 times the denominator of the answer to Step 1 in lowest terms)", "5/6", task.Rational(1, 6), true},
		{"(the numerator of the answer to Step 1 in lowest terms)", "2/6", task.Rational(2, 3), false},
		{"(the numerator of the answer to Step 1 in lowest terms)", "1e999999999", task.Rational(2, 3), false},
		{"(the answer to Step 1, plus 2)", "11", task.Integer(10), false},
		{"(the number of moons)", "11", task.Integer(10), false},
	} {
		two := steps("math/sums", "logic/parity")
		two.Steps[0].Answer = x.answer
		two.Steps[1].Uses = []task.Use{{Step: 1, Slot: "n", Text: x.link}}
		read := []response.Step{{Skill: "Math, Sums of sequences", Answer: x.own}, {Skill: "Logic, Parity", Answer: "20"}}
		g := reader(t).Read(t.Context(), two, response.Format("", read))
		if got := g.Steps[1].Rerun.Status; (got == reward.Unaffected) != x.same {
			t.Errorf("%s for %q in place of %q: %s", x.link, x.own, x.answer.Text(), got)
		}
	}
}
