package constraint

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var tableRule = regexp.MustCompile(`^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$`)

// tableShape are the parameters that the two kinds of table share.
func tableShape(more ...Param) []Param {
	return append(bounds(
		optional(texts("columns", "the column names in order")),
		optional(positive("width", "number of columns, where the names are free"))), more...)
}

func init() { registerAll(segueTablesChecks) }

var segueTablesChecks = []Check{
	{
		ID:  "segue:markdown-table",
		Doc: "has exactly one Markdown table (header, rule of dashes, rows that begin with |) with the columns, as many cells in each row, and rows within the bounds",
		Params: tableShape(optional(Param{Name: "only", Type: Flag, Doc: "nothing but the table"}),
			optional(Param{Name: "filled", Type: Flag, Doc: "no empty cell"})),
		Sample: Sample{`{"columns":["A","B"],"exactly":1,"only":true}`, "| A | B |\n|---|:-:|\n| 1 | 2 |", "| A | B |\n|---|---|\n| 1 |"},
		Test:   markdownTable,
	},
	{
		ID:  "segue:csv-table",
		Doc: "is only CSV (RFC 4180): the first record names the columns, every record has as many fields, the records after it are within the bounds",
		Params: tableShape(optional(short("delimiter", "one character, default the comma")),
			optional(choice("quoting", "which fields are quoted: any (free; the default), all, needed (only those with delimiter, quote or line break) or none",
				"any", "all", "needed", "none"))),
		Sample: Sample{`{"columns":["id","name"],"exactly":2,"quoting":"needed"}`, "id,name\n1,\"Ann, jr.\"\n2,Bob", "id,name\n1,\"Ann\"\n2,Bob"},
		Test:   csvTable,
	},
}

// shaped tells whether a table with its header row fits the columns, the width and the bounds.
func (a Args) shaped(rows [][]string) (bool, error) {
	if a.Has("columns") && !slices.Equal(rows[0], a.Texts("columns")) {
		a.Note("the columns are %.200q", rows[0])
		return false, nil
	}
	width := len(rows[0])
	if a.Has("width") {
		width = a.Int("width")
	}
	for i, row := range rows {
		if len(row) != width {
			a.Note("row %d has %d cells, wanted %d", i, len(row), width)
			return false, nil
		}
	}
	if !a.Has("exactly") && !a.Has("min") && !a.Has("max") {
		return true, nil
	}
	return a.within(len(rows) - 1)
}

func markdownTable(r string, a Args) (bool, error) {
	var rows [][]string
	tables, other := 0, false
	inTable, previous := false, ""
	for line := range strings.Lines(r) {
		line = strings.TrimSpace(line)
		switch {
		case tableRule.MatchString(line) && strings.Contains(line, "|") && strings.HasPrefix(previous, "|") && !inTable:
			tables++
			inTable = true
			rows = append(rows[:0], tableCells(previous))
			if cells := len(tableCells(line)); cells != len(rows[0]) {
				a.Note("the rule has %d cells under a header of %d", cells, len(rows[0]))
				return false, nil
			}
		case inTable && strings.HasPrefix(line, "|"):
			rows = append(rows, tableCells(line))
		default:
			inTable = false
			other = other || previous != "" && !strings.HasPrefix(previous, "|") || line != "" && !strings.HasPrefix(line, "|")
		}
		previous = line
	}
	if tables != 1 || a.Flag("only") && other {
		a.Note("found %d tables, wanted one, or other text", tables)
		return false, nil
	}
	if a.Flag("filled") && slices.ContainsFunc(rows, func(row []string) bool { return slices.Contains(row, "") }) {
		a.Note("a cell is empty")
		return false, nil
	}
	return a.shaped(rows)
}

// tableCells cuts a row at its bars; \| is a bar inside a cell.
func tableCells(line string) []string {
	const bar = "\x00"
	line = strings.ReplaceAll(line, `\|`, bar)
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	cells := strings.Split(line, "|")
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(cell), bar, "|")
	}
	return cells
}

func csvTable(r string, a Args) (bool, error) {
	delimiter := ','
	if a.Has("delimiter") {
		one, err := a.oneCharacter("delimiter")
		if err != nil {
			return false, err
		}
		if delimiter = firstRune(one); strings.ContainsRune("\"\r\n", delimiter) || delimiter == utf8.RuneError {
			return false, fmt.Errorf("%q cannot divide fields", delimiter)
		}
	}
	r = strings.Trim(strings.ReplaceAll(r, "\r\n", "\n"), "\n")
	reader := csv.NewReader(strings.NewReader(r))
	reader.Comma, reader.FieldsPerRecord = delimiter, -1
	rows, err := reader.ReadAll()
	if err != nil || len(rows) == 0 {
		a.Note("it is not CSV: %v", err)
		return false, nil
	}
	if quoting := a.Text("quoting"); quoting != "" && quoting != "any" && writeCSV(rows, string(delimiter), quoting) != r {
		a.Note("fields are not quoted as wanted (%s), or a line is blank", quoting)
		return false, nil
	}
	return a.shaped(rows)
}

// writeCSV writes the records in the one way that a quoting rule allows.
func writeCSV(rows [][]string, delimiter, quoting string) string {
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		for j, field := range row {
			if j > 0 {
				b.WriteString(delimiter)
			}
			if quoting == "all" || quoting == "needed" && strings.ContainsAny(field, "\"\n"+delimiter) {
				field = `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
			}
			b.WriteString(field)
		}
	}
	return b.String()
}
