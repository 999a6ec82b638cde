package rollout_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/reward"
	"segue/skill"
	"segue/task"
	"segue/train/rollout"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// The golden files hold what each style asks: the whole task, then its second
// step alone.
func TestStyles(t *testing.T) {
	for _, s := range rollout.Styles() {
		t.Run(s.Name, func(t *testing.T) {
			cross, err := s.Write(two(), task.Cross, 0, vocabulary)
			if err != nil {
				t.Fatal(err)
			}
			single, err := s.Write(two(), task.Single, 2, vocabulary)
			if err != nil {
				t.Fatal(err)
			}
			got := cross + "=====\n" + single
			path := filepath.Join("testdata", s.Name+".golden")
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
			if strings.Contains(single, "Step 1)") || !strings.Contains(single, "twice 10") || strings.Contains(single, "4 + 6") {
				t.Errorf("the step does not stand alone: %q", single)
			}
			for _, k := range vocabulary {
				if lists := strings.Contains(cross, k.Label+"\n") && strings.Contains(single, k.Label+"\n"); lists != strings.HasSuffix(s.Name, "library") {
					t.Errorf("lists %s: %v", k.Label, lists)
				}
			}
			for _, step := range []int{-1, 0, 3} {
				if _, err := s.Write(two(), task.Single, step, vocabulary); err == nil {
					t.Errorf("asks step %d of 2", step)
				}
			}
		})
	}
}

func TestStyleRegistry(t *testing.T) {
	var names []string
	for _, s := range rollout.Styles() {
		names = append(names, s.Name)
		if got, err := rollout.LookupStyle(s.Name); err != nil || got.Doc != s.Doc {
			t.Errorf("%s: %+v, %v", s.Name, got, err)
		}
	}
	if want := []string{"bare", "bare-library", "instructed", "library"}; !cmp.Equal(want, names) {
		t.Errorf("styles %v, want %v", names, want)
	}
	if _, err := rollout.LookupStyle("bear"); err == nil || !strings.Contains(err.Error(), "bare, bare-library, instructed, library") {
		t.Errorf("an unknown style: %v", err)
	}
	bare, _ := rollout.LookupStyle("bare")
	for name, s := range map[string]rollout.Style{"taken": bare, "no name": {Doc: "d", Write: bare.Write}, "no doc": {Name: "x", Write: bare.Write}, "no text": {Name: "x", Doc: "d"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: registered", name)
				}
			}()
			rollout.RegisterStyle(s)
		}()
	}
}

func writer(t testing.TB, style string) rollout.Writer {
	t.Helper()
	s, err := rollout.LookupStyle(style)
	if err != nil {
		t.Fatal(err)
	}
	return rollout.Writer{Style: s, Skills: vocabulary, Encode: func(text string) ([]int32, error) {
		var ids []int32
		for _, x := range []byte(text) {
			ids = append(ids, int32(x))
		}
		return ids, nil
	}}
}

func TestWriter(t *testing.T) {
	w := writer(t, "bare")
	p, err := w.Cross(two())
	if err != nil || p.Mode != task.Cross || len(p.Tokens) != len(p.Text) || !cmp.Equal(p.Task, two()) {
		t.Errorf("%+v, %v", p, err)
	}
	for _, step := range []int{0, 3} {
		if _, err := w.Single(two(), step); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("task two has no step %d", step)) {
			t.Errorf("step %d of 2: %v", step, err)
		}
	}
	w.Encode = func(string) ([]int32, error) { return nil, errors.New("no such token") }
	if _, err := w.Cross(two()); err == nil || !strings.Contains(err.Error(), "task two: encode prompt: no such token") {
		t.Errorf("a text without tokens: %v", err)
	}
	w.Style.Write = func(task.Task, task.Mode, int, []skill.Skill) (string, error) { return "", errors.New("no words") }
	if _, err := w.Single(two(), 1); err == nil || !strings.Contains(err.Error(), "no words") {
		t.Errorf("a style that fails: %v", err)
	}
}

// A step that is asked alone is a task of its own, which grades its response as
// the whole task grades that step; the task that it comes from stays as it is.
func TestSingle(t *testing.T) {
	w, whole := writer(t, "instructed"), two()
	g := grader(t, stepWeights)
	for _, c := range []struct{ label, answer string }{
		{"Logic, Parity", "20"}, {"Logic, Parity", "19"}, {"Planning, Shortest route", "20"}, {"no skill", "none"},
	} {
		element := "<skill>" + c.label + "</skill><answer>" + c.answer + "</answer>"
		single, err := w.Single(whole, 2)
		if err != nil {
			t.Fatal(err)
		}
		cross, err := w.Cross(whole)
		if err != nil {
			t.Fatal(err)
		}
		alone, among := split(element), split(strings.SplitAfter(right, "\n")[0]+element)
		among.Prompt = 1
		rollouts := []rollout.Rollout{alone, among}
		if err := g.Grade(t.Context(), []rollout.Prompt{single, cross}, rollouts); err != nil {
			t.Fatal(err)
		}
		if s := single.Task; single.Mode != task.Single || len(s.Steps) != 1 || s.Steps[0].N != 1 || s.Steps[0].Question != "What is twice 10?" || s.Steps[0].Uses != nil {
			t.Errorf("asked alone: %+v", s)
		}
		a, b := rollouts[0].Reward, rollouts[1].Reward
		if a.Status != reward.Scored || len(a.Steps) != 1 {
			t.Fatalf("%v: %s %s", c, a.Status, a.Reason)
		}
		if diff := cmp.Diff(b.Steps[1].Rewards, a.Steps[0].Rewards); diff != "" || !cmp.Equal(a.Steps[0].Verdict, b.Steps[1].Verdict) || !cmp.Equal(a.Steps[0].Match, b.Steps[1].Match) {
			t.Errorf("%v: %s; %+v, in the task %+v", c, diff, a.Steps[0].Verdict, b.Steps[1].Verdict)
		}
		if want := 0.7*a.Steps[0].Rewards["answer"] + 0.3*a.Steps[0].Rewards["step-label"]; a.Score != want {
			t.Errorf("%v: reward %g, want %g", c, a.Score, want)
		}
	}
	if !cmp.Equal(whole, two()) {
		t.Error("the task has changed")
	}
}

// A guided prompt is the prompt with a right response before it; its tokens are of both.
func TestGuided(t *testing.T) {
	style, err := rollout.LookupStyle("bare")
	if err != nil {
		t.Fatal(err)
	}
	w := rollout.Writer{Style: style, Encode: func(text string) ([]int32, error) { return make([]int32, len(text)), nil }}
	p, err := w.Cross(two())
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.Guided(p, right)
	if err != nil || !strings.HasPrefix(g.Text, "Reference:\n"+right) || !strings.HasSuffix(g.Text, p.Text) || len(g.Tokens) != len(g.Text) || g.Task.ID != p.Task.ID {
		t.Errorf("%+v, %v", g, err)
	}
	w.Encode = func(string) ([]int32, error) { return nil, errors.New("too long") }
	if _, err := w.Guided(p, right); err == nil || !strings.Contains(err.Error(), p.Task.ID) {
		t.Errorf("got %v", err)
	}
}
