package reward_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"segue/reward"
	"segue/task"
	"segue/task/response"

	"pgregory.net/rapid"
)

// drawTask draws a task whose steps use earlier ones, with a table for it.
func drawTask(t *rapid.T) (task.Task, reward.Setting) {
	skills := rapid.SliceOfN(rapid.SampledFrom(ids()), 1, 7).Draw(t, "skills")
	one := steps(skills...)
	for i := range one.Steps {
		if i > 0 && rapid.Bool().Draw(t, "uses") {
			from := rapid.IntRange(1, i).Draw(t, "from")
			one.Steps[i].Uses = []task.Use{{Step: from, Slot: "n", Text: fmt.Sprintf("(the answer to Step %d)", from)}}
		}
	}
	pairs := map[string]float64{}
	for range rapid.IntRange(0, 20).Draw(t, "pairs") {
		key := rapid.SampledFrom(ids()).Draw(t, "a") + ">" + rapid.SampledFrom(ids()).Draw(t, "b")
		pairs[key] = rapid.Float64Range(0.2, 11).Draw(t, "SkE")
	}
	training := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(ids()), 2, 5), 0, 10).Draw(t, "training")
	s := setting(pairs, append(training, one.Sequence())...)
	s.Seed = rapid.Uint64().Draw(t, "seed")
	return one, s
}

func ids() []string {
	out := make([]string, len(vocabulary))
	for i, s := range vocabulary {
		out[i] = s.ID
	}
	return out
}

// drawRead draws what a response says of each step.
func drawRead(t *rapid.T, one task.Task) []response.Step {
	read := gold(one)
	for i := range read {
		switch rapid.IntRange(0, 3).Draw(t, "label") {
		case 0:
			read[i].Skill = labelOf(rapid.SampledFrom(ids()).Draw(t, "other"))
		case 1:
			read[i].Skill = rapid.SampledFrom([]string{"", "Cooking, Eggs", "n/a"}).Draw(t, "no skill")
		}
		if rapid.Bool().Draw(t, "wrong") {
			read[i].Answer = rapid.SampledFrom([]string{"-1", "", "many"}).Draw(t, "answer")
		}
	}
	return read
}

func TestRewardProperties(t *testing.T) {
	r := reader(t)
	rapid.Check(t, func(t *rapid.T) {
		one, s := drawTask(t)
		read := drawRead(t, one)
		text := response.Format(rapid.SampledFrom([]string{"", "hm", "é→"}).Draw(t, "thinking"), read)
		w := reward.Weights{}
		for _, d := range reward.List() {
			w[d.Name] = rapid.Float64Range(0.01, 2).Draw(t, d.Name)
		}
		c, err := reward.New(w, s)
		if err != nil {
			t.Fatal(err)
		}
		g := r.Read(t.Context(), one, text)
		got := c.Reward(g)
		inBounds(t, text, got)
		// The whole is the weighted sum of the parts, each as it is alone.
		sum := 0.0
		for _, d := range reward.List() {
			alone, err := reward.New(reward.Weights{d.Name: 1}, s)
			if err != nil {
				t.Fatal(err)
			}
			x := alone.Reward(g)
			if x.Score != got.Parts[d.Name].Score {
				t.Fatalf("%s is %g alone and %g among others", d.Name, x.Score, got.Parts[d.Name].Score)
			}
			sum += w[d.Name] * x.Score
		}
		if got.Status != reward.Scored || math.Abs(sum-got.Score) > 1e-9 {
			t.Fatalf("%s %g, the parts sum to %g (%s)", got.Status, got.Score, sum, got.Reason)
		}
		again, _ := json.Marshal(c.Reward(r.Read(t.Context(), one, text)))
		if once, _ := json.Marshal(got); string(once) != string(again) {
			t.Fatalf("once %s\nagain %s", once, again)
		}
	})
}

// tester is what both rapid and the fuzz engine offer.
type tester interface {
	Fatalf(format string, args ...any)
}

// inBounds checks what holds for every reward.
func inBounds(t tester, text string, got reward.Reward) {
	for name, v := range got.Parts {
		if !(v.Score >= 0 && v.Score <= 1) || v.Status == reward.Unscored && v.Reason == "" {
			t.Fatalf("%s is %+v", name, v)
		}
	}
	end := 0
	for i, s := range got.Steps {
		if s.N != i+1 || s.Whole.From < end || s.Skill.From < s.Whole.From || s.Answer.From < s.Skill.To || s.Whole.To < s.Answer.To || s.Whole.To > len(text) {
			t.Fatalf("step %d stands at %v with %v and %v", s.N, s.Whole, s.Skill, s.Answer)
		}
		end = s.Whole.To
		for name, x := range s.Rewards {
			if !(x >= 0 && x <= 1) {
				t.Fatalf("%s of step %d is %g", name, s.N, x)
			}
		}
	}
}

