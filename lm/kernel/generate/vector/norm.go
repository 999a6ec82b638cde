package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func rmsNorm(m *machine) {
	m.begin("rmsNorm", "(dst, inverse, x, weight []float32, eps float32)",
		"divides each row by its root mean square and multiplies by weight.")
	dst, inverse, x, weight := m.pointer("dst"), m.pointer("inverse"), m.pointer("x"), m.pointer("weight")
	count, dim := m.length("inverse"), m.length("weight")
	s, size, one := m.span(dim), m.floatOf(dim), m.XMM()
	m.VMOVSS(m.inMemory(math.Float32bits(1)), one)
	m.rows(count, func() {
		sums := m.zeros(4)
		s.each(4, func(p place) {
			v := p.load(x)
			m.VFMADD231PS(v, v, sums[p.at])
		})
		r := m.total(sums)
		m.VDIVSS(size, r, r)
		m.VADDSS(m.address("eps"), r, r)
		m.VSQRTSS(r, r, r)
		m.VDIVSS(r, one, r)
		m.VMOVSS(r, operand.Mem{Base: inverse})
		factor := m.broadcast(r)
		s.each(4, func(p place) {
			v := p.load(x)
			m.VMULPS(factor, v, v)
			m.VMULPS(p.load(weight), v, v)
			p.store(v, dst)
		})
		m.advance(x, dim)
		m.advance(dst, dim)
		m.ADDQ(operand.I8(4), inverse)
	})
	m.end()
}

func rmsNormGradient(m *machine) {
	m.begin("rmsNormGradient", "(dx, dweight, dy, x, weight, inverse []float32)",
		"adds the gradients of rmsNorm to dx and dweight, where they are not nil.")
	dx, dweight, dy := m.pointer("dx"), m.pointer("dweight"), m.pointer("dy")
	x, weight, inverse := m.pointer("x"), m.pointer("weight"), m.pointer("inverse")
	count, dim := m.length("inverse"), m.length("weight")
	s, size := m.span(dim), m.floatOf(dim)
	m.rows(count, func() {
		factor := m.broadcast(operand.Mem{Base: inverse})
		m.unlessNil(dx, func() {
			sums := m.zeros(4)
			s.each(4, func(p place) {
				g := p.load(dy)
				m.VMULPS(p.load(weight), g, g)
				m.VFMADD231PS(p.load(x), g, sums[p.at])
			})
			c := m.total(sums)
			m.VDIVSS(size, c, c)
			for range 3 {
				m.VMULSS(factor.AsX(), c, c)
			}
			pull := m.broadcast(c)
			s.each(2, func(p place) {
				g, sum := p.load(dy), p.load(dx)
				m.VMULPS(p.load(weight), g, g)
				m.VMULPS(factor, g, g)
				m.VFNMADD231PS(p.load(x), pull, g)
				m.VADDPS(g, sum, sum)
				p.store(sum, dx)
			})
			m.advance(dx, dim)
		})
		m.unlessNil(dweight, func() {
			s.each(2, func(p place) {
				v, sum := p.load(x), p.load(dweight)
				m.VMULPS(factor, v, v)
				m.VFMADD231PS(p.load(dy), v, sum)
				p.store(sum, dweight)
			})
		})
		m.advance(x, dim)
		m.advance(dy, dim)
		m.ADDQ(operand.I8(4), inverse)
	})
	m.end()
}

// floatOf is an integer as a float.
func (m *machine) floatOf(n reg.Register) reg.Register {
	x := m.XMM()
	m.VXORPS(x, x, x)
	m.VCVTSI2SSQ(n, x, x)
	return x
}

// unlessNil emits body to be skipped when a pointer is nil.
func (m *machine) unlessNil(pointer reg.Register, body func()) {
	skip := m.label("skip")
	m.TESTQ(pointer, pointer)
	m.JEQ(operand.LabelRef(skip))
	body()
	m.Label(skip)
}
