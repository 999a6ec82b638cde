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

	"segue/train"
)

// TestMain lets a test run its own program as a process that trains.
func TestMain(m *testing.M) {
	if text := os.Getenv("TRAIN_TEST_RL"); text != "" {
		os.Exit(reinforce(text, os.Getenv("TRAIN_TEST_RUN")))
	}
	if text := os.Getenv("TRAIN_TEST_CONFIG"); text != "" {
		var c train.SFTConfig
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		_, err := train.SFT(context.Background(), os.Getenv("TRAIN_TEST_RUN"), c, train.Environment{
			Progress: func(p train.Progress) { fmt.Println(p.Step) },
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	os.RemoveAll(start.dir) // what tests share; "" is nothing
	os.Exit(code)
}

// TestKillAndResumeGivesTheSameBits kills the training process after its 10th
// update, whose checkpoint it may or may not be writing, and goes on.
func TestKillAndResumeGivesTheSameBits(t *testing.T) {
	c, straight, broken := tinyConfig(t), t.TempDir(), t.TempDir()
	c.SaveEvery = 0
	fit(t, straight, c)
	c.SaveEvery = 1
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), "TRAIN_TEST_CONFIG="+string(text), "TRAIN_TEST_RUN="+broken)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if lines.Text() == "10" {
			break
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // killed, as it should be
	s := fit(t, broken, c)
	if s.Resumed < 9 || s.Resumed > 12 {
		t.Errorf("resumed at update %d, killed after 10", s.Resumed)
	}
	compare(t, straight, broken)
}
