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
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("the response has %d bytes, more than %d", len(text), MaxBytes)
	}
	rest := strings.TrimSpace(text)
	if after, ok := strings.CutPrefix(rest, "<think>"); ok {
		_, end, closed := strings.Cut(after, "</think>")
		if !closed {
			return nil, fmt.Errorf("the <think> block is not closed")
		}
		rest = end
	}
	var out []Step
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		label, after, err := element(rest, "skill")
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", len(out)+1, err)
		}
		answer, after, err := element(strings.TrimSpace(after), "answer")
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", len(out)+1, err)
		}
		out = append(out, Step{Skill: strings.TrimSpace(label), Answer: strings.TrimSpace(answer), Found: true})
		if len(out) > steps {
			return nil, fmt.Errorf("more than %d steps are answered", steps)
		}
		rest = after
	}
	if len(out) != steps {
		return nil, fmt.Errorf("%d steps are answered, not %d", len(out), steps)
	}
	return out, nil
}

// element cuts <name>…</name> off the start of s.
func element(s, name string) (content, rest string, err error) {
	after, ok := strings.CutPrefix(s, "<"+name+">")
	if !ok {
		return "", "", fmt.Errorf("<%s> is expected where %.40q stands", name, s)
	}
	content, rest, ok = strings.Cut(after, "</"+name+">")
	if !ok {
		return "", "", fmt.Errorf("<%s> is not closed", name)
	}
	if strings.Contains(content, "<skill>") || strings.Contains(content, "<answer>") || strings.Contains(content, "<think>") {
		return "", "", fmt.Errorf("<%s> holds another element", name)
	}
	return content, rest, nil
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
