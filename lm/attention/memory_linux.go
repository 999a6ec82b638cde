package attention

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// useLargePages asks for large pages behind x, which is read from one end to the
// other again and again: addresses are looked up less often then. It only
// advises; what the system makes of it shows in nothing but the time.
func useLargePages(x []float32) {
	const large = 1 << 21
	start := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	skip := int(-start % large / 4)
	if n := (len(x) - skip) &^ (large/4 - 1); n > 0 {
		part := unsafe.Slice((*byte)(unsafe.Pointer(&x[skip])), 4*n)
		_ = unix.Madvise(part, unix.MADV_HUGEPAGE) // refused by kernels without them
	}
}
