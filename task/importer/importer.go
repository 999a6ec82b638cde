// Package importer reads foreign data sets as tasks: the released Skill²-Bench
// files and the question–answer sets that its skills were seeded from.
//
// A file is a JSON array, JSONL or Parquet; a Shape says how one of its records
// becomes a task of one step or several, with a typed answer that the graders
// decide. Files are taken for broken or hostile: sizes, depths and counts are
// bounded, a record that cannot be used is named by its number and left out,
// and the others are kept.
package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"segue/task"
)

// Bounds on files; a text over one is refused with an error that names it.
const (
	MaxFile    = 2 << 30   // bytes of a file
	MaxRecord  = 64 << 20  // bytes of one record
	MaxRecords = 5_000_000 // records of one file
	maxWrapped = 256 << 20 // bytes of an object that wraps a file's records
	maxDepth   = 64        // nested arrays and objects of a record
	maxText    = 8 << 20   // bytes of one text that a task keeps
	maxID      = 200       // bytes of a record's own id
)

// Options say how files are read.
type Options struct {
	// Shape names the shape of all files; empty finds it out file by file.
	Shape string
	// Limit is the most tasks that are read over all files; 0 reads them all.
	Limit int
	// Split is put into every id, so that the splits of a data set stay apart.
	// A record whose own field "split" names another is passed over.
	Split string
	// QuestionField, AnswerField and Kind are for the shape qa: where the
	// question and the answer stand and what type the answer has. Empty takes
	// the usual names and guesses the type from the value.
	QuestionField, AnswerField string
	Kind                       task.Kind
}

// BadRecord is a record that could not be used.
type BadRecord struct {
	Number int // from 1
	Err    error
}

// Error names the record.
func (b BadRecord) Error() string { return fmt.Sprintf("record %d: %v", b.Number, b.Err) }

// Unwrap gives the reason.
func (b BadRecord) Unwrap() error { return b.Err }

// maxNamed is how many bad records of a file are kept with their reasons.
const maxNamed = 1000

// BadRecords are the records of a file that were left out; the others were kept.
type BadRecords struct {
	Total int
	Named []BadRecord // the first ones
}

// Error names the first few records.
func (b BadRecords) Error() string {
	const show = 5
	texts := make([]string, 0, show+1)
	for i, r := range b.Named {
		if i == show {
			break
		}
		texts = append(texts, r.Error())
	}
	if b.Total > len(texts) {
		texts = append(texts, fmt.Sprintf("and %d more", b.Total-len(texts)))
	}
	return fmt.Sprintf("%d bad records left out: %s", b.Total, strings.Join(texts, "; "))
}

// Summary counts what was read.
type Summary struct {
	Tasks  int            `json:"tasks"`
	Steps  int            `json:"steps"`
	Shapes map[string]int `json:"shapes"` // tasks by shape
	Bad    int            `json:"bad"`    // records left out
	// Notes counts what was left out of tasks that were kept, by reason.
	Notes map[string]int `json:"notes,omitempty"`
}

// Importer reads files one after another into one benchmark; an id that an
// earlier record has is refused.
type Importer struct {
	o       Options
	seen    map[string]place
	summary Summary
}

// place is where an id was read first.
type place struct {
	file   string
	number int
}

// New checks the options.
func New(o Options) (*Importer, error) {
	if o.Shape != "" {
		if _, err := Lookup(o.Shape); err != nil {
			return nil, err
		}
	}
	if o.Kind != "" && !slices.Contains(task.Kinds(), o.Kind) {
		return nil, fmt.Errorf("unknown answer kind %q; the kinds are %v", o.Kind, task.Kinds())
	}
	if o.Limit < 0 {
		return nil, fmt.Errorf("the limit is at least 0, not %d", o.Limit)
	}
	return &Importer{o: o, seen: map[string]place{}, summary: Summary{Shapes: map[string]int{}, Notes: map[string]int{}}}, nil
}

// Summary counts what was read so far.
func (im *Importer) Summary() Summary {
	s := im.summary
	s.Shapes, s.Notes = maps.Clone(s.Shapes), maps.Clone(s.Notes)
	return s
}

