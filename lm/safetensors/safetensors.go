// Package safetensors reads and writes Hugging Face's safetensors files: eight
// bytes with the length of a header, the header in JSON, then the numbers of all
// tensors. Files are mapped, not copied, and read as hostile: what a header says
// is checked against the file before any of it is believed.
package safetensors

import (
	"encoding/binary"
	"errors"
	"fmt"

	"segue/lm/tensorfile"
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
	mapping  *tensorfile.Mapping
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
	mapping, err := tensorfile.Map(path, 8)
	if err != nil {
		return nil, fmt.Errorf("open safetensors: %w", err)
	}
	f := &File{Path: path, mapping: mapping}
	if err := f.read(mapping.Bytes); err != nil {
		return nil, errors.Join(fmt.Errorf("safetensors %s: %w", path, err), f.Close())
	}
	return f, nil
}

func (f *File) read(data []byte) error {
	size := binary.LittleEndian.Uint64(data)
	if size > maxHeader || size > uint64(len(data)-8) {
		return fmt.Errorf("the header claims %d bytes of a file of %d", size, len(data))
	}
	body := data[8+size:]
	places, metadata, err := parseHeader(data[8:8+size], len(body))
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
func (f *File) Close() error { return f.mapping.Close() }

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

// Float32s converts the numbers of an F32, F16 or BF16 tensor into dst, which
// must have room for exactly all of them.
func (t Tensor) Float32s(dst []float32) error {
	if len(dst) != t.Elements() {
		return fmt.Errorf("tensor %s has %d numbers, there is room for %d", t.Name, t.Elements(), len(dst))
	}
	if err := tensorfile.Float32s(dst, t.Type, t.Bytes); err != nil {
		return fmt.Errorf("tensor %s: %w", t.Name, err)
	}
	return nil
}
