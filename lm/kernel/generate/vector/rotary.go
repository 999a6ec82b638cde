package main

import "github.com/mmcloughlin/avo/operand"

func rotary(m *machine) {
	m.begin("rotary", "(x []float32, heads, headDim, stride int, cos, sin []float32, positions []int32, sign float32)",
		"turns the heads of each row by the angles of its position.")
	row, positions, count := m.pointer("x"), m.pointer("positions"), m.length("positions")
	half, head, second := m.GP64(), m.GP64(), m.GP64()
	cos, sin, heads := m.GP64(), m.GP64(), m.GP64()
	m.MOVQ(m.address("headDim"), half)
	m.SHRQ(operand.U8(1), half)
	s, sign := m.span(half), m.broadcast(m.address("sign"))
	m.rows(count, func() {
		m.MOVLQSX(operand.Mem{Base: positions}, cos)
		m.IMULQ(half, cos)
		m.SHLQ(operand.U8(2), cos)
		m.MOVQ(cos, sin)
		m.ADDQ(m.slot(m.Param("cos").Base().Resolve()), cos)
		m.ADDQ(m.slot(m.Param("sin").Base().Resolve()), sin)
		m.MOVQ(row, head)
		m.MOVQ(m.address("heads"), heads)
		m.rows(heads, func() {
			m.MOVQ(head, second)
			m.advance(second, half)
			s.each(1, func(p place) {
				a, b, c, d := p.load(head), p.load(second), p.load(cos), p.load(sin)
				m.VMULPS(sign, d, d)
				turned, cross := m.vector(), m.vector()
				m.VMULPS(b, d, cross)
				m.VMULPS(a, d, turned)
				m.VFMSUB231PS(a, c, cross)
				m.VFMADD231PS(b, c, turned)
				p.store(cross, head)
				p.store(turned, second)
			})
			m.MOVQ(second, head)
			m.advance(head, half)
		})
		stride := m.GP64()
		m.MOVQ(m.address("stride"), stride)
		m.advance(row, stride)
		m.ADDQ(operand.I8(4), positions)
	})
	m.end()
}
