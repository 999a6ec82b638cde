// Command matrix writes the assembly kernels of matrix products: a tile of the
// product, the copies that pack operands, and the widening of bfloat16, for
// AVX2 and AVX-512.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vectors is an instruction set seen as vectors of 32-bit lanes. The vector
// that may be partly filled is loaded and stored under a mask.
type vectors interface {
	suffix() string
	lanes() int
	rows() int  // of the largest tile
	width() int // of the widest panel, in vectors
	register(i int) reg.VecPhysical
	// mask makes the mask of the first n lanes, 1 ≤ n ≤ lanes, and may destroy
	// n and the scratch register.
	mask(n, scratch reg.GPPhysical)
	load(m Mem, v reg.VecPhysical, partly bool)
	store(v reg.VecPhysical, m Mem, partly bool)
	clear(v reg.VecPhysical)
	// quarters loads 16-byte pieces into the 128-bit lanes of v, from low to
	// high.
	quarters(pieces []Mem, v reg.VecPhysical)
}

func main() {
	Package("segue/lm/kernel")
	ConstraintExpr("amd64")
	for _, v := range []vectors{ymm{}, zmm{}} {
		tile(v)
		copyRows(v)
		transpose(v)
		widen(v)
	}
	Generate()
}

// addr is the byte at base + index*scale + disp.
func addr(base, index reg.Register, scale uint8, disp int) Mem {
	return Mem{Base: base, Index: index, Scale: scale, Disp: disp}
}

// at is the byte at base + disp.
func at(base reg.Register, disp int) Mem { return Mem{Base: base, Disp: disp} }

// loadBytes loads a parameter that counts numbers, as bytes.
func loadBytes(name string, r reg.GPPhysical) {
	Load(Param(name), r)
	SHLQ(Imm(2), r)
}

// loadBase loads the address of a slice's first element.
func loadBase(name string, r reg.GPPhysical) { Load(Param(name).Base(), r) }
