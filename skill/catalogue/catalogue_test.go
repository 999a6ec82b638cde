package catalogue_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"segue/skill/catalogue"
	"segue/skill/gen"
	_ "segue/skill/gen/all"
)

var update = flag.Bool("update", false, "write the documents anew")

func TestDocumentsAreOfThisBank(t *testing.T) {
	for path, write := range map[string]func(io.Writer) error{"../../docs/skills.md": catalogue.List, "../../docs/gallery.md": catalogue.Gallery} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, b.Bytes()) {
			t.Errorf("%s is of another bank: go test ./skill/catalogue -update writes it anew", path)
		}
	}
}

// Every question stands whole or cut in a block of its own, whatever is in it.
func TestBlocksHoldTheirText(t *testing.T) {
	var b bytes.Buffer
	if err := catalogue.List(&b); err != nil {
		t.Fatal(err)
	}
	fence := ""
	blocks := 0
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, "\n")
		switch {
		case fence == "" && strings.HasPrefix(line, "```"):
			fence = strings.TrimSuffix(line, "text")
			blocks++
		case fence != "" && line == fence:
			fence = ""
		case fence == "" && strings.HasPrefix(line, "~~~"):
			t.Errorf("%q stands outside of a block", line)
		}
	}
	if want := 3 * len(gen.List()); fence != "" || blocks != want {
		t.Errorf("%d blocks, want %d; open at the end: %q", blocks, want, fence)
	}
}
