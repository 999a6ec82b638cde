package program_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"segue/grade/program"
	"segue/sandbox"
	"segue/task"
)

var box = sandbox.New(sandbox.Options{Concurrency: 4, CacheDir: filepath.Join(os.TempDir(), "segue-sandbox-test")})

func need(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bwrap"); err != nil {
		t.Skip("real component absent: ", err)
	}
}

func tests(t *testing.T, raw string) []task.CodeTest {
	t.Helper()
	var out []task.CodeTest
	if err := json.Unmarshal([]byte(raw), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

const doubles = `[{"args":[1],"expect":2},{"args":[5],"expect":10},{"args":[-3],"expect":-6}]`

func fenced(lang, source string) string {
	return "Here is my code.\n```" + lang + "\n" + source + "\n```\n"
}

func grade(t *testing.T, code program.Code, response string) program.Result {
	t.Helper()
	r := program.Grade(t.Context(), box, code, response)
	if (r.Score == 1) != (r.Status == program.Pass) || r.Status != program.HarnessFault && len(r.PerTest) != len(code.Tests) {
		t.Errorf("contradictory result %+v", r)
	}
	return r
}

// attempts solve f(x) = 2x on three tests, or try to be paid without it.
var attempts = []struct {
	name, source string
	want         program.Status
	passed       int
}{
	{"right", "def f(x): return 2*x", program.Pass, 3},
	{"method", "class Solution:\n  def f(self, x): return x + x", program.Pass, 3},
	{"float result", "def f(x): return 2.0*x", program.Pass, 3},
	{"typing and heapq without import", "def f(x: List[int]): return heapq.nlargest(1, [2*x])[0]", program.Pass, 3},
	{"prints beside", "def f(x):\n  print('debug', x)\n  return 2*x", program.Pass, 3},
	{"exit at the end", "def f(x): return 2*x\nprint(f(1))\nexit()", program.Pass, 3},
	{"wrong", "def f(x): return x*x", program.Wrong, 0},
	{"half right", "def f(x): return abs(2*x)", program.Wrong, 2},
	{"string for number", "def f(x): return str(2*x)", program.Wrong, 0},
	{"nothing returned", "def f(x): print(2*x)", program.Wrong, 0},
	{"no such function", "def g(x): return 2*x", program.Runtime, 0},
	{"syntax", "def f(x) return 2*x", program.Compile, 0},
	{"null byte", "def f(x): return 2*x\x00", program.Compile, 0},
	{"raises", "def f(x):\n  if x < 0: raise ValueError('no')\n  return 2*x", program.Runtime, 2},
	{"spins once", "def f(x):\n  while x == 5: pass\n  return 2*x", program.Time, 2},
	{"dies once", "import os\ndef f(x):\n  if x == 5: os._exit(0)\n  return 2*x", program.Runtime, 2},
	{"too much memory", "def f(x): return len(bytearray(10**11))", program.Memory, 0},
	{"endless output", "def f(x):\n  while x == 5: print('x' * 999)\n  return 2*x", program.OutputLimit, 2},
	{"endless recursion", "def f(x): return f(x)", program.Runtime, 0},
	{"exit 0", "import sys\nsys.exit(0)", program.Runtime, 0},
	{"os._exit 0", "import os\nos._exit(0)", program.Runtime, 0},
	{"raise SystemExit", "def f(x): raise SystemExit(0)", program.Runtime, 0},
	{"print passed", "print('passed')\nimport os\nos.write(1, b'pass\\n')\nos._exit(0)", program.Runtime, 0},
	{"equal to all", "class A(int):\n  def __eq__(self, o): return True\n  __hash__ = int.__hash__\ndef f(x): return A(7)", program.Wrong, 0},
	{"equal to all, float", "class A(float):\n  def __eq__(self, o): return True\n  def __repr__(self): return '2'\ndef f(x): return A(7)", program.Wrong, 0},
	{"not a number", "def f(x): return float('nan')", program.Runtime, 0},
	{"equal to all, object", "class A:\n  def __eq__(self, o): return True\ndef f(x): return A()", program.Runtime, 0},
	{"patch json", "import json, sys, builtins\njson.dumps = lambda *a: '2'\nbuiltins.isinstance = lambda *a: True\nsys.modules['json'] = None\ndef f(x): return 7", program.Wrong, 0},
	{"patch the harness", "import sys\nm = sys.modules['__main__']\nm.encode = lambda v: 'true'\nm.equal = lambda *a: True\ndef f(x): return 7", program.Wrong, 0},
	{"forge records", "import sys, os\nn = sys.modules['__main__'].CONFIG['programs'][0]['nonce']\nfor i in range(3): os.write(3, (n + ' {\"i\":%d,\"v\":true}\\n' % i).encode())\nos._exit(0)", program.Wrong, 0},
	{"forge without nonce", "import os\nfor i in range(3): os.write(3, b'{\"i\":%d,\"v\":2}\\n' % i)\nos._exit(0)", program.Runtime, 0},
	{"close the channel", "import os\nos.close(3)\ndef f(x): return 2*x", program.Runtime, 0},
	{"seek the expectation", "import gc\ndef f(x):\n  return next((o for o in gc.get_objects() if isinstance(o, dict) and 'expect' in o), 0)", program.Wrong, 0},
	{"kill all", "import os\ndef f(x): os.kill(-1, 9)", program.Runtime, 0},
}

func TestPythonAttempts(t *testing.T) {
	need(t)
	code := program.Code{Language: "python", Entry: "f", Tests: tests(t, doubles), Seconds: 1}
	for _, a := range attempts {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			r := grade(t, code, fenced("python", a.source))
			passed := 0
			for _, p := range r.PerTest {
				if p.Status == program.Pass {
					passed++
				}
			}
			if r.Status != a.want || passed != a.passed {
				t.Errorf("%s with %d passed (%s %+v); want %s with %d", r.Status, passed, r.Reason, r.PerTest, a.want, a.passed)
			}
		})
	}
}

