package vectors_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/grade/vectors"
)

const lines = `{"id":"own.math.1","family":"math","category":"fractions","gold":"1/2","answer":"\\boxed{0.5}","expect":true,"waiver":""}
{"id":"own.math.2","family":"math","category":"fractions","gold":"1/2","answer":"\\boxed{0.6}","expect":true,"waiver":"wrong: test"}
{"id":"own.math.3","family":"math","category":"sums","gold":"3","answer":"4","expect":true,"waiver":""}
{"id":"own.rule.1","family":"instruction","category":"form","gold":"","answer":"a, b","expect":false,"instruction":{"id":"punctuation:no_comma","args":{}},"waiver":""}
{"id":"own.rule.2","family":"instruction","category":"form","gold":"","answer":"a","expect":true,"instruction":{"id":"no:such_rule","args":{}},"waiver":"vendor: gone"}
{"id":"own.cell.1","family":"table","category":"case","gold":"Rome","answer":"rome","expect":true,"options":{"list_sep":"|"},"waiver":""}
`

func TestRunCounts(t *testing.T) {
	r, err := vectors.Run(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	if r.Total != 6 || r.Agree != 3 || r.Waived != 2 || len(r.Disagree) != 1 || r.Disagree[0].ID != "own.math.3" || r.Disagree[0].Score != 0 || r.Disagree[0].Expect != 1 {
		t.Errorf("got %+v", r)
	}
	if len(r.Categories) != 4 || r.Categories[1].Name != "own/form" || r.Categories[1].Total != 2 {
		t.Errorf("categories %+v", r.Categories)
	}
}

func TestBadLinesAreNamed(t *testing.T) {
	r, err := vectors.Run(strings.NewReader(lines + "{\"family\":\"music\"}\nnonsense\n"))
	if err == nil || !strings.Contains(err.Error(), "line 7") || !strings.Contains(err.Error(), "line 8") || r.Total != 6 {
		t.Errorf("got %v over %d vectors", err, r.Total)
	}
}

// Every vector on which our verdict is another one has its reason in the document.
func TestDocumentHasEveryDisagreement(t *testing.T) {
	doc, err := os.ReadFile("../../docs/grading.md")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob("../*/testdata/disagreements.tsv")
	if err != nil || len(kept) == 0 {
		t.Fatalf("no lists of disagreements: %v", err)
	}
	for _, path := range kept {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			id, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if !strings.Contains(id, ".") {
				continue
			}
			_, reason, _ := strings.Cut(rest, "\t")
			if !strings.Contains(string(doc), "`"+id+"`") || !strings.Contains(string(doc), reason) {
				t.Errorf("docs/grading.md lacks %s: %s", id, reason)
			}
		}
	}
}
