package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ahead is how far before their use weights are called for: beyond the page
// that the processor's own prefetching ends with.
const ahead = 2048

// bandAVX512 multiplies one band of 16 weight rows, a lane each, with rows of
// activations: four columns at a time by VPDPBUSD, whose sums are exact. The
// codes of a block are unpacked once for all rows.
func bandAVX512(c *build.Context, l layout, rows int) {
	b := begin(c, l, rows, "AVX512")
	low := b.mask512(0x0f0f0f0f)
	zeros := func() (all []reg.VecVirtual) {
		for range rows {
			s := b.ZMM()
			b.VPXORD(s, s, s)
			all = append(all, s)
		}
		return all
	}
	scaled := zeros()
	var offsets []reg.VecVirtual
	if l.offsets {
		offsets = zeros()
	}
	b.loop(func() {
		if rows == 1 {
			for v := range l.vectors {
				b.PREFETCHT0(at(b.codes, ahead+64*v))
			}
			b.PREFETCHT0(at(b.affine, ahead))
		}
		codes := b.codes512(low)
		x, xScales, xTerms := b.places(b.x, b.xRow), b.places(b.xScales, b.xScaleRow), b.places(b.xTerms, b.xTermRow)
		for run := range l.runs {
			scale, offset := b.ZMM(), b.ZMM()
			b.numbers(run, 0, 0, scale)
			if l.offsets {
				b.numbers(run, 1, 0, offset)
			}
			for i := range rows {
				product := b.product512(codes, run, x[i], xTerms[i].Offset(4*run))
				b.VCVTDQ2PS(product, product)
				factor := b.ZMM()
				b.VMULPS_BCST(xScales[i], scale, factor)
				b.VFMADD231PS(product, factor, scaled[i])
				if l.offsets {
					b.VFMADD231PS_BCST(xTerms[i].Offset(4*run), offset, offsets[i])
				}
			}
		}
	})
	b.store(scaled, offsets, 64)
}

// product512 sums a run's products with one row of activations.
func (b *band) product512(codes [8]reg.VecVirtual, run int, x, term operand.Mem) reg.VecVirtual {
	first, second := b.ZMM(), b.ZMM()
	if b.offsets {
		b.VPXORD(first, first, first)
	} else {
		b.VPBROADCASTD(term, first)
	}
	b.VPXORD(second, second, second)
	n := 8 / b.runs / 2
	for j := run * 2 * n; j < run*2*n+n; j++ {
		b.vpdpbusd(x.Offset(4*j), codes[j], first)
		b.vpdpbusd(x.Offset(4*(j+n)), codes[j+n], second)
	}
	if b.unshifted() {
		b.VPSRAD(operand.U8(4), second, second)
	}
	b.VPADDD(second, first, first)
	return first
}

// unshifted says that upper codes of four bits stay in the upper half of their
// bytes, and the sum is shifted instead: less work for a single row.
func (b *band) unshifted() bool { return b.vectors == 4 && b.rows == 1 }

// codes512 loads a block's codes as eight vectors of bytes, of columns 4j to 4j+3.
func (b *band) codes512(low reg.VecVirtual) [8]reg.VecVirtual {
	var codes [8]reg.VecVirtual
	for v := range b.vectors {
		codes[v] = b.ZMM()
		if b.vectors == 8 {
			b.VMOVDQU64(at(b.codes, 64*v), codes[v])
			continue
		}
		upper := b.ZMM()
		codes[v+4] = upper
		b.VMOVDQU64(at(b.codes, 64*v), upper)
		b.VPANDD(low, upper, codes[v])
		if b.unshifted() {
			b.VPANDND(upper, low, upper)
			continue
		}
		b.VPSRLW(operand.U8(4), upper, upper)
		b.VPANDD(low, upper, upper)
	}
	return codes
}

// mask512 repeats a pattern.
func (b *band) mask512(pattern uint32) reg.VecVirtual {
	r, v := b.GP32(), b.ZMM()
	b.MOVL(operand.U32(pattern), r)
	b.VPBROADCASTD(r, v)
	return v
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
