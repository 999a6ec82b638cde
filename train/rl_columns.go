package train

import (
	"fmt"
	"math"
	"slices"

	"segue/rl"
	"segue/train/policy"
	"segue/train/rollout"
)

// addColumns fills what the recipe needs and only a pass can tell.
func (s *rlSession) addColumns(b *rl.Batch, q policy.Sequences, d drawn) error {
	var err error
	needs := s.planner.Needs()
	for _, column := range needs {
		switch column {
		case rl.LogProb:
			b.LogProb = b.LogProbOld
		case rl.LogProbRef:
			b.LogProbRef, err = s.policy.ReferenceLogProbs(q)
		case rl.Aux("value"):
			var values []float64
			values, err = s.policy.Values(q)
			addAux(b, "value", values)
		case rl.Aux("value_probe"):
			var values []float64
			values, err = s.policy.ProbeValues(q)
			addAux(b, "value_probe", perToken(b, values))
		case rl.Aux("prompt_confidence"):
			err = s.addPromptConfidence(b, q)
		case rl.Aux("dispersion"):
			var values []float64
			values, err = s.policy.Dispersions(q)
			addAux(b, "dispersion", perToken(b, values))
		case rl.SpanValue(rl.GoldLogProb):
			err = s.addGold(b, q, d, rl.GoldLogProb, s.policy.LogProbs)
		case rl.SpanValue(rl.GoldLogProbRef):
			err = s.addGold(b, q, d, rl.GoldLogProbRef, s.policy.ReferenceLogProbs)
		case rl.Aux("logp_guided"):
			var guided []float64
			guided, err = s.guided(q, d.prompts)
			addAux(b, "logp_guided", guided)
		}
		if err != nil {
			return err
		}
	}
	return s.measureColumns(b, q, needs)
}

// measureColumns fills the auxiliary columns that a pass of the policy over its own
// rollouts tells, all in one.
func (s *rlSession) measureColumns(b *rl.Batch, q policy.Sequences, needs []rl.Column) error {
	var names []string
	with := map[string]float64{}
	for _, name := range policy.Measured() {
		if column := rl.Aux(name); slices.Contains(needs, column) {
			names, with[name] = append(names, name), s.planner.Hooks().Measures[column]
		}
	}
	if len(names) == 0 {
		return nil
	}
	columns, err := s.policy.Columns(q, names, with)
	for name, column := range columns {
		addAux(b, name, column)
	}
	return err
}

// perToken gives every token the number of its rollout.
func perToken(b *rl.Batch, of []float64) []float64 {
	tokens := make([]float64, 0, b.Tokens())
	for i, x := range of {
		tokens = append(tokens, slices.Repeat([]float64{x}, b.Length[i])...)
	}
	return tokens
}

// teachProbe lets the value probe learn from a batch, once nothing of the batch depends on
// it any more: from each rollout what the others of its group earned, since that is what it
// is asked for.
func (s *rlSession) teachProbe(b *rl.Batch) error {
	if !slices.Contains(s.planner.Needs(), rl.Aux("value_probe")) {
		return nil
	}
	return s.policy.AddRewards(earnedByOthers(b))
}

// addPromptConfidence gives every token the confidence of its prompt.
func (s *rlSession) addPromptConfidence(b *rl.Batch, q policy.Sequences) error {
	column := rl.Aux("prompt_confidence")
	of, err := s.policy.PromptConfidences(q, s.planner.Hooks().Measures[column])
	if err != nil {
		return err
	}
	values := make([]float64, len(q.Of))
	for i, prompt := range q.Of {
		values[i] = of[prompt]
	}
	addAux(b, "prompt_confidence", perToken(b, values))
	return nil
}

// earnedByOthers is the mean reward of the other scored rollouts of each one's group, NaN
// where there is none.
func earnedByOthers(b *rl.Batch) []float64 {
	type scored struct{ sum, n float64 }
	groups := map[int]scored{}
	for i, r := range b.Reward {
		if b.Scored(i) && !math.IsNaN(r) {
			g := groups[b.Group[i]]
			groups[b.Group[i]] = scored{g.sum + r, g.n + 1}
		}
	}
	others := make([]float64, len(b.Reward))
	for i, r := range b.Reward {
		g := groups[b.Group[i]]
		if b.Scored(i) && !math.IsNaN(r) {
			g.sum, g.n = g.sum-r, g.n-1
		}
		if others[i] = math.NaN(); g.n > 0 {
			others[i] = g.sum / g.n
		}
	}
	return others
}

// addAux adds an auxiliary column beside those that are there.
func addAux(b *rl.Batch, name string, column []float64) {
	if b.Aux == nil {
		b.Aux = map[string][]float64{}
	}
	b.Aux[name] = column
}

// guided is a second pass over the rollouts, each after a prompt that shows a right
// response: the log-probabilities of its tokens as if the policy knew.
func (s *rlSession) guided(q policy.Sequences, prompts []rollout.Prompt) ([]float64, error) {
	gold := rollout.NewGold(s.vocabulary, false)
	q.Prompts = make([][]int32, len(prompts))
	for i, p := range prompts {
		reference, err := gold.Response(p.Task)
		if err != nil {
			return nil, fmt.Errorf("the recipe %s needs the column aux.logp_guided: %w", s.config.Recipe, err)
		}
		if p, err = s.writer.Guided(p, reference); err != nil {
			return nil, err
		}
		q.Prompts[i] = p.Tokens
	}
	return s.policy.LogProbs(q)
}
