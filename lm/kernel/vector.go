package kernel

// vectorKernels are the vector kernels of one level.
type vectorKernels struct{}

func vectorFor(l level) vectorKernels { return vectorKernels{} }
