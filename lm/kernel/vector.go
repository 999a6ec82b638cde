package kernel

// vectorKernels are the vector kernels of one level. The methods of Set check
// the lengths, so the kernels need not. A kernel that sums does so in a fixed
// number of lanes folded by a fixed tree, which depends on the length alone.
type vectorKernels struct {
	exp                 func(dst, x []float32)
	max                 func(x []float32) float32
	index               func(x []float32, value float32) int
	countGreater        func(x []float32, than float32) int
	selectAbove         func(ids []int32, x []float32, floor float32) int
	expSum              func(dst, x []float32, shift float32) (sum, weighted float32)
	massAbove           func(p, x []float32, floor float32) (mass, weighted float32)
	softmaxGradient     func(dst, p, logp []float32, a, b float32)
	softenRows          func(x []float32, width int, seen []int32, largest, decay, added []float32)
	softmaxRowsGradient func(p, dp []float32, width int, seen []int32, logSum, delta []float32)
	sum                 func(x []float32) float32
	dot                 func(a, b []float32) float32
	squaredNorm         func(x []float32) float64
	addScaled           func(dst, x []float32, alpha float32)
	scale               func(dst, x []float32, alpha float32)
	add                 func(dst, a, b []float32)
	mul                 func(dst, a, b []float32)
	rmsNorm             func(dst, inverse, x, weight []float32, eps float32)
	rmsNormGradient     func(dx, dweight, dy, x, weight, inverse []float32)
	rotary              func(x []float32, heads, headDim, stride int, cos, sin []float32, positions []int32, sign float32)
	swiGLU              func(dst, gate, up []float32)
	swiGLUGradient      func(dgate, dup, dy, gate, up []float32)
	adamW               func(param, gradient, m, v []float32, f adamWFactors)
	fromBFloat16        func(dst []float32, x []uint16)
	toBFloat16          func(dst []uint16, x []float32)
	fromFloat16         func(dst []float32, x []uint16)
}

var portableVector = vectorKernels{
	exp:                 expPortable,
	max:                 maxPortable,
	index:               indexPortable,
	countGreater:        countGreaterPortable,
	selectAbove:         selectAbovePortable,
	expSum:              expSumPortable,
	massAbove:           massAbovePortable,
	softmaxGradient:     softmaxGradientPortable,
	softenRows:          softenRowsPortable,
	softmaxRowsGradient: softmaxRowsGradientPortable,
	sum:                 sumPortable,
	dot:                 dotPortable,
	squaredNorm:         squaredNormPortable,
	addScaled:           addScaledPortable,
	scale:               scalePortable,
	add:                 addPortable,
	mul:                 mulPortable,
	rmsNorm:             rmsNormPortable,
	rmsNormGradient:     rmsNormGradientPortable,
	rotary:              rotaryPortable,
	swiGLU:              swiGLUPortable,
	swiGLUGradient:      swiGLUGradientPortable,
	adamW:               adamWPortable,
	fromBFloat16:        fromBFloat16Portable,
	toBFloat16:          toBFloat16Portable,
	fromFloat16:         fromFloat16Portable,
}

// sameLength panics unless every length is n: a mistake in the program, never
// in its input.
func sameLength(n int, lengths ...int) {
	wrong := 0
	for _, l := range lengths {
		wrong |= l ^ n
	}
	if wrong != 0 {
		panic("kernel: vectors of different lengths")
	}
}

// lanes are the partial sums of the portable level: element i goes to lane
// i mod 8.
type lanes [8]float32

func (l *lanes) fold() float32 {
	return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]))
}
