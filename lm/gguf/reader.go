package gguf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"segue/lm/kernel"
)

// reader walks over a file's header. After the first failure every value is
// zero, and err says what it was.
type reader struct {
	data []byte
	at   int
	err  error
}

var errShort = errors.New("the header is longer than the file")

// take is the next n bytes; fewer are a failure.
func (r *reader) take(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.data)-r.at) {
		r.err = errors.Join(r.err, errShort)
		r.at = len(r.data)
		return nil
	}
	part := r.data[r.at : r.at+int(n)]
	r.at += int(n)
	return part
}

func (r *reader) uint8() uint8 {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// name reads the name of a key or tensor.
func (r *reader) name() string {
	n := r.uint64()
	if n > maxName && r.err == nil {
		r.err = fmt.Errorf("a name of %d bytes", n)
	}
	return string(r.take(n))
}

// types are ggml's numbers of the types that Segue reads.
var types = map[uint32]string{
	0: "F32", 1: "F16", 2: string(kernel.Q4_0), 3: string(kernel.Q4_1), 8: string(kernel.Q8_0),
	12: string(kernel.Q4_K), 14: string(kernel.Q6_K), 30: "BF16",
}

// others are the names of types that it does not, for the error.
var others = map[uint32]string{
	6: "Q5_0", 7: "Q5_1", 9: "Q8_1", 10: "Q2_K", 11: "Q3_K", 13: "Q5_K", 15: "Q8_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS",
	19: "IQ1_S", 20: "IQ4_NL", 21: "IQ3_S", 22: "IQ2_S", 23: "IQ4_XS", 24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64", 29: "IQ1_M",
	34: "TQ1_0", 35: "TQ2_0", 39: "MXFP4",
}

// place is a tensor that still lacks its bytes, and where they are.
type place struct {
	Tensor
	offset, size uint64
}

// places reads the descriptions of n tensors.
func (r *reader) places(n int) ([]place, error) {
	var all []place
	for i := range n {
		p, err := r.place()
		if err == nil {
			err = r.err
		}
		if err != nil {
			return nil, fmt.Errorf("description of tensor %d of %d: %w", i, n, err)
		}
		all = append(all, p)
	}
	return all, nil
}

func (r *reader) place() (place, error) {
	var p place
	p.Name = r.name()
	rank := r.uint32()
	if rank > maxRank {
		return p, fmt.Errorf("%.80q has %d dimensions, at most %d are possible", p.Name, rank, maxRank)
	}
	elements := uint64(1)
	for range rank {
		d := r.uint64()
		if d == 0 || d > math.MaxInt32 || elements > math.MaxInt64/8/d {
			return p, fmt.Errorf("%.80q has a dimension of %d", p.Name, d)
		}
		elements *= d
		p.Shape = append([]int{int(d)}, p.Shape...)
	}
	kind := r.uint32()
	p.offset = r.uint64()
	var known bool
	if p.Type, known = types[kind]; !known {
		name := others[kind]
		if name == "" {
			name = fmt.Sprintf("number %d", kind)
		}
		return p, fmt.Errorf("%.80q has the type %s, Segue reads F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q4_K and Q6_K", p.Name, name)
	}
	size, err := bytesOf(p.Type, elements, p.Shape)
	p.size = size
	if err != nil {
		return p, fmt.Errorf("%.80q: %w", p.Name, err)
	}
	return p, nil
}

// bytesOf is the size of so many elements of a type in rows of the last dimension.
func bytesOf(kind string, elements uint64, shape []int) (uint64, error) {
	switch kind {
	case "F32":
		return 4 * elements, nil
	case "F16", "BF16":
		return 2 * elements, nil
	}
	weights, bytes, err := kernel.BlockOf(kernel.Format(kind))
	if err != nil {
		return 0, err
	}
	if len(shape) == 0 || shape[len(shape)-1]%weights != 0 {
		return 0, fmt.Errorf("rows of shape %v do not divide into blocks of %d", shape, weights)
	}
	return elements / uint64(weights) * uint64(bytes), nil
}
