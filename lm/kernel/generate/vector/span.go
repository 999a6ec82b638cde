package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// span is a number of elements known at run time, walked in whole registers
// and a rest. The rest goes through a mask, so that nothing outside is touched.
type span struct {
	*machine
	length reg.Register
	mask   reg.Register // of the rest; nil: the rest goes element by element
	index  reg.GPVirtual
	left   reg.GPVirtual
}

// span prepares the walk over length elements, which may be repeated.
func (m *machine) span(length reg.Register) span {
	s := span{machine: m, length: length, index: m.GP64(), left: m.GP64()}
	rest := m.GP64()
	m.MOVQ(length, rest)
	m.ANDQ(operand.I8(m.floats-1), rest)
	if m.wide {
		ones, mask := m.GP32(), m.K()
		m.MOVL(operand.I32(-1), ones)
		m.BZHIL(rest.As32(), ones, ones)
		m.KMOVW(ones, mask)
		s.mask = mask
		return s
	}
	table := make([]uint32, 16)
	for i := range 8 {
		table[i] = 0xffffffff
	}
	base, mask := m.GP64(), m.YMM()
	m.LEAQ(m.words("rest", table), base)
	m.NEGQ(rest)
	m.VMOVUPS(operand.Mem{Base: base, Index: rest, Scale: 4, Disp: 32}, mask)
	s.mask = mask
	return s
}

// wordSpan is the walk over elements of 16 bits, for which AVX2 has no masks.
func (m *machine) wordSpan(length reg.Register) span {
	if m.wide {
		return m.span(length)
	}
	return span{machine: m, length: length, index: m.GP64(), left: m.GP64()}
}

// place is one register's worth of a span: whole, or a rest.
type place struct {
	*span
	at            int  // which register of an unrolled block, from 0
	partial, lone bool // the rest, by mask or one element
}

// each emits the walk: blocks of unroll registers, single registers, the rest.
func (s *span) each(unroll int, body func(p place)) {
	done := s.label("done")
	s.MOVQ(s.length, s.left)
	s.XORQ(s.index, s.index)
	if unroll > 1 {
		s.loop(unroll, body)
	}
	s.loop(1, body)
	s.JEQ(operand.LabelRef(done))
	if s.mask != nil {
		body(place{span: s, partial: true})
	} else {
		one := s.label("one")
		s.Label(one)
		body(place{span: s, lone: true})
		s.INCQ(s.index)
		s.DECQ(s.left)
		s.JNE(operand.LabelRef(one))
	}
	s.Label(done)
}

// loop walks while a block of unroll registers is left, and leaves the zero
// flag set when nothing is.
func (s *span) loop(unroll int, body func(p place)) {
	block := operand.I32(unroll * s.floats)
	again, out := s.label("loop"), s.label("out")
	s.SUBQ(block, s.left)
	s.JLT(operand.LabelRef(out))
	s.Label(again)
	for at := range unroll {
		body(place{span: s, at: at})
	}
	s.ADDQ(block, s.index)
	s.SUBQ(block, s.left)
	s.JGE(operand.LabelRef(again))
	s.Label(out)
	s.ADDQ(block, s.left)
}

func (p place) memory(base reg.Register, size int) operand.Mem {
	return operand.Mem{Base: base, Index: p.index, Scale: uint8(size), Disp: p.at * p.floats * size}
}

// load reads floats; lanes outside of the span are 0.
func (p place) load(base reg.Register) reg.VecVirtual {
	v, mem := p.vector(), p.memory(base, 4)
	switch {
	case p.lone:
		p.VMOVSS(mem, v.AsX())
	case !p.partial:
		p.VMOVUPS(mem, v)
	case p.wide:
		p.VMOVUPS_Z(mem, p.mask, v)
	default:
		p.VMASKMOVPS(mem, p.mask, v)
	}
	return v
}

func (p place) store(v reg.VecVirtual, base reg.Register) {
	mem := p.memory(base, 4)
	switch {
	case p.lone:
		p.VMOVSS(v.AsX(), mem)
	case !p.partial:
		p.VMOVUPS(v, mem)
	case p.wide:
		p.VMOVUPS(v, p.mask, mem)
	default:
		p.VMASKMOVPS(v, p.mask, mem)
	}
}

// fill sets the lanes outside of the span.
func (p place) fill(v reg.VecVirtual, with operand.Op) reg.VecVirtual {
	if !p.partial {
		return v
	}
	out := p.vector()
	if p.wide {
		p.VBLENDMPS(v, with, p.mask, out)
		return out
	}
	p.VANDNPS(with, p.mask, out)
	p.VANDPS(p.mask, v, v)
	p.VORPS(v, out, out)
	return out
}

// within is where a comparison held inside of the span.
func (p place) within(where reg.Register) reg.Register {
	switch {
	case !p.partial:
	case p.wide:
		p.KANDW(p.mask, where, where)
	default:
		p.VANDPS(p.mask, where, where)
	}
	return where
}

// loadWords reads 16-bit words into 32-bit lanes.
func (p place) loadWords(base reg.Register) reg.VecVirtual {
	v, mem := p.vector(), p.memory(base, 2)
	switch {
	case p.lone:
		word := p.GP32()
		p.MOVWLZX(mem, word)
		p.VMOVD(word, v.AsX())
	case p.partial:
		p.VPMOVZXWD_Z(mem, p.mask, v)
	default:
		p.VPMOVZXWD(mem, v)
	}
	return v
}

// loadHalves reads half-precision numbers.
func (p place) loadHalves(base reg.Register) reg.VecVirtual {
	v, mem := p.vector(), p.memory(base, 2)
	switch {
	case p.lone:
		word := p.loadWords(base)
		p.VCVTPH2PS(word.AsX(), v)
	case p.partial:
		p.VCVTPH2PS_Z(mem, p.mask, v)
	default:
		p.VCVTPH2PS(mem, v)
	}
	return v
}

// storeWords writes the low 16 bits of 32-bit lanes, whose high bits are 0.
func (p place) storeWords(v reg.VecVirtual, base reg.Register) {
	mem := p.memory(base, 2)
	switch {
	case p.lone:
		word := p.GP32()
		p.VMOVD(v.AsX(), word)
		p.MOVW(word.As16(), mem)
	case p.partial:
		p.VPMOVDW(v, p.mask, mem)
	case p.wide:
		p.VPMOVDW(v, mem)
	default:
		packed := p.YMM()
		p.VPACKUSDW(v, v, packed)
		p.VPERMQ(operand.U8(0x08), packed, packed)
		p.VMOVDQU(packed.AsX(), mem)
	}
}
