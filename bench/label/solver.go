package label

import (
	"context"
	"fmt"

	"segue/grade"
	"segue/task"
	"segue/task/response"
)

// compare asks the solver both wordings once and refuses the new one where a
// step that was right is not right any more. Steps that cannot be decided say
// nothing either way.
func (r Rewriter) compare(ctx context.Context, old, written task.Task) (refusal, err error) {
	before, err := r.solve(ctx, old)
	if err != nil {
		return nil, err
	}
	after, err := r.solve(ctx, written)
	if err != nil {
		return nil, err
	}
	for i := range before {
		if right(before[i]) && after[i].Status == task.Scored && !right(after[i]) {
			return fmt.Errorf("%w: step %d: %s", errSolver, i+1, after[i].Reason), nil
		}
	}
	return nil, nil
}

func right(v grade.Verdict) bool { return v.Status == task.Scored && v.Score == 1 }

// solve grades the solver's answer to every step of a task.
func (r Rewriter) solve(ctx context.Context, t task.Task) ([]grade.Verdict, error) {
	prompt, err := t.Prompt(task.Cross, 0)
	if err != nil {
		return nil, err
	}
	reply, err := r.Sampler.Sample(ctx, request(r.Solver, prompt, solveTokens, 0))
	if err != nil {
		return nil, err
	}
	read, _ := response.Lenient(reply.Text, len(t.Steps))
	verdicts := make([]grade.Verdict, len(t.Steps))
	for i, s := range t.Steps {
		env := r.Env
		env.Question = s.Question
		if !read[i].Found {
			verdicts[i] = grade.Verdict{Status: task.Scored, Reason: "no answer was found"}
			continue
		}
		verdicts[i] = grade.Grade(ctx, s.Answer, read[i].Answer, env)
	}
	return verdicts, nil
}
