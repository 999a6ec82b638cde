package train

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/google/renameio/v2"
)

// Measure is a line of metrics.jsonl: of one update, or of one evaluation.
type Measure struct {
	Kind  string `json:"kind"` // "train" or "eval"
	Step  int    `json:"step"` // updates done
	Epoch int    `json:"epoch"`

	Loss    float64 `json:"loss"`    // nats per learned token
	Targets int     `json:"targets"` // learned tokens that Loss is the mean of

	LearningRate float64 `json:"lr,omitempty"`
	GradientNorm float64 `json:"grad_norm,omitempty"` // before clipping
	Skipped      bool    `json:"skipped,omitempty"`   // the norm was not finite: nothing was changed
	Tokens       int     `json:"tokens,omitempty"`    // that went through the model
	Speed        float64 `json:"tokens_per_s,omitempty"`
}

// Kinds of Measure.
const (
	kindTrain = "train"
	kindEval  = "eval"
)

// journal is metrics.jsonl, open for appending.
type journal struct{ file *os.File }

// openJournal opens the metrics at path and forgets lines of steps after
// last: they were measured after the checkpoint that the run goes on from, and
// will be measured again. What is kept is returned.
func openJournal(path string, last int) (*journal, []Measure, error) {
	kept, err := readMeasures(path, last)
	if err != nil {
		return nil, nil, err
	}
	pending, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o644))
	if err != nil {
		return nil, nil, fmt.Errorf("write metrics: %w", err)
	}
	defer pending.Cleanup()
	for _, m := range kept {
		if err := writeMeasure(pending, m); err != nil {
			return nil, nil, err
		}
	}
	if err := pending.CloseAtomicallyReplace(); err != nil {
		return nil, nil, fmt.Errorf("write metrics: %w", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("write metrics: %w", err)
	}
	return &journal{file}, kept, nil
}

// readMeasures reads the lines of steps up to last. A line that cannot be read
// was being written when the process ended: it and all after it are left out.
func readMeasures(path string, last int) ([]Measure, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	defer f.Close()
	var kept []Measure
	s := bufio.NewScanner(f)
	for s.Scan() {
		var m Measure
		if json.Unmarshal(s.Bytes(), &m) != nil || m.Step > last {
			break
		}
		kept = append(kept, m)
	}
	if err := s.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	return kept, nil
}

func (j *journal) add(m Measure) error { return writeMeasure(j.file, m) }

func writeMeasure(w io.Writer, m Measure) error {
	line, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write metrics of step %d: %w", m.Step, err)
	}
	if _, err := w.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write metrics: %w", err)
	}
	return nil
}

// sync brings the lines to the disk.
func (j *journal) sync() error {
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("write metrics: %w", err)
	}
	return nil
}

func (j *journal) close() error { return j.file.Close() }
