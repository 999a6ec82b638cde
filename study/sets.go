package study

import (
	"path/filepath"

	"segue/task/cue"
)

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
