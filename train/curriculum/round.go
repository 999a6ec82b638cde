package curriculum

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
)

// source is the random source of one purpose, which neither the seeds nor the
// numbers of others correlate with.
func source(purpose string, seed uint64, n uint64) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "curriculum\x00%s\x00%d\x00%d", purpose, seed, n))))
}

// rounds is an endless sequence of tasks: one permutation of them after another.
type rounds struct {
	purpose string
	seed    uint64
	tasks   []int
}

// from returns the first n different tasks of the sequence from a position on,
// all tasks where there are fewer. Any stretch of twice as many positions as
// there are tasks has them all, so it never reads further.
func (r rounds) from(position, n int) []int {
	size := len(r.tasks)
	n = min(n, size)
	picked := make([]int, 0, max(n, 0))
	seen := make(map[int]bool, max(n, 0))
	for round := position / max(size, 1); len(picked) < n; round++ {
		order := source(r.purpose, r.seed, uint64(round)).Perm(size)
		for ; position < (round+1)*size && len(picked) < n; position++ {
			if t := r.tasks[order[position-round*size]]; !seen[t] {
				seen[t] = true
				picked = append(picked, t)
			}
		}
	}
	return picked
}

// maxStep bounds the number of a step, so that positions do not overflow.
const maxStep = 1 << 30

// within is a step's number within its bounds.
func within(step int) int { return min(max(step, 0), maxStep) }

// stepsFor is the number of steps of n tasks each that take all.
func stepsFor(all, n int) int { return (all + n - 1) / n }

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
