package generation

import (
	"cmp"
	"slices"
)

// Control steers a sequence by the distributions that it meets: before each
// draw it may change the temperature, branch, or end the sequence. It is called
// while the engine waits, by one goroutine at a time, and must decide by the
// Moment alone; otherwise what it decides depends on the order of the calls.
type Control interface{ Decide(Moment) Decision }

// Moment is a sequence before a draw. Its slices may not be kept or changed.
type Moment struct {
	Sample  int
	Forks   []Fork        // that led to the sequence
	Step    int           // tokens drawn before
	Tokens  []Token       // those
	Entropy float64       // of the model's distribution, in nats
	Top     []Alternative // its likeliest tokens, as many as Request.ControlTop
}

// Decision is what to do at a Moment. The zero Decision goes on.
type Decision struct {
	Temperature *float64 // of this draw; nil: the request's
	Branches    int      // continuations drawn from here, each by its own chance; below 2: one
	Stop        bool     // end the sequence before the draw
}

// Fork is a place where a sequence became several. The sequence itself goes on
// as child 0, of which its Forks say nothing.
type Fork struct {
	At    int // tokens drawn before
	Child int // from 1
}

func compareForks(a, b []Fork) int {
	return slices.CompareFunc(a, b, func(a, b Fork) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Child, b.Child))
	})
}
