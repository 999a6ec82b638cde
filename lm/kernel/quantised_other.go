//go:build !amd64

package kernel

func quantisedFor(level) quantisedKernels { return portableQuantised() }
