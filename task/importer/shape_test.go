package importer_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"segue/task"
	"segue/task/importer"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fixtures names the file of each shape.
var fixtures = map[string]string{
	"ifeval":        "ifeval.jsonl",
	"livecodebench": "livecodebench.jsonl",
	"mmlu-pro":      "mmlu-pro.json",
	"natural-plan":  "natural-plan.json",
	"openr1-math":   "openr1-math.jsonl",
	"qa":            "qa.jsonl",
	"skill2-bench":  "skill2_bench_entropy_medium_sequences_3_length_2-10_open_ended_0.3.json",
	"zebra-logic":   "zebra-logic.json",
}

// read imports a text; bad are the records that were left out.
func read(t testing.TB, o importer.Options, name string, data []byte) (tasks []task.Task, bad importer.BadRecords, s importer.Summary) {
	t.Helper()
	im, err := importer.New(o)
	if err != nil {
		t.Fatal(err)
	}
	err = im.Read(t.Context(), name, bytes.NewReader(data), func(x task.Task) error {
		tasks = append(tasks, x)
		return nil
	})
	if err != nil && !errors.As(err, &bad) {
		t.Fatalf("read %s: %v", name, err)
	}
	return tasks, bad, im.Summary()
}

func fixture(t testing.TB, shape string) (name string, data []byte) {
	t.Helper()
	name = fixtures[shape]
	if name == "" {
		t.Fatalf("the shape %s has no fixture; add one and name it in this file", shape)
	}
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return name, data
}

func TestEveryShapeReadsItsFixture(t *testing.T) {
	for _, s := range importer.List() {
		t.Run(s.Name, func(t *testing.T) {
			name, data := fixture(t, s.Name)
			tasks, bad, summary := read(t, importer.Options{}, name, data)
			if summary.Shapes[s.Name] != len(tasks) || len(tasks) == 0 || summary.Bad != bad.Total {
				t.Fatalf("found as %v with %d bad, want %d tasks of %s and %d bad", summary.Shapes, summary.Bad, len(tasks), s.Name, bad.Total)
			}
			var got bytes.Buffer
			if err := task.WriteJSONL(&got, tasks); err != nil {
				t.Fatal(err)
			}
			for _, b := range bad.Named {
				fmt.Fprintf(&got, "bad: %v\n", b)
			}
			for _, note := range slices.Sorted(maps.Keys(summary.Notes)) {
				fmt.Fprintf(&got, "note: %d × %s\n", summary.Notes[note], note)
			}
			compareGolden(t, s.Name+".golden", got.Bytes())
		})
	}
}

func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the import differs from %s (rewrite with -update):\n%s", path, firstDifference(string(got), string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// What is imported, written and read again is the same.
func TestImportWriteReadIsTheSame(t *testing.T) {
	for shape := range fixtures {
		name, data := fixture(t, shape)
		tasks, _, _ := read(t, importer.Options{Shape: shape}, name, data)
		sameAfterWriting(t, tasks)
	}
}

func sameAfterWriting(t testing.TB, tasks []task.Task) {
	t.Helper()
	var file bytes.Buffer
	if err := task.WriteJSONL(&file, tasks); err != nil {
		t.Fatal(err)
	}
	n := 0
	err := task.ReadJSONL(&file, func(line int, back task.Task) error {
		if !reflect.DeepEqual(tasks[n], back) {
			t.Errorf("task %s is another after writing and reading:\n%+v\n%+v", back.ID, tasks[n], back)
		}
		n++
		return nil
	})
	if err != nil || n != len(tasks) {
		t.Errorf("read %d of %d tasks back: %v", n, len(tasks), err)
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	tasks, _, _ := read(t, importer.Options{Shape: "qa"}, "x.jsonl", []byte(`{"question":"q","answer":"a","Level":{"x":1},"seed":"s","about":["<b>",null]}`))
	want := map[string]string{"source_Level": `{"x":1}`, "source_seed": `"s"`, "about": `["\u003cb\u003e",null]`}
	got := map[string]string{}
	for name, value := range tasks[0].Extra {
		got[name] = string(value)
	}
	if !maps.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	sameAfterWriting(t, tasks)
}

func TestLookupNamesTheNearest(t *testing.T) {
	_, err := importer.Lookup("mmlupro")
	if err == nil || !strings.Contains(err.Error(), "nearest mmlu-pro") {
		t.Errorf("got %v", err)
	}
	for _, o := range []importer.Options{{Shape: "nothing"}, {Kind: "guess"}, {Limit: -1}} {
		if _, err := importer.New(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

func TestDetectTellsTheFieldsOfAnUnknownShape(t *testing.T) {
	if s, err := importer.Detect([]byte(`{"puzzle":"p","solution":{"header":["a"]}}`), importer.Options{}); err != nil || s.Name != "zebra-logic" {
		t.Errorf("got %s, %v", s.Name, err)
	}
	_, err := importer.Detect([]byte(`{"colour":1,"size":2}`), importer.Options{})
	if err == nil || !strings.Contains(err.Error(), `"colour", "size"`) {
		t.Errorf("got %v", err)
	}
}

func TestRegisterRefusesDuplicatesAndIncompleteShapes(t *testing.T) {
	whole := importer.List()[0]
	for _, s := range []importer.Shape{whole, {}, {Name: "x", Doc: "y"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is registered", s.Name)
				}
			}()
			importer.Register(s)
		}()
	}
}
