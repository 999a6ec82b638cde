package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"segue/task"
)

// lineReader reads lines of bounded length.
type lineReader struct{ s *bufio.Scanner }

func newLineReader(r io.Reader) *lineReader {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), task.MaxLine)
	return &lineReader{s}
}

// next returns the next line without its end and outer blanks, or io.EOF.
func (l *lineReader) next() ([]byte, error) {
	if l.s.Scan() {
		return bytes.TrimSpace(l.s.Bytes()), nil
	}
	switch err := l.s.Err(); err {
	case nil:
		return nil, io.EOF
	case bufio.ErrTooLong:
		return nil, fmt.Errorf("the line is longer than %d bytes", task.MaxLine)
	default:
		return nil, err
	}
}
