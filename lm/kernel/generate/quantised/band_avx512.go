package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// bandAVX512 multiplies one band of 16 weight rows, a lane each, with rows of
// activations: four columns at a time by VPDPBUSD, whose sums are exact. The
// codes of a block are unpacked once for all rows.
func bandAVX512(c *build.Context, l layout, rows int) {
	b := begin(c, l, rows, "AVX512")
	var low reg.VecVirtual
	if l.vectors == 4 {
		low = b.ZMM()
		mask := b.GP32()
		b.MOVL(operand.U32(0x0f0f0f0f), mask)
		b.VPBROADCASTD(mask, low)
	}
	var sums []reg.VecVirtual
	start := b.sumsAt()
	for i := range rows {
		s := b.ZMM()
		b.VMOVUPS(at(start, 64*i), s)
		sums = append(sums, s)
	}
	b.loop(func() {
		codes := b.codes512(low)
		x, xScales, xSums := b.places(b.x, b.xRow), b.places(b.xScales, b.xScaleRow), b.places(b.xSums, b.xSumRow)
		perRun := 8 / l.runs
		for run := range l.runs {
			scale, offset := b.ZMM(), b.ZMM()
			b.VMOVUPS(at(b.affine, 128*run), scale)
			b.VMOVUPS(at(b.affine, 128*run+64), offset)
			for i := range rows {
				even, odd := b.ZMM(), b.ZMM()
				b.VPXORD(even, even, even)
				b.VPXORD(odd, odd, odd)
				for j := run * perRun; j < (run+1)*perRun; j += 2 {
					b.vpdpbusd(x[i].Offset(4*j), codes[j], even)
					b.vpdpbusd(x[i].Offset(4*j+4), codes[j+1], odd)
				}
				b.VPADDD(odd, even, even)
				b.VCVTDQ2PS(even, even)
				factor := b.ZMM()
				b.VMULPS_BCST(xScales[i], scale, factor)
				b.VFMADD231PS(even, factor, sums[i])
				b.VFMADD231PS_BCST(xSums[i].Offset(4*run), offset, sums[i])
			}
		}
	})
	end := b.sumsAt()
	for i, s := range sums {
		b.VMOVUPS(s, at(end, 64*i))
	}
	b.VZEROUPPER()
	b.RET()
}

// codes512 loads a block's codes as eight vectors of bytes, of columns 4j to 4j+3.
func (b *band) codes512(low reg.VecVirtual) [8]reg.VecVirtual {
	var codes [8]reg.VecVirtual
	for v := range b.vectors {
		codes[v] = b.ZMM()
		if b.vectors == 8 {
			b.VMOVDQU64(at(b.codes, 64*v), codes[v])
			continue
		}
		codes[v+4] = b.ZMM()
		b.VMOVDQU64(at(b.codes, 64*v), codes[v+4])
		b.VPANDD(low, codes[v+4], codes[v])
		b.VPSRLW(operand.U8(4), codes[v+4], codes[v+4])
		b.VPANDD(low, codes[v+4], codes[v+4])
	}
	return codes
}

// vpdpbusd adds to every lane of sums the four products of the lane's unsigned
// bytes in codes with the four signed bytes at x. The library has no word for
// this instruction of AVX-512 VNNI.
func (b *band) vpdpbusd(x operand.Mem, codes, sums reg.VecVirtual) {
	b.Instruction(&ir.Instruction{
		Opcode: "VPDPBUSD", Suffixes: []string{"BCST"}, Operands: []operand.Op{x, codes, sums},
		Inputs: []operand.Op{x, codes, sums}, Outputs: []operand.Op{sums}, ISA: []string{"AVX512VNNI"},
	})
}
