package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"segue/lm/checkpoint"
	"segue/rl"
	"segue/train/health"
	"segue/train/policy"
)

// rlPosition is the part of a checkpoint that is not tensors.
type rlPosition struct {
	Optimisers policy.Steps    `json:"optimisers"`
	Updates    int             `json:"updates"`
	Recipe     rl.State        `json:"recipe"`
	Curriculum json.RawMessage `json:"curriculum"`
	Health     health.State    `json:"health"`
	Good       int             `json:"good"` // step of the last good checkpoint before; -1: none
}

const rlPositionKey = "rl"

// save writes a checkpoint of the present step, unless there is one, journals first.
func (s *rlSession) save() error {
	if s.saved == s.summary.Step {
		return nil
	}
	if err := s.metrics.sync(); err != nil {
		return err
	}
	if err := s.rollouts.sync(); err != nil {
		return err
	}
	keep := s.config.Keep
	switch last := s.summary.Step == s.summary.Steps; {
	case !s.monitor.Healthy(): // an interrupted run's or the last: it takes no good one's place
		keep = 0
	case keep == 1 && !last: // whether it is good is seen when it draws
		keep = 2
	}
	at, err := json.Marshal(rlPosition{
		Optimisers: s.policy.Steps(), Updates: s.updates, Recipe: s.state, Curriculum: s.picker.State(), Health: s.monitor.State(), Good: s.good,
	})
	if err != nil {
		return fmt.Errorf("save checkpoint: %w", err)
	}
	_, err = checkpoint.SaveTraining(filepath.Join(s.dir, checkpointsName), checkpoint.State{
		Step: int64(s.summary.Step), Tensors: s.policy.Tensors(), Metadata: map[string]json.RawMessage{rlPositionKey: at},
		Beside: beside(s.loaded, s.adapters, s.config.Model),
	}, keep)
	if err == nil {
		s.saved = s.summary.Step
	}
	return err
}

// resume goes to where the newest checkpoint stands, and opens the journals.
func (s *rlSession) resume() error {
	t, err := checkpoint.LatestTraining(filepath.Join(s.dir, checkpointsName), s.env.Warn)
	if err != nil {
		return err
	}
	if t != nil {
		if err := s.restore(t); err != nil {
			return fmt.Errorf("resume from %s: %w", t.Path, err)
		}
	}
	lines, kept, err := openJournal[rlEntry](filepath.Join(s.dir, metricsName), s.summary.Step)
	if err != nil {
		return err
	}
	s.metrics = lines
	for _, e := range kept {
		s.count(e)
	}
	if s.rollouts, _, err = openJournal[sampleLine](filepath.Join(s.dir, rolloutsName), s.summary.Step); err != nil {
		return errors.Join(err, s.metrics.close())
	}
	return nil
}

func (s *rlSession) restore(t *checkpoint.Training) error {
	var at rlPosition
	if err := json.Unmarshal(t.Metadata[rlPositionKey], &at); err != nil {
		return err
	}
	if t.Step > int64(s.summary.Steps) {
		return fmt.Errorf("it is beyond the %d steps of this training", s.summary.Steps)
	}
	if err := s.policy.Restore(t, at.Optimisers); err != nil {
		return err
	}
	if err := s.picker.Restore(at.Curriculum); err != nil {
		return err
	}
	if err := s.monitor.Restore(at.Health); err != nil {
		return err
	}
	if err := at.Recipe.Validate(s.config.Recipe); err != nil {
		return err
	}
	s.state, s.updates, s.good = at.Recipe, at.Updates, at.Good
	s.summary.Step, s.summary.Resumed, s.saved = int(t.Step), int(t.Step), int(t.Step)
	return s.publish()
}
