//go:build unix

// Package lock keeps a directory for one process at a time.
package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Directory takes the run directory dir for the caller by flock(2) on its file
// "lock", so that two starts never do the same work twice. It does not wait: a
// directory that is taken, even by this process, is an error. The kernel
// releases it when the process dies.
func Directory(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock run %s: %w", dir, err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		f.Close()
		return nil, fmt.Errorf("run %s is in use by another process", dir)
	case err != nil:
		f.Close()
		return nil, fmt.Errorf("lock run %s: %w", dir, err)
	}
	return func() {
		// Closing would not do: a process that is being started has the file open until it runs.
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // of a file that is held
		f.Close()
	}, nil
}
