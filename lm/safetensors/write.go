package safetensors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/google/renameio/v2"

	"segue/lm/kernel"
)

// Numbers are a tensor to be written.
type Numbers struct {
	Name   string
	Type   string // F32, or BF16 by rounding to nearest even
	Shape  []int
	Values []float32 // row-major
}

// Write writes a file of tensors, with texts for its __metadata__ (nil: none).
// The file appears when all of it is on the disk; after an error, or a kill, the
// file that was there before is as it was.
func Write(path string, tensors []Numbers, metadata map[string]string) (err error) {
	file, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o644))
	if err != nil {
		return fmt.Errorf("write safetensors: %w", err)
	}
	defer func() { err = errors.Join(err, file.Cleanup()) }()
	if err := Encode(file, tensors, metadata); err != nil {
		return fmt.Errorf("write safetensors %s: %w", path, err)
	}
	if err := file.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("write safetensors %s: %w", path, err)
	}
	return nil
}

// Encode writes a file's bytes to w: tensors of wider types first, so that
// every number lies at a multiple of its size, else in the order given.
func Encode(w io.Writer, tensors []Numbers, metadata map[string]string) error {
	tensors = slices.Clone(tensors)
	slices.SortStableFunc(tensors, func(a, b Numbers) int { return sizes[b.Type] - sizes[a.Type] })
	header, err := encodeHeader(tensors, metadata)
	if err != nil {
		return err
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(header)))); err != nil {
		return err
	}
	if _, err := w.Write(header); err != nil {
		return err
	}
	for _, t := range tensors {
		if err := t.encode(w); err != nil {
			return fmt.Errorf("write tensor %s: %w", t.Name, err)
		}
	}
	return nil
}

// encodeHeader returns the header, padded so that the numbers start at a
// multiple of 8. What Open would refuse is an error.
func encodeHeader(tensors []Numbers, metadata map[string]string) ([]byte, error) {
	var b bytes.Buffer
	before := byte('{')
	put := func(name string, value any) error {
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		b.WriteByte(before)
		before = ','
		fmt.Fprintf(&b, "%s:%s", key, text)
		return nil
	}
	if metadata != nil {
		if err := put(metadataName, metadata); err != nil {
			return nil, err
		}
	}
	if len(tensors) > maxTensors {
		return nil, fmt.Errorf("%d tensors are more than %d", len(tensors), maxTensors)
	}
	at, names := uint64(0), map[string]bool{metadataName: true}
	for _, t := range tensors {
		if names[t.Name] || !utf8.ValidString(t.Name) {
			return nil, fmt.Errorf("write tensor %.80s: the name is taken, or not a text", t.Name)
		}
		names[t.Name] = true
		e, err := t.entry(at)
		if err != nil {
			return nil, fmt.Errorf("write tensor %.80s: %w", t.Name, err)
		}
		at = e.Offsets[1]
		if err := put(t.Name, e); err != nil {
			return nil, err
		}
	}
	if before == '{' {
		b.WriteByte(before)
	}
	b.WriteByte('}')
	for b.Len()%8 != 0 {
		b.WriteByte(' ')
	}
	if b.Len() > maxHeader {
		return nil, fmt.Errorf("the header of %d bytes is over %d", b.Len(), maxHeader)
	}
	return b.Bytes(), nil
}

// entry describes a tensor whose bytes start at a place.
func (t Numbers) entry(at uint64) (entry, error) {
	if t.Type != "F32" && t.Type != "BF16" {
		return entry{}, fmt.Errorf("the type %.20q is not written, only F32 and BF16", t.Type)
	}
	if len(t.Shape) > maxRank {
		return entry{}, fmt.Errorf("%d dimensions are more than %d", len(t.Shape), maxRank)
	}
	e := entry{Type: t.Type, Shape: []uint64{}}
	n := 1
	if slices.Contains(t.Shape, 0) {
		n = 0
	}
	for _, d := range t.Shape {
		if d < 0 || d > maxDimension || n > 0 && n > len(t.Values)/d {
			return entry{}, fmt.Errorf("%d numbers for the shape %v", len(t.Values), t.Shape)
		}
		n *= d
		e.Shape = append(e.Shape, uint64(d))
	}
	if n != len(t.Values) {
		return entry{}, fmt.Errorf("%d numbers for the shape %v", len(t.Values), t.Shape)
	}
	e.Offsets = []uint64{at, at + uint64(n*sizes[t.Type])}
	return e, nil
}

// chunk is how many numbers are converted at a time.
const chunk = 1 << 14

func (t Numbers) encode(w io.Writer) error {
	var raw [4 * chunk]byte
	var half [chunk]uint16
	for part := range slices.Chunk(t.Values, chunk) {
		if t.Type == "BF16" {
			kernel.Default().ToBFloat16(half[:len(part)], part)
			for i, x := range half[:len(part)] {
				binary.LittleEndian.PutUint16(raw[2*i:], x)
			}
		} else {
			for i, x := range part {
				binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(x))
			}
		}
		if _, err := w.Write(raw[:len(part)*sizes[t.Type]]); err != nil {
			return err
		}
	}
	return nil
}
