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

// State is a place in a Constraint.
type State int
