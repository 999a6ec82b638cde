package checkpoint

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"segue/lm/kernel"
	"segue/lm/safetensors"
)

// Precision is how numbers are stored in a file: "F32" or "BF16".
type Precision string

// The precisions that models are saved in.
const (
	Full Precision = "F32"
	Half Precision = "BF16" // bfloat16, rounded to nearest even
)

func (p Precision) bytes() int {
	if p == Half {
		return 2
	}
	return 4
}

// writeTensors writes tensors as one safetensors file: the length of the
// header, the header in JSON padded to whole words, the numbers.
func writeTensors(w io.Writer, tensors []Tensor, p Precision) error {
	header, err := tensorHeader(tensors, p)
	if err != nil {
		return err
	}
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(header)))
	if _, err := w.Write(length[:]); err != nil {
		return err
	}
	if _, err := w.Write(header); err != nil {
		return err
	}
	for _, t := range tensors {
		if err := writeNumbers(w, t.Values, p); err != nil {
			return err
		}
	}
	return nil
}

func tensorHeader(tensors []Tensor, p Precision) ([]byte, error) {
	type entry struct {
		Type    Precision `json:"dtype"`
		Shape   []int     `json:"shape"`
		Offsets [2]int    `json:"data_offsets"`
	}
	var b bytes.Buffer
	b.WriteString(`{"__metadata__":{"format":"pt"}`) // transformers refuse a file without it
	at := 0
	for _, t := range tensors {
		n := len(t.Values)
		if n != elements(t.Shape) {
			return nil, fmt.Errorf("write tensor %s: %d numbers for the shape %v", t.Name, n, t.Shape)
		}
		name, err := json.Marshal(t.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(entry{p, t.Shape, [2]int{at, at + n*p.bytes()}})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, ",%s:%s", name, value)
		at += n * p.bytes()
	}
	b.WriteByte('}')
	for b.Len()%8 != 0 {
		b.WriteByte(' ')
	}
	return b.Bytes(), nil
}

func writeNumbers(w io.Writer, values []float32, p Precision) error {
	const piece = 1 << 14
	var raw [4 * piece]byte
	var half [piece]uint16
	for len(values) > 0 {
		part := values[:min(piece, len(values))]
		values = values[len(part):]
		if p == Half {
			kernel.Default().ToBFloat16(half[:len(part)], part)
			for i := range part {
				binary.LittleEndian.PutUint16(raw[2*i:], half[i])
			}
		} else {
			for i, x := range part {
				binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(x))
			}
		}
		if _, err := w.Write(raw[:len(part)*p.bytes()]); err != nil {
			return err
		}
	}
	return nil
}

// ReadTensors reads a safetensors file into tensors, which must be all that it
// holds, with their shapes.
func ReadTensors(path string, tensors []Tensor) (err error) {
	f, err := safetensors.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	wanted := map[string]bool{}
	for _, x := range tensors {
		wanted[x.Name] = true
		t, ok := f.Tensor(x.Name)
		if !ok {
			return fmt.Errorf("%s: tensor %s is missing, want one of shape %v", path, x.Name, x.Shape)
		}
		if !slices.Equal(t.Shape, x.Shape) {
			return fmt.Errorf("%s: tensor %s has the shape %v, want %v", path, x.Name, t.Shape, x.Shape)
		}
		if err := t.Float32s(x.Values); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	for _, t := range f.Tensors() {
		if !wanted[t.Name] {
			return fmt.Errorf("%s: tensor %s of shape %v is superfluous", path, t.Name, t.Shape)
		}
	}
	return nil
}
