package report_test

import (
	"segue/bench"
	"segue/skill"
	"segue/task"
)

func step(n int, id string, a task.Answer, uses ...int) task.Step {
	s := task.Step{N: n, Skill: id, Domain: skill.DomainOf(id), Question: "What of " + id + "?", Answer: a}
	for _, u := range uses {
		s.Uses = append(s.Uses, task.Use{Step: u, Slot: "n", Text: "the answer before"})
	}
	return s
}

// handMade is a run of three tasks with a wrong answer of every cause:
//
//	task step  domain    alone      in the task
//	a    1     math      right      wrong: a switch error
//	a    2     science   right      wrong, as a.1 is; label and form of a.1
//	b    1     logic     right      right
//	b    2     math      wrong      wrong: the skill; label of a third domain
//	b    3     planning  right      no answer
//	c    1     math      undecided  wrong: unknown
//	c    2     logic     right      right, label of math
func handMade() bench.Results {
	options := []string{"yes", "no"}
	r := bench.Results{
		Dir: "run", Model: "m",
		Config: bench.Config{Benchmark: "hand.jsonl", Models: []string{"m"}, Modes: []task.Mode{task.Cross, task.Single}, Samples: 1,
			Temperature: 0.7, TopP: 0.9, MaxTokens: 100, Seed: 5, Judge: "j", PromptVersion: 1, Version: "test"},
		Tasks: []task.Task{
			{ID: "a", Level: task.LevelLow, Steps: []task.Step{step(1, "math/sums", task.Integer(7)), step(2, "science/metals", task.String("iron"), 1)}},
			{ID: "b", Level: task.LevelHigh, Steps: []task.Step{step(1, "logic/grids", task.Choice(options, 0)), step(2, "math/sums", task.Integer(9)),
				step(3, "planning/tours", task.List(task.String("x"), task.String("y")), 1)}},
			{ID: "c", Steps: []task.Step{step(1, "math/roots", task.Integer(3)), step(2, "logic/grids", task.Choice(options, 1))}},
		},
		Usage: []bench.Usage{
			{Model: "m", Mode: task.Cross, Responses: 3, PromptTokens: 600, CompletionTokens: 120, Cost: 0.25, Cut: 1, Problems: 2},
			{Model: "m", Mode: task.Single, Responses: 7, PromptTokens: 350, CompletionTokens: 70, Cost: 0.125, Failures: 4},
		},
		Failures: map[string]int{"retryable": 3, "fatal": 1},
	}
	add := func(mode task.Mode, id string, n int, answer, label string, score float64) {
		var own task.Step
		for _, t := range r.Tasks {
			if t.ID == id {
				own = t.Steps[n-1]
			}
		}
		g := bench.Graded{Outcome: task.Outcome{Task: id, Step: n, Mode: mode, Model: "m", Skill: own.Skill, PredSkill: label, Answer: answer,
			Score: score, Correct: score == 1, Status: task.Scored}}
		if score < 0 {
			g.Score, g.Status, g.Reason, g.Error = 0, task.Undecided, "budget", "budget"
		}
		r.Outcomes = append(r.Outcomes, g)
	}
	add(task.Single, "a", 1, "7", "math/sums", 1)
	add(task.Single, "a", 2, "iron", "", 1)
	add(task.Single, "b", 1, "A", "", 1)
	add(task.Single, "b", 2, "1", "", 0)
	add(task.Single, "b", 3, "[x, y]", "", 1)
	add(task.Single, "c", 1, "?", "", -1)
	add(task.Single, "c", 2, "B", "", 1)
	add(task.Cross, "a", 1, "8", "math/sums", 0)
	add(task.Cross, "a", 2, "8", "math/sums", 0)
	add(task.Cross, "b", 1, "A", "logic/grids", 1)
	add(task.Cross, "b", 2, "12", "science/", 0)
	add(task.Cross, "b", 3, "", "", 0)
	add(task.Cross, "c", 1, "4", "math/something-else", 0)
	add(task.Cross, "c", 2, "B", "math/sums", 1)
	return r
}
