package cli_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/cli"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A result that could not be printed is a failure, in every form of output.
func TestUnwritableOutputFails(t *testing.T) {
	table := file(t, "t.json", `{"alpha":0.1,"solo":{"math/a":{"acc":0.9,"n":9}},"pair":{}}`)
	for _, args := range [][]string{
		{"skills", "list"}, {"skills", "list", "--json"}, {"skills", "show", "math/modular-inverse"}, {"skills", "sample", "math/modular-inverse"},
		{"bench", "build", "--tasks", "2", "--out", "-"}, {"entropy", "show", table}, {"grade"}, {"parse"}, {"help"}, {"completion", "bash"}, {"--version"},
	} {
		in := strings.NewReader(`{"answer":{"kind":"integer","value":1},"response":"1","steps":1}` + "\n{}\n")
		var e strings.Builder
		if code := cli.Main(args, in, fullDisk{}, &e); code != 1 || !strings.Contains(e.String(), "no space left") || strings.Contains(e.String(), "line 2") {
			t.Errorf("%v: exit %d, said %s", args, code, e.String())
		}
	}
}

// A link stays a link, and what it names is written.
func TestOutputFollowsLinks(t *testing.T) {
	target := file(t, "target.jsonl", "old")
	link := filepath.Join(t.TempDir(), "link.jsonl")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := segue(t, "bench", "build", "--tasks", "1", "--out", link); code != 0 {
		t.Fatal(stderr)
	}
	if got, err := os.Readlink(link); err != nil || got != target {
		t.Errorf("the link is %q, %v", got, err)
	}
	if data, err := os.ReadFile(target); err != nil || !strings.HasPrefix(string(data), `{"id"`) {
		t.Errorf("the target holds %.20q, %v", data, err)
	}
}