func TestGoldEarnsAllAndMalformedNothing(t *testing.T) {
	r := reader(t)
	rapid.Check(t, func(t *rapid.T) {
		one, s := drawTask(t)
		text := response.Format("", gold(one))
		// Labels in other case and spacing name the same skills.
		other := strings.NewReplacer(", ", rapid.SampledFrom([]string{",", " ,  ", " - "}).Draw(t, "comma")).Replace(text)
		if rapid.Bool().Draw(t, "upper") {
			other = strings.NewReplacer("<SKILL>", "<skill>", "</SKILL>", "</skill>", "<ANSWER>", "<answer>", "</ANSWER>", "</answer>").Replace(strings.ToUpper(other))
		}
		broken := text[:rapid.IntRange(0, len(text)-1).Draw(t, "cut")]
		for _, d := range reward.List() {
			c, err := reward.New(reward.Weights{d.Name: 1}, s)
			if err != nil {
				t.Fatal(err)
			}
			for _, right := range []string{text, other} {
				if got := c.Reward(r.Read(t.Context(), one, right)); got.Score != 1 || got.Status != reward.Scored {
					t.Fatalf("%s pays %g for %q: %s", d.Name, got.Score, right, got.Reason)
				}
			}
			if got := c.Reward(r.Read(t.Context(), one, broken)); got.Score != 0 || got.Status != reward.Malformed {
				t.Fatalf("%s pays %g (%s) for %q", d.Name, got.Score, got.Status, broken)
			}
		}
	})
}

// Putting a step right never lowers a reward. Two are left out: the entropy
// rank, which looks at the mean of the switches and may fall, and alignment,
// which may have paid for a run of shifted labels; that one is never below the
// share it pays step by step.
func TestCorrectingAStepNeverCosts(t *testing.T) {
	r := reader(t)
	monotone := []string{"answer", "step-label", "label-share", "transition", "step-credit", "conditional-credit"}
	rapid.Check(t, func(t *rapid.T) {
		one, s := drawTask(t)
		read := drawRead(t, one)
		c, err := reward.New(reward.Weights{"answer": 1, "step-label": 1, "label-share": 1, "transition": 1, "step-credit": 1, "conditional-credit": 1, "alignment": 1}, s)
		if err != nil {
			t.Fatal(err)
		}
		before := c.Reward(r.Read(t.Context(), one, response.Format("", read)))
		k := rapid.IntRange(0, len(read)-1).Draw(t, "corrected")
		if rapid.Bool().Draw(t, "the answer") {
			read[k].Answer = gold(one)[k].Answer
		} else {
			read[k].Skill = gold(one)[k].Skill
		}
		after := c.Reward(r.Read(t.Context(), one, response.Format("", read)))
		for _, name := range monotone {
			if after.Parts[name].Score < before.Parts[name].Score-1e-12 {
				t.Fatalf("%s falls from %g to %g", name, before.Parts[name].Score, after.Parts[name].Score)
			}
		}
		if byStep := stepByStep(one, s, after); after.Parts["alignment"].Score < byStep-1e-9 {
			t.Fatalf("alignment pays %g, less than %g step by step", after.Parts["alignment"].Score, byStep)
		}
	})
}

// stepByStep is the weighted share of right labels, the alignment without gaps.
func stepByStep(one task.Task, s reward.Setting, r reward.Reward) float64 {
	earned, total := 0.0, 0.0
	for i, step := range r.Steps {
		w := 1.0
		if i > 0 {
			w = s.Table.Switch(one.Steps[i-1].Skill, one.Steps[i].Skill, "exact").SkE
		}
		total += w
		if step.Right() {
			earned += w
		}
	}
	return earned / total
}

// Whatever the text, it is malformed and earns nothing or has its steps in
// place; the strict reader decides.
func FuzzReward(f *testing.F) {
	three, s := chain()
	right := response.Format("a thought", gold(three))
	for _, text := range []string{right, right[:60], "", "<think>", strings.Replace(right, "10", `\boxed{10}`, 1), strings.ReplaceAll(right, "Math", "<math>"), strings.Replace(right, "</skill><answer>", "</skill>\u2003<answer>", 1)} {
		f.Add(text)
	}
	c, r := everything(f, s), reader(f)
	f.Fuzz(func(t *testing.T, text string) {
		got := c.Reward(r.Read(t.Context(), three, text))
		strict, err := response.Strict(text, 3)
		if (got.Status == reward.Malformed) != (err != nil) || got.Status == reward.Unscored {
			t.Fatalf("%s, the strict reader says %v", got.Status, err)
		}
		inBounds(t, text, got)
		for i, step := range got.Steps {
			if strings.TrimSpace(text[step.Skill.From:step.Skill.To]) != strict[i].Skill || strings.TrimSpace(text[step.Answer.From:step.Answer.To]) != strict[i].Answer {
				t.Fatalf("step %d stands at %v and %v, not where the reader found %+v", i+1, step.Skill, step.Answer, strict[i])
			}
		}
		if _, err := json.Marshal(got); err != nil {
			t.Fatal(err)
		}
	})
}
