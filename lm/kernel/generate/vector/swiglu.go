package main

import "github.com/mmcloughlin/avo/reg"

// sigmoid returns 1/(1+e^-z) and 1 less that, as e^z/(1+e^z) and 1/(1+e^z).
// Beyond 87 the second is not 0 yet, but what it is at 87.
func (e exponential) sigmoid(z reg.VecVirtual) (s, rest reg.VecVirtual) {
	power, one := e.ofClamped(z), e.coefficient[0]
	below := e.vector()
	e.VADDPS(one, power, below)
	rest = e.vector()
	if e.wide {
		// An estimate good to 2^-14, and one Newton step: much faster than a division.
		e.VRCP14PS(below, rest)
		miss := e.copy(one)
		e.VFNMADD231PS(below, rest, miss)
		e.VFMADD231PS(miss, rest, rest)
	} else {
		e.VDIVPS(below, e.copy(one), rest)
	}
	e.VMULPS(rest, power, power)
	return power, rest
}

func swiGLU(m *machine) {
	m.begin("swiGLU", "(dst, gate, up []float32)", "sets dst to silu(gate)·up.")
	dst, gate, up := m.pointer("dst"), m.pointer("gate"), m.pointer("up")
	e, s := m.clampedExponential(), m.span(m.length("dst"))
	s.each(2, func(p place) {
		g := p.load(gate)
		y, _ := e.sigmoid(g)
		m.VMULPS(g, y, y)
		m.VMULPS(p.load(up), y, y)
		p.store(y, dst)
	})
	m.end()
}

func swiGLUGradient(m *machine) {
	m.begin("swiGLUGradient", "(dgate, dup, dy, gate, up []float32)", "sets dgate and dup to the gradients of swiGLU.")
	dgate, dup, dy, gate, up := m.pointer("dgate"), m.pointer("dup"), m.pointer("dy"), m.pointer("gate"), m.pointer("up")
	e, s := m.clampedExponential(), m.span(m.length("dy"))
	s.each(2, func(p place) {
		g := p.load(gate)
		y, rest := e.sigmoid(g)
		rest = m.only(m.compare(lessOrEqual, g, e.high), rest)
		d, u := p.load(dy), p.load(up)
		m.VMULPS(d, u, u)
		m.VMULPS(y, u, u)                        // dy·up·σ
		m.VFMADD213PS(e.coefficient[0], g, rest) // 1 + gate·(1-σ)
		m.VMULPS(rest, u, u)
		m.VMULPS(g, y, y)
		m.VMULPS(d, y, y)
		p.store(u, dgate)
		p.store(y, dup)
	})
	m.end()
}
