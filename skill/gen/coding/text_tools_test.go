package coding

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

func made(t *testing.T, id string, n uint64) (out []task.Item) {
	t.Helper()
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range n {
			it, err := gen.New(id, d, i)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, it)
		}
	}
	return out
}

var blockText = regexp.MustCompile("(?s)```(\\w+)\n(.*?)\n```")

func codeBlock(question, language string) string {
	for _, m := range blockText.FindAllStringSubmatch(question, -1) {
		if m[1] == language {
			return m[2]
		}
	}
	return ""
}

// TestPipelinesUnderTheShell runs all pipelines in one shell.
func TestPipelinesUnderTheShell(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell is installed")
	}
	dir := t.TempDir()
	script := "export LC_ALL=C\n"
	k := regexp.MustCompile(`K is (\d)|K=(\d)|K set to (\d)`)
	its := made(t, "coding/shell-pipeline-result", 30)
	for i, it := range its {
		file := fmt.Sprintf("f%d", i)
		if err := os.WriteFile(filepath.Join(dir, file), []byte(codeBlock(it.Question, "text")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		script += "K=" + strings.Join(k.FindStringSubmatch(it.Question)[1:], "") + "; " + strings.Replace(codeBlock(it.Question, "sh"), "stock.txt", file, 1) + "; echo =\n"
	}
	cmd := exec.Command(shell)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(script)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(strings.TrimSuffix(string(out), "=\n"), "=\n") {
		var want []string
		for _, a := range its[i].Answer.Items {
			want = append(want, a.Value)
		}
		if got := strings.Split(strings.TrimSpace(part), "\n"); !slices.Equal(got, want) {
			t.Errorf("%s: the shell prints %q, the item says %q\n%s", its[i].ID, got, want, its[i].Question)
		}
	}
}

// TestVersionsByRepeatedRaising raises versions until every reached requirement
// is met, from the printed lines.
func TestVersionsByRepeatedRaising(t *testing.T) {
	line := regexp.MustCompile(`(?m)^- (\w+) 1\.(\d) needs (.*)$`)
	pair := regexp.MustCompile(`(\w+) 1\.(\d)`)
	roots := regexp.MustCompile(`(?:requires|program needs|needs at least) ((?:\w+ 1\.\d(?: and )?)+)`)
	for _, it := range made(t, "coding/version-and-dependency-resolution", 100) {
		reached := map[[2]string]bool{}
		for _, p := range pair.FindAllStringSubmatch(roots.FindStringSubmatch(it.Question)[1], -1) {
			reached[[2]string{p[1], p[2]}] = true
		}
		for size := -1; size != len(reached); {
			size = len(reached)
			for _, l := range line.FindAllStringSubmatch(it.Question, -1) {
				for _, p := range pair.FindAllStringSubmatch(l[3], -1) {
					if reached[[2]string{l[1], l[2]}] {
						reached[[2]string{p[1], p[2]}] = true
					}
				}
			}
		}
		top := map[string]string{}
		for p := range reached {
			top[p[0]] = max(top[p[0]], p[1])
		}
		for name, v := range top {
			if it.Answer.Fields[name].Value != "1."+v {
				t.Errorf("%s: %s 1.%s, not %s", it.ID, name, v, it.Answer.Fields[name].Value)
			}
		}
		if len(top) != len(it.Answer.Fields) {
			t.Errorf("%s: %d packages, not %d", it.ID, len(top), len(it.Answer.Fields))
		}
	}
}

// TestAutomatonSizeByTellingWordsApart counts, for words up to a length, how
// many are told apart by some continuation (Myhill and Nerode).
func TestAutomatonSizeByTellingWordsApart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	words := []string{""}
	for i := 0; len(words[i]) < 7; i++ {
		words = append(words, words[i]+"0", words[i]+"1")
	}
	accepts := func(a automaton, w string) bool {
		q := 0
		for _, c := range w {
			q = a.next[q][c-'0']
		}
		return a.accepts[q]
	}
	for i := range 60 {
		kind := i % 3
		_, a := drawCondition(r, kind, 2, "0", "1")
		text, b := drawCondition(r, 0, 2, "0", "1")
		p := product(a, b, func(x, y bool) bool { return x && y })
		different := map[string]bool{}
		for _, w := range words {
			if len(w) > 6 {
				break
			}
			row := ""
			for _, v := range words {
				row += fmt.Sprint(accepts(p, w+v))[:1]
			}
			different[row] = true
		}
		if len(different) != p.minimal() {
			t.Errorf("%s: %d classes of words, minimal says %d", text, len(different), p.minimal())
		}
	}
	end, in := containing("010", true), containing("010", false)
	for _, w := range words {
		if accepts(end, w) != strings.HasSuffix(w, "010") || accepts(in, w) != strings.Contains(w, "010") || accepts(counting(1, 3, 2), w) != (strings.Count(w, "1")%3 == 2) {
			t.Errorf("an automaton is wrong on %q", w)
		}
	}
}

const flowRunner = `
import json, sys
out = []
for code, n in json.load(sys.stdin):
    words = []
    exec(code, {"n": n, "log": words.append})
    out.append(words)
print(json.dumps(out))
`

const differRunner = `
import json, sys
out = []
for code, start in json.load(sys.stdin):
    scope = {}
    exec(code, scope)
    f, g = (scope[line[4]] for line in code.split("\n") if line.startswith("def "))
    n = start
    while f(n) == g(n): n += 1
    out.append(n)
print(json.dumps(out))
`

// underPython runs a script on the Python block and the number of each item.
func underPython(t *testing.T, script string, its []task.Item, number *regexp.Regexp, result any) {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	var jobs [][]any
	for _, it := range its {
		var n int
		if _, err := fmt.Sscan(strings.Join(number.FindStringSubmatch(it.Question)[1:], ""), &n); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, []any{codeBlock(it.Question, "python"), n})
	}
	cmd := exec.Command(path, "-c", script)
	cmd.Stdin = strings.NewReader(string(jsonOf(jobs)))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, result); err != nil {
		t.Fatal(err)
	}
}

func TestExceptionFlowUnderPython(t *testing.T) {
	its := made(t, "coding/exception-flow-trace", 100)
	var got [][]string
	underPython(t, flowRunner, its, regexp.MustCompile(`n is (\d+)|n = (\d+)|n set to (\d+)`), &got)
	for i, it := range its {
		if want := task.List(task.Strings(got[i])...).Text(); want != it.Answer.Text() {
			t.Errorf("%s: Python logs %s, the item says %s\n%s", it.ID, want, it.Answer.Text(), it.Question)
		}
	}
}

func TestCounterexamplesUnderPython(t *testing.T) {
	its := made(t, "coding/counterexample-input-search", 100)
	var got []int
	underPython(t, differRunner, its, regexp.MustCompile(`at least (\d+)|n = (\d+)|integers from (\d+)`), &got)
	for i, it := range its {
		if fmt.Sprint(got[i]) != it.Answer.Value {
			t.Errorf("%s: Python finds %d, the item says %s\n%s", it.ID, got[i], it.Answer.Value, it.Question)
		}
	}
}
