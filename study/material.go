package study

import (
	"fmt"
	"path/filepath"

	"segue/task/cue"
)

// material is what the arms of one seed from one start train on.
type material struct {
	dir     string // of the seed
	start   string // directory of the start
	model   string
	seed    uint64
	tasks   int // to train on, in the file tasks
	mixture cue.Mixture
}

// material makes the tasks and the replay of a seed, which all arms see.
func (s *session) material(start, model string, number, seed int) (*material, error) {
	m := &material{
		dir: filepath.Join(start, fmt.Sprintf("seed-%d", seed)), start: start, model: model,
		seed: s.config.Seed*1_000_000 + uint64(number)*1000 + uint64(seed), tasks: s.config.Tune.Tasks(),
	}
	var err error
	if m.mixture, err = s.config.Start.mixture(m.seed); err != nil {
		return nil, err
	}
	if path := m.path("tasks"); !exists(path) {
		source, err := cue.New(cue.Options{Seed: m.seed, Split: cue.Train, Kind: cue.Cross, Steps: trainedSteps, Pairs: cue.SeenPairs})
		if err != nil {
			return nil, err
		}
		tasks := draw(m.tasks, source.Task)
		if err := setLevels(tasks, filepath.Join(start, tableName)); err != nil {
			return nil, err
		}
		if err := writeLines(path, tasks); err != nil {
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
