package decoder

import (
	"errors"
	"fmt"

	"segue/lm/attention"
	"segue/lm/kernel"
)

// Batch is a run of packed sequences.
type Batch struct {
	Tokens   []int32
	Segments []attention.Segment // cover Tokens
	// Reference, when there is one, is what Statistics.KL is measured against.
	Reference *Reference
	Probes    []Probe // further numbers of each target
	Within    *Set    // of Statistics.EntropyWithin; nil: not measured
}

// Reference is another decoder's distribution at each token of a batch, as the
// hidden rows it gave (Decoder.Hidden) and its head. The logits are formed
// from them a few rows at a time.
type Reference struct {
	Hidden []float32     // [tokens × Head.Cols]
	Head   kernel.Matrix // [Vocabulary × width]
}

// Target asks for the distribution after the token at Row, and for the
// log-probability of Token in it. Several targets may share a row, as the
// first tokens of all continuations of a prompt do.
type Target struct{ Row, Token int32 }

// Statistics of the targets of a pass, in their order; natural logarithms. The
// slices belong to the Decoder and hold until its next Forward. What Options
// did not ask for is nil. The likelier of two tokens is the one with the
// larger logit, and of equals the one with the lower id.
type Statistics struct {
	LogProb     []float32 // of the target's token
	Entropy     []float32 // nats
	EntropyTopP []float32 // nats, of the distribution renormalised over the smallest set of likeliest tokens with at least TopP of the mass
	EntropyTopK []float32 // nats, of the distribution renormalised over the TopK likeliest tokens
	// EntropyWithin is of the distribution renormalised over Batch.Within, nats.
	EntropyWithin []float32
	KL            []float32 // KL(π‖reference), nats, exact over the vocabulary
	Rank          []int32   // tokens that are likelier than the target's
	TopIDs        []int32   // [targets × TopK], likeliest first
	TopProbs      []float32 // [targets × TopK], of the whole distribution

	Probed [][]float64 // [probes][targets], what Batch.Probes say
}

// Gradients are the derivatives of a loss by each target's statistics; nil
// means zero. A restricted entropy is differentiated with its set held fixed.
type Gradients struct {
	LogProb, Entropy, EntropyTopP, EntropyTopK, EntropyWithin, KL []float32 // [targets]

	// Hidden is the derivative by Decoder.Hidden, [tokens × Hidden], for heads
	// of other kinds (values, probes).
	Hidden []float32
}

// check says in words what of b and targets cannot be passed.
func (d *Decoder) check(b Batch, targets []Target) error {
	c := d.config
	if len(b.Tokens) == 0 {
		return errors.New("decoder: the batch holds no tokens")
	}
	for i, id := range b.Tokens {
		if id < 0 || int(id) >= c.Vocabulary {
			return fmt.Errorf("decoder: token %d of the batch is %d, outside the vocabulary of %d", i, id, c.Vocabulary)
		}
	}
	if err := attention.Validate(b.Segments, len(b.Tokens)); err != nil {
		return fmt.Errorf("decoder: %w", err)
	}
	covered := 0
	for _, s := range b.Segments {
		covered += s.To - s.From
	}
	if covered != len(b.Tokens) {
		return fmt.Errorf("decoder: the segments cover %d of %d tokens", covered, len(b.Tokens))
	}
	for i, t := range targets {
		if t.Row < 0 || int(t.Row) >= len(b.Tokens) {
			return fmt.Errorf("decoder: target %d asks for row %d of a batch of %d", i, t.Row, len(b.Tokens))
		}
		if t.Token < 0 || int(t.Token) >= c.Vocabulary {
			return fmt.Errorf("decoder: target %d is token %d, outside the vocabulary of %d", i, t.Token, c.Vocabulary)
		}
	}
	if b.Within != nil {
		if err := b.Within.check(); err != nil {
			return err
		}
	}
	if r := b.Reference; r != nil {
		if r.Head.Rows != c.Vocabulary {
			return fmt.Errorf("decoder: the reference has a vocabulary of %d, the model %d", r.Head.Rows, c.Vocabulary)
		}
		if len(r.Hidden) != len(b.Tokens)*r.Head.Cols {
			return fmt.Errorf("decoder: the reference gives %d hidden numbers, want %d rows of %d", len(r.Hidden), len(b.Tokens), r.Head.Cols)
		}
	}
	return nil
}

// check says in words which gradient has not one entry per target.
func (g Gradients) check(targets, hidden int) error {
	for _, part := range []struct {
		name string
		got  int
		want int
	}{
		{"log-prob", len(g.LogProb), targets}, {"entropy", len(g.Entropy), targets}, {"top-p entropy", len(g.EntropyTopP), targets},
		{"top-k entropy", len(g.EntropyTopK), targets}, {"KL", len(g.KL), targets}, {"entropy within the set", len(g.EntropyWithin), targets}, {"hidden", len(g.Hidden), hidden},
	} {
		if part.got != 0 && part.got != part.want {
			return fmt.Errorf("decoder: %d gradients of the %s, want %d", part.got, part.name, part.want)
		}
	}
	return nil
}
