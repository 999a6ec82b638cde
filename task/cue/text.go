package cue

import (
	"iter"
	"strconv"
	"strings"

	"segue/task"
	"segue/task/response"
)

// Gold is the right response to a task of the family in the strict form. A blank
// stands before each answer, so that a digit is the same word wherever it
// stands. After the k-th step stand k line breaks, one word too: the strict form
// has no numbers of steps, and without a mark of the place small models lose the
// line whose turn it is. A skill of another family is named by its id.
func Gold(t task.Task) string {
	var b strings.Builder
	for i, s := range t.Steps {
		b.WriteString(after(i))
		label := s.Skill
		if r, ok := ruleOf[s.Skill]; ok {
			label = r.Label
		}
		b.WriteString(response.Format("", []response.Step{{Skill: label, Answer: " " + s.Answer.Text()}}))
	}
	return b.String()
}

// after is what stands after the k-th step, from 1, if another follows.
func after(k int) string { return strings.Repeat("\n", k) }

// Words yields texts that together hold every word of the family's bare prompts,
// with and without the list of its skills, and of gold responses, for making a vocabulary of words. The tags of responses are
// left out: they are tokens of their own, and what stands between them is cut
// into words apart.
func Words() iter.Seq[string] {
	return func(yield func(string) bool) {
		for k := 1; k < MaxSteps; k++ {
			if !yield(after(k)) {
				return
			}
		}
		for i := range rules {
			t := exhibit(&rules[i])
			if !yield(task.Library(Skills())+t.BarePrompt()) || !yield(rules[i].Label) {
				return
			}
			for _, s := range t.Steps {
				if !yield(" " + s.Answer.Text()) {
					return
				}
			}
		}
	}
}

// exhibit is a task that shows all cues of a rule, all digits and all numbers of
// steps.
func exhibit(r *rule) task.Task {
	var t task.Task
	for n := 1; n <= MaxSteps; n++ {
		q := question{rule: r, list: [payload]int{n, n - 1, n, n - 1}, n: n}
		operand := strconv.Itoa(n)
		if n > 1 {
			operand = stepName(n - 1)
		}
		t.Steps = append(t.Steps, task.Step{N: n, Skill: r.ID, Question: q.write(r.cues[n%cuesPerSkill], operand), Answer: q.answer()})
	}
	return t
}
