package rl

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// maxBatchBytes bounds a batch in JSON.
const maxBatchBytes = 1 << 30

// ReadBatch reads one batch in JSON and validates it.
func ReadBatch(r io.Reader) (*Batch, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBatchBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read batch: %w", err)
	}
	if len(text) > maxBatchBytes {
		return nil, fmt.Errorf("read batch: it has more than %d bytes", maxBatchBytes)
	}
	b := new(Batch)
	if err := json.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("read batch: %w", err)
	}
	if err := b.Validate(); err != nil {
		return nil, fmt.Errorf("read batch: %w", err)
	}
	return b, nil
}

// UnmarshalJSON reads the form of the design: columns by name, null for an
// unscored reward. Unknown fields go to Extra. It does not validate.
func (b *Batch) UnmarshalJSON(text []byte) error {
	var f fields
	if err := json.Unmarshal(text, &f); err != nil {
		return err
	}
	if f == nil {
		return fmt.Errorf("a batch is an object, not null")
	}
	*b = Batch{}
	var parts, aux map[string]numbers
	for _, c := range []struct {
		name string
		to   any
	}{
		{"length", (*integers)(&b.Length)}, {"group", (*integers)(&b.Group)}, {"status", &b.Status}, {"step", (*integers)(&b.Step)},
		{"class", (*integers)(&b.Class)}, {"spans", &b.Spans},
		{"reward", (*numbers)(&b.Reward)}, {"correct", (*numbers)(&b.Correct)}, {"logp", (*numbers)(&b.LogProb)},
		{"logp_old", (*numbers)(&b.LogProbOld)}, {"logp_ref", (*numbers)(&b.LogProbRef)}, {"entropy", (*numbers)(&b.Entropy)},
		{"parts", &parts}, {"aux", &aux},
	} {
		if err := f.take(c.name, c.to); err != nil {
			return err
		}
	}
	b.Parts, b.Aux = plain(parts), plain(aux)
	b.Extra = f.rest()
	return nil
}

// MarshalJSON writes the columns that are there, and Extra.
func (b *Batch) MarshalJSON() ([]byte, error) {
	var o object
	for _, c := range []struct {
		name    Column
		present bool
		value   any
	}{
		{Group, b.Group != nil, b.Group}, {Reward, b.Reward != nil, numbers(b.Reward)}, {Correct, b.Correct != nil, numbers(b.Correct)},
		{Status, b.Status != nil, b.Status}, {"parts", b.Parts != nil, columns(b.Parts)}, {Spans, b.Spans != nil, b.Spans},
		{Length, b.Length != nil, b.Length}, {LogProb, b.LogProb != nil, numbers(b.LogProb)}, {LogProbOld, b.LogProbOld != nil, numbers(b.LogProbOld)},
		{LogProbRef, b.LogProbRef != nil, numbers(b.LogProbRef)}, {Entropy, b.Entropy != nil, numbers(b.Entropy)},
		{Steps, b.Step != nil, b.Step}, {Class, b.Class != nil, b.Class}, {"aux", b.Aux != nil, columns(b.Aux)},
	} {
		if c.present {
			o.put(string(c.name), c.value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.Extra)) {
		o.putRaw(name, b.Extra[name])
	}
	return o.end()
}

type spanJSON struct {
	Rollout int                  `json:"rollout"`
	Step    int                  `json:"step"`
	From    int                  `json:"from"`
	To      int                  `json:"to"`
	Reward  map[string]*number64 `json:"reward"`
	Value   map[string]*number64 `json:"value,omitempty"`
}

// number64 is a number that may be null, for NaN.
type number64 float64

// MarshalJSON writes null for what is not finite.
func (x number64) MarshalJSON() ([]byte, error) { return appendNumber(nil, float64(x)), nil }

// UnmarshalJSON reads a span; a reward of null is unscored.
func (s *Span) UnmarshalJSON(text []byte) error {
	var j spanJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	*s = Span{Rollout: j.Rollout, Step: j.Step, From: j.From, To: j.To, Reward: knownOf(j.Reward), Value: knownOf(j.Value)}
	return nil
}

// knownOf leaves out what is null.
func knownOf(all map[string]*number64) map[string]float64 {
	var out map[string]float64
	for name, x := range all {
		if x == nil {
			continue
		}
		if out == nil {
			out = map[string]float64{}
		}
		out[name] = float64(*x)
	}
	return out
}

// MarshalJSON writes the form that UnmarshalJSON reads.
func (s Span) MarshalJSON() ([]byte, error) {
	j := spanJSON{Rollout: s.Rollout, Step: s.Step, From: s.From, To: s.To, Reward: map[string]*number64{}}
	for name, x := range s.Reward {
		n := number64(x)
		j.Reward[name] = &n
	}
	for name, x := range s.Value {
		if j.Value == nil {
			j.Value = map[string]*number64{}
		}
		n := number64(x)
		j.Value[name] = &n
	}
	return json.Marshal(j)
}

func plain(named map[string]numbers) map[string][]float64 {
	if named == nil {
		return nil
	}
	out := map[string][]float64{}
	for name, c := range named {
		if c != nil { // null is absent
			out[name] = c
		}
	}
	return out
}

func columns(named map[string][]float64) map[string]numbers {
	out := map[string]numbers{}
	for name, c := range named {
		out[name] = c
	}
	return out
}
