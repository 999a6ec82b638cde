package importer

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// maxMemory bounds a Parquet file that comes as a stream, in bytes: its index
// stands at its end, so it is read whole.
const maxMemory = 256 << 20

// readRecords reads the records of a file of any format. A Parquet file is read
// in place where the reader can seek.
func readRecords(r io.Reader, emit func(rawRecord) error) error {
	if f, ok := r.(io.ReadSeeker); ok {
		size, err := f.Seek(0, io.SeekEnd)
		if err == nil {
			if _, err = f.Seek(0, io.SeekStart); err != nil {
				return err
			}
			if size > MaxFile {
				return fmt.Errorf("the file has %d bytes, more than %d", size, MaxFile)
			}
		}
	}
	in := bufio.NewReaderSize(&bounded{r, MaxFile}, 128<<10)
	magic, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return err
	}
	if string(magic) != "PAR1" {
		return readJSON(in, emit)
	}
	if at, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		if size, err := at.Seek(0, io.SeekEnd); err == nil {
			return readParquet(at, size, emit)
		}
	}
	data, err := io.ReadAll(io.LimitReader(in, maxMemory+1))
	if err != nil {
		return err
	}
	if len(data) > maxMemory {
		return fmt.Errorf("a Parquet file on a stream has at most %d bytes; give it as a file", maxMemory)
	}
	return readParquet(bytes.NewReader(data), int64(len(data)), emit)
}

// bounded fails once more than left bytes were read.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("the file has more than %d bytes", int64(MaxFile))
	}
	return n, err
}
