package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestCommittedOutputIsGenerated(t *testing.T) {
	assembly, stub, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{assemblyFile: assembly, stubFile: stub} {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: run go generate ./lm/kernel", name)
		}
	}
}
