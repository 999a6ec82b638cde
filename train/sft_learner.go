package train

import (
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/train/policy"
)

// learner imitates examples, packed batch by packed batch.
type learner struct {
	policy   *policy.Policy
	adapters *decoder.Adapters // nil: all parameters are trained
	pack     packed
}

func newLearner(p *model.Parameters, adapters *decoder.Adapters, c SFTConfig, w *kernel.Workers) (*learner, error) {
	o := c.Passes.policy(adapters, w)
	o.Optimizer, o.PassTokens = c.optimizer(), c.BatchTokens
	made, err := policy.New(p, o)
	return &learner{policy: made, adapters: adapters}, err
}

// policy are the settings of a policy that is passed in this way.
func (p Passes) policy(adapters *decoder.Adapters, w *kernel.Workers) policy.Options {
	return policy.Options{Workers: w, Shards: p.Shards, Recompute: p.Recompute, Adapters: adapters, HalfBase: adapters != nil && p.LoRA.Half}
}

// update makes one step on the mean loss of all learned tokens of the batches.
func (l *learner) update(examples []Example, batches [][]int, rate float64) (Measure, error) {
	m := Measure{Kind: kindTrain, LearningRate: rate}
	for _, batch := range batches {
		m.count(examples, batch)
	}
	l.policy.Begin()
	for _, batch := range batches {
		l.pack.fill(examples, batch)
		share := float64(len(l.pack.targets)) / float64(m.Targets)
		loss, err := l.policy.Imitate(l.pack.batch, l.pack.targets, share)
		if err != nil {
			return m, err
		}
		m.Loss += share * loss
	}
	r, err := l.policy.Step(rate)
	if m.Skipped = r.Skipped; !r.Skipped {
		m.GradientNorm = r.Norm
	}
	return m, err
}

// count adds the examples with the given indices.
func (m *Measure) count(examples []Example, indices []int) {
	for _, i := range indices {
		m.Targets += examples[i].targets()
		m.Tokens += len(examples[i].Tokens)
	}
}

// evaluate is the mean loss over all learned tokens of the examples.
func (l *learner) evaluate(examples []Example, budget int) (Measure, error) {
	m := Measure{Kind: kindEval}
	all, lengths := make([]int, len(examples)), make([]int, len(examples))
	for i, e := range examples {
		all[i], lengths[i] = i, len(e.Tokens)
	}
	m.count(examples, all)
	for _, batch := range packInto(all, lengths, budget) {
		l.pack.fill(examples, batch)
		loss, err := l.policy.Loss(l.pack.batch, l.pack.targets)
		if err != nil {
			return m, err
		}
		m.Loss += loss * float64(len(l.pack.targets)) / float64(m.Targets)
	}
	return m, nil
}
