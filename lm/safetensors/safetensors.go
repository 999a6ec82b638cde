// Package safetensors reads and writes Hugging Face's safetensors files: eight
// bytes with the length of a header, the header in JSON, then the numbers of all
// tensors. Files are mapped, not copied, and read as hostile: what a header says
// is checked against the file before any of it is believed.
package safetensors

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/edsrzf/mmap-go"

	"segue/lm/kernel"
)

// Limits on a header. The first is the format's own.
const (
	maxHeader  = 100 << 20
	maxTensors = 100_000
	maxRank    = 8

	maxDimension = 1 << 40
)

// File is an open safetensors file. It is safe for concurrent reading; what it
// gives out holds until Close.
type File struct {
	Path     string
	Metadata map[string]string // the header's __metadata__
	tensors  []Tensor          // in the order of their bytes
	byName   map[string]int
	file     *os.File
	mapped   mmap.MMap
}

// Tensor is one tensor of a file.
type Tensor struct {
	Name  string
	Type  string // F32, F16, BF16, I64, …
	Shape []int
	Bytes []byte // little-endian, row-major; part of the mapped file
	File  string // path of the file it is in
}

// Open maps a file and checks its header.
func Open(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open safetensors: %w", err)
	}
	f := &File{Path: path, file: file}
	if err := f.read(); err != nil {
		return nil, errors.Join(fmt.Errorf("safetensors %s: %w", path, err), f.Close())
	}
	return f, nil
}

func (f *File) read() error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if info.Size() < 8 {
		return fmt.Errorf("the file has %d bytes, too few for a header", info.Size())
	}
	if f.mapped, err = mmap.Map(f.file, mmap.RDONLY, 0); err != nil {
		return fmt.Errorf("map the file: %w", err)
	}
	size := binary.LittleEndian.Uint64(f.mapped)
	if size > maxHeader || size > uint64(len(f.mapped)-8) {
		return fmt.Errorf("the header claims %d bytes of a file of %d", size, len(f.mapped))
	}
	body := f.mapped[8+size:]
	places, metadata, err := parseHeader(f.mapped[8:8+size], len(body))
	if err != nil {
		return err
	}
	f.Metadata, f.byName = metadata, map[string]int{}
	for i, p := range places {
		p.Bytes, p.File = body[p.from:p.to:p.to], f.Path
		f.tensors = append(f.tensors, p.Tensor)
		f.byName[p.Name] = i
	}
	return nil
}

// Close unmaps the file. Bytes of its tensors must not be used any more.
func (f *File) Close() error {
	var err error
	if f.mapped != nil {
		err = f.mapped.Unmap()
		f.mapped = nil
	}
	return errors.Join(err, f.file.Close())
}

// Tensors lists the tensors in the order of their bytes.
func (f *File) Tensors() []Tensor { return f.tensors }

// Tensor returns the tensor of that name.
func (f *File) Tensor(name string) (Tensor, bool) {
	i, ok := f.byName[name]
	if !ok {
		return Tensor{}, false
	}
	return f.tensors[i], true
}

// Elements is the number of elements.
func (t Tensor) Elements() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// chunk is how many numbers are converted at a time.
const chunk = 1 << 14

// Float32s converts the numbers of an F32, F16 or BF16 tensor into dst, which
// must have room for exactly all of them.
func (t Tensor) Float32s(dst []float32) error {
	if len(dst) != t.Elements() {
		return fmt.Errorf("tensor %s has %d numbers, there is room for %d", t.Name, t.Elements(), len(dst))
	}
	var convert func([]float32, []uint16)
	switch t.Type {
	case "F32":
		_, err := binary.Decode(t.Bytes, binary.LittleEndian, dst)
		return err
	case "F16":
		convert = kernel.Default().FromFloat16
	case "BF16":
		convert = kernel.Default().FromBFloat16
	default:
		return fmt.Errorf("tensor %s holds %s, Segue reads F32, F16 and BF16", t.Name, t.Type)
	}
	half := make([]uint16, min(chunk, len(dst)))
	for at := 0; at < len(dst); at += chunk {
		n := min(chunk, len(dst)-at)
		if _, err := binary.Decode(t.Bytes[2*at:2*(at+n)], binary.LittleEndian, half[:n]); err != nil {
			return err
		}
		convert(dst[at:at+n], half[:n])
	}
	return nil
}
