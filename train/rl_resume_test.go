package train_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// variants are trainings whose state differs in kind.
var variants = map[string]func(t testing.TB, c *train.RLConfig){
	"grpo": func(testing.TB, *train.RLConfig) {},
	"value head": func(_ testing.TB, c *train.RLConfig) {
		c.Recipe, c.RecipeSet = "ppo", map[string]any{"kl_coef": 0.05, "kl_target": 0.01, "kl_horizon": 50}
	},
	"value probe": func(_ testing.TB, c *train.RLConfig) { c.Recipe, c.RecipeSet = "poise", map[string]any{"bootstrap": 3} },
	"entropy anchor": func(_ testing.TB, c *train.RLConfig) {
		c.Recipe, c.RecipeSet, c.Updates, c.Minibatches = "siren", map[string]any{"anchor_coef": 1}, 2, 2
	},
	"guided pass": func(_ testing.TB, c *train.RLConfig) { c.Recipe = "cpo" },
	"dynamic sampling": func(_ testing.TB, c *train.RLConfig) {
		c.Recipe, c.RecipeSet, c.Curriculum = "dapo", map[string]any{"max_rounds": 3, "cache_share": 0.3, "mask_truncated": 1}, "weakest"
	},
	"reference": func(_ testing.TB, c *train.RLConfig) {
		c.Recipe, c.RecipeSet, c.Reward = "skill-step", map[string]any{"kl_coef": 0.1}, "step"
	},
	"adapters": func(_ testing.TB, c *train.RLConfig) {
		c.LoRA.Rank, c.LoRA.Targets = 2, []string{"q_proj", "down_proj"}
	},
	"half base": func(_ testing.TB, c *train.RLConfig) {
		c.LoRA.Rank, c.LoRA.Half = 2, true
	},
	"replay": func(t testing.TB, c *train.RLConfig) {
		c.Replay = train.Replay{Data: []string{golden(t, cueTasks(t, cue.Train, 20))}, Tokens: 96, Weight: 0.3}
	},
	"several updates": func(_ testing.TB, c *train.RLConfig) {
		c.Updates, c.Minibatches, c.Curriculum, c.Schedule = 2, 2, "weakest", "cosine"
	},
	"temperature and form": func(_ testing.TB, c *train.RLConfig) {
		c.Temperature, c.TopP, c.Form = 0.7, 0.95, true
	},
	"switches": func(_ testing.TB, c *train.RLConfig) { c.Curriculum, c.PassTokens = "switches", 128 },
	"levels": func(t testing.TB, c *train.RLConfig) {
		tasks := cueTasks(t, cue.Train, 40)
		for i := range tasks {
			tasks[i].Level = []task.Level{task.LevelLow, task.LevelMedium, task.LevelHigh}[i%3]
		}
		c.Tasks, c.Curriculum = []string{taskFile(t, tasks...)}, "levels"
	},
}

// TestRLResumeGivesTheSameBits compares a run with one that is stopped after
// each few of its steps and goes on with another number of threads.
func TestRLResumeGivesTheSameBits(t *testing.T) {
	for name, change := range variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := rlConfig(t)
			change(t, &c)
			straight, broken := t.TempDir(), t.TempDir()
			reinforced(t, straight, c)
			for stop := 2; ; stop += 4 { // 10 is a step with an evaluation
				c.Threads, c.SaveEvery = 1+stop/4%2, stop%3
				ctx, cancel := context.WithCancel(context.Background())
				s, err := train.RL(ctx, broken, c, train.RLEnvironment{Solver: cue.Solver{}, Progress: func(p train.RLProgress) {
					if p.Step == stop {
						cancel()
					}
				}})
				cancel()
				if err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) || s.Step != stop {
					t.Fatalf("stopped at %d: %+v, %v", stop, s, err)
				}
			}
			compareRL(t, straight, broken)
		})
	}
}

