// Package planning generates the items of the planning skills.
//
// Every item is small enough to be solved exactly here, so a plan item states
// its proven optimum and a scalar item its exact value. Plans are judged by the
// checkers of grade/planning; this package writes their problems as JSON.
package planning

import (
	"encoding/json"
	"fmt"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// planItem assembles an item whose answer is any plan that the checker accepts.
func planItem(checker string, problem any, question string, slots []task.Slot, working, plan string) task.Item {
	data, err := json.Marshal(problem)
	if err != nil {
		data = nil // the problems of this package are plain structs, which always marshal
	}
	return task.Item{Question: question, Slots: slots,
		Answer:    task.Answer{Kind: task.KindPlan, Checker: checker, Problem: data},
		Reference: gen.ReferenceText(working, "\n"+plan+"\n")}
}

// clock writes minutes after midnight as "09:30".
func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// bullets writes texts as a Markdown list.
func bullets(texts []string) string { return "- " + strings.Join(texts, "\n- ") }

// plural is "1 day", "3 days".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// optimum points to a proven optimum, as the problems state it.
func optimum(n int) *int { return &n }
