package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// copyRows writes the kernel that copies rows no wider than a panel.
func copyRows(v vectors) {
	TEXT("copyRows"+v.suffix(), NOSPLIT, "func(dst []float32, dstRow int, src []float32, srcRow, rows, width int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("copyRows%s copies rows of 1 to %d numbers.", v.suffix(), v.width()*v.lanes()))
	dst, dstRow, src, srcRow, rows, last, spare := reg.RDI, reg.R8, reg.RSI, reg.R9, reg.RCX, reg.RAX, reg.RBX
	loadBase("dst", dst)
	loadBytes("dstRow", dstRow)
	loadBase("src", src)
	loadBytes("srcRow", srcRow)
	Load(Param("rows"), rows)
	Load(Param("width"), last)
	for w := v.width(); w > 1; w-- {
		CMPQ(last, Imm(uint64((w-1)*v.lanes())))
		JG(LabelRef(fmt.Sprintf("width%d", w)))
	}
	for w := 1; w <= v.width(); w++ {
		name := fmt.Sprintf("width%d", w)
		Label(name)
		if w > 1 {
			SUBQ(Imm(uint64((w-1)*v.lanes())), last)
		}
		v.mask(last, spare)
		Label(name + "next")
		for j := range w {
			v.load(at(src, 4*j*v.lanes()), v.register(j), j == w-1)
		}
		for j := range w {
			v.store(v.register(j), at(dst, 4*j*v.lanes()), j == w-1)
		}
		ADDQ(srcRow, src)
		ADDQ(dstRow, dst)
		DECQ(rows)
		JNZ(LabelRef(name + "next"))
		VZEROUPPER()
		RET()
	}
}

// Registers of the transposing kernels.
var (
	flipFrom    = [4]reg.GPPhysical{reg.RAX, reg.RBX, reg.RCX, reg.RDX} // every fourth row of a block
	flipRow     = reg.RSI
	flipRow3    = reg.RDI
	flipTo      = reg.R8
	flipToRow   = reg.R9
	flipToRow3  = reg.R10
	flipColumns = reg.R11
	flipRows    = reg.R12
	flipSource  = reg.R13
)

// transpose writes the kernel that transposes blocks of lanes × lanes. Pieces
// of four rows are loaded into the lanes so that shuffles within lanes do the
// rest.
func transpose(v vectors) {
	TEXT("transpose"+v.suffix(), NOSPLIT, "func(dst []float32, dstRow int, src []float32, srcRow, rows, columns int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("transpose%s transposes a matrix whose sizes are multiples of %d, none 0.", v.suffix(), v.lanes()))
	loadBase("src", flipSource)
	loadBytes("srcRow", flipRow)
	loadBytes("dstRow", flipToRow)
	Load(Param("rows"), flipRows)
	LEAQ(addr(flipRow, flipRow, 2, 0), flipRow3)
	LEAQ(addr(flipToRow, flipToRow, 2, 0), flipToRow3)
	loadBase("dst", flipTo)

	Label("rows")
	for i := range v.lanes() / 4 {
		if i == 0 {
			MOVQ(flipSource, flipFrom[0])
		} else {
			LEAQ(addr(flipFrom[i-1], flipRow, 4, 0), flipFrom[i])
		}
	}
	LEAQ(addr(flipFrom[v.lanes()/4-1], flipRow, 4, 0), flipSource)
	Load(Param("columns"), flipColumns)
	Label("columns")
	for q := range v.lanes() / 4 {
		transposeQuarter(v, q)
	}
	for i := range v.lanes() / 4 {
		ADDQ(Imm(uint64(4*v.lanes())), flipFrom[i])
	}
	SUBQ(Imm(uint64(v.lanes())), flipColumns)
	JNZ(LabelRef("columns"))
	// The next rows are the next columns of dst.
	Load(Param("rows"), flipColumns)
	SUBQ(Imm(uint64(v.lanes())), flipRows)
	SUBQ(flipRows, flipColumns)
	loadBase("dst", flipTo)
	LEAQ(addr(flipTo, flipColumns, 4, 0), flipTo)
	TESTQ(flipRows, flipRows)
	JNZ(LabelRef("rows"))
	VZEROUPPER()
	RET()
}

// transposeQuarter writes four rows of the transpose, from four columns.
func transposeQuarter(v vectors, q int) {
	for r := range 4 {
		var pieces []Mem
		for i := range v.lanes() / 4 {
			pieces = append(pieces, rowOf(flipFrom[i], flipRow, flipRow3, r, 16*q))
		}
		v.quarters(pieces, v.register(r))
	}
	in, out := v.register, func(i int) reg.VecPhysical { return v.register(8 + i) }
	for r := range 2 {
		VUNPCKLPS(in(2*r+1), in(2*r), v.register(4+2*r))
		VUNPCKHPS(in(2*r+1), in(2*r), v.register(5+2*r))
	}
	for r := range 2 {
		VUNPCKLPD(in(6+r), in(4+r), out(2*r))
		VUNPCKHPD(in(6+r), in(4+r), out(2*r+1))
	}
	for r := range 4 {
		VMOVUPS(out(r), rowOf(flipTo, flipToRow, flipToRow3, r, 0))
	}
	LEAQ(addr(flipTo, flipToRow, 4, 0), flipTo)
}

// rowOf is a byte of row r, below 4, counted from base.
func rowOf(base, row, row3 reg.Register, r, disp int) Mem {
	switch r {
	case 0:
		return at(base, disp)
	case 3:
		return addr(base, row3, 1, disp)
	}
	return addr(base, row, uint8(r), disp)
}

// widen writes the kernel that turns bfloat16 into float32: the bits are the
// upper half.
func widen(v vectors) {
	TEXT("widen"+v.suffix(), NOSPLIT, "func(dst []float32, src []uint16)")
	Pragma("noescape")
	Doc(fmt.Sprintf("widen%s converts a multiple of %d bfloat16 numbers, as many as src has.", v.suffix(), v.lanes()))
	dst, src, left, x := reg.RDI, reg.RSI, reg.RCX, v.register(0)
	loadBase("dst", dst)
	loadBase("src", src)
	Load(Param("src").Len(), left)
	JMP(LabelRef("test"))
	Label("next")
	VPMOVZXWD(at(src, 0), x)
	VPSLLD(Imm(16), x, x)
	v.store(x, at(dst, 0), false)
	ADDQ(Imm(uint64(2*v.lanes())), src)
	ADDQ(Imm(uint64(4*v.lanes())), dst)
	SUBQ(Imm(uint64(v.lanes())), left)
	Label("test")
	TESTQ(left, left)
	JNZ(LabelRef("next"))
	VZEROUPPER()
	RET()
}
