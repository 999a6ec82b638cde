package train

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"segue/lm/checkpoint"
	"segue/train/policy"
)

// position is the part of a checkpoint that is not tensors.
type position struct {
	Updates policy.Steps `json:"updates"`
	Skipped int          `json:"skipped"` // updates in a row without a finite gradient
}

const positionKey = "sft"

// save writes a checkpoint of the present step, metrics first.
func (s *session) save() error {
	if err := s.journal.sync(); err != nil {
		return err
	}
	at, err := json.Marshal(position{Updates: s.learner.policy.Steps(), Skipped: s.skipped})
	if err != nil {
		return err
	}
	_, err = checkpoint.SaveTraining(filepath.Join(s.dir, checkpointsName), checkpoint.State{
		Step: int64(s.summary.Step), Tensors: s.learner.policy.Tensors(), Metadata: map[string]json.RawMessage{positionKey: at}, Beside: beside(s.loaded, s.learner.adapters, s.config.Model),
	}, s.config.Keep)
	return err
}

// resume goes to where the newest checkpoint stands, and opens the metrics.
func (s *session) resume() error {
	t, err := checkpoint.LatestTraining(filepath.Join(s.dir, checkpointsName), s.env.Warn)
	if err != nil {
		return err
	}
	if t != nil {
		var at position
		if err := json.Unmarshal(t.Metadata[positionKey], &at); err != nil {
			return fmt.Errorf("resume from %s: %w", t.Path, err)
		}
		if t.Step > int64(s.summary.Steps) {
			return fmt.Errorf("resume from %s: it is beyond the %d updates of this training", t.Path, s.summary.Steps)
		}
		if err := s.learner.policy.Restore(t, at.Updates); err != nil {
			return fmt.Errorf("resume: %w", err)
		}
		s.summary.Step, s.summary.Resumed, s.skipped = int(t.Step), int(t.Step), at.Skipped
	}
	kept, err := s.openJournal()
	for _, m := range kept {
		s.count(m)
	}
	return err
}

func (s *session) openJournal() (kept []Measure, err error) {
	s.journal, kept, err = openJournal[Measure](filepath.Join(s.dir, metricsName), s.summary.Step)
	return kept, err
}
