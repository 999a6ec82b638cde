package coding_test

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// python runs a script under the real interpreter, with data as JSON on its
// standard input, and reads the JSON that it prints.
func python(t *testing.T, script string, data, result any) {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	in, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-c", script)
	cmd.Stdin = strings.NewReader(string(in))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("python3: %v\n%s", err, stderr.String())
	}
	if err := json.Unmarshal(out, result); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
}

// items makes n items of a skill at each difficulty.
func items(t *testing.T, id string, n int) []task.Item {
	t.Helper()
	var out []task.Item
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range n {
			it, err := gen.New(id, d, gen.Index(1, "test", i))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, it)
		}
	}
	return out
}

var fenced = regexp.MustCompile("(?s)```(\\w+)\n(.*?)\n```")

// code is the fenced block of a language in a text.
func code(t *testing.T, text, language string) string {
	t.Helper()
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		if m[1] == language {
			return m[2]
		}
	}
	t.Fatalf("no %s block in %s", language, text)
	return ""
}

// agree compares the oracle's answers, written as texts, with the items'.
func agree(t *testing.T, its []task.Item, got []string) {
	t.Helper()
	if len(got) != len(its) {
		t.Fatalf("%d results for %d items", len(got), len(its))
	}
	for i, it := range its {
		if want := it.Answer.Text(); got[i] != want {
			t.Errorf("%s: Python says %s, the item %s\n%s", it.ID, got[i], want, it.Question)
		}
	}
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
