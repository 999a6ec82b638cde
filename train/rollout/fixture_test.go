package rollout_test

import (
	"testing"

	"segue/lm/generation"
	"segue/reward"
	"segue/skill"
	"segue/task"
	"segue/train/rollout"
)

var vocabulary = []skill.Skill{
	{ID: "logic/parity", Domain: skill.Logic, Name: "Parity", Label: "Logic, Parity"},
	{ID: "math/sums", Domain: skill.Math, Name: "Sums of sequences", Label: "Math, Sums of sequences"},
	{ID: "planning/route", Domain: skill.Planning, Name: "Shortest route", Label: "Planning, Shortest route"},
}

// two is a task of two steps with the answers 10 and 20, the second one linked.
func two() task.Task {
	return task.Task{ID: "two", Scenario: "A shop counts its stock.", Steps: []task.Step{
		{N: 1, Skill: "math/sums", Domain: skill.Math, Question: "What is 4 + 6?", Answer: task.Integer(10)},
		{N: 2, Skill: "logic/parity", Domain: skill.Logic, Question: "What is twice (the answer to Step 1)?", Standalone: "What is twice 10?",
			Answer: task.Integer(20), Uses: []task.Use{{Step: 1, Slot: "n", Text: "the answer to Step 1"}}},
	}}
}

const right = "<skill>Math, Sums of sequences</skill><answer>10</answer>\n<skill>Logic, Parity</skill><answer>20</answer>"

func grader(t testing.TB, w reward.Weights, own ...reward.Definition) rollout.Grader {
	t.Helper()
	labels, err := reward.NewLabels(t.Context(), vocabulary, reward.LabelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := reward.New(w, reward.Setting{}, own...)
	if err != nil {
		t.Fatal(err)
	}
	return rollout.Grader{Reader: reward.Reader{Labels: labels}, Composition: c, Threads: 1}
}

var stepWeights = reward.Weights{"answer": 0.7, "step-label": 0.3}

// split is an ungraded rollout of the given pieces, a token each.
func split(pieces ...string) rollout.Rollout {
	var r rollout.Rollout
	for i, piece := range pieces {
		r.Starts = append(r.Starts, len(r.Text))
		r.Text += piece
		r.Tokens = append(r.Tokens, generation.Token{ID: int32(i), LogProb: -0.5 * float64(i), Drawn: -9, Entropy: 0.25 * float64(i)})
	}
	return r
}

func graded(t testing.TB, g rollout.Grader, rollouts ...rollout.Rollout) []rollout.Rollout {
	t.Helper()
	if err := g.Grade(t.Context(), []rollout.Prompt{{Task: two(), Mode: task.Cross}}, rollouts); err != nil {
		t.Fatal(err)
	}
	return rollouts
}
