// Package guard places slices against memory that faults when it is touched, so
// that tests of assembly find reads and writes beyond a slice's ends.
package guard

// Number is what the kernels compute on.
type Number interface {
	~int8 | ~uint8 | ~uint16 | ~int32 | ~float32 | ~float64
}

// Cleaner is the part of testing.TB that the package needs.
type Cleaner interface {
	Helper()
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// Before returns n zeros that start right after an inaccessible page. The
// memory lasts until the test ends. Where the system cannot protect pages it is
// ordinary memory.
func Before[T Number](t Cleaner, n int) []T { t.Helper(); return place[T](t, n, false) }

// After returns n zeros that end right before an inaccessible page, otherwise
// as Before.
func After[T Number](t Cleaner, n int) []T { t.Helper(); return place[T](t, n, true) }

// Copy returns a copy of x that starts right after an inaccessible page, as
// Before, or with end ends right before one, as After.
func Copy[T Number](t Cleaner, x []T, end bool) []T {
	t.Helper()
	y := place[T](t, len(x), end)
	copy(y, x)
	return y
}
