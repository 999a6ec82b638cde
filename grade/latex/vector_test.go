package latex_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/grade/expr"
	"segue/grade/latex"
)

// vector is a line of the published checker vectors.
type vector struct {
	ID       string `json:"id"`
	Category string `json:"category"`
	Gold     string `json:"gold"`
	Answer   string `json:"answer"`
	Expect   bool   `json:"expect"`
	Waiver   string `json:"waiver"`
	Options  struct {
		Check     string   `json:"check"`
		ValueType string   `json:"value_type"`
		Match     []string `json:"match"`
	} `json:"options"`
}

// vectors reads a suite from the folder that SEGUE_VECTORS names, by default the
// shared folder beside the checkout. It returns nil where the folder is absent.
func vectors(tb testing.TB, suite string) []vector {
	tb.Helper()
	dir := os.Getenv("SEGUE_VECTORS")
	if dir == "" {
		dir = "../../../shared/vectors"
	}
	f, err := os.Open(filepath.Join(dir, suite+".jsonl"))
	if err != nil {
		tb.Logf("no vectors: %v", err)
		return nil
	}
	defer f.Close()
	var all []vector
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<22)
	for sc.Scan() {
		var v vector
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			tb.Fatal(err)
		}
		all = append(all, v)
	}
	if err := sc.Err(); err != nil {
		tb.Fatal(err)
	}
	return all
}

// TestVectorsAreRead holds that of every pair that is not waived both sides are
// found and read.
func TestVectorsAreRead(t *testing.T) {
	for _, suite := range []string{"math_verify", "inspect_math", "hendrycks_math", "segue_cases"} {
		read, all := 0, 0
		for _, v := range vectors(t, suite) {
			if v.Waiver != "" {
				continue
			}
			all++
			if readable(t, v, v.Gold) && (readable(t, v, v.Answer) || v.Category == "empty") {
				read++
			}
		}
		t.Logf("%s: %d of %d pairs read", suite, read, all)
		if read != all {
			t.Errorf("%s: %d pairs not read", suite, all-read)
		}
	}
}

func readable(t *testing.T, v vector, text string) bool {
	candidate, found, anchor := latex.Extract(text, latex.Options{})
	if !found {
		return false
	}
	if _, err := latex.Parse(candidate, latex.Limits{}); err != nil {
		t.Logf("%s: %q by %s: %v", v.ID, candidate, anchor, err)
		return false
	}
	return true
}

// TestParserVectors holds that texts that are no mathematics are refused, and
// that a text and its value in infix notation are trees of the same value, by a
// floating-point evaluation of its own or else by package expr.
func TestParserVectors(t *testing.T) {
	type count struct{ agree, all int }
	byCategory := map[string]*count{}
	for _, v := range vectors(t, "latex2sympy") {
		if v.Options.Check != "parse" || v.Waiver != "" {
			continue
		}
		c := byCategory[v.Category]
		if c == nil {
			c = new(count)
			byCategory[v.Category] = c
		}
		c.all++
		n, err := latex.Parse(v.Answer, latex.Limits{})
		if !v.Expect {
			if err == nil {
				t.Errorf("%s: %q was read as %s", v.ID, v.Answer, dump(n))
				continue
			}
			c.agree++
			continue
		}
		gold, goldErr := latex.Parse(v.Gold, latex.Limits{})
		if err != nil || goldErr != nil {
			t.Errorf("%s: %q: %v; %q: %v", v.ID, v.Answer, err, v.Gold, goldErr)
			continue
		}
		if !sameTree(gold, n) && !sameValue(gold, n) && expr.Compare(gold, n, expr.Options{}).Outcome != expr.Same {
			t.Errorf("%s: %q is %s, want %s", v.ID, v.Answer, dump(n), dump(gold))
			continue
		}
		c.agree++
	}
	for name, c := range byCategory {
		t.Logf("%s: %d of %d", name, c.agree, c.all)
	}
}

// sameTree compares trees, taking a bare list for the set of its elements.
func sameTree(a, b *expr.Node) bool {
	if (a.Op == expr.Set || a.Op == expr.List) && (b.Op == expr.Set || b.Op == expr.List) {
		if len(a.Args) != len(b.Args) {
			return false
		}
		for _, x := range a.Args {
			found := false
			for _, y := range b.Args {
				found = found || sameTree(x, y) || sameValue(x, y)
			}
			if !found {
				return false
			}
		}
		return true
	}
	if a.Op != b.Op || len(a.Args) != len(b.Args) || a.Name != b.Name || a.OpenLeft != b.OpenLeft || a.OpenRight != b.OpenRight {
		return dump(a) == dump(b)
	}
	if a.Op == expr.Number || len(a.Args) == 0 {
		return strings.TrimPrefix(dump(a), "~") == strings.TrimPrefix(dump(b), "~")
	}
	for i := range a.Args {
		if !sameTree(a.Args[i], b.Args[i]) && !sameValue(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// BenchmarkPair measures finding and reading both sides of the published pairs.
func BenchmarkPair(b *testing.B) {
	pairs := vectors(b, "math_verify")
	if len(pairs) == 0 {
		return
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		v := &pairs[i%len(pairs)]
		for _, text := range [...]string{v.Gold, v.Answer} {
			c, _, _ := latex.Extract(text, latex.Options{})
			_, _ = latex.Parse(c, latex.Limits{})
		}
	}
}

// BenchmarkParse measures the parser alone on typical answers.
func BenchmarkParse(b *testing.B) {
	answers := []string{`\frac{1}{2}`, `42`, `3\sqrt{13}`, `(6,31,-1)`, `x^2 + 2x + 1`, `\frac{-1 \pm \sqrt{13}}{4}`, `90^\circ`, `1,234.50`}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		_, _ = latex.Parse(answers[i%len(answers)], latex.Limits{})
	}
}
