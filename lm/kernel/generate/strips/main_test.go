package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The flags differ from those of go generate only in the folder; avo prints
// them into the header, which is left out.
func TestCommittedOutputIsGenerated(t *testing.T) {
	folder := t.TempDir()
	assembly, stub := filepath.Join(folder, "strips_amd64.s"), filepath.Join(folder, "strips_stub_amd64.go")
	if out, err := exec.Command("go", "run", ".", "-pkg", "kernel", "-out", assembly, "-stubs", stub).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{assembly, stub} {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", "..", filepath.Base(name)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(body(got), body(want)) {
			t.Errorf("%s is not what the generator writes: run go generate ./lm/kernel", filepath.Base(name))
		}
	}
}

func body(text []byte) []byte {
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return rest
}
