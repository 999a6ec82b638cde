package importer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"segue/task"
)

// rawRecord is a record as it stands in a file.
type rawRecord struct {
	key  string // its name in an object of records, else empty
	data []byte // JSON text
	err  error  // why it cannot be used
}

// Record is the fields of one record. Reading a field marks it as used; those
// that no one reads are kept as the task's further fields. A field of a wrong
// type is remembered and fails the record after the shape is done with it.
type Record struct {
	file   string
	key    string
	number int
	digest [sha256.Size]byte
	values map[string]json.RawMessage // by folded name
	names  map[string]string          // folded name to name
	used   map[string]bool
	notes  []string
	err    error
}

func newRecord(file string, number int, raw rawRecord) (*Record, error) {
	if raw.err != nil {
		return nil, raw.err
	}
	if len(raw.data) > MaxRecord {
		return nil, fmt.Errorf("the record has %d bytes, more than %d", len(raw.data), MaxRecord)
	}
	r, err := fieldsOf(raw.data)
	if err != nil {
		return nil, err
	}
	r.file, r.key, r.number, r.digest = filepath.Base(file), raw.key, number, sha256.Sum256(raw.data)
	return r, nil
}

// fieldsOf reads a JSON object.
func fieldsOf(data []byte) (*Record, error) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' {
		return nil, fmt.Errorf("the record is %s, not an object", jsonType(data))
	}
	if depth(data) > maxDepth {
		return nil, fmt.Errorf("the record is nested deeper than %d", maxDepth)
	}
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &values); err != nil {
		if bytes.Contains(data, []byte("NaN")) || bytes.Contains(data, []byte("Infinity")) {
			return nil, fmt.Errorf("the record is no JSON, which has no NaN and no Infinity: %w", err)
		}
		return nil, fmt.Errorf("the record is no JSON: %w", err)
	}
	r := &Record{values: map[string]json.RawMessage{}, names: map[string]string{}, used: map[string]bool{}}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		folded := foldName(name)
		if _, twice := r.names[folded]; !twice {
			r.names[folded], r.values[folded] = name, values[name]
		}
	}
	return r, nil
}

// foldName drops case and writes dashes and blanks as underscores.
func foldName(name string) string { return foldMarks.Replace(strings.ToLower(name)) }

var foldMarks = strings.NewReplacer("-", "_", " ", "_")

// jsonType says in words what a JSON text is.
func jsonType(data []byte) string {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return "empty"
	}
	switch data[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return "a number"
	}
	return "no JSON value"
}

// fail remembers the first fault of the record.
func (r *Record) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// Note says what was left out of a task that is kept; notes are counted.
func (r *Record) Note(text string) {
	if !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
}

// Has says whether the record has one of the fields and it is not null or
// empty. It does not mark the field as used.
func (r *Record) Has(names ...string) bool { return r.find(names) != "" }

// HasAll says whether the record has every field.
func (r *Record) HasAll(names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !r.Has(n) })
}

// keep leaves fields that were read among the further fields of the task.
func (r *Record) keep(names ...string) {
	for _, name := range names {
		delete(r.used, foldName(name))
	}
}

// find is the folded name of the first field that has a value.
func (r *Record) find(names []string) string {
	for _, name := range names {
		switch folded := foldName(name); string(bytes.TrimSpace(r.values[folded])) {
		case "", "null", `""`, "[]", "{}":
		default:
			return folded
		}
	}
	return ""
}

// Raw is the JSON text of the first of the fields that has a value, or nil.
func (r *Record) Raw(names ...string) json.RawMessage {
	name := r.find(names)
	if name == "" {
		return nil
	}
	r.used[name] = true
	return r.values[name]
}

// Text is the first of the fields that has a value, as a text: numbers, true
// and false are given as they are written.
func (r *Record) Text(names ...string) string {
	raw := r.Raw(names...)
	if raw == nil {
		return ""
	}
	text, err := textOf(raw)
	if err != nil {
		r.fail("field %s: %w", r.names[r.find(names)], err)
	}
	return text
}

