package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"segue/task"
)

// Results is everything a run has measured of one model.
type Results struct {
	Dir    string
	Config Config
	Model  string
	Tasks  []task.Task
	// Outcomes of the model, in no particular order.
	Outcomes []Graded
	Usage    []Usage
	Failures map[string]int // units that could not be drawn, by class of error
}

// Load reads the results of a run, one for each of its models, or of the named
// model alone.
func Load(ctx context.Context, dir, model string) ([]Results, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	db, err := openExisting(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	tasks, err := db.tasks(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the tasks of run %s: %w", dir, err)
	}
	usage, err := db.usage(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the usage of run %s: %w", dir, err)
	}
	byModel := map[string]*Results{}
	var out []*Results
	for _, m := range c.Models {
		if model != "" && m != model {
			continue
		}
		failures, err := db.failures(ctx, m)
		if err != nil {
			return nil, fmt.Errorf("read the failures of run %s: %w", dir, err)
		}
		r := &Results{Dir: dir, Config: c, Model: m, Tasks: tasks, Failures: failures}
		for _, u := range usage {
			if u.Model == m {
				r.Usage = append(r.Usage, u)
			}
		}
		byModel[m] = r
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("run %s has no model %q; it has %v", dir, model, c.Models)
	}
	err = db.outcomes(ctx, func(g Graded) error {
		if r := byModel[g.Model]; r != nil {
			r.Outcomes = append(r.Outcomes, g)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the outcomes of run %s: %w", dir, err)
	}
	results := make([]Results, len(out))
	for i, r := range out {
		results[i] = *r
	}
	return results, nil
}

// EachOutcome hands the outcomes of a run to use.
func EachOutcome(ctx context.Context, dir string, use func(Graded) error) error {
	db, err := openExisting(ctx, dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.outcomes(ctx, use); err != nil {
		return fmt.Errorf("read the outcomes of run %s: %w", dir, err)
	}
	return nil
}

// Spent is what a run directory has cost so far; nothing where there is none.
func Spent(ctx context.Context, dir string) (cost float64, tokens int64, err error) {
	if _, err := ReadConfig(dir); err != nil {
		if _, statErr := os.Stat(filepath.Join(dir, configFile)); errors.Is(statErr, fs.ErrNotExist) {
			return 0, 0, nil
		}
		return 0, 0, err
	}
	db, err := openStore(ctx, dir)
	if err != nil {
		return 0, 0, err
	}
	defer db.Close()
	usage, err := db.usage(ctx)
	for _, u := range usage {
		cost += u.Cost
		tokens += u.PromptTokens + u.CompletionTokens
	}
	return cost, tokens, err
}
