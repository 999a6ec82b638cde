package main

import "github.com/mmcloughlin/avo/operand"

func fromBFloat16(m *machine) {
	m.begin("fromBFloat16", "(dst []float32, x []uint16)", "widens bfloat16 numbers.")
	dst, x := m.pointer("dst"), m.pointer("x")
	s := m.wordSpan(m.length("dst"))
	s.each(4, func(p place) {
		v := p.loadWords(x)
		m.VPSLLD(operand.U8(16), v, v)
		p.store(v, dst)
	})
	m.end()
}

func fromFloat16(m *machine) {
	m.begin("fromFloat16", "(dst []float32, x []uint16)", "widens half-precision numbers.")
	dst, x := m.pointer("dst"), m.pointer("x")
	s := m.wordSpan(m.length("dst"))
	s.each(4, func(p place) { p.store(p.loadHalves(x), dst) })
	m.end()
}

func toBFloat16(m *machine) {
	m.begin("toBFloat16", "(dst []uint16, x []float32)", "rounds to bfloat16, ties to even; a NaN becomes a quiet one.")
	dst, x := m.pointer("dst"), m.pointer("x")
	s := m.wordSpan(m.length("dst"))
	odd, half, quiet := m.bits(1), m.bits(0x7fff), m.bits(0x40)
	s.each(2, func(p place) {
		v := p.load(x)
		strange := m.compare(unordered, v, v)
		top, rounded := m.vector(), m.vector()
		m.VPSRLD(operand.U8(16), v, top)
		m.lanesAnd(odd, top, rounded)
		m.VPADDD(v, rounded, rounded)
		m.VPADDD(half, rounded, rounded)
		m.VPSRLD(operand.U8(16), rounded, rounded)
		m.lanesOr(quiet, top, top)
		if m.wide {
			m.VMOVDQA32(top, strange, rounded)
		} else {
			m.VBLENDVPS(strange, top, rounded, rounded)
		}
		p.storeWords(rounded, dst)
	})
	m.end()
}

func (m *machine) lanesAnd(ops ...operand.Op) {
	if m.wide {
		m.VPANDD(ops...)
	} else {
		m.VPAND(ops[0], ops[1], ops[2])
	}
}

func (m *machine) lanesOr(ops ...operand.Op) {
	if m.wide {
		m.VPORD(ops...)
	} else {
		m.VPOR(ops[0], ops[1], ops[2])
	}
}
