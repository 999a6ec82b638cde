package report_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	_ "segue/rl/recipes"
	"segue/study"
	"segue/task"
	"segue/task/cue"
)

// recorded is a study of known figures: how many points its arms are ahead of
// answer in steps, and the half width of every interval.
type recorded struct {
	starts, seeds int
	arms          map[string]float64 // share of right steps
	order         []string
}

const half = 0.02 // of every interval

var usual = recorded{starts: 2, seeds: 2, order: []string{"answer", "paper", "placebo", "answer-step", "step", "sft-gold"},
	arms: map[string]float64{"answer": 0.50, "paper": 0.51, "placebo": 0.505, "answer-step": 0.535, "step": 0.56, "sft-gold": 0.47}}

const tasksOfSet = 40

// result is what such a study hands to a report.
func (f recorded) result() *study.Result {
	r := &study.Result{Config: study.Demo(study.DemoMinutes, 7)}
	r.Config.Starts, r.Config.Seeds, r.Config.Arms = f.starts, f.seeds, f.order
	for range f.starts {
		r.Starts = append(r.Starts, study.StartResult{Score: startScore(), Levels: []study.LevelResult{
			{Level: "low", Tasks: 14, SkE: 1.1, Alone: 0.92, Within: 0.49, Labels: 0.55},
			{Level: "medium", Tasks: 13, SkE: 1.6, Alone: 0.91, Within: 0.37, Labels: 0.45},
			{Level: "high", Tasks: 13, SkE: 2.4, Alone: 0.90, Within: 0.30, Labels: 0.35},
		}})
	}
	r.Start, r.Gap = map[string]study.Estimate{}, about(0.5)
	for i, x := range []float64{0.4, 0, 0.45, 0.49, 0.37, 0.30, 0.38, 0.2, 0.6, 0.9} {
		r.Start[study.Metrics[i].Name] = about(x)
	}
	for _, name := range f.order {
		a, err := study.Lookup(name)
		if err != nil {
			panic(err)
		}
		arm := study.ArmResult{Name: name, Doc: a.Doc, Uses: a.Uses, Metrics: map[string]study.Estimate{}, Gain: map[string]study.Estimate{}}
		leads := len(f.order) > 1
		for _, other := range f.order {
			leads = leads && (other == name || f.arms[name]-f.arms[other] > half)
		}
		for i, m := range study.Metrics {
			if leads {
				arm.Leads = append(arm.Leads, m.Name)
			}
			x := f.arms[name] - 0.01*float64(i)
			arm.Metrics[m.Name], arm.Gain[m.Name] = about(x), about(x-[]float64{0.4, 0, 0.45, 0.49, 0.37, 0.30, 0.38, 0.2, 0.6, 0.9}[i])
		}
		r.Arms = append(r.Arms, arm)
	}
	for _, against := range []string{"answer", "paper", "grpo"} {
		for _, name := range f.order {
			if _, ok := f.arms[against]; !ok || name == against {
				continue
			}
			p := study.Pair{Arm: name, Against: against, Difference: map[string]study.Estimate{}, Tests: map[string]study.Test{}, Wins: map[string]int{}, Runs: f.starts * f.seeds}
			for _, m := range study.Metrics {
				d := f.arms[name] - f.arms[against]
				p.Difference[m.Name] = about(d)
				if p.Runs > 1 {
					p.Tests[m.Name] = study.Test{Runs: 0.125, Holm: 0.625, Starts: 0.5}
				}
				if d > 0 {
					p.Wins[m.Name] = p.Runs
				}
			}
			r.Pairs = append(r.Pairs, p)
		}
	}
	return r
}

// nothing is the number of what was not measured.
func nothing() float64 { return math.NaN() }

func about(x float64) study.Estimate { return study.Estimate{Mean: x, Lo: x - half, Hi: x + half} }

