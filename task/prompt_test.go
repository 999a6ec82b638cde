package task_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/skill"
	"segue/task"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// bakery is a task of two linked steps.
func bakery() task.Task {
	return task.Task{ID: "bakery", Scenario: "A bakery plans its week.", Level: task.LevelLow, Steps: []task.Step{
		{N: 1, Skill: "math/sums", Domain: skill.Math, Question: "What is 20 + 22?", Standalone: "What is 20 + 22?", Answer: task.Integer(42)},
		{N: 2, Skill: "logic/parity", Domain: skill.Logic, Question: "Is n even, where n is (the answer to Step 1, minus 5)?", Standalone: "Is n even, where n is 37?",
			Answer: task.Choice([]string{"yes", "no"}, 1), Uses: []task.Use{{Step: 1, Slot: "n", Text: "the answer to Step 1, minus 5"}}},
	}}
}

func TestPrompts(t *testing.T) {
	for name, c := range map[string]struct {
		mode task.Mode
		step int
	}{"cross": {task.Cross, 0}, "single": {task.Single, 2}} {
		got, err := bakery().Prompt(c.mode, c.step)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "prompt-"+name+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("the prompt changed: raise PromptVersion and write %s with -update: %s", path, diff)
		}
	}
}

func TestPromptsHideWhatTheyMust(t *testing.T) {
	cross, err := bakery().Prompt(task.Cross, 0)
	if err != nil {
		t.Fatal(err)
	}
	single, err := bakery().Prompt(task.Single, 2)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(cross, "37") || strings.Contains(cross, "42") {
		t.Error("the task's prompt gives a linked value or an answer away")
	}
	if strings.Contains(single, "bakery") || strings.Contains(single, "Step 1") || !strings.Contains(single, "37") {
		t.Error("a step alone is asked with the task around it, or without its value")
	}
	for _, d := range skill.Domains() {
		if !strings.Contains(cross, d.Title()) || !strings.Contains(single, d.Title()) {
			t.Errorf("a prompt does not name the domain %s", d.Title())
		}
	}
	bare := bakery()
	bare.Scenario, bare.Steps[0].Standalone = "", ""
	if p, err := bare.Prompt(task.Single, 1); err != nil || !strings.HasPrefix(p, "What is 20 + 22?\n") {
		t.Errorf("without a standalone text: %q, %v", p, err)
	}
	if p, err := bare.Prompt(task.Cross, 0); err != nil || !strings.HasPrefix(p, "Step 1. ") {
		t.Errorf("without a scenario: %q, %v", p, err)
	}
}

func TestPromptRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		mode task.Mode
		step int
	}{"no step 3": {task.Single, 3}, "no step 0": {task.Single, 0}, "no step -1": {task.Single, -1}, `unknown mode "both"`: {"both", 1}} {
		if _, err := bakery().Prompt(c.mode, c.step); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
