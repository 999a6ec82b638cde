//go:build linux

package safetensors_test

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"

	"segue/lm/safetensors"
)

// A file that may not grow stands for a disk that is full.
func TestAFullDiskKeepsThePreviousFile(t *testing.T) {
	path := write(t, t.TempDir(), "x.safetensors", []byte("before"))
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 100_000, Max: was.Max}); err != nil {
		t.Fatal(err)
	}
	values := make([]float32, 100_000)
	err := safetensors.Write(path, []safetensors.Numbers{{Name: "t", Type: "F32", Shape: []int{len(values)}, Values: values}}, nil)
	if restored := unix.Setrlimit(unix.RLIMIT_FSIZE, &was); restored != nil {
		t.Fatal(restored)
	}
	if !errors.Is(err, unix.EFBIG) {
		t.Errorf("error %v, want that the file is too large", err)
	}
	unchanged(t, path)
}
