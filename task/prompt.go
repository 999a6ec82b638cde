package task

import (
	"fmt"
	"strings"

	"segue/skill"
)

// PromptVersion names the wording of the prompts; a run states it, since
// scores under different wordings do not compare.
const PromptVersion = 1

// Prompt asks the steps of a mode: Single asks one step alone with every value
// written out, Cross the scenario and all steps at once.
func (t Task) Prompt(m Mode, step int) (string, error) {
	switch {
	case m == Cross:
		return t.crossPrompt(), nil
	case m == Single && step >= 1 && step <= len(t.Steps):
		return t.Steps[step-1].singlePrompt(), nil
	case m == Single:
		return "", fmt.Errorf("task %s has no step %d", t.ID, step)
	}
	return "", fmt.Errorf("unknown mode %q; the modes are %s and %s", m, Cross, Single)
}

// BarePrompt is the scenario and the questions alone, a line "1. …" for each
// step, for a model that was trained on the form.
func (t Task) BarePrompt() string {
	var b strings.Builder
	if t.Scenario != "" {
		b.WriteString(t.Scenario + "\n")
	}
	for _, s := range t.Steps {
		fmt.Fprintf(&b, "%d. %s\n", s.N, s.Question)
	}
	return b.String()
}

// Library is a list of skills by their labels, to stand before questions: with it
// a model need not know by heart what a label can be.
func Library(skills []skill.Skill) string {
	var b strings.Builder
	b.WriteString("Skills:\n")
	for _, s := range skills {
		b.WriteString(s.Label + "\n")
	}
	b.WriteString("\n")
	return b.String()
}

// Alone is a step as the only one, with every value written out.
func (s Step) Alone() Step {
	if s.Standalone != "" {
		s.Question = s.Standalone
	}
	s.N, s.Uses = 1, nil
	return s
}

func (s Step) singlePrompt() string {
	return s.Alone().Question + "\n\nThink first if you like. Then name the skill that the question needs and give your answer, in exactly this form:\n\n" +
		"<skill>Domain, Skill</skill><answer>your answer</answer>\n\n" + domainNote
}

func (t Task) crossPrompt() string {
	var b strings.Builder
	if t.Scenario != "" {
		b.WriteString(t.Scenario + "\n\n")
	}
	for _, s := range t.Steps {
		fmt.Fprintf(&b, "Step %d. %s\n\n", s.N, s.Question)
	}
	fmt.Fprintf(&b, "Solve the %d steps in order. Where a step speaks of the answer to an earlier step, use your own answer. Think first if you like. "+
		"Then, for each step in order, name the skill that it needs and give your answer: exactly %d lines of this form and nothing between them:\n\n", len(t.Steps), len(t.Steps))
	b.WriteString("<skill>Domain, Skill</skill><answer>your answer</answer>\n\n" + domainNote)
	return b.String()
}

// domainNote names the domains, so that a label's domain can be compared.
var domainNote = func() string {
	var titles []string
	for _, d := range skill.Domains() {
		titles = append(titles, d.Title())
	}
	return "The domain is one of: " + strings.Join(titles, "; ") + ". The skill is a few words of your own, such as \"Modular inverse\"."
}()
