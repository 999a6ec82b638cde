package arch

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// layers says for each package what it may import inside the module, directly
// or not: the arrows of the design. "skill/gen/*" stands for every generator package.
var layers = map[string]string{
	"skill":                      "",
	"task":                       "skill",
	"task/response":              "",
	"task/compose":               "skill task",
	"task/cue":                   "skill task task/compose task/response",
	"task/importer":              "skill task",
	"skill/gen":                  "skill task",
	"skill/gen/*":                "skill task skill/gen skill/gen/lexicon skill/gen/instruction/rule",
	"skill/gen/lexicon":          "skill task skill/gen",
	"skill/gen/instruction/rule": "skill task skill/gen",
	"skill/gen/all":              "skill task skill/gen skill/gen/*",
	"skill/catalogue":            "skill task skill/gen",
	"sandbox":                    "",
	"grade/expr":                 "",
	"grade/latex":                "grade/expr",
	"grade/mathematics":          "grade/expr grade/latex",
	"grade/constraint":           "grade/constraint/*",
	"grade/constraint/*":         "",
	"grade/tableqa":              "",
	"grade/planning":             "",
	"grade/program":              "sandbox task skill",
	"grade/rubric":               "task skill",
	"grade":                      "task skill sandbox grade/*",
	"grade/vectors":              "task skill grade/*",
	"skill/check":                "skill skill/gen task sandbox grade grade/*",
	"switching":                  "skill task",
	"llm":                        "",
	"llm/scripted":               "llm",
	"bench":                      "skill skill/gen task task/response sandbox grade grade/* switching llm",
	"bench/label":                "skill skill/gen task task/response task/importer grade grade/* llm sandbox",
	"bench/report":               "skill skill/gen task task/response sandbox grade grade/* switching llm bench bench/report/figure",
	"bench/report/figure":        "skill task switching",
	"bench/demo":                 "skill skill/gen skill/check task task/response sandbox grade grade/* switching llm llm/scripted bench",
	"lm/kernel":                  "",
	"lm/kernel/*":                "lm/kernel lm/kernel/*",
	"lm/model":                   "lm/kernel",
	"lm/attention":               "lm/kernel",
	"lm/optimizer":               "lm/kernel lm/model",
	"lm/decoder":                 "lm/kernel lm/model lm/attention",
	"lm/tensorfile":              "lm/kernel",
	"lm/safetensors":             "lm/kernel lm/tensorfile",
	"lm/gguf":                    "lm/kernel lm/tensorfile",
	"lm/tokenizer":               "",
	"lm/chat":                    "",
	"lm/generation":              "lm/kernel lm/model lm/attention",
	"lm/checkpoint":              "lm/kernel lm/model lm/optimizer lm/tensorfile lm/safetensors lm/gguf lm/tokenizer lm/chat",
	"lm/kernel/generate/*":       "lm/kernel/generate/assembly",
	"lm/speed":                   "lm lm/* llm",
	"lm":                         "llm lm/*",
	"rl":                         "",
	"rl/*":                       "rl rl/*",
	"reward":                     "skill task task/response sandbox grade grade/* switching",
	"train/rollout":              "skill task task/response sandbox grade grade/* switching llm lm lm/* reward rl",
	"train/policy":               "llm lm lm/* rl",
	"train/health":               "",
	"train/curriculum":           "",
	"train":                      "skill task task/response sandbox grade grade/* switching llm lm lm/* reward rl rl/* train/*",
	"study":                      "skill task task/* sandbox grade grade/* switching llm lm lm/* reward rl rl/* train train/*",
	"study/report":               "skill task task/* sandbox grade grade/* switching llm lm lm/* reward rl rl/* train train/* study bench/report/figure",
	"server":                     "",
	"server/completion":          "server llm lm lm/*",
	"cli":                        "*",
	"cmd/segue":                  "*",
	"internal/arch":              "",
	"scripts/outcomes":           "skill task",
}

// leaves import nothing of the module and do one small thing that is nobody's
// subject. Every package may import them, so the layers do not name them.
var leaves = []string{
	"internal/atomicfile", // files that appear whole or not at all
	"internal/lock",       // a run directory for one process at a time
	"internal/nearest",    // names for the messages about unknown ones
}

