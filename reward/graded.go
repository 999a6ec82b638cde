package reward

import (
	"context"
	"fmt"
	"math"

	"segue/grade"
	"segue/skill"
	"segue/task"
	"segue/task/response"
)

// Span is a range of a response in bytes.
type Span = response.Span

// Graded is a response that was read and graded: what signals look at.
type Graded struct {
	Task     task.Task
	Response string
	// Malformed says why the strict form could not be read, "" where it could.
	// Then there are no steps, and every signal is 0.
	Malformed string
	Steps     []Step
}

// Step is one step of a response, in the order of the task's steps.
type Step struct {
	// Gold is the skill that the step needs, "" where the task does not say.
	Gold string
	// GoldKnown says whether Gold is a skill that a label could be mapped to.
	GoldKnown bool
	// Label is the skill as written and Match what it was mapped to.
	Label string
	Match Match
	// Verdict is the grader's word on the answer.
	Verdict grade.Verdict
	// Rerun is the verdict that takes the model's own earlier answers as given.
	Rerun Rerun
	// Whole is the step's place in the response, from <skill> to </answer>;
	// Skill and Answer are the contents of its elements.
	Whole, Skill, Answer Span
}

// Right says whether the label was mapped to the skill that the step needs.
func (s Step) Right() bool { return s.Match.Known() && s.Match.Skill == s.Gold }

// RightDomain says whether the label names the domain of the skill that the
// step needs: by the skill it was mapped to, else by its own words.
func (s Step) RightDomain() bool {
	if s.Match.Known() {
		return skill.DomainOf(s.Match.Skill) == skill.DomainOf(s.Gold)
	}
	d, ok := skill.LabelDomain(clip(s.Label))
	return ok && d == skill.DomainOf(s.Gold)
}

// value is a verdict as the value of a step.
func value(v grade.Verdict) StepValue {
	if v.Status != task.Scored {
		return stepUnscored(v.Reason)
	}
	return stepScored(v.Score)
}

// Reader reads and grades responses.
type Reader struct {
	Labels *Labels
	// Env is what graders of programs and rubrics need. A judge must not be the
	// policy itself unless a report says so.
	Env grade.Env
	// Solver re-runs steps on the model's own earlier answers; nil where none can be.
	Solver Solver
}

// Read reads a response in the strict form and grades its steps. It never
// fails: what cannot be read is malformed, what cannot be decided has an
// undecided verdict.
func (r Reader) Read(ctx context.Context, t task.Task, text string) *Graded {
	g := &Graded{Task: t, Response: text}
	read, at, err := response.Locate(text, len(t.Steps))
	if err == nil && len(t.Steps) == 0 {
		err = fmt.Errorf("the task has no steps")
	}
	if err != nil {
		g.Malformed = err.Error()
		return g
	}
	labels := make([]string, len(read))
	for i, s := range read {
		labels[i] = s.Skill
	}
	matches := r.Labels.Map(ctx, labels)
	g.Steps = make([]Step, len(read))
	for i, s := range t.Steps {
		g.Steps[i] = Step{
			Gold: s.Skill, GoldKnown: r.Labels.Has(s.Skill), Label: labels[i], Match: matches[i],
			Verdict: r.grade(ctx, s.Answer, s.Question, read[i].Answer),
			Whole:   at[i].Whole, Skill: at[i].Skill, Answer: at[i].Answer,
		}
	}
	r.rerun(ctx, g, read)
	return g
}

// grade asks the grader and takes a score that is none for undecided.
func (r Reader) grade(ctx context.Context, a task.Answer, question, text string) grade.Verdict {
	env := r.Env
	env.Question = question
	v := grade.Grade(ctx, a, text, env)
	if v.Status == task.Scored && (math.IsNaN(v.Score) || v.Score < 0 || v.Score > 1) {
		return grade.Verdict{Status: task.Undecided, Reason: fmt.Sprintf("the grader gave %g, which is no score", v.Score)}
	}
	return v
}
