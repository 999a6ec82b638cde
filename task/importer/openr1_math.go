package importer

import (
	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "openr1-math", Rank: 30, Task: openr1Math,
		Doc: "problem, solution and answer in LaTeX (OpenR1-Math, NuminaMath, MATH): expressions, or choices where the question asks for a letter",
		Detect: func(r *Record, _ Options) bool {
			return r.Has("problem") && (r.HasAll("answer", "solution") || r.HasAll("solution", "problem_type") || r.HasAll("solution", "level", "type"))
		}})
}

func openr1Math(r *Record, _ Options) (task.Task, error) {
	question := r.Need("problem")
	solution := r.Text("solution")
	value := r.Text("answer")
	if value == "" {
		if value = finalAnswer(solution); len(value) > maxScalar || value == "" || value == solution {
			r.fail("there is no final answer; a proof cannot be graded")
		}
	}
	answer, err := mathAnswer(question, value)
	if err != nil {
		return task.Task{}, err
	}
	return single(task.Step{Domain: skill.Math, Question: question, Answer: answer, Reference: reference(solution, answer.Value)}), nil
}

// maxScalar is the longest text that is taken for a single value, in bytes.
const maxScalar = 400

// mathAnswer is an expression; a bare letter under a question with marked
// options is a choice.
func mathAnswer(question, value string) (task.Answer, error) {
	value = finalAnswer(value)
	if options := optionsIn(question); chosenLetter(value) && options != nil {
		return choiceAnswer(options, value)
	}
	return scalarAnswer(task.KindExpression, value)
}
