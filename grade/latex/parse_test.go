package latex_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"segue/grade/latex"
)

var update = flag.Bool("update", false, "write the trees of testdata/*.jsonl anew")

// parseCase is a line of testdata/cases.jsonl: a text and its tree as an
// S-expression, or "syntax" or "limit" where it must be refused.
type parseCase struct {
	In       string `json:"in"`
	Quantity bool   `json:"quantity,omitempty"`
	Tree     string `json:"tree"`
}

func readLines[T any](t testing.TB, name string) []T {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		var c T
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatalf("%s: %s: %v", name, sc.Text(), err)
		}
		all = append(all, c)
	}
	return all
}

func writeLines[T any](t testing.TB, name string, all []T) {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, c := range all {
		if err := enc.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("testdata/"+name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readCases(t testing.TB) []parseCase { return readLines[parseCase](t, "cases.jsonl") }

func treeOf(c parseCase) string {
	parse := latex.Parse
	if c.Quantity {
		parse = latex.ParseQuantity
	}
	n, err := parse(c.In, latex.Limits{})
	var syntax *latex.SyntaxError
	switch {
	case errors.Is(err, latex.ErrLimit):
		return "limit"
	case errors.As(err, &syntax):
		return "syntax"
	case err != nil:
		return err.Error()
	}
	return dump(n)
}

func TestParseBuildsTheTree(t *testing.T) {
	cases := readCases(t)
	for i, c := range cases {
		got := treeOf(c)
		if *update {
			cases[i].Tree = got
		} else if got != c.Tree {
			t.Errorf("%s\n got %s\nwant %s", c.In, got, c.Tree)
		}
	}
	if *update {
		writeLines(t, "cases.jsonl", cases)
	}
}

// extraction is a line of testdata/extract.jsonl.
type extraction struct {
	Text     string `json:"text"`
	MathOnly bool   `json:"math_only,omitempty"`
	Anchor   string `json:"anchor"`
	Answer   string `json:"answer"`
}

func readExtractions(t testing.TB) []extraction { return readLines[extraction](t, "extract.jsonl") }

func TestExtractFindsTheAnswer(t *testing.T) {
	cases := readExtractions(t)
	for i, c := range cases {
		got, _, anchor := latex.Extract(c.Text, latex.Options{MathOnly: c.MathOnly})
		if *update {
			cases[i].Answer, cases[i].Anchor = got, anchor
		} else if got != c.Answer || anchor != c.Anchor {
			t.Errorf("%s\n got %q by %s\nwant %q by %s", c.Text, got, anchor, c.Answer, c.Anchor)
		}
	}
	if *update {
		writeLines(t, "extract.jsonl", cases)
	}
}

// TestEverySpellingOfOneValue holds that texts a reader takes for the same are
// the same tree.
func TestEverySpellingOfOneValue(t *testing.T) {
	for _, group := range [][]string{
		{`\frac{1}{2}`, `\frac12`, `\frac1{2}`, `\frac{1}2`, `\dfrac{1}{2}`, `\tfrac12`, `\cfrac{1}{2}`, `1/2`, `\left(\frac{1}{2}\right)`, `½`, `$\frac{1}{2}$.`, `\boxed{\frac12}`, `{1 \over 2}`},
		{`1234567`, `1,234,567`, `1{,}234{,}567`, `1\,234\,567`, `1 234 567`, "1\u202f234\u202f567", `1,\!234,\!567`, `１２３４５６７`, `\$1,234,567`},
		{`x^2`, `x**2`, `x^{2}`, `x²`, `{x}^{2}`, `x^{{2}}`},
		{`\sqrt{2}`, `sqrt(2)`, `√2`, `\sqrt2`, `\sqrt 2`, `√(2)`},
		{`x \le 2`, `x \leq 2`, `x <= 2`, `x ≤ 2`, `x \leqslant 2`, `x \\le 2`},
		{`\{1,2\}`, `{1,2}`, `\left\{1,2\right\}`, `\lbrace 1, 2\rbrace`, `$\{1; 2\}$`},
		{`28\%`, `28%`, `28 percent`, `28 \text{ percent}`, `$28\%$`},
		{`-5`, `−5`, `–5`, `\text{-5}`, `-5.`},
		{`90^\circ`, `90°`, `90^{\circ}`, `90 degrees`, `90\degree`},
		{`\sin^{-1} x`, `\arcsin x`, `asin(x)`, `\operatorname{arcsin}(x)`, `arcsin x`},
		{`2\pi r`, `2πr`, `2*pi*r`, `2 \cdot \pi \cdot r`, `2\times\pi\times r`},
		{`3\frac{1}{2}`, `3 1/2`, `3\frac12`, `3½`, `3 \frac{1}{2}`, `3 \, \frac{1}{2}`},
		{`5 \text{ cm}`, `5 cm`, `5\,\mathrm{cm}`, `5 centimeters`, `5\textrm{ centimetres}`, `5~\text{cm}`},
		{`5\text{ m/s}^2`, `5\text{ m}/\text{s}^2`, `5 \mathrm{~m} / \mathrm{s}^{2}`, `5 m/s^2`, `5\ \text{m/s}^2`},
		{`x=1 \text{ or } x=2`, `x=1 or x=2`, `x = 1, x = 2`, `x=1\text{ and }x=2`, `x=1;x=2`},
	} {
		want := treeOf(parseCase{In: group[0]})
		for _, s := range group[1:] {
			if got := treeOf(parseCase{In: s}); got != want {
				t.Errorf("%s gives %s, but %s gives %s", group[0], want, s, got)
			}
		}
	}
}

// TestLimitsAreErrorsOfTheirOwn holds that a text beyond a bound is reported as
// such, at once, and that the largest text within it is read.
func TestLimitsAreErrorsOfTheirOwn(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("(", n) + "7" + strings.Repeat(")", n) }
	for _, c := range []struct {
		name, in string
		refused  bool
	}{
		{"nesting within", nest(60), false},
		{"nesting beyond", nest(70), true},
		{"nested fractions beyond", strings.Repeat(`\frac{1}{`, 400) + "1" + strings.Repeat("}", 400), true},
		{"open brackets only", strings.Repeat("(", 4000), true},
		{"powers", "2" + strings.Repeat("^2", 1500), true},
		{"signs", strings.Repeat("-", 1500) + "1", true},
		{"functions", strings.Repeat(`\sin`, 900) + " x", true},
		{"operators beyond", "1" + strings.Repeat("+1", 1100), true},
		{"nodes beyond", "1" + strings.Repeat("+1", 600), true},
		{"nodes beyond in every place", strings.Repeat(`\frac12`, 300), true},
		{"nodes within", "1" + strings.Repeat("+1", 400), false},
		{"digits within", strings.Repeat("7", 256), false},
		{"digits beyond", strings.Repeat("7", 257), true},
		{"all digits beyond", strings.Repeat(strings.Repeat("7", 200)+"+", 11) + "1", true},
		{"exponent within", "1e300", false},
		{"exponent beyond", "1e5000", true},
		{"exponent far beyond", "1e99999999999999", true},
		{"candidate beyond", strings.Repeat(" ", 4090) + "1 + 1 + 1", true},
		{"cells beyond", `\begin{matrix}` + strings.Repeat("1&", 299) + `1\end{matrix}`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := latex.Parse(c.in, latex.Limits{})
			if refused := errors.Is(err, latex.ErrLimit); refused != c.refused || !refused && err != nil {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestHostileTextsEnd runs over repetitions that would take minutes if any search
// started again from each of them.
func TestHostileTextsEnd(t *testing.T) {
	for _, p := range []string{`\(`, `\[`, "$", "$ a", `\boxed{`, "\\boxed{\n", "box", `\begin{a}`, "answer", "final answer", "**1", "1 ", "1,", "<answer>", "{", `\`, "\n####", "$1$ and ", `\boxed{1} and `} {
		text := strings.Repeat(p, (1<<18)/len(p))
		if candidate, _, _ := latex.Extract(text, latex.Options{}); len(candidate) > len(text) {
			t.Errorf("%q repeated: a candidate of %d bytes", p, len(candidate))
		}
	}
	for _, p := range []string{`\frac{1}{`, `\sqrt`, "x^", `\sin`, "|x", "||", `\bar{`, `\lim_{x\to`, `\int x dx`, "[[", "{{1},", `\{1\mid`, `\begin{matrix}1&`, `5\text{ cm}`, "5 red ", "1 000 ", "-", `1\pm`, "million "} {
		n, err := latex.Parse(strings.Repeat(p, 4096/len(p)), latex.Limits{})
		if err == nil && size(n) > latex.DefaultLimits.Nodes {
			t.Errorf("%q repeated: a tree of %d nodes", p, size(n))
		}
	}
}

func ExampleParse() {
	_, err := latex.Parse(`\frac{1}{2`, latex.Limits{})
	fmt.Println(err)
	// Output: latex: offset 10: missing }
}

func ExampleExtract() {
	answer, found, anchor := latex.Extract(`First \boxed{3}, but with the right sign it is \boxed{7}.`, latex.Options{})
	fmt.Println(answer, found, anchor)
	// Output: 7 true boxed
}
