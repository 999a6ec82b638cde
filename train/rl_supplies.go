package train

import (
	"fmt"
	"slices"
	"strings"

	"segue/rl"
)

// supplied are the columns that a step fills, beside reward parts.
var supplied = []rl.Column{
	rl.Group, rl.Reward, rl.Correct, rl.Status, rl.Length, rl.Spans, rl.LogProb, rl.LogProbOld, rl.LogProbRef, rl.Entropy, rl.Steps, rl.Class, rl.Aux("value"),
}

// supplies refuses a recipe that needs what a step does not fill.
func (s *rlSession) supplies(needs []rl.Column) error {
	w, err := s.config.weights()
	if err != nil {
		return err
	}
	for _, column := range needs {
		if slices.Contains(supplied, column) {
			continue
		}
		part, isPart := strings.CutPrefix(string(column), "parts.")
		if _, has := w[part]; isPart && (has || part == "answer") {
			continue
		}
		if isPart {
			return fmt.Errorf("the recipe %s needs the reward part %s: choose a reward that has it, or give weights", s.config.Recipe, part)
		}
		return fmt.Errorf("the recipe %s needs the column %s, which the native engine does not fill", s.config.Recipe, column)
	}
	for _, part := range s.planner.Pays() { // spans tell answers and labels whatever the reward
		if _, has := w[part]; !has && part != "answer" && part != "step-label" {
			return fmt.Errorf("the recipe %s pays for %s, which the reward does not have: choose a reward that has it, give weights, or take a recipe for any reward, such as grpo",
				s.config.Recipe, part)
		}
	}
	if s.planner.Hooks().Replay != nil {
		return fmt.Errorf("the recipe %s draws past rollouts again, which the native engine does not do", s.config.Recipe)
	}
	return nil
}