// startScore is a start that is right alone in 9 of 10, in chains of one skill in
// 6 of 10 and in tasks that switch in 4 of 10.
func startScore() study.Score {
	every := func(x float64) []float64 {
		all := make([]float64, tasksOfSet)
		for i := range all {
			all[i] = x
		}
		all[0], all[1] = x-0.1, x+0.1
		return all
	}
	return study.Score{Sets: map[string]study.SetScore{
		"cross":  {EachSteps: every(0.4), EachLabels: every(0.45), EachAlone: every(0.9)},
		"unseen": {EachSteps: every(0.38)}, "longer": {EachSteps: every(0.2)}, "same": {EachSteps: every(0.6)},
	}}
}

// write leaves the files of the study in a new directory.
func (f recorded) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	source, err := cue.New(cue.Options{Seed: 3, Split: cue.Test, Steps: [2]int{2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	var tasks []task.Task
	for i := range tasksOfSet {
		tasks = append(tasks, source.Task(i))
	}
	for start := range f.starts {
		at := filepath.Join(dir, fmt.Sprintf("start-%d", start+1))
		put(t, filepath.Join(at, "outcomes.jsonl"), outcomes(tasks, 2))
		for seed := range f.seeds {
			run := filepath.Join(at, fmt.Sprintf("seed-%d", seed+1))
			put(t, filepath.Join(run, "tasks.jsonl"), tasks)
			for i, name := range f.order {
				put(t, filepath.Join(run, name, "outcomes.jsonl"), outcomes(tasks, 3+i))
				if name != "sft-gold" {
					put(t, filepath.Join(run, name, "metrics.jsonl"), metrics(f.arms[name]+0.01*float64(seed)))
					put(t, filepath.Join(run, name, "rollouts.jsonl"), rollouts(tasks, name == "answer"))
				}
			}
		}
	}
	return dir
}

// outcomes are right alone but for every ninth, and within tasks but for one of
// every few.
func outcomes(tasks []task.Task, every int) []task.Outcome {
	var all []task.Outcome
	for i, x := range tasks {
		for k, s := range x.Steps {
			o := task.Outcome{Task: x.ID, Step: s.N, Model: "m", Skill: s.Skill, Status: task.Scored}
			o.Mode, o.Score = task.Single, 1
			if (i+k)%9 == 0 {
				o.Score = 0
			}
			all = append(all, o)
			o.Mode, o.Score = task.Cross, 1
			if (i+k)%every == 0 {
				o.Score = 0
			}
			all = append(all, o)
		}
	}
	return all
}

type object = map[string]any

func mean(x float64) object { return object{"mean": x, "n": 10} }

// metrics rise from 0.4 to an end.
func metrics(end float64) []object {
	var all []object
	for step := 0; step <= 100; step += 4 {
		x := 0.4 + (end-0.4)*float64(step)/100
		all = append(all, object{"kind": "rl", "step": step, "train": object{
			"reward": mean(x), "entropy": object{"tokens": 100, "mean": 0.5 - 0.3*x}, "seconds": object{"draw": 1.5, "learn": 0.5}}})
		if step%20 == 0 {
			all = append(all, object{"kind": "eval", "step": step, "eval": object{"cross": object{"step_accuracy": mean(x), "label_accuracy": mean(x + 0.1)}}})
		}
	}
	return all
}

// rollouts are two responses to each of eight tasks; wrong ones name another
// skill, and the last is malformed.
func rollouts(tasks []task.Task, wrong bool) []object {
	var all []object
	for i, x := range tasks[:8] {
		var steps []object
		for _, s := range x.Steps {
			step := object{"step": s.N, "skill": s.Skill, "gold": s.Skill, "label": "as needed", "score": 1}
			if wrong {
				step["skill"], step["label"], step["score"] = "math/other", "Math, Other", 0
			}
			steps = append(steps, step)
		}
		reward := object{"status": "scored", "steps": steps}
		if i == 7 {
			reward = object{"status": "malformed", "reason": "the answer is not closed", "steps": []object{}}
		}
		for sample := range 2 {
			all = append(all, object{"step": i + 1, "task": x.ID, "sample": sample, "prompt": x.BarePrompt(), "response": cue.Gold(x), "reward": reward})
		}
	}
	return all
}

func put[T any](t *testing.T, path string, values []T) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := task.WriteJSONL(f, values); err != nil {
		t.Fatal(err)
	}
}
