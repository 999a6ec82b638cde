package importer_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"segue/task"
	"segue/task/importer"
)

func jsonText(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}

// importAny reads bytes as every shape: nothing panics, and what comes out is
// valid and the same after writing and reading.
func importAny(t *testing.T, data []byte) {
	t.Helper()
	for _, shape := range append(importer.Names(), "") {
		im, err := importer.New(importer.Options{Shape: shape, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		var tasks []task.Task
		_ = im.Read(t.Context(), "entropy_low_x.json", bytes.NewReader(data), func(x task.Task) error {
			if err := x.Validate(); err != nil {
				t.Error(err)
			}
			tasks = append(tasks, x)
			return nil
		})
		sameAfterWriting(t, tasks)
	}
}

func FuzzImportJSON(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json*")
	if err != nil || len(files) == 0 {
		f.Fatal("there are no fixtures", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`[{"question":"q","answer":{"kind":"list","value":[1,[2]]}},]}{`))
	f.Fuzz(importAny)
}

func FuzzParquet(f *testing.F) {
	f.Add(parquetFile(f, []ifevalRow{{Key: 1, Prompt: "p", IDs: []string{"punctuation:no_comma"}, Kwargs: []ifevalArgs{{}}}}))
	f.Add(parquetFile(f, []zebraRow{{ID: "z", Puzzle: "p", Solution: zebraSolution{Header: []string{"House", "Name"}, Rows: [][]string{{"1", "Mara"}, {"2", "Odo"}}}}}))
	f.Add([]byte("PAR1\x00\x00\x00\x00PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !bytes.HasPrefix(data, []byte("PAR1")) {
			data = append([]byte("PAR1"), data...)
		}
		importAny(t, data)
	})
}
