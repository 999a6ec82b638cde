package label

import (
	"context"
	"errors"
	"fmt"

	"segue/grade"
	"segue/llm"
	"segue/task"
)

// Rewriter words scenarios anew.
type Rewriter struct {
	Sampler llm.Sampler
	Model   string
	// Reword lets the model word the questions themselves anew, within the
	// bounds of Preserve; without it only the sentence before each question is
	// new and the question stays as it is, letter by letter.
	Reword bool
	// Solver is a model that is asked the old and the new task; a step that it
	// gets right in the old one only refuses the rewriting. Empty asks no one.
	Solver string
	// Env has what graders of the solver's answers need.
	Env grade.Env
	// Tries is how often a task is asked before its old text stays; 0 is 3.
	Tries       int
	Concurrency int
	Progress    func(done, total int)
}

// Rewriting counts what a rewriting came to.
type Rewriting struct {
	Tasks     int `json:"tasks"`
	Rewritten int `json:"rewritten"`
	Refused   int `json:"refused"` // no reply left the questions as they were
	Failed    int `json:"failed"`  // the endpoint gave no reply
	Skipped   int `json:"skipped"` // have no scenario
	// FirstRefusal and FirstFailure are the reasons of the first ones.
	FirstRefusal string `json:"first_refusal,omitempty"`
	FirstFailure string `json:"first_failure,omitempty"`
}

// attempt is the rewriting of one task.
type attempt struct {
	index   int
	tried   bool
	written *task.Task
	refusal error
	err     error
}

// Rewrite words the tasks that have a scenario anew, in place. An error that
// trying again cannot mend ends it; what was rewritten until then is kept.
func (r Rewriter) Rewrite(ctx context.Context, tasks []task.Task) (Rewriting, error) {
	sum := Rewriting{Tasks: len(tasks)}
	var attempts []*attempt
	for i, t := range tasks {
		if t.Scenario == "" {
			sum.Skipped++
			continue
		}
		attempts = append(attempts, &attempt{index: i})
	}
	stopped := forEach(ctx, len(attempts), r.Concurrency, r.Progress, func(ctx context.Context, i int) error {
		a := attempts[i]
		a.tried = true
		a.written, a.refusal, a.err = r.one(ctx, tasks[a.index])
		return a.err
	})
	for _, a := range attempts {
		switch {
		case a.written != nil:
			tasks[a.index] = *a.written
			sum.Rewritten++
		case a.err != nil || !a.tried:
			sum.Failed++
			if sum.FirstFailure == "" && a.err != nil {
				sum.FirstFailure = a.err.Error()
			}
		default:
			sum.Refused++
			if sum.FirstRefusal == "" {
				sum.FirstRefusal = fmt.Sprintf("task %s: %v", tasks[a.index].ID, a.refusal)
			}
		}
	}
	if stopped != nil {
		return sum, fmt.Errorf("rewrite tasks: %w", stopped)
	}
	return sum, nil
}

// one draws wordings until one is acceptable; refusal says what was wrong with
// the last of them.
func (r Rewriter) one(ctx context.Context, t task.Task) (written *task.Task, refusal, err error) {
	tries := r.Tries
	if tries < 1 {
		tries = defaultTries
	}
	prompt, err := rewritePrompt(t, r.Reword)
	if err != nil {
		return nil, nil, err
	}
	for try := range tries {
		reply, err := r.Sampler.Sample(ctx, request(r.Model, prompt, rewriteTokens, try))
		if err != nil {
			return nil, nil, err
		}
		if written, refusal = accepted(t, reply.Text, r.Reword); refusal != nil {
			continue
		}
		if r.Solver == "" {
			return written, nil, nil
		}
		if refusal, err = r.compare(ctx, t, *written); err != nil {
			return nil, nil, err
		}
		if refusal == nil {
			return written, nil, nil
		}
	}
	return nil, refusal, nil
}

// accepted puts a reply's wording into a copy of the task, or says why not.
func accepted(t task.Task, reply string, reword bool) (*task.Task, error) {
	w, err := readWording(reply, len(t.Steps))
	if err != nil {
		return nil, err
	}
	if err := w.checkScenario(t); err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	steps := make([]task.Step, len(t.Steps))
	for i, s := range t.Steps {
		_, core := split(s)
		text := w.Steps[i]
		if reword {
			err = checkQuestion(s, core, text)
		} else {
			err = checkLead(text)
			text += "\n" + core
		}
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", s.N, err)
		}
		s.Question = text
		steps[i] = s
	}
	t.Scenario, t.Steps = w.Scenario, steps
	return &t, nil
}

var errSolver = errors.New("the solver gets a step right in the old wording only")
