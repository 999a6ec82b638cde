package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// machine emits instructions of one level: AVX2 on registers of 8 floats, or
// AVX-512 on registers of 16.
type machine struct {
	*build.Context
	wide   bool
	floats int             // in one register
	data   map[string]bool // constants already in the file
	labels int
}

func newMachine(c *build.Context, wide bool, data map[string]bool) *machine {
	m := &machine{Context: c, wide: wide, floats: 8, data: data}
	if wide {
		m.floats = 16
	}
	return m
}

// begin starts a function, whose name gets the level's name appended.
func (m *machine) begin(name, signature, doc string) {
	suffix := "AVX2"
	if m.wide {
		suffix = "AVX512"
	}
	m.Function(name + suffix)
	m.Attributes(attr.NOSPLIT)
	m.Pragma("noescape")
	m.Doc(name + suffix + " " + doc)
	m.SignatureExpr("func" + signature)
}

func (m *machine) end() {
	m.VZEROUPPER()
	m.RET()
}

// label returns a name for a place in the current function.
func (m *machine) label(name string) string {
	m.labels++
	return fmt.Sprintf("%s%d", name, m.labels)
}

func (m *machine) pointer(param string) reg.Register {
	return m.Load(m.Param(param).Base(), m.GP64())
}

func (m *machine) length(param string) reg.Register {
	return m.Load(m.Param(param).Len(), m.GP64())
}

// address is where a parameter lies in memory.
func (m *machine) address(param string) operand.Mem { return m.slot(m.Param(param).Resolve()) }

func (m *machine) vector() reg.VecVirtual {
	if m.wide {
		return m.ZMM()
	}
	return m.YMM()
}

func (m *machine) copy(from operand.Op) reg.VecVirtual {
	v := m.vector()
	m.VMOVUPS(from, v)
	return v
}

func (m *machine) zeros(n int) []reg.VecVirtual {
	all := make([]reg.VecVirtual, n)
	for i := range all {
		all[i] = m.vector()
		if m.wide {
			m.VPXORD(all[i], all[i], all[i])
		} else {
			m.VXORPS(all[i], all[i], all[i])
		}
	}
	return all
}

// broadcast fills a register with one float of memory or of a register.
func (m *machine) broadcast(from operand.Op) reg.VecVirtual {
	v := m.vector()
	m.VBROADCASTSS(from, v)
	return v
}

// words puts 32-bit words into the file, once.
func (m *machine) words(name string, words []uint32) operand.Mem {
	if m.data[name] {
		return operand.NewDataAddr(operand.Symbol{Name: name, Static: true}, 0)
	}
	m.data[name] = true
	mem := m.StaticGlobal(name)
	m.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, w := range words {
		m.AddDatum(4*i, operand.U32(w))
	}
	return mem
}

// constant is v in each lane: a register at AVX-512, memory at AVX2, where
// registers are few. Ask for it before any loop.
func (m *machine) constant(v float32) operand.Op { return m.bits(math.Float32bits(v)) }

// bits is constant for a word that is no number.
func (m *machine) bits(b uint32) operand.Op {
	mem := m.inMemory(b)
	if m.wide {
		return m.broadcast(mem)
	}
	return mem
}

func (m *machine) inMemory(b uint32) operand.Mem {
	return m.words(fmt.Sprintf("all_%08x", b), slices.Repeat([]uint32{b}, 8))
}

func (m *machine) slot(b *gotypes.Basic, err error) operand.Mem {
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// Comparisons, as in the immediate of VCMPPS.
const (
	equal          = 0x00
	lessOrEqual    = 0x02
	unordered      = 0x03
	different      = 0x04 // or unordered
	notLess        = 0x05 // or unordered
	notLessOrEqual = 0x06 // or unordered
	greaterOrEqual = 0x0d
	greater        = 0x0e
)

// compare tells where "a relation b" holds: a mask register at AVX-512, a
// vector of all or no bits at AVX2.
func (m *machine) compare(relation uint8, a reg.VecVirtual, b operand.Op) reg.Register {
	var where reg.Register = m.YMM()
	if m.wide {
		where = m.K()
	}
	m.VCMPPS(operand.U8(relation), b, a, where)
	return where
}

// nowhere is a comparison that held in no lane.
func (m *machine) nowhere() reg.Register {
	if !m.wide {
		return m.zeros(1)[0]
	}
	where := m.K()
	m.KXORW(where, where, where)
	return where
}

// unite adds to where what also holds.
func (m *machine) unite(where, also reg.Register) {
	if m.wide {
		m.KORW(also, where, where)
	} else {
		m.VORPS(also, where, where)
	}
}

// laneBits has bit i set where a comparison held in lane i.
func (m *machine) laneBits(where reg.Register) reg.GPVirtual {
	bits := m.GP32()
	if m.wide {
		m.KMOVW(where, bits)
	} else {
		m.VMOVMSKPS(where, bits)
	}
	return bits
}

// only returns v where a comparison held, 0 elsewhere.
func (m *machine) only(where reg.Register, v reg.VecVirtual) reg.VecVirtual {
	out := m.vector()
	if m.wide {
		m.VMOVAPS_Z(v, where, out)
	} else {
		m.VANDPS(where, v, out)
	}
	return out
}

// fold reduces a register to its lowest lane by a tree: halves, quarters, …
func (m *machine) fold(v reg.VecVirtual, double bool, op func(ops ...operand.Op)) reg.VecVirtual {
	if m.wide {
		half := m.YMM()
		m.VEXTRACTF64X4(operand.U8(1), v, half)
		op(half, v.AsY(), v.AsY())
	}
	half, x := m.XMM(), v.AsX()
	if m.wide {
		m.VEXTRACTF32X4(operand.U8(1), v.AsY(), half)
	} else {
		m.VEXTRACTF128(operand.U8(1), v, half)
	}
	op(half, x, x)
	m.VPERMILPD(operand.U8(1), x, half)
	op(half, x, x)
	if !double {
		m.VMOVSHDUP(x, half)
		op(half, x, x)
	}
	return v
}

// tree combines registers pairwise into the first.
func (m *machine) tree(all []reg.VecVirtual, op func(ops ...operand.Op)) reg.VecVirtual {
	for step := 1; step < len(all); step *= 2 {
		for i := 0; i+step < len(all); i += 2 * step {
			op(all[i+step], all[i], all[i])
		}
	}
	return all[0]
}

// total sums all lanes of all registers into the lowest lane of the first.
func (m *machine) total(all []reg.VecVirtual) reg.Register {
	return m.fold(m.tree(all, m.VADDPS), false, m.VADDPS).AsX()
}
