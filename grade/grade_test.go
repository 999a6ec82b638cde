package grade_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"segue/grade"
	"segue/task"
)

// TestCases grades every row of testdata/cases.jsonl: an answer, a response and
// the score it must earn, or null where the verdict must be undecided.
func TestCases(t *testing.T) {
	f, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := bufio.NewScanner(f)
	for n := 1; rows.Scan(); n++ {
		if strings.TrimSpace(rows.Text()) == "" {
			continue
		}
		var c struct {
			Answer   task.Answer
			Response string
			Score    *float64
		}
		if err := json.Unmarshal(rows.Bytes(), &c); err != nil {
			t.Fatalf("cases.jsonl:%d: %v", n, err)
		}
		v := grade.Grade(context.Background(), c.Answer, c.Response, grade.Env{})
		switch {
		case c.Score == nil && v.Status != task.Undecided:
			t.Errorf("cases.jsonl:%d: %s: %s %g, want undecided", n, rows.Text(), v.Status, v.Score)
		case c.Score != nil && (v.Status != task.Scored || v.Score != *c.Score):
			t.Errorf("cases.jsonl:%d: %s: %s %g (%s), want %g", n, rows.Text(), v.Status, v.Score, v.Reason, *c.Score)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestEveryKindHasAGrader(t *testing.T) {
	have := map[task.Kind]bool{}
	for _, g := range grade.List() {
		have[g.Kind] = true
	}
	for _, k := range task.Kinds() {
		if !have[k] {
			t.Errorf("no grader for answers of kind %s", k)
		}
	}
}