// errEnough ends the reading of a file that has given enough.
var errEnough = errors.New("enough records")

// Read reads a file and hands its tasks to use in order. Name is the file's
// name, which may tell the level and the split. Records that cannot be used
// come back as a BadRecords error after everything else was read; any other
// error, also one of use, stops at once.
func (im *Importer) Read(ctx context.Context, name string, r io.Reader, use func(task.Task) error) error {
	if im.full() {
		return nil
	}
	var bad BadRecords
	shape := im.o.Shape
	number := 0
	err := readRecords(r, func(raw rawRecord) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if number++; number > MaxRecords {
			return fmt.Errorf("the file has more than %d records", MaxRecords)
		}
		t, from, err := im.task(name, number, raw, &shape)
		if err != nil {
			im.summary.Bad++
			if bad.Total++; len(bad.Named) < maxNamed {
				bad.Named = append(bad.Named, BadRecord{number, err})
			}
			return nil
		}
		if t == nil {
			return nil
		}
		im.summary.Tasks++
		im.summary.Steps += len(t.Steps)
		im.summary.Shapes[from]++
		if err := use(*t); err != nil {
			return err
		}
		if im.full() {
			return errEnough
		}
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return err
	case bad.Total > 0:
		return bad
	case number == 0:
		return errors.New("the file holds no record")
	}
	return nil
}

func (im *Importer) full() bool { return im.o.Limit > 0 && im.summary.Tasks >= im.o.Limit }

// task turns a record into a task, or nil for a record of another split. The
// first record that can be told decides the shape of the file.
func (im *Importer) task(file string, number int, raw rawRecord, shape *string) (*task.Task, string, error) {
	r, err := newRecord(file, number, raw)
	if err != nil {
		return nil, "", err
	}
	if *shape == "" {
		found, err := detect(r, im.o)
		if err != nil {
			return nil, "", err
		}
		*shape = found
	}
	s := shapes[*shape]
	if im.o.Split != "" && r.Has("split") && !strings.EqualFold(r.Text("split"), im.o.Split) {
		return nil, "", nil
	}
	t, err := im.convert(s, r)
	if err != nil {
		return nil, "", err
	}
	if first, twice := im.seen[t.ID]; twice {
		if first.file == file {
			return nil, "", fmt.Errorf("id %s is that of record %d already", t.ID, first.number)
		}
		return nil, "", fmt.Errorf("id %s is that of record %d of %s already", t.ID, first.number, first.file)
	}
	im.seen[t.ID] = place{file, number}
	for _, note := range r.notes {
		im.summary.Notes[note]++
	}
	return &t, s.Name, nil
}

// convert applies the shape and completes the task: id, numbers of steps, the
// fields that the shape did not use.
func (im *Importer) convert(s Shape, r *Record) (task.Task, error) {
	own := r.ownID()
	t, err := s.Task(r, im.o)
	if err == nil {
		err = r.err
	}
	if err != nil {
		return task.Task{}, err
	}
	parts := []string{s.Name, im.o.Split, string(t.Level), own}
	t.ID = strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "/")
	for i := range t.Steps {
		step := &t.Steps[i]
		step.N = i + 1
		if step.Standalone == "" {
			step.Standalone = step.Question
		}
		if step.Skill == "" {
			step.Skill = unlabelledID(step.Domain)
		}
	}
	t.Extra = r.Rest()
	if err := t.Validate(); err != nil {
		return task.Task{}, err
	}
	return fit(t, r)
}

// fit keeps a task within the longest line that is read back; fields that no
// grader needs go first.
func fit(t task.Task, r *Record) (task.Task, error) {
	size, err := lineSize(t)
	if err != nil || size < task.MaxLine {
		return t, err
	}
	t.Extra = nil
	r.Note("further fields left out, since the task was too long with them")
	if size, err = lineSize(t); err == nil && size >= task.MaxLine {
		err = fmt.Errorf("the task has %d bytes, more than the %d of a line", size, task.MaxLine)
	}
	return t, err
}

func lineSize(t task.Task) (int, error) {
	line, err := json.Marshal(t)
	if err != nil {
		return 0, fmt.Errorf("write the task: %w", err)
	}
	return len(line) + 1, nil
}
