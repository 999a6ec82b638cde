// Package gguf reads llama.cpp's GGUF files, versions 2 and 3: metadata, then
// tensor descriptions, then the tensors. Files are mapped, not copied, and read
// as hostile: every count, length and offset is checked against the file.
package gguf

import (
	"errors"
	"fmt"
	"slices"

	"segue/lm/kernel"
	"segue/lm/tensorfile"
)

// File is an open GGUF file. It is safe for concurrent reading; tensors hold
// until Close.
type File struct {
	Path     string
	Version  uint32
	Metadata Metadata
	tensors  []Tensor
	byName   map[string]int
	mapping  *tensorfile.Mapping
}

// Tensor is one tensor of a file.
type Tensor struct {
	Name  string
	Type  string // F32, F16, BF16 or a quantised format
	Shape []int  // outermost first, as Hugging Face writes it; the file has it the other way round
	Bytes []byte // part of the mapped file
}

// Open maps a file and checks all that it says of itself.
func Open(path string) (*File, error) {
	mapping, err := tensorfile.Map(path, 24)
	if err != nil {
		return nil, fmt.Errorf("open GGUF: %w", err)
	}
	f := &File{Path: path, mapping: mapping, byName: map[string]int{}}
	if err := f.read(mapping.Bytes); err != nil {
		return nil, errors.Join(fmt.Errorf("GGUF %s: %w", path, err), f.Close())
	}
	return f, nil
}

// Close unmaps the file. Bytes of its tensors must not be used any more.
func (f *File) Close() error { return f.mapping.Close() }

// Tensors lists the tensors as the file lists them.
func (f *File) Tensors() []Tensor { return f.tensors }

// Tensor returns the tensor of that name.
func (f *File) Tensor(name string) (Tensor, bool) {
	i, ok := f.byName[name]
	if !ok {
		return Tensor{}, false
	}
	return f.tensors[i], true
}

// Limits on what a file may claim.
const (
	maxTensors   = 100_000
	maxKeys      = 100_000
	maxRank      = 4 // as in ggml
	maxName      = 64 << 10
	maxAlignment = 1 << 16

	defaultAlignment = 32
)

func (f *File) read(data []byte) error {
	r := &reader{data: data}
	if magic := r.take(4); string(magic) != "GGUF" {
		return fmt.Errorf("the file begins with %q, not with GGUF", magic)
	}
	if f.Version = r.uint32(); f.Version != 2 && f.Version != 3 {
		return fmt.Errorf("version %d is not read, only 2 and 3 (little-endian)", f.Version)
	}
	tensors, keys := r.uint64(), r.uint64()
	if tensors > maxTensors || keys > maxKeys {
		return fmt.Errorf("the header claims %d tensors and %d keys, more than any model has", tensors, keys)
	}
	var err error
	if f.Metadata, err = r.metadata(int(keys)); err != nil {
		return err
	}
	places, err := r.places(int(tensors))
	if err != nil {
		return err
	}
	return f.place(places, r.at)
}

// place gives every tensor its bytes, which start at the next multiple of the
// alignment after the descriptions.
func (f *File) place(places []place, at int) error {
	alignment := uint64(defaultAlignment)
	if a, ok := f.Metadata.Uint("general.alignment"); ok {
		if alignment = a; a == 0 || a > maxAlignment || a%8 != 0 {
			return fmt.Errorf("general.alignment is %d, want a multiple of 8 up to %d", a, maxAlignment)
		}
	}
	start := (uint64(at) + alignment - 1) / alignment * alignment
	start = min(start, uint64(len(f.mapping.Bytes)))
	body := f.mapping.Bytes[start:]
	for i, p := range places {
		if p.offset%alignment != 0 {
			return fmt.Errorf("tensor %.80q is at byte %d, not a multiple of the alignment %d", p.Name, p.offset, alignment)
		}
		if p.offset > uint64(len(body)) || p.size > uint64(len(body))-p.offset {
			return fmt.Errorf("tensor %.80q of %d bytes at byte %d does not fit into the file's %d bytes of tensors: the file is cut short or lies", p.Name, p.size, p.offset, len(body))
		}
		p.Bytes = body[p.offset : p.offset+p.size : p.offset+p.size]
		if _, twice := f.byName[p.Name]; twice {
			return fmt.Errorf("the tensor %.80q is there twice", p.Name)
		}
		f.byName[p.Name] = i
		f.tensors = append(f.tensors, p.Tensor)
	}
	return checkOverlap(places)
}

func checkOverlap(places []place) error {
	sorted := slices.Clone(places)
	slices.SortFunc(sorted, func(a, b place) int {
		switch {
		case a.offset < b.offset:
			return -1
		case a.offset > b.offset:
			return 1
		}
		return 0
	})
	for i := 1; i < len(sorted); i++ {
		if before := sorted[i-1]; before.offset+before.size > sorted[i].offset {
			return fmt.Errorf("the tensors %.80q and %.80q overlap", before.Name, sorted[i].Name)
		}
	}
	return nil
}

// Elements is the number of elements.
func (t Tensor) Elements() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// Blocks returns the tensor's bytes as quantised blocks; false for plain floats.
func (t Tensor) Blocks() (kernel.Format, []byte, bool) {
	if _, _, err := kernel.BlockOf(kernel.Format(t.Type)); err != nil {
		return "", nil, false
	}
	return kernel.Format(t.Type), t.Bytes, true
}

// Float32s writes the tensor's numbers into dst, which must have room for
// exactly all of them.
func (t Tensor) Float32s(dst []float32) error {
	if len(dst) != t.Elements() {
		return fmt.Errorf("tensor %s has %d numbers, there is room for %d", t.Name, t.Elements(), len(dst))
	}
	if format, blocks, ok := t.Blocks(); ok {
		return kernel.Dequantise(format, dst, blocks)
	}
	if err := tensorfile.Float32s(dst, t.Type, t.Bytes); err != nil {
		return fmt.Errorf("tensor %s: %w", t.Name, err)
	}
	return nil
}
