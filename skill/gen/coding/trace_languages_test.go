package coding_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var slotN = regexp.MustCompile(`(?:n is|n =|n set to|n be) (\d+)`)

const closureRunner = `
import json, sys
out = []
for code, n in json.load(sys.stdin):
    scope = {"n": n}
    exec(code, scope)
    out.append(str(scope["out"]))
print(json.dumps(out))
`

func TestClosuresUnderPython(t *testing.T) {
	its := items(t, "coding/scope-and-closure-trace", 100)
	var jobs [][]any
	for _, it := range its {
		jobs = append(jobs, []any{code(t, it.Question, "python"), atoi(t, slotN.FindStringSubmatch(it.Question)[1])})
	}
	var got []string
	python(t, closureRunner, jobs, &got)
	agree(t, its, got)
}

const stackRunner = `
import json, sys
out = []
for code, n in json.load(sys.stdin):
    lines, flat, i = code.split("\n"), [], 0
    while i < len(lines):
        if lines[i].startswith("repeat"):
            end = lines.index("end")
            flat += lines[i + 1:end] * int(lines[i].split()[1])
            i = end
        else:
            flat.append(lines[i])
        i += 1
    st, i = [], 0
    while i < len(flat):
        op, *arg = flat[i].split()
        if op == "push": st.append(n if arg[0] == "n" else int(arg[0]))
        elif op in ("add", "sub", "mul"):
            b = st.pop(); a = st.pop()
            st.append(a + b if op == "add" else a - b if op == "sub" else a * b)
        elif op == "dup": st.append(st[-1])
        elif op == "over": st.append(st[-2])
        elif op == "swap": st[-1], st[-2] = st[-2], st[-1]
        elif op == "drop": st.pop()
        elif op == "mod": st[-1] %= 97
        elif op == "skipeven":
            if st.pop() % 2 == 0: i += 3
        i += 1
    out.append(str(st))
print(json.dumps(out))
`

func TestStackMachineUnderPython(t *testing.T) {
	its := items(t, "coding/stack-machine-execution", 100)
	var jobs [][]any
	for _, it := range its {
		jobs = append(jobs, []any{code(t, it.Question, "text"), atoi(t, slotN.FindStringSubmatch(it.Question)[1])})
	}
	var got []string
	python(t, stackRunner, jobs, &got)
	agree(t, its, got)
}

// TestOverflowUnderGo compiles the statements of all items as one program.
func TestOverflowUnderGo(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go command is not installed")
	}
	its := items(t, "coding/integer-overflow-and-division", 100)
	program := "package main\n\nimport \"fmt\"\n\nfunc main() {\n"
	for _, it := range its {
		program += "\t{\n" + code(t, it.Question, "go") + "\nfmt.Println(y)\n\t}\n"
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "run", file).Output()
	if err != nil {
		t.Fatal(fmt.Errorf("go run: %w", err))
	}
	agree(t, its, strings.Fields(string(out)))
}

// TestFasterFunctionsAgreeWithTheSlowOnes runs the shown function on the small
// arguments of the tests.
func TestFasterFunctionsAgreeWithTheSlowOnes(t *testing.T) {
	its := items(t, "coding/wrong-complexity-rewrite", 20)
	var jobs []codeJob
	for _, it := range its {
		jobs = append(jobs, codeJob{code(t, it.Question, "python"), "solve", it.Answer.Tests[:6]})
	}
	var got [][]json.RawMessage
	python(t, unitTests, jobs, &got)
	for i, it := range its {
		it.Answer.Tests = it.Answer.Tests[:6]
		passes(t, it, got[i])
	}
}
