package train_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/grade"
	"segue/sandbox"
	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// standIn is an embedder, a judge, a solver and a runner of programs by name.
type standIn struct{ name string }

func (s standIn) Name() string { return s.name }

func (standIn) Reply(context.Context, string, int) (string, error) {
	return "", errors.New("the judge is silent")
}

func (standIn) Solve(context.Context, task.Task, int, map[int]string) (task.Answer, error) {
	return task.Answer{}, errors.New("the solver is silent")
}

func (standIn) Run(context.Context, sandbox.Spec) (sandbox.Result, error) {
	return sandbox.Result{}, errors.New("nothing runs")
}

// Embed gives every label a vector of its own.
func (standIn) Embed(_ context.Context, _ string, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = make([]float32, 64)
		for k, b := range []byte(text) {
			vectors[i][(k*7+int(b))%64]++
		}
		vectors[i][0]++
	}
	return vectors, nil
}

// TestWhatDecidesARunIsClaimedByName changes, between two starts of a run, one by
// one all that decides its bits and is no setting. Each is refused by its name
// alone; what was there at first goes on.
func TestWhatDecidesARunIsClaimedByName(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	tasks := cueTasks(t, cue.Train, 41)
	tasks[0].Steps[0].Answer = task.Answer{Kind: task.KindCode, Language: "python", Entry: "f", Tests: []task.CodeTest{{}}}
	more := taskFile(t, tasks[40])
	c.Model, c.Tasks = freshPolicy(t), []string{taskFile(t, tasks[:40]...), more}
	c.Reward, c.Table, c.Steps = "paper", skillTable(t, 0.1), 1
	c.Replay = train.Replay{Data: []string{golden(t, tasks[1:20])}, Tokens: 96, Weight: 0.3}
	environment := func() train.RLEnvironment {
		return train.RLEnvironment{
			Solver: standIn{"adder"}, Embedder: standIn{}, Model: "embeddings", Skills: cue.Skills(),
			Grade: grade.Env{Judge: standIn{"judge"}, Programs: standIn{}},
		}
	}
	if _, err := train.RL(context.Background(), dir, c, environment()); err != nil {
		t.Fatal(err)
	}
	refused := func(env train.RLEnvironment, want string) {
		t.Helper()
		_, err := train.RL(context.Background(), dir, c, env)
		if err == nil {
			t.Errorf("want %q, got no error", want)
			return
		}
		if _, says, _ := strings.Cut(err.Error(), "\n"); says != want {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	swap := func(path string, change func(was []byte) []byte, want string) {
		t.Helper()
		was := read(t, path)
		now := change(slices.Clone(was))
		if bytes.Equal(was, now) {
			t.Fatalf("%s is what it was", path)
		}
		overwrite(t, path, string(now))
		refused(environment(), want)
		overwrite(t, path, string(was))
	}
	other := func([]byte) []byte { return []byte(taskText(t, tasks[5:25]...)) }
	swap(c.Tasks[0], other, "the tasks differ from those the run began with: "+c.Tasks[0])
	swap(more, other, "the tasks differ from those the run began with: "+more)
	swap(c.EvalTasks[0], other, "the evaluation tasks differ from those the run began with: "+c.EvalTasks[0])
	swap(c.Table, func(was []byte) []byte { return bytes.Replace(was, []byte("0.9"), []byte("0.8"), 1) },
		"the cells of the table differ from those the run began with: "+c.Table)
	swap(c.Replay.Data[0], func(was []byte) []byte { return was[bytes.IndexByte(was, '\n')+1:] },
		"the replayed examples differ from those the run began with: "+c.Replay.Data[0])
	weights := filepath.Join(c.Model, "model.safetensors")
	swap(weights, func(was []byte) []byte { was[len(was)-2] ^= 1; return was }, "the weights differ from those the run began with: "+c.Model)
	swap(filepath.Join(c.Model, "tokenizer.json"), exchanged, "the prompts, as the model reads them, differ from those the run began with\n"+
		"the replayed examples, as the model reads them, differ from those the run began with")

	for want, change := range map[string]func(e *train.RLEnvironment){
		`the embedder was "embeddings", is "built-in"`:    func(e *train.RLEnvironment) { e.Embedder = nil },
		`the embedder was "embeddings", is "larger"`:      func(e *train.RLEnvironment) { e.Model = "larger" },
		`the judge was "judge", is none`:                  func(e *train.RLEnvironment) { e.Grade.Judge = nil },
		`the judge was "judge", is "policy"`:              func(e *train.RLEnvironment) { e.Grade.Judge = standIn{"policy"} },
		`the solver was "adder", is none`:                 func(e *train.RLEnvironment) { e.Solver = nil },
		`the solver was "adder", is "cue"`:                func(e *train.RLEnvironment) { e.Solver = cue.Solver{} },
		`the sandbox for programs was "present", is none`: func(e *train.RLEnvironment) { e.Grade.Programs = nil },
		"the skills that labels are mapped to differ from those the run began with": func(e *train.RLEnvironment) {
			e.Skills = slices.Clone(e.Skills)
			for i := range e.Skills {
				if e.Skills[i].ID == "logic/cue-parity" {
					e.Skills[i].Label = "Logic, Odd or even"
				}
			}
		},
	} {
		env := environment()
		change(&env)
		refused(env, want)
	}
	// Several are named on a line each.
	overwrite(t, more, taskText(t, tasks[3]))
	c.LearningRate *= 2
	env := environment()
	env.Solver = nil
	refused(env, "learning_rate was 0.003, is 0.006\nthe tasks differ from those the run began with: "+more+"\n"+`the solver was "adder", is none`)
	c.LearningRate /= 2
	overwrite(t, more, taskText(t, tasks[40]))
	if s, err := train.RL(context.Background(), dir, c, environment()); err != nil || s.Resumed != 1 {
		t.Errorf("as it was begun: %+v, %v", s, err)
	}
}

// exchanged is a tokeniser's file in which two frequent words have each other's
// numbers.
func exchanged(was []byte) []byte {
	number := regexp.MustCompile(`(": ?)(11|12)\b`)
	return number.ReplaceAllFunc(was, func(at []byte) []byte {
		at[len(at)-1] ^= '1' ^ '2'
		return at
	})
}

// A run that was begun before a setting or a claim was known goes on; keys of a
// map that were not set count as another value.
func TestARunOfAnEarlierProgramGoesOn(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Steps = 1
	reinforced(t, dir, c)
	path := filepath.Join(dir, "run.json")
	var run map[string]any
	if err := json.Unmarshal(read(t, path), &run); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"config.health.unscored_stop", "config.health.stop", "config.group", "inputs.parts.judge", "inputs.made"} {
		object, parts := run, strings.Split(key, ".")
		for _, part := range parts[:len(parts)-1] {
			object, _ = object[part].(map[string]any)
		}
		if _, ok := object[parts[len(parts)-1]]; !ok {
			t.Fatalf("%s is not in %s", key, read(t, path))
		}
		delete(object, parts[len(parts)-1])
	}
	text, err := json.Marshal(run)
	if err != nil {
		t.Fatal(err)
	}
	overwrite(t, path, string(text))
	if s := reinforced(t, dir, c); s.Resumed != 1 {
		t.Errorf("%+v", s)
	}
	c.RecipeSet = map[string]any{"kl_coef": 0.5}
	if _, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}}); err == nil || !strings.Contains(err.Error(), "recipe_set.kl_coef was not set, is 0.5") {
		t.Errorf("a quantity of the recipe: %v", err)
	}
}