// dependencies are the modules that the code imports, each with its reason
// (ARCHITECTURE.md says more). A new one is a decision.
var dependencies = map[string]string{
	"github.com/spf13/cobra":              "command line",
	"github.com/spf13/pflag":              "flags of cobra, for their names",
	"github.com/openai/openai-go/v3":      "wire format of endpoints",
	"modernc.org/sqlite":                  "runs and caches that survive a kill, without cgo",
	"github.com/parquet-go/parquet-go":    "Parquet data sets",
	"gonum.org/v1/gonum":                  "statistics",
	"github.com/goccy/go-yaml":            "run files",
	"github.com/google/renameio/v2":       "atomic files",
	"github.com/schollz/progressbar/v3":   "progress on a terminal",
	"golang.org/x/term":                   "is it a terminal",
	"golang.org/x/text":                   "Unicode normal forms",
	"golang.org/x/net":                    "HTML parsing",
	"golang.org/x/sys":                    "limits and seccomp of the sandbox",
	"golang.org/x/sync":                   "bounded groups of goroutines",
	"github.com/neurosnap/sentences":      "Punkt sentence splitting of published instruction checks",
	"github.com/abadojack/whatlanggo":     "language detection of published instruction checks",
	"github.com/mmcloughlin/avo":          "assembly kernels, generated",
	"github.com/dlclark/regexp2/v2":       "look-ahead in tokenisers' splitting patterns",
	"github.com/edsrzf/mmap-go":           "model files mapped, not copied",
	"github.com/prometheus/client_golang": "metrics of the servers",
	"github.com/x448/float16":             "tests: half precision",
	"github.com/google/go-cmp":            "tests: differences",
	"pgregory.net/rapid":                  "tests: properties",
	"github.com/rogpeppe/go-internal":     "tests: scripts of the command line",
}

// imports lists every package of the module with all it imports, its tests
// left out.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Deps \" \"}}", "./...")
	cmd.Dir = root
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, errs.String())
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		all[strings.TrimPrefix(words[0], "segue/")] = words[1:]
	}
	return all
}

func TestArrows(t *testing.T) {
	for pkg, deps := range imports(t) {
		if slices.Contains(leaves, pkg) {
			if i := slices.IndexFunc(deps, func(d string) bool { return strings.HasPrefix(d, "segue/") }); i >= 0 {
				t.Errorf("%s imports %s, but is a leaf", pkg, deps[i])
			}
			continue
		}
		allowed, ok := rule(pkg)
		if !ok {
			t.Errorf("package %s has no place in the layers", pkg)
			continue
		}
		for _, dep := range deps {
			in, ours := strings.CutPrefix(dep, "segue/")
			if ours && !slices.Contains(leaves, in) && !slices.ContainsFunc(allowed, func(p string) bool { return matches(p, in) }) {
				t.Errorf("%s imports %s, which the design does not allow", pkg, in)
			}
		}
	}
}

// rule finds what a package may import: its own entry, else that of its family.
func rule(pkg string) ([]string, bool) {
	if allowed, ok := layers[pkg]; ok {
		return strings.Fields(allowed), true
	}
	allowed, ok := layers[filepath.Dir(pkg)+"/*"]
	return strings.Fields(allowed), ok
}

// matches says whether a pattern allows a package; x/* stands for all below x.
func matches(pattern, pkg string) bool {
	if pattern == "*" {
		return true
	}
	if family, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(pkg, family+"/")
	}
	return pattern == pkg
}

func TestRulesAreNotStale(t *testing.T) {
	packages := imports(t)
	for pkg := range layers {
		if strings.HasSuffix(pkg, "/*") {
			continue
		}
		if _, ok := packages[pkg]; !ok {
			t.Errorf("the layers name %s, which does not exist", pkg)
		}
	}
	for _, pkg := range leaves {
		if _, ok := packages[pkg]; !ok {
			t.Errorf("%s is named a leaf, but does not exist", pkg)
		}
	}
}

