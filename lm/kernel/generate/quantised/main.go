// Command quantised writes the kernels of quantised products as Go assembly,
// for AVX2 and AVX-512 with VNNI: quantised_amd64.s and the declarations
// quantised_stub_amd64.go, in the working folder.
package main

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

const (
	assemblyFile = "quantised_amd64.s"
	stubFile     = "quantised_stub_amd64.go"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintf(os.Stderr, "quantised: %+v\n", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	assembly, stub, err := generate()
	if err != nil {
		return err
	}
	return errors.Join(
		renameio.WriteFile(filepath.Join(folder, assemblyFile), assembly, 0o644),
		renameio.WriteFile(filepath.Join(folder, stubFile), stub, 0o644))
}

// generate returns the assembly and its declarations.
func generate() (assembly, stub []byte, err error) {
	c := build.NewContext()
	c.ConstraintExpr("amd64")
	for _, l := range layouts {
		for _, rows := range []int{1, 4} {
			bandAVX512(c, l, rows)
		}
		bandAVX2(c, l)
	}
	activationsAVX512(c)
	file, err := c.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, nil, err
	}
	config := printer.Config{Name: "avo", Pkg: "kernel", Argv: []string{"go", "run", "./generate/quantised"}}
	if assembly, err = printer.NewGoAsm(config).Print(file); err != nil {
		return nil, nil, err
	}
	stub, err = printer.NewStubs(config).Print(file)
	return assembly, stub, err
}

// layout is how a band's codes lie in memory.
type layout struct {
	name    string
	vectors int // of 64 bytes in a block of 32 columns
	runs    int // scales of a row in a block
}

var layouts = []layout{
	{"Nibbles", 4, 1}, // Q4_0, Q4_1, Q4_K
	{"Bytes", 8, 1},   // Q8_0
	{"Runs", 8, 2},    // Q6_K
}
