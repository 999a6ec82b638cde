//go:build !linux

package attention

func useLargePages([]float32) {}
