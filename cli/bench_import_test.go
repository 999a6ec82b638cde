package cli_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/cli"
	"segue/llm"
	"segue/llm/scripted"
	"segue/task"
)

// segue runs the command line; out is its standard output.
func segue(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = cli.Main(args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBenchImport(t *testing.T) {
	good := `{"id":1,"question":"1+1?","answer":2}`
	in := file(t, "in.jsonl", good+"\n{\"id\":2,\"question\":\"NaN?\",\"answer\":NaN}\n")
	out := filepath.Join(t.TempDir(), "out.jsonl")

	code, stdout, stderr := segue(t, "bench", "import", in, "--out", out, "--json")
	var summary struct {
		Tasks, Steps, Bad int
		Shapes            map[string]int
	}
	if err := json.Unmarshal([]byte(stdout), &summary); err != nil || summary.Tasks != 1 || summary.Steps != 1 || summary.Bad != 1 || summary.Shapes["qa"] != 1 {
		t.Errorf("summary %s (%v)", stdout, err)
	}
	if code != 1 || !strings.Contains(stderr, "record 2") {
		t.Errorf("a file with a bad record ends with %d and says %s", code, stderr)
	}
	written, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(written), `"qa/1"`) {
		t.Errorf("wrote %s, %v", written, err)
	}

	if code, stdout, _ := segue(t, "bench", "import", file(t, "x.jsonl", good), "--out", "-"); code != 0 || strings.Count(stdout, "\n") != 1 || json.Unmarshal([]byte(stdout), new(task.Task)) != nil {
		t.Errorf("exit %d, printed %s", code, stdout)
	}
}

func TestBenchImportSaysWhatIsWrong(t *testing.T) {
	in := file(t, "in.jsonl", `{"q":"1+1?","a":2}`)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{2, "--out", []string{in}},
		{2, "at least 1 FILE", []string{"--out", out}},
		{2, "nearest mmlu-pro", []string{in, "--out", out, "--shape", "mmlu"}},
		{2, "unknown answer kind", []string{in, "--out", out, "--kind", "guess"}},
		{1, "does not exist", []string{in + "x", "--out", out}},
		{1, "no record of the files could be used", []string{in, "--out", out}},
		{0, "", []string{in, "--out", out, "--question-field", "q", "--answer-field", "a"}},
	} {
		code, _, stderr := segue(t, append([]string{"bench", "import"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit %d, said %s", c.args, code, stderr)
		}
		if _, err := os.Stat(out); (err == nil) != (c.code == 0) {
			t.Errorf("%v: the output file: %v", c.args, err)
		}
	}
}

// What is imported can be run and reported, also where skills are unknown.
func TestImportedBenchmarkRuns(t *testing.T) {
	t.Setenv("SEGUE_CACHE_DIR", t.TempDir())
	model := &scripted.Model{Answer: func(llm.Request) string { return "<skill>Math, Sums</skill><answer>2</answer>" }}
	server := httptest.NewServer(model.Handler())
	defer server.Close()
	in := file(t, "in.jsonl", `{"id":1,"question":"1+1?","answer":2}
{"id":2,"problem":"1+2?","solution":"It is \\boxed{3}.","answer":"3","question":"1+2?"}
`)
	dir := t.TempDir()
	bench, run := filepath.Join(dir, "bench.jsonl"), filepath.Join(dir, "run")
	for _, args := range [][]string{
		{"bench", "import", in, "--out", bench},
		{"bench", "run", "--bench", bench, "--endpoint", server.URL, "--model", "m", "--samples", "1", "--run", run},
	} {
		if code, stdout, stderr := segue(t, args...); code != 0 {
			t.Fatalf("%v: exit %d, %s%s", args, code, stdout, stderr)
		}
	}
	code, stdout, stderr := segue(t, "bench", "report", "--run", run, "--json")
	var report struct{ Cross struct{ Score float64 } }
	if err := json.Unmarshal([]byte(stdout), &report); code != 0 || err != nil || report.Cross.Score != 0.5 {
		t.Errorf("exit %d, %v, score %g: %s%s", code, err, report.Cross.Score, stdout, stderr)
	}
}
