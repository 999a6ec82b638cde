package importer

import (
	"encoding/json"
	"fmt"

	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "ifeval", Rank: 10, Task: ifEval,
		Doc:    "prompts with the ids and arguments of their instructions (IFEval, IFBench, IF-RLVR): constraints that are checked exactly",
		Detect: func(r *Record, _ Options) bool { return r.HasAll("prompt", "instruction_id_list") }})
}

func ifEval(r *Record, _ Options) (task.Task, error) {
	question := r.Need("prompt")
	ids := r.Texts("instruction_id_list")
	kwargs := r.List("kwargs")
	if len(ids) == 0 {
		r.fail("there is no instruction")
	}
	if len(kwargs) != 0 && len(kwargs) != len(ids) {
		r.fail("there are %d instructions but %d sets of arguments", len(ids), len(kwargs))
	}
	if r.err != nil {
		return task.Task{}, r.err
	}
	answer := task.Answer{Kind: task.KindConstraints}
	for i, id := range ids {
		check := task.Check{ID: id}
		if len(kwargs) > 0 {
			var err error
			if check.Args, err = givenArgs(kwargs[i]); err != nil {
				return task.Task{}, fmt.Errorf("arguments of %s: %w", shorten(id), err)
			}
		}
		answer.Checks = append(answer.Checks, check)
	}
	return single(task.Step{Domain: skill.InstructionFollowing, Question: question, Answer: answer}), nil
}

// givenArgs drops the arguments that are null or an empty list: a Parquet file
// gives every instruction a column for each argument of any.
func givenArgs(raw json.RawMessage) (json.RawMessage, error) {
	var args map[string]json.RawMessage
	if err := json.Unmarshal(unwrapText(raw), &args); err != nil {
		return nil, err
	}
	for name, value := range args {
		if text := string(value); text == "null" || text == "[]" {
			delete(args, name)
		}
	}
	if len(args) == 0 {
		return nil, nil
	}
	return json.Marshal(args)
}
