// Package response reads what a model writes for a task of several steps: its
// claimed skill and its answer for every step.
//
// The strict form is what training rewards: an optional <think> block, then for
// each step <skill>Domain, Skill</skill> directly followed by
// <answer>…</answer>, nothing but white space between. The lenient reader is for
// evaluating any model: it finds the steps under the many forms that models use
// and says what it had to forgive.
package response

import (
	"fmt"
	"strings"
	"unicode"
)

// MaxBytes is the longest response that is read; a longer one keeps its end.
const MaxBytes = 1 << 20

// Step is what a response says for one step.
type Step struct {
	Skill  string `json:"skill"`  // label as written, "" where none was given
	Answer string `json:"answer"` // text as written, trimmed
	Found  bool   `json:"-"`      // whether the response has the step at all
}

// Strict reads the strict form with exactly steps pairs. The error says what is
// malformed.
func Strict(text string, steps int) ([]Step, error) {
	read, _, err := Locate(text, steps)
	return read, err
}

// Locate reads the strict form as [Strict] does, and says where each step stands
// in text.
func Locate(text string, steps int) ([]Step, []Place, error) {
	if len(text) > MaxBytes {
		return nil, nil, fmt.Errorf("the response has %d bytes, more than %d", len(text), MaxBytes)
	}
	at := skipSpace(text, 0)
	if strings.HasPrefix(text[at:], "<think>") {
		_, after, closed := strings.Cut(text[at:], "</think>")
		if !closed {
			return nil, nil, fmt.Errorf("the <think> block is not closed")
		}
		at = len(text) - len(after)
	}
	var read []Step
	var places []Place
	for at = skipSpace(text, at); at < len(text); at = skipSpace(text, at) {
		p := Place{Whole: Span{From: at}}
		var err error
		if p.Skill, at, err = element(text, at, "skill"); err != nil {
			return nil, nil, fmt.Errorf("step %d: %w", len(read)+1, err)
		}
		if p.Answer, at, err = element(text, skipSpace(text, at), "answer"); err != nil {
			return nil, nil, fmt.Errorf("step %d: %w", len(read)+1, err)
		}
		p.Whole.To = at
		places = append(places, p)
		read = append(read, Step{Skill: strings.TrimSpace(p.Skill.Of(text)), Answer: strings.TrimSpace(p.Answer.Of(text)), Found: true})
		if len(read) > steps {
			return nil, nil, fmt.Errorf("more than %d steps are answered", steps)
		}
	}
	if len(read) != steps {
		return nil, nil, fmt.Errorf("%d steps are answered, not %d", len(read), steps)
	}
	return read, places, nil
}

// skipSpace is the first place from at on that is not white space.
func skipSpace(text string, at int) int {
	return len(text) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
}

// element finds <name>…</name> at the place at: what it holds, and the place
// after it.
func element(text string, at int, name string) (content Span, end int, err error) {
	opening, closing := "<"+name+">", "</"+name+">"
	if !strings.HasPrefix(text[at:], opening) {
		return Span{}, 0, fmt.Errorf("%s is expected where %.40q stands", opening, text[at:])
	}
	content.From = at + len(opening)
	length := strings.Index(text[content.From:], closing)
	if length < 0 {
		return Span{}, 0, fmt.Errorf("%s is not closed", opening)
	}
	content.To = content.From + length
	held := content.Of(text)
	if strings.Contains(held, "<skill>") || strings.Contains(held, "<answer>") || strings.Contains(held, "<think>") {
		return Span{}, 0, fmt.Errorf("%s holds another element", opening)
	}
	return content, content.To + len(closing), nil
}

// Format writes steps in the strict form, thinking first where there is any.
func Format(thinking string, steps []Step) string {
	var b strings.Builder
	if thinking != "" {
		b.WriteString("<think>\n" + thinking + "\n</think>\n")
	}
	for _, s := range steps {
		fmt.Fprintf(&b, "<skill>%s</skill><answer>%s</answer>\n", s.Skill, s.Answer)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
