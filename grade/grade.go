// Package grade decides whether a response earns its question's score: one
// grader per answer kind, each a pure function of the typed answer, the response
// and the grader's version. There is no clock and no chance in a verdict; a
// budget of steps decides hard cases alike on every machine.
//
// A verdict is a score or undecided with a reason. Undecided is never taken for
// 0: it is counted, shown and left out of averages.
package grade

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"segue/grade/latex"
	"segue/grade/program"
	"segue/task"
)

// MaxResponse is the longest response that is read, in bytes; a longer one is
// cut to its end, where answers stand.
const MaxResponse = 1 << 20

// Verdict is what a grader says of a response.
type Verdict struct {
	Score  float64     `json:"score"` // 0 to 1; has no meaning unless Status is scored
	Status task.Status `json:"status"`
	// Reason says in a sentence why the score is not 1, or why there is none.
	Reason string `json:"reason"`
	// Answer is the text that was compared.
	Answer string `json:"answer,omitempty"`
	// Parts are side measures, such as the share of unit tests passed.
	Parts map[string]float64 `json:"parts,omitempty"`
}

// MarshalJSON writes null for the score of a verdict that has none, so that
// nobody averages it as 0.
func (v Verdict) MarshalJSON() ([]byte, error) {
	type plain Verdict
	out := struct {
		Score *float64 `json:"score"`
		plain
	}{plain: plain(v)}
	if v.Status == task.Scored {
		out.Score = &v.Score
	}
	return json.Marshal(out)
}

// Env is what graders of programs and rubrics need from outside.
type Env struct {
	// Programs runs untrusted programs; without it code answers are undecided.
	Programs program.Runner
	// Judge answers a rubric prompt; without it rubric answers that pass their
	// exact checks are undecided.
	Judge Judge
	// Question is what was asked, shown to the judge.
	Question string
}

// Judge is an endpoint that decides rubrics. It is a setting of its own, apart
// from the model under test.
type Judge interface {
	// Name is the model's name for the report.
	Name() string
	// Reply answers a prompt. Attempt counts from 0, so that a second try is a
	// different draw.
	Reply(ctx context.Context, prompt string, attempt int) (string, error)
}

// Grader decides one answer kind.
type Grader struct {
	Kind task.Kind
	// Version changes when a verdict may change.
	Version int
	// Doc says in a sentence what is accepted.
	Doc string
	// Whole says that the grader reads the whole response when it has no
	// <answer> element, instead of the last statement of an answer.
	Whole bool
	// Mathematical says that a response in which nothing announces the answer is
	// searched for the last piece of mathematics in its text.
	Mathematical bool
	// Decide compares the extracted text with the answer.
	Decide func(ctx context.Context, a task.Answer, text string, env Env) Verdict
}

var graders = map[task.Kind]Grader{}

// Register adds a grader. It panics on a duplicate or an incomplete entry.
func Register(g Grader) {
	if g.Kind == "" || g.Decide == nil || g.Version < 1 || g.Doc == "" {
		panic(fmt.Sprintf("grade: the grader of %q is incomplete", g.Kind))
	}
	if _, twice := graders[g.Kind]; twice {
		panic(fmt.Sprintf("grade: %s is registered twice", g.Kind))
	}
	graders[g.Kind] = g
}

// List returns every grader, sorted by kind.
func List() []Grader {
	all := make([]Grader, 0, len(graders))
	for _, g := range graders {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Grader) int { return strings.Compare(string(a.Kind), string(b.Kind)) })
	return all
}

// Grade decides a response. It never fails: what cannot be decided comes back
// as undecided with the reason.
func Grade(ctx context.Context, a task.Answer, response string, env Env) Verdict {
	g, ok := graders[a.Kind]
	if !ok {
		return undecided("no grader for answers of kind %q", a.Kind)
	}
	text := g.extract(response)
	v := g.Decide(ctx, a, text, env)
	if v.Answer == "" {
		v.Answer = text
	}
	return v
}

// extract finds the text of a response that is compared with the answer.
func (g Grader) extract(response string) string {
	if len(response) > MaxResponse {
		response = strings.ToValidUTF8(response[len(response)-MaxResponse:], "")
	}
	text, announced := anchored(response, g.Whole)
	if !announced && g.Mathematical {
		if candidate, found, _ := latex.Extract(text, latex.Options{}); found {
			text = candidate
		}
	}
	return text
}

func right() Verdict { return Verdict{Score: 1, Status: task.Scored} }

func wrong(format string, args ...any) Verdict {
	return Verdict{Status: task.Scored, Reason: fmt.Sprintf(format, args...)}
}

func undecided(format string, args ...any) Verdict {
	return Verdict{Status: task.Undecided, Reason: fmt.Sprintf(format, args...)}
}

// shorten quotes a text for a reason.
func shorten(s string) string {
	const limit = 80
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > limit {
		s = string(runes[:limit]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
