package check

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
)

// LenientJudge meets every criterion, so that a rubric's score is that of its
// exact checks: the part of a reference that can be proved without a model.
type LenientJudge struct{}

// Name says that no model judged.
func (LenientJudge) Name() string { return "exact checks only" }

var (
	criterionLine = regexp.MustCompile(`(?m)^\d+\. `)
	answerBlock   = regexp.MustCompile(`(?s)Answer:\n<<[0-9a-f]+\n(.*?)\n[0-9a-f]+>>`)
)

// Reply rules that every criterion is met, with a word of the answer as evidence.
func (LenientJudge) Reply(ctx context.Context, prompt string, attempt int) (string, error) {
	evidence := ""
	if m := answerBlock.FindStringSubmatch(prompt); m != nil {
		if words := strings.Fields(m[1]); len(words) > 0 {
			evidence = words[0]
		}
	}
	_, criteria, _ := strings.Cut(prompt, "\nCriteria:\n")
	type ruling struct {
		Criterion int    `json:"criterion"`
		Met       bool   `json:"met"`
		Evidence  string `json:"evidence"`
	}
	var rulings []ruling
	for i := range criterionLine.FindAllString(criteria, -1) {
		rulings = append(rulings, ruling{i + 1, true, evidence})
	}
	reply, err := json.Marshal(rulings)
	return string(reply), err
}
