package safetensors_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/safetensors"
)

func TestEncodedIsReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.safetensors")
	rapid.Check(t, func(rt *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.String().Filter(func(s string) bool { return s != "__metadata__" && strings.ToValidUTF8(s, "") == s }), 0, 6, rapid.ID[string]).Draw(rt, "names")
		metadata := rapid.MapOfN(rapid.StringMatching(`[a-z]{0,5}`), rapid.StringMatching(`.{0,9}`), 0, 3).Draw(rt, "metadata")
		var tensors []safetensors.Numbers
		for _, name := range names {
			shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(rt, "shape")
			n := 1
			for _, d := range shape {
				n *= d
			}
			values := make([]float32, n)
			for i := range values {
				values[i] = float32(rapid.IntRange(-128, 128).Draw(rt, "value")) // exact in bfloat16 too
			}
			tensors = append(tensors, safetensors.Numbers{Name: name, Type: rapid.SampledFrom([]string{"F32", "BF16"}).Draw(rt, "type"), Shape: shape, Values: values})
		}
		var b bytes.Buffer
		if err := safetensors.Encode(&b, tensors, metadata); err != nil {
			rt.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			rt.Fatal(err)
		}
		f, err := safetensors.Open(path)
		if err != nil {
			rt.Fatal(err)
		}
		defer f.Close()
		if len(f.Tensors()) != len(tensors) || len(f.Metadata) != len(metadata) {
			rt.Fatalf("%d tensors and %d texts came back, want %d and %d", len(f.Tensors()), len(f.Metadata), len(tensors), len(metadata))
		}
		for _, want := range tensors {
			got, _ := f.Tensor(want.Name)
			values := make([]float32, len(want.Values))
			if err := got.Float32s(values); err != nil || got.Type != want.Type || !slices.Equal(got.Shape, want.Shape) || !slices.Equal(values, want.Values) {
				rt.Fatalf("%q came back as %s %v %v: %v", want.Name, got.Type, got.Shape, values, err)
			}
		}
	})
}

func TestWriteReplaces(t *testing.T) {
	path := write(t, t.TempDir(), "x.safetensors", []byte("before"))
	if err := safetensors.Write(path, []safetensors.Numbers{{Name: "t", Type: "F32", Shape: []int{2}, Values: []float32{3, 4}}}, map[string]string{"format": "pt"}); err != nil {
		t.Fatal(err)
	}
	f, err := safetensors.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got := make([]float32, 2)
	if tensor, _ := f.Tensor("t"); tensor.Float32s(got) != nil || got[1] != 4 || f.Metadata["format"] != "pt" {
		t.Errorf("read back %v with %v", got, f.Metadata)
	}
}

func TestEncodeAlignsAndRepeats(t *testing.T) {
	tensors := []safetensors.Numbers{
		{Name: "h", Type: "BF16", Shape: []int{3}, Values: []float32{1, 2, 3}},
		{Name: "b", Type: "F32", Shape: []int{1}, Values: []float32{math.Pi}},
		{Name: "a", Type: "F32", Shape: []int{}, Values: []float32{5}},
	}
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := safetensors.Encode(b, tensors, map[string]string{"z": "1", "format": "pt", "a": "2"}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same tensors were written as other bytes")
	}
	f, err := safetensors.Open(write(t, t.TempDir(), "x.safetensors", first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var order []string
	for _, tensor := range f.Tensors() {
		order = append(order, tensor.Name)
	}
	if want := []string{"b", "a", "h"}; !slices.Equal(order, want) {
		t.Errorf("tensors lie in the order %v, want %v", order, want)
	}
	if body := first.Len() - 14; body%8 != 0 {
		t.Errorf("numbers start at byte %d, not a multiple of 8", body)
	}
}

func TestWriteRefusesWhatCannotBeRead(t *testing.T) {
	one := func(name, kind string, shape ...int) safetensors.Numbers {
		return safetensors.Numbers{Name: name, Type: kind, Shape: shape, Values: []float32{1, 2}}
	}
	for says, tensors := range map[string][]safetensors.Numbers{
		"2 numbers for the shape [3]":            {one("t", "F32", 3)},
		"2 numbers for the shape [-1 -2]":        {one("t", "F32", -1, -2)},
		"2 numbers for the shape [2 0]":          {one("t", "F32", 2, 0)},
		`type "F16" is not written`:              {one("t", "F16", 2)},
		"9 dimensions":                           {one("t", "F32", 1, 1, 1, 1, 1, 1, 1, 1, 2)},
		"tensor t: the name is taken":            {one("t", "F32", 2), one("t", "BF16", 2)},
		"the name is taken, or not a text":       {one("a\xff", "F32", 2)},
		"tensor __metadata__: the name is taken": {one("__metadata__", "F32", 2)},
	} {
		path := write(t, t.TempDir(), "x.safetensors", []byte("before"))
		err := safetensors.Write(path, tensors, nil)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "x.safetensors") {
			t.Errorf("error %v, want one that names the file and says %q", err, says)
		}
		unchanged(t, path)
	}
	if err := safetensors.Write(filepath.Join(t.TempDir(), "none", "x.safetensors"), nil, nil); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
}

// unchanged fails when path does not hold "before", or has company.
func unchanged(t *testing.T, path string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != "before" {
		t.Errorf("the previous file holds %.40q: %v", data, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v: %v", entries, err)
	}
}

// brim is a writer that is full after some bytes.
type brim struct{ left int }

var errFull = errors.New("full")

func (b *brim) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	if b.left -= n; n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestEncodeReportsAFullWriter(t *testing.T) {
	tensors := []safetensors.Numbers{{Name: "t", Type: "F32", Shape: []int{40}, Values: make([]float32, 40)}}
	var all bytes.Buffer
	if err := safetensors.Encode(&all, tensors, nil); err != nil {
		t.Fatal(err)
	}
	for n := range all.Len() {
		if err := safetensors.Encode(&brim{n}, tensors, nil); !errors.Is(err, errFull) {
			t.Errorf("with room for %d of %d bytes the error is %v", n, all.Len(), err)
		}
	}
}
