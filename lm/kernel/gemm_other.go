//go:build !amd64

package kernel

func matrixFor(level) matrixKernels { return portableMatrix() }
