package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"golang.org/x/sync/errgroup"

	"github.com/google/renameio/v2"

	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// session is one run of a study.
type session struct {
	dir    string
	config Config
	env    Environment
	arms   []Arm
	meter  meter
}

const configName = "study.json"

// claim makes sure that the directory is of this study, whichever arms it has had
// so far, and keeps the settings.
func (s *session) claim() error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return fmt.Errorf("make study: %w", err)
	}
	had, err := readConfig(s.dir)
	had.Arms = s.config.Arms
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !reflect.DeepEqual(had, s.config):
		return fmt.Errorf("%s is of a study with other settings (see %s): choose another directory, or the same settings", s.dir, configName)
	}
	data, err := json.MarshalIndent(s.config, "", "  ")
	if err != nil {
		return fmt.Errorf("make study: %w", err)
	}
	return renameio.WriteFile(filepath.Join(s.dir, configName), append(data, '\n'), 0o644)
}

// readConfig reads the settings of a study that was begun in dir.
func readConfig(dir string) (Config, error) {
	var c Config
	data, err := os.ReadFile(filepath.Join(dir, configName))
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil {
		return c, fmt.Errorf("read study: %w", err)
	}
	return c, nil
}

// The held-out sets, by name.
const (
	setTable  = "table"
	setCross  = "cross"
	setUnseen = "unseen"
	setLonger = "longer"
	setSame   = "same"
	setCurve  = "curve" // the first tasks of cross
)

func (s *session) set(name string) string { return filepath.Join(s.dir, "tasks", name+".jsonl") }

// sets writes the held-out tasks, the same for all starts and arms.
func (s *session) sets() error {
	n := s.config.Sets
	for _, set := range []struct {
		name string
		n    int
		of   cue.Options
	}{
		{setTable, n.Table, cue.Options{Split: cue.Validation, Kind: cue.Cross, Steps: [2]int{2, 2}}},
		{setCross, n.Cross, cue.Options{Split: cue.Test, Kind: cue.Cross, Steps: trainedSteps, Pairs: cue.SeenPairs}},
		{setCurve, min(s.config.Tune.EvalTasks, n.Cross), cue.Options{Split: cue.Test, Kind: cue.Cross, Steps: trainedSteps, Pairs: cue.SeenPairs}},
		{setUnseen, n.Unseen, cue.Options{Split: cue.Test, Kind: cue.Cross, Steps: trainedSteps, Pairs: cue.UnseenPairs}},
		{setLonger, n.Longer, cue.Options{Split: cue.Test, Kind: cue.Cross, Steps: longerSteps, Pairs: cue.SeenPairs}},
		{setSame, n.Same, cue.Options{Split: cue.Test, Kind: cue.Same, Steps: trainedSteps}},
	} {
		if exists(s.set(set.name)) {
			continue
		}
		set.of.Seed = s.config.Seed
		source, err := cue.New(set.of)
		if err != nil {
			return err
		}
		if err := writeLines(s.set(set.name), draw(set.n, source.Task)); err != nil {
			return err
		}
	}
	return nil
}

// begun is a start, ready for arms.
type begun struct {
	number int // from 1
	dir    string
	model  string
	score  Score
}

// starts makes the starts, side by side where there are several.
func (s *session) starts(ctx context.Context) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(s.env.Threads)
	threads := max(1, s.env.Threads/s.config.Starts)
	for i := range s.config.Starts {
		group.Go(func() error {
			if _, err := s.begin(inner, i+1, threads); err != nil {
				return fmt.Errorf("start %d: %w", i+1, err)
			}
			return nil
		})
	}
	return group.Wait()
}

func (s *session) startDir(number int) string {
	return filepath.Join(s.dir, fmt.Sprintf("start-%d", number))
}

// begin trains a start, measures it and estimates its table of Skill Entropy.
func (s *session) begin(ctx context.Context, number, threads int) (begun, error) {
	b := begun{number: number, dir: s.startDir(number)}
	seed := s.config.Seed*1000 + uint64(number)
	progress := func(doing string, share float64) {
		s.meter.report(b.dir, "", fmt.Sprintf("start %d of %d: %s", number, s.config.Starts, doing), share)
	}
	env := s.env.environment()
	env.Progress = func(p train.Progress) { progress("supervised learning", float64(p.Step)/float64(p.Steps)) }
	var err error
	if b.model, err = s.config.Start.learn(ctx, b.dir, seed, threads, env); err != nil {
		return b, err
	}
	progress("measuring", 1)
	if err := s.estimate(ctx, b, threads); err != nil {
		return b, fmt.Errorf("estimate Skill Entropy: %w", err)
	}
	b.score, err = s.score(ctx, b.model, b.dir, barePrompt, threads)
	return b, err
}

// material is what the arms of one seed from one start train on.
type material struct {
	dir   string // of the seed
	start string // directory of the start
	model string
	tasks []task.Task // to train on
	more  []task.Task // of the start's mixture
	seed  uint64
}

// material makes the tasks of a seed, which all arms see in the same order.
func (s *session) material(b begun, seed int) (*material, error) {
	m := &material{start: b.dir, model: b.model, seed: s.config.Seed*1_000_000 + uint64(b.number)*1000 + uint64(seed), dir: filepath.Join(b.dir, fmt.Sprintf("seed-%d", seed))}
	source, err := cue.New(cue.Options{Seed: m.seed, Split: cue.Train, Kind: cue.Cross, Steps: trainedSteps, Pairs: cue.SeenPairs})
	if err != nil {
		return nil, err
	}
	m.tasks = draw(s.config.Tune.Tasks(), source.Task)
	if err := setLevels(m.tasks, filepath.Join(b.dir, tableName)); err != nil {
		return nil, err
	}
	mixture, err := s.config.Start.mixture(m.seed)
	if err != nil {
		return nil, err
	}
	m.more = draw(s.config.Tune.Tasks(), mixture.Task)
	if path := m.path("tasks"); !exists(path) {
		if err := writeLines(path, m.tasks); err != nil {
			return nil, err
		}
	}
	if path := m.path("replay"); !exists(path) {
		replay, err := replayed(m.seed, replayExamples)
		if err != nil {
			return nil, err
		}
		if err := writeLines(path, replay); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// replayExamples are enough for no seed to see one often.
const replayExamples = 5000

// replayed are single items with their right responses.
func replayed(seed uint64, n int) ([]any, error) {
	m, err := singles(seed)
	if err != nil {
		return nil, err
	}
	return lines(draw(n, m.Task), gold), nil
}

func (m *material) path(name string) string { return filepath.Join(m.dir, name+".jsonl") }

// trainAll trains every arm from every start with every seed, as many at the
// same time as there are threads: small models use one each best.
func (s *session) trainAll(ctx context.Context) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(s.env.Threads)
	for number := 1; number <= s.config.Starts; number++ {
		b := begun{number: number, dir: s.startDir(number), model: filepath.Join(s.startDir(number), "sft", "model")}
		for seed := 1; seed <= s.config.Seeds; seed++ {
			m, err := s.material(b, seed)
			if err != nil {
				return fmt.Errorf("make the tasks of seed %d: %w", seed, err)
			}
			for _, a := range s.arms {
				group.Go(func() error {
					if err := s.trainArm(inner, a, m); err != nil {
						return fmt.Errorf("start %d, seed %d, arm %s: %w", number, seed, a.Name, err)
					}
					return nil
				})
			}
		}
	}
	return group.Wait()
}
