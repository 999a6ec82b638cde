//go:build unix

package train_test

import (
	"errors"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// limitFiles makes every file of this process at most so many bytes long:
// writing past it is then an error, as on a full disk.
func limitFiles(text string) error {
	limit, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit})
}

// TestAFullDiskKeepsWhatThereIs lets a run hit the end of its disk, while it
// writes rollouts or while it saves, and goes on when there is room again.
func TestAFullDiskKeepsWhatThereIs(t *testing.T) {
	t.Parallel()
	for _, fault := range []struct {
		what, limit, says string
		log, kept         int
	}{
		{"rollouts", "130000", "rollouts.jsonl: ", 16, 4},
		{"a checkpoint", "100000", "save checkpoint", 0, 0},
	} {
		t.Run(fault.what, func(t *testing.T) {
			c, straight, broken := rlConfig(t), t.TempDir(), t.TempDir()
			c.LogRollouts = fault.log
			reinforced(t, straight, c)
			child := reinforcer(t, c, broken, "TRAIN_TEST_LIMIT="+fault.limit)
			said := &strings.Builder{}
			child.Stderr = said
			var failed *exec.ExitError
			if err := child.Run(); !errors.As(err, &failed) || failed.ExitCode() != 1 {
				t.Fatalf("it ended with %v, saying %s", err, said)
			}
			for _, want := range []string{fault.says, "file too large"} {
				if !strings.Contains(said.String(), want) {
					t.Errorf("%q is not in: %s", want, said)
				}
			}
			folders, err := filepath.Glob(filepath.Join(broken, "checkpoints", "step-*"))
			if err != nil || len(folders) != min(fault.kept, 1) {
				t.Fatalf("checkpoints %v, %v", folders, err)
			}
			if s := reinforced(t, broken, c); s.Resumed != fault.kept {
				t.Errorf("resumed at %d, want %d", s.Resumed, fault.kept)
			}
			compareRL(t, straight, broken)
		})
	}
}
