package importer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/task"
	"segue/task/importer"

	"github.com/parquet-go/parquet-go"
)

type ifevalRow struct {
	Key    int64        `parquet:"key"`
	Prompt string       `parquet:"prompt"`
	IDs    []string     `parquet:"instruction_id_list,list"`
	Kwargs []ifevalArgs `parquet:"kwargs,list"`
}

type ifevalArgs struct {
	Words    *int64   `parquet:"num_words,optional"`
	Relation *string  `parquet:"relation,optional"`
	Keywords []string `parquet:"keywords,list"`
}

type zebraRow struct {
	ID       string        `parquet:"id"`
	Puzzle   string        `parquet:"puzzle"`
	Solution zebraSolution `parquet:"solution"`
}

type zebraSolution struct {
	Header []string   `parquet:"header,list"`
	Rows   [][]string `parquet:"rows,list"`
}

func parquetFile[T any](t testing.TB, rows []T, options ...parquet.WriterOption) []byte {
	t.Helper()
	var file bytes.Buffer
	w := parquet.NewGenericWriter[T](&file, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// The same records come out of Parquet and of JSON.
func TestParquetReadsAsJSON(t *testing.T) {
	words, relation := int64(21), "less than"
	rows := []zebraRow{
		{"z1", "Two houses.", zebraSolution{[]string{"House", "Name", "Drink"}, [][]string{{"1", "Mara", "milk"}, {"2", "Odo", "tea"}}}},
		{"z2", "One house.", zebraSolution{[]string{"House", "Name"}, [][]string{{"1", "Ida"}}}},
	}
	var lines strings.Builder
	for _, r := range rows {
		line, _ := json.Marshal(map[string]any{"id": r.ID, "puzzle": r.Puzzle, "solution": map[string]any{"header": r.Solution.Header, "rows": r.Solution.Rows}})
		lines.Write(append(line, '\n'))
	}
	same(t, parquetFile(t, rows, parquet.Compression(&parquet.Zstd)), lines.String())

	same(t, parquetFile(t, []ifevalRow{
		{1000, "At most 20 words.", []string{"punctuation:no_comma", "length_constraints:number_words"}, []ifevalArgs{{}, {Words: &words, Relation: &relation}}},
		{1001, "Mention rain.", []string{"keywords:existence"}, []ifevalArgs{{Keywords: []string{"rain", "wind"}}}},
	}, parquet.Compression(&parquet.Snappy)), `
{"key":1000,"prompt":"At most 20 words.","instruction_id_list":["punctuation:no_comma","length_constraints:number_words"],"kwargs":[{"keywords":[]},{"num_words":21,"relation":"less than","keywords":[]}]}
{"key":1001,"prompt":"Mention rain.","instruction_id_list":["keywords:existence"],"kwargs":[{"keywords":["rain","wind"]}]}`)
}

func same(t *testing.T, file []byte, lines string) {
	t.Helper()
	got, bad, _ := read(t, importer.Options{}, "x.parquet", file)
	want, _, _ := read(t, importer.Options{}, "x.jsonl", []byte(lines))
	if bad.Total > 0 {
		t.Error(bad)
	}
	var g, w bytes.Buffer
	_, _ = task.WriteJSONL(&g, got), task.WriteJSONL(&w, want)
	if g.String() != w.String() {
		t.Errorf("%s", firstDifference(g.String(), w.String()))
	}
}

func TestParquetOfManyRowsAndGroups(t *testing.T) {
	type row struct {
		Question string   `parquet:"question,dict"`
		Answer   *float64 `parquet:"answer,optional"`
		Flag     bool     `parquet:"flag"`
		Tags     []string `parquet:"tags"` // repeated without a list around it
		Map      map[string]int32
	}
	var rows []row
	for i := range 3000 {
		x := float64(i) + 0.5
		r := row{Question: fmt.Sprintf("q%d", i), Answer: &x, Flag: i%2 == 0, Map: map[string]int32{"k": int32(i)}}
		switch {
		case i%1000 == 7:
			r.Answer = nil
		case i == 9:
			*r.Answer = math.NaN()
		case i%3 == 0:
			r.Tags = []string{"a", "b"}
		}
		rows = append(rows, r)
	}
	file := parquetFile(t, rows, parquet.MaxRowsPerRowGroup(700), parquet.PageBufferSize(2000))
	tasks, bad, _ := read(t, importer.Options{}, "x.parquet", file)
	if len(tasks) != 2996 || numbers(bad) != "8,10,1008,2008" {
		t.Fatalf("%d tasks, left out %s: %v", len(tasks), numbers(bad), bad)
	}
	x := tasks[len(tasks)-1]
	if x.Steps[0].Question != "q2999" || x.Steps[0].Answer.Value != "2999.5" || string(x.Extra["Map"]) != `{"k":2999}` || string(tasks[0].Extra["tags"]) != `["a","b"]` {
		t.Errorf("got %+v with %s", x, x.Extra)
	}
}

// Every cut and every flipped byte of a file is an error or a shorter list,
// never a panic; the seeds of FuzzParquet go on from here.
func TestBrokenParquet(t *testing.T) {
	file := parquetFile(t, []zebraRow{{"z1", "Two houses.", zebraSolution{[]string{"House", "Name"}, [][]string{{"1", "Mara"}, {"2", "Odo"}}}}})
	for i := range file {
		broken := bytes.Clone(file)
		broken[i] ^= 0x55
		for _, data := range [][]byte{file[:i], broken} {
			im, _ := importer.New(importer.Options{})
			_ = im.Read(t.Context(), "x.parquet", bytes.NewReader(data), func(task.Task) error { return nil })
		}
	}
	im, _ := importer.New(importer.Options{})
	err := im.Read(t.Context(), "x.parquet", bytes.NewReader(file[:len(file)-1]), func(task.Task) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "open the Parquet file") {
		t.Errorf("got %v", err)
	}
}

func TestParquetFromAFileAndAStream(t *testing.T) {
	data := parquetFile(t, []zebraRow{{"z1", "One house.", zebraSolution{[]string{"House", "Name"}, [][]string{{"1", "Mara"}}}}})
	path := filepath.Join(t.TempDir(), "x.parquet")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, r := range []io.Reader{f, io.MultiReader(bytes.NewReader(data))} {
		im, _ := importer.New(importer.Options{})
		if err := im.Read(t.Context(), path, r, func(task.Task) error { return nil }); err != nil || im.Summary().Tasks != 1 {
			t.Errorf("%T: %d tasks, %v", r, im.Summary().Tasks, err)
		}
	}
}
