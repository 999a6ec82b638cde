//go:build unix

package guard

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// place maps the pages that n numbers need between two inaccessible ones.
func place[T Number](t Cleaner, n int, end bool) []T {
	t.Helper()
	page, size := unix.Getpagesize(), n*int(unsafe.Sizeof(*new(T)))
	inner := max(1, (size+page-1)/page) * page
	memory, err := unix.Mmap(-1, 0, inner+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatalf("map guarded memory: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(memory); err != nil {
			t.Fatalf("unmap guarded memory: %v", err)
		}
	})
	for _, edge := range [][]byte{memory[:page], memory[page+inner:]} {
		if err := unix.Mprotect(edge, unix.PROT_NONE); err != nil {
			t.Fatalf("protect a page: %v", err)
		}
	}
	start := page
	if end {
		start += inner - size
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[start])), n)
}
