//go:build unix

package cli_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe or device is written, never replaced by a file.
func TestOutputKeepsPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan []byte, 1)
	go func() {
		f, err := os.Open(pipe)
		if err != nil {
			read <- nil
			return
		}
		defer f.Close()
		data, _ := io.ReadAll(f)
		read <- data
	}()
	if code, _, stderr := segue(t, "bench", "build", "--tasks", "2", "--out", pipe); code != 0 {
		t.Fatal(stderr)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe is now %v, %v", info.Mode(), err)
	}
	if got := bytes.Count(<-read, []byte("\n")); got != 2 {
		t.Errorf("%d lines came through the pipe, want 2", got)
	}
}
