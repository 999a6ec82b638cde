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

| recipe | paper | acts on | needs |
| --- | --- | --- | --- |
`)
	for _, r := range rl.List() {
		p, err := r.Planner(nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&w, "| [`%s`](#%s) | %s | %s | %s |\n", r.Name, r.Name, r.Paper, commas(p.ActsOn()), commas(p.Needs()))
	}
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

func section(t *testing.T, w *strings.Builder, r rl.Recipe) {
	fmt.Fprintf(w, "\n## %s\n\n%s\n\n| quantity | default | unit | what it is |\n| --- | --- | --- | --- |\n", r.Name, comment(t, r.Name))
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
