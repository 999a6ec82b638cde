package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"segue/lm/chat"
)

// Record is one line of training data: a conversation, a text to complete, or
// one of which parts are learned.
type Record struct {
	Messages   []chat.Message // a conversation, written out by the chat template; or
	Prompt     string         // a text, and
	Completion string         // how it goes on; or
	Parts      []Part         // a text of which parts are learned
}

// Form is a way in which data files write a record.
type Form struct {
	Name   string
	Doc    string                                           // one sentence
	Fields []string                                         // the fields that a line of this form has
	Read   func(map[string]json.RawMessage) (Record, error) // the line has all Fields
}

var forms = map[string]Form{}

// Register adds a form; it panics on an incomplete or taken one.
func Register(f Form) {
	if f.Name == "" || f.Doc == "" || len(f.Fields) == 0 || f.Read == nil {
		panic(fmt.Sprintf("train: the form %q is incomplete", f.Name))
	}
	if _, taken := forms[f.Name]; taken {
		panic("train: form " + f.Name + " is registered twice")
	}
	forms[f.Name] = f
}

// Forms lists all forms by name.
func Forms() []Form {
	all := make([]Form, 0, len(forms))
	for _, f := range forms {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b Form) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func init() {
	Register(Form{Name: "messages", Doc: "a conversation; the assistant's messages are learned", Fields: []string{"messages"},
		Read: func(m map[string]json.RawMessage) (r Record, err error) {
			r.Messages, err = readMessages(m["messages"])
			if err == nil && len(r.Messages) == 0 {
				err = errors.New("there are no messages")
			}
			return r, err
		}})
	Register(Form{Name: "completion", Doc: "a text and how it goes on; the completion is learned", Fields: []string{"prompt", "completion"},
		Read: func(m map[string]json.RawMessage) (r Record, err error) {
			return r, texts(m, map[string]*string{"prompt": &r.Prompt, "completion": &r.Completion})
		}})
	Register(Form{Name: "text", Doc: "a text that is learned from its start", Fields: []string{"text"},
		Read: func(m map[string]json.RawMessage) (r Record, err error) {
			return r, texts(m, map[string]*string{"text": &r.Completion})
		}})
	Register(Form{Name: "item", Doc: "a question and its reference, as segue skills sample prints", Fields: []string{"question", "reference"},
		Read: func(m map[string]json.RawMessage) (Record, error) {
			var question, reference string
			err := texts(m, map[string]*string{"question": &question, "reference": &reference})
			return Record{Messages: []chat.Message{{Role: "user", Content: question}, {Role: "assistant", Content: reference}}}, err
		}})
}

func texts(m map[string]json.RawMessage, into map[string]*string) error {
	for name, text := range into {
		if err := json.Unmarshal(m[name], text); err != nil {
			return fmt.Errorf("%q is not a text: %w", name, err)
		}
	}
	return nil
}

// parseRecord reads one line in whichever form has its fields.
func parseRecord(line []byte) (Record, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return Record{}, fmt.Errorf("not a JSON object: %w", err)
	}
	for _, f := range Forms() {
		if !slices.ContainsFunc(f.Fields, func(name string) bool { return fields[name] == nil }) {
			return f.Read(fields)
		}
	}
	var known []string
	for _, f := range Forms() {
		known = append(known, strings.Join(f.Fields, " and "))
	}
	return Record{}, fmt.Errorf("it has none of the fields %s", strings.Join(known, "; "))
}

// maxRecord bounds a line of training data, in bytes.
const maxRecord = 16 << 20

// ReadRecords reads the JSONL file at path. A line that is no record is an
// error that says which; nothing is left out in silence.
func ReadRecords(path string) ([]Record, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("training data %s does not exist", path)
	}
	if err != nil {
		return nil, fmt.Errorf("read training data: %w", err)
	}
	defer f.Close()
	records, err := readRecords(f)
	if err != nil {
		return nil, fmt.Errorf("read training data %s: %w", path, err)
	}
	return records, nil
}

func readRecords(r io.Reader) ([]Record, error) {
	var records []Record
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<16), maxRecord)
	line := 0
	for s.Scan() {
		line++
		text := bytes.TrimSpace(s.Bytes())
		if len(text) == 0 {
			continue
		}
		record, err := parseRecord(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		records = append(records, record)
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than %d bytes", line+1, maxRecord)
	}
	if s.Err() != nil {
		return nil, s.Err()
	}
	if len(records) == 0 {
		return nil, errors.New("it holds no records")
	}
	return records, nil
}
