package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// signature of a band kernel: blocks of 32 columns, and the distances between
// rows of activations in bytes.
const signature = "func(sums *float32, affine, codes *byte, x *int8, xScales *float32, xTerms *int32, blocks, xRow, xScaleRow, xTermRow int)"

// band is what the band kernels have in common: the addresses.
type band struct {
	*build.Context
	layout
	rows                              int
	affine, codes, x, xScales, xTerms reg.GPVirtual
	blocks, xRow, xScaleRow, xTermRow reg.GPVirtual
}

func begin(c *build.Context, l layout, rows int, level string) *band {
	b := &band{Context: c, layout: l, rows: rows}
	name := fmt.Sprintf("band%sx%d%s", l.format, rows, level)
	c.Function(name)
	c.Attributes(build.NOSPLIT)
	c.Pragma("noescape")
	c.SignatureExpr(signature)
	c.Doc(fmt.Sprintf("%s sets sums to the products of one band of weights with %d rows of activations.", name, rows))
	load := func(name string) reg.GPVirtual { return c.Load(c.Param(name), c.GP64()).(reg.GPVirtual) }
	b.affine, b.codes = load("affine"), load("codes")
	b.x, b.xScales, b.xTerms, b.blocks = load("x"), load("xScales"), load("xTerms"), load("blocks")
	if rows > 1 {
		b.xRow, b.xScaleRow, b.xTermRow = load("xRow"), load("xScaleRow"), load("xTermRow")
	}
	return b
}

// loop runs body for every block and moves the addresses on.
func (b *band) loop(body func()) {
	const start, end = "loop", "end"
	b.Label(start)
	b.TESTQ(b.blocks, b.blocks)
	b.JZ(operand.LabelRef(end))
	body()
	b.ADDQ(operand.U32(64*b.vectors), b.codes)
	b.ADDQ(operand.U32(b.runs*b.runBytes()), b.affine)
	b.ADDQ(operand.U32(32), b.x)
	b.ADDQ(operand.U32(4), b.xScales)
	b.ADDQ(operand.U32(4*b.runs), b.xTerms)
	b.DECQ(b.blocks)
	b.JMP(operand.LabelRef(start))
	b.Label(end)
}

// places are the addresses of four rows of an array of activations, given the
// first and the distance.
func (b *band) places(first, distance reg.GPVirtual) []operand.Mem {
	all := []operand.Mem{{Base: first}}
	if b.rows > 1 {
		third := b.GP64()
		b.LEAQ(operand.Mem{Base: first, Index: distance, Scale: 2}, third)
		all = append(all, operand.Mem{Base: first, Index: distance, Scale: 1}, operand.Mem{Base: third},
			operand.Mem{Base: third, Index: distance, Scale: 1})
	}
	return all
}

// numberBytes is the size of a scale or an offset, runBytes that of all of a
// band's run.
func (l layout) numberBytes() int {
	if l.half {
		return 2
	}
	return 4
}

func (l layout) runBytes() int {
	n := 16 * l.numberBytes()
	if l.offsets {
		n *= 2
	}
	return n
}

// numbers loads a vector of scales (kind 0) or offsets (kind 1) of a run, from
// a first weight row.
func (b *band) numbers(run, kind, row int, v reg.VecVirtual) {
	from := at(b.affine, run*b.runBytes()+(16*kind+row)*b.numberBytes())
	if b.half {
		b.VCVTPH2PS(from, v)
	} else {
		b.VMOVUPS(from, v)
	}
}

// store writes the sums at the end, for each vector of a row of activations.
func (b *band) store(scaled, offsets []reg.VecVirtual, bytes int) {
	to := b.Load(b.Param("sums"), b.GP64()).(reg.GPVirtual)
	for i, s := range scaled {
		if b.offsets {
			b.VADDPS(offsets[i], s, s)
		}
		b.VMOVUPS(s, at(to, bytes*i))
	}
	b.VZEROUPPER()
	b.RET()
}

func at(base reg.Register, disp int) operand.Mem { return operand.Mem{Base: base, Disp: disp} }
