// Command quantised writes the kernels of quantised products as Go assembly,
// for AVX2 and AVX-512 with VNNI: quantised_amd64.s and the declarations
// quantised_stub_amd64.go, in the working folder.
package main

import (
	"github.com/mmcloughlin/avo/build"

	"segue/lm/kernel/generate/assembly"
)

var program = assembly.Program{Name: "quantised", Describe: describe}

func main() { program.Main() }

func describe(c *build.Context) {
	c.ConstraintExpr("amd64")
	for _, l := range layouts {
		for _, rows := range []int{1, 4} {
			bandAVX512(c, l, rows)
		}
		bandAVX2(c, l)
	}
	activationsAVX512(c)
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
