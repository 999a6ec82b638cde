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
	ranks := report.Ranking(t.TempDir(), usual.result())
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
	var page strings.Builder
	if err := report.Markdown(&page, ranks, usual.result()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "| 1 | step | 56") {
		t.Error(page.String())
	}
}
