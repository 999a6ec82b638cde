package cue_test

import (
	"strings"
	"testing"

	"segue/grade"
	"segue/lm/tokenizer"
	"segue/task"
	"segue/task/cue"
	"segue/task/response"
)

func words(t testing.TB) *tokenizer.Pipeline {
	t.Helper()
	p, err := tokenizer.NewWords(cue.Words(), 256)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// everyKind is n tasks of single, same and cross sources with all lengths.
func everyKind(t testing.TB, n int) []task.Task {
	t.Helper()
	var out []task.Task
	for _, k := range []cue.Kind{cue.Single, cue.Same, cue.Cross} {
		s := source(t, cue.Options{Seed: 2, Kind: k, Steps: [2]int{1, cue.MaxSteps}, Split: cue.Validation})
		for i := range n {
			out = append(out, s.Task(i))
		}
	}
	return out
}

func TestGoldIsStrictAndRight(t *testing.T) {
	labels := map[string]string{}
	for _, s := range cue.Skills() {
		labels[s.ID] = s.Label
	}
	for _, x := range everyKind(t, 100) {
		read, err := response.Strict(cue.Gold(x), len(x.Steps))
		if err != nil {
			t.Fatalf("%s: %v", x.ID, err)
		}
		for i, s := range x.Steps {
			if read[i].Skill != labels[s.Skill] {
				t.Errorf("%s: the label is %q", x.ID, read[i].Skill)
			}
			for _, text := range []string{read[i].Answer, " " + read[i].Answer, "<answer> " + read[i].Answer + "</answer>", s.Reference} {
				if v := grade.Grade(t.Context(), s.Answer, text, grade.Env{}); v.Status != task.Scored || v.Score != 1 {
					t.Errorf("%s: %q earns %g (%s)", x.ID, text, v.Score, v.Reason)
				}
			}
		}
	}
}

// sample finds a step of a skill.
func sample(t *testing.T, id string) task.Step {
	t.Helper()
	s := source(t, cue.Options{Kind: cue.Single})
	for n := range 1000 {
		step := s.Task(n).Steps[0]
		if _, list, operand := parts(t, step.Question); step.Skill == id && list[0] != list[1] && list[0] != operand {
			return step
		}
	}
	t.Fatalf("no step of %s", id)
	return task.Step{}
}

func TestGradersJudgeExactly(t *testing.T) {
	for _, id := range []string{"math/cue-sum", "planning/cue-sort", "coding/cue-rotate", "coding/cue-prepend"} {
		s := sample(t, id)
		right := s.Answer.Value
		digits := strings.Fields(right)
		last := len(digits) - 1
		other := string('0' + ('9' - digits[last][0]))
		for _, wrong := range []string{
			strings.Join(append(digits[:last:last], other), " "), // the last digit
			right + " " + other, right + " 0", "1 " + right, "0 " + right, right + " now", "step " + right, "- " + right, right + " :",
			strings.Join(digits[:last], " "), "",
		} {
			if v := grade.Grade(t.Context(), s.Answer, "<answer> "+wrong+"</answer>", grade.Env{}); v.Status != task.Scored || v.Score != 0 {
				t.Errorf("%s: %q for %q earns %g, %s", id, wrong, right, v.Score, v.Status)
			}
		}
	}
	sorted := task.String("1 3 5 7 9")
	for text, want := range map[string]float64{"1 3 5 7 9": 1, " 1 3 5 7 9": 1, "1 3 5 9 7": 0, "1 3 5 7": 0} {
		if v := grade.Grade(t.Context(), sorted, text, grade.Env{}); v.Score != want {
			t.Errorf("%q earns %g", text, v.Score)
		}
	}
	if k := sample(t, "planning/cue-sort").Answer.Kind; k != sorted.Kind {
		t.Errorf("sorted lists are of the kind %s", k)
	}
}

func TestGoldOfAnotherFamilyNamesTheID(t *testing.T) {
	got := cue.Gold(task.Task{Steps: []task.Step{{N: 1, Skill: "math/modular-inverse", Answer: task.Integer(12)}}})
	if want := "<skill>math/modular-inverse</skill><answer> 12</answer>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTextsHaveOneTokenAWord(t *testing.T) {
	p := words(t)
	small := 0
	for _, x := range everyKind(t, 200) {
		prompt, gold := x.BarePrompt(), cue.Gold(x)
		ids := p.Encode(prompt+gold, false)
		for _, id := range ids {
			if p.Token(id) == "<unk>" {
				t.Fatalf("%s: an unknown word in %q", x.ID, prompt+gold)
			}
		}
		if got := p.Decode(ids); got != prompt+gold {
			t.Fatalf("%q came back as %q", prompt+gold, got)
		}
		// "1. w w w w : d d d d with n\n", "step" if it is linked.
		want := 0
		for _, s := range x.Steps {
			want += 14 + len(s.Uses)
		}
		if got := len(p.Encode(prompt, false)); got != want {
			t.Fatalf("%q has %d tokens, want %d", prompt, got, want)
		}
		if strings.Contains(gold, "<answer> 7</answer>") && len(x.Steps) == 1 {
			small++
		}
	}
	if small == 0 {
		t.Error("no gold answer of 7 was seen")
	}
}

// What stands between steps is one word, another after each step, so that a
// model sees which step comes next.
func TestGoldMarksThePlace(t *testing.T) {
	p := words(t)
	s := source(t, cue.Options{Kind: cue.Same, Steps: [2]int{cue.MaxSteps, cue.MaxSteps}})
	gold := cue.Gold(s.Task(0))
	_, places, err := response.Locate(gold, cue.MaxSteps)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int32]bool{}
	for k := range places[1:] {
		between := response.Span{From: places[k].Whole.To, To: places[k+1].Whole.From}.Of(gold)
		ids := p.Encode(between, false)
		if len(ids) != 1 || seen[ids[0]] || p.Token(ids[0]) == "<unk>" {
			t.Errorf("after step %d stands %q, the words %v", k+1, between, ids)
			continue
		}
		seen[ids[0]] = true
	}
}

// The vocabulary is what a model's embedding is made for; a change of it makes
// trained models useless. It holds no word that tasks lack.
func TestVocabularyIsSmallAndFixed(t *testing.T) {
	p := words(t)
	if n := p.Vocabulary(); n != 116 {
		t.Errorf("the vocabulary has %d tokens", n)
	}
	seen := map[int32]bool{}
	for _, x := range everyKind(t, 200) {
		for _, id := range p.Encode(task.Library(cue.Skills())+x.BarePrompt()+cue.Gold(x), false) {
			seen[id] = true
		}
	}
	for id := range int32(p.Vocabulary()) {
		if token := p.Token(id); !seen[id] && !p.Special(id) && !strings.HasSuffix(token, "think>") {
			t.Errorf("no task has the word %q", token)
		}
	}
}
