package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// zmm is AVX-512; its mask is in K1.
type zmm struct{}

func (zmm) suffix() string { return "AVX512" }
func (zmm) lanes() int     { return 16 }
func (zmm) rows() int      { return 8 }
func (zmm) width() int     { return 3 }

func (zmm) register(i int) reg.VecPhysical {
	return []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
		reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
		reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
		reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
	}[i]
}

func (zmm) mask(n, scratch reg.GPPhysical) {
	MOVL(I32(-1), scratch.As32())
	BZHIL(n.As32(), scratch.As32(), scratch.As32())
	KMOVW(scratch.As32(), reg.K1)
}

func (zmm) load(m Mem, v reg.VecPhysical, partly bool) {
	if partly {
		VMOVUPS_Z(m, reg.K1, v)
		return
	}
	VMOVUPS(m, v)
}

func (zmm) store(v reg.VecPhysical, m Mem, partly bool) {
	if partly {
		VMOVUPS(v, reg.K1, m)
		return
	}
	VMOVUPS(v, m)
}

func (zmm) clear(v reg.VecPhysical) { VPXORD(v, v, v) }

func (zmm) quarters(pieces []Mem, v reg.VecPhysical) {
	VMOVUPS(pieces[0], v.AsX())
	for i, m := range pieces[1:] {
		VINSERTF32X4(Imm(uint64(i+1)), m, v, v)
	}
}

// ymm is AVX2; its mask is in Y15.
type ymm struct{}

func (ymm) suffix() string { return "AVX2" }
func (ymm) lanes() int     { return 8 }
func (ymm) rows() int      { return 6 }
func (ymm) width() int     { return 2 }

func (ymm) register(i int) reg.VecPhysical {
	return []reg.VecPhysical{
		reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
		reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15,
	}[i]
}

// laneMasks is eight set lanes and eight clear ones; a mask is a window of it.
var laneMasks Mem

func (y ymm) mask(n, scratch reg.GPPhysical) {
	if laneMasks.Symbol.Name == "" {
		laneMasks = GLOBL("laneMasks", RODATA|NOPTR)
		for i := range 16 {
			DATA(4*i, U32([]uint32{0xffffffff, 0}[i/8]))
		}
	}
	NEGQ(n)
	LEAQ(laneMasks.Offset(32), scratch)
	VMOVUPS(addr(scratch, n, 4, 0), reg.Y15)
}

func (ymm) load(m Mem, v reg.VecPhysical, partly bool) {
	if partly {
		VMASKMOVPS(m, reg.Y15, v)
		return
	}
	VMOVUPS(m, v)
}

func (ymm) store(v reg.VecPhysical, m Mem, partly bool) {
	if partly {
		VMASKMOVPS(v, reg.Y15, m)
		return
	}
	VMOVUPS(v, m)
}

func (ymm) clear(v reg.VecPhysical) { VXORPS(v, v, v) }

func (ymm) quarters(pieces []Mem, v reg.VecPhysical) {
	VMOVUPS(pieces[0], v.AsX())
	VINSERTF128(Imm(1), pieces[1], v, v)
}
