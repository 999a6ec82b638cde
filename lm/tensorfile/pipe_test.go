//go:build unix

package tensorfile_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"segue/lm/tensorfile"
)

// A pipe is refused before it is opened: opening one waits for a writer.
func TestPipesAreRefused(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	refused := make(chan error, 1)
	go func() {
		_, err := tensorfile.Map(pipe, 1)
		refused <- err
	}()
	select {
	case err := <-refused:
		if err == nil || !strings.Contains(err.Error(), "not a plain file") {
			t.Errorf("got %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("opening a pipe does not return")
	}
}
