package kernel

import "golang.org/x/sys/cpu"

// highestLevel is the last level whose instructions the CPU and the operating
// system support.
func highestLevel() level {
	switch x := cpu.X86; {
	case !(x.HasAVX2 && x.HasFMA && x.HasF16C):
		return portable
	case !(x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VNNI && x.HasBMI2):
		return avx2
	}
	return avx512
}
