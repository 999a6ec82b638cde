package rl

import (
	"errors"
	"fmt"
	"math"
)

// ErrDiverged says that a model's numbers, or the loss by them, are not finite or
// beyond all measure.
var ErrDiverged = errors.New("the model has diverged")

// Gradients are the derivatives of the loss, per token; nil is zero. Entropy is
// by the entropy of the plan's support, KL by the exact divergence.
type Gradients struct {
	LogProb, Entropy, KL, Value []float64 // [T]
}

// Surrogate is the loss of a plan for the policy as it is now, with its
// closed-form derivatives and what there is to watch. It fails where a column is
// missing or a log-probability is not finite.
func Surrogate(p *Plan, b *Batch, now Current) (float64, Gradients, Diagnostics, error) {
	l, err := newLoss(p, b, now)
	if err != nil {
		return 0, Gradients{}, Diagnostics{}, fmt.Errorf("surrogate: %w", err)
	}
	at := 0
	for i, length := range b.Length {
		if p.Keep[i] && length > 0 {
			if c := p.Normalisation.factor(p, i, at, length); c > 0 {
				l.policy(at, at+length, c)
				l.divergence(at, at+length, c)
				l.weighEntropy(at, at+length, c)
				l.value(at, at+length, c)
			}
		}
		at += length
	}
	l.entropy()
	d := l.watch.diagnose(p, b, now)
	if math.IsNaN(d.Loss) || math.IsInf(d.Loss, 0) {
		return 0, Gradients{}, d, fmt.Errorf("surrogate: the loss is %g: %w", d.Loss, ErrDiverged)
	}
	return d.Loss, l.gradients, d, nil
}

// loss is a loss in the making.
type loss struct {
	plan      *Plan
	batch     *Batch
	now       Current
	target    []float64 // log-probabilities of the KL target
	gradients Gradients
	entropyC  []float64 // [T] c·e/D of each token
	watch     watch
}

func newLoss(p *Plan, b *Batch, now Current) (*loss, error) {
	if err := b.validateLength(); err != nil {
		return nil, err
	}
	if err := p.Validate(b); err != nil {
		return nil, err
	}
	tokens := b.Tokens()
	if err := now.validate(tokens); err != nil {
		return nil, err
	}
	l := &loss{plan: p, batch: b, now: now, gradients: Gradients{LogProb: make([]float64, tokens)}}
	if len(b.LogProbOld) != tokens && (b.LogProbOld != nil || p.Surrogate.Kind != KindLogProb) {
		return nil, fmt.Errorf("column logp_old has %d entries for %d tokens", len(b.LogProbOld), tokens)
	}
	if p.turns() && len(b.Step) != tokens {
		return nil, fmt.Errorf("the ratio %s needs the column step; it has %d entries for %d tokens", p.Ratio, len(b.Step), tokens)
	}
	if p.holds() {
		if p.KL.Estimator == KLExact {
			if now.KL == nil && tokens > 0 {
				return nil, fmt.Errorf("the plan weighs the exact KL, which the engine did not give")
			}
			l.gradients.KL = make([]float64, tokens)
		} else if l.target = b.target(p.KL.Target); len(l.target) != tokens {
			return nil, fmt.Errorf("the KL target %s has %d entries for %d tokens", p.KL.Target, len(l.target), tokens)
		}
	}
	if p.EntropyCoef != nil && p.Bonus.Form != "" {
		if now.Entropy == nil && tokens > 0 {
			return nil, fmt.Errorf("the plan weighs the entropy, which the engine did not give")
		}
		l.gradients.Entropy, l.entropyC = make([]float64, tokens), make([]float64, tokens)
	}
	if p.ValueTarget != nil && p.Value.Coef > 0 {
		if now.Value == nil && tokens > 0 {
			return nil, fmt.Errorf("the plan has value targets, but the engine gave no values")
		}
		if p.Value.Clip > 0 && len(b.Aux["value"]) != tokens {
			return nil, fmt.Errorf("the value clip needs the column aux.value")
		}
		l.gradients.Value = make([]float64, tokens)
	}
	return l, nil
}

// target returns the log-probabilities of a KL target, nil if they are absent.
func (b *Batch) target(t KLTarget) []float64 {
	switch t {
	case TargetReference:
		return b.LogProbRef
	case TargetOld:
		return b.LogProbOld
	}
	return b.Aux["logp_"+string(t)]
}

// holds says whether the plan has a KL term; Validate refuses coefficients
// without one.
func (p *Plan) holds() bool { return p.KLCoef != nil && p.KL.Estimator != "" }

func (p *Plan) turns() bool { return p.Ratio == RatioTurn || p.Ratio == RatioTurnToken }

// validate checks sizes and that every number is finite.
func (c Current) validate(tokens int) error {
	for _, col := range []struct {
		name   string
		values []float64
	}{{"log-probability", c.LogProb}, {"entropy", c.Entropy}, {"KL", c.KL}, {"value", c.Value}} {
		if col.values == nil && (col.name != "log-probability" || tokens == 0) {
			continue
		}
		if len(col.values) != tokens {
			return fmt.Errorf("%d current values of %s for %d tokens", len(col.values), col.name, tokens)
		}
		for t, x := range col.values {
			if !(math.Abs(x) <= maxNumber) {
				return fmt.Errorf("the current %s of token %d is %g: %w", col.name, t, x, ErrDiverged)
			}
		}
	}
	return nil
}

