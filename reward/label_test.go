package reward_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"segue/reward"
	"segue/skill"
	_ "segue/skill/gen/all"
	"segue/task"
)

func labels(t testing.TB, skills []skill.Skill, o reward.LabelOptions) *reward.Labels {
	t.Helper()
	l, err := reward.NewLabels(t.Context(), skills, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLabelMapping(t *testing.T) {
	l := labels(t, vocabulary, reward.LabelOptions{})
	for _, x := range []struct {
		label, skill string
		how          reward.How
	}{
		{"Math, Modular inverse", "math/modular-inverse", reward.Exact},
		{"math/modular-inverse", "math/modular-inverse", reward.Normalised},
		{"MATH ,  modular-INVERSE.", "math/modular-inverse", reward.Normalised},
		{"Modular inverse", "math/modular-inverse", reward.Normalised},
		{"Math, Modular inverses", "math/modular-inverse", reward.Nearest},
		{"Math, Inverse, modular", "math/modular-inverse", reward.Nearest},
		{"Logic, Validity of a syllogism", "logic/syllogism", reward.Nearest},
		{"Creative, Limericks", "", reward.None},
		{"", "", reward.None},
		{"?!", "", reward.None},
		{strings.Repeat("word ", 100_000), "", reward.None},
	} {
		got := l.Map(t.Context(), []string{x.label})[0]
		if got.Skill != x.skill || got.How != x.how {
			t.Errorf("%.40q: %+v, want %s %s", x.label, got, x.skill, x.how)
		}
		if again := l.Map(t.Context(), []string{"other", x.label})[1]; again != got {
			t.Errorf("%.40q: %+v, then %+v", x.label, got, again)
		}
	}
}

// A name that two skills share names neither.
func TestSharedNameIsNotNormalised(t *testing.T) {
	l := labels(t, []skill.Skill{
		{ID: "math/counting", Name: "Counting", Label: "Math, Counting"},
		{ID: "logic/counting", Name: "Counting", Label: "Logic, Counting"},
	}, reward.LabelOptions{})
	if got := l.Map(t.Context(), []string{"Counting"})[0]; got.How == reward.Normalised {
		t.Errorf("%+v", got)
	}
	if _, err := reward.NewLabels(t.Context(), []skill.Skill{{ID: "math/a-b", Label: "Math, A b"}, {ID: "math/ab", Label: "MATH a-b"}}, reward.LabelOptions{}); err == nil {
		t.Error("labels that read alike were taken")
	}
}

// Every label of the bank names its own skill, as does most of what a model
// makes of it; what is of no skill names none.
func TestOfflineModelOnTheBank(t *testing.T) {
	bank := skill.Bank()
	l := labels(t, bank, reward.LabelOptions{})
	shares := map[string]float64{}
	for _, s := range bank {
		words := strings.Fields(s.Name)
		for kind, label := range map[string]string{
			"exact":     s.Label,
			"plural":    s.Label + "s",
			"reordered": s.Domain.Title() + ": " + strings.Join(append(words[1:len(words):len(words)], words[0]), " "),
			"padded":    s.Domain.Title() + ", the skill of " + s.Name + " problems",
			"typo":      s.Label[:len(s.Label)-3] + s.Label[len(s.Label)-2:],
		} {
			if l.Map(t.Context(), []string{label})[0].Skill == s.ID {
				shares[kind] += 1 / float64(len(bank))
			}
		}
	}
	for kind, least := range map[string]float64{"exact": 1, "plural": .97, "reordered": .95, "padded": .75, "typo": .95} {
		t.Logf("%s: %.3f", kind, shares[kind])
		if shares[kind] < least-1e-9 {
			t.Errorf("%s labels name their skill in %.3f, want %.2f", kind, shares[kind], least)
		}
	}
	for _, label := range []string{"Cooking, Poached eggs", "I do not know", "n/a", "zzzz", "Step 1", "Math", "the same skill as before"} {
		if got := l.Map(t.Context(), []string{label})[0]; got.Known() {
			t.Errorf("%q names %s (%.2f)", label, got.Skill, got.Similarity)
		}
	}
}

// vectors is an Embedder of known answers.
type vectors map[string][]float32

func (v vectors) Embed(_ context.Context, model string, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		x, ok := v[text]
		if !ok {
			return nil, errors.New("the endpoint is busy")
		}
		out[i] = append([]float32(nil), x...)
	}
	return out, nil
}

func TestEndpointEmbedding(t *testing.T) {
	half := float32(math.Sqrt(3))
	skills := vocabulary[:2] // Parity, Syllogism validity
	l := labels(t, skills, reward.LabelOptions{Embedder: vectors{
		"Logic, Parity": {2, 0, 0}, "Logic, Syllogism validity": {0, 5, 0},
		"even or odd": {3, 0.1, 0}, "at the threshold": {1, 0, half - 1e-6}, "below it": {1, 0, half + 1e-3}, "opposite": {-1, -1, 0},
	}, Model: "m"})
	for label, want := range map[string]reward.How{
		"Logic, Parity": reward.Exact, "logic parity": reward.Normalised, "even or odd": reward.Nearest,
		"at the threshold": reward.Nearest, "below it": reward.None, "opposite": reward.None, "unheard of": reward.Failed,
	} {
		if got := l.Map(t.Context(), []string{label})[0]; got.How != want || got.Known() != (want != reward.None && want != reward.Failed) {
			t.Errorf("%s: %+v, want %s", label, got, want)
		}
	}
	// An endpoint that fails leaves the labels unscored and the answers alone.
	r := reward.Reader{Labels: l}
	g := r.Read(t.Context(), steps("logic/parity", "logic/syllogism"), "<skill>unheard of</skill><answer>10</answer><skill>Logic, Parity</skill><answer>20</answer>")
	got := everything(t, world()).Reward(g)
	for name, v := range got.Parts {
		if want := name != "answer" && name != "whole"; (v.Status == reward.Unscored) != want {
			t.Errorf("%s is %s (%s)", name, v.Status, v.Reason)
		}
	}
	if got.Status != reward.Unscored || got.Answer.Score != 1 {
		t.Errorf("%+v", got)
	}
}

func TestBrokenEmbedder(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, second := range map[string][]float32{"zero": {0, 0}, "short": {1}, "not a number": {nan, 1}, "infinite": {inf, 1}, "empty": {}} {
		_, err := reward.NewLabels(t.Context(), vocabulary[:2], reward.LabelOptions{Embedder: vectors{"Logic, Parity": {1, 0}, "Logic, Syllogism validity": second}})
		if err == nil {
			t.Errorf("%s vectors were taken", name)
		}
	}
	for _, x := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := reward.NewLabels(t.Context(), vocabulary, reward.LabelOptions{Threshold: x}); err == nil {
			t.Errorf("the threshold %g was taken", x)
		}
	}
	if _, err := reward.NewLabels(t.Context(), nil, reward.LabelOptions{}); err == nil {
		t.Error("an empty vocabulary was taken")
	}
}

func TestVocabularyOfTasks(t *testing.T) {
	all := reward.Vocabulary(vocabulary, []task.Task{steps("math/sums", "coding/string-reversal", ""), steps("coding/string-reversal")})
	if len(all) != len(vocabulary)+1 || all[len(all)-1].Label != "Coding, String reversal" {
		t.Errorf("%+v", all[len(vocabulary):])
	}
	l := labels(t, all, reward.LabelOptions{})
	if l.Label("coding/string-reversal") != "Coding, String reversal" || !l.Has("math/sums") || l.Has("math/none") || l.Label("math/none") != "" {
		t.Error("the vocabulary is not what labels are mapped to")
	}
}
