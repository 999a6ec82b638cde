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
	zeros := func() (pair []reg.VecVirtual) {
		for range 2 {
			s := b.YMM()
			b.VPXOR(s, s, s)
			pair = append(pair, s)
		}
		return pair
	}
	scaled := zeros()
	var offsets []reg.VecVirtual
	if l.offsets {
		offsets = zeros()
	}
	b.loop(func() {
		perRun := 8 / l.runs
		for run := range l.runs {
			term := at(b.xTerms, 4*run)
			for h := range scaled {
				product, factor, number := b.YMM(), b.YMM(), b.YMM()
				if l.offsets {
					b.VPXOR(product, product, product)
				} else {
					b.VPBROADCASTD(term, product)
				}
				for j := run * perRun; j < (run+1)*perRun; j++ {
					b.addProduct(product, j, h, low, ones)
				}
				b.VCVTDQ2PS(product, product)
				b.VBROADCASTSS(at(b.xScales, 0), factor)
				b.numbers(run, 0, 8*h, number)
				b.VMULPS(number, factor, factor)
				b.VFMADD231PS(product, factor, scaled[h])
				if l.offsets {
					b.VBROADCASTSS(term, factor)
					b.numbers(run, 1, 8*h, number)
					b.VFMADD231PS(number, factor, offsets[h])
				}
			}
		}
	})
	b.store(scaled, offsets, 32)
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