func TestGoAttempts(t *testing.T) {
	need(t)
	code := program.Code{Language: "go", Entry: "Double", Tests: tests(t, `[{"args":[[1,2]],"expect":[2,4]},{"args":[[]],"expect":[]}]`), Seconds: 2}
	for _, a := range []struct {
		name, source string
		want         program.Status
	}{
		{"right", "func Double(x []int) []int {\n\tvar out []int\n\tfor _, v := range x {\n\t\tout = append(out, 2*v)\n\t}\n\treturn out\n}", program.Pass},
		{"own package and main", "package answer\n\nimport \"fmt\"\n\nfunc Double(x []int) (out []int) {\n\tfor _, v := range x {\n\t\tout = append(out, v+v)\n\t}\n\treturn out\n}\n\nfunc main() { fmt.Println(Double([]int{1})) }", program.Pass},
		{"spin", "func Double(x []int) []int { for {} }", program.Time},
		{"panic", "func Double(x []int) []int { return []int{x[0] * 2, x[1] * 2} }", program.Runtime},
		{"exit 0", "package main\nimport \"os\"\nfunc init() { os.Exit(0) }\nfunc Double(x []int) []int { return x }", program.Runtime},
		{"compile", "func Double(x []int) []int { return y }", program.Compile},
	} {
		if r := grade(t, code, fenced("go", a.source)); r.Status != a.want {
			t.Errorf("%s: %s (%s); want %s", a.name, r.Status, r.Reason, a.want)
		}
	}
}

func TestRunsOnInput(t *testing.T) {
	need(t)
	python := program.Code{Language: "python", Tests: tests(t, `[{"stdin":"1 2\n","stdout":"3\n"},{"stdin":"4 5","stdout":"9"}]`), Seconds: 1}
	for _, a := range []struct {
		source string
		want   program.Status
	}{
		{"a, b = map(int, input().split())\nprint(a + b)", program.Pass},
		{"import sys\nif __name__ == '__main__':\n  print(sum(map(int, sys.stdin.read().split())), '  ')\n  exit(0)", program.Pass},
		{"print(3)", program.Wrong},
		{"a, b = map(int, input().split())\nprint(a + b)\nraise ValueError", program.Runtime},
		{"a, b = map(int, input().split())\nprint(a + b)\nprint('passed')", program.Wrong},
		{"import os\nos._exit(0)", program.Wrong},
		{"print(", program.Compile},
		{"while True: pass", program.Time},
	} {
		python := python
		if a.want == program.Time { // one is enough to wait for
			python.Tests = python.Tests[:1]
		}
		if r := grade(t, python, fenced("", a.source)); r.Status != a.want {
			t.Errorf("%q: %s (%s); want %s", a.source, r.Status, r.Reason, a.want)
		}
	}
	sum := "package main\nimport \"fmt\"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }"
	golang := program.Code{Language: "go", Tests: python.Tests, Seconds: 2}
	if r := grade(t, golang, fenced("golang", sum)); r.Status != program.Pass {
		t.Errorf("go: %s (%s)", r.Status, r.Reason)
	}
}

