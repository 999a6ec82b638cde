package reward_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"segue/grade"
	"segue/reward"
	"segue/task"
	"segue/task/response"

	"github.com/google/go-cmp/cmp"
)

// world is a training set of four tasks with the entropies 1, 2, 2 and 3.
func world() reward.Setting {
	return setting(map[string]float64{
		"math/sums>logic/parity":      1,
		"logic/parity>math/sums":      2,
		"math/sums>planning/route":    2,
		"planning/route>logic/parity": 3,
	},
		sequence("math/sums logic/parity"), sequence("logic/parity math/sums"),
		sequence("math/sums planning/route"), sequence("planning/route logic/parity"))
}

func paper(t testing.TB) *reward.Composition {
	t.Helper()
	p, err := reward.LookupPreset("paper")
	if err != nil {
		t.Fatal(err)
	}
	return composition(t, p.Weights, world())
}

// Mid-ranks in {1, 2, 2, 3}: 1 → ⅛, 2 → ½, 3 → ⅞, above 3 → 1.
func TestPaperRewardByHand(t *testing.T) {
	c, r := paper(t), reader(t)
	two := steps("math/sums", "logic/parity") // ρ★ = ⅛
	for _, x := range []struct {
		name, text  string
		answer, ent float64
	}{
		{"all right", "<skill>Math, Sums of sequences</skill><answer>10</answer><skill>Logic, Parity</skill><answer>20</answer>", 1, 1},
		{"thinking first", "<think>\nhm\n</think>\n<skill>Math, Sums of sequences</skill><answer>10</answer>\n<skill>Logic, Parity</skill>\n<answer>20</answer>\n", 1, 1},
		{"one answer wrong", "<skill>Math, Sums of sequences</skill><answer>11</answer><skill>Logic, Parity</skill><answer>20</answer>", .5, 1},
		{"order of labels turned: rank ½", "<skill>Logic, Parity</skill><answer>10</answer><skill>Math, Sums of sequences</skill><answer>20</answer>", 1, 1 - 3./8},
		{"the hardest pair: rank ⅞", "<skill>Planning, Shortest route</skill><answer>1</answer><skill>Logic, Parity</skill><answer>2</answer>", 0, 1 - 6./8},
		{"a label that is no skill", "<skill>Zzyzx</skill><answer>10</answer><skill>Logic, Parity</skill><answer>20</answer>", 1, 0},
		{"ids and other case", "<skill>MATH/SUMS</skill><answer>10</answer><skill>  logic ,parity </skill><answer>20</answer>", 1, 1},
	} {
		got := c.Reward(r.Read(t.Context(), two, x.text))
		want := .7*x.answer + .3*x.ent
		if got.Status != reward.Scored || got.Answer.Score != x.answer || got.Skill.Score != x.ent || math.Abs(got.Score-want) > 1e-12 {
			t.Errorf("%s: %s answer %g skill %g reward %g, want %g %g %g (%s)", x.name, got.Status, got.Answer.Score, got.Skill.Score, got.Score, x.answer, x.ent, want, got.Reason)
		}
	}
}

func TestMalformedEarnsNothing(t *testing.T) {
	two := steps("math/sums", "logic/parity")
	right := response.Format("", gold(two))
	for name, text := range map[string]string{
		"empty":            "",
		"words before":     "Here: " + right,
		"words after":      right + " done",
		"one step":         response.Format("", gold(two)[:1]),
		"three steps":      response.Format("", append(gold(two), gold(two)[0])),
		"answer first":     "<answer>10</answer><skill>Math, Sums of sequences</skill><answer>20</answer><skill>Logic, Parity</skill>",
		"unclosed think":   "<think>" + right,
		"second think":     "<think>a</think><think>b</think>" + right,
		"think between":    strings.Replace(right, "</answer>", "</answer><think>b</think>", 1),
		"blanks":           " \n\t",
		"longer than read": right + strings.Repeat(" ", response.MaxBytes),
	} {
		got := everything(t, world()).Reward(reader(t).Read(t.Context(), two, text))
		if got.Status != reward.Malformed || got.Score != 0 || got.Reason == "" || len(got.Steps) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		for name, x := range parts(t, got) {
			if x != 0 || got.Parts[name].Status != reward.Malformed {
				t.Errorf("%s earns %g", name, x)
			}
		}
	}
}

