package coding_test

import (
	"regexp"
	"strings"
	"testing"
)

const debugOracle = `
import json, sys
out = []
for job in json.load(sys.stdin):
    scope, fixed = {}, {}
    exec(job["bad"], scope)
    exec(job["good"], fixed)
    out.append([[str(eval(c, scope)), str(eval(c, fixed))] for c in job["calls"]])
print(json.dumps(out))
`

// TestFaultsAndRepairsAgreeWithPython runs the shown function and the one with
// the repaired line: each listed result and each expectation must come out.
func TestFaultsAndRepairsAgreeWithPython(t *testing.T) {
	its := items(t, "coding/failing-test-localisation", 60)
	result := regexp.MustCompile(`(?m)^- (.*\)) returned ([^,\[]+|\[.*?\]), (?:as expected|expected (.*))$`)
	repair := regexp.MustCompile("reads `(.*?)`, but the intended result needs `(.*?)`;")
	number := regexp.MustCompile(`^ ?\d+  `)
	var jobs []map[string]any
	var shown [][][2]string
	for _, it := range its {
		lines := strings.Split(code(t, it.Question, "text"), "\n")
		for i := range lines {
			lines[i] = number.ReplaceAllString(lines[i], "")
		}
		bad := strings.Join(lines, "\n")
		m := repair.FindStringSubmatch(it.Reference)
		at := atoi(t, it.Answer.Value) - 1
		if strings.TrimSpace(lines[at]) != m[1] {
			t.Errorf("%s: line %d is %q, not %q", it.ID, at+1, lines[at], m[1])
		}
		lines[at] = strings.Replace(lines[at], m[1], m[2], 1)
		var calls []string
		var results [][2]string
		failing := 0
		for _, r := range result.FindAllStringSubmatch(it.Question, -1) {
			want := r[2]
			if r[3] != "" {
				want, failing = r[3], failing+1
			}
			calls, results = append(calls, r[1]), append(results, [2]string{r[2], want})
		}
		if failing == 0 {
			t.Errorf("%s: no failing test is shown", it.ID)
		}
		jobs = append(jobs, map[string]any{"bad": bad, "good": strings.Join(lines, "\n"), "calls": calls})
		shown = append(shown, results)
	}
	var got [][][2]string
	python(t, debugOracle, jobs, &got)
	for i, it := range its {
		for j, pair := range shown[i] {
			if got[i][j] != pair {
				t.Errorf("%s: Python gives %v, the item shows %v\n%s", it.ID, got[i][j], pair, it.Question)
			}
		}
	}
}
