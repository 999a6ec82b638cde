package train

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"segue/reward"
	"segue/rl"
	"segue/train/policy"
)

// supplied are the columns that a step fills, beside reward parts and what
// policy.Measured lists.
var supplied = []rl.Column{
	rl.Group, rl.Reward, rl.Correct, rl.Status, rl.Length, rl.Spans, rl.LogProb, rl.LogProbOld, rl.LogProbRef, rl.Entropy, rl.Steps, rl.Class, rl.Aux("value"), rl.Aux("logp_guided"), rl.Aux("value_probe"), rl.Aux("prompt_confidence"), rl.Aux("dispersion"),
	rl.SpanValue(rl.GoldLogProb), rl.SpanValue(rl.GoldLogProbRef), rl.SpanReward(reward.AnswerSignal), rl.SpanReward(reward.StepLabelSignal),
}

// Supplies says whether a step of the native engine fills a column for a recipe. A
// reward part is there where the run's reward has it.
func Supplies(c rl.Column) bool {
	name, isAux := strings.CutPrefix(string(c), "aux.")
	return slices.Contains(supplied, c) || c == rl.Part(reward.AnswerSignal) || isAux && slices.Contains(policy.Measured(), name)
}

// CheckSupplies refuses a recipe that needs what a step of the native engine, under a
// reward of these weights, does not fill or do.
func CheckSupplies(p *rl.Planner, w reward.Weights) error {
	recipe := p.Recipe.Name
	for _, column := range p.Needs() {
		part, isPart := strings.CutPrefix(string(column), "parts.")
		_, has := w[part]
		switch {
		case Supplies(column) || isPart && has:
		case isPart:
			return fmt.Errorf("the recipe %s needs the reward part %s: choose a reward that has it, or give weights", recipe, part)
		default:
			return fmt.Errorf("the recipe %s needs the column %s, which the native engine does not fill", recipe, column)
		}
	}
	if p.Hooks().Replay != nil {
		return fmt.Errorf("the recipe %s draws past rollouts again, which the native engine does not do", recipe)
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
