//go:build unix

package train

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lock takes a run directory for this process. The kernel releases it when the
// process dies.
func lock(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock run %s: %w", dir, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("run %s is in use by another process", dir)
	}
	return func() { f.Close() }, nil
}
