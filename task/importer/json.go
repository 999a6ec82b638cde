package importer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// readJSON reads the records of a JSON array, of JSONL, of objects one after
// another, or of an object that wraps records. A broken record does not spoil
// those behind it.
func readJSON(in *bufio.Reader, emit func(rawRecord) error) error {
	first, err := firstByte(in)
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	if first == '[' {
		in.Discard(1)
		return readArray(in, emit)
	}
	line, lineErr := readLine(in, maxWrapped)
	if lineErr != nil && !errors.Is(lineErr, errTooLong) {
		return lineErr
	}
	var n nesting
	for _, b := range line {
		n.step(b)
	}
	if n.depth > 0 && lineErr == nil { // the first object goes on behind the line
		return readValues(bufio.NewReader(io.MultiReader(bytes.NewReader(append(line, '\n')), in)), emit)
	}
	return readLines(line, lineErr, in, emit)
}

var errTooLong = errors.New("the record is too long")

// readLines reads JSONL whose first line has been read.
func readLines(line []byte, err error, in *bufio.Reader, emit func(rawRecord) error) error {
	if _, end := firstByte(in); end == io.EOF && err == nil {
		return emitWrapped(line, emit)
	}
	for {
		line = bytes.TrimSpace(line)
		switch {
		case errors.Is(err, errTooLong):
			err = emit(rawRecord{err: fmt.Errorf("the line has more than %d bytes", MaxRecord)})
		case err == nil && len(line) > 0:
			err = emit(rawRecord{data: line})
		}
		if err != nil {
			return err
		}
		if _, end := in.Peek(1); end == io.EOF {
			return nil
		}
		if line, err = readLine(in, MaxRecord); err != nil && !errors.Is(err, errTooLong) {
			return err
		}
	}
}

// readLine reads a line without its end; a line over the limit is passed over
// with errTooLong.
func readLine(in *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > limit; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && err != io.EOF:
			return nil, err
		case long:
			return nil, errTooLong
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// readValues reads JSON values one after another, as a printer with indentation
// writes them.
func readValues(in *bufio.Reader, emit func(rawRecord) error) error {
	data, err := nextValue(in, maxWrapped)
	if err != nil && !errors.Is(err, errTooLong) {
		return endOfFile(err, emit)
	}
	if _, end := firstByte(in); end == io.EOF && err == nil {
		return emitWrapped(data, emit)
	}
	for {
		if err := emit(rawRecord{data: data, err: err}); err != nil {
			return err
		}
		if _, end := firstByte(in); end == io.EOF {
			return nil
		}
		if data, err = nextValue(in, MaxRecord); err != nil && !errors.Is(err, errTooLong) {
			return endOfFile(err, emit)
		}
	}
}

// readArray reads the elements of an array whose bracket has been read.
func readArray(in *bufio.Reader, emit func(rawRecord) error) error {
	for {
		b, err := firstByte(in)
		if err != nil {
			return endOfFile(err, emit)
		}
		switch b {
		case ',':
			in.Discard(1)
			continue
		case ']':
			in.Discard(1)
			if _, err := firstByte(in); err != io.EOF {
				return emit(rawRecord{err: errors.New("there is text behind the end of the array")})
			}
			return nil
		}
		data, err := nextValue(in, MaxRecord)
		if err != nil && !errors.Is(err, errTooLong) {
			return endOfFile(err, emit)
		}
		if err := emit(rawRecord{data: data, err: err}); err != nil {
			return err
		}
	}
}

// endOfFile names a record that the end of the file cuts off.
func endOfFile(err error, emit func(rawRecord) error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return emit(rawRecord{err: errors.New("the file ends within the record")})
	}
	return err
}

// nextValue reads one JSON value by its brackets; whether it is JSON is left
// to the decoder, so that a broken value ends where it ends.
func nextValue(in *bufio.Reader, limit int) ([]byte, error) {
	var data []byte
	var n nesting
	size := 0
	for {
		if _, err := in.Peek(1); err == io.EOF {
			return nil, io.ErrUnexpectedEOF
		} else if err != nil {
			return nil, err
		}
		part, _ := in.Peek(in.Buffered())
		taken, ended := n.take(part, size == 0)
		if size += taken; size <= limit {
			data = append(data, part[:taken]...)
		}
		in.Discard(taken)
		if ended {
			return checked(data, size, limit), sizeError(size, limit)
		}
	}
}

