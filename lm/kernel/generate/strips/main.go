// Command strips writes the AVX-512 assembly of products with a right operand
// in strips: few rows, nothing packed, and the memory that is needed next
// fetched meanwhile.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	mostRows   = 4 // of the left operand at once
	mostStrips = 4
	line       = 64 // bytes of a strip's row and of a cache line
)

var (
	left   = [mostRows]reg.GPPhysical{reg.RAX, reg.RBX, reg.RCX, reg.RDX}
	right  = [mostStrips]reg.GPPhysical{reg.RSI, reg.RDI, reg.R8, reg.R9}
	row    = reg.R10 // bytes between the rows of the right operand
	depth  = reg.R11
	next   = reg.R12
	ahead  = reg.R13 // terms during which next is fetched
	spare  = reg.R14
	strips = reg.R15
)

func main() {
	ConstraintExpr("amd64")
	TEXT("stripsAVX512", NOSPLIT, "func(rows, columns, depth int, a []float32, aRow int, b []float32, bRow, bStrip int, c []float32, cRow int, alpha float32, add bool, next []float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf("stripsAVX512 multiplies up to %d rows with up to %d strips.", mostRows, mostStrips))
	operands()
	Load(Param("columns"), strips)
	DECQ(strips)
	MOVQ(strips, spare)
	ANDQ(Imm(15), spare)
	INCQ(spare) // columns of the last strip
	SHRQ(Imm(4), strips)
	mask(spare)
	Load(Param("rows"), spare)
	for h := 1; h <= mostRows; h++ {
		for w := 1; w <= mostStrips; w++ {
			other := fmt.Sprintf("not%dx%d", h, w)
			CMPQ(spare, Imm(uint64(h)))
			JNE(LabelRef(other))
			CMPQ(strips, Imm(uint64(w-1)))
			JNE(LabelRef(other))
			product(h, w)
			Label(other)
		}
	}
	RET()
	panel()
	Generate()
}

// operands loads the addresses of rows and strips, and how long to fetch ahead.
func operands() {
	Load(Param("a").Base(), left[0])
	loadBytes("aRow", spare)
	for i := 1; i < mostRows; i++ {
		LEAQ(Mem{Base: left[i-1], Index: spare, Scale: 1}, left[i])
	}
	Load(Param("b").Base(), right[0])
	loadBytes("bStrip", spare)
	for j := 1; j < mostStrips; j++ {
		LEAQ(Mem{Base: right[j-1], Index: spare, Scale: 1}, right[j])
	}
	loadBytes("bRow", row)
	Load(Param("depth"), depth)
	Load(Param("next").Base(), next)
	Load(Param("next").Len(), ahead)
	ADDQ(I32(mostStrips*line/4-1), ahead)
	SHRQ(Imm(6), ahead) // mostStrips lines for each term
	CMPQ(ahead, depth)
	CMOVQGT(depth, ahead)
	SUBQ(ahead, depth)
}

func loadBytes(name string, r reg.GPPhysical) {
	Load(Param(name), r)
	SHLQ(Imm(2), r)
}

func mask(n reg.GPPhysical) {
	ones := reg.R12.As32() // next is loaded again
	MOVL(I32(-1), ones)
	BZHIL(n.As32(), ones, ones)
	KMOVW(ones, reg.K1)
	Load(Param("next").Base(), next)
}

func sum(i, j int) reg.VecPhysical {
	return []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
		reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
	}[i*mostStrips+j]
}

var (
	terms  = [mostStrips]reg.VecPhysical{reg.Z16, reg.Z17, reg.Z18, reg.Z19}
	factor = reg.Z20
)

// product writes the kernel of one height and width.
func product(rows, width int) {
	for i := range rows {
		for j := range width {
			VPXORD(sum(i, j), sum(i, j), sum(i, j))
		}
	}
	loop(fmt.Sprintf("ahead%dx%d", rows, width), ahead, rows, width, true)
	loop(fmt.Sprintf("rest%dx%d", rows, width), depth, rows, width, false)
	finish(rows, width)
	VZEROUPPER()
	RET()
}

// loop adds so many terms to the sums.
func loop(name string, count reg.GPPhysical, rows, width int, fetch bool) {
	TESTQ(count, count)
	JEQ(LabelRef(name + "end"))
	Label(name)
	if fetch {
		for i := range mostStrips {
			PREFETCHT0(Mem{Base: next, Disp: i * line})
		}
		ADDQ(I32(mostStrips*line), next)
	}
	for j := range width {
		load(Mem{Base: right[j]}, terms[j], j == width-1)
		ADDQ(row, right[j])
	}
	for i := range rows {
		VBROADCASTSS(Mem{Base: left[i]}, factor)
		ADDQ(Imm(4), left[i])
		for j := range width {
			VFMADD231PS(terms[j], factor, sum(i, j))
		}
	}
	DECQ(count)
	JNE(LabelRef(name))
	Label(name + "end")
}

func load(m Mem, v reg.VecPhysical, partly bool) {
	if partly {
		VMOVUPS_Z(m, reg.K1, v)
	} else {
		VMOVUPS(m, v)
	}
}

// finish writes alpha times the sums to c, or adds that to it.
func finish(rows, width int) {
	p, err := Param("alpha").Resolve()
	if err != nil {
		panic(err)
	}
	to, stride := left[0], left[1]
	Load(Param("c").Base(), to)
	loadBytes("cRow", stride)
	VBROADCASTSS(p.Addr, factor)
	Load(Param("add"), spare.As8())
	name := fmt.Sprintf("add%dx%d", rows, width)
	TESTB(spare.As8(), spare.As8())
	JNE(LabelRef(name))
	each := func(change func(v reg.VecPhysical, m Mem, partly bool)) {
		for i := range rows {
			for j := range width {
				m := Mem{Base: to, Disp: j * line}
				change(sum(i, j), m, j == width-1)
				if j == width-1 {
					VMOVUPS(sum(i, j), reg.K1, m)
				} else {
					VMOVUPS(sum(i, j), m)
				}
			}
			if i < rows-1 {
				ADDQ(stride, to)
			}
		}
	}
	each(func(v reg.VecPhysical, m Mem, partly bool) { VMULPS(factor, v, v) })
	VZEROUPPER()
	RET()
	Label(name)
	each(func(v reg.VecPhysical, m Mem, partly bool) {
		load(m, terms[0], partly)
		VFMADD213PS(terms[0], factor, v)
	})
}
