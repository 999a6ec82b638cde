package policy

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"segue/lm/decoder"
)

// Removed is the log-probability of a token that a filter leaves no probability, in
// nats: finite, so that sums with it are, and far below that of any token.
const Removed = -1000

// measured are the auxiliary columns of a batch that a forward pass tells, by name. A
// column is measured with a number that the recipe names (rl.Hooks.Measures).
var measured = map[string]func(with float64) decoder.Probe{
	// log π̃ of the token, with π̃ the distribution without the tokens that are less than
	// with times as likely as the likeliest one (min-p, arXiv 2407.01082); nats
	"logp_filtered": func(with float64) decoder.Probe {
		return func(r *decoder.Row, token int32) float64 {
			if !r.Likely(token, with) {
				return Removed
			}
			return min(r.LogProb(token)-math.Log(r.Mass(with)), 0)
		}
	},
	// KL(U‖π) + ln V of the distribution, U uniform over the vocabulary of V: the mean
	// over the vocabulary of −log π (self-certainty, arXiv 2502.18581); nats
	"certainty": func(float64) decoder.Probe {
		return func(r *decoder.Row, _ int32) float64 { return r.LogSum - r.MeanLogit() }
	},
	// the token's logit, before any temperature
	"logit": func(float64) decoder.Probe {
		return func(r *decoder.Row, token int32) float64 { return float64(r.Logits[token]) }
	},
}

// Measured lists the auxiliary columns that Columns fills.
func Measured() []string { return slices.Sorted(maps.Keys(measured)) }

// LogProbs are the policy's log-probabilities of all tokens, [T] nats. The prompts need
// not be those that the responses were drawn for.
func (p *Policy) LogProbs(s Sequences) ([]float64, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	return p.tell(p.decoder, s, func(dst []float64, _ *pack, st decoder.Statistics) error {
		widen(dst, st.LogProb)
		return nil
	})
}

// PromptConfidences are exp(mean log π) over the share of each prompt's tokens with the lowest
// log-probability, one token at least, [prompts]. The first token of a prompt is not counted:
// nothing comes before it. A prompt of one token has the confidence 1.
func (p *Policy) PromptConfidences(s Sequences, share float64) ([]float64, error) {
	heads := Sequences{} // the first token of each prompt, and the others as what follows
	for i, prompt := range s.Prompts {
		if len(prompt) == 0 {
			return nil, fmt.Errorf("policy: prompt %d is empty", i)
		}
		heads.Prompts, heads.Of, heads.Responses = append(heads.Prompts, prompt[:1]), append(heads.Of, i), append(heads.Responses, prompt[1:])
	}
	logProbs, err := p.LogProbs(heads)
	if err != nil {
		return nil, err
	}
	all := make([]float64, len(s.Prompts))
	for i, tokens := range heads.Responses {
		own := logProbs[:len(tokens)]
		logProbs = logProbs[len(tokens):]
		slices.Sort(own)
		n, sum := max(1, int(share*float64(len(own)))), 0.0
		for _, x := range own[:min(n, len(own))] {
			sum += x
		}
		all[i] = math.Exp(sum / float64(n))
	}
	return all, nil
}

// Columns passes the rollouts forward once and gives the named auxiliary columns, of
// Measured, [T] each; with are the numbers that they are measured with.
func (p *Policy) Columns(s Sequences, names []string, with map[string]float64) (map[string][]float64, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	var probes []decoder.Probe
	columns := map[string][]float64{}
	for _, name := range names {
		of, ok := measured[name]
		if !ok {
			return nil, fmt.Errorf("policy: there is no column %q, there are %q", name, Measured())
		}
		probes, columns[name] = append(probes, of(with[name])), []float64{}
	}
	packs := s.packs(p.options.PassTokens)
	for i := range packs {
		k := &packs[i]
		if len(k.targets) == 0 {
			continue
		}
		k.batch.Probes = probes
		st, err := forward(p.decoder, k.batch, k.targets)
		if err != nil {
			return nil, err
		}
		for j, name := range names {
			columns[name] = append(columns[name], st.Probed[j]...)
		}
	}
	return columns, nil
}
