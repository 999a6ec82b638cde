//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Ctrl-C, as the real signal to a real process: the study ends soon with a sentence
// that says what to do, and the same command goes on to the end.
func TestInterruptedStudyGoesOn(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"demo": {"demo", "--minutes", "0.02"},
		"study": {"study", "run", "--arms", "sft-gold", "--starts", "1", "--seeds", "1", "--alone-steps", "40", "--start-steps", "40",
			"--steps", "2", "--prompts", "8", "--tasks", "40"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			args := append(args, "--out", dir, "--threads", "2")
			code, said := interrupted(t, filepath.Join(dir, "start-1", "alone.jsonl"), args...)
			if code == 0 || strings.Contains(said, "panic") {
				t.Fatalf("exit code %d: %s", code, said)
			}
			for _, want := range []string{"segue: error: the study was interrupted; what it had is kept", "segue: hint: run the same command again to go on"} {
				if !strings.Contains(said, want) {
					t.Errorf("lacks %q in: %s", want, said)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "report.html")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a report of an unfinished study: %v", err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 6*time.Minute) // of a machine that does much else
			defer cancel()
			again := exec.CommandContext(ctx, "segue", args...)
			if out, err := again.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("report: "+filepath.Join(dir, "report.html"))) {
				t.Errorf("the second start: %v\n%s", err, out)
			}
		})
	}
}

// interrupted starts the program, sends it an interrupt once a file is there, and
// gives its exit code and what it said on standard error. It has half a minute to
// end, far more than it needs.
func interrupted(t *testing.T, file string, args ...string) (code int, said string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "segue", args...)
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		if _, err := os.Stat(file); err == nil {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("ended before the interrupt: %v\n%s", err, errOut.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		cancel()
		<-ended
		t.Fatal("it does not end after an interrupt")
	}
	return cmd.ProcessState.ExitCode(), errOut.String()
}
