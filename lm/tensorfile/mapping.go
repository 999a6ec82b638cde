// Package tensorfile is what all formats of tensor files share: files mapped
// into memory, which may be hostile, and little-endian numbers made float32.
package tensorfile

import (
	"errors"
	"fmt"
	"os"

	"github.com/edsrzf/mmap-go"
)

// OpenPlain opens a file for reading that is neither a folder nor a device nor a
// pipe, which would be waited for without end.
func OpenPlain(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a plain file", path)
	}
	return os.Open(path)
}

// Mapping is a file in memory. It is safe for concurrent reading.
type Mapping struct {
	Bytes  []byte // all of the file, not to be written; gone after Close
	file   *os.File
	mapped mmap.MMap
}

// Map maps a plain file of at least header bytes. Errors name the file.
func Map(path string, header int) (*Mapping, error) {
	file, err := OpenPlain(path)
	if err != nil {
		return nil, err
	}
	mapped, err := mapFile(file, header)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return &Mapping{Bytes: mapped, file: file, mapped: mapped}, nil
}

func mapFile(file *os.File, header int) (mmap.MMap, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	// No system maps an empty file.
	if info.Size() < int64(max(header, 1)) {
		return nil, fmt.Errorf("the file has %d bytes, too few for a header", info.Size())
	}
	mapped, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("map the file: %w", err)
	}
	return mapped, nil
}

// Close unmaps the file. Nothing may read its bytes any more. Closing again
// does nothing.
func (m *Mapping) Close() error {
	if m.mapped == nil {
		return nil
	}
	err := m.mapped.Unmap()
	m.mapped, m.Bytes = nil, nil
	return errors.Join(err, m.file.Close())
}