// What no grader can tell is never a 0: the reward is unscored, with the reason.
func TestUndecidedIsUnscored(t *testing.T) {
	r := reader(t)
	two := steps("math/sums", "logic/parity")
	two.Steps[1].Answer = task.Answer{Kind: task.KindRubric, Criteria: []task.Criterion{{Text: "It is good."}}}
	g := r.Read(t.Context(), two, "<skill>Math, Sums of sequences</skill><answer>10</answer><skill>Logic, Parity</skill><answer>A line.</answer>")
	got := paper(t).Reward(g)
	if got.Status != reward.Unscored || !strings.Contains(got.Reason, "judge") || got.Answer.Status != reward.Unscored || got.Skill.Score != 1 {
		t.Errorf("%+v", got)
	}
	if _, there := got.Steps[1].Rewards["answer"]; there || got.Steps[0].Rewards["answer"] != 1 {
		t.Errorf("steps: %v, %v", got.Steps[0].Rewards, got.Steps[1].Rewards)
	}
	s := world()
	s.LeastDecided = 0.5
	if got := composition(t, reward.Weights{"answer": 1}, s).Reward(g); got.Status != reward.Scored || got.Score != 1 {
		t.Errorf("with half of the steps decided: %+v", got)
	}
	// A grader that yields no number is undecided as well.
	r.Env = grade.Env{Judge: silent{}}
	if got := paper(t).Reward(r.Read(t.Context(), two, g.Response)); got.Status != reward.Unscored {
		t.Errorf("a judge that fails: %+v", got)
	}
}

type silent struct{}

func (silent) Name() string { return "silent" }
func (silent) Reply(context.Context, string, int) (string, error) {
	return "", errors.New("no route")
}

// A task without skills has answers to pay for, but no entropy.
func TestTaskWithoutSkills(t *testing.T) {
	two := steps("math/sums", "")
	got := paper(t).Reward(reader(t).Read(t.Context(), two, response.Format("", []response.Step{{Skill: "Math, Sums of sequences", Answer: "10"}, {Skill: "Logic, Parity", Answer: "20"}})))
	if got.Status != reward.Unscored || !strings.Contains(got.Reason, "step 2") || got.Answer.Score != 1 {
		t.Errorf("%+v", got)
	}
}

// What the table tells nothing of has no rank. Labels that stay in one domain
// switch nothing and have the entropy 1; a right sequence without a known switch
// leaves the response unscored, a labelled one earns nothing for it.
func TestRankOfUnmeasuredSwitches(t *testing.T) {
	s := world()
	for key := range s.Table.Pair {
		switch key {
		case "math/sums>logic/parity", "logic/parity>math/sums", "math/sums>planning/route", "planning/route>logic/parity":
		default:
			delete(s.Table.Pair, key)
		}
	}
	c, r := composition(t, reward.Weights{"entropy-rank": 1}, s), reader(t)
	for _, x := range []struct {
		name, gold, labels string
		want               float64
		status             reward.Status
		says               string
	}{
		{"known", "math/sums logic/parity", "math/sums planning/route", 1 - 3./8, reward.Scored, ""},
		{"an unknown switch", "math/sums logic/parity", "planning/trip logic/syllogism", 0, reward.Scored, "the table tells no switch between the labels"},
		{"one of two known", "math/sums logic/parity math/sums", "planning/trip math/sums logic/parity", 1 - .25 + .125, reward.Scored, ""}, // 1.5 against 1
		{"no switch: entropy 1", "math/sums logic/parity", "math/sums math/modular-inverse", 1, reward.Scored, ""},
		{"the same skill again", "planning/route logic/parity", "logic/parity logic/parity", 1 - 6./8, reward.Scored, ""},
		{"the task's is unknown", "planning/trip logic/syllogism", "math/sums logic/parity", 0, reward.Unscored, "the table tells no switch of the task"},
		{"the task has none", "math/sums math/sums", "math/sums math/sums", 0, reward.Unscored, "the table tells no switch of the task"},
		{"one step", "math/sums", "logic/parity", 1, reward.Scored, ""},
	} {
		task := steps(sequence(x.gold)...)
		read := gold(task)
		for i, id := range sequence(x.labels) {
			read[i].Skill = labelOf(id)
		}
		got := c.Reward(r.Read(t.Context(), task, response.Format("", read))).Parts["entropy-rank"]
		if math.Abs(got.Score-x.want) > 1e-12 || got.Status != x.status || got.Reason != x.says {
			t.Errorf("%s: %+v, want %g, %s %q", x.name, got, x.want, x.status, x.says)
		}
	}
}