// policy adds −c·w·S over the tokens [from, to) of one rollout.
func (l *loss) policy(from, to int, c float64) {
	for at := from; at < to; {
		end := l.shared(at, to)
		ratio, moves := 1.0, 0.0 // moves is ∂ln r/∂(mean log-ratio): 0 beyond the bound
		if l.batch.LogProbOld != nil {
			mean := 0.0
			for t := at; t < end; t++ {
				mean += l.now.LogProb[t] - l.batch.LogProbOld[t]
			}
			mean /= float64(end - at)
			if math.Abs(mean) <= maxLogRatio {
				moves = 1
			}
			ratio = math.Exp(min(max(mean, -maxLogRatio), maxLogRatio))
		}
		l.segment(at, end, c, ratio, moves)
		at = end
	}
}

// shared returns where the tokens end that share the ratio of token at.
func (l *loss) shared(at, to int) int {
	switch {
	case l.plan.Ratio == RatioToken:
		return at + 1
	case l.plan.turns():
		end := at + 1
		for end < to && l.batch.Step[end] == l.batch.Step[at] {
			end++
		}
		return end
	}
	return to
}

// segment adds the tokens [from, to), which share a ratio.
func (l *loss) segment(from, to int, c, ratio, moves float64) {
	p, d := l.plan, l.gradients.LogProb
	ownTerm := p.Ratio == RatioToken || p.Ratio == RatioSequenceToken || p.Ratio == RatioTurnToken
	pull := 0.0
	for t := from; t < to; t++ {
		w, lo, hi := 1.0, 0.0, math.Inf(1)
		if p.Weight != nil {
			w = p.Weight[t]
		}
		if p.ClipLo != nil {
			lo, hi = p.ClipLo[t], p.ClipHi[t]
		}
		s := p.Surrogate.of(p.Advantage[t], ratio, l.now.LogProb[t], lo, hi)
		l.watch.token(ratio, w, s.clipped)
		l.watch.policy -= c * w * s.value
		d[t] -= c * w * s.byLogProb
		if ownTerm {
			d[t] -= c * w * s.byLogRatio * moves
		} else {
			pull += c * w * s.byLogRatio * moves
		}
	}
	if pull == 0 {
		return
	}
	for t := from; t < to; t++ {
		d[t] -= pull / float64(to-from)
	}
}

// divergence adds c·kl·KL.
func (l *loss) divergence(from, to int, c float64) {
	if !l.plan.holds() {
		return
	}
	for t := from; t < to; t++ {
		k := c * l.plan.KLCoef[t]
		if l.target == nil {
			l.watch.kl(l.now.KL[t], k)
			l.gradients.KL[t] += k
			continue
		}
		value, slope := l.plan.KL.Estimator.of(l.now.LogProb[t], l.target[t])
		l.watch.kl(value, k)
		l.gradients.LogProb[t] += k * slope
	}
}

func (l *loss) weighEntropy(from, to int, c float64) {
	if l.entropyC == nil {
		return
	}
	for t := from; t < to; t++ {
		l.entropyC[t] = c * l.plan.EntropyCoef[t]
	}
}

// entropy adds E·φ(H̄); a token's share of H̄ is its part of E, so the
// derivative by its entropy is c·e/D·φ'(H̄). A bonus is linear: E·H̄ has a meaning
// even where coefficients of both signs cancel and H̄ has none.
func (l *loss) entropy() {
	if l.entropyC == nil {
		return
	}
	total, mean := 0.0, 0.0
	for t, c := range l.entropyC {
		total += c
		mean += c * l.now.Entropy[t]
	}
	value, slope := 0-mean, -1.0
	if l.plan.Bonus.Form != FormBonus {
		if total == 0 {
			return
		}
		value, slope = l.plan.Bonus.of(mean / total)
		value *= total
	}
	l.watch.entropy = value
	for t, c := range l.entropyC {
		l.gradients.Entropy[t] = c * slope
	}
}

// value adds the loss of the value head.
func (l *loss) value(from, to int, c float64) {
	if l.gradients.Value == nil {
		return
	}
	v := l.plan.Value
	for t := from; t < to; t++ {
		off := l.now.Value[t] - l.plan.ValueTarget[t]
		square, slope := off*off, off
		if v.Clip > 0 {
			old := l.batch.Aux["value"][t]
			held := min(max(l.now.Value[t], old-v.Clip), old+v.Clip)
			if h := held - l.plan.ValueTarget[t]; h*h > square {
				square = h * h
				if slope = 0; held == l.now.Value[t] {
					slope = h
				}
			}
		}
		l.watch.value += c * v.Coef * square / 2
		l.gradients.Value[t] += c * v.Coef * slope
	}
}
