package importer_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"segue/task"
	"segue/task/importer"

	"pgregory.net/rapid"
)

func questions(tasks []task.Task) string {
	var all []string
	for _, t := range tasks {
		all = append(all, t.Steps[0].Question)
	}
	return strings.Join(all, ",")
}

func numbers(bad importer.BadRecords) string {
	var all []string
	for _, b := range bad.Named {
		all = append(all, fmt.Sprint(b.Number))
	}
	return strings.Join(all, ",")
}

func TestFilesOfEveryForm(t *testing.T) {
	a, b := `{"question":"p","answer":"1"}`, `{"question":"q","answer":"2"}`
	deep := `{"question":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `,"answer":"2"}`
	for _, c := range []struct{ name, text, want, bad string }{
		{"JSONL", a + "\n\n" + b + "\n", "p,q", ""},
		{"JSONL with a byte order mark and CRLF", "\ufeff" + a + "\r\n" + b, "p,q", ""},
		{"one line", a, "p", ""},
		{"JSONL with a broken first line", "{\"question\": oops}\n" + b, "q", "1"},
		{"JSONL with an unclosed line", a + "\n{\"question\": \"x\"\n" + b, "p,q", "2"},
		{"JSONL with NaN", a + "\n{\"question\":\"x\",\"answer\":NaN}\n" + b, "p,q", "2"},
		{"JSONL with garbage", a + "\n\x00\xff\n" + b, "p,q", "2"},
		{"array", "[" + a + ", " + b + "]", "p,q", ""},
		{"array with a broken element", "[" + a + ", {\"question\": \"x\", \"answer\": Infinity}, " + b + "]", "p,q", "2"},
		{"array with scalars", "[1, \"text, with ] in it\", null, " + a + "]", "p", "1,2,3"},
		{"array that ends early", "[" + a + ", " + b[:10], "p", "2"},
		{"array without its end", "[" + a, "p", "2"},
		{"text behind the array", "[" + a + "] x", "p", "2"},
		{"deep nesting", "[" + deep + "," + a + "]", "p", "1"},
		{"indented objects", "{\n \"question\": \"p\",\n \"answer\": \"1\"\n}\n{\n \"question\": \"q\",\n \"answer\": \"2\"\n}", "p,q", ""},
		{"object that ends early", "{\n \"question\": \"p\",\n", "", "1"},
		{"records under data", `{"version": 1, "data": [` + a + "," + b + "]}", "p,q", ""},
		{"records by name, in their order", `{"z9": ` + a + `, "a10": ` + b + "}", "p,q", ""},
		{"closing brackets", "]]}}", "", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tasks, bad, _ := read(t, importer.Options{Shape: "qa"}, "f", []byte(c.text))
			if questions(tasks) != c.want || numbers(bad) != c.bad {
				t.Errorf("read %q and left out %q, want %q and %q (%v)", questions(tasks), numbers(bad), c.want, c.bad, bad)
			}
		})
	}
}

func TestAnEmptyFileIsAnError(t *testing.T) {
	for _, text := range []string{"", " \n\t", "[]", "[ ]\n"} {
		im, _ := importer.New(importer.Options{})
		if err := im.Read(t.Context(), "f", strings.NewReader(text), nil); err == nil || !strings.Contains(err.Error(), "no record") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestKeysBecomeIDsAndSplitsStayApart(t *testing.T) {
	text := []byte(`{"z9": {"question":"p","answer":"1","split":"test"}, "a10": {"question":"q","answer":"2","split":"train"}}`)
	tasks, _, s := read(t, importer.Options{Split: "test"}, "f", text)
	if len(tasks) != 1 || tasks[0].ID != "qa/test/z9" || s.Bad != 0 {
		t.Errorf("got %d tasks, %+v", len(tasks), s)
	}
}

func TestDoubledIDsAreRefusedAcrossFiles(t *testing.T) {
	im, _ := importer.New(importer.Options{})
	line := `{"id":"x","question":"p","answer":"1"}`
	keep := func(task.Task) error { return nil }
	if err := im.Read(t.Context(), "one.jsonl", strings.NewReader(line), keep); err != nil {
		t.Fatal(err)
	}
	err := im.Read(t.Context(), "two.jsonl", strings.NewReader(line), keep)
	if err == nil || !strings.Contains(err.Error(), "id qa/x is that of record 1 of one.jsonl already") {
		t.Errorf("got %v", err)
	}
}

func TestLimitStopsReading(t *testing.T) {
	im, _ := importer.New(importer.Options{Limit: 3})
	n := 0
	err := im.Read(t.Context(), "f", endless(), func(task.Task) error { n++; return nil })
	if err != nil || n != 3 {
		t.Errorf("read %d tasks: %v", n, err)
	}
}

// endless is an array of records without end.
func endless() io.Reader {
	return io.MultiReader(strings.NewReader("["), &repeated{text: `{"question":"p%d","answer":"1"},`})
}

// repeated is a text without end, with a counter in it.
type repeated struct {
	text string
	n    int
	left []byte
}

func (r *repeated) Read(p []byte) (int, error) {
	if len(r.left) == 0 {
		r.n++
		r.left = fmt.Appendf(nil, r.text, r.n)
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

func TestReadingHonoursTheContextAndTheUsersError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	im, _ := importer.New(importer.Options{})
	err := im.Read(ctx, "f", endless(), func(task.Task) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	full := errors.New("disk full")
	im, _ = importer.New(importer.Options{})
	if err := im.Read(t.Context(), "f", endless(), func(task.Task) error { return full }); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

func TestALongRecordIsPassedOver(t *testing.T) {
	long := `{"question":"` + strings.Repeat("a", importer.MaxRecord) + `","answer":"1"}`
	short := `{"question":"p","answer":"1"}`
	for _, text := range []string{short + "\n" + long + "\n" + strings.Replace(short, "p", "q", 1), "[" + short + "," + long + "," + strings.Replace(short, "p", "q", 1) + "]"} {
		tasks, bad, _ := read(t, importer.Options{}, "f", []byte(text))
		if questions(tasks) != "p,q" || numbers(bad) != "2" {
			t.Errorf("read %q, left out %v", questions(tasks), bad)
		}
	}
}

// Whatever a record says, it is a task that is read back the same or it is
// named; the good records beside it are kept.
func TestRecordsOfAnyContent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		question := rapid.StringN(1, 20, 60).Draw(rt, "question")
		value := rapid.SampledFrom([]string{`"x"`, "1", "2.50", "-3e2", "1e999", "[1,\"a\"]", "[]", `{"a":1}`, "null", "true", `"#### 7"`, `"\\boxed{1/2}"`}).Draw(rt, "answer")
		kind := rapid.SampledFrom(append(task.Kinds(), "")).Draw(rt, "kind")
		text := fmt.Sprintf("[{\"question\":%s,\"answer\":%s,\"more\":%s},{\"question\":\"good\",\"answer\":\"1\"}]", jsonText(question), value, value)
		tasks, bad, s := read(t, importer.Options{Shape: "qa", Kind: kind}, "f", []byte(text))
		if len(tasks)+bad.Total != 2 || s.Tasks != len(tasks) || s.Bad != bad.Total {
			rt.Fatalf("%d tasks and %d bad records of 2", len(tasks), bad.Total)
		}
		sameAfterWriting(t, tasks)
	})
}
