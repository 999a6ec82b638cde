package task_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"segue/task"

	"github.com/google/go-cmp/cmp"
)

func item() task.Item {
	return task.Item{ID: "i", Skill: "math/sums", Question: "What is 20 + 22?", Answer: task.Integer(42), Reference: "<answer>42</answer>",
		Difficulty: 2, Slots: []task.Slot{{Name: "a", Value: "20", Span: [2]int{8, 10}}}}
}

func TestItemValidate(t *testing.T) {
	if err := item().Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*task.Item){
		"no skill":       func(it *task.Item) { it.Skill = "" },
		"empty question": func(it *task.Item) { it.Question = " \n" },
		"no answer kind": func(it *task.Item) { it.Answer = task.Answer{} },
		"bytes 9 to 11":  func(it *task.Item) { it.Slots[0].Span = [2]int{9, 11} },
		"bytes 8 to 99":  func(it *task.Item) { it.Slots[0].Span = [2]int{8, 99} },
		"bytes -1 to 1":  func(it *task.Item) { it.Slots[0].Span = [2]int{-1, 1} },
		"bytes 10 to 8":  func(it *task.Item) { it.Slots[0].Span = [2]int{10, 8} },
	} {
		it := item()
		change(&it)
		if err := it.Validate(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "item i") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestTaskValidate(t *testing.T) {
	if err := bakery().Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*task.Task){
		"without an id":     func(x *task.Task) { x.ID = "" },
		"no steps":          func(x *task.Task) { x.Steps = nil },
		"numbered 1":        func(x *task.Task) { x.Steps[1].N = 1 },
		"2: empty question": func(x *task.Task) { x.Steps[1].Question = "" },
		"1: no answer kind": func(x *task.Task) { x.Steps[0].Answer.Kind = "" },
		"uses step 2":       func(x *task.Task) { x.Steps[1].Uses[0].Step = 2 },
		"uses step 0":       func(x *task.Task) { x.Steps[1].Uses[0].Step = 0 },
	} {
		x := bakery()
		change(&x)
		if err := x.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	const in = `{"id":"x","scenario":"S","steps":[{"n":1,"skill":"math/sums","domain":"math","question":"Q","standalone":"Q","answer":{"kind":"integer","value":"1","why":{"deep":[1]}},"hint":null}],"source":{"a":[1,2]},"weight":0.5}` + "\n"
	var tasks []task.Task
	if err := task.ReadJSONL(strings.NewReader("\ufeff"+in), func(_ int, x task.Task) error { tasks = append(tasks, x); return nil }); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := task.WriteJSONL(&out, tasks); err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := json.Unmarshal([]byte(in), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a round trip changed the task: %s", diff)
	}
	if !slices.Equal(tasks[0].Sequence(), []string{"math/sums"}) {
		t.Errorf("sequence %v", tasks[0].Sequence())
	}
	var it task.Item
	if err := json.Unmarshal([]byte(`{"id":"i","skill":"s","question":"Q","answer":7,"new":1}`), &it); err != nil || string(it.Extra["new"]) != "1" || it.Answer.Value != "7" {
		t.Errorf("item %+v, error %v", it, err)
	}
}

func TestFingerprintIgnoresPhrasing(t *testing.T) {
	a, b, c := item(), item(), item()
	b.Question = "Please add: 20 + 22."
	b.ID, b.Reference, b.Difficulty = "j", "", 5
	c.Question = "What is 21 + 21?"
	if a.Fingerprint() != b.Fingerprint() {
		t.Error("two phrasings of one problem have different fingerprints")
	}
	if a.Fingerprint() == c.Fingerprint() {
		t.Error("two problems with one answer share a fingerprint")
	}
}
