package rl

// Norm says how token losses become one number: Σ c·loss / Denominator.
type Norm struct {
	Mode NormMode `json:"mode"`
	Over Scope    `json:"over"`
	// Constant is the length that Constant divides by, in tokens.
	Constant float64 `json:"constant,omitempty"`
	// Denominator is D. It is explicit so that every engine divides alike.
	Denominator float64 `json:"denominator"`
}

// NormMode names a way to average.
type NormMode string

// The modes: the factor c of a token, and D.
const (
	TokenMean    NormMode = "token-mean"    // c = 1, D = tokens
	SequenceMean NormMode = "sequence-mean" // c = 1/tokens of the rollout, D = rollouts that have tokens
	SequenceSum  NormMode = "sequence-sum"  // c = 1, D = rollouts
	Constant     NormMode = "constant"      // c = 1, D = rollouts · constant
)

// Scope says which tokens and rollouts a denominator counts.
type Scope string

// The scopes.
const (
	OverAll    Scope = "all"    // those of the batch
	OverKept   Scope = "kept"   // those of kept rollouts
	OverActive Scope = "active" // tokens of kept rollouts with a weight above 0, and their rollouts
)

// Of returns the same way to average with the denominator of this batch and
// plan, for a part that is an update of its own.
func (n Norm) Of(b *Batch, p *Plan) Norm {
	n.Denominator = 0
	at := 0
	for i, length := range b.Length {
		tokens := n.count(p, i, at, length)
		at += length
		switch {
		case n.Over != OverAll && !p.Keep[i]:
		case n.Mode == TokenMean:
			n.Denominator += float64(tokens)
		case n.Mode == SequenceMean || n.Over == OverActive:
			if tokens > 0 {
				n.Denominator++
			}
		default:
			n.Denominator++
		}
	}
	if n.Mode == Constant {
		n.Denominator *= n.Constant
	}
	return n
}

// count is how many tokens of rollout i count, which begins at token at.
func (n Norm) count(p *Plan, i, at, length int) int {
	if n.Over != OverActive || p.Weight == nil {
		return length
	}
	active := 0
	for _, w := range p.Weight[at : at+length] {
		if w > 0 {
			active++
		}
	}
	return active
}

// factor is c/D of a rollout's tokens; 0 where nothing is to be divided.
func (n Norm) factor(p *Plan, i, at, length int) float64 {
	if n.Denominator <= 0 {
		return 0
	}
	if n.Mode != SequenceMean {
		return 1 / n.Denominator
	}
	if tokens := n.count(p, i, at, length); tokens > 0 {
		return 1 / (float64(tokens) * n.Denominator)
	}
	return 0
}
