package checkpoint

import (
	"errors"
	"fmt"
	"io"
	"slices"

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

// writeTensors writes tensors as one safetensors file.
func writeTensors(w io.Writer, tensors []Tensor, p Precision) error {
	numbers := make([]safetensors.Numbers, len(tensors))
	for i, t := range tensors {
		numbers[i] = safetensors.Numbers{Name: t.Name, Type: string(p), Shape: t.Shape, Values: t.Values}
	}
	return safetensors.Encode(w, numbers, map[string]string{"format": "pt"}) // transformers refuse a file without it
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
