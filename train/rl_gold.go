package train

import (
	"fmt"
	"maps"
	"slices"

	"segue/rl"
	"segue/train/policy"
	"segue/train/rollout"
)

// addGold fills in a span value: the mean log-probability that a model gives to the tokens
// of the gold answer to a task, in nats, were its last step written at once instead of the
// span, with the right label before it. It takes a pass of its own, in which every span
// stands as a prompt that ends where the span begins, and the gold answer as the response
// to it. What is longer than the model's context loses its beginning. logProbs is that of
// the policy or of the reference.
func (s *rlSession) addGold(b *rl.Batch, q policy.Sequences, d drawn, name string, logProbs func(policy.Sequences) ([]float64, error)) error {
	gold, err := s.goldEndings(d)
	if err != nil {
		return err
	}
	var ask policy.Sequences
	for k, span := range b.Spans {
		of := q.Of[span.Rollout]
		before := slices.Concat(q.Prompts[of], q.Responses[span.Rollout][:span.From], gold[of].opening)
		over := len(before) + len(gold[of].answer) - s.loaded.Config.Context
		ask.Prompts = append(ask.Prompts, before[min(max(over, 0), len(before)-1):])
		ask.Of, ask.Responses = append(ask.Of, k), append(ask.Responses, gold[of].answer)
	}
	all, err := logProbs(ask)
	if err != nil {
		return fmt.Errorf("pass gold answers: %w", err)
	}
	at := 0
	for k := range b.Spans {
		n := len(ask.Responses[k])
		sum := 0.0
		for _, x := range all[at : at+n] {
			sum += x
		}
		at += n
		values := maps.Clone(b.Spans[k].Value)
		if values == nil {
			values = map[string]float64{}
		}
		values[name] = sum / float64(n)
		b.Spans[k].Value = values
	}
	return nil
}

// ending is the gold response to the last step of a task in tokens.
type ending struct{ opening, answer []int32 }

// goldEndings are the endings of the prompts that were drawn for. A task without a gold
// answer in writing is an error.
func (s *rlSession) goldEndings(d drawn) ([]ending, error) {
	gold := rollout.NewGold(s.vocabulary, false)
	all := make([]ending, len(d.prompts))
	for i, p := range d.prompts {
		opening, answer, err := gold.Last(p.Task)
		if err != nil {
			return nil, fmt.Errorf("the recipe %s needs gold answers: %w", s.config.Recipe, err)
		}
		all[i] = ending{s.loaded.Tokenizer.Encode(opening, false), s.loaded.Tokenizer.Encode(answer, false)}
		if len(all[i].answer) == 0 {
			return nil, fmt.Errorf("the recipe %s needs gold answers: that of task %s has no token", s.config.Recipe, p.Task.ID)
		}
	}
	return all, nil
}
