package kernel

func matrixFor(level) matrixKernels { return portableMatrix() }
