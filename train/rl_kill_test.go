//go:build unix

package train_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"segue/task/cue"
	"segue/train"
)

// reinforce is the process that trains and is killed.
func reinforce(config, run string) int {
	var c train.RLConfig
	if err := json.Unmarshal([]byte(config), &c); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	if limit := os.Getenv("TRAIN_TEST_LIMIT"); limit != "" {
		if err := limitFiles(limit); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 4
		}
	}
	_, err := train.RL(context.Background(), run, c, train.RLEnvironment{Solver: cue.Solver{}, Progress: func(p train.RLProgress) { fmt.Println(p.Step) }})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// reinforcer prepares that process.
func reinforcer(t testing.TB, c train.RLConfig, run string, environment ...string) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self)
	child.Env = append(append(os.Environ(), environment...), "TRAIN_TEST_RL="+string(text), "TRAIN_TEST_RUN="+run)
	return child
}

// TestKillAndResumeRL kills the training process after some of its steps, when it
// may be drawing, writing or saving, and goes on.
func TestKillAndResumeRL(t *testing.T) {
	t.Parallel()
	c, straight, broken := rlConfig(t), t.TempDir(), t.TempDir()
	c.Curriculum, c.Recipe, c.RecipeSet = "weakest", "ppo", map[string]any{"kl_coef": 0.1, "kl_target": 0.01}
	reinforced(t, straight, c)
	c.SaveEvery = 1
	c.Health.Start = c.Steps + 1 // as a step that looks unwell is not saved
	for _, after := range []string{"0", "3", "5", "10"} {
		child := reinforcer(t, c, broken)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if lines.Text() == after {
				break
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // killed, as it should be
	}
	if s := reinforced(t, broken, c); s.Resumed < 9 {
		t.Errorf("resumed at step %d, killed after 10", s.Resumed)
	}
	compareRL(t, straight, broken)
}
