package rl

import (
	"fmt"
	"math"
	"slices"
)

// needs says what a signal, a measure, a selection or a quantity that varies is
// made from. A stage that uses several needs what they need together.
type needs struct {
	reads []Column
	phase Phase // OnUpdate: of the policy as it is now
	keeps bool  // writes the state
}

// with is what two things need together.
func (n needs) with(others ...needs) needs {
	n.reads = slices.Clone(n.reads)
	for _, o := range others {
		for _, c := range o.reads {
			if !slices.Contains(n.reads, c) {
				n.reads = append(n.reads, c)
			}
		}
		n.phase, n.keeps = max(n.phase, o.phase), n.keeps || o.keeps
	}
	return n
}

// Signal is one number for each token, made from the columns of a batch and from
// the plan so far. Numbers of tokens that the plan does not keep mean nothing.
type Signal struct {
	needs
	name string
	fill func(d *Draft, out []float64) error // [T]
}

// String is the signal's name.
func (s Signal) String() string { return s.name }

// columnSignal is a signal that copies a column.
func columnSignal(name string, c Column, of func(d *Draft) []float64) Signal {
	return Signal{needs{reads: []Column{c}}, name, func(d *Draft, out []float64) error {
		copy(out, of(d))
		return nil
	}}
}

// TokenEntropy is H, in nats, of the policy that drew the tokens.
func TokenEntropy() Signal {
	return columnSignal("entropy", Entropy, func(d *Draft) []float64 { return d.Batch.Entropy })
}

// LogProbability is log π_old of the token that was drawn, in nats.
func LogProbability() Signal {
	return columnSignal("log-probability", LogProbOld, func(d *Draft) []float64 { return d.Batch.LogProbOld })
}

// Surprisal is −log π_old, in nats.
func Surprisal() Signal {
	return LogProbability().Map("surprisal", func(x float64) float64 { return -x })
}

// Probability is π_old of the token that was drawn.
func Probability() Signal { return LogProbability().Map("probability", math.Exp) }

// AdvantageSoFar is A as the stages before left it.
func AdvantageSoFar() Signal {
	return columnSignal("advantage", Advantage, func(d *Draft) []float64 { return d.Plan.Advantage })
}

// Auxiliary is a further column of the batch.
func Auxiliary(name string) Signal {
	return columnSignal(name, Aux(name), func(d *Draft) []float64 { return d.Batch.Aux[name] })
}

// Position is where a token stands in its response: 0 at the first, 1 at the last.
func Position() Signal {
	return Signal{needs{reads: []Column{Length}}, "position", func(d *Draft, out []float64) error {
		d.eachRollout(func(_, from, to int) {
			for t := from; t < to; t++ {
				out[t] = float64(t-from) / float64(max(to-from-1, 1))
			}
		})
		return nil
	}}
}

// now is a signal of the policy as it is when an update is made.
func now(name string, reads []Column, fill func(d *Draft, out []float64)) Signal {
	return Signal{needs{reads: reads, phase: OnUpdate}, name, func(d *Draft, out []float64) error {
		fill(d, out)
		return nil
	}}
}

// LogProbabilityNow is log π.
func LogProbabilityNow() Signal {
	return now("log-probability-now", nil, func(d *Draft, out []float64) { copy(out, d.Current.LogProb) })
}

// EntropyNow is H of the policy that is being updated.
func EntropyNow() Signal {
	return Signal{needs{phase: OnUpdate}, "entropy-now", func(d *Draft, out []float64) error {
		if len(d.Current.Entropy) != len(out) {
			return fmt.Errorf("the entropies of the policy that is being updated are not there")
		}
		copy(out, d.Current.Entropy)
		return nil
	}}
}

// LogRatio is log π − log π_old.
func LogRatio() Signal {
	return now("log-ratio", []Column{LogProbOld}, func(d *Draft, out []float64) {
		for t, x := range d.Current.LogProb {
			out[t] = x - d.Batch.LogProbOld[t]
		}
	})
}

// Constantly is x for every token.
func Constantly(x float64) Signal {
	return Signal{needs{}, "constant", func(_ *Draft, out []float64) error {
		fill(out, x)
		return nil
	}}
}

