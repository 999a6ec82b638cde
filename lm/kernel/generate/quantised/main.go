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

// layout is how a format's bands lie in memory, as the kernel package lays them out.
type layout struct {
	format  string
	vectors int  // of 64 bytes of codes in a block of 32 columns
	runs    int  // scales of a row in a block
	half    bool // scales and offsets are in half precision
	offsets bool
}

var layouts = []layout{
	{"Q8_0", 8, 1, true, false},
	{"Q4_0", 4, 1, true, false},
	{"Q4_1", 4, 1, true, true},
	{"Q4_K", 4, 1, false, true},
	{"Q6_K", 8, 2, false, false},
}
