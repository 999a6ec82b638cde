package cli

import (
	"strings"

	"segue/reward"
	"segue/rl"
	"segue/train"
)

// recipeInput is a column that a recipe needs, and who can fill it.
type recipeInput struct {
	Column  rl.Column         `json:"column"`
	Doc     string            `json:"doc"`
	Engines map[string]string `json:"engines"` // by the names of recipeEngines
}

// recipeEngines are those that a table of inputs has a column for.
var recipeEngines = []string{"native", "trl", "verl", "openrlhf"}

// What an engine can do about a column.
const (
	has      = "yes"
	byReward = "by the reward"    // if the reward, or the reward function, says it
	byRef    = "with a reference" // if the run has a reference model
	byCritic = "with a critic"    // if the run has a value model
	byPass   = "by one more pass" // not where advantages are made, unless a pass is added there
	byHook   = "by a hook"        // computed there, but not handed to where advantages are made
	lacks    = "no"
)

// foreign is what the trainers' own tensors hold where a batch is made of them: TRL 1.10
// in the inputs of GRPOTrainer's loss, verl 0.10 where it computes advantages, OpenRLHF
// 0.11 in its Experience. What is not listed they do not have.
var foreign = map[rl.Column]map[string]string{
	rl.Length:       {"trl": has, "verl": has, "openrlhf": has},
	rl.Group:        {"trl": has, "verl": has, "openrlhf": has},
	rl.Reward:       {"trl": has, "verl": has, "openrlhf": has},
	rl.Correct:      {"trl": byReward, "verl": byHook, "openrlhf": byReward},
	rl.LogProb:      {"trl": has, "verl": has, "openrlhf": has},
	rl.LogProbOld:   {"trl": has, "verl": has, "openrlhf": has},
	rl.LogProbRef:   {"trl": byRef, "verl": byRef, "openrlhf": byRef},
	rl.Entropy:      {"trl": byPass, "verl": byHook, "openrlhf": byPass},
	rl.Aux("value"): {"trl": lacks, "verl": byCritic, "openrlhf": byCritic},

	rl.Part("greedy"): {"trl": lacks, "verl": has, "openrlhf": lacks}, // verl: reward_baselines
}

// foreignPart is the same for any other reward part.
var foreignPart = map[string]string{"trl": byReward, "verl": byHook, "openrlhf": byHook}

// inputOf says what a column is and who can fill it.
func inputOf(c rl.Column) recipeInput {
	in := recipeInput{Column: c, Doc: c.Doc(), Engines: map[string]string{}}
	part, isPart := strings.CutPrefix(string(c), "parts.")
	engines, known := foreign[c]
	if isPart && !known {
		engines = foreignPart
	}
	for _, engine := range recipeEngines {
		in.Engines[engine] = lacks
		if how, told := engines[engine]; told {
			in.Engines[engine] = how
		}
	}
	_, err := reward.Lookup(part)
	switch {
	case train.Supplies(c):
		in.Engines["native"] = has
	case isPart && err == nil:
		in.Engines["native"] = byReward
	}
	return in
}

func (u *ui) showInputs(inputs []recipeInput) {
	rows := [][]string{{"INPUT", "NATIVE", "TRL", "VERL", "OPENRLHF", "WHAT IT IS"}}
	for _, in := range inputs {
		row := []string{string(in.Column)}
		for _, engine := range recipeEngines {
			row = append(row, in.Engines[engine])
		}
		rows = append(rows, append(row, in.Doc))
	}
	u.table(rows)
}
