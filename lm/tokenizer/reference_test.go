package tokenizer_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"segue/lm/tokenizer"
)

// referenceRow is one text and what Hugging Face's tokenizers make of it.
type referenceRow struct {
	Text    string
	IDs     []int32
	Plain   []int32
	Decoded string
}

// TestReference compares with Hugging Face's tokenizers on the corpus and the
// tokenizers that scripts/tokenizer_reference.py writes.
func TestReference(t *testing.T) {
	root := os.Getenv("SEGUE_TOKENIZER_REFERENCE")
	if root == "" {
		t.Skip("SEGUE_TOKENIZER_REFERENCE is not set: scripts/tokenizer_reference.py makes its folder")
	}
	folders, err := filepath.Glob(filepath.Join(root, "*", "ids.jsonl"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no ids.jsonl in the folders of %s (%v)", root, err)
	}
	for _, file := range folders {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			compareReference(t, openReference(t, folder), readReference(t, file))
		})
	}
}

func openReference(t *testing.T, folder string) *tokenizer.Pipeline {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "gguf.json"))
	if err != nil {
		p, err := tokenizer.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var m tokenizer.Metadata
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	p, err := tokenizer.FromGGUF(m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readReference(t *testing.T, file string) (rows []referenceRow) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 64<<20)
	for scanner.Scan() {
		var row referenceRow
		if err := json.Unmarshal(scanner.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func compareReference(t *testing.T, p *tokenizer.Pipeline, rows []referenceRow) {
	t.Helper()
	tokens, wrong := 0, 0
	for _, row := range rows {
		tokens += len(row.IDs)
		ids := p.Encode(row.Text, true)
		plain := p.Encode(row.Text, false)
		decoded := p.Decode(row.IDs)
		if slices.Equal(ids, row.IDs) && slices.Equal(plain, row.Plain) && decoded == row.Decoded {
			continue
		}
		if wrong++; wrong > 12 {
			continue
		}
		at := 0
		for at < min(len(ids), len(row.IDs)) && ids[at] == row.IDs[at] {
			at++
		}
		piece := func(ids []int32) string { return p.Decode(ids[max(0, min(at-2, len(ids))):min(at+4, len(ids))]) }
		t.Errorf("%.60q: first difference at token %d: got %v %q, want %v %q; plain equal: %v, decoded equal: %v", row.Text, at,
			ids[min(at, len(ids)):min(at+4, len(ids))], piece(ids), row.IDs[min(at, len(row.IDs)):min(at+4, len(row.IDs))], piece(row.IDs),
			slices.Equal(plain, row.Plain), decoded == row.Decoded)
	}
	t.Logf("%d texts, %d tokens, %d texts differ", len(rows), tokens, wrong)
}
