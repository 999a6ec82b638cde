package tableqa_test

import (
	"bufio"
	"bytes"
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/grade/tableqa"
)

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		gold, answer string
		want         bool
	}{
		{"Łódź[1]", "lodz", false}, // ł has no decomposition
		{"Łódź[1]", "łodz", true},
		{"Bogotá [a] (capital)†", `"bogota."`, true},
		{"a (b) [1] (c)", "a", true},
		{"[12]", "", true},
		{"[b][1]", "[b]", true},
		{"a[b]c]", "a[b]c]", true},
		{"5", "5.0", true},
		{"5", "5.00001", false},
		{"1e3", "1000", true},
		{"1,000", "1000", false},
		{"infinity", "inf", false},
		{"0x10", "16", false},
		{"2004-xx-xx", "2004", true},
		{"2004-02-03", "2004-2-3", true},
		{"2004-02-xx", "2004-02-03", false},
		{"xx-02-03", "xxxx-2-3", true},
		{"2004-13-01", "2004-13-1", false},
		{"a|b", "b|a", true},
		{"a|b", "b|a|c", false},
		{"a|b", "a|a", false},
		{"1|1.0", "1", true},
		{"", "", true},
		{"a", "", false},
	} {
		got := tableqa.Equal(strings.Split(test.gold, "|"), strings.Split(test.answer, "|"))
		if got != test.want {
			t.Errorf("Equal(%q, %q) = %v", test.gold, test.answer, got)
		}
	}
	if !tableqa.Equal(nil, nil) || tableqa.Equal(nil, []string{"a"}) {
		t.Error("empty lists")
	}
}

func TestF1(t *testing.T) {
	for _, test := range []struct {
		gold, answer string
		want         float64
	}{
		{"the cat", "A cat!", 1},
		{"the red cat", "a cat", 2.0 / 3},
		{"1,000 men", "1000.0 men", 1},
		{"$5", "5", 1},
		{"-5", "5", 0},
		{"well-known man", "well known man", 1},
		{"cat cat", "cat", 2.0 / 3},
		{"", "the", 1},
		{"", "cat", 0},
	} {
		if got := tableqa.F1(test.gold, test.answer); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("F1(%q, %q) = %v, want %v", test.gold, test.answer, got, test.want)
		}
	}
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.OneOf(rapid.String(), rapid.StringMatching(`"?[a-c1-3 .-]{0,6}(\[[ab1]?\]|†| \([ab]*\))*"?`))
		list := rapid.SliceOfN(cell, 0, 6).Draw(t, "list")
		shuffled := rapid.Permutation(list).Draw(t, "shuffled")
		if !tableqa.Equal(list, shuffled) {
			t.Fatalf("%q does not equal itself in another order", list)
		}
		x, y := cell.Draw(t, "x"), cell.Draw(t, "y")
		if f, g := tableqa.F1(x, y), tableqa.F1(y, x); f != g || f < 0 || f > 1 || tableqa.F1(x, x) != 1 {
			t.Fatalf("F1 of %q and %q is %v and %v", x, y, f, g)
		}
		if !tableqa.Equal(list, slices.Concat(list, list)) {
			t.Fatalf("repeating %q changes the set", list)
		}
	})
}

func FuzzNormalize(f *testing.F) {
	f.Add(`"a[b] (c)"†`)
	f.Add("[[]] ) ( \xff")
	f.Fuzz(func(t *testing.T, text string) {
		form := tableqa.Normalize(text)
		if form != strings.TrimSpace(form) || strings.Contains(form, "  ") {
			t.Fatalf("%q becomes %q", text, form)
		}
		if !tableqa.Equal([]string{text}, []string{text}) {
			t.Fatalf("%q does not equal itself", text)
		}
	})
}

// The published vectors must hold, but for the waived ones and for the disagreements that
// testdata/disagreements.tsv explains.
func TestPublishedVectors(t *testing.T) {
	explained := map[string]bool{}
	rows, err := os.ReadFile("testdata/disagreements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(rows)) {
		if id, _, ok := strings.Cut(line, "\t"); ok && !strings.HasPrefix(line, "#") {
			explained[id] = true
		}
	}
	dir := cmp.Or(os.Getenv("SEGUE_VECTORS"), filepath.Join("..", "..", "..", "shared", "vectors"))
	raw, err := os.ReadFile(filepath.Join(dir, "wtq_rules.jsonl"))
	if err != nil {
		t.Skipf("the published vectors are not here: %v", err)
	}
	total, agree := 0, 0
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); total++ {
		id, _, got, expect, waived, err := tableqa.RunVector(lines.Bytes())
		if err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if got == expect {
			agree++
		}
		if (got != expect && !waived) != explained[id] {
			t.Errorf("%s: got %v, want %v, explained %v", id, got, expect, explained[id])
		}
	}
	t.Logf("%d of %d vectors agree", agree, total)
}

func BenchmarkEqual(b *testing.B) {
	gold := []string{"Bogotá [a] (capital)†", "2004-02-03", "5.0"}
	for b.Loop() {
		tableqa.Equal(gold, gold)
	}
}
