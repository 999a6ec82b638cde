package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"

	"segue/lm/checkpoint"
)

// position is the part of a checkpoint that is not tensors.
type position struct {
	OptimizerSteps int64 `json:"optimizer_steps"`
	Skipped        int   `json:"skipped"` // updates in a row without a finite gradient
}

const positionKey = "sft"

// save writes a checkpoint of the present step, metrics first.
func (s *session) save() error {
	if err := s.journal.sync(); err != nil {
		return err
	}
	tensors, steps := s.learner.state()
	at, err := json.Marshal(position{OptimizerSteps: steps, Skipped: s.skipped})
	if err != nil {
		return err
	}
	_, err = checkpoint.SaveTraining(filepath.Join(s.dir, checkpointsName), checkpoint.State{
		Step: int64(s.summary.Step), Tensors: tensors, Metadata: map[string]json.RawMessage{positionKey: at}, Beside: s.beside,
	}, s.config.Keep)
	return err
}

// beside makes a checkpoint's folder a model, or adapters, that other programs open.
func (s *session) beside(folder string) error {
	if s.learner.adapters != nil {
		return s.adapter().WriteConfig(folder)
	}
	return checkpoint.Model{Parameters: s.loaded.Parameters, Tokenizer: s.loaded.Tokenizer, Generation: s.loaded.Generation}.
		WriteMaterial(folder, checkpoint.Full)
}

func (s *session) adapter() checkpoint.Adapter {
	a := s.learner.adapters
	return checkpoint.Adapter{Rank: a.Rank, Alpha: a.Alpha, Targets: a.Targets, Base: s.config.Model, Tensors: checkpoint.Tensors(a.Specs, a.Values)}
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
		if err := s.learner.restore(t, at.OptimizerSteps); err != nil {
			return err
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
	s.journal, kept, err = openJournal(filepath.Join(s.dir, metricsName), s.summary.Step)
	return kept, err
}

// sumParameters is the SHA-256 of numbers, little-endian.
func sumParameters(values []float32) (string, error) {
	sum := sha256.New()
	buffer := make([]byte, 0, 1<<16)
	for i, x := range values {
		buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(x))
		if len(buffer) == cap(buffer) || i == len(values)-1 {
			if _, err := sum.Write(buffer); err != nil {
				return "", err
			}
			buffer = buffer[:0]
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
