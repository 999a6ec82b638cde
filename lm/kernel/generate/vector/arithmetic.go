package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func sum(m *machine) {
	m.begin("sum", "(x []float32) float32", "returns the sum of x.")
	x := m.pointer("x")
	s, sums := m.span(m.length("x")), m.zeros(4)
	s.each(4, func(p place) { m.VADDPS(p.load(x), sums[p.at], sums[p.at]) })
	m.Store(m.total(sums), m.ReturnIndex(0))
	m.end()
}

func dot(m *machine) {
	m.begin("dot", "(a, b []float32) float32", "returns the scalar product.")
	a, b := m.pointer("a"), m.pointer("b")
	s, sums := m.span(m.length("a")), m.zeros(4)
	s.each(4, func(p place) { m.VFMADD231PS(p.load(a), p.load(b), sums[p.at]) })
	m.Store(m.total(sums), m.ReturnIndex(0))
	m.end()
}

func squaredNorm(m *machine) {
	m.begin("squaredNorm", "(x []float32) float64", "returns the sum of squares.")
	x := m.pointer("x")
	s, sums := m.span(m.length("x")), m.zeros(4)
	s.each(2, func(p place) {
		v, low, high := p.load(x), m.vector(), m.vector()
		if m.wide {
			half := m.YMM()
			m.VEXTRACTF64X4(operand.U8(1), v, half)
			m.VCVTPS2PD(v.AsY(), low)
			m.VCVTPS2PD(half, high)
		} else {
			half := m.XMM()
			m.VEXTRACTF128(operand.U8(1), v, half)
			m.VCVTPS2PD(v.AsX(), low)
			m.VCVTPS2PD(half, high)
		}
		m.VFMADD231PD(low, low, sums[2*p.at])
		m.VFMADD231PD(high, high, sums[2*p.at+1])
	})
	m.Store(m.fold(m.tree(sums, m.VADDPD), true, m.VADDPD).AsX(), m.ReturnIndex(0))
	m.end()
}

func addScaled(m *machine) {
	m.begin("addScaled", "(dst, x []float32, alpha float32)", "adds alpha·x to dst.")
	dst, x := m.pointer("dst"), m.pointer("x")
	s, alpha := m.span(m.length("x")), m.broadcast(m.address("alpha"))
	s.each(4, func(p place) {
		v := p.load(dst)
		m.VFMADD231PS(p.load(x), alpha, v)
		p.store(v, dst)
	})
	m.end()
}

func scale(m *machine) {
	m.begin("scale", "(dst, x []float32, alpha float32)", "sets dst to alpha·x.")
	dst, x := m.pointer("dst"), m.pointer("x")
	s, alpha := m.span(m.length("x")), m.broadcast(m.address("alpha"))
	s.each(4, func(p place) {
		v := p.load(x)
		m.VMULPS(alpha, v, v)
		p.store(v, dst)
	})
	m.end()
}

func add(m *machine) {
	m.begin("add", "(dst, a, b []float32)", "sets dst to a + b.")
	m.pairs(m.VADDPS)
}

func mul(m *machine) {
	m.begin("mul", "(dst, a, b []float32)", "sets dst to the elementwise product of a and b.")
	m.pairs(m.VMULPS)
}

// pairs is the rest of a function that sets dst to op of a and b.
func (m *machine) pairs(op func(ops ...operand.Op)) {
	dst, a, b := m.pointer("dst"), m.pointer("a"), m.pointer("b")
	s := m.span(m.length("a"))
	s.each(4, func(p place) {
		v := p.load(a)
		op(p.load(b), v, v)
		p.store(v, dst)
	})
	m.end()
}

// rows repeats body while count, not 0 at first, goes down to 0.
func (m *machine) rows(count reg.Register, body func()) {
	again := m.label("row")
	m.Label(again)
	body()
	m.DECQ(count)
	m.JNE(operand.LabelRef(again))
}

// advance moves a pointer by a number of floats.
func (m *machine) advance(pointer, floats reg.Register) {
	m.LEAQ(operand.Mem{Base: pointer, Index: floats, Scale: 4}, pointer)
}
