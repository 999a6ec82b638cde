package check

import (
	"context"
	"encoding/json"

	"segue/grade/rubric"
)

// LenientJudge meets every criterion, so that a rubric's score is that of its
// exact checks: the part of a reference that can be proved without a model.
type LenientJudge struct{}

// Name says that no model judged.
func (LenientJudge) Name() string { return "exact checks only" }

// Reply rules that every criterion is met, with a word of the answer as evidence.
func (LenientJudge) Reply(ctx context.Context, prompt string, attempt int) (string, error) {
	evidence, criteria := rubric.Asked(prompt)
	rulings := make([]rubric.Ruling, criteria)
	for i := range rulings {
		rulings[i] = rubric.Ruling{Criterion: i + 1, Met: true, Evidence: evidence}
	}
	reply, err := json.Marshal(rulings)
	return string(reply), err
}
