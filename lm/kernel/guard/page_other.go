//go:build !unix

package guard

func place[T Number](_ Cleaner, n int, _ bool) []T { return make([]T, n) }
