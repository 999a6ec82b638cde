package gguf_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"segue/lm/gguf"
)

// testdata is made by scripts/gguf_reference.py with the Python package gguf.
func TestReadsWhatThePythonPackageWrites(t *testing.T) {
	f, err := gguf.Open("testdata/golden.gguf")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string][]uint32
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden) != 8 || len(f.Tensors()) != 8 {
		t.Fatalf("%d tensors, %d are known, want 8 of each", len(f.Tensors()), len(golden))
	}
	for _, tensor := range f.Tensors() {
		want, got := golden[tensor.Name], make([]float32, tensor.Elements())
		if tensor.Type != tensor.Name || !slices.Equal(tensor.Shape, []int{2, 256}) {
			t.Errorf("%s is %s of shape %v", tensor.Name, tensor.Type, tensor.Shape)
		}
		if err := tensor.Float32s(got); err != nil || len(want) != len(got) {
			t.Fatalf("%s: %d numbers, want %d: %v", tensor.Name, len(got), len(want), err)
		}
		for i, bits := range want {
			if math.Float32bits(got[i]) != bits {
				t.Errorf("%s: number %d is %v, want %v", tensor.Name, i, got[i], math.Float32frombits(bits))
				break
			}
		}
	}
}

func TestReadsEveryKindOfValue(t *testing.T) {
	f, err := gguf.Open("testdata/golden.gguf")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got := map[string]any{}
	for key, value := range f.Metadata.All() {
		got[key] = value
	}
	for key, want := range map[string]any{
		"test.uint8": uint64(200), "test.int8": int64(-100), "test.uint16": uint64(60000), "test.int16": int64(-30000),
		"test.uint32": uint64(4000000000), "test.int32": int64(-2000000000), "test.uint64": uint64(1<<63 + 1), "test.int64": int64(-1 << 62),
		"test.float32": 0.25, "test.float64": 1e300, "test.true": true, "test.text": "žluťoučký 🐎", "general.alignment": uint64(64),
	} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	texts, _ := f.Metadata.Texts("test.texts")
	integers, _ := f.Metadata.Ints("test.integers")
	floats, _ := f.Metadata.Floats("test.floats")
	whole, _ := f.Metadata.Floats("test.integers")
	if !slices.Equal(texts, []string{"", "a", "ů"}) || !slices.Equal(integers, []int64{1, -2, 3}) || !slices.Equal(floats, []float64{0.5, -1.5}) || !slices.Equal(whole, []float64{1, -2, 3}) {
		t.Errorf("arrays are %q %v %v %v", texts, integers, floats, whole)
	}
	if _, ok := f.Metadata.Ints("test.floats"); ok {
		t.Error("fractions were read as whole numbers")
	}
}