// The same switches in another order have the same rank, although their sums
// differ in the last bit: 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1.
func TestRankDoesNotSeeTheOrderOfSums(t *testing.T) {
	forth := sequence("math/sums logic/parity planning/route math/modular-inverse")
	back := sequence("planning/trip logic/syllogism planning/route logic/parity")
	pairs := map[string]float64{}
	for i, x := range []float64{0.1, 0.2, 0.3} {
		pairs[forth[i]+">"+forth[i+1]] = x
		pairs[back[2-i]+">"+back[3-i]] = x
	}
	four := steps(forth...)
	c := composition(t, reward.Weights{"entropy-rank": 1}, setting(pairs, forth, forth, forth))
	read := gold(four)
	for i := range read {
		read[i].Skill = labelOf(back[i])
	}
	if got := c.Reward(reader(t).Read(t.Context(), four, response.Format("", read))); got.Score != 1 {
		t.Errorf("the same switches turned round earn %g: %s", got.Score, got.Reason)
	}
}

// The <think> block is optional and nothing in it is paid for: a departure from
// the paper, whose form begins with one.
func TestThinkingEarnsNothing(t *testing.T) {
	two := steps("math/sums", "logic/parity")
	c, r := everything(t, world()), reader(t)
	text := write(two, sequence("math/sums planning/route"), "10")
	without := parts(t, c.Reward(r.Read(t.Context(), two, text)))
	for _, thoughts := range []string{"", "the answer is 10", response.Format("", gold(two))} {
		with := parts(t, c.Reward(r.Read(t.Context(), two, "<think>"+thoughts+"</think>"+text)))
		if d := cmp.Diff(without, with); d != "" {
			t.Errorf("thinking %q changes rewards: %s", thoughts, d)
		}
	}
}

func TestRightDomain(t *testing.T) {
	two := steps("math/sums", "math/sums")
	for label, want := range map[string]bool{
		"Math, Sums of sequences": true, "Modular inverse": true, "Math, Poached eggs": true, "MATH/eggs": true,
		"Logic, Parity": false, "Parity": false, "Cooking, Eggs": false, "": false,
	} {
		read := gold(two)
		read[1].Skill = label
		if got := reader(t).Read(t.Context(), two, response.Format("", read)).Steps[1]; got.RightDomain() != want {
			t.Errorf("%q: %t (%+v)", label, got.RightDomain(), got.Match)
		}
	}
}

// A skill that no label is mapped to cannot be named, so its label is unscored.
func TestSkillOutsideTheVocabulary(t *testing.T) {
	two := steps("math/sums", "math/knots")
	read := gold(two)
	read[1].Skill = "Math, Knots"
	got := everything(t, world()).Reward(reader(t).Read(t.Context(), two, response.Format("", read)))
	for name, v := range got.Parts {
		if strings.Contains(name, "label") || name == "transition" || name == "alignment" || strings.Contains(name, "credit") {
			if v.Status != reward.Unscored || !strings.Contains(v.Reason, "math/knots") {
				t.Errorf("%s: %+v", name, v)
			}
		}
	}
	if got.Steps[0].Rewards["step-label"] != 1 || got.Answer.Score != 1 {
		t.Errorf("%+v", got.Steps[0])
	}
}
