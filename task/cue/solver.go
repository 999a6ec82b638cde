package cue

import (
	"context"
	"errors"
	"fmt"

	"segue/task"
)

// ErrUnsolvable is the error of a Solver for a step that it cannot solve again:
// one that is no step of the family, or whose operand the given answers leave
// open.
var ErrUnsolvable = errors.New("the step cannot be solved again")

// Solver solves steps of the family on other earlier answers than the right
// ones.
type Solver struct{}

// Name names the solver, for runs that must go on with the one they began with.
func (Solver) Name() string { return "cue" }

// Solve returns the right answer of step n, from 1, when the earlier answers are
// own, by step number. The operand of a linked step is the last digit of the
// answer it names. Errors wrap ErrUnsolvable.
func (Solver) Solve(ctx context.Context, t task.Task, n int, own map[int]string) (task.Answer, error) {
	if n < 1 || n > len(t.Steps) {
		return task.Answer{}, fmt.Errorf("step %d of task %s: %w: there is no such step", n, t.ID, ErrUnsolvable)
	}
	answer, err := solve(t.Steps[n-1], n, own)
	if err != nil {
		return task.Answer{}, fmt.Errorf("step %d of task %s: %w: %w", n, t.ID, ErrUnsolvable, err)
	}
	return answer, nil
}

func solve(s task.Step, n int, own map[int]string) (task.Answer, error) {
	r, ok := ruleOf[s.Skill]
	if !ok {
		return task.Answer{}, fmt.Errorf("%q is no skill of the family", s.Skill)
	}
	list, operand, from, err := read(s.Question)
	if err != nil {
		return task.Answer{}, err
	}
	if from >= n {
		return task.Answer{}, fmt.Errorf("step %d is not an earlier one", from)
	}
	if from > 0 {
		if operand, ok = lastDigit(own[from]); !ok {
			return task.Answer{}, fmt.Errorf("the answer to step %d, %.40q, has no digit", from, own[from])
		}
	}
	return question{rule: r, list: list, n: operand}.answer(), nil
}
