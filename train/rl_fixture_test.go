package train_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"
	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// freshPolicy saves a model of random weights that knows the words of the cue
// tasks, small enough to train in a test.
func freshPolicy(t testing.TB) string {
	t.Helper()
	tokens, err := tokenizer.NewWords(cue.Words(), 256)
	if err != nil {
		t.Fatal(err)
	}
	end, _ := tokens.ID(tokens.Config().End)
	p, err := model.NewParameters(model.Config{
		ModelType: "llama", Vocabulary: tokens.Vocabulary(), Hidden: 24, Intermediate: 48, Layers: 2, Heads: 2, KeyValueHeads: 1, HeadDim: 12,
		Context: 96, NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 0.05, EndTokens: []int32{end},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(3, 4)))
	dir := filepath.Join(t.TempDir(), "fresh")
	if err := checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p, Tokenizer: tokens}, checkpoint.SaveOptions{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// leftOut are the skills that the tests' tasks do without. All answers are digits.
var leftOut = map[string]float64{
	"math/cue-sum": 0, "math/cue-product": 0, "planning/cue-sort": 0, "coding/cue-rotate": 0, "coding/cue-prepend": 0,
	"instruction_following/cue-day": 0, "instruction_following/cue-gap": 0, "science/cue-above": 0,
}

// cueTasks are tasks of one or two steps.
func cueTasks(t testing.TB, split cue.Split, n int) []task.Task {
	t.Helper()
	var sources []*cue.Source
	for _, kind := range []cue.Kind{cue.Single, cue.Cross} {
		s, err := cue.New(cue.Options{Seed: 5, Split: split, Kind: kind, Steps: [2]int{2, 2}, Weights: leftOut})
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, s)
	}
	tasks := make([]task.Task, n)
	for i := range tasks {
		tasks[i] = sources[i%2].Task(i)
	}
	return tasks
}

func taskFile(t testing.TB, tasks ...task.Task) string {
	t.Helper()
	return write(t, "tasks.jsonl", taskText(t, tasks...))
}

func taskText(t testing.TB, tasks ...task.Task) string {
	t.Helper()
	var b strings.Builder
	if err := task.WriteJSONL(&b, tasks); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func overwrite(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// golden is training data of right responses.
func golden(t testing.TB, tasks []task.Task) string {
	t.Helper()
	var b strings.Builder
	for _, x := range tasks {
		line, err := json.Marshal(map[string]string{"prompt": x.BarePrompt(), "completion": cue.Gold(x)})
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return write(t, "gold.jsonl", b.String())
}

var start struct {
	once sync.Once
	dir  string
}

// startPolicy is a model that knows the form of responses and guesses answers.
// All tests share it.
func startPolicy(t testing.TB) string {
	t.Helper()
	start.once.Do(func() {
		c := train.SFTDefaults()
		c.Model, c.Data = freshPolicy(t), []string{golden(t, cueTasks(t, cue.Train, 600))}
		c.Steps, c.BatchTokens, c.LearningRate, c.WarmUp, c.HeldOut, c.SaveEvery = 150, 512, 1e-2, 10, 0, 0
		dir, err := os.MkdirTemp("", "segue-train-test")
		if err != nil {
			t.Fatal(err)
		}
		start.dir = dir
		fit(t, dir, c)
	})
	if start.dir == "" {
		t.Fatal("there is no model to start from")
	}
	return filepath.Join(start.dir, "model")
}

// rlConfig makes 12 steps of 4 tasks × 4 responses.
func rlConfig(t testing.TB) train.RLConfig {
	t.Helper()
	c := train.RLDefaults()
	c.Model, c.Tasks, c.EvalTasks = startPolicy(t), []string{taskFile(t, cueTasks(t, cue.Train, 40)...)}, []string{taskFile(t, cueTasks(t, cue.Test, 6)...)}
	c.Prompt, c.Chat, c.MaxTokens, c.Seed = "bare", false, 24, 11
	c.Steps, c.Prompts, c.Group, c.LogRollouts = 12, 4, 4, 16
	c.LearningRate, c.WarmUp, c.Threads = 3e-3, 2, 1
	c.EvalEvery, c.SaveEvery = 5, 4
	return c
}

func reinforced(t testing.TB, dir string, c train.RLConfig) train.RLSummary {
	t.Helper()
	s, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// rlLine is a line of metrics.jsonl.
type rlLine struct {
	Kind  string
	Step  int
	Train *train.RLMeasure
	Eval  *train.RLEvaluation
}

// sample is a line of rollouts.jsonl.
type sample struct {
	Step      int
	Task      string
	Sample    int
	Prompt    string
	Response  string
	Reward    sampleReward
	Starts    []int
	LogP      []float64
	Entropy   []float64
	Advantage []float64
	Kept      bool
}

type sampleReward struct {
	Reward *float64
	Answer *float64
	Status string
	Parts  map[string]struct {
		Score  *float64
		Status string
	}
	Steps []struct {
		Step, From, To int
		Skill, Gold    string
		Label          string // as written
		Score          *float64
		Reward         map[string]float64
	}
}

func lines[T any](t testing.TB, path string) []T {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	for line := range strings.Lines(string(text)) {
		var x T
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, x)
	}
	return all
}

func metrics(t testing.TB, dir string) []rlLine {
	t.Helper()
	return lines[rlLine](t, filepath.Join(dir, "metrics.jsonl"))
}

func samples(t testing.TB, dir string) []sample {
	t.Helper()
	return lines[sample](t, filepath.Join(dir, "rollouts.jsonl"))
}
