package kernel

//go:generate go run ./generate/vector

func vectorFor(l level) vectorKernels {
	switch l {
	case portable:
		return portableVector
	case avx2:
		return avx2Vector
	}
	return avx512Vector
}

var avx2Vector = vectorKernels{
	exp:                 expAVX2,
	max:                 maxAVX2,
	index:               indexAVX2,
	countGreater:        countGreaterAVX2,
	selectAbove:         selectAboveAVX2,
	softenRows:          softenRowsAVX2,
	softmaxRowsGradient: softmaxRowsGradientAVX2,
	expSum:              expSumAVX2,
	massAbove:           massAboveAVX2,
	softmaxGradient:     softmaxGradientAVX2,
	sum:                 sumAVX2,
	dot:                 dotAVX2,
	squaredNorm:         squaredNormAVX2,
	addScaled:           addScaledAVX2,
	scale:               scaleAVX2,
	add:                 addAVX2,
	mul:                 mulAVX2,
	rmsNorm:             rmsNormAVX2,
	rmsNormGradient:     rmsNormGradientAVX2,
	rotary:              rotaryAVX2,
	swiGLU:              swiGLUAVX2,
	swiGLUGradient:      swiGLUGradientAVX2,
	adamW: func(param, gradient, m, v []float32, f adamWFactors) {
		adamWAVX2(param, gradient, m, v, f.scale, f.beta1, f.rest1, f.beta2, f.rest2, f.decay, f.rate, f.inverseRoot2, f.epsilon)
	},
	fromBFloat16: fromBFloat16AVX2,
	toBFloat16:   toBFloat16AVX2,
	fromFloat16:  fromFloat16AVX2,
}

var avx512Vector = vectorKernels{
	exp:                 expAVX512,
	max:                 maxAVX512,
	index:               indexAVX512,
	countGreater:        countGreaterAVX512,
	selectAbove:         selectAboveAVX512,
	softenRows:          softenRowsAVX512,
	softmaxRowsGradient: softmaxRowsGradientAVX512,
	expSum:              expSumAVX512,
	massAbove:           massAboveAVX512,
	softmaxGradient:     softmaxGradientAVX512,
	sum:                 sumAVX512,
	dot:                 dotAVX512,
	squaredNorm:         squaredNormAVX512,
	addScaled:           addScaledAVX512,
	scale:               scaleAVX512,
	add:                 addAVX512,
	mul:                 mulAVX512,
	rmsNorm:             rmsNormAVX512,
	rmsNormGradient:     rmsNormGradientAVX512,
	rotary:              rotaryAVX512,
	swiGLU:              swiGLUAVX512,
	swiGLUGradient:      swiGLUGradientAVX512,
	adamW: func(param, gradient, m, v []float32, f adamWFactors) {
		adamWAVX512(param, gradient, m, v, f.scale, f.beta1, f.rest1, f.beta2, f.rest2, f.decay, f.rate, f.inverseRoot2, f.epsilon)
	},
	fromBFloat16: fromBFloat16AVX512,
	toBFloat16:   toBFloat16AVX512,
	fromFloat16:  fromFloat16AVX512,
}
