package train_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/train"
	"segue/train/curriculum"
)

func TestLegible(t *testing.T) {
	for _, c := range []struct {
		text   string
		starts []int
		want   string
		moved  []int
	}{
		{"añb", []int{0, 1, 3, 4}, "añb", []int{0, 1, 3, 4}},
		{"a\xffb", []int{0, 1, 2, 3}, "a\uFFFDb", []int{0, 1, 4, 5}},
		{"\xc3", []int{0, 1}, "\uFFFD", []int{0, 3}},
		{"\xffñ", []int{0, 1, 2, 3}, "\uFFFDñ", []int{0, 3, 5, 5}}, // a token that begins amid a character
		{"", []int{0, 0}, "", []int{0, 0}},
	} {
		text, moved := train.Legible(c.text, slices.Clone(c.starts))
		if text != c.want || !cmp.Equal(moved, c.moved) {
			t.Errorf("%q: %q, %v, want %q, %v", c.text, text, moved, c.want, c.moved)
		}
	}
}

// Where a recipe passes all groups over and there are no more tasks, the first
// ones are shown and nothing is learned.
func TestDynamicSamplingEnds(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Model, c.Recipe, c.Steps = freshPolicy(t), "dapo", 1
	c.Tasks = []string{taskFile(t, cueTasks(t, "train", 5)...)}
	s := reinforced(t, dir, c)
	if m := s.Last; m.Rounds != 2 || m.Rollouts != 16 || m.Malformed != 1 || m.Update.Updates != 0 || len(m.Dropped) == 0 {
		t.Errorf("%+v", m)
	}
	if d := distance(load(t, c.Model), load(t, s.Model)); d != 0 {
		t.Errorf("the model moved by %v", d)
	}
}

// watched counts the groups that a curriculum is told of.
var watched atomic.Int32

type watchedPicker struct{ curriculum.Picker }

func (w watchedPicker) Observe(task int, correct []float64) {
	watched.Add(1)
	w.Picker.Observe(task, correct)
}

func init() {
	d, err := curriculum.Lookup("weakest")
	if err != nil {
		panic(err)
	}
	wrapped := d.New
	d.Name, d.Doc = "test-watched", "as weakest, for tests"
	d.New = func(tasks []curriculum.Task, seed uint64, o curriculum.Options) (curriculum.Picker, error) {
		p, err := wrapped(tasks, seed, o)
		return watchedPicker{p}, err
	}
	curriculum.Register(d)
}

// The curriculum is told of the groups that dynamic sampling passes over too:
// what is never solved is weak.
func TestTheCurriculumSeesAllGroups(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Recipe, c.RecipeSet, c.Curriculum, c.Steps = "dapo", map[string]any{"max_rounds": 2}, "test-watched", 6
	watched.Store(0)
	reinforced(t, dir, c)
	rounds := 0
	for _, line := range metrics(t, dir) {
		if line.Kind == "rl" {
			rounds += line.Train.Rounds
		}
	}
	if rounds <= 6 || int(watched.Load()) != rounds*c.Prompts {
		t.Errorf("the curriculum was told of %d groups in %d rounds of %d", watched.Load(), rounds, c.Prompts)
	}
}
