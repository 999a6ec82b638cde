package assembly

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/build"
)

// empty describes one function that returns at once.
func empty(name string) func(*build.Context) {
	return func(c *build.Context) {
		c.Function(name)
		c.SignatureExpr("func()")
		c.RET()
	}
}

func TestWhatIsWrittenIsNotStale(t *testing.T) {
	folder := t.TempDir()
	p := Program{Name: "first", Describe: empty("nothing")}
	if err := p.Stale(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("files that are not there: %v", err)
	}
	if err := p.write(folder); err != nil {
		t.Fatal(err)
	}
	if err := p.Stale(folder); err != nil {
		t.Errorf("what was just written: %v", err)
	}
	for file, want := range map[string]string{"first_amd64.s": "TEXT ·nothing(SB)", "first_stub_amd64.go": "func nothing()"} {
		text, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil || !bytes.Contains(text, []byte(want)) || !bytes.Contains(text, []byte("go run ./generate/first")) {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
	p.Describe = empty("other")
	err := p.Stale(folder)
	if err == nil || !strings.Contains(err.Error(), "first_amd64.s is not") || !strings.Contains(err.Error(), "first_stub_amd64.go is not") {
		t.Errorf("another description: %v", err)
	}
}

func TestFaultsAreNotWritten(t *testing.T) {
	folder, fault := t.TempDir(), errors.New("too much at once")
	p := Program{Name: "first", Describe: empty("nothing"), Check: func([]byte) error { return fault }}
	if err := p.write(folder); !errors.Is(err, fault) {
		t.Errorf("a failed check: %v", err)
	}
	p = Program{Name: "first", Describe: func(c *build.Context) { c.RET() }}
	if err := p.write(folder); err == nil {
		t.Error("an instruction outside of a function is written")
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("%v is left: %v", files, err)
	}
}
