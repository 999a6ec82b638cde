package study

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"segue/task/cue"
	"segue/train"
)

func TestExp(t *testing.T) {
	dir := os.Getenv("EXP")
	if dir == "" {
		t.Skip()
	}
	s := Start{Size: "nano", Steps: 3000, BatchTokens: 3000, LearningRate: 2e-3, Single: .33, Same: .66, Cross: .01}
	fmt.Sscan(os.Getenv("STEPS"), &s.Steps)
	fmt.Sscan(os.Getenv("LR"), &s.LearningRate)
	if x := os.Getenv("SIZE"); x != "" {
		s.Size = x
	}
	rlSteps := 30
	fmt.Sscan(os.Getenv("RL"), &rlSteps)
	begin := time.Now()
	m, err := s.learn(context.Background(), dir, 1, 2, train.Environment{Now: time.Now, Progress: func(p train.Progress) {
		if p.Step%200 == 0 {
			fmt.Println(p.Step, p.Last.Loss, p.Last.Speed, p.Eval, time.Since(begin))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	src, _ := cue.New(cue.Options{Seed: 1, Kind: cue.Cross})
	ev, _ := cue.New(cue.Options{Seed: 2, Kind: cue.Cross, Split: cue.Test})
	same, _ := cue.New(cue.Options{Seed: 2, Kind: cue.Same, Split: cue.Test})
	writeLines(filepath.Join(dir, "train.jsonl"), draw(5000, src.Task))
	writeLines(filepath.Join(dir, "eval.jsonl"), draw(500, ev.Task))
	writeLines(filepath.Join(dir, "same.jsonl"), draw(300, same.Task))
	c := train.RLDefaults()
	c.Model, c.Tasks, c.EvalTasks = m, []string{dir + "/train.jsonl"}, []string{dir + "/eval.jsonl"}
	c.Prompt, c.Chat, c.MaxTokens, c.Prompts, c.Group, c.Steps = "bare", false, 64, 32, 8, rlSteps
	c.LearningRate, c.EvalEvery = 1.5e-4, 0
	begin = time.Now()
	sum, err := train.RL(context.Background(), filepath.Join(dir, "rl-"+fmt.Sprint(time.Now().Unix())), c, train.RLEnvironment{Now: time.Now, Warn: func(e error) { fmt.Println(e) }, Progress: func(p train.RLProgress) {
		if p.Step%5 == 0 && p.Last != nil {
			x, _ := p.Last.StepAccuracy.Value()
			fmt.Println(p.Step, x, p.Last.Seconds, p.Last.Speed, time.Since(begin))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []*train.RLEvaluation{sum.EvalStart, sum.EvalEnd} {
		f := func(m interface{ Value() (float64, bool) }) float64 { x, _ := m.Value(); return x }
		fmt.Printf("single %.3f cross %.3f all %.3f label %.3f given %.3f copied %.3f malformed %.3f places %v\n", f(e.Single.StepAccuracy), f(e.Cross.StepAccuracy), f(e.Cross.TaskAccuracy), f(e.Cross.LabelAccuracy), f(e.Cross.GivenLabel), f(e.Cross.Copied), e.Cross.Malformed, e.Cross.Places)
	}
}
