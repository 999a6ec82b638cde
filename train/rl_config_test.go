package train_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"segue/task"
	"segue/task/cue"
	"segue/train"
)

func TestRLValidateNamesTheKey(t *testing.T) {
	good := train.RLDefaults()
	good.Model, good.Tasks = "m", []string{"t"}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for says, change := range map[string]func(*train.RLConfig){
		"model names a folder or a GGUF":        func(c *train.RLConfig) { c.Model = "" },
		"as segue bench build writes them":      func(c *train.RLConfig) { c.Tasks = nil },
		`no recipe "gpro"; nearest: g`:          func(c *train.RLConfig) { c.Recipe = "gpro" },
		`"clip_hi"`:                             func(c *train.RLConfig) { c.RecipeSet = map[string]any{"clip_hi": 1} },
		"clip_high":                             func(c *train.RLConfig) { c.RecipeSet = map[string]any{"clip_high": "wide"} },
		`unknown reward "answers"; nearest: a`:  func(c *train.RLConfig) { c.Reward = "answers" },
		`unknown signal "step-labels"; near`:    func(c *train.RLConfig) { c.Weights = map[string]float64{"step-labels": 1} },
		`"exactly"`:                             func(c *train.RLConfig) { c.Estimator = "exactly" },
		`"bear"`:                                func(c *train.RLConfig) { c.Prompt = "bear" },
		`unknown curriculum "weak"; nearest: w`: func(c *train.RLConfig) { c.Curriculum = "weak" },
		"steps is 0":                            func(c *train.RLConfig) { c.Steps = 0 },
		"prompts is 0":                          func(c *train.RLConfig) { c.Prompts = 0 },
		"group is -1":                           func(c *train.RLConfig) { c.Group = -1 },
		"group and recipe_set.group_size both":  func(c *train.RLConfig) { c.Group, c.RecipeSet = 4, map[string]any{"group_size": 8} },
		"max_tokens is 0":                       func(c *train.RLConfig) { c.MaxTokens = 0 },
		"temperature is 0":                      func(c *train.RLConfig) { c.Temperature = 0 },
		"temperature is NaN":                    func(c *train.RLConfig) { c.Temperature = math.NaN() },
		"top_p is 2":                            func(c *train.RLConfig) { c.TopP = 2 },
		"updates is 0":                          func(c *train.RLConfig) { c.Updates = 0 },
		"minibatches is 17":                     func(c *train.RLConfig) { c.Minibatches = 17 },
		"correction is -1":                      func(c *train.RLConfig) { c.Correction = -1 },
		"pass_tokens is 1":                      func(c *train.RLConfig) { c.PassTokens = 1 },
		"value_rate is NaN":                     func(c *train.RLConfig) { c.ValueRate = math.NaN() },
		"go together":                           func(c *train.RLConfig) { c.Replay.Tokens = 5 },
		"replay.weight is -1":                   func(c *train.RLConfig) { c.Replay.Weight = -1 },
		"eval_samples is 0":                     func(c *train.RLConfig) { c.EvalSamples = 0 },
		"log_rollouts is -1":                    func(c *train.RLConfig) { c.LogRollouts = -1 },
		"patience is 0":                         func(c *train.RLConfig) { c.Health.Patience = 0 },
		"learning rate":                         func(c *train.RLConfig) { c.LearningRate = 0 },
		"save is":                               func(c *train.RLConfig) { c.Save = "F8" },
	} {
		c := good
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
}

// TestReadRLConfig reads keys of every kind over the defaults.
func TestReadRLConfig(t *testing.T) {
	c, err := train.ReadConfig(train.RLDefaults(), strings.NewReader("recipe: dapo\nrecipe_set: {clip_high: 0.3}\nhealth:\n  patience: 7\n"),
		[]string{"weights={answer: 0.5, step-label: 0.5}", "replay.weight=0.5", "health.lasting=9", "recipe_set.clip_low=0.1", "eval_single=false"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Recipe != "dapo" || len(c.RecipeSet) != 2 || c.Weights["step-label"] != 0.5 || c.Replay.Weight != 0.5 || c.Health.Patience != 7 || c.Health.Lasting != 9 ||
		c.EvalSingle || c.Health.Start != train.RLDefaults().Health.Start || c.LoRA.Alpha != 16 {
		t.Errorf("%+v", c)
	}
}

func TestRLSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	good := rlConfig(t)
	tasks := cueTasks(t, cue.Train, 4)
	long := tasks[0]
	long.Steps = append([]task.Step(nil), long.Steps...)
	long.Steps[0].Question = strings.Repeat("first plus it now ", 40) + ": 3 8 1 4 with 7"
	for says, change := range map[string]func(*train.RLConfig){
		"model nowhere does not exist":  func(c *train.RLConfig) { c.Model = "nowhere" },
		"read tasks from nowhere.jsonl": func(c *train.RLConfig) { c.Tasks = []string{"nowhere.jsonl"} },
		"read tasks from gone.jsonl":    func(c *train.RLConfig) { c.EvalTasks = []string{"gone.jsonl"} },
		"there are no tasks in":         func(c *train.RLConfig) { c.Tasks = []string{write(t, "empty.jsonl", "\n")} },
		"line 1":                        func(c *train.RLConfig) { c.Tasks = []string{write(t, "bad.jsonl", "{")} },
		"line 5": func(c *train.RLConfig) {
			c.Tasks = []string{write(t, "bad.jsonl", taskText(t, tasks...)+`{"question":"?"}`+"\n")}
		},
		"only 4: lower prompts or give more tasks":              func(c *train.RLConfig) { c.Tasks, c.Prompts = []string{taskFile(t, tasks...)}, 5 },
		"set table to a file that segue entropy estimate wrote": func(c *train.RLConfig) { c.Reward = "paper" },
		"read table: open none.json":                            func(c *train.RLConfig) { c.Reward, c.Table = "paper", "none.json" },
		"read table /":                                          func(c *train.RLConfig) { c.Reward, c.Table = "paper", write(t, "table.json", "{") },
		"choose among":                                          func(c *train.RLConfig) { c.LoRA.Rank, c.LoRA.Targets = 1, []string{"x"} },
		"training data gone.jsonl does not exist":               func(c *train.RLConfig) { c.Replay = train.Replay{Data: []string{"gone.jsonl"}, Tokens: 64, Weight: 1} },
		"no example has a learned token within 3 tokens": func(c *train.RLConfig) {
			c.Replay = train.Replay{Data: []string{golden(t, tasks)}, Tokens: 3, Weight: 1}
		},
		"170 tokens and leaves no room in the model's context of 96": func(c *train.RLConfig) { c.Tasks, c.Prompts = []string{taskFile(t, long)}, 1 },
		"no signal has a weight above 0":                             func(c *train.RLConfig) { c.Weights = map[string]float64{"answer": 0} },
	} {
		c := good
		change(&c)
		if _, err := train.RL(context.Background(), t.TempDir(), c, train.RLEnvironment{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
}