// Need is like Text and fails the record where no field has a value.
func (r *Record) Need(names ...string) string {
	text := r.Text(names...)
	if strings.TrimSpace(text) == "" {
		r.fail("there is no %s", names[0])
	}
	return text
}

// List is the elements of the first of the fields that has a value; a text that
// holds a JSON array is read as one.
func (r *Record) List(names ...string) []json.RawMessage {
	raw := unwrapText(r.Raw(names...))
	if raw == nil {
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		r.fail("field %s is %s, not an array", r.names[r.find(names)], jsonType(raw))
	}
	return list
}

// Texts is like List for texts.
func (r *Record) Texts(names ...string) []string {
	list := r.List(names...)
	texts := make([]string, len(list))
	for i, raw := range list {
		var err error
		if texts[i], err = textOf(raw); err != nil {
			r.fail("field %s, element %d: %w", r.names[r.find(names)], i+1, err)
		}
	}
	return texts
}

// textOf reads a JSON scalar as a text.
func textOf(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) > maxText {
		return "", fmt.Errorf("the text has %d bytes, more than %d", len(raw), maxText)
	}
	switch {
	case len(raw) == 0:
		return "", nil
	case raw[0] == '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case raw[0] == '{', raw[0] == '[', raw[0] == 'n':
		return "", fmt.Errorf("it is %s, not a text", jsonType(raw))
	}
	return string(raw), nil
}

// unwrapText gives the array or object that stands as JSON inside a text.
func unwrapText(raw json.RawMessage) json.RawMessage {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return raw
	}
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{") {
		if inner := []byte(s); depth(inner) <= maxDepth && json.Valid(inner) {
			return inner
		}
	}
	return raw
}

// ownID is the record's id, or a hash of its content.
func (r *Record) ownID() string {
	if r.key != "" && len(r.key) <= maxID {
		return r.key
	}
	for _, name := range idFields {
		raw := r.values[name]
		text, err := textOf(raw)
		if text = strings.TrimSpace(text); err == nil && text != "" && len(text) <= maxID {
			r.used[name] = true
			return text
		}
	}
	return hex.EncodeToString(r.digest[:8])
}

var idFields = []string{"id", "task_id", "question_id", "problem_id", "uuid", "uid", "example_id", "sample_id", "unique_id", "_id", "key"}

// Rest is the fields that nothing has read, in canonical JSON. A name that a
// task or a step has of its own is kept with "source_" before it.
func (r *Record) Rest() map[string]json.RawMessage {
	var rest map[string]json.RawMessage
	for folded, name := range r.names {
		if r.used[folded] || string(r.values[folded]) == "null" {
			continue
		}
		canonical, err := json.Marshal(r.values[folded])
		if err != nil {
			continue
		}
		if slices.ContainsFunc(ownFields, func(own string) bool { return strings.EqualFold(own, name) }) {
			name = "source_" + name
		}
		if rest == nil {
			rest = map[string]json.RawMessage{}
		}
		rest[name] = canonical
	}
	return rest
}

// ownFields are the JSON names of a task and a step.
var ownFields = slices.Concat(jsonNames(task.Task{}), jsonNames(task.Step{}))

func jsonNames(v any) []string {
	var names []string
	for f := range reflect.TypeOf(v).Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// fieldNames are the names of the fields, for errors: the first few.
func (r *Record) fieldNames() []string {
	const show = 12
	names := slices.Sorted(maps.Values(r.names))
	for i, n := range names {
		names[i] = shorten(n)
	}
	if len(names) > show {
		names = append(names[:show], "…")
	}
	return names
}

// shorten quotes a text for an error.
func shorten(s string) string {
	const limit = 60
	if runes := []rune(s); len(runes) > limit {
		s = string(runes[:limit]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
