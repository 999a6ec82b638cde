package study

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"segue/internal/atomicfile"
	"segue/switching"
	"segue/task"
	"segue/task/cue"
	"segue/train"
	"segue/train/rollout"
)

// Score is how a model does on the held-out sets, by name.
type Score struct {
	Sets map[string]SetScore `json:"sets"`
}

// SetScore is how a model does on one set. Numbers are shares, from 0 to 1.
type SetScore struct {
	Tasks      int       `json:"tasks"`
	Steps      float64   `json:"steps"`       // right, of all
	Whole      float64   `json:"whole"`       // tasks with every step right
	Labels     float64   `json:"labels"`      // right, of all
	GivenLabel float64   `json:"given"`       // steps right where the label is
	Copied     float64   `json:"copied"`      // of wrong labels: the skill of another step of the task
	Malformed  float64   `json:"malformed"`   // responses
	Alone      *float64  `json:"alone"`       // steps right when asked alone; nil: not asked
	Length     float64   `json:"length"`      // tokens of a response
	EachSteps  []float64 `json:"each_steps"`  // share of right steps of each task, in the order of the set
	EachLabels []float64 `json:"each_labels"` // share of right labels of each
	EachAlone  []float64 `json:"each_alone"`  // share of right steps of each when asked alone
}

const (
	scoreName = "score.json"
	tableName = "table.json"
)

// score measures a model on every set, unless its file is there.
func (s *session) score(ctx context.Context, model, dir, prompt string, threads int) (Score, error) {
	path := filepath.Join(dir, scoreName)
	var score Score
	if data, err := os.ReadFile(path); err == nil {
		if err := json.Unmarshal(data, &score); err != nil {
			return score, fmt.Errorf("read %s: %w", path, err)
		}
		return score, nil
	}
	score.Sets = map[string]SetScore{}
	for _, name := range []string{setCross, setUnseen, setLonger, setSame} {
		c := s.asked(model)
		c.Prompt, c.EvalTasks, c.EvalSingle, c.Threads = prompt, []string{s.set(name)}, name == setCross, threads
		if name == setLonger {
			c.MaxTokens = longerResponseTokens
		}
		e, outcomes, err := train.Evaluate(ctx, c, train.RLEnvironment{Skills: cue.Skills(), Solver: cue.Solver{}})
		if err != nil {
			return score, fmt.Errorf("measure the model on the set %s: %w", name, err)
		}
		score.Sets[name] = setScore(e, outcomes)
		if name == setCross {
			if err := writeLines(filepath.Join(dir, "outcomes.jsonl"), outcomes); err != nil {
				return score, err
			}
		}
	}
	data, err := json.Marshal(score)
	if err != nil {
		return score, err
	}
	return score, renameio.WriteFile(path, data, 0o644)
}

func setScore(e train.RLEvaluation, outcomes []task.Outcome) SetScore {
	value := func(m interface{ Value() (float64, bool) }) float64 { x, _ := m.Value(); return x }
	c := e.Cross
	score := SetScore{
		Tasks: c.Rollouts, Steps: value(c.StepAccuracy), Whole: value(c.TaskAccuracy), Labels: value(c.LabelAccuracy),
		GivenLabel: value(c.GivenLabel), Copied: value(c.Copied), Malformed: c.Malformed, Length: value(c.Length),
	}
	if x, ok := e.Single.StepAccuracy.Value(); ok {
		score.Alone = &x
	}
	score.EachSteps, score.EachLabels = byTask(outcomes, task.Cross)
	score.EachAlone, _ = byTask(outcomes, task.Single)
	return score
}

// byTask is the share of right steps and of right labels of each task, in the
// order of the outcomes.
func byTask(outcomes []task.Outcome, mode task.Mode) (steps, labels []float64) {
	var last string
	var right, label rollout.Mean
	for _, o := range outcomes {
		if o.Mode != mode {
			continue
		}
		if o.Task != last {
			steps, labels = append(steps, 0), append(labels, 0)
			last, right, label = o.Task, rollout.Mean{}, rollout.Mean{}
		}
		right.Add(o.Score)
		if label.Add(0); o.PredSkill == o.Skill {
			label.Sum++
		}
		steps[len(steps)-1], _ = right.Value()
		labels[len(labels)-1], _ = label.Value()
	}
	return steps, labels
}

// estimate measures the start on the tasks of two steps and writes its table of
// Skill Entropy.
func (s *session) estimate(ctx context.Context, model, dir string, threads int) error {
	path := filepath.Join(dir, tableName)
	if exists(path) {
		return nil
	}
	c := s.asked(model)
	c.EvalTasks, c.Threads = []string{s.set(setTable)}, threads
	_, outcomes, err := train.Evaluate(ctx, c, train.RLEnvironment{Skills: cue.Skills()})
	if err != nil {
		return err
	}
	table, err := tableOf(ctx, outcomes, s.config.Seed)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, table.Write)
}

func tableOf(ctx context.Context, outcomes []task.Outcome, seed uint64) (*switching.Table, error) {
	trials := switching.NewTrials()
	for _, o := range outcomes {
		if err := trials.Add(o); err != nil {
			return nil, err
		}
	}
	table, err := switching.Estimate(ctx, trials, switching.Options{Draws: 200, Seed: seed})
	if err != nil {
		return nil, err
	}
	table.Factorise()
	return table, nil
}
