// Package policy updates a language model by the plans of the recipe algebra:
// packed passes in which the rollouts of a group share their prompt, a frozen
// reference, a value head, and the optimiser.
package policy

import (
	"errors"
	"fmt"
	"math"

	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/optimizer"
)

// Options say how a policy is updated.
type Options struct {
	Workers    *kernel.Workers
	Shards     int               // as decoder.Options.Shards
	Recompute  bool              // less memory for more time
	HalfBase   bool              // as decoder.Options.HalfBase
	Adapters   *decoder.Adapters // nil: all parameters are trained
	Optimizer  optimizer.Options
	PassTokens int     // most tokens of one pass; a rollout longer than that is a pass by itself
	TopK       int     // for the entropy of the k likeliest tokens; 0: not measured
	TopP       float64 // for the entropy of the nucleus; 0: not measured

	// Reference are the parameters of the policy that the trained one is held
	// to; nil: none. With adapters they are those of the base model.
	Reference *model.Parameters
	// Value gives the policy a value head, whose learning rate is ValueRate
	// times that of the model.
	Value     bool
	ValueRate float64
	// Probe is the ridge of a value probe, in the variance of a feature; 0: no probe.
	Probe float64
}

// Policy is a model with its optimiser. It is not safe for concurrent use.
type Policy struct {
	options          Options
	decoder          *decoder.Decoder
	reference        *decoder.Decoder // nil: none
	optimizer        *optimizer.AdamW
	value            *valueHead // nil: none
	probe            *probe     // nil: none
	specs            []model.Spec
	values, gradient []float32
	vocabulary       int
}

// New prepares the updates of the model p, which is trained in place unless
// there are adapters.
func New(p *model.Parameters, o Options) (*Policy, error) {
	if o.PassTokens < 1 {
		return nil, fmt.Errorf("policy: passes of %d tokens, want at least 1", o.PassTokens)
	}
	d, err := decoder.New(p.Config, p, decoder.Options{
		Workers: o.Workers, Shards: o.Shards, Recompute: o.Recompute, Adapters: o.Adapters, HalfBase: o.HalfBase, TopK: o.TopK, TopP: o.TopP,
	})
	if err != nil {
		return nil, err
	}
	policy := &Policy{options: o, decoder: d, vocabulary: p.Config.Vocabulary}
	policy.specs, policy.values, policy.gradient = d.Trainable()
	if policy.optimizer, err = optimizer.New(nil, len(policy.values), optimizer.Ranges(policy.specs), o.Optimizer); err != nil {
		return nil, err
	}
	if o.Reference != nil {
		policy.reference, err = decoder.New(p.Config, o.Reference, decoder.Options{Workers: o.Workers, Shards: o.Shards, ForwardOnly: true})
		if err != nil {
			return nil, fmt.Errorf("reference: %w", err)
		}
	}
	if o.Probe > 0 {
		policy.probe = newProbe(p.Config.Hidden, o.Probe)
	}
	if o.Value {
		if policy.value, err = newValueHead(p.Config.Hidden, o.Optimizer); err != nil {
			return nil, err
		}
	}
	return policy, nil
}

// Begin forgets all gradients: what Learn and Imitate add until Step makes one
// update.
func (p *Policy) Begin() {
	p.decoder.ZeroGradient()
	if p.value != nil {
		clear(p.value.gradient)
	}
}

// Step updates the model, and the value head if there is one. A gradient that
// is not finite changes nothing and is reported as skipped.
func (p *Policy) Step(rate float64) (optimizer.Report, error) {
	if p.value != nil && !p.value.finite() {
		return optimizer.Report{Norm: math.NaN(), Skipped: true}, nil
	}
	r, err := p.optimizer.Step(p.options.Workers, p.values, p.gradient, rate)
	if err != nil || r.Skipped || p.value == nil {
		return r, err
	}
	_, err = p.value.optimizer.Step(nil, p.value.weights, p.value.gradient, rate*p.options.ValueRate)
	return r, err
}

// ErrDiverged says that the model's numbers are no longer finite.
var ErrDiverged = errors.New("the model's numbers are no longer finite: its training has diverged")

// forward passes a pack and gives the statistics of its targets.
func forward(d *decoder.Decoder, b decoder.Batch, targets []decoder.Target) (decoder.Statistics, error) {
	s, err := d.Forward(b, targets)
	if errors.Is(err, decoder.ErrNotFinite) {
		return s, fmt.Errorf("%w: %w", ErrDiverged, err)
	}
	return s, err
}

// Imitate adds the gradient of weight times the mean negative log-probability
// of the targets, and gives that mean in nats.
func (p *Policy) Imitate(b decoder.Batch, targets []decoder.Target, weight float64) (float64, error) {
	loss, err := p.Loss(b, targets)
	if err != nil {
		return 0, err
	}
	slopes := make([]float32, len(targets))
	for i := range slopes {
		slopes[i] = float32(-weight / float64(len(targets)))
	}
	return loss, p.decoder.Backward(decoder.Gradients{LogProb: slopes})
}

// Loss is the mean negative log-probability of the targets, in nats; 0 of none.
func (p *Policy) Loss(b decoder.Batch, targets []decoder.Target) (float64, error) {
	s, err := forward(p.decoder, b, targets)
	if err != nil {
		return 0, err
	}
	loss := 0.0
	for _, logProb := range s.LogProb {
		loss -= float64(logProb)
	}
	return loss / float64(max(len(targets), 1)), nil
}
