package generation

// Constraint restricts what can be drawn by what has been drawn. Its methods
// may be called at the same time, for any number of sequences.
type Constraint interface {
	// Start is the state before the first token.
	Start() State
	// Allowed is the set of tokens that may follow, of the size of the
	// vocabulary; it may not be changed. When it is empty the sequence ends.
	Allowed(State) Mask
	// Next is the state after a token that was allowed.
	Next(State, int32) State
}

// Closing is a Constraint that can see to it that a sequence of limited length
// comes to its end.
type Closing interface {
	Constraint
	// AllowedWithin is the part of Allowed after which the sequence can still come
	// to its end when so many tokens are left to draw, the next included. It is
	// Allowed itself when they are too few already.
	AllowedWithin(s State, left int) Mask
}

// allowed are the tokens that may follow in a sequence for which so many are
// left to draw.
func allowed(c Constraint, s State, left int) Mask {
	if c, ok := c.(Closing); ok {
		return c.AllowedWithin(s, left)
	}
	return c.Allowed(s)
}

// State is a place in a Constraint.
type State int
