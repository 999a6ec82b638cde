package cli_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/llm"
	"segue/llm/scripted"
)

func TestSkillsLabel(t *testing.T) {
	t.Setenv("SEGUE_CACHE_DIR", t.TempDir())
	model := &scripted.Model{Answer: func(r llm.Request) string {
		switch prompt := r.Messages[0].Content; {
		case strings.HasPrefix(prompt, "Here is a scenario"):
			return `{"scenario":"At dawn the quay is empty but for a clerk with a ledger.","steps":["The clerk looks up."]}`
		case strings.Contains(prompt, "hopeless"):
			return "<label>Math, Wizardry</label>"
		}
		return "<label>Math, Modular inverse</label>"
	}}
	server := httptest.NewServer(model.Handler())
	defer server.Close()
	bench := file(t, "bench.jsonl", `{"id":"a","scenario":"A clerk counts boxes at the quay at dawn.","steps":[{"n":1,"skill":"","domain":"math","question":"What is 3x = 1 mod 7?","standalone":"What is 3x = 1 mod 7?","answer":{"kind":"integer","value":"5"}}]}
{"id":"b","scenario":"","steps":[{"n":1,"skill":"","domain":"math","question":"hopeless","standalone":"hopeless","answer":{"kind":"integer","value":"5"}}]}
`)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	args := []string{"skills", "label", "--bench", bench, "--endpoint", server.URL, "--model", "m", "--out", out, "--rewrite"}
	code, stdout, stderr := segue(t, args...)
	if code != 0 || !strings.Contains(stdout, "2 steps: 1 labelled, 0 had a skill, 1 unlabelled") || !strings.Contains(stdout, "1 rewritten, 0 refused, 1 without a scenario") {
		t.Errorf("exit %d, printed %s%s", code, stdout, stderr)
	}
	written, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(written), `"skill":"math/modular-inverse"`) || !strings.Contains(string(written), `"question":"The clerk looks up.\nWhat is 3x = 1 mod 7?"`) {
		t.Errorf("wrote %s, %v", written, err)
	}
	asked := model.Requests()
	if code, _, _ := segue(t, args...); code != 0 || model.Requests() != asked {
		t.Errorf("exit %d; the second time %d more requests were sent, want none", code, model.Requests()-asked)
	}
}

func TestSkillsLabelRefusesMisuse(t *testing.T) {
	for _, args := range [][]string{
		{"--out", "x", "--model", "m"},
		{"--bench", "x", "--model", "m"},
		{"--bench", "x", "--out", "y"},
		{"--bench", "x", "--out", "y", "--model", "m", "--reword"},
		{"--bench", "x", "--out", "y", "--model", "m", "--no-labels"},
		{"--bench", "x", "--out", "y", "--model", "m", "--tries", "0"},
	} {
		if code, _, stderr := segue(t, append([]string{"skills", "label"}, args...)...); code != 2 {
			t.Errorf("%v: exit %d, %s", args, code, stderr)
		}
	}
}
