package policy

import (
	"fmt"

	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
)

// Steps are the optimisers' counts of updates, the part of a policy's state
// that is no tensor.
type Steps struct {
	Model int64 `json:"model"`
	Value int64 `json:"value,omitempty"`
	Probe int64 `json:"probe,omitempty"` // rollouts that the value probe has seen
}

// Tensors are the policy's state in groups as a checkpoint holds them; the
// values are the policy's own. Those of the model, or of its adapters, are in
// the group that other programs read.
func (p *Policy) Tensors() map[string][]checkpoint.Tensor {
	s := p.optimizer.State()
	name := "model"
	if p.options.Adapters != nil {
		name = "adapter_model"
	}
	groups := map[string][]checkpoint.Tensor{name: checkpoint.Tensors(p.specs, p.values), "optimizer": moments(s.M, s.V)}
	if p.value != nil {
		s := p.value.optimizer.State()
		groups["value_head"] = []checkpoint.Tensor{{Name: "weight", Shape: []int{len(p.value.weights)}, Values: p.value.weights}}
		groups["value_optimizer"] = moments(s.M, s.V)
	}
	if b := p.probe; b != nil {
		groups["value_probe"] = []checkpoint.Tensor{
			{Name: "features", Shape: []int{probeWindow, b.width}, Values: b.features}, {Name: "rewards", Shape: []int{probeWindow}, Values: b.rewards},
		}
	}
	return groups
}

func moments(m, v []float32) []checkpoint.Tensor {
	return []checkpoint.Tensor{{Name: "m", Shape: []int{len(m)}, Values: m}, {Name: "v", Shape: []int{len(v)}, Values: v}}
}

// Steps are the counts of updates.
func (p *Policy) Steps() Steps {
	s := Steps{Model: p.optimizer.State().Steps}
	if p.value != nil {
		s.Value = p.value.optimizer.State().Steps
	}
	if p.probe != nil {
		s.Probe = p.probe.seen
	}
	return s
}

// Restore puts back what Tensors and Steps gave.
func (p *Policy) Restore(t *checkpoint.Training, steps Steps) error {
	for group, into := range p.Tensors() {
		if err := t.Restore(group, into); err != nil {
			return err
		}
	}
	if p.probe != nil {
		if steps.Probe < 0 {
			return fmt.Errorf("the value probe has seen %d rollouts", steps.Probe)
		}
		p.probe.seen = steps.Probe
	}
	s := p.optimizer.State()
	s.Steps = steps.Model
	if err := p.optimizer.Restore(s); err != nil || p.value == nil {
		return err
	}
	s = p.value.optimizer.State()
	s.Steps = steps.Value
	return p.value.optimizer.Restore(s)
}

// Merge writes base with the adapters into into, whatever that held: what a
// sampler that knows no adapters draws from. k nil means kernel.Default.
func Merge(k *kernel.Set, into, base *model.Parameters, a *decoder.Adapters) error {
	if len(into.Values) != len(base.Values) {
		return fmt.Errorf("merge adapters: a model of %d parameters into one of %d", len(base.Values), len(into.Values))
	}
	if k == nil {
		k = kernel.Default()
	}
	copy(into.Values, base.Values)
	return a.Merge(k, into)
}
