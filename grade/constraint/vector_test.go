package constraint_test

import (
	"bufio"
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/grade/constraint"
)

// The published vectors must hold, but for the waived ones and for the disagreements that
// testdata/disagreements.tsv explains. A row there that no longer disagrees is an error too.
func TestPublishedVectors(t *testing.T) {
	explained := readDisagreements(t)
	dir := cmp.Or(os.Getenv("SEGUE_VECTORS"), filepath.Join("..", "..", "..", "shared", "vectors"))
	for _, suite := range []string{"ifeval.jsonl", "ifbench.jsonl"} {
		raw, err := os.ReadFile(filepath.Join(dir, suite))
		if err != nil {
			t.Skipf("the published vectors are not here: %v", err)
		}
		total, agree, waivedCount := 0, 0, 0
		lines := bufio.NewScanner(bytes.NewReader(raw))
		lines.Buffer(nil, 1<<22)
		for lines.Scan() {
			id, _, got, expect, waived, err := constraint.RunVector(lines.Bytes())
			total++
			switch {
			case waived:
				waivedCount++
			case err != nil && explained[id] == "":
				t.Errorf("%s: %v", id, err)
			case got == expect && explained[id] == "":
				agree++
			case got == expect:
				t.Errorf("%s agrees now: drop its row", id)
			case explained[id] == "":
				t.Errorf("%s: got %v, want %v: %s", id, got, expect, lines.Bytes())
			}
		}
		t.Logf("%s: %d vectors, %d agree, %d waived", suite, total, agree, waivedCount)
	}
}

func readDisagreements(t *testing.T) map[string]string {
	t.Helper()
	raw, err := os.ReadFile("testdata/disagreements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSpace(line), "\t")
		if len(row) != 3 || row[2] == "" {
			t.Fatalf("row %q is not id, verdict, reason", line)
		}
		rows[row[0]] = row[2]
	}
	return rows
}
