package grade

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"

	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindTable, Version: 1, Decide: decideTable,
		Doc: "the same columns and rows, as a Markdown table, CSV or a JSON array of objects; row order counts only where the answer says so"})
}

const maxCells = 20_000

func decideTable(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	columns, rows, reason := readTable(text)
	if reason != "" {
		return wrong("%s", reason)
	}
	if len(columns)*len(rows) > maxCells {
		return wrong("the table has more than %d cells", maxCells)
	}
	order, reason := columnOrder(a.Columns, columns)
	if reason != "" {
		return wrong("%s", reason)
	}
	if len(rows) != len(a.Rows) {
		return wrong("%d rows, not %d", len(rows), len(a.Rows))
	}
	want, got := make([]string, len(rows)), make([]string, len(rows))
	for i, row := range rows {
		cells := make([]string, len(order))
		for j, from := range order {
			cells[j] = cell(row[from])
		}
		got[i] = strings.Join(cells, "\x00")
		cells = cells[:0]
		for _, c := range a.Rows[i] {
			cells = append(cells, cell(c))
		}
		want[i] = strings.Join(cells, "\x00")
	}
	if !a.Ordered {
		slices.Sort(want)
		slices.Sort(got)
	}
	agree := 0
	for i := range want {
		if want[i] == got[i] {
			agree++
		}
	}
	return shareVerdict(agree, len(want), "the rows differ")
}

// cell is a cell's text in comparable form: numbers by value, text folded.
func cell(s string) string {
	if n, err := readNumber(s); err == nil && !n.percent && n.unit == "" {
		return n.value.RatString()
	}
	return fold(s)
}

// columnOrder says which column of got holds each wanted one.
func columnOrder(want, got []string) ([]int, string) {
	if len(want) != len(got) {
		return nil, "the table has other columns than asked"
	}
	order := make([]int, len(want))
	for i, w := range want {
		order[i] = slices.IndexFunc(got, func(g string) bool { return entryName(g) == entryName(w) })
		if order[i] < 0 {
			return nil, "the column " + shorten(w) + " is missing"
		}
	}
	return order, ""
}

// readTable reads a Markdown table, a JSON array of objects or CSV.
func readTable(text string) (columns []string, rows [][]string, reason string) {
	s := strings.TrimSpace(unfence(text))
	if strings.HasPrefix(s, "[") {
		return jsonRows(s)
	}
	if columns, rows, ok := markdownRows(s); ok {
		return columns, rows, ""
	}
	r := csv.NewReader(strings.NewReader(s))
	r.TrimLeadingSpace = true
	r.LazyQuotes = true
	all, err := r.ReadAll()
	if err != nil || len(all) < 1 {
		return nil, nil, shorten(text) + " is no table"
	}
	return all[0], all[1:], ""
}

func jsonRows(s string) (columns []string, rows [][]string, reason string) {
	var objects []map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s), &objects); err != nil || len(objects) == 0 {
		return nil, nil, shorten(s) + " is no JSON array of objects"
	}
	for name := range objects[0] {
		columns = append(columns, name)
	}
	slices.Sort(columns)
	for _, o := range objects {
		row := make([]string, len(columns))
		if len(o) != len(columns) {
			return nil, nil, "the objects have different fields"
		}
		for i, c := range columns {
			value, ok := o[c]
			if !ok {
				return nil, nil, "the objects have different fields"
			}
			row[i] = jsonScalar(value)
		}
		rows = append(rows, row)
	}
	return columns, rows, ""
}

// markdownRows reads the last pipe table of a text: a head, a rule of dashes, rows.
func markdownRows(s string) (columns []string, rows [][]string, ok bool) {
	lines := strings.Split(s, "\n")
	for i := len(lines) - 1; i > 0; i-- {
		if !isRule(lines[i]) || !strings.Contains(lines[i-1], "|") {
			continue
		}
		columns = cells(lines[i-1])
		for _, line := range lines[i+1:] {
			if !strings.Contains(line, "|") {
				break
			}
			row := cells(line)
			if len(row) != len(columns) {
				return nil, nil, false
			}
			rows = append(rows, row)
		}
		return columns, rows, len(columns) > 1
	}
	return nil, nil, false
}

func isRule(line string) bool {
	line = strings.TrimSpace(line)
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|-: ") == ""
}

func cells(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	const pipe = "\x00"
	parts := strings.Split(strings.ReplaceAll(line, `\|`, pipe), "|")
	for i, p := range parts {
		parts[i] = strings.TrimSpace(strings.ReplaceAll(p, pipe, "|"))
	}
	return parts
}
