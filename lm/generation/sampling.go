package generation

import (
	"errors"
	"fmt"
	"math"

	"segue/lm/model"
)

// Sampling says how tokens are drawn. The zero value takes the likeliest token
// until the model ends the text or its context is full.
//
// Scores are changed in the order of Hugging Face's generate: bias, repetition
// penalty, presence and frequency penalties, constraint, temperature, top-k,
// top-p, min-p.
type Sampling struct {
	MaxTokens   int               // drawn at most; 0: as many as fit
	Temperature float64           // 0 takes the likeliest token, the lowest id of equals
	TopK        int               // only tokens at least as likely as the k-th; 0: all
	TopP        float64           // smallest set of likeliest tokens with at least this mass; 0: all
	MinP        float64           // only tokens at least this likely relative to the likeliest
	Repetition  float64           // divides positive and multiplies negative logits of tokens in prompt or continuation (CTRL, arXiv 1909.05858); 0: 1, none
	Presence    float64           // subtracted from the logits of tokens drawn before
	Frequency   float64           // subtracted for each time a token was drawn before
	Bias        map[int32]float64 // added to logits; -Inf forbids a token
	StopTokens  []int32           // end the sequence, beside the model's own
	IgnoreEnd   bool              // go on after the model's own end tokens
	StopTexts   []string          // end the sequence and are not part of its text
	Seed        uint64            // of the draws, together with the sample's index
	TopLogProbs int               // likeliest tokens to report with each token
}

// Limits on what a request may ask for.
const (
	MaxSamples     = 4096 // continuations of one prompt, branches included
	MaxTopLogProbs = 128
	maxStopTexts   = 64
	maxStopBytes   = 4096
	lowestHeat     = 1e-6 // temperature; below it scores would overflow
)

// validate says in words what cannot be carried out for the model.
func (s *Sampling) validate(c *model.Config) error {
	finite := func(name string, x float64) error {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s is %v, want a finite number", name, x)
		}
		return nil
	}
	if err := errors.Join(finite("the temperature", s.Temperature), finite("the repetition penalty", s.Repetition),
		finite("the presence penalty", s.Presence), finite("the frequency penalty", s.Frequency)); err != nil {
		return err
	}
	switch {
	case s.MaxTokens < 0:
		return fmt.Errorf("the largest number of tokens is %d, want at least 0", s.MaxTokens)
	case s.TopK < 0:
		return fmt.Errorf("top-k is %d, want at least 0", s.TopK)
	case !(s.TopP >= 0 && s.TopP <= 1):
		return fmt.Errorf("top-p is %v, want 0 to 1", s.TopP)
	case !(s.MinP >= 0 && s.MinP <= 1):
		return fmt.Errorf("min-p is %v, want 0 to 1", s.MinP)
	case s.Repetition < 0:
		return fmt.Errorf("the repetition penalty is %v, want above 0", s.Repetition)
	case s.TopLogProbs < 0 || s.TopLogProbs > MaxTopLogProbs:
		return fmt.Errorf("%d likeliest tokens are asked for, want 0 to %d", s.TopLogProbs, MaxTopLogProbs)
	case len(s.StopTexts) > maxStopTexts:
		return fmt.Errorf("%d stop texts are given, at most %d can be", len(s.StopTexts), maxStopTexts)
	}
	if err := validTemperature(s.Temperature); err != nil {
		return err
	}
	for _, text := range s.StopTexts {
		if text == "" || len(text) > maxStopBytes {
			return fmt.Errorf("a stop text has %d bytes, want 1 to %d", len(text), maxStopBytes)
		}
	}
	for id, bias := range s.Bias {
		if math.IsNaN(bias) || bias > math.MaxFloat32 || id < 0 || int(id) >= c.Vocabulary {
			return fmt.Errorf("the bias of token %d is %v: want a number for one of %d tokens", id, bias, c.Vocabulary)
		}
	}
	return nil
}

func validTemperature(t float64) error {
	if t == 0 || t >= lowestHeat && t <= math.MaxFloat32 {
		return nil
	}
	return fmt.Errorf("the temperature is %v, want 0 or at least %v", t, lowestHeat)
}

// remembers says whether draws depend on which tokens came before.
func (s *Sampling) remembers() bool {
	return s.Repetition != 0 && s.Repetition != 1 || s.Presence != 0 || s.Frequency != 0
}
