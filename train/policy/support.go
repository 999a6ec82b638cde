package policy

import (
	"math"

	"segue/lm/decoder"
	"segue/rl"
)

// support is the set of tokens that the entropy of a plan is taken within, where the plan
// says how large it is; nil: all, or what the policy was opened to measure.
func (p *Policy) support(e rl.EntropyTerm) *decoder.Set {
	s := decoder.Set{Count: e.Most, Scaled: e.Scaled}
	switch {
	case e.Size == 0:
		return nil
	case e.Support == rl.SupportTopP:
		s.Mass = e.Size
	case e.Support == rl.SupportTopK:
		s.Count = int(e.Size)
	case e.Support == rl.SupportTopShare:
		s.Count = int(math.Ceil(e.Size*float64(p.vocabulary) - 1e-9))
	default:
		return nil
	}
	return &s
}

// entropyOf is the entropy that a plan weighs, of those that a pass tells or is told the
// gradient by.
func entropyOf[T any](e rl.EntropyTerm, full, topP, topK, within *T) *T {
	switch {
	case e.Size > 0:
		return within
	case e.Support == rl.SupportTopP:
		return topP
	case e.Support == rl.SupportTopK:
		return topK
	}
	return full
}
