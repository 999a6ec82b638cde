package policy

import (
	"fmt"
	"math"

	"segue/lm/decoder"
	"segue/rl"
)

// Learn adds the gradient of a plan's loss over the rollouts, and gives what
// there is to watch of it. The plan may be a part of a larger one
// (rl.Plan.Select): its denominator is used as it stands. What a recipe remembers
// when it looks at the current policy is then in the plan's state, for the next update.
//
// A recipe that looks at the current policy, or whose entropy term is a function
// of the mean over all tokens, needs the statistics of every token before the
// first gradient: where the rollouts take several passes they are then passed
// forward twice.
func (p *Policy) Learn(planner *rl.Planner, plan *rl.Plan, b *rl.Batch, s Sequences) (rl.Diagnostics, error) {
	if err := s.fits(b); err != nil {
		return rl.Diagnostics{}, err
	}
	if err := p.measures(plan); err != nil {
		return rl.Diagnostics{}, err
	}
	packs := s.packs(p.options.PassTokens)
	now := p.blank(plan, b.Tokens())
	whole := planner.UpdatesPlan() || plan.Bonus.Form == rl.FormAnchor || plan.Bonus.Form == rl.FormBand
	if whole && len(packs) > 1 {
		return p.learnTwice(planner, plan, b, packs, now)
	}
	for i := range packs {
		k := &packs[i]
		if err := p.measure(k, plan, now); err != nil {
			return rl.Diagnostics{}, err
		}
		rollouts := k.rollouts()
		part := plan.Select(b, rollouts)
		g, d, err := apply(planner, part, b.Select(rollouts), cut(now, k.first, k.last))
		if err != nil {
			return d, err
		}
		plan.State = part.State
		if err := p.backward(k, plan, g); err != nil || len(packs) == 1 {
			return d, err
		}
		k.batch.Reference = nil // as large as the activations, and not needed again
	}
	_, _, d, err := rl.Surrogate(plan, b, now)
	return d, err
}

// learnTwice is Learn with the statistics of all passes before the first gradient.
func (p *Policy) learnTwice(planner *rl.Planner, plan *rl.Plan, b *rl.Batch, packs []pack, now rl.Current) (rl.Diagnostics, error) {
	for i := range packs {
		if err := p.measure(&packs[i], plan, now); err != nil {
			return rl.Diagnostics{}, err
		}
	}
	g, d, err := apply(planner, plan, b, now)
	if err != nil {
		return d, err
	}
	for i := range packs {
		k := &packs[i]
		if err := p.measure(k, plan, now); err != nil { // the same statistics, and the activations again
			return d, err
		}
		if err := p.backward(k, plan, cutGradients(g, k.first, k.last)); err != nil {
			return d, err
		}
	}
	return d, nil
}

// apply lets the recipe look at the current policy and takes the loss. What the
// recipe remembers of it stays in the plan.
func apply(planner *rl.Planner, plan *rl.Plan, b *rl.Batch, now rl.Current) (rl.Gradients, rl.Diagnostics, error) {
	updated, err := planner.Update(plan, b, now)
	if err != nil {
		return rl.Gradients{}, rl.Diagnostics{}, fmt.Errorf("apply the plan: %w", err)
	}
	plan.State = updated.State
	_, g, d, err := rl.Surrogate(updated, b, now)
	if err != nil {
		return g, d, fmt.Errorf("apply the plan: %w", err)
	}
	return g, d, nil
}

// measures says which entropy a plan weighs that the passes do not measure.
func (p *Policy) measures(plan *rl.Plan) error {
	switch {
	case plan.Bonus.Support == rl.SupportTopP && p.options.TopP == 0:
		return fmt.Errorf("the plan weighs the entropy of the nucleus, which the policy does not measure: set Options.TopP")
	case plan.Bonus.Support == rl.SupportTopK && p.options.TopK == 0:
		return fmt.Errorf("the plan weighs the entropy of the likeliest tokens, which the policy does not measure: set Options.TopK")
	}
	return nil
}

// blank makes room for the statistics that a plan asks for.
func (p *Policy) blank(plan *rl.Plan, tokens int) rl.Current {
	now := rl.Current{LogProb: make([]float64, tokens), Entropy: make([]float64, tokens)}
	if plan.KL.Estimator == rl.KLExact {
		now.KL = make([]float64, tokens)
	}
	if p.value != nil {
		now.Value = make([]float64, tokens)
	}
	return now
}