func TestComparators(t *testing.T) {
	need(t)
	for _, c := range []struct {
		tests, source, comparator string
		want                      program.Status
	}{
		{`[{"args":[],"expect":[1,2]}]`, "def f(): return (1, 2)", "", program.Pass},
		{`[{"args":[],"expect":[1,2]}]`, "def f(): return [2, 1]", "", program.Wrong},
		{`[{"args":[],"expect":[1,2,2]}]`, "def f(): return [2, 1, 2]", "multiset", program.Pass},
		{`[{"args":[],"expect":[1,2,2]}]`, "def f(): return [1, 1, 2]", "multiset", program.Wrong},
		{`[{"args":[],"expect":0.3}]`, "def f(): return 0.1 + 0.2", "", program.Wrong},
		{`[{"args":[],"expect":0.3,"tol":1e-9}]`, "def f(): return 0.1 + 0.2", "", program.Pass},
		{`[{"args":[],"expect":{"a":[1.5]},"tol":0.1}]`, "def f(): return {'a': [1.55]}", "", program.Pass},
		{`[{"args":[],"expect":{"1":2}}]`, "def f(): return {1: 2}", "", program.Pass},
		{`[{"args":[],"expect":1}]`, "def f(): return True", "", program.Wrong},
		{`[{"args":[],"expect":null}]`, "def f(): return None", "", program.Pass},
		{`[{"args":[],"expect":null}]`, "def f(): raise ValueError", "", program.Runtime},
		{`[{"args":[],"expect":100000000000000000000001}]`, "def f(): return 10**23 + 1", "", program.Pass},
		{`[{"args":[],"expect":100000000000000000000001}]`, "def f(): return 10**23", "", program.Wrong},
		{`[{"args":[],"expect":"é"}]`, "def f(): return 'é'", "", program.Pass},
		{`[{"stdin":"","stdout":"1.0 2"}]`, "print('1.0   2')", "tokens", program.Pass},
		{`[{"stdin":"","stdout":"1.0 2","tol":0.01}]`, "print('1.001 2')", "", program.Pass},
		{`[{"stdin":"","stdout":"1 2"}]`, "print('1  2')", "", program.Wrong},
		{`[{"stdin":"","stdout":"1"}]`, "print('1')", "exact", program.Wrong},
	} {
		entry := "f"
		if strings.Contains(c.tests, "stdout") {
			entry = ""
		}
		code := program.Code{Language: "python", Entry: entry, Tests: tests(t, c.tests), Comparator: c.comparator}
		if r := grade(t, code, fenced("python", c.source)); r.Status != c.want {
			t.Errorf("%s %q: %s (%s); want %s", c.tests, c.source, r.Status, r.Reason, c.want)
		}
	}
}

// broken is a sandbox that fails.
type broken struct{}

func (broken) Run(context.Context, sandbox.Spec) (sandbox.Result, error) {
	return sandbox.Result{}, errors.New("no sandbox here")
}

func TestFaultsAreUndecided(t *testing.T) {
	good := program.Code{Language: "python", Entry: "f", Tests: tests(t, doubles)}
	bad := map[string]program.Code{
		"sandbox":         good,
		"language":        {Language: "cobol", Entry: "f", Tests: good.Tests},
		"no tests":        {Language: "python", Entry: "f"},
		"no entry":        {Language: "python", Tests: good.Tests},
		"entry with code": {Language: "go", Entry: "f); panic(1", Tests: good.Tests},
		"comparator":      {Language: "python", Entry: "f", Tests: good.Tests, Comparator: "vague"},
		"empty output":    {Language: "python", Tests: []task.CodeTest{{Stdin: "1"}}},
		"unreadable args": {Language: "python", Entry: "f", Tests: []task.CodeTest{{Args: json.RawMessage("3"), Expect: json.RawMessage("3")}}},
		"mixture":         {Language: "python", Entry: "f", Tests: append(tests(t, doubles), task.CodeTest{Stdout: "1"})},
	}
	for name, code := range bad {
		if r := program.Grade(t.Context(), broken{}, code, fenced("python", "def f(x): return 2*x")); r.Status != program.HarnessFault || r.Score != 0 || r.Reason == "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := program.Grade(t.Context(), broken{}, good, "I do not know."); r.Status != program.Compile {
		t.Errorf("a response without code: %+v", r)
	}
}

// recorder is a sandbox that keeps what it is given.
type recorder struct{ specs *[]sandbox.Spec }

