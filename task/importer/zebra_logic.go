package importer

import (
	"encoding/json"
	"fmt"
	"strings"

	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "zebra-logic", Rank: 10, Task: zebraLogic,
		Doc: "logic grids (ZebraLogicBench): a mapping of houses to their attributes, or a choice where the record asks one question",
		Detect: func(r *Record, _ Options) bool {
			return r.Has("puzzle") && (r.Has("solution") || r.HasAll("question", "choices"))
		}})
}

func zebraLogic(r *Record, _ Options) (task.Task, error) {
	puzzle := r.Need("puzzle")
	if !r.Has("solution") {
		return zebraChoice(r, puzzle)
	}
	grid, err := gridOf(r.Raw("solution"))
	if err != nil {
		return task.Task{}, err
	}
	answer, err := grid.answer()
	if err != nil {
		return task.Task{}, err
	}
	question := strings.TrimSpace(puzzle) + fmt.Sprintf("\n\nGive the solution as a JSON object with one entry for each of the %d houses, in this form: %s", len(grid.Rows), grid.form())
	return single(task.Step{Domain: skill.Logic, Question: question, Answer: answer, Reference: reference("", answer.Text())}), nil
}

func zebraChoice(r *Record, puzzle string) (task.Task, error) {
	options := r.Texts("choices")
	question := puzzle + "\n\n" + r.Need("question")
	answer, err := choiceAnswer(options, r.Need("answer"))
	if err != nil {
		return task.Task{}, err
	}
	return single(task.Step{Domain: skill.Logic, Question: withOptions(question, options), Answer: answer, Reference: reference("", answer.Value)}), nil
}

// grid is a solution: the first column names the house of a row.
type grid struct {
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
}

const maxHouses = 100 // rows and columns of a grid

func gridOf(raw json.RawMessage) (grid, error) {
	var g grid
	if err := json.Unmarshal(unwrapText(raw), &g); err != nil {
		return g, fmt.Errorf("read the solution: %w", err)
	}
	switch {
	case len(g.Header) < 2 || len(g.Rows) == 0:
		return g, fmt.Errorf("the solution has no rows or fewer than two columns")
	case len(g.Header) > maxHouses || len(g.Rows) > maxHouses:
		return g, fmt.Errorf("the solution has %d rows and %d columns, more than %d", len(g.Rows), len(g.Header), maxHouses)
	}
	for i, row := range g.Rows {
		if len(row) != len(g.Header) {
			return g, fmt.Errorf("row %d of the solution has %d cells, not %d", i+1, len(row), len(g.Header))
		}
		for _, cell := range row[1:] {
			if strings.Trim(cell, "_ ") == "" {
				return g, fmt.Errorf("the solution is masked: row %d has a blank cell", i+1)
			}
		}
	}
	return g, nil
}

// house is the name of a row: "House 2" for "2".
func (g grid) house(row int) string {
	name := strings.TrimSpace(g.Rows[row][0])
	if strings.HasPrefix(strings.ToLower(name), strings.ToLower(g.Header[0])) {
		return name
	}
	return g.Header[0] + " " + name
}

func (g grid) answer() (task.Answer, error) {
	houses := map[string]task.Answer{}
	for i, row := range g.Rows {
		fields := map[string]task.Answer{}
		for k := 1; k < len(row); k++ {
			fields[g.Header[k]] = task.String(strings.TrimSpace(row[k]))
		}
		if len(fields) != len(row)-1 {
			return task.Answer{}, fmt.Errorf("the solution has two columns of one name")
		}
		if _, twice := houses[g.house(i)]; twice {
			return task.Answer{}, fmt.Errorf("the solution has two rows named %s", shorten(g.house(i)))
		}
		houses[g.house(i)] = task.Answer{Kind: task.KindMapping, Fields: fields}
	}
	return task.Answer{Kind: task.KindMapping, Fields: houses}, nil
}

// form shows the first house with its attributes left open.
func (g grid) form() string {
	var cells []string
	for _, name := range g.Header[1:] {
		cells = append(cells, fmt.Sprintf("%q: \"…\"", name))
	}
	return fmt.Sprintf("{%q: {%s}, …}", g.house(0), strings.Join(cells, ", "))
}
