package latex_test

import (
	"errors"
	"strings"
	"testing"

	"segue/grade/expr"
	"segue/grade/latex"
)

func size(n *expr.Node) int {
	total := 1
	for _, a := range n.Args {
		total += size(a)
	}
	return total
}

// FuzzParse holds that no text makes the parser panic or build a large tree,
// that an error is one of the two kinds, and that a printed tree reads back.
func FuzzParse(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add(c.In)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := latex.Parse(s, latex.Limits{})
		if err != nil {
			var syntax *latex.SyntaxError
			if !errors.Is(err, latex.ErrLimit) && !errors.As(err, &syntax) {
				t.Fatalf("%q: error of another kind: %v", s, err)
			}
			return
		}
		if got := size(n); got > 4*latex.DefaultLimits.Nodes {
			t.Fatalf("%q: a tree of %d nodes", s, got)
		}
		printed, ok := reprint(n)
		if !ok {
			return
		}
		again, err := latex.Parse(printed, latex.Limits{})
		if errors.Is(err, latex.ErrLimit) {
			return // brackets of the printed form
		}
		if err != nil {
			t.Fatalf("%q printed as %q: %v", s, printed, err)
		}
		if a, b := dump(n), dump(again); a != b {
			t.Fatalf("%q printed as %q:\n%s\n%s", s, printed, a, b)
		}
	})
}

// FuzzExtract holds that what is extracted is no longer than the text and the
// separators between its parts, and that a box in the text is never overlooked.
func FuzzExtract(f *testing.F) {
	for _, c := range readExtractions(f) {
		f.Add(c.Text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		candidate, found, anchor := latex.Extract(s, latex.Options{})
		if found == (strings.TrimSpace(candidate) == "") {
			t.Fatalf("%q: found=%v with candidate %q", s, found, candidate)
		}
		if len(candidate) > len(s)+64 {
			t.Fatalf("%q: candidate %q is longer than the text", s, candidate)
		}
		again, _, _ := latex.Extract(s+"\n"+`\boxed{4217}`, latex.Options{})
		if anchor != latex.AnchorTag && !strings.HasSuffix(again, "4217") {
			t.Fatalf("%q: the box behind it was overlooked for %q", s, again)
		}
	})
}
