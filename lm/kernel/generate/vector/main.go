// Command vector writes the vector kernels of package kernel as Go assembly,
// each for AVX2 and for AVX-512 from one description: vector_amd64.s and the
// declarations vector_stub_amd64.go, in the working folder.
package main

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/mmcloughlin/avo/build"

	"segue/lm/kernel/generate/assembly"
)

var program = assembly.Program{Name: "vector", Describe: describe, Check: checkRegisters}

func main() { program.Main() }

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

func describe(c *build.Context) {
	data := map[string]bool{}
	for _, wide := range []bool{false, true} {
		for _, emit := range kernels {
			emit(newMachine(c, wide, data))
		}
	}
}

// checkRegisters refuses kernels for AVX2, which come first, that name a high vector.
func checkRegisters(assembly []byte) error {
	avx2, _, _ := bytes.Cut(assembly, []byte("AVX512(SB)"))
	if found := highVector.Find(avx2); found != nil {
		return fmt.Errorf("an AVX2 kernel holds too much at once: it uses %s", found)
	}
	return nil
}
