package task

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
)

// MaxLine is the longest line of a JSONL file that is read, in bytes.
const MaxLine = 32 << 20

// BadLine is a line of a JSONL file that could not be read.
type BadLine struct {
	Line int // from 1
	Err  error
}

// Error names the line.
func (b BadLine) Error() string { return fmt.Sprintf("line %d: %v", b.Line, b.Err) }

// BadLines are the lines that were left out; the others were kept.
type BadLines []BadLine

// Error names the first few lines.
func (b BadLines) Error() string {
	const show = 5
	texts := make([]string, 0, show+1)
	for i, line := range b {
		if i == show {
			texts = append(texts, fmt.Sprintf("and %d more", len(b)-show))
			break
		}
		texts = append(texts, line.Error())
	}
	return fmt.Sprintf("%d bad lines left out: %s", len(b), strings.Join(texts, "; "))
}

// ReadJSONL reads one value a line, decoding on every core, and hands them to
// use in the order of the file. Blank lines are skipped. Lines that do not
// decode, or that use refuses, are left out and come back as a BadLines error
// after everything else was read; any other error stops at once.
func ReadJSONL[T any](r io.Reader, use func(line int, value T) error) error {
	type block struct {
		first int
		lines [][]byte
		out   chan []decoded[T]
	}
	blocks := make(chan block, runtime.GOMAXPROCS(0))
	order := make(chan block, 2*runtime.GOMAXPROCS(0))
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for b := range blocks {
				b.out <- decode[T](b.lines)
			}
		})
	}
	var readErr error
	workers.Go(func() {
		defer close(order)
		defer close(blocks)
		readErr = readBlocks(r, func(first int, lines [][]byte) {
			b := block{first, lines, make(chan []decoded[T], 1)}
			order <- b
			blocks <- b
		})
	})
	var bad BadLines
	for b := range order {
		for i, d := range <-b.out {
			if d.blank {
				continue
			}
			err := d.err
			if err == nil {
				err = use(b.first+i, d.value)
			}
			if err != nil {
				bad = append(bad, BadLine{b.first + i, err})
			}
		}
	}
	workers.Wait()
	if readErr != nil {
		return readErr
	}
	if len(bad) > 0 {
		return bad
	}
	return nil
}

type decoded[T any] struct {
	value T
	err   error
	blank bool
}

func decode[T any](lines [][]byte) []decoded[T] {
	out := make([]decoded[T], len(lines))
	for i, line := range lines {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			out[i].blank = true
			continue
		}
		out[i].err = json.Unmarshal(line, &out[i].value)
	}
	return out
}

// linesPerBlock is how many lines are decoded at a time.
const linesPerBlock = 512

func readBlocks(r io.Reader, emit func(first int, lines [][]byte)) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 64<<10), MaxLine)
	n := 0
	var lines [][]byte
	for in.Scan() {
		line := in.Bytes()
		if n++; n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")) // some editors write a byte order mark
		}
		lines = append(lines, bytes.Clone(line))
		if len(lines) == linesPerBlock {
			emit(n-len(lines)+1, lines)
			lines = nil
		}
	}
	if len(lines) > 0 {
		emit(n-len(lines)+1, lines)
	}
	if err := in.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return fmt.Errorf("line %d is longer than %d bytes", n+1, MaxLine)
		}
		return fmt.Errorf("read after line %d: %w", n, err)
	}
	return nil
}

// WriteJSONL writes one value a line, encoding on every core.
func WriteJSONL[T any](w io.Writer, values []T) error {
	type result struct {
		text []byte
		err  error
	}
	blocks := (len(values) + linesPerBlock - 1) / linesPerBlock
	done := make([]chan result, blocks)
	for i := range done {
		done[i] = make(chan result, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), max(blocks, 1)) {
		workers.Go(func() {
			for i := range next {
				text, err := encode(values[i*linesPerBlock : min(len(values), (i+1)*linesPerBlock)])
				done[i] <- result{text, err}
			}
		})
	}
	workers.Go(func() {
		defer close(next)
		for i := range blocks {
			next <- i
		}
	})
	defer workers.Wait()
	var failed error
	for i := range done {
		r := <-done[i]
		if failed == nil {
			failed = r.err
		}
		if failed == nil {
			_, failed = w.Write(r.text)
		}
	}
	return failed
}

// encode writes values as lines.
func encode[T any](values []T) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
