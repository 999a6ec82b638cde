//go:build !amd64

package kernel

func vectorFor(level) vectorKernels { return portableVector }