// files lists the Go files of the tree by path from its root.
func files(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || strings.HasPrefix(name, "run") || strings.HasPrefix(name, "demo") && filepath.Dir(path) == root) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			all = append(all, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestDependenciesHaveReasons(t *testing.T) {
	used := map[string]bool{}
	for _, path := range files(t) {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			name := strings.Trim(i.Path.Value, `"`)
			if !strings.Contains(strings.Split(name, "/")[0], ".") {
				continue
			}
			module := ""
			for m := range dependencies {
				if name == m || strings.HasPrefix(name, m+"/") {
					module = m
				}
			}
			if module == "" {
				t.Errorf("%s imports %s, a module without a reason", path, name)
			}
			used[module] = true
		}
	}
	for m := range dependencies {
		if !used[m] {
			t.Errorf("nothing imports %s any more", m)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	for m := range dependencies {
		if !strings.Contains(string(text), m) {
			t.Errorf("ARCHITECTURE.md does not say why %s is there", m)
		}
	}
}

// Budgets in lines; a longer file or function has a name that is too wide.
const (
	maxFile     = 400
	maxTestFile = 600
	maxFunction = 80
)

func TestSizeBudget(t *testing.T) {
	for _, path := range files(t) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		budget := maxFile
		if strings.HasSuffix(path, "_test.go") {
			budget = maxTestFile
		}
		if n := set.Position(f.End()).Line; n > budget {
			t.Errorf("%s has %d lines, over the budget of %d", path, n, budget)
		}
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1; n > maxFunction {
				t.Errorf("%s: %s has %d lines, over the budget of %d", path, fn.Name.Name, n, maxFunction)
			}
		}
	}
}

func TestPackagesAndExportsAreDocumented(t *testing.T) {
	documented := map[string]bool{}
	seen := map[string]bool{}
	for _, path := range files(t) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Dir(path)
		seen[dir] = true
		if f.Doc != nil {
			documented[dir] = true
		}
		for _, d := range f.Decls {
			if name := undocumented(d); name != "" {
				t.Errorf("%s: exported %s has no comment", path, name)
			}
		}
	}
	for dir := range seen {
		if !documented[dir] {
			t.Errorf("package %s has no package comment", dir)
		}
	}
}

// undocumented names an exported declaration without a comment, else "".
func undocumented(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			return d.Name.Name
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if ts, ok := s.(*ast.TypeSpec); ok && ts.Name.IsExported() && d.Doc == nil && ts.Doc == nil {
				return ts.Name.Name
			}
			if vs, ok := s.(*ast.ValueSpec); ok && vs.Names[0].IsExported() && d.Doc == nil && vs.Doc == nil && vs.Comment == nil {
				return vs.Names[0].Name
			}
		}
	}
	return ""
}

// exportedReceiver says whether a method belongs to an exported type; methods
// of others are seen only through interfaces, which document them.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}

// impure are calls that make a result depend on more than its arguments, and
// the folders or files that may make them.
var impure = []struct {
	call    *regexp.Regexp
	allowed []string
	why     string
}{
	{regexp.MustCompile(`\btime\.Now\(`), []string{"cli", "llm", "sandbox", "bench", "cmd", "lm/speed", "lm/sampler.go", "train"}, "a clock"},
	{regexp.MustCompile(`\bos\.(Getenv|LookupEnv)\(`), []string{"cli", "cmd", "sandbox", "lm/kernel/set.go"}, "the environment"},
	{regexp.MustCompile(`\brand\.(Int|IntN|Float64|Perm|Shuffle|Uint64|N)\(`), nil, "the global random source"},
	{regexp.MustCompile(`\bos\.WriteFile\(`), []string{"sandbox"}, "a file that is not written atomically"},
}

func TestPurity(t *testing.T) {
	for _, path := range files(t) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		within := func(place string) bool {
			rest, ok := strings.CutPrefix(filepath.ToSlash(strings.TrimPrefix(path, root+"/")), place)
			return ok && (rest == "" || rest[0] == '/')
		}
		for _, x := range impure {
			if x.call.Match(text) && !slices.ContainsFunc(x.allowed, within) {
				t.Errorf("%s uses %s", path, x.why)
			}
		}
	}
}

// Go leaves files out by their names (_arm, _linux, _js …); none may vanish unnoticed.
func TestNoFileIsLeftOutByItsName(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", "{{range .IgnoredGoFiles}}{{$.Dir}}/{{.}}\n{{end}}", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.Lines(string(out)) {
		name := filepath.Base(strings.TrimSpace(path))
		if name != "." && !strings.HasSuffix(name, "_other.go") && !strings.HasSuffix(name, "_other_test.go") {
			t.Errorf("%s is left out of this build by its name or its constraint", path)
		}
	}
}