// Map applies f to a signal, token by token.
func (s Signal) Map(name string, f func(x float64) float64) Signal {
	return Signal{s.needs, name, func(d *Draft, out []float64) error {
		if err := s.fill(d, out); err != nil {
			return err
		}
		for t, x := range out {
			out[t] = f(x)
		}
		return nil
	}}
}

// Combine is f of two signals, token by token.
func Combine(name string, x, y Signal, f func(x, y float64) float64) Signal {
	return Signal{x.with(y.needs), name, func(d *Draft, out []float64) error {
		if err := x.fill(d, out); err != nil {
			return err
		}
		other := d.borrow()
		defer d.giveBack(other)
		if err := y.fill(d, other); err != nil {
			return err
		}
		for t := range out {
			out[t] = f(out[t], other[t])
		}
		return nil
	}}
}

// Times is the product of two signals.
func (s Signal) Times(o Signal) Signal {
	return Combine(s.name+"·"+o.name, s, o, func(x, y float64) float64 { return x * y })
}

// RelativeSurprisal is RSI = −log π_old/H (arXiv 2606.31575); where H is below least
// it is that of least.
func RelativeSurprisal(least float64) Signal {
	return Combine("relative-surprisal", Surprisal(), TokenEntropy(), func(s, h float64) float64 { return s / max(h, least) })
}

// EntropyChange is Ω = A/π_old · π·(1 − π)·(log π + H), to first order how much the
// entropy at a token changes by an update on it, with π, H and A of these signals.
func EntropyChange(logProb, entropy Signal) Signal {
	return Combine("entropy-change", Combine("", logProb, entropy, func(l, h float64) float64 {
		p := math.Exp(l)
		return p * (1 - p) * (l + h)
	}), Combine("", AdvantageSoFar(), LogProbability(), func(a, l float64) float64 { return a * math.Exp(-l) }),
		func(x, y float64) float64 { return x * y })
}

// Covariance is (log π − mean log π)·(A − mean A), the means over kept tokens
// (arXiv 2505.22617).
func Covariance(logProb Signal) Signal {
	return Signal{logProb.with(needs{reads: []Column{Advantage, Keep}}), "covariance", func(d *Draft, out []float64) error {
		if err := logProb.fill(d, out); err != nil {
			return err
		}
		n, l, a := 0.0, 0.0, 0.0
		d.keptTokens(func(t int) { n, l, a = n+1, l+out[t], a+d.Plan.Advantage[t] })
		if n == 0 {
			return nil
		}
		for t, x := range out {
			out[t] = (x - l/n) * (d.Plan.Advantage[t] - a/n)
		}
		return nil
	}}
}

// Windowed is the mean of a signal over the n tokens that end with a token, fewer
// at the beginning of its response.
func (s Signal) Windowed(n int) Signal {
	return Signal{s.with(needs{reads: []Column{Length}}), s.name + "-window", func(d *Draft, out []float64) error {
		x := d.borrow()
		defer d.giveBack(x)
		if err := s.fill(d, x); err != nil {
			return err
		}
		d.eachRollout(func(_, from, to int) {
			sum := 0.0
			for t := from; t < to; t++ {
				sum += x[t]
				if t-from >= n {
					sum -= x[t-n]
				}
				out[t] = sum / float64(min(t-from+1, n))
			}
		})
		return nil
	}}
}

// eachRollout calls f with every rollout and its tokens [from, to).
func (d *Draft) eachRollout(f func(i, from, to int)) {
	for i := range d.Batch.Length {
		f(i, d.Offsets[i], d.Offsets[i+1])
	}
}

// borrow hands out a column of tokens to work in, which giveBack takes again.
func (d *Draft) borrow() []float64 {
	if n := len(d.spare); n > 0 {
		c := d.spare[n-1]
		d.spare = d.spare[:n-1]
		return c
	}
	return make([]float64, d.Offsets[len(d.Offsets)-1])
}

func (d *Draft) giveBack(c []float64) { d.spare = append(d.spare, c) }
