package study

import (
	"strings"

	"segue/task"
	"segue/task/cue"
	"segue/train"
)

func init() {
	Register(Arm{Name: "sft-longer", Doc: "supervised learning goes on as it was in the start", Uses: UsesStart,
		Imitate: func(m *material) ([]any, error) { return lines(draw(m.tasks, m.mixture.Task), gold), nil }})
	Register(Arm{Name: "sft-gold", Doc: "supervised learning on right responses to the training tasks", Uses: UsesGold,
		Imitate: func(m *material) ([]any, error) { return m.lines(gold) }})
	Register(Arm{Name: "sft-labels", Doc: "supervised learning on the right labels of the training tasks, their answers given but not learned", Uses: UsesLabels,
		Imitate: func(m *material) ([]any, error) { return m.lines(labels) }})
}

// lines makes a line of each task that arms train on.
func (m *material) lines(of func(task.Task) any) ([]any, error) {
	tasks, err := train.ReadTasks([]string{m.path("tasks")})
	return lines(tasks, of), err
}

func lines(tasks []task.Task, of func(task.Task) any) []any {
	all := make([]any, len(tasks))
	for i, t := range tasks {
		all[i] = of(t)
	}
	return all
}

// completion is a line of supervised data.
type completion struct {
	Prompt     string `json:"prompt"`
	Completion string `json:"completion"`
}

func gold(t task.Task) any { return completion{t.BarePrompt(), cue.Gold(t)} }

// part is a stretch of a line of supervised data of which parts are learned.
type part struct {
	Text  string `json:"text"`
	Learn bool   `json:"learn"`
}

// labels is the right response with its answers not learned.
func labels(t task.Task) any {
	parts := []part{{Text: t.BarePrompt()}}
	rest := cue.Gold(t)
	for {
		before, after, found := strings.Cut(rest, "<answer>")
		if !found {
			return map[string]any{"parts": append(parts, part{rest, true})}
		}
		answer, end, _ := strings.Cut(after, "</answer>")
		parts = append(parts, part{before + "<answer>", true}, part{Text: answer})
		rest = "</answer>" + end
	}
}
