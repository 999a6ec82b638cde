package coding_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

const sqlOracle = `
import json, sys
try:
    import sqlite3
except ImportError:
    print("null")
    sys.exit()
out = []
for job in json.load(sys.stdin):
    db = sqlite3.connect(":memory:")
    for name, rows in job["tables"].items():
        db.execute("CREATE TABLE %s (%s)" % (name, ", ".join(rows[0])))
        for row in rows[1:]:
            row = [int(c) if c.isdigit() else c for c in row]
            db.execute("INSERT INTO %s VALUES (%s)" % (name, ", ".join("?" * len(row))), row)
    rows = db.execute(job["sql"], {"limit": job["limit"]}).fetchall()
    out.append("[" + ", ".join(str(r[0]) for r in rows) + "]")
print(json.dumps(out))
`

// TestQueriesAgreeWithSQLite runs every query on its tables in SQLite.
func TestQueriesAgreeWithSQLite(t *testing.T) {
	its := items(t, "coding/sql-query-result", 40)
	limit := regexp.MustCompile(`(?:set to|bound to|taking) (\d+)`)
	var jobs []map[string]any
	for _, it := range its {
		jobs = append(jobs, map[string]any{
			"tables": markdownTables(it.Question), "sql": code(t, it.Question, "sql"),
			"limit": atoi(t, limit.FindStringSubmatch(it.Question)[1]),
		})
	}
	var got []string
	python(t, sqlOracle, jobs, &got)
	if got == nil {
		t.Skip("this Python has no sqlite3")
	}
	agree(t, its, got)
}

// markdownTables reads the tables of a question, named by their first column.
func markdownTables(text string) map[string][][]string {
	out := map[string][][]string{}
	name := ""
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "| ") {
			name = ""
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if cells[0] == "---" {
			continue
		}
		if name == "" {
			name = map[string]string{"id": "sales", "name": "clients"}[cells[0]]
		}
		out[name] = append(out[name], cells)
	}
	return out
}

const regexOracle = `
import json, re, sys
print(json.dumps([[s for s in job["texts"] if re.fullmatch(job["pattern"], s)] for job in json.load(sys.stdin)]))
`

func TestMatchesAgreeWithPython(t *testing.T) {
	its := items(t, "coding/regular-expression-match-prediction", 60)
	pattern := regexp.MustCompile("`([^`]+)`|r\"([^\"]+)\"")
	texts := regexp.MustCompile(`(?:pass: |strings |s in )([a-e0-9]+(?:, [a-e0-9]+)+)`)
	var jobs []map[string]any
	for _, it := range its {
		m := pattern.FindStringSubmatch(it.Question)
		jobs = append(jobs, map[string]any{"pattern": m[1] + m[2], "texts": strings.Split(texts.FindStringSubmatch(it.Question)[1], ", ")})
	}
	var got [][]string
	python(t, regexOracle, jobs, &got)
	for i, it := range its {
		var want []string
		for _, a := range it.Answer.Items {
			want = append(want, a.Value)
		}
		if !slices.Equal(got[i], want) {
			t.Errorf("%s: Python matches %v, the item %v\n%s", it.ID, got[i], want, it.Question)
		}
	}
}
