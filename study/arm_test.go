package study_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/study"
	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// What an arm of reinforcement learning is, by the settings in which it differs.
func TestArmsAreWhatTheyAreCalled(t *testing.T) {
	type setting struct{ recipe, dialect, reward, curriculum, prompt string }
	for name, want := range map[string]setting{
		"answer":            {"grpo", "", "answer", "shuffled", "bare"},
		"paper":             {"grpo", "", "paper", "shuffled", "bare"},
		"paper-10":          {"grpo", "", "answer .9, entropy-rank .1", "shuffled", "bare"},
		"paper-50":          {"grpo", "", "answer .5, entropy-rank .5", "shuffled", "bare"},
		"paper-70":          {"grpo", "", "answer .3, entropy-rank .7", "shuffled", "bare"},
		"placebo":           {"grpo", "", "placebo", "shuffled", "bare"},
		"label":             {"grpo", "", "label", "shuffled", "bare"},
		"transition":        {"grpo", "", "transition", "shuffled", "bare"},
		"alignment":         {"grpo", "", "alignment", "shuffled", "bare"},
		"answer-step":       {"skill-step", "answers", "answer", "shuffled", "bare"},
		"step":              {"skill-step", "", "step", "shuffled", "bare"},
		"credit":            {"skill-step", "credit", "credit", "shuffled", "bare"},
		"conditional":       {"skill-step", "conditional", "conditional", "shuffled", "bare"},
		"element":           {"skill-step", "element", "step", "shuffled", "bare"},
		"element-bare":      {"skill-step", "element", "step", "shuffled", "bare"},
		"element-kl":        {"skill-step", "element", "step", "shuffled", "bare"},
		"element-replay-kl": {"skill-step", "element", "step", "shuffled", "bare"},
		"levels":            {"skill-step", "element", "step", "levels", "bare"},
		"own":               {"reinforce", "", "whole", "shuffled", "bare"},
		"weakest":           {"grpo", "", "answer", "weakest", "bare"},
		"library":           {"grpo", "", "answer", "shuffled", "bare-library"},
	} {
		a, err := study.Lookup(name)
		if err != nil {
			t.Error(err)
			continue
		}
		c := train.RLDefaults()
		c.Prompt, c.RecipeSet = "bare", map[string]any{}
		a.Configure(&c)
		got := setting{c.Recipe, "", c.Reward, c.Curriculum, c.Prompt}
		if d, ok := c.RecipeSet["dialect"].(string); ok {
			got.dialect = d
		}
		switch {
		case len(c.Weights) == 0:
		case near(c.Weights["answer"], .9) && near(c.Weights["entropy-rank"], .1):
			got.reward = "answer .9, entropy-rank .1"
		case near(c.Weights["answer"], .5) && near(c.Weights["entropy-rank"], .5):
			got.reward = "answer .5, entropy-rank .5"
		case near(c.Weights["answer"], .3) && near(c.Weights["entropy-rank"], .7):
			got.reward = "answer .3, entropy-rank .7"
		}
		if got != want {
			t.Errorf("%s is %+v, want %+v", name, got, want)
		}
	}
}

func near(x, y float64) bool { return x-y < 1e-9 && y-x < 1e-9 }

// Imitation has the tasks that rewards are earned on, every one of them once, and
// the single items that keep what the model knew.
func TestImitationHasTheSameTasks(t *testing.T) {
	dir := t.TempDir()
	c := small("answer", "sft-gold")
	c.Start.Listed = 0.5
	run(t, dir, c, 2)
	seed := filepath.Join(dir, "start-1", "seed-1")
	tasks, err := train.ReadTasks([]string{filepath.Join(seed, "tasks.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != c.Tune.Tasks() {
		t.Errorf("%d tasks, want %d", len(tasks), c.Tune.Tasks())
	}
	records, err := train.ReadRecords(filepath.Join(seed, "sft-gold.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	// 6 updates of 2 tasks with 62 tokens each, and a fifth of it in items of 24 tokens.
	if n := len(records) - len(tasks); n != 6*24/24 {
		t.Errorf("%d single items", n)
	}
	data, err := os.ReadFile(filepath.Join(seed, "sft-gold.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	levels := map[task.Level]int{}
	for i, line := range bytes.Split(data, []byte("\n"))[:len(tasks)] {
		question := strings.ReplaceAll(tasks[i].BarePrompt(), "\n", `\n`)
		if !bytes.Contains(line, []byte(question)) {
			t.Errorf("line %d is not task %d: %s", i+1, i+1, line)
		}
		levels[tasks[i].Level]++
	}
	for _, l := range []task.Level{task.LevelLow, task.LevelMedium, task.LevelHigh} {
		if n := levels[l]; n < len(tasks)/3 || n > len(tasks)/3+1 {
			t.Errorf("%d of %d tasks are of the level %s", n, len(tasks), l)
		}
	}
	start, err := os.ReadFile(filepath.Join(dir, "start-1", "sft.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	list := []byte(strings.ReplaceAll(task.Library(cue.Skills()), "\n", `\n`))
	lines := bytes.Count(start, []byte("\n"))
	if n := bytes.Count(start, list); n < lines/4 || n > lines*3/4 {
		t.Errorf("%d of %d lines of the start show the list of skills, want about half", n, lines)
	}
}
