package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// activationsAVX512 quantises blocks of 32 numbers to signed bytes, with the
// scale of each block and the sums of its two halves' codes.
func activationsAVX512(c *build.Context) {
	c.Function("quantiseAVX512")
	c.Attributes(build.NOSPLIT)
	c.Pragma("noescape")
	c.SignatureExpr("func(codes *int8, scales *float32, sums *int32, x *float32, blocks int)")
	c.Doc("quantiseAVX512 quantises blocks of 32 finite numbers; a block with others gets the scale NaN and the codes 1, 0, 0, …")
	codes, scales, sums := c.Load(c.Param("codes"), c.GP64()), c.Load(c.Param("scales"), c.GP64()), c.Load(c.Param("sums"), c.GP64())
	x, blocks := c.Load(c.Param("x"), c.GP64()), c.Load(c.Param("blocks"), c.GP64())
	constant := func(bits uint32) reg.VecVirtual {
		r, v := c.GP32(), c.ZMM()
		c.MOVL(operand.U32(bits), r)
		c.VPBROADCASTD(r, v)
		return v
	}
	magnitude, steps, nan, least := constant(0x7fffffff), constant(0x42fe0000), constant(0x7fc00000), constant(leastBits)
	one := c.XMM()
	bit := c.GP32()
	c.MOVL(operand.U32(1), bit)
	c.VMOVD(bit, one)

	c.Label("loop")
	c.TESTQ(blocks, blocks)
	c.JZ(operand.LabelRef("end"))
	a, b := c.ZMM(), c.ZMM()
	c.VMOVUPS(at(x, 0), a)
	c.VMOVUPS(at(x, 64), b)
	strangeA, strangeB := c.K(), c.K()
	const nanOrInfinite = 0x99
	c.VFPCLASSPSZ(operand.U8(nanOrInfinite), a, strangeA)
	c.VFPCLASSPSZ(operand.U8(nanOrInfinite), b, strangeB)
	c.KORTESTW(strangeA, strangeB)
	c.JNZ(operand.LabelRef("strange"))

	largest := magnitudeOf(c, a, b, magnitude)
	large := c.K()
	const notLess = 0x0d
	c.VCMPPS(operand.U8(notLess), least, largest, large)
	scale, inverse := c.ZMM(), c.ZMM()
	c.VDIVPS_Z(steps, largest, large, scale)
	c.VDIVPS_Z(largest, steps, large, inverse)
	c.VMULPS(inverse, a, a)
	c.VMULPS(inverse, b, b)
	c.VCVTPS2DQ(a, a)
	c.VCVTPS2DQ(b, b)
	c.VPMOVSDB(a, at(codes, 0))
	c.VPMOVSDB(b, at(codes, 16))
	c.VMOVSS(scale.AsX(), at(scales, 0))
	for i, v := range []reg.VecVirtual{a, b} {
		total(c, v)
		c.VMOVD(v.AsX(), at(sums, 4*i))
	}
	c.Label("next")
	c.ADDQ(operand.U32(32), codes)
	c.ADDQ(operand.U32(4), scales)
	c.ADDQ(operand.U32(8), sums)
	c.ADDQ(operand.U32(128), x)
	c.DECQ(blocks)
	c.JMP(operand.LabelRef("loop"))

	c.Label("strange")
	zero := c.XMM()
	c.VPXOR(zero, zero, zero)
	c.VMOVDQU(one, at(codes, 0))
	c.VMOVDQU(zero, at(codes, 16))
	c.VMOVSS(nan.AsX(), at(scales, 0))
	c.VMOVQ(one, at(sums, 0))
	c.JMP(operand.LabelRef("next"))

	c.Label("end")
	c.VZEROUPPER()
	c.RET()
}

// leastBits is 1e-30 as a float32: a block whose numbers are all smaller is zero.
const leastBits = 0x0da24260

// magnitudeOf is the largest magnitude of two vectors, in every lane.
func magnitudeOf(c *build.Context, a, b, magnitude reg.VecVirtual) reg.VecVirtual {
	largest, t := c.ZMM(), c.ZMM()
	c.VPANDD(magnitude, a, largest)
	c.VPANDD(magnitude, b, t)
	c.VMAXPS(t, largest, largest)
	for _, order := range []uint8{0x4e, 0xb1} { // halves, then neighbours, of the four 128-bit parts
		c.VSHUFF32X4(operand.U8(order), largest, largest, t)
		c.VMAXPS(t, largest, largest)
	}
	for _, order := range []uint8{0x4e, 0xb1} { // the same within a part
		c.VSHUFPS(operand.U8(order), largest, largest, t)
		c.VMAXPS(t, largest, largest)
	}
	return largest
}

// total adds up the 16 lanes of v into its first.
func total(c *build.Context, v reg.VecVirtual) {
	half, quarter := c.YMM(), c.XMM()
	c.VEXTRACTI64X4(operand.U8(1), v, half)
	c.VPADDD(half, v.AsY(), v.AsY())
	c.VEXTRACTI128(operand.U8(1), v.AsY(), quarter)
	c.VPADDD(quarter, v.AsX(), v.AsX())
	for _, order := range []uint8{0x4e, 0xb1} {
		c.VPSHUFD(operand.U8(order), v.AsX(), quarter)
		c.VPADDD(quarter, v.AsX(), v.AsX())
	}
}