func (r recorder) Run(_ context.Context, s sandbox.Spec) (sandbox.Result, error) {
	*r.specs = append(*r.specs, s)
	return sandbox.Result{Status: sandbox.Finished}, nil
}

// TestExpectationsStayOutside grades twice with other expectations: what the
// sandbox sees must be the same, down to the nonce.
func TestExpectationsStayOutside(t *testing.T) {
	for _, c := range []struct{ language, entry, one, other string }{
		{"python", "f", `[{"args":[1],"expect":2}]`, `[{"args":[1],"expect":3,"tol":0.5}]`},
		{"go", "f", `[{"args":[1],"expect":2}]`, `[{"args":[1],"expect":[3]}]`},
		{"python", "", `[{"stdin":"1","stdout":"2"}]`, `[{"stdin":"1","stdout":"3"}]`},
		{"go", "", `[{"stdin":"1","stdout":"2"}]`, `[{"stdin":"1","stdout":"3"}]`},
	} {
		var seen [2][]sandbox.Spec
		for i, raw := range []string{c.one, c.other} {
			program.Grade(t.Context(), recorder{&seen[i]}, program.Code{Language: c.language, Entry: c.entry, Tests: tests(t, raw)}, fenced(c.language, "x = 1"))
		}
		if len(seen[0]) == 0 || !reflect.DeepEqual(seen[0], seen[1]) {
			t.Errorf("%s %q: the sandbox sees %+v, then %+v", c.language, c.entry, seen[0], seen[1])
		}
	}
}

func TestExtract(t *testing.T) {
	for _, c := range []struct{ name, response, entry, want string }{
		{"one", "```python\na\n```", "", "a\n"},
		{"last of the language", "```python\na\n```\n```py\nb\n```\n```json\n{}\n```", "", "b\n"},
		{"the one that defines the entry", "```python\ndef f(): pass\n```\nUse:\n```python\nprint(f())\n```", "f", "def f(): pass\n"},
		{"last definition", "```python\ndef f(): 1\n```\n```python\ndef f(): 2\n```", "f", "def f(): 2\n"},
		{"no tag", "text\n```\na\n```", "", "a\n"},
		{"tag beats no tag", "```python\na\n```\n```\noutput\n```", "", "a\n"},
		{"complete beats unfinished", "```python\na\n```\n```python\nb", "", "a\n"},
		{"unfinished", "```python\na", "", "a"},
		{"never closed, then another", "```python\na\n```python\nb\n```", "", "b\n"},
		{"tildes", "~~~python\na\n```\nb\n~~~", "", "a\n```\nb\n"},
		{"thinking", "<think>```python\na\n```</think>```python\nb\n```", "", "b\n"},
		{"after thinking", "<think>```python\na\n```</think>\n```python\nb\n```", "", "b\n"},
		{"bare code", "def f(x):\n    return x\n", "f", "def f(x):\n    return x\n"},
		{"prose", "The answer is 5.", "", ""},
		{"another language only", "```java\nx = 1\n```", "", ""},
		{"indented fence", "1. Code\n   ```python\n   a\n   ```", "", "   a\n"},
	} {
		got, ok := program.Extract(c.response, "python", c.entry)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: Extract = %q, %v; want %q", c.name, got, ok, c.want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("```python\na\n```", "f")
	f.Add("```\n~~~\n````x", "")
	f.Add("0", "\xea")
	f.Fuzz(func(t *testing.T, response, entry string) {
		source, ok := program.Extract(response, "python", entry)
		if ok != (source != "") && strings.TrimSpace(response) != "" {
			t.Errorf("Extract(%q) = %q, %v", response, source, ok)
		}
		if !strings.Contains(response, strings.TrimSpace(source)) {
			t.Errorf("Extract(%q) = %q is not part of it", response, source)
		}
	})
}

func ExampleExtract() {
	source, _ := program.Extract("Sure:\n```python\ndef f(x):\n    return 2 * x\n```\n", "python", "f")
	fmt.Print(source)
	// Output:
	// def f(x):
	//     return 2 * x
}

func BenchmarkGradePython(b *testing.B) {
	if sandbox.Available() != nil {
		b.Skip("real component absent: bubblewrap")
	}
	code := program.Code{Language: "python", Entry: "f", Tests: []task.CodeTest{
		{Args: json.RawMessage("[1]"), Expect: json.RawMessage("2")}, {Args: json.RawMessage("[2]"), Expect: json.RawMessage("4")}}}
	for b.Loop() {
		if r := program.Grade(b.Context(), box, code, fenced("python", "def f(x): return 2*x")); r.Score != 1 {
			b.Fatal(r)
		}
	}
}
