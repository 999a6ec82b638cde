//go:build unix

package checkpoint_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"segue/lm/checkpoint"
)

// TestMain lets the tests run their own program as a process that saves: the
// environment says where, and how.
func TestMain(m *testing.M) {
	if dir := os.Getenv("CHECKPOINT_TEST_SAVE"); dir != "" {
		os.Exit(saveForEver(dir))
	}
	os.Exit(m.Run())
}

const crashSize = 30_000 // numbers per tensor, so that a save takes several writes

// saveForEver saves step after step until it is killed or fails, and says
// each step that was saved.
func saveForEver(dir string) int {
	first, err := strconv.ParseInt(os.Getenv("CHECKPOINT_TEST_STEP"), 10, 64)
	if err != nil {
		return 3
	}
	if limit, err := strconv.ParseUint(os.Getenv("CHECKPOINT_TEST_LIMIT"), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ) // writing past the limit is then an error, as on a full disk
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return 4
		}
	}
	for step := first; ; step++ {
		if _, err := checkpoint.SaveTraining(dir, state(step, crashSize), 2); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Println(step)
	}
}

func saver(t *testing.T, dir string, first int64, environment ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), append(environment, "CHECKPOINT_TEST_SAVE="+dir, fmt.Sprintf("CHECKPOINT_TEST_STEP=%d", first))...)
	return c
}

// TestKillWhileSaving kills the process at random moments. What it said it had
// saved must be found whole, or something newer.
func TestKillWhileSaving(t *testing.T) {
	dir, random := t.TempDir(), rand.New(rand.NewPCG(11, 12))
	next := int64(1)
	for round := range 8 {
		c := saver(t, dir, next)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		said := next - 1
		start := time.Now()
		if !lines.Scan() { // be sure that it is at work
			t.Fatal("the saving process ended by itself")
		}
		said++
		time.Sleep(time.Duration(random.Int64N(int64(time.Since(start))))) // somewhere within the next save
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			said++
		}
		_ = c.Wait() // killed, as it should be
		found, warnings := latest(t, dir)
		if found == nil || found.Step < said || found.Step > said+1 || len(warnings) > 0 {
			t.Fatalf("round %d: said to be saved was step %d; found %+v, warnings %q", round, said, found, warnings)
		}
		same(t, found, found.Step, crashSize)
		next = found.Step + 1
	}
}

// TestFullDiskWhileSaving lets writing fail in each of the files in turn.
func TestFullDiskWhileSaving(t *testing.T) {
	for _, limit := range []int{100, 4 * crashSize, 6 * crashSize} { // bytes a file may have: the note still, the model still, not yet the optimiser
		dir := t.TempDir()
		if _, err := checkpoint.SaveTraining(dir, state(1, crashSize), 2); err != nil {
			t.Fatal(err)
		}
		c := saver(t, dir, 2, fmt.Sprintf("CHECKPOINT_TEST_LIMIT=%d", limit))
		out, err := c.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "step-00000002: write ") || !strings.Contains(string(out), "too large") {
			t.Fatalf("limit %d: %v, output %s", limit, err, out)
		}
		found, warnings := latest(t, dir)
		same(t, found, 1, crashSize)
		if entries, _ := filepath.Glob(filepath.Join(dir, ".*")); len(warnings) > 0 || len(entries) > 0 {
			t.Errorf("limit %d leaves %v and warnings %q", limit, entries, warnings)
		}
	}
}
