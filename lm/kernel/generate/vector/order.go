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

// selectAbove writes whole registers of indices, of which the next write
// covers what was not chosen: what is written ends no later than what is read.
func selectAbove(m *machine) {
	m.begin("selectAbove", "(ids []int32, x []float32, floor float32) int", "gathers the indices of the elements that are at least floor.")
	ids, x := m.pointer("ids"), m.pointer("x")
	s, floor := m.span(m.length("x")), m.broadcast(m.address("floor"))
	first := make([]uint32, 16)
	for i := range first {
		first[i] = uint32(i)
	}
	indices, step := m.copy(m.words("first", first)), m.bits(uint32(m.floats))
	count, one := m.GP64(), m.GP64()
	m.XORQ(count, count)
	s.each(1, func(p place) {
		where := p.within(m.compare(greaterOrEqual, p.load(x), floor))
		bits, chosen := m.laneBits(where), m.vector()
		if m.wide {
			m.VPCOMPRESSD_Z(indices, where, chosen)
		} else {
			order := m.YMM()
			m.LEAQ(m.words("chosen", chosenLanes()), one)
			m.VPMOVZXBD(operand.Mem{Base: one, Index: bits.As64(), Scale: 8}, order)
			m.VPERMD(indices, order, chosen)
		}
		p.span = &span{machine: m, mask: s.mask, index: count}
		p.store(chosen, ids)
		m.POPCNTL(bits, one.As32())
		m.ADDQ(one, count)
		m.VPADDD(step, indices, indices)
	})
	m.Store(count, m.ReturnIndex(0))
	m.end()
}

// chosenLanes lists, for each set of 8 lanes, its lanes in bytes, in order.
func chosenLanes() []uint32 {
	words := make([]uint32, 2*256)
	for set := range 256 {
		n := 0
		for lane := range 8 {
			if set>>lane&1 == 1 {
				words[2*set+n/4] |= uint32(lane) << (n % 4 * 8)
				n++
			}
		}
	}
	return words
}
