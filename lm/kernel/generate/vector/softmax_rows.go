package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func softenRows(m *machine) {
	m.begin("softenRows", "(x []float32, width int, seen []int32, largest, decay, added []float32)",
		"makes one step of the online softmax on each row.")
	x, seen, count := m.pointer("x"), m.pointer("seen"), m.length("seen")
	largest, decay, added := m.pointer("largest"), m.pointer("decay"), m.pointer("added")
	e, lowest := m.wholeExponential(), m.constant(float32(math.Inf(-1)))
	m.rows(count, func() {
		s := m.span(m.integer(seen))
		greatest := make([]reg.VecVirtual, 4)
		for i := range greatest {
			greatest[i] = m.broadcast(operand.Mem{Base: largest})
		}
		s.each(4, func(p place) {
			m.VMAXPS(p.fill(p.load(x), lowest), greatest[p.at], greatest[p.at])
		})
		best, gap := m.fold(m.tree(greatest, m.VMAXPS), false, m.VMAXPS), m.XMM()
		m.VMOVSS(operand.Mem{Base: largest}, gap)
		m.VSUBSS(best.AsX(), gap, gap)
		m.VMOVSS(gap, operand.Mem{Base: decay})
		m.VMOVSS(best.AsX(), operand.Mem{Base: largest})
		shift, sums := m.broadcast(best.AsX()), m.zeros(4)
		s.each(4, func(p place) {
			v := p.load(x)
			m.VSUBPS(shift, v, v)
			y, _ := e.of(p.fill(v, lowest))
			p.store(y, x)
			m.VADDPS(y, sums[p.at], sums[p.at])
		})
		m.VMOVSS(m.total(sums), operand.Mem{Base: added})
		m.clearRest(s.length, x)
		m.next(m.address("width"), x)
		for _, p := range []reg.Register{seen, largest, decay, added} {
			m.ADDQ(operand.I8(4), p)
		}
	})
	m.end()
}

func softmaxRowsGradient(m *machine) {
	m.begin("softmaxRowsGradient", "(p, dp []float32, width int, seen []int32, logSum, delta []float32)",
		"sets p to e^(p-logSum) and dp to p·(dp-delta) on each row.")
	probability, slope := m.pointer("p"), m.pointer("dp")
	seen, count := m.pointer("seen"), m.length("seen")
	logSum, delta := m.pointer("logSum"), m.pointer("delta")
	e := m.wholeExponential()
	m.rows(count, func() {
		s := m.span(m.integer(seen))
		shift, mean := m.broadcast(operand.Mem{Base: logSum}), m.broadcast(operand.Mem{Base: delta})
		s.each(2, func(p place) {
			v, g := p.load(probability), p.load(slope)
			m.VSUBPS(shift, v, v)
			y, _ := e.of(v)
			p.store(y, probability)
			m.VSUBPS(mean, g, g)
			m.VMULPS(y, g, g)
			p.store(g, slope)
		})
		m.clearRest(s.length, probability)
		m.clearRest(s.length, slope)
		m.next(m.address("width"), probability, slope)
		for _, p := range []reg.Register{seen, logSum, delta} {
			m.ADDQ(operand.I8(4), p)
		}
	})
	m.end()
}

// integer is the int32 at a pointer.
func (m *machine) integer(pointer reg.Register) reg.Register {
	n := m.GP64()
	m.MOVLQSX(operand.Mem{Base: pointer}, n)
	return n
}

// clearRest sets a row to 0 from an element up to its width.
func (m *machine) clearRest(from, row reg.Register) {
	full := m.label("full")
	n, base := m.GP64(), m.GP64()
	m.MOVQ(m.address("width"), n)
	m.SUBQ(from, n)
	m.JEQ(operand.LabelRef(full))
	m.MOVQ(row, base)
	m.advance(base, from)
	zero, s := m.zeros(1)[0], m.span(n)
	s.each(1, func(p place) { p.store(zero, base) })
	m.Label(full)
}

// next moves pointers by a number of floats in memory.
func (m *machine) next(floats operand.Mem, pointers ...reg.Register) {
	n := m.GP64()
	m.MOVQ(floats, n)
	for _, p := range pointers {
		m.advance(p, n)
	}
}
