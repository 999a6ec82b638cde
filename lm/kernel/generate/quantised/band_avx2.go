package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// bandAVX2 multiplies one band with one row of activations, eight weight rows
// to a vector. VPMADDUBSW adds pairs of products in 16 bits, which codes of
// eight bits would exceed: they are multiplied as twice their upper seven bits
// and their lowest.
func bandAVX2(c *build.Context, l layout) {
	b := begin(c, l, 1, "AVX2")
	ones := b.YMM()
	b.fill(ones, 0x00010001)
	low := b.YMM()
	if l.vectors == 4 {
		b.fill(low, 0x0f0f0f0f)
	} else {
		b.fill(low, 0x01010101)
	}
	sums := [2]reg.VecVirtual{b.YMM(), b.YMM()}
	start := b.sumsAt()
	for h, s := range sums {
		b.VMOVUPS(at(start, 32*h), s)
	}
	b.loop(func() {
		perRun := 8 / l.runs
		for run := range l.runs {
			for h := range sums {
				product := b.YMM()
				b.VPXOR(product, product, product)
				for j := run * perRun; j < (run+1)*perRun; j++ {
					b.addProduct(product, j, h, low, ones)
				}
				b.VCVTDQ2PS(product, product)
				factor, offset := b.YMM(), b.YMM()
				b.VBROADCASTSS(at(b.xScales, 0), factor)
				b.VMULPS(at(b.affine, 128*run+32*h), factor, factor)
				b.VFMADD231PS(product, factor, sums[h])
				b.VBROADCASTSS(at(b.xSums, 4*run), offset)
				b.VFMADD231PS(at(b.affine, 128*run+64+32*h), offset, sums[h])
			}
		}
	})
	end := b.sumsAt()
	for h, s := range sums {
		b.VMOVUPS(s, at(end, 32*h))
	}
	b.VZEROUPPER()
	b.RET()
}

// addProduct adds the products of columns 4j to 4j+3 of half h of the rows.
func (b *band) addProduct(product reg.VecVirtual, j, h int, low, ones reg.VecVirtual) {
	x, codes := b.YMM(), b.YMM()
	b.VPBROADCASTD(at(b.x, 4*j), x)
	add := func(codes reg.VecVirtual) {
		pairs := b.YMM()
		b.VPMADDUBSW(x, codes, pairs)
		b.VPMADDWD(ones, pairs, pairs)
		b.VPADDD(pairs, product, product)
	}
	if b.vectors == 4 {
		b.VMOVDQU(at(b.codes, 64*(j%4)+32*h), codes)
		if j >= 4 {
			b.VPSRLW(operand.U8(4), codes, codes)
		}
		b.VPAND(low, codes, codes)
		add(codes)
		return
	}
	b.VMOVDQU(at(b.codes, 64*j+32*h), codes)
	lowest := b.YMM()
	b.VPAND(low, codes, lowest)
	b.VPSUBB(lowest, codes, codes) // even, so a shift by one stays within its byte
	b.VPSRLW(operand.U8(1), codes, codes)
	add(codes)
	add(codes)
	add(lowest)
}

// fill sets all 32-bit lanes of v.
func (b *band) fill(v reg.VecVirtual, pattern uint32) {
	r := b.GP32()
	b.MOVL(operand.U32(pattern), r)
	x := v.AsX()
	b.VMOVD(r, x)
	b.VPBROADCASTD(x, v)
}
