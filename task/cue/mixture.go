package cue

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"

	"segue/task"
)

// MixtureOptions say what supervised data a Mixture makes.
type MixtureOptions struct {
	Seed  uint64
	Split Split // "" for Train
	// Single, Same and Cross are the shares of the kinds by tokens, relative to
	// their sum; Long is that of chains of one skill with LongSteps steps.
	Single, Same, Cross, Long float64
	LongSteps                 [2]int
	// Steps, Skewed, Weights, Linked and Pairs are as in Options.
	Steps   [2]int
	Skewed  bool
	Weights map[string]float64
	Linked  float64
	Pairs   Pairs
}

// DefaultMixture is the mixture that leaves a model able in every skill and weak
// at switching: two thirds of the tokens are chains of one skill, 1 % cross
// tasks. Skills that are slow to learn are more frequent.
func DefaultMixture(seed uint64) MixtureOptions {
	return MixtureOptions{
		Seed: seed, Split: Train, Single: 0.33, Same: 0.66, Cross: 0.01, Steps: [2]int{2, 5}, Skewed: true,
		Weights: map[string]float64{
			"logic/cue-parity": 4, "science/cue-equal": 3, "math/cue-sum": 2.5, "instruction_following/cue-gap": 2.5,
			"instruction_following/cue-day": 1.5, "math/cue-product": 1.5, "science/cue-above": 1.5, "coding/cue-rotate": 1.3,
			"information_extraction/cue-pick": 0.9, "information_extraction/cue-first": 0.8, "logic/cue-over": 0.8,
			"planning/cue-sort": 0.8, "planning/cue-largest": 0.6, "coding/cue-prepend": 0.6,
		},
		Linked: DefaultLinked,
	}
}

// Mixture makes tasks of several kinds. It may be used from several goroutines.
type Mixture struct {
	key    [sha256.Size]byte
	shares []kindShare
}

// kindShare is a source and the part of the tasks that it makes.
type kindShare struct {
	source *Source
	share  float64
}

// NewMixture makes a mixture. The error says which option cannot be met.
func NewMixture(o MixtureOptions) (Mixture, error) {
	m := Mixture{key: sha256.Sum256([]byte("cue mixture"))}
	total := 0.0
	for _, kind := range []struct {
		kind  Kind
		share float64
		steps [2]int
	}{{Single, o.Single, o.Steps}, {Same, o.Same, o.Steps}, {Cross, o.Cross, o.Steps}, {Same, o.Long, o.LongSteps}} {
		if !(kind.share >= 0) || math.IsInf(kind.share, 0) { // NaN too
			return m, fmt.Errorf("make cue mixture: the share of %s must be a number that is not negative, not %g", kind.kind, kind.share)
		}
		if kind.share == 0 {
			continue
		}
		s, err := New(Options{Seed: o.Seed, Split: o.Split, Kind: kind.kind, Steps: kind.steps, Skewed: o.Skewed, Weights: o.Weights, Linked: o.Linked, Pairs: o.Pairs})
		if err != nil {
			return m, fmt.Errorf("make cue mixture: %w", err)
		}
		// Steps have about as many tokens in one kind as in another, so a kind's
		// part of the tasks is its share of the tokens over its mean length.
		tasks := kind.share * 2 / float64(s.options.Steps[0]+s.options.Steps[1])
		total += tasks
		m.shares = append(m.shares, kindShare{s, tasks})
		m.key = sha256.Sum256(fmt.Appendf(m.key[:], "%x%g", s.key, kind.share))
	}
	if total == 0 || math.IsInf(total, 0) {
		return m, errors.New("make cue mixture: no kind has a share above 0")
	}
	for i := range m.shares {
		m.shares[i].share /= total
	}
	return m, nil
}

// Task is the n-th task, from 0: a function of the options and n alone. It is
// the n-th of the source of the kind drawn, so ids stay unique. A Mixture that
// NewMixture did not make has no tasks but the zero value.
func (m Mixture) Task(n int) task.Task {
	if len(m.shares) == 0 {
		return task.Task{}
	}
	left := randomOf(m.key, n).Float64()
	for _, k := range m.shares {
		if left -= k.share; left < 0 {
			return k.source.Task(n)
		}
	}
	return m.shares[len(m.shares)-1].source.Task(n) // rounding
}
