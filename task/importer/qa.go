package importer

import (
	"strings"

	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "qa", Rank: 90, Task: questionAnswer,
		Doc: "any records with a question and an answer: the answer's kind is given or guessed from its value",
		Detect: func(r *Record, o Options) bool {
			return r.Has(orElse(o.QuestionField, questionFields)...) && r.Has(orElse(o.AnswerField, answerFields)...)
		}})
}

var (
	questionFields = []string{"question", "prompt", "problem", "query", "input", "instruction", "text"}
	answerFields   = []string{"answer", "final_answer", "expected_answer", "ground_truth", "reference_answer", "gold", "target", "solution", "output", "answers"}
	workingFields  = []string{"solution", "rationale", "explanation", "reasoning", "working"}
	skillFields    = []string{"skill", "skill_id", "skill_name", "skill_label"}
	domainFields   = []string{"domain", "skill_domain", "home_domain"}
)

// orElse is the named field, or the usual ones where none is named.
func orElse(name string, usual []string) []string {
	if name != "" {
		return []string{name}
	}
	return usual
}

func questionAnswer(r *Record, o Options) (task.Task, error) {
	question := r.Need(orElse(o.QuestionField, questionFields)...)
	answers := orElse(o.AnswerField, answerFields)
	raw := r.Raw(answers...)
	if raw == nil {
		r.fail("there is no %s", answers[0])
	}
	domain := skill.Domain("")
	if name := r.Text(domainFields...); name != "" {
		d, ok := domainOf(name)
		if !ok {
			r.fail("there is no domain %s; the domains are %v", shorten(name), skill.Domains())
		}
		domain = d
	}
	if r.err != nil {
		return task.Task{}, r.err
	}
	step := task.Step{Question: question, Domain: domain}
	step.Skill, step.Domain = skillOf(r.Text(skillFields...), domain)
	if o.Kind == task.KindChoice || o.Kind == "" && r.Has(optionFields...) {
		options, labels := optionTexts(r)
		right, err := rightOption(raw, labels)
		if err != nil {
			return task.Task{}, err
		}
		if step.Answer, err = choiceAnswer(options, finalAnswer(right)); err != nil {
			return task.Task{}, err
		}
		step.Question = withOptions(question, options)
	} else {
		var err error
		if step.Answer, err = answerOf(o.Kind, raw); err != nil {
			return task.Task{}, err
		}
	}
	if text := step.Answer.Text(); text != "" {
		step.Reference = reference(r.working(raw), text)
	}
	return single(step), nil
}

// working is the worked solution: a field of its own, or the answer where the
// final value was cut out of a longer text.
func (r *Record) working(answer []byte) string {
	if r.Has(workingFields...) {
		if text, err := textOf(r.values[r.find(workingFields)]); err == nil {
			return strings.TrimSpace(stripTags(text))
		}
	}
	if text, err := textOf(answer); err == nil && finalAnswer(text) != strings.TrimSpace(text) {
		return strings.TrimSpace(stripTags(text))
	}
	return ""
}

func stripTags(text string) string {
	return strings.NewReplacer("<answer>", "", "</answer>", "").Replace(text)
}