// TestRLStopsAnywhere stops a run at whatever it is at after a few milliseconds.
func TestRLStopsAnywhere(t *testing.T) {
	t.Parallel()
	c, straight, broken := rlConfig(t), t.TempDir(), t.TempDir()
	c.Updates, c.Minibatches, c.Curriculum, c.EvalEvery = 2, 2, "weakest", 2
	reinforced(t, straight, c)
	starts := 0
	for wait := 2 * time.Millisecond; ; wait = wait * 5 / 4 {
		starts++
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		_, err := train.RL(ctx, broken, c, train.RLEnvironment{Solver: cue.Solver{}})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
	t.Logf("%d starts", starts)
	compareRL(t, straight, broken)
}

// stopper cancels a run when a step of a certain task is solved again: amid the
// grading of a batch, or of an evaluation.
type stopper struct {
	cue.Solver
	of   string // what the task's id contains
	stop context.CancelFunc
}

func (s stopper) Solve(ctx context.Context, t task.Task, n int, own map[int]string) (task.Answer, error) {
	if strings.Contains(t.ID, s.of) {
		s.stop()
	}
	if err := ctx.Err(); err != nil {
		return task.Answer{}, err
	}
	return s.Solver.Solve(ctx, t, n, own)
}

func TestRLStopsAmidGrading(t *testing.T) {
	t.Parallel()
	c, straight := rlConfig(t), t.TempDir()
	reinforced(t, straight, c)
	for _, split := range []string{"-train-", "-test-"} {
		broken := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		s, err := train.RL(ctx, broken, c, train.RLEnvironment{Solver: stopper{of: split, stop: cancel}})
		cancel()
		if !errors.Is(err, context.Canceled) || s.Step != 0 && split == "-test-" {
			t.Fatalf("%s: %+v, %v", split, s, err)
		}
		if s.Last != nil && s.Last.Unscored > 0 {
			t.Errorf("%s: what was interrupted counts as unscored", split)
		}
		reinforced(t, broken, c)
		compareRL(t, straight, broken)
	}
}

func compareRL(t testing.TB, straight, broken string) {
	t.Helper()
	for _, name := range []string{"model/model.safetensors", "metrics.jsonl", "rollouts.jsonl", "evaluations/step-00000010.jsonl"} {
		want, err := os.ReadFile(filepath.Join(straight, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(broken, name))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case string(got) == string(want):
		case strings.HasSuffix(name, ".jsonl"):
			t.Errorf("the interrupted run has another %s: %s", name, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
		default:
			t.Errorf("the interrupted run has another %s", name)
		}
	}
}

func TestAFinishedRLRunStays(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(c *train.RLConfig){
		"all parameters": func(*train.RLConfig) {},
		"adapters":       func(c *train.RLConfig) { c.LoRA.Rank = 2 },
	} {
		c, once, twice := rlConfig(t), t.TempDir(), t.TempDir()
		c.Steps = 10
		change(&c)
		first := reinforced(t, once, c)
		reinforced(t, twice, c)
		again := reinforced(t, twice, c)
		if again.Resumed != 10 || again.Step != 10 || again.EvalEnd == nil || again.EvalStart == nil || again.Last == nil {
			t.Errorf("%s: summary %+v", name, again)
		}
		first.Run, first.Resumed, first.Model = again.Run, 10, again.Model
		if d := cmp.Diff(first, again, cmpopts.IgnoreUnexported(train.RLUpdate{}), cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-12, 0)); d != "" {
			t.Errorf("%s: the second start tells another story: %s", name, d)
		}
		compareRL(t, once, twice)
	}
}

func TestAnRLRunOfAnotherTrainingIsRefused(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Steps = 2
	reinforced(t, dir, c)
	tasks := cueTasks(t, cue.Train, 41)
	for says, change := range map[string]func(*train.RLConfig){
		"learning_rate was 0.003, is 0.02":   func(c *train.RLConfig) { c.LearningRate = 0.02 },
		"lora.rank was 0, is 2":              func(c *train.RLConfig) { c.LoRA.Rank = 2 },
		"recipe_set.kl_coef was not set, is": func(c *train.RLConfig) { c.RecipeSet = map[string]any{"kl_coef": 0.5} },
		`recipe was "grpo", is "rloo"`:       func(c *train.RLConfig) { c.Recipe = "rloo" },
		"seed was 11, is 12":                 func(c *train.RLConfig) { c.Seed = 12 },
		"health.patience was 3, is 4":        func(c *train.RLConfig) { c.Health.Patience = 4 },
		"steps was 2, is 3":                  func(c *train.RLConfig) { c.Steps = 3 },
		"tasks was":                          func(c *train.RLConfig) { c.Tasks = []string{taskFile(t, tasks[:40]...)} },
		"model was":                          func(c *train.RLConfig) { c.Model = freshPolicy(t) },
		"choose another directory, or what ": func(c *train.RLConfig) { c.EvalLimit = 3 },
	} {
		other := c
		change(&other)
		if _, err := train.RL(context.Background(), dir, other, train.RLEnvironment{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
	// The same file with other tasks in it is another training.
	for _, path := range []string{c.Tasks[0], c.EvalTasks[0]} {
		was, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		overwrite(t, path, taskText(t, tasks[1:]...))
		if _, err := train.RL(context.Background(), dir, c, train.RLEnvironment{}); err == nil || !strings.Contains(err.Error(), "differ from those the run began with: "+path) {
			t.Errorf("other tasks in %s: %v", path, err)
		}
		overwrite(t, path, string(was))
	}
	c.EvalEvery, c.SaveEvery, c.Keep, c.Threads = 1, 1, 1, 2
	if s := reinforced(t, dir, c); s.Resumed != 2 {
		t.Errorf("summary %+v", s)
	}
}

// A start that cannot begin leaves nothing that a right one would be refused for.
func TestAFailedStartLeavesNoRun(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Steps = 1
	wrong := c
	wrong.Curriculum, wrong.Prompts = "levels", 400
	if _, err := train.RL(context.Background(), dir, wrong, train.RLEnvironment{}); err == nil || !strings.Contains(err.Error(), "40") {
		t.Fatalf("400 of 40 tasks: %v", err)
	}
	reinforced(t, dir, c)
}

func TestADamagedRLCheckpointIsPassedOver(t *testing.T) {
	t.Parallel()
	c, straight, broken := rlConfig(t), t.TempDir(), t.TempDir()
	reinforced(t, straight, c)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if _, err := train.RL(ctx, broken, c, train.RLEnvironment{Solver: cue.Solver{}, Progress: func(p train.RLProgress) {
		if p.Step == 9 {
			cancel()
		}
	}}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(broken, "checkpoints", "step-00000009", "optimizer.safetensors"), 100); err != nil {
		t.Fatal(err)
	}
	var warnings []string
	s, err := train.RL(context.Background(), broken, c, train.RLEnvironment{Solver: cue.Solver{}, Warn: func(err error) { warnings = append(warnings, err.Error()) }})
	// Twelve steps of a fresh model may be warned of as well.
	if err != nil || s.Resumed != 8 || len(warnings) == 0 || !strings.Contains(warnings[0], "step-00000009 is damaged") {
		t.Fatalf("%+v, %v, warnings %q", s, err, warnings)
	}
	compareRL(t, straight, broken)
}
