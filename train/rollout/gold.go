package rollout

import (
	"fmt"
	"strings"

	"segue/skill"
	"segue/task"
	"segue/task/response"
)

// Gold writes right responses in the strict form: what a policy is taught before
// it is rewarded.
type Gold struct {
	labels   map[string]string // by skill id
	thinking bool
}

// NewGold makes a writer that names skills by the labels of a vocabulary, which
// should be the one that rewards map labels to ([segue/reward.Vocabulary]). With
// thinking, the working of every step's reference stands before the steps.
func NewGold(vocabulary []skill.Skill, thinking bool) Gold {
	g := Gold{labels: make(map[string]string, len(vocabulary)), thinking: thinking}
	for _, s := range vocabulary {
		g.labels[s.ID] = s.Label
	}
	return g
}

// Last is the right response to the last step of a task alone, cut before its answer: the
// opening up to <answer>, and the answer. The error is that of Response.
func (g Gold) Last(t task.Task) (opening, answer string, err error) {
	t.Steps = t.Steps[len(t.Steps)-1:]
	text, err := g.Response(t)
	if err != nil {
		return "", "", err
	}
	const tag = "<answer>"
	at := strings.LastIndex(text, tag) + len(tag)
	return text[:at], strings.TrimSuffix(text[at:], "</answer>"), nil
}

// Response is the right response to a task: the label and the answer of every
// step. An answer is the canonical text of its value; kinds that have none, such
// as code and plans, take it from the <answer> of the step's reference. The error
// says which step has no such response; what comes back is always in the strict
// form, with exactly these labels and answers.
func (g Gold) Response(t task.Task) (string, error) {
	steps := make([]response.Step, len(t.Steps))
	var thoughts []string
	for i, s := range t.Steps {
		working, stated, found := readReference(s.Reference)
		label, answer := g.labels[s.Skill], s.Answer.Text()
		if answer == "" {
			answer = stated
		}
		switch {
		case label == "":
			return "", fmt.Errorf("task %s: step %d: no label is known for the skill %q", t.ID, s.N, s.Skill)
		case answer == "" && !found:
			return "", fmt.Errorf("task %s: step %d: answers of kind %s have no canonical text, and the reference states no <answer>", t.ID, s.N, s.Answer.Kind)
		case answer == "":
			return "", fmt.Errorf("task %s: step %d: the answer is empty", t.ID, s.N)
		}
		steps[i] = response.Step{Skill: label, Answer: strings.TrimSpace(answer), Found: true}
		if g.thinking && working != "" {
			thoughts = append(thoughts, fmt.Sprintf("Step %d. %s", s.N, working))
		}
	}
	text := response.Format(strings.Join(thoughts, "\n"), steps)
	if err := readsAs(text, steps, strings.Join(thoughts, "\n")); err != nil {
		return "", fmt.Errorf("task %s: %w", t.ID, err)
	}
	return text, nil
}

// readReference cuts a reference into its working and what its last <answer>
// holds.
func readReference(reference string) (working, answer string, found bool) {
	const opening, closing = "<answer>", "</answer>"
	at := strings.LastIndex(reference, opening)
	if at < 0 {
		return strings.TrimSpace(reference), "", false
	}
	answer, _, _ = strings.Cut(reference[at+len(opening):], closing)
	return strings.TrimSpace(reference[:at]), strings.TrimSpace(answer), true
}

// readsAs says why a response is not read as the steps that it was written from:
// labels, answers and workings may hold tags of the form themselves.
func readsAs(text string, steps []response.Step, thoughts string) error {
	if strings.Contains(thoughts, "</think>") {
		return fmt.Errorf("the working of a reference holds </think>")
	}
	read, err := response.Strict(text, len(steps))
	if err != nil {
		return fmt.Errorf("the response would not be in the strict form: %w", err)
	}
	for i, s := range read {
		if s != steps[i] {
			return fmt.Errorf("step %d: the response would be read as %.60q, not %.60q", i+1, s.Answer, steps[i].Answer)
		}
	}
	return nil
}
