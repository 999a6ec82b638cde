package reward

import (
	"context"
	"errors"
	"fmt"

	"segue/grade"
	"segue/task"
	"segue/task/response"
)

// Solver re-runs a step on other values than the task's: it returns the right
// answer of step n (from 1) when the earlier answers are those that the model
// gave, by step number. A task format whose steps cannot be solved again, as
// the items of the bank, has none or returns ErrNotExecutable.
type Solver interface {
	Solve(ctx context.Context, t task.Task, n int, own map[int]string) (task.Answer, error)
}

// ErrNotExecutable is the error of a Solver for a step that it cannot re-run.
var ErrNotExecutable = errors.New("not re-executable")

// RerunStatus says how a step was judged on the model's own earlier answers.
type RerunStatus string

// The statuses. Of a step that is not re-executable the verdict is the ordinary
// one, so that its slip may be charged twice but nothing is gained by breaking
// an earlier step.
const (
	Unaffected    RerunStatus = "unaffected"        // the earlier answers it uses give the values that it was made with
	Reexecuted    RerunStatus = "re-executed"       // solved again on the model's own answers
	NotExecutable RerunStatus = "not re-executable" // used values are wrong, and the step cannot be solved again
)

// Rerun is a verdict under the model's own earlier answers.
type Rerun struct {
	Verdict grade.Verdict
	Status  RerunStatus
	// Reason says why it is not re-executable.
	Reason string
}

// rerun judges every step with the model's own earlier answers as given.
func (r Reader) rerun(ctx context.Context, g *Graded, read []response.Step) {
	own := make(map[int]string, len(read))
	for i := range g.Steps {
		s := &g.Steps[i]
		s.Rerun = Rerun{Verdict: s.Verdict, Status: Unaffected}
		if changed := g.changed(i, own); changed != 0 {
			s.Rerun = r.solveAgain(ctx, g.Task, i, own, s.Verdict, read[i].Answer)
			if s.Rerun.Status == NotExecutable && s.Rerun.Reason == "" {
				s.Rerun.Reason = fmt.Sprintf("step %d, which it uses, is wrong, and the step cannot be solved again", changed)
			}
		}
		own[i+1] = read[i].Answer
	}
}

// changed is the first step that step i uses and whose answer, as the model
// gave it, gives another value than the reference; 0 if there is none.
func (g *Graded) changed(i int, own map[int]string) int {
	for _, use := range g.Task.Steps[i].Uses {
		if use.Step < 1 || use.Step > i {
			continue
		}
		v := g.Steps[use.Step-1].Verdict
		if v.Status == task.Scored && v.Score == 1 {
			continue
		}
		if !sameValue(use, g.Task.Steps[use.Step-1].Answer, own[use.Step]) {
			return use.Step
		}
	}
	return 0
}

func (r Reader) solveAgain(ctx context.Context, t task.Task, i int, own map[int]string, ordinary grade.Verdict, text string) Rerun {
	fallback := Rerun{Verdict: ordinary, Status: NotExecutable}
	if r.Solver == nil {
		return fallback
	}
	answer, err := r.Solver.Solve(ctx, t, i+1, own)
	if err != nil {
		if !errors.Is(err, ErrNotExecutable) {
			fallback.Reason = fmt.Sprintf("the step could not be solved again: %v", err)
		}
		return fallback
	}
	return Rerun{Verdict: r.grade(ctx, answer, t.Steps[i].Question, text), Status: Reexecuted}
}