// measure passes a pack forward and writes its statistics to now.
func (p *Policy) measure(k *pack, plan *rl.Plan, now rl.Current) error {
	if len(k.targets) == 0 {
		return nil
	}
	if now.KL != nil {
		if err := p.holdTo(k); err != nil {
			return err
		}
	}
	st, err := forward(p.decoder, k.batch, k.targets)
	if err != nil {
		return err
	}
	widen(now.LogProb[k.first:k.last], st.LogProb)
	switch plan.Bonus.Support {
	case rl.SupportTopP:
		widen(now.Entropy[k.first:k.last], st.EntropyTopP)
	case rl.SupportTopK:
		widen(now.Entropy[k.first:k.last], st.EntropyTopK)
	default:
		widen(now.Entropy[k.first:k.last], st.Entropy)
	}
	if now.KL != nil {
		widen(now.KL[k.first:k.last], st.KL)
	}
	if now.Value != nil {
		return p.value.predict(now.Value[k.first:k.last], p.decoder.Hidden(), k.targets)
	}
	return nil
}

// holdTo gives a pack the reference's distributions.
func (p *Policy) holdTo(k *pack) error {
	if p.reference == nil {
		return fmt.Errorf("the plan weighs the exact KL to a reference, and the policy has none")
	}
	if k.batch.Reference != nil {
		return nil
	}
	if _, err := forward(p.reference, k.batch, nil); err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	k.batch.Reference = &decoder.Reference{Hidden: append([]float32(nil), p.reference.Hidden()...), Head: p.reference.Head()}
	return nil
}

// backward hands the gradients by a pack's tokens to the passes.
func (p *Policy) backward(k *pack, plan *rl.Plan, g rl.Gradients) error {
	if len(k.targets) == 0 {
		return nil
	}
	d := decoder.Gradients{LogProb: narrow(g.LogProb), KL: narrow(g.KL)}
	switch plan.Bonus.Support {
	case rl.SupportTopP:
		d.EntropyTopP = narrow(g.Entropy)
	case rl.SupportTopK:
		d.EntropyTopK = narrow(g.Entropy)
	default:
		d.Entropy = narrow(g.Entropy)
	}
	if g.Value != nil {
		d.Hidden = p.value.backward(g.Value, p.decoder.Hidden(), k.targets)
	}
	return p.decoder.Backward(d)
}

// LogProbs are the policy's own log-probabilities of all tokens as it is now, [T] nats.
func (p *Policy) LogProbs(s Sequences) ([]float64, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	return p.tell(p.decoder, s, func(dst []float64, _ *pack, st decoder.Statistics) error {
		widen(dst, st.LogProb)
		return nil
	})
}

// ReferenceLogProbs are the reference's log-probabilities of all tokens, [T] nats.
func (p *Policy) ReferenceLogProbs(s Sequences) ([]float64, error) {
	if p.reference == nil {
		return nil, fmt.Errorf("the policy has no reference")
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	return p.tell(p.reference, s, func(dst []float64, k *pack, st decoder.Statistics) error {
		widen(dst, st.LogProb)
		return nil
	})
}

// Values are what the value head predicts before each token, [T].
func (p *Policy) Values(s Sequences) ([]float64, error) {
	if p.value == nil {
		return nil, fmt.Errorf("the policy has no value head")
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	return p.tell(p.decoder, s, func(dst []float64, k *pack, _ decoder.Statistics) error {
		return p.value.predict(dst, p.decoder.Hidden(), k.targets)
	})
}

// tell passes all rollouts forward through d and has write fill in a number for
// each token of a pass.
func (p *Policy) tell(d *decoder.Decoder, s Sequences, write func(dst []float64, k *pack, st decoder.Statistics) error) ([]float64, error) {
	packs := s.packs(p.options.PassTokens)
	all := []float64{}
	for i := range packs {
		k := &packs[i]
		all = append(all, make([]float64, k.last-k.first)...)
		if len(k.targets) == 0 {
			continue
		}
		st, err := forward(d, k.batch, k.targets)
		if err != nil {
			return nil, err
		}
		if err := write(all[k.first:k.last], k, st); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func cut(c rl.Current, from, to int) rl.Current {
	return rl.Current{LogProb: c.LogProb[from:to], Entropy: c.Entropy[from:to], KL: part(c.KL, from, to), Value: part(c.Value, from, to)}
}

func cutGradients(g rl.Gradients, from, to int) rl.Gradients {
	return rl.Gradients{LogProb: part(g.LogProb, from, to), Entropy: part(g.Entropy, from, to), KL: part(g.KL, from, to), Value: part(g.Value, from, to)}
}

func part(column []float64, from, to int) []float64 {
	if column == nil {
		return nil
	}
	return column[from:to]
}

func widen(dst []float64, src []float32) {
	for i, x := range src {
		dst[i] = float64(x)
	}
}

// narrow gives nil for nil and for what is 0 everywhere, which the passes need
// not go through.
func narrow(src []float64) []float32 {
	some := false
	dst := make([]float32, len(src))
	for i, x := range src {
		dst[i] = float32(x)
		some = some || x != 0 || math.IsNaN(x)
	}
	if !some {
		return nil
	}
	return dst
}
