package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Registers of the tile kernels.
var (
	tileA     = [2]reg.GPPhysical{reg.RAX, reg.RBX} // rows 0–3 and 4–7 of a
	tileARow  = reg.RCX
	tileARow3 = reg.RDX
	tileACol  = reg.RSI
	tileB     = reg.RDI
	tileBRow  = reg.R8
	tileC     = reg.R9
	tileCRow  = reg.R10
	tileDepth = reg.R11
	tileLast  = reg.R12 // lanes in the last vector of a row
	tileSpare = reg.R13
)

// ahead is how far before its use b is fetched, in bytes.
const ahead = 1536

// tile writes the kernel that multiplies rows of a with a panel of b. All sums
// are in registers; a kernel for each height and width is behind one entry.
func tile(v vectors) {
	TEXT("tile"+v.suffix(), NOSPLIT, "func(rows, columns, depth int, a []float32, aRow, aCol int, b []float32, bRow int, c []float32, cRow int, alpha float32, add bool)")
	Pragma("noescape")
	Doc(fmt.Sprintf("tile%s multiplies up to %d rows with a panel of up to %d columns.", v.suffix(), v.rows(), v.width()*v.lanes()))
	loadBase("a", tileA[0])
	loadBytes("aRow", tileARow)
	loadBytes("aCol", tileACol)
	loadBase("b", tileB)
	loadBytes("bRow", tileBRow)
	loadBase("c", tileC)
	loadBytes("cRow", tileCRow)
	Load(Param("depth"), tileDepth)
	LEAQ(addr(tileARow, tileARow, 2, 0), tileARow3)
	LEAQ(addr(tileA[0], tileARow, 4, 0), tileA[1])
	Load(Param("columns"), tileLast)
	for w := v.width(); w > 1; w-- {
		CMPQ(tileLast, Imm(uint64((w-1)*v.lanes())))
		JG(LabelRef(fmt.Sprintf("width%d", w)))
	}
	for w := 1; w <= v.width(); w++ {
		Label(fmt.Sprintf("width%d", w))
		if w > 1 {
			SUBQ(Imm(uint64((w-1)*v.lanes())), tileLast)
		}
		v.mask(tileLast, tileSpare)
		Load(Param("rows"), tileSpare)
		for h := v.rows(); h > 1; h-- {
			CMPQ(tileSpare, Imm(uint64(h)))
			JE(LabelRef(fmt.Sprintf("rows%dwidth%d", h, w)))
		}
		for h := 1; h <= v.rows(); h++ {
			tileOf(v, h, w)
		}
	}
}

// tileOf writes the kernel of one height, and width in vectors.
func tileOf(v vectors, rows, width int) {
	name := fmt.Sprintf("rows%dwidth%d", rows, width)
	sum := func(i, j int) reg.VecPhysical { return v.register(i*width + j) }
	right := func(j int) reg.VecPhysical { return v.register(v.rows()*v.width() + j) }
	left := v.register(v.rows()*v.width() + v.width())
	size := 4 * v.lanes()

	Label(name)
	for i := range rows {
		for j := range width {
			v.clear(sum(i, j))
		}
	}
	Label(name + "next")
	for j := range width {
		v.load(at(tileB, j*size), right(j), j == width-1)
	}
	for j := range width * size / 64 {
		PREFETCHT0(at(tileB, ahead+64*j))
	}
	for i := range rows {
		VBROADCASTSS(rowOfA(i), left)
		for j := range width {
			VFMADD231PS(right(j), left, sum(i, j))
		}
	}
	ADDQ(tileBRow, tileB)
	ADDQ(tileACol, tileA[0])
	if rows > 4 {
		ADDQ(tileACol, tileA[1])
	}
	DECQ(tileDepth)
	JNZ(LabelRef(name + "next"))
	tileStore(v, rows, width, sum, left, name)
}

// rowOfA is the current element of row i.
func rowOfA(i int) Mem {
	base := tileA[i/4]
	switch i % 4 {
	case 0:
		return at(base, 0)
	case 3:
		return addr(base, tileARow3, 1, 0)
	}
	return addr(base, tileARow, uint8(i%4), 0)
}

// tileStore writes the end of a kernel: c gets alpha times the sums, or that
// added to it.
func tileStore(v vectors, rows, width int, sum func(i, j int) reg.VecPhysical, alpha reg.VecPhysical, name string) {
	p, err := Param("alpha").Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(p.Addr, alpha)
	Load(Param("add"), tileSpare.As8())
	TESTB(tileSpare.As8(), tileSpare.As8())
	JNZ(LabelRef(name + "add"))
	size := 4 * v.lanes()
	for i := range rows {
		for j := range width {
			VMULPS(alpha, sum(i, j), sum(i, j))
			v.store(sum(i, j), at(tileC, j*size), j == width-1)
		}
		if i < rows-1 {
			ADDQ(tileCRow, tileC)
		}
	}
	VZEROUPPER()
	RET()
	Label(name + "add")
	old := v.register(v.rows() * v.width())
	for i := range rows {
		for j := range width {
			v.load(at(tileC, j*size), old, j == width-1)
			VFMADD213PS(old, alpha, sum(i, j))
			v.store(sum(i, j), at(tileC, j*size), j == width-1)
		}
		if i < rows-1 {
			ADDQ(tileCRow, tileC)
		}
	}
	VZEROUPPER()
	RET()
}
