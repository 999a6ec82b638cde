// Command vector writes the vector kernels of package kernel as Go assembly,
// each for AVX2 and for AVX-512 from one description: vector_amd64.s and the
// declarations vector_stub_amd64.go, in the working folder.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/google/renameio/v2"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

const (
	assemblyFile = "vector_amd64.s"
	stubFile     = "vector_stub_amd64.go"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "vector:", err)
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

// kernels are the descriptions; each emits one function for the level of m.
var kernels = []func(m *machine){
	exp, expSum, massAbove, softmaxGradient,
	softenRows, softmaxRowsGradient,
	maximum, index, countGreater, selectAbove,
	sum, dot, squaredNorm, addScaled, scale, add, mul,
	rmsNorm, rmsNormGradient, rotary,
	swiGLU, swiGLUGradient, adamW,
	fromBFloat16, toBFloat16, fromFloat16,
}

// highVector is a vector register that AVX2 cannot name.
var highVector = regexp.MustCompile(`\b[XY](1[6-9]|2\d|3[01])\b`)

// generate returns the assembly and its declarations.
func generate() (assembly, stub []byte, err error) {
	context := build.NewContext()
	data := map[string]bool{}
	for _, wide := range []bool{false, true} {
		for _, emit := range kernels {
			emit(newMachine(context, wide, data))
		}
	}
	file, err := context.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, nil, err
	}
	config := printer.Config{Name: "avo", Pkg: "kernel", Argv: []string{"go", "run", "./generate/vector"}}
	if assembly, err = printer.NewGoAsm(config).Print(file); err != nil {
		return nil, nil, err
	}
	avx2, _, _ := bytes.Cut(assembly, []byte("AVX512(SB)"))
	if found := highVector.Find(avx2); found != nil {
		return nil, nil, fmt.Errorf("an AVX2 kernel holds too much at once: it uses %s", found)
	}
	stub, err = printer.NewStubs(config).Print(file)
	return assembly, stub, err
}
