package cli_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The seed decides the demonstration: the same one finds the same figures, in
// another directory and on another number of threads, and another one others.
func TestDemoSeed(t *testing.T) {
	t.Parallel()
	find := func(seed, threads string) map[string]any {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "segue", "demo", "--minutes", "0.01", "--seed", seed, "--threads", threads, "--json", "--out", filepath.Join(t.TempDir(), "demo")).Output()
		if err != nil {
			t.Fatal(err)
		}
		var found map[string]any
		if err := json.Unmarshal(out, &found); err != nil {
			t.Fatal(err)
		}
		delete(found, "report")
		delete(found, "minutes")
		if found["starts"] == nil || found["arms"] == nil {
			t.Fatalf("it found nothing: %s", out)
		}
		return found
	}
	first := find("5", "1")
	if d := cmp.Diff(first, find("5", "2")); d != "" {
		t.Errorf("the same seed finds others:\n%s", d)
	}
	if cmp.Equal(first, find("6", "1")) {
		t.Error("another seed finds the same")
	}
}
