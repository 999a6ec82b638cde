package program

import (
	_ "embed" // the harnesses
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// language is how programs of one language are found in text and run.
type language struct {
	tags []string       // of fenced blocks
	code *regexp.Regexp // a line that only code has
	// define is the pattern of the entry's definition, with %s for its name.
	define string
	// files are the sandbox's files beside config.json, where the harness reads
	// sources, entries and calls.
	files func(source, entry string) map[string][]byte
	// compiled says that the source is part of the files, so that a process runs
	// no other program.
	compiled bool
	entry    string // sandbox.Spec.Entry
}

//go:embed harness/harness.py
var pythonHarness []byte

//go:embed harness/harness.go.txt
var goHarness []byte

var languages = map[string]language{
	"python": {
		tags:   []string{"python", "py", "python3"},
		code:   regexp.MustCompile(`(?m)^(?:def \w+\(.*|class \w+.*:|import \w+|from \w+ import .*|print\(.*\)|\w+ ?[-+*]?= ?\S.*|for .+ in .+:|while .+:|if .+:)\s*$`),
		define: `(?m)^[ \t]*(?:async )?def %s\b`,
		entry:  "main.py",
		files: func(source, entry string) map[string][]byte {
			return map[string][]byte{"main.py": pythonHarness}
		},
	},
	"go": {
		tags:   []string{"go", "golang"},
		code:   regexp.MustCompile(`(?m)^(?:package \w+|func \w+\(.*|import .*)\s*$`),
		define: `(?m)^func %s\b`, compiled: true,
		files: func(source, entry string) map[string][]byte {
			if entry == "" {
				return map[string][]byte{"solution.go": []byte(withPackage(source))}
			}
			return map[string][]byte{"solution.go": []byte(withoutMain(withPackage(source))),
				"harness.go": []byte(strings.ReplaceAll(string(goHarness), "ENTRY", entry))}
		},
	},
}

// Languages lists the languages that can be graded, sorted.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

func lookup(name string) (language, error) {
	l, ok := languages[name]
	if !ok {
		return l, fmt.Errorf("no programs of language %q can be graded; there are %s", name, strings.Join(Languages(), ", "))
	}
	return l, nil
}

var packageClause = regexp.MustCompile(`(?m)^package[ \t]+\w+`)

// withPackage makes a Go source part of package main.
func withPackage(source string) string {
	if at := packageClause.FindStringIndex(source); at != nil {
		return source[:at[0]] + "package main" + source[at[1]:]
	}
	return "package main\n" + source
}

// withoutMain renames the function main, which belongs to the harness. A source
// that does not parse stays as it is, for the compiler to refuse.
func withoutMain(source string) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		return source
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "main" {
			at := int(f.Name.Pos() - file.FileStart)
			return source[:at] + "segueUnusedMain" + source[at+len("main"):]
		}
	}
	return source
}
