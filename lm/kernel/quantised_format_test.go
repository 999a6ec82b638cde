package kernel_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"segue/lm/kernel"
)

// testdata/dequantise.json is made by scripts/dequantise_reference.py with the
// Python package gguf.
func TestDequantiseAgreesWithGGUF(t *testing.T) {
	data, err := os.ReadFile("testdata/dequantise.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[kernel.Format]struct {
		Blocks  []int
		Weights []float32
	}
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	for _, f := range kernel.Formats() {
		g, ok := golden[f]
		if !ok {
			t.Errorf("no golden blocks of %s", f)
			continue
		}
		blocks := make([]byte, len(g.Blocks))
		for i, b := range g.Blocks {
			blocks[i] = byte(b)
		}
		got := make([]float32, len(g.Weights))
		if err := kernel.Dequantise(f, got, blocks); err != nil {
			t.Fatal(err)
		}
		for i, want := range g.Weights {
			if got[i] != want {
				t.Errorf("%s: weight %d is %v, want %v", f, i, got[i], want)
				break
			}
		}
		if err := kernel.Dequantise(f, got[1:], blocks); err == nil {
			t.Errorf("%s: blocks filled room of another size", f)
		}
	}
	if _, _, err := kernel.BlockOf("Q9"); err == nil || !strings.Contains(err.Error(), "Q4_K") {
		t.Errorf("an unknown format says %v, want the known ones", err)
	}
}
