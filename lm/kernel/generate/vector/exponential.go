package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// exponential computes e^x = 2^n·e^r with n = round(x·log2 e), |r| ≤ ln 2 / 2.
// e^r is 1 + r + r²·q(r), q of degree 4 fitted by the Remez exchange: its
// relative error is 3.1e-9.
type exponential struct {
	*machine
	log2e, shifter    operand.Op
	ln2High, ln2Low   operand.Op
	coefficient       [7]operand.Op
	low, high, beyond operand.Op
}

func (m *machine) exponential() exponential {
	e := exponential{
		machine: m,
		log2e:   m.constant(math.Log2E),
		shifter: m.constant(3 << 22), // adding it rounds to an integer, in the low bits
		ln2High: m.constant(float32(math.Ln2)),
		ln2Low:  m.constant(float32(math.Ln2 - float64(float32(math.Ln2)))),
	}
	one := m.constant(1)
	e.coefficient = [7]operand.Op{one, one, m.constant(0.49999993373097571791), m.constant(0.16666519524078858822),
		m.constant(0.041668401081271447449), m.constant(0.0083688510676732644966), m.constant(0.0013814320699690491606)}
	return e
}

// whole adds what x of any size needs.
func (m *machine) wholeExponential() exponential {
	e := m.exponential()
	e.low, e.high = m.constant(-87.33654022216796875), m.constant(88.72283172607421875)
	if m.wide {
		e.beyond = m.constant(89)
	} else {
		e.beyond = m.constant(math.MaxFloat32)
	}
	return e
}

// clampedExponential adds what counts x above 87 as 87.
func (m *machine) clampedExponential() exponential {
	e := m.exponential()
	e.low, e.high = m.constant(-87), m.constant(87)
	return e
}

// reduced returns e^r, n, and n in the low bits of a float. It uses x up.
func (e exponential) reduced(x reg.VecVirtual) (y, n, shifted reg.VecVirtual) {
	shifted = e.copy(e.shifter)
	e.VFMADD231PS(e.log2e, x, shifted)
	n = e.vector()
	e.VSUBPS(e.shifter, shifted, n)
	r := x
	e.VFNMADD231PS(e.ln2High, n, r)
	e.VFNMADD231PS(e.ln2Low, n, r)
	y = e.copy(e.coefficient[5])
	e.VFMADD231PS(e.coefficient[6], r, y)
	for i := 4; i >= 0; i-- {
		e.VFMADD213PS(e.coefficient[i], r, y)
	}
	return y, n, shifted
}

// scaled multiplies y by 2^n where the result is a normal number.
func (e exponential) scaled(y, shifted reg.VecVirtual) reg.VecVirtual {
	e.VPSLLD(operand.U8(23), shifted, shifted)
	e.VPADDD(shifted, y, y)
	return y
}

// of returns e^x, and where it is not 0.
func (e exponential) of(x reg.VecVirtual) (reg.VecVirtual, reg.Register) {
	normal := e.compare(notLess, x, e.low)
	bounded := e.vector()
	if e.wide {
		e.VMINPS(x, e.beyond, bounded) // the second source, x, when it is NaN
		y, n, _ := e.reduced(bounded)
		e.VSCALEFPS_Z(n, y, normal, y)
		return y, normal
	}
	e.VMAXPS(e.low, x, bounded)
	e.VMINPS(e.high, bounded, bounded)
	y, _, shifted := e.reduced(bounded)
	y = e.only(normal, e.scaled(y, shifted))
	special, value := e.compare(notLessOrEqual, x, e.high), e.vector()
	e.VMULPS(e.beyond, x, value) // +Inf, or NaN for NaN
	e.VBLENDVPS(special, value, y, y)
	return y, normal
}

// ofClamped returns e^min(x, 87), 0 for x below -87. For NaN it is any number.
func (e exponential) ofClamped(x reg.VecVirtual) reg.VecVirtual {
	normal, bounded := e.compare(notLess, x, e.low), e.vector()
	e.VMINPS(e.high, x, bounded)
	y, _, shifted := e.reduced(bounded)
	if e.wide {
		e.VPSLLD(operand.U8(23), shifted, shifted)
		e.VPADDD_Z(shifted, y, normal, y)
		return y
	}
	return e.only(normal, e.scaled(y, shifted))
}

func exp(m *machine) {
	m.begin("exp", "(dst, x []float32)", "sets dst to e^x.")
	dst, x := m.pointer("dst"), m.pointer("x")
	e, s := m.wholeExponential(), m.span(m.length("dst"))
	s.each(2, func(p place) {
		y, _ := e.of(p.load(x))
		p.store(y, dst)
	})
	m.end()
}

func expSum(m *machine) {
	m.begin("expSum", "(dst, x []float32, shift float32) (sum, weighted float32)",
		"sets dst to e^(x-shift) and sums dst and dst·(x-shift).")
	dst, x := m.pointer("dst"), m.pointer("x")
	e, s := m.wholeExponential(), m.span(m.length("dst"))
	shift, outside := m.broadcast(m.address("shift")), m.constant(float32(math.Inf(-1)))
	sums, weighted := m.zeros(2), m.zeros(2)
	s.each(2, func(p place) {
		v := p.load(x)
		m.VSUBPS(shift, v, v)
		v = p.fill(v, outside)
		y, normal := e.of(v)
		p.store(y, dst)
		m.VADDPS(y, sums[p.at], sums[p.at])
		m.addProduct(weighted[p.at], y, v, normal)
	})
	m.Store(m.total(sums), m.Return("sum"))
	m.Store(m.total(weighted), m.Return("weighted"))
	m.end()
}

// addProduct adds y·v to the sum where a comparison held; y is 0 elsewhere,
// v may be infinite.
func (m *machine) addProduct(sum, y, v reg.VecVirtual, where reg.Register) {
	if m.wide {
		m.VFMADD231PS(y, v, where, sum)
		return
	}
	m.VFMADD231PS(m.only(where, v), y, sum)
}

func massAbove(m *machine) {
	m.begin("massAbove", "(p, x []float32, floor float32) (mass, weighted float32)",
		"sums p and p·x where x is at least floor.")
	probability, x := m.pointer("p"), m.pointer("x")
	s, floor := m.span(m.length("p")), m.broadcast(m.address("floor"))
	mass, weighted := m.zeros(2), m.zeros(2)
	s.each(2, func(p place) {
		y, v := p.load(probability), p.load(x)
		above := p.within(m.compare(greaterOrEqual, v, floor))
		y = m.only(above, y)
		m.VADDPS(y, mass[p.at], mass[p.at])
		m.addProduct(weighted[p.at], y, v, above)
	})
	m.Store(m.total(mass), m.Return("mass"))
	m.Store(m.total(weighted), m.Return("weighted"))
	m.end()
}

func softmaxGradient(m *machine) {
	m.begin("softmaxGradient", "(dst, p, logp []float32, a, b float32)", "sets dst to p·(a + b·logp).")
	dst, probability, logp := m.pointer("dst"), m.pointer("p"), m.pointer("logp")
	s := m.span(m.length("dst"))
	a, b, zero := m.broadcast(m.address("a")), m.broadcast(m.address("b")), m.zeros(1)[0]
	s.each(2, func(p place) {
		y, g := p.load(probability), p.load(logp)
		m.VFMADD213PS(a, b, g)
		m.VMULPS(y, g, g)
		p.store(m.only(m.compare(different, y, zero), g), dst)
	})
	m.end()
}
