package importer

import (
	"fmt"
	"strconv"
	"strings"

	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "mmlu-pro", Rank: 40, Task: mmluPro,
		Doc: "question, options and the right letter or index (MMLU-Pro, MMLU, ARC): choices; the category mathematics is math, the others are science",
		Detect: func(r *Record, _ Options) bool {
			return r.HasAll("question") && r.Has(optionFields...) && r.Has("answer", "answer_index", "answerKey", "label")
		}})
}

var optionFields = []string{"options", "choices"}

func mmluPro(r *Record, _ Options) (task.Task, error) {
	question := r.Need("question")
	options, labels := optionTexts(r)
	index := r.Text("answer_index")
	right, err := rightOption(r.Raw("answer", "answerKey", "label", "answer_index"), labels)
	if err != nil {
		return task.Task{}, err
	}
	if r.err != nil {
		return task.Task{}, r.err
	}
	answer, err := choiceAnswer(options, right)
	if err != nil {
		return task.Task{}, err
	}
	if i, err := strconv.Atoi(index); index != "" && (err != nil || i < 0 || i >= len(options) || answer.Value != string(rune('A'+i))) {
		return task.Task{}, fmt.Errorf("the answer %s and the index %s do not agree", shorten(right), shorten(index))
	}
	category := r.Text("category", "subject")
	r.keep("category", "subject")
	domain := skill.Science
	if c := strings.ToLower(category); strings.Contains(c, "math") || strings.Contains(c, "algebra") || strings.Contains(c, "statistics") {
		domain = skill.Math
	}
	working := strings.TrimPrefix(r.Text("cot_content", "explanation", "rationale"), "A: ")
	return single(task.Step{Domain: domain, Question: withOptions(question, options), Answer: answer, Reference: reference(working, answer.Value)}), nil
}
