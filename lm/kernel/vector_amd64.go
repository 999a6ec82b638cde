package kernel

func vectorFor(l level) vectorKernels {
	return portableVector
}
