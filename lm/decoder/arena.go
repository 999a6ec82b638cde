package decoder

// arena hands out stretches of one slice that is grown once to the largest
// batch.
type arena struct {
	data []float32
	used int
}

// lay runs layout, which takes what a pass needs; when the slice is too short
// it is replaced and layout runs again.
func (a *arena) lay(layout func()) {
	a.used = 0
	layout()
	if a.used > len(a.data) {
		a.data = nil // let it go before its successor is made
		a.data = make([]float32, a.used)
		a.used = 0
		layout()
	}
}

// take returns the next n numbers, whatever they hold; nil while the arena is
// too short.
func (a *arena) take(n int) []float32 {
	from := a.used
	a.used += n
	if a.used > len(a.data) {
		return nil
	}
	return a.data[from:a.used:a.used]
}

// resize returns s with length n, its contents undefined.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
