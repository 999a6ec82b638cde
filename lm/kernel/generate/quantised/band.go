package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// signature of a band kernel: blocks of 32 columns, and the distances between
// rows of activations in bytes.
const signature = "func(sums, affine *float32, codes *byte, x *int8, xScales, xSums *float32, blocks, xRow, xScaleRow, xSumRow int)"

// band is what the band kernels have in common: the addresses.
type band struct {
	*build.Context
	layout
	rows                             int
	affine, codes, x, xScales, xSums reg.GPVirtual
	blocks, xRow, xScaleRow, xSumRow reg.GPVirtual
}

func begin(c *build.Context, l layout, rows int, level string) *band {
	b := &band{Context: c, layout: l, rows: rows}
	name := fmt.Sprintf("band%s%d%s", l.name, rows, level)
	c.Function(name)
	c.Attributes(build.NOSPLIT)
	c.Pragma("noescape")
	c.SignatureExpr(signature)
	c.Doc(fmt.Sprintf("%s adds the products of one band of weights with %d rows of activations to sums.", name, rows))
	load := func(name string) reg.GPVirtual { return c.Load(c.Param(name), c.GP64()).(reg.GPVirtual) }
	b.affine, b.codes = load("affine"), load("codes")
	b.x, b.xScales, b.xSums, b.blocks = load("x"), load("xScales"), load("xSums"), load("blocks")
	if rows > 1 {
		b.xRow, b.xScaleRow, b.xSumRow = load("xRow"), load("xScaleRow"), load("xSumRow")
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
	b.ADDQ(operand.U32(128*b.runs), b.affine)
	b.ADDQ(operand.U32(32), b.x)
	b.ADDQ(operand.U32(4), b.xScales)
	b.ADDQ(operand.U32(4*b.runs), b.xSums)
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

// sumsAt is the address of the sums, loaded when it is needed: registers are few.
func (b *band) sumsAt() reg.GPVirtual { return b.Load(b.Param("sums"), b.GP64()).(reg.GPVirtual) }

func at(base reg.Register, disp int) operand.Mem { return operand.Mem{Base: base, Disp: disp} }
