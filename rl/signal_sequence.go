package rl

// ReferenceLogProbability is log π_ref of the token that was drawn, in nats.
func ReferenceLogProbability() Signal {
	return columnSignal("reference-log-probability", LogProbRef, func(d *Draft) []float64 { return d.Batch.LogProbRef })
}

// ToGo is the sum of a signal over the tokens of a response from a token on, itself
// included.
func (s Signal) ToGo() Signal { return s.DiscountedToGo(1) }

// DiscountedToGo is Σ_{k≥t} γ^(k−t)·x_k over the tokens of a response, γ from 0 to 1.
func (s Signal) DiscountedToGo(gamma float64) Signal {
	return Signal{s.with(needs{reads: []Column{Length}}), s.name + "-to-go", func(d *Draft, out []float64) error {
		if err := s.fill(d, out); err != nil {
			return err
		}
		d.eachRollout(func(_, from, to int) {
			for t := to - 2; t >= from; t-- {
				out[t] += gamma * out[t+1]
			}
		})
		return nil
	}}
}

// AtFirst is a signal's value at the first token of a response, such as the value of
// its prompt; it is unknown for an empty one.
func (s Signal) AtFirst() Measure {
	return s.reduce("first-"+s.name, func(x []float64) float64 { return x[0] })
}
