package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func maximum(m *machine) {
	m.begin("max", "(x []float32) float32", "returns the greatest element, NaN if there is one.")
	x := m.pointer("x")
	s := m.span(m.length("x"))
	lowest := m.constant(float32(math.Inf(-1)))
	greatest := make([]reg.VecVirtual, 4)
	for i := range greatest {
		greatest[i] = m.copy(lowest)
	}
	strange := m.nowhere() // VMAXPS forgets a NaN
	s.each(4, func(p place) {
		v := p.fill(p.load(x), lowest)
		m.VMAXPS(v, greatest[p.at], greatest[p.at])
		m.unite(strange, m.compare(unordered, v, v))
	})
	best := m.fold(m.tree(greatest, m.VMAXPS), false, m.VMAXPS)
	result, nan := m.GP32(), m.GP32()
	m.VMOVD(best.AsX(), result)
	m.MOVL(operand.U32(math.Float32bits(float32(math.NaN()))), nan)
	lanes := m.laneBits(strange)
	m.TESTL(lanes, lanes)
	m.CMOVLNE(nan, result)
	m.VMOVD(result, best.AsX())
	m.Store(best.AsX(), m.ReturnIndex(0))
	m.end()
}

// index looks at one register in each round, since it may stop early.
func index(m *machine) {
	m.begin("index", "(x []float32, value float32) int", "returns the index of the first element equal to value, or -1.")
	x := m.pointer("x")
	s, value := m.span(m.length("x")), m.broadcast(m.address("value"))
	found, bits := m.label("found"), m.GP32()
	s.each(1, func(p place) {
		where := p.within(m.compare(equal, p.load(x), value))
		m.MOVL(m.laneBits(where), bits)
		m.TESTL(bits, bits)
		m.JNE(operand.LabelRef(found))
	})
	result := m.GP64()
	m.MOVQ(operand.I32(-1), result)
	m.Store(result, m.ReturnIndex(0))
	m.end()
	m.Label(found)
	m.BSFL(bits, bits)
	m.ADDQ(bits.As64(), s.index)
	m.Store(s.index, m.ReturnIndex(0))
	m.end()
}

func countGreater(m *machine) {
	m.begin("countGreater", "(x []float32, than float32) int", "counts the elements greater than the given one.")
	x := m.pointer("x")
	s, than := m.span(m.length("x")), m.broadcast(m.address("than"))
	count, one := m.GP64(), m.GP64()
	m.XORQ(count, count)
	s.each(4, func(p place) {
		where := p.within(m.compare(greater, p.load(x), than))
		m.POPCNTL(m.laneBits(where), one.As32())
		m.ADDQ(one, count)
	})
	m.Store(count, m.ReturnIndex(0))
	m.end()
}
