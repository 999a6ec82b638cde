package kernel

import (
	"fmt"
	"os"
	"strings"
	"sync"
)

// level orders the instruction sets that kernels are written for: a level runs
// wherever the ones above it run.
type level int

const (
	portable level = iota
	avx2           // AVX2 with FMA and F16C
	avx512         // AVX-512 F, BW, DQ, VL and VNNI
)

var levelNames = [...]string{portable: "portable", avx2: "avx2", avx512: "avx512"}

// Set is one implementation of every kernel. Its groups are filled by the
// files that own them: each has a function from a level to its kernels, where
// a level starts as a copy of the one below and replaces what it does better.
type Set struct {
	// Name is the level: "portable", "avx2" or "avx512".
	Name string

	matrix    matrixKernels
	vector    vectorKernels
	quantised quantisedKernels
}

// sets holds the Sets that this CPU runs, the plainest first.
var sets = sync.OnceValue(func() []*Set {
	var all []*Set
	for l := portable; l <= highestLevel(); l++ {
		all = append(all, &Set{
			Name:      levelNames[l],
			matrix:    matrixFor(l),
			vector:    vectorFor(l),
			quantised: quantisedFor(l),
		})
	}
	return all
})

var defaultSet = sync.OnceValue(func() *Set {
	if s, err := Select(os.Getenv("SEGUE_KERNEL")); err == nil {
		return s
	}
	all := sets()
	return all[len(all)-1]
})

// Default returns the Set named by the environment variable SEGUE_KERNEL, read
// once, or the best one for this CPU when the variable is empty or names none
// that runs here (Select tells which).
func Default() *Set { return defaultSet() }

// Select returns the Set of that name; the empty name is the best Set for this
// CPU. The error says which names this CPU runs.
func Select(name string) (*Set, error) {
	all := sets()
	if name == "" {
		return all[len(all)-1], nil
	}
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("no kernel set %q runs on this processor: choose one of %s", name, strings.Join(List(), ", "))
}

// List names the Sets that this CPU runs, the plainest first.
func List() []string {
	var names []string
	for _, s := range sets() {
		names = append(names, s.Name)
	}
	return names
}
