package train_test

import (
	"testing"

	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// largest are tasks of one step that asks for the largest of five digits.
func largest(t testing.TB, split cue.Split, n int) []task.Task {
	t.Helper()
	weights := map[string]float64{}
	for _, s := range cue.Skills() {
		weights[s.ID] = 0
	}
	weights["planning/cue-largest"] = 1
	s, err := cue.New(cue.Options{Seed: 6, Split: split, Kind: cue.Single, Weights: weights})
	if err != nil {
		t.Fatal(err)
	}
	tasks := make([]task.Task, n)
	for i := range tasks {
		tasks[i] = s.Task(i)
	}
	return tasks
}

func learningConfig(t testing.TB) train.RLConfig {
	c := rlConfig(t)
	c.Tasks, c.EvalTasks = []string{taskFile(t, largest(t, cue.Train, 200)...)}, []string{taskFile(t, largest(t, cue.Test, 50)...)}
	c.Steps, c.Prompts, c.Group, c.EvalSamples, c.EvalEvery, c.SaveEvery, c.EvalSingle = 30, 8, 8, 8, 0, 0, false
	c.RecipeSet = map[string]any{"kl_coef": 0}
	return c
}

// TestRLLearns rewards right answers, and they become more frequent on tasks that
// were never trained on; labels become right where they are rewarded.
func TestRLLearns(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(c *train.RLConfig){
		"grpo":       func(*train.RLConfig) {},
		"skill-step": func(c *train.RLConfig) { c.Recipe, c.Reward = "skill-step", "step" },
		"cispo":      func(c *train.RLConfig) { c.Recipe, c.RecipeSet, c.Updates = "cispo", nil, 2 },
		"ppo":        func(c *train.RLConfig) { c.Recipe, c.Group, c.Prompts = "ppo", 1, 64 },
	} {
		c := learningConfig(t)
		change(&c)
		s := reinforced(t, t.TempDir(), c)
		before, _ := s.EvalStart.Cross.StepAccuracy.Value()
		after, _ := s.EvalEnd.Cross.StepAccuracy.Value()
		if before > 0.15 || after < before+0.15 {
			t.Errorf("%s: %v of answers are right, %v were", name, after, before)
		}
		if labels, _ := s.EvalEnd.Cross.LabelAccuracy.Value(); name == "skill-step" && labels < 0.8 {
			t.Errorf("%s: %v of labels are right", name, labels)
		}
	}
}

func TestKLHoldsThePolicy(t *testing.T) {
	t.Parallel()
	free, held := learningConfig(t), learningConfig(t)
	free.RecipeSet, held.RecipeSet = map[string]any{"kl_coef": 1e-6}, map[string]any{"kl_coef": 5}
	far, near := reinforced(t, t.TempDir(), free), reinforced(t, t.TempDir(), held)
	if x, y := far.Last.Update.ReferenceKL, near.Last.Update.ReferenceKL; x < 0.1 || y > x/10 || y <= 0 {
		t.Errorf("nats a token from the reference: %v held, %v free", y, x)
	}
}
