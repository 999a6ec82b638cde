package bench

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"segue/grade"
	"segue/llm"
	"segue/skill"
	"segue/task"
	"segue/task/response"
)

// gradeUnit reads a response and grades each step it was asked for.
func gradeUnit(ctx context.Context, t task.Task, u Unit, r llm.Response, env grade.Env) ([]Graded, []string) {
	steps := t.Steps
	if u.Mode == task.Single {
		steps = t.Steps[u.Step-1 : u.Step]
	}
	read, problems := response.Lenient(r.Text, len(steps))
	if r.FinishReason == llm.FinishLength {
		problems = append(problems, "the response ended at the token limit")
	}
	out := make([]Graded, len(steps))
	for i, s := range steps {
		out[i] = gradeStep(ctx, s, read[i], env)
		o := &out[i].Outcome
		o.Task, o.Step, o.Mode, o.Model, o.Sample = t.ID, s.N, u.Mode, u.Model, u.Sample
		o.Tokens = r.CompletionTokens / len(steps)
		if u.Mode == task.Cross && i > 0 {
			o.PrevSkill = steps[i-1].Skill
		}
	}
	return out, problems
}

// maxStoredAnswer bounds the answer text kept in an outcome; the whole response
// is kept anyway.
const maxStoredAnswer = 2000

func gradeStep(ctx context.Context, s task.Step, read response.Step, env grade.Env) Graded {
	g := Graded{Outcome: task.Outcome{Skill: s.Skill, PredSkill: predicted(read.Skill), Status: task.Scored}}
	if !read.Found {
		g.Reason = "no answer was found for this step"
		return g
	}
	env.Question = s.Question
	v := grade.Grade(ctx, s.Answer, read.Answer, env)
	if v.Status == task.Scored && !(v.Score >= 0 && v.Score <= 1) {
		v = grade.Verdict{Status: task.Undecided, Reason: fmt.Sprintf("the grader gave %g, which is no score", v.Score)}
	}
	g.Score, g.Status, g.Reason = v.Score, v.Status, v.Reason
	g.Correct = v.Status == task.Scored && v.Score == 1
	g.Answer = read.Answer
	if len(g.Answer) > maxStoredAnswer {
		g.Answer = strings.ToValidUTF8(g.Answer[:maxStoredAnswer], "") + "…"
	}
	if v.Status == task.Undecided {
		g.Error = v.Reason
	}
	return g
}

// predicted maps a label to a skill id: that of the bank where the label names
// one, else an id of the label's own words under its domain, so that its domain
// can still be compared.
func predicted(label string) string {
	if label == "" {
		return ""
	}
	if s, ok := skill.MatchLabel(label); ok {
		return s.ID
	}
	d, ok := skill.LabelDomain(label)
	if !ok {
		return slug(label)
	}
	_, name, _ := strings.Cut(label, ",")
	return string(d) + "/" + slug(name)
}

func slug(s string) string {
	const longest = 80
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	out := strings.Join(words, "-")
	if len(out) > longest {
		out = strings.ToValidUTF8(out[:longest], "")
	}
	return out
}
