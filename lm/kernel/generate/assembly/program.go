// Package assembly is what the programs that write assembly kernels share:
// printing what was described, and saying whether the files in the tree are
// what a program writes.
package assembly

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// Program writes the kernels of one subject.
type Program struct {
	// Name is that of the folder below generate; the files are
	// NAME_amd64.s and NAME_stub_amd64.go.
	Name string
	// Describe adds the kernels to a context.
	Describe func(*build.Context)
	// Check looks at the finished assembly; nil asks nothing.
	Check func(assembly []byte) error
}

// Main writes both files into the working folder and ends the process with 1
// when it cannot.
func (p Program) Main() {
	if err := p.write("."); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %+v\n", p.Name, err)
		os.Exit(1)
	}
}

func (p Program) write(folder string) error {
	assembly, stub, err := p.print()
	if err != nil {
		return err
	}
	a, s := Files(p.Name)
	return errors.Join(
		renameio.WriteFile(filepath.Join(folder, a), assembly, 0o644),
		renameio.WriteFile(filepath.Join(folder, s), stub, 0o644))
}

// print returns the assembly and its declarations.
func (p Program) print() (assembly, stub []byte, err error) {
	c := build.NewContext()
	p.Describe(c)
	file, err := c.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, nil, err
	}
	config := printer.Config{Name: "avo", Pkg: "kernel", Argv: []string{"go", "run", "./generate/" + p.Name}}
	if assembly, err = printer.NewGoAsm(config).Print(file); err != nil {
		return nil, nil, err
	}
	if p.Check != nil {
		if err := p.Check(assembly); err != nil {
			return nil, nil, err
		}
	}
	stub, err = printer.NewStubs(config).Print(file)
	return assembly, stub, err
}
