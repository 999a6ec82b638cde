package report_test

import (
	"slices"
	"strings"
	"testing"

	"segue/study/report"
)

// A ranking orders by right steps and says which arms it does not tell apart:
// here those within half of an interval, and those that nothing compared.
func TestRanking(t *testing.T) {
	ranks := report.Compare(t.TempDir(), usual.result()).Ranking
	var order []string
	for _, k := range ranks {
		order = append(order, k.Arm)
	}
	if want := []string{"step", "answer-step", "paper", "placebo", "answer", "sft-gold"}; !slices.Equal(order, want) {
		t.Fatalf("%v, want %v", order, want)
	}
	answer := ranks[4]
	if slices.Contains(answer.Level, "step") || !slices.Contains(answer.Level, "paper") || answer.Place != 5 || answer.Seconds != 0 {
		t.Errorf("%+v", answer)
	}
}

// compared is a study of recipes: the entropy of a run ends at 0.5 − 0.3·x where x is its
// share of right steps.
var compared = recorded{starts: 1, seeds: 3, order: []string{"grpo", "dapo", "clip-cov", "rloo", "cispo"},
	arms: map[string]float64{"grpo": 0.5, "dapo": 0.45, "clip-cov": 0.55, "rloo": 0.51, "cispo": 0.56}}

// A claim is seen, contradicted or not told apart by the outcome that it is of; what
// claims nothing is told by accuracy.
func TestEffects(t *testing.T) {
	c := report.Compare(compared.write(t), compared.result())
	found := map[string]string{}
	for _, e := range c.Effects {
		found[e.Recipe+" "+string(e.Outcome)] = e.Found
		if e.Runs != 3 || e.Against != "grpo" {
			t.Errorf("%+v", e)
		}
	}
	want := map[string]string{"dapo entropy": report.FoundSeen, "clip-cov entropy": report.FoundOpposite, "rloo accuracy": report.FoundNothing, "cispo accuracy": report.FoundSeen}
	for name, x := range want {
		if found[name] != x {
			t.Errorf("%s: %q, want %q", name, found[name], x)
		}
	}
	var lines strings.Builder
	if err := c.WriteEffects(&lines); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(lines.String(), "recipe\toutcome\tdifference\tlow\thigh\tseeds\n") || !strings.Contains(lines.String(), "cispo\taccuracy\t0.06\t0.04\t0.08\t3\n") {
		t.Error(lines.String())
	}
	way := c.Ranking[0].Paths["entropy"]
	if way.First <= way.Last || c.Ranking[0].Seconds == 0 || c.Ranking[0].Best < 0.56 {
		t.Errorf("%+v", c.Ranking[0])
	}
}

// The tables of a comparison are in all its reports.
func TestComparisonIsReported(t *testing.T) {
	r, dir := compared.result(), compared.write(t)
	c := report.Compare(dir, r)
	var text, markdown, page strings.Builder
	for _, err := range []error{c.Text(&text), c.Markdown(&markdown, r), report.HTML(&page, dir, r, c)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Ranking by right steps", "What recipes claim", "Along the training"} {
		for _, got := range []string{text.String(), markdown.String(), page.String()} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not in %s", want, got)
			}
		}
	}
	if want := "| 1 | cispo | 56.0 | [54.0, 58.0] |"; !strings.Contains(markdown.String(), want) {
		t.Errorf("%q is not in %s", want, markdown.String())
	}
}
