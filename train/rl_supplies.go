package train

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"segue/reward"
	"segue/rl"
)

// supplied are the columns that a step fills, beside reward parts.
var supplied = []rl.Column{
	rl.Group, rl.Reward, rl.Correct, rl.Status, rl.Length, rl.Spans, rl.LogProb, rl.LogProbOld, rl.LogProbRef, rl.Entropy, rl.Steps, rl.Class, rl.Aux("value"),
	rl.SpanValue(rl.GoldLogProb), rl.SpanValue(rl.GoldLogProbRef),
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
		if _, has := w[part]; isPart && (has || part == reward.AnswerSignal) {
			continue
		}
		if isPart {
			return fmt.Errorf("the recipe %s needs the reward part %s: choose a reward that has it, or give weights", s.config.Recipe, part)
		}
		return fmt.Errorf("the recipe %s needs the column %s, which the native engine does not fill", s.config.Recipe, column)
	}
	if s.planner.Hooks().Replay != nil {
		return fmt.Errorf("the recipe %s draws past rollouts again, which the native engine does not do", s.config.Recipe)
	}
	return nil
}

// agree refuses a recipe that weighs parts of the reward by name otherwise than the
// run's reward does: what is learned from would not be what is logged.
func agree(recipe string, pays []rl.WeightedPart, w reward.Weights) error {
	if len(pays) == 0 { // it takes any reward
		return nil
	}
	var differ []string
	follow, paid := reward.Weights{}, reward.Weights{} // what the recipe can be set to, and what it pays
	reachable := true
	for _, p := range pays {
		paid[p.Name] = p.Weight
		reachable = reachable && p.Quantity != ""
		follow[p.Quantity] = w[p.Name]
		switch x := w[p.Name]; {
		case math.Abs(x-p.Weight) <= 1e-9:
		case x == 0:
			differ = append(differ, fmt.Sprintf("pays for %s, which the reward does not have", p.Name))
		case p.Weight == 0:
			differ = append(differ, fmt.Sprintf("does not pay for %s, which the reward does", p.Name))
		default:
			differ = append(differ, fmt.Sprintf("pays %g for %s, the reward %g", p.Weight, p.Name, x))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w)) {
		if _, known := paid[name]; !known && w[name] > 0 {
			reachable = false
			differ = append(differ, fmt.Sprintf("does not pay for %s, which the reward does", name))
		}
	}
	if len(differ) == 0 {
		return nil
	}
	mend := "set weights to " + inYAML(paid, false)
	for _, p := range reward.Presets() {
		if inYAML(p.Weights, false) == inYAML(paid, false) {
			mend += ", which is the reward " + p.Name
		}
	}
	if reachable {
		mend += ", or recipe_set to " + inYAML(follow, true)
	}
	return fmt.Errorf("the recipe %s %s: %s, or take a recipe for any reward, such as grpo", recipe, strings.Join(differ, ", and "), mend)
}

// inYAML writes weights as a configuration has them.
func inYAML(w reward.Weights, zero bool) string {
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(w)) {
		if w[name] != 0 || zero {
			fields = append(fields, fmt.Sprintf("%s: %g", name, w[name]))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
