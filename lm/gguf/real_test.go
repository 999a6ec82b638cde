package gguf_test

import (
	"os"
	"testing"

	"segue/lm/gguf"
)

// A published file, named by SEGUE_GGUF, is read whole.
func TestReadsAPublishedFile(t *testing.T) {
	path := os.Getenv("SEGUE_GGUF")
	if path == "" {
		t.Skip("SEGUE_GGUF names no GGUF file")
	}
	f, err := gguf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	weights := 0
	for _, tensor := range f.Tensors() {
		weights += tensor.Elements()
		if err := tensor.Float32s(make([]float32, tensor.Elements())); err != nil {
			t.Error(err)
		}
	}
	arch, _ := f.Metadata.Text("general.architecture")
	t.Logf("%s: %d tensors, %d weights", arch, len(f.Tensors()), weights)
}