// take follows a text up to the end of its value: ended says that it was
// found. A scalar, or garbage, ends before a blank, a comma or a bracket.
func (n *nesting) take(part []byte, begins bool) (taken int, ended bool) {
	for i, b := range part {
		if n.depth == 0 && !n.text && (i > 0 || !begins) && strings.IndexByte(",]} \t\r\n", b) >= 0 {
			return i, true
		}
		n.step(b)
		if n.depth <= 0 && !n.text && (b == '}' || b == ']') {
			return i + 1, true
		}
	}
	return len(part), false
}

func checked(data []byte, size, limit int) []byte {
	if size > limit {
		return nil
	}
	return data
}

func sizeError(size, limit int) error {
	if size > limit {
		return fmt.Errorf("%w: %d bytes, at most %d are read", errTooLong, size, limit)
	}
	return nil
}

// nesting follows the brackets of a JSON text.
type nesting struct {
	depth, deepest int
	text, escaped  bool
}

func (n *nesting) step(b byte) {
	switch {
	case n.escaped:
		n.escaped = false
	case n.text && b == '\\':
		n.escaped = true
	case b == '"':
		n.text = !n.text
	case n.text:
	case b == '{' || b == '[':
		n.depth++
		n.deepest = max(n.deepest, n.depth)
	case b == '}' || b == ']':
		n.depth--
	}
}

// depth is how deep the arrays and objects of a JSON text are nested.
func depth(data []byte) int {
	var n nesting
	for _, b := range data {
		n.step(b)
	}
	return n.deepest
}

// firstByte passes over blanks and a byte order mark.
func firstByte(in *bufio.Reader) (byte, error) {
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		in.Discard(3)
	}
	for {
		b, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return b, in.UnreadByte()
		}
	}
}

// wrappers are the fields under which files keep their records.
var wrappers = []string{"data", "records", "tasks", "examples", "rows", "items", "questions", "problems"}

// emitWrapped emits the only value of a file: the records that it wraps, or
// itself. A wrapper is an object all of whose members are objects (name to
// record), or one with an array of objects under a usual name and no scenario.
func emitWrapped(data []byte, emit func(rawRecord) error) error {
	list, ok := members(data)
	if !ok || len(list) == 0 {
		return emit(rawRecord{data: data})
	}
	named := func(name string) json.RawMessage {
		for _, m := range list {
			if m.key == name {
				return m.data
			}
		}
		return nil
	}
	for _, name := range wrappers {
		var rows []json.RawMessage
		if named("scenario") != nil || json.Unmarshal(named(name), &rows) != nil || len(rows) == 0 || jsonType(rows[0]) != "an object" {
			continue
		}
		for _, row := range rows {
			if err := emit(rawRecord{data: rowOf(row)}); err != nil {
				return err
			}
		}
		return nil
	}
	if slices.ContainsFunc(list, func(m rawRecord) bool { return jsonType(m.data) != "an object" }) {
		return emit(rawRecord{data: data})
	}
	for _, m := range list {
		if err := emit(m); err != nil {
			return err
		}
	}
	return nil
}

// members reads the members of an object in their order.
func members(data []byte) (list []rawRecord, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') || depth(data) > maxDepth+3 {
		return nil, false
	}
	for dec.More() {
		key, err := dec.Token()
		name, isText := key.(string)
		var value json.RawMessage
		if err != nil || !isText || dec.Decode(&value) != nil {
			return nil, false
		}
		list = append(list, rawRecord{key: name, data: value})
	}
	_, err := dec.Token()
	return list, err == nil
}

// rowOf looks through the envelope of a row that a data set viewer sends.
func rowOf(element json.RawMessage) json.RawMessage {
	var envelope struct {
		Row json.RawMessage `json:"row"`
	}
	if json.Unmarshal(element, &envelope) == nil && jsonType(envelope.Row) == "an object" {
		return envelope.Row
	}
	return element
}
