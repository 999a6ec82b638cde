package mathematics_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/grade/mathematics"
)

// suites are the published vector files and the share of vectors that hold
// without a waiver on which we have to agree.
var suites = []struct {
	name  string
	agree float64
}{
	{"math_verify", 0.98},
	{"inspect_math", 0.98},
	{"hendrycks_math", 0.98},
	{"segue_cases", 0.98},
	{"latex2sympy", 0.95},
}

// vectorLines reads a suite; the files are not part of the repository.
func vectorLines(t testing.TB, suite string) [][]byte {
	dir := os.Getenv("SEGUE_VECTORS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "vectors")
	}
	f, err := os.Open(filepath.Join(dir, suite+".jsonl"))
	if err != nil {
		t.Logf("the vectors of %s are absent; set SEGUE_VECTORS to their folder", suite)
		return nil
	}
	defer f.Close()
	var lines [][]byte
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<22)
	for s.Scan() {
		if line := strings.TrimSpace(s.Text()); line != "" {
			lines = append(lines, []byte(line))
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// disagreements are the vectors on which we keep another verdict, with reasons.
func disagreements(t testing.TB) map[string][]string {
	data, err := os.ReadFile(filepath.Join("testdata", "disagreements.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if len(cols) != 3 || cols[2] == "" {
			t.Fatalf("row %q: want id, our verdict, reason", line)
		}
		rows[cols[0]] = cols
	}
	return rows
}

func verdict(o mathematics.Outcome) string {
	switch {
	case o.Undecided != "":
		return mathematics.Undecided
	case o.Got:
		return mathematics.Correct
	}
	return mathematics.Incorrect
}

func TestPublishedVectors(t *testing.T) {
	rows := disagreements(t)
	seen := map[string]bool{}
	missing := false
	for _, suite := range suites {
		lines := vectorLines(t, suite.name)
		missing = missing || lines == nil
		agree, required := 0, 0
		for _, line := range lines {
			o, err := mathematics.RunVector(line)
			if err != nil {
				t.Fatal(err)
			}
			row, listed := rows[o.ID]
			seen[o.ID] = true
			switch {
			case o.Agree() && listed:
				t.Errorf("%s agrees now: its row in disagreements.tsv is stale", o.ID)
			case !o.Agree() && listed && row[1] != verdict(o):
				t.Errorf("%s: verdict is %s, the row says %s", o.ID, verdict(o), row[1])
			case !o.Agree() && !listed:
				t.Errorf("%s: %s (%s), want %v, and no row in disagreements.tsv says why", o.ID, verdict(o), o.Undecided, o.Expect)
			}
			if !o.Waived {
				required++
				if o.Agree() {
					agree++
				}
			}
		}
		if required == 0 {
			continue
		}
		share := float64(agree) / float64(required)
		t.Logf("%s: %d of %d agree (%.1f %%)", suite.name, agree, required, 100*share)
		if share < suite.agree {
			t.Errorf("%s: %.3f agree, want %.3f", suite.name, share, suite.agree)
		}
	}
	for id := range rows {
		if !seen[id] && !missing {
			t.Errorf("disagreements.tsv has a row for %s, which is no open vector", id)
		}
	}
}
