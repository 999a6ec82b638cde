//go:build !amd64

package kernel

func highestLevel() level { return portable }
