package reward_test

import (
	"context"
	"fmt"

	"segue/reward"
	"segue/skill"
	"segue/task"
)

func Example() {
	ctx := context.Background()
	skills := []skill.Skill{
		{ID: "math/sums", Name: "Sums", Label: "Math, Sums"},
		{ID: "logic/parity", Name: "Parity", Label: "Logic, Parity"},
	}
	labels, _ := reward.NewLabels(ctx, skills, reward.LabelOptions{})
	c, _ := reward.New(reward.Weights{"answer": 0.7, "step-label": 0.3}, reward.Setting{})

	two := task.Task{ID: "t", Steps: []task.Step{
		{N: 1, Skill: "math/sums", Question: "What is 2 + 2?", Answer: task.Integer(4)},
		{N: 2, Skill: "logic/parity", Question: "Is the answer to Step 1 even?", Answer: task.String("yes")},
	}}
	text := "<skill>Math, Sums</skill><answer>4</answer><skill>Math, Sums</skill><answer>yes</answer>"
	r := c.Reward(reward.Reader{Labels: labels}.Read(ctx, two, text))
	fmt.Printf("%s %.2f\n", r.Status, r.Score)
	for _, s := range r.Steps {
		fmt.Println(s.N, s.Rewards, text[s.Whole.From:s.Whole.To])
	}
	// Output:
	// scored 0.85
	// 1 map[answer:1 step-label:1] <skill>Math, Sums</skill><answer>4</answer>
	// 2 map[answer:1 step-label:0] <skill>Math, Sums</skill><answer>yes</answer>
}
