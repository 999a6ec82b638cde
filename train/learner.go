package train

import (
	"fmt"

	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/optimizer"
)

// learner is a decoder with its optimiser: what turns batches and derivatives
// into updates.
type learner struct {
	decoder   *decoder.Decoder
	optimizer *optimizer.AdamW
	adapters  *decoder.Adapters // nil: all parameters are trained
	workers   *kernel.Workers

	specs            []model.Spec
	values, gradient []float32
	pack             packed
	slopes           []float32 // derivative of the loss by each target's log-probability
}

func newLearner(p *model.Parameters, adapters *decoder.Adapters, c Config, w *kernel.Workers) (*learner, error) {
	d, err := decoder.New(p.Config, p, decoder.Options{
		Workers: w, Shards: c.Shards, Recompute: c.Recompute, Adapters: adapters, HalfBase: adapters != nil && c.LoRA.Half,
	})
	if err != nil {
		return nil, err
	}
	l := &learner{decoder: d, adapters: adapters, workers: w}
	l.specs, l.values, l.gradient = d.Trainable()
	l.optimizer, err = optimizer.New(nil, len(l.values), optimizer.Ranges(l.specs), c.optimizer())
	return l, err
}

// update makes one step on the mean loss of all learned tokens of the batches.
func (l *learner) update(examples []Example, batches [][]int, rate float64) (Measure, error) {
	var m Measure
	for _, batch := range batches {
		for _, i := range batch {
			m.Targets += examples[i].targets()
			m.Tokens += len(examples[i].Tokens)
		}
	}
	l.decoder.ZeroGradient()
	var sum float64
	for _, batch := range batches {
		lost, err := l.forward(examples, batch)
		if err != nil {
			return m, err
		}
		sum += lost
		l.slopes = l.slopes[:0]
		for range l.pack.targets {
			l.slopes = append(l.slopes, -1/float32(m.Targets))
		}
		if err := l.decoder.Backward(decoder.Gradients{LogProb: l.slopes}); err != nil {
			return m, err
		}
	}
	r, err := l.optimizer.Step(l.workers, l.values, l.gradient, rate)
	if err != nil {
		return m, err
	}
	m.Kind, m.Loss, m.LearningRate, m.Skipped = kindTrain, sum/float64(m.Targets), rate, r.Skipped
	if !r.Skipped {
		m.GradientNorm = r.Norm
	}
	return m, nil
}

// forward passes one batch and sums its loss, in nats.
func (l *learner) forward(examples []Example, batch []int) (float64, error) {
	l.pack.fill(examples, batch)
	statistics, err := l.decoder.Forward(l.pack.batch, l.pack.targets)
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, logProb := range statistics.LogProb {
		sum -= float64(logProb)
	}
	return sum, nil
}

// evaluate is the mean loss over all learned tokens of the examples.
func (l *learner) evaluate(examples []Example, budget int) (Measure, error) {
	m := Measure{Kind: kindEval}
	all, lengths := make([]int, len(examples)), make([]int, len(examples))
	for i, e := range examples {
		all[i], lengths[i] = i, len(e.Tokens)
		m.Targets += e.targets()
		m.Tokens += len(e.Tokens)
	}
	var sum float64
	for _, batch := range packInto(all, lengths, budget) {
		lost, err := l.forward(examples, batch)
		if err != nil {
			return m, err
		}
		sum += lost
	}
	m.Loss = sum / float64(m.Targets)
	return m, nil
}

// group is the name of the trained tensors in a checkpoint: one that makes the
// checkpoint's folder a model, or adapters, for other programs.
func (l *learner) group() string {
	if l.adapters != nil {
		return "adapter_model"
	}
	return "model"
}

// state is the learner's part of a checkpoint; the slices are its own.
func (l *learner) state() (tensors map[string][]checkpoint.Tensor, steps int64) {
	s := l.optimizer.State()
	return map[string][]checkpoint.Tensor{
		l.group():   checkpoint.Tensors(l.specs, l.values),
		"optimizer": {{Name: "m", Shape: []int{len(s.M)}, Values: s.M}, {Name: "v", Shape: []int{len(s.V)}, Values: s.V}},
	}, s.Steps
}

// restore puts back what state gave.
func (l *learner) restore(t *checkpoint.Training, steps int64) error {
	tensors, _ := l.state()
	for group, into := range tensors {
		if err := t.Restore(group, into); err != nil {
			return fmt.Errorf("resume: %w", err)
		}
	}
	s := l.optimizer.State()
	s.Steps = steps
	return l.optimizer.Restore(s)
}
