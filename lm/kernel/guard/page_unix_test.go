//go:build unix

package guard_test

import (
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"

	"segue/lm/kernel/guard"
)

// faults reports whether reading the number at p faults.
func faults(p unsafe.Pointer) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() != nil }()
	sink = *(*float32)(p)
	return
}

var sink float32

func TestEdges(t *testing.T) {
	for _, n := range []int{1, 3, 1024, 1500} {
		first, last := guard.Before[float32](t, n), guard.After[float32](t, n)
		for _, s := range [][]float32{first, last} {
			if len(s) != n {
				t.Fatalf("%d numbers, want %d", len(s), n)
			}
			for i := range s {
				s[i] = 1
			}
		}
		if !faults(unsafe.Add(unsafe.Pointer(&first[0]), -4)) {
			t.Errorf("reading before %d numbers does not fault", n)
		}
		if !faults(unsafe.Add(unsafe.Pointer(&last[n-1]), 4)) {
			t.Errorf("reading after %d numbers does not fault", n)
		}
	}
}

// An empty slice, too, has an address that must not be read.
func TestNothingTouchesThePage(t *testing.T) {
	first, last := guard.Before[float32](t, 0), guard.After[float32](t, 0)
	if !faults(unsafe.Add(unsafe.Pointer(unsafe.SliceData(first)), -4)) || !faults(unsafe.Pointer(unsafe.SliceData(last))) {
		t.Error("an empty slice does not touch the inaccessible page")
	}
}

func TestCopy(t *testing.T) {
	x := []float32{1, 2, 3}
	first, last := guard.Copy(t, x, false), guard.Copy(t, x, true)
	if !slices.Equal(first, x) || !slices.Equal(last, x) {
		t.Errorf("copies %v and %v of %v", first, last, x)
	}
	first[0] = 4
	if x[0] != 1 {
		t.Error("the copy shares the original's memory")
	}
	if !faults(unsafe.Add(unsafe.Pointer(&first[0]), -4)) || !faults(unsafe.Add(unsafe.Pointer(&last[2]), 4)) {
		t.Error("a copy does not touch the inaccessible page")
	}
}
