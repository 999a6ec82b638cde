//go:build unix

package lock_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"segue/internal/lock"
)

func TestDirectoryIsTakenOnce(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	unlock, err := lock.Directory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Directory(dir); err == nil || !strings.Contains(err.Error(), dir+" is in use") {
		t.Errorf("a taken directory is taken again: %v", err)
	}
	free, err := lock.Directory(other)
	if err != nil {
		t.Fatalf("another directory: %v", err)
	}
	free()
	unlock()
	if unlock, err = lock.Directory(dir); err != nil {
		t.Fatalf("a released directory: %v", err)
	}
	unlock()
}

func TestDirectoryThatIsNotThere(t *testing.T) {
	if _, err := lock.Directory(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("locking what is not there: %v", err)
	}
}

// TestDeathReleases runs itself as a process that takes the directory and is
// killed while it holds it.
func TestDeathReleases(t *testing.T) {
	const variable = "SEGUE_TEST_LOCK"
	if dir := os.Getenv(variable); dir != "" {
		if _, err := lock.Directory(dir); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("taken\n")
		_, _ = io.Copy(io.Discard, os.Stdin) // until the parent is gone
		return
	}
	dir := t.TempDir()
	holder := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDeathReleases$")
	holder.Env = append(os.Environ(), variable+"="+dir)
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holder.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatalf("the holder did not start: %v", err)
	}
	if _, err := lock.Directory(dir); err == nil {
		t.Error("a directory that another process holds is taken")
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait() // it was killed
	unlock, err := lock.Directory(dir)
	if err != nil {
		t.Fatalf("after the holder's death: %v", err)
	}
	unlock()
}

// TestReleaseIsForAll gives the directory back while processes are started: between fork
// and exec a child has every open file of its parent's, and the lock with it.
func TestReleaseIsForAll(t *testing.T) {
	dir, done := t.TempDir(), make(chan struct{})
	var starting sync.WaitGroup
	starting.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				_ = exec.Command(os.Args[0], "-test.run=^$").Run() // what becomes of it is no matter
			}
		}
	})
	defer starting.Wait()
	defer close(done)
	for i := range 2000 {
		unlock, err := lock.Directory(dir)
		if err != nil {
			t.Fatalf("after %d releases: %v", i, err)
		}
		unlock()
	}
}
