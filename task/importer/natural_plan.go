package importer

import (
	"encoding/json"
	"fmt"
	"strings"

	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "natural-plan", Rank: 10, Task: naturalPlan,
		Doc: "trips, meetings and calendars (NaturalPlan): plans that a checker simulates, whatever their order",
		Detect: func(r *Record, _ Options) bool {
			return r.Has("golden_plan") && r.Has("prompt_0shot", "prompt_5shot")
		}})
}

// naturalPlan tells the three tasks by their fields. The names of the checkers
// and the fields of their problems are those of the package segue/grade/planning.
func naturalPlan(r *Record, _ Options) (task.Task, error) {
	question := r.Need("prompt_0shot", "prompt_5shot")
	golden := goldenPlan(r)
	checker, problem := "naturalplan-calendar", any(map[string]any{"golden_plan": strings.Join(golden, "\n")})
	switch {
	case r.HasAll("cities", "durations"):
		checker = "naturalplan-trip"
		problem = map[string]any{"cities": starred(r, "cities"), "durations": starred(r, "durations"), "prompt_0shot": ownPart(question)}
	case r.HasAll("constraints", "dist_matrix"):
		checker = "naturalplan-meeting"
		problem = map[string]any{"constraints": r.List("constraints"), "dist_matrix": distances(r), "golden_plan": golden}
	}
	data, err := json.Marshal(problem)
	if err != nil {
		return task.Task{}, fmt.Errorf("write the problem: %w", err)
	}
	return single(task.Step{Domain: skill.Planning, Question: strings.TrimSpace(question), Reference: reference("", strings.Join(golden, "\n")),
		Answer: task.Answer{Kind: task.KindPlan, Checker: checker, Problem: data}}), nil
}

// ownPart is the last task of a prompt with worked examples before it, so that
// the flights of an example are not taken for those of the task.
func ownPart(prompt string) string {
	if at := strings.LastIndex(prompt, "TASK:"); at >= 0 {
		return strings.TrimSpace(prompt[at+len("TASK:"):])
	}
	return prompt
}

// goldenPlan is the plan's lines; a record gives a text or an array.
func goldenPlan(r *Record) []string {
	if raw := r.Raw("golden_plan"); jsonType(unwrapText(raw)) == "an array" {
		return r.Texts("golden_plan")
	}
	return strings.Split(strings.TrimSpace(r.Need("golden_plan")), "\n")
}

// starred is a field such as "Rome**Paris", which some copies hold as an array.
func starred(r *Record, name string) string {
	if jsonType(unwrapText(r.Raw(name))) == "an array" {
		return strings.Join(r.Texts(name), "**")
	}
	return r.Text(name)
}

// distances reads the minutes between places. Parquet gives each place a column
// for every other, so cells that are null are left out.
func distances(r *Record) map[string]map[string]int {
	var cells map[string]map[string]*int
	if err := json.Unmarshal(unwrapText(r.Raw("dist_matrix")), &cells); err != nil {
		r.fail("read the distances: %w", err)
	}
	out := map[string]map[string]int{}
	for from, row := range cells {
		out[from] = map[string]int{}
		for to, minutes := range row {
			if minutes != nil {
				out[from][to] = *minutes
			}
		}
		if len(out[from]) == 0 {
			delete(out, from)
		}
	}
	return out
}
