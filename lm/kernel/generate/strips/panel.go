package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	panelRows  = 8
	panelWidth = 3    // in vectors
	near       = 1536 // bytes between a row of the panel that is used and one fetched into the first cache
)

// Registers of the panel kernel.
var (
	panelLeft  = [2]reg.GPPhysical{reg.RAX, reg.RBX} // rows 0–3 and 4–7
	leftRow    = reg.RCX
	leftRow3   = reg.RDX
	panelRight = reg.RSI
	panelNext  = reg.RDI
	fetching   = reg.R8 // terms during which next is fetched
	remaining  = reg.R9
	target     = reg.R10
	targetRow  = reg.R11
	lanes      = reg.R12
	scratch    = reg.R13
	panelTerms = [panelWidth]reg.VecPhysical{reg.Z24, reg.Z25, reg.Z26}
	panelLeftV = reg.Z27
)

// panel writes the kernel that multiplies rows of a with a packed panel, a line
// of what comes next fetched with every term.
func panel() {
	TEXT("panelAVX512", NOSPLIT, "func(rows, columns, depth int, a []float32, aRow int, b, c []float32, cRow int, add bool, next []float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf("panelAVX512 multiplies up to %d rows with a packed panel of up to %d columns.", panelRows, 16*panelWidth))
	Load(Param("a").Base(), panelLeft[0])
	loadBytes("aRow", leftRow)
	LEAQ(Mem{Base: leftRow, Index: leftRow, Scale: 2}, leftRow3)
	LEAQ(Mem{Base: panelLeft[0], Index: leftRow, Scale: 4}, panelLeft[1])
	Load(Param("b").Base(), panelRight)
	Load(Param("c").Base(), target)
	loadBytes("cRow", targetRow)
	Load(Param("depth"), remaining)
	Load(Param("next").Len(), fetching)
	SHRQ(Imm(4), fetching)
	CMPQ(fetching, remaining)
	CMOVQGT(remaining, fetching)
	SUBQ(fetching, remaining)
	Load(Param("columns"), lanes)
	DECQ(lanes)
	MOVQ(lanes, scratch)
	ANDQ(Imm(15), scratch)
	INCQ(scratch)
	SHRQ(Imm(4), lanes)
	MOVL(I32(-1), panelNext.As32())
	BZHIL(scratch.As32(), panelNext.As32(), panelNext.As32())
	KMOVW(panelNext.As32(), reg.K1)
	Load(Param("next").Base(), panelNext)
	Load(Param("rows"), scratch)
	for w := 1; w <= panelWidth; w++ {
		wider := fmt.Sprintf("wider%d", w)
		CMPQ(lanes, Imm(uint64(w-1)))
		JNE(LabelRef(wider))
		for h := 1; h <= panelRows; h++ {
			higher := fmt.Sprintf("higher%dx%d", h, w)
			CMPQ(scratch, Imm(uint64(h)))
			JNE(LabelRef(higher))
			panelOf(h, w)
			Label(higher)
		}
		Label(wider)
	}
	RET()
}

func panelSum(i, j int) reg.VecPhysical {
	return []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10, reg.Z11,
		reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
	}[i*panelWidth+j]
}

// panelOf writes the kernel of one height and width.
func panelOf(rows, width int) {
	for i := range rows {
		for j := range width {
			VPXORD(panelSum(i, j), panelSum(i, j), panelSum(i, j))
		}
	}
	panelLoop(fmt.Sprintf("fetching%dx%d", rows, width), fetching, rows, width, true)
	panelLoop(fmt.Sprintf("remaining%dx%d", rows, width), remaining, rows, width, false)
	add := fmt.Sprintf("sum%dx%d", rows, width)
	Load(Param("add"), scratch.As8())
	TESTB(scratch.As8(), scratch.As8())
	JNE(LabelRef(add))
	panelStore(rows, width, false)
	Label(add)
	panelStore(rows, width, true)
}

// panelLoop adds so many terms to the sums.
func panelLoop(name string, count reg.GPPhysical, rows, width int, fetch bool) {
	TESTQ(count, count)
	JEQ(LabelRef(name + "end"))
	Label(name)
	if fetch {
		PREFETCHT1(Mem{Base: panelNext})
		ADDQ(Imm(line), panelNext)
	}
	for j := range width {
		VMOVUPS(Mem{Base: panelRight, Disp: j * line}, panelTerms[j])
		PREFETCHT0(Mem{Base: panelRight, Disp: near + j*line})
	}
	for i := range rows {
		VBROADCASTSS(panelRow(i), panelLeftV)
		for j := range width {
			VFMADD231PS(panelTerms[j], panelLeftV, panelSum(i, j))
		}
	}
	ADDQ(I32(width*line), panelRight)
	ADDQ(Imm(4), panelLeft[0])
	if rows > 4 {
		ADDQ(Imm(4), panelLeft[1])
	}
	DECQ(count)
	JNE(LabelRef(name))
	Label(name + "end")
}

// panelRow is the current element of a row of a.
func panelRow(i int) Mem {
	base := panelLeft[i/4]
	switch i % 4 {
	case 0:
		return Mem{Base: base}
	case 3:
		return Mem{Base: base, Index: leftRow3, Scale: 1}
	}
	return Mem{Base: base, Index: leftRow, Scale: uint8(i % 4)}
}

// panelStore writes the sums to c, or adds them to it.
func panelStore(rows, width int, add bool) {
	for i := range rows {
		for j := range width {
			m, v, partly := Mem{Base: target, Disp: j * line}, panelSum(i, j), j == width-1
			if add {
				load(m, panelTerms[0], partly)
				VADDPS(panelTerms[0], v, v)
			}
			if partly {
				VMOVUPS(v, reg.K1, m)
			} else {
				VMOVUPS(v, m)
			}
		}
		if i < rows-1 {
			ADDQ(targetRow, target)
		}
	}
	VZEROUPPER()
	RET()
}
