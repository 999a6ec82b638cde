package coding_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

const unitTests = `
import json, sys
out = []
for job in json.load(sys.stdin):
    scope = {}
    exec(job["code"], scope)
    out.append([scope[job["entry"]](*test["args"]) for test in job["tests"]])
print(json.dumps(out))
`

type codeJob struct {
	Code  string          `json:"code"`
	Entry string          `json:"entry"`
	Tests []task.CodeTest `json:"tests"`
}

// passes compares results with what the tests of an item expect.
func passes(t *testing.T, it task.Item, results []json.RawMessage) {
	t.Helper()
	for i, test := range it.Answer.Tests {
		var got, want any
		if json.Unmarshal(results[i], &got) != nil || json.Unmarshal(test.Expect, &want) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: solve%s = %s, the test expects %s", it.ID, test.Args, results[i], test.Expect)
		}
	}
}

// TestPythonReferencesPassTheirTests runs every Python reference on its tests,
// whose results come from the package's own second method.
func TestPythonReferencesPassTheirTests(t *testing.T) {
	for _, g := range gen.List() {
		id := g.Skill.ID
		it, err := gen.New(id, gen.Easiest, 0)
		if err != nil || it.Answer.Language != "python" {
			continue
		}
		t.Run(id, func(t *testing.T) {
			its := items(t, id, 6)
			var jobs []codeJob
			for _, it := range its {
				jobs = append(jobs, codeJob{code(t, it.Reference, "python"), it.Answer.Entry, it.Answer.Tests})
			}
			var got [][]json.RawMessage
			python(t, unitTests, jobs, &got)
			for i, it := range its {
				passes(t, it, got[i])
			}
		})
	}
}

// TestGoReferencesPassTheirTests compiles several references as one program.
func TestGoReferencesPassTheirTests(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go command is not installed")
	}
	its := items(t, "coding/interval-merging", 3)
	var program, calls strings.Builder
	program.WriteString("package main\n\nimport (\n\t\"encoding/json\"\n\t\"os\"\n\t\"slices\"\n)\n\n")
	for i, it := range its {
		body := strings.Replace(code(t, it.Reference, "go"), "import \"slices\"\n\n", "", 1)
		program.WriteString(strings.Replace(body, "func solve(", fmt.Sprintf("func solve%d(", i), 1) + "\n\n")
		for _, test := range it.Answer.Tests {
			fmt.Fprintf(&calls, "\tcall(%q, func(in [][]int) any { return solve%d(in) })\n", test.Args, i)
		}
	}
	program.WriteString("func call(args string, f func([][]int) any) {\n\tvar in [][][]int\n\tif err := json.Unmarshal([]byte(args), &in); err != nil {\n\t\tpanic(err)\n\t}\n\tif err := json.NewEncoder(os.Stdout).Encode(f(in[0])); err != nil {\n\t\tpanic(err)\n\t}\n}\n\nfunc main() {\n" + calls.String() + "}\n")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "run", file).Output()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, program.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, it := range its {
		n := len(it.Answer.Tests)
		var results []json.RawMessage
		for _, l := range lines[:n] {
			results = append(results, json.RawMessage(l))
		}
		passes(t, it, results)
		lines = lines[n:]
	}
}
