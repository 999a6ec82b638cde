package recipes_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/recipes.md")

const document = "../../docs/recipes.md"

// docs/recipes.md is made of the registry and of the comments of the recipes'
// files, so that it cannot say anything else.
func TestDocumentSaysWhatTheRegistryHolds(t *testing.T) {
	var w strings.Builder
	w.WriteString(`# Recipes

A recipe is a published method as a configuration of the algebra ([algebra.md](algebra.md) has the symbols). This page is made from the
registry and the comments in ` + "`rl/recipes`" + ` by ` + "`go test ./rl/recipes -update`" + `; a test keeps the two equal. Each recipe's
formula stands again in its test, literally and for one token, and the plans of random batches are compared with it; or beside it stands a plan
file, ` + "`rl/recipes/NAME.plan.json`" + `: batches and the plans that every engine must give for them, worked out apart from any engine:
` + "`python rl/recipes/testdata/plans.py`" + ` does it again, literally and with derivatives as dual numbers, and says what differs.
` + "`segue recipes compare`" + ` trains recipes on the same tasks, from the same starts and with the same seeds, and ranks them with intervals.

    segue recipes list | show NAME | plan NAME --batch FILE [--set quantity=value] [--set dialect=NAME] | compare --recipes A,B --seeds N --out DIR

`)
	w.WriteString("What a paper claims is told in an outcome that a comparison measures; measured here is the difference to `grpo` in that outcome, or in accuracy\n" +
		"where nothing measurable is claimed, with its 95 % interval over seeds, in the comparison of [comparison.md](comparison.md): tiny models on the\n" +
		"cue tasks. Bold: the interval leaves 0 out.\n")
	summary(t, &w)
	w.WriteString("\nWhat a batch needs is for the plan and the loss together; what only the loss reads may be missing while planning. `ppo` and others need\n`logp_ref` only with a KL coefficient.\n")
	for _, r := range rl.List() {
		section(t, &w, r)
	}
	if *update {
		if err := os.WriteFile(document, []byte(w.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), w.String()); diff != "" {
		t.Errorf("docs/recipes.md differs from the registry; go test ./rl/recipes -update rewrites it: %s", diff)
	}
}

// summary is a table of the recipes of each family: what they change, claim and do here.
func summary(t *testing.T, w *strings.Builder) {
	measured := effects(t)
	for _, family := range rl.Families() {
		head := fmt.Sprintf("\n### About the %s\n\n| recipe | acts on | needs | claims | measured here |\n| --- | --- | --- | --- | --- |\n", family)
		for _, r := range rl.List() {
			p, err := r.Planner(nil)
			if err != nil {
				t.Fatal(err)
			}
			if p.Family() != family {
				continue
			}
			found := measured[r.Name]
			if found == "" {
				found = "not measured yet"
			}
			fmt.Fprintf(w, "%s| [`%s`](#%s) | %s | %s | %s | %s |\n", head, r.Name, r.Name, commas(p.ActsOn()), commas(p.Needs()), r.Effect, found)
			head = ""
		}
	}
}

// effects are the measured differences of testdata/effects.tsv, in words by recipe.
func effects(t *testing.T) map[string]string {
	data, err := os.ReadFile("testdata/effects.tsv")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{"grpo": "what the others are compared with"}
	for number, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(line, "\t")
		if number == 0 {
			continue
		}
		if _, err := rl.Lookup(f[0]); err != nil || len(f) != 6 {
			t.Fatalf("line %d of effects.tsv: %q: %v", number+1, line, err)
		}
		low, high := number64(t, f[3]), number64(t, f[4])
		text := fmt.Sprintf("%s %+.3g [%+.3g, %+.3g], %s seeds", f[1], number64(t, f[2]), low, high, f[5])
		if low > 0 || high < 0 {
			text = "**" + text + "**"
		}
		found[f[0]] = text
	}
	return found
}

func number64(t *testing.T, text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func section(t *testing.T, w *strings.Builder, r rl.Recipe) {
	fmt.Fprintf(w, "\n## %s\n\n%s.\n\n%s\n\n| quantity | default | unit | what it is |\n| --- | --- | --- | --- |\n", r.Name, r.Paper, comment(t, r.Name))
	for _, p := range r.Params {
		fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", p.Name, strconv.FormatFloat(p.Default, 'g', -1, 64), p.Unit, p.Doc)
	}
	if len(r.Dialects) > 0 {
		w.WriteString("\nDialects:")
		for i, d := range r.Dialects {
			fmt.Fprintf(w, "%s `%s`: %s", map[bool]string{true: ";"}[i > 0], d.Name, d.Doc)
		}
		w.WriteString(".\n")
	}
	var claims []string
	if r.Claims.ShiftInvariant {
		claims = append(claims, "a constant added to a group's rewards changes nothing")
	}
	if r.Claims.ScaleInvariant {
		claims = append(claims, "a factor on them neither, but for what is added to the deviation")
		if !r.Claims.ShiftInvariant {
			claims[0] = "a factor on a group's rewards changes nothing, but for what is added to the deviation"
		}
	}
	fates := map[rl.Fate]string{rl.FateZero: "are kept with advantage 0", rl.FateDrop: "are dropped", rl.FateUsual: "are treated as any"}
	claims = append(claims, "groups of equal rewards "+fates[r.Claims.ZeroVariance], "groups of one "+fates[r.Claims.Single])
	fmt.Fprintf(w, "\nTested: %s.\n", strings.Join(claims, "; "))
}

// comment is the doc comment of the recipe in its file, as Markdown.
func comment(t *testing.T, name string) string {
	f, err := parser.ParseFile(token.NewFileSet(), name+".go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			variable := g.Specs[0].(*ast.ValueSpec).Names[0].Name
			text := strings.TrimSpace(g.Doc.Text())
			text = "`" + name + "`" + strings.TrimPrefix(text, variable)
			return strings.ReplaceAll(text, "\n\t", "\n    ")
		}
	}
	t.Fatalf("%s.go declares no recipe", name)
	return ""
}

func commas[S ~string](all []S) string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = string(s)
	}
	return strings.Join(texts, ", ")
}
