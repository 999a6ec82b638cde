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

// entry is a line of a journal.
type entry interface {
	at() int // updates done
}

func (m Measure) at() int { return m.Step }

// journal is a file of JSON lines, open for appending.
type journal[E entry] struct{ file *os.File }

// openJournal opens the journal at path and forgets lines of steps after last:
// they were written after the checkpoint that the run goes on from, and will be
// written again. What is kept is returned.
func openJournal[E entry](path string, last int) (*journal[E], []E, error) {
	kept, err := readEntries[E](path, last)
	if err != nil {
		return nil, nil, err
	}
	pending, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o644))
	if err != nil {
		return nil, nil, fmt.Errorf("write records: %w", err)
	}
	defer pending.Cleanup()
	for _, e := range kept {
		if err := writeEntry(pending, e); err != nil {
			return nil, nil, err
		}
	}
	if err := pending.CloseAtomicallyReplace(); err != nil {
		return nil, nil, fmt.Errorf("write records: %w", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("write records: %w", err)
	}
	return &journal[E]{file}, kept, nil
}

// maxEntry bounds a line, in bytes.
const maxEntry = 16 << 20

// readEntries reads the lines of steps up to last. A line that cannot be read
// was being written when the process ended: it and all after it are left out.
func readEntries[E entry](path string, last int) ([]E, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	defer f.Close()
	var kept []E
	s := bufio.NewScanner(f)
	s.Buffer(nil, maxEntry)
	for s.Scan() {
		var e E
		if json.Unmarshal(s.Bytes(), &e) != nil || e.at() > last {
			break
		}
		kept = append(kept, e)
	}
	if err := s.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("read records: %w", err)
	}
	return kept, nil
}

func (j *journal[E]) add(e E) error { return writeEntry(j.file, e) }

func writeEntry[E entry](w io.Writer, e E) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the records of step %d: %w", e.at(), err)
	}
	if _, err := w.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}

// sync brings the lines to the disk.
func (j *journal[E]) sync() error {
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}

func (j *journal[E]) close() error { return j.file.Close() }
