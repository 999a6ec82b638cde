package rl

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// MarshalJSON writes the form of the design. Columns that the plan leaves out
// are written with what they mean, so that a reader needs no defaults; an upper
// bound of null is none.
func (p *Plan) MarshalJSON() ([]byte, error) {
	tokens := len(p.Advantage)
	filled := func(column []float64, x float64) numbers {
		if column != nil {
			return column
		}
		return slices.Repeat(numbers{x}, tokens)
	}
	var o object
	if p.Recipe != "" {
		o.put("recipe", p.Recipe)
	}
	o.put("advantage", filled(p.Advantage, 0))
	o.put("weight", filled(p.Weight, 1))
	o.put("clip_lo", filled(p.ClipLo, 0))
	o.put("clip_hi", filled(p.ClipHi, math.Inf(1)))
	o.put("kl", filled(p.KLCoef, 0))
	o.put("entropy_coef", filled(p.EntropyCoef, 0))
	if p.ValueTarget != nil {
		o.put("value_target", numbers(p.ValueTarget))
		o.put("value", p.Value)
	}
	o.put("keep", append([]bool{}, p.Keep...))
	o.put("normalisation", p.Normalisation)
	o.put("ratio", p.Ratio)
	o.put("surrogate", p.Surrogate.Kind)
	o.put("clip_mode", p.Surrogate.ClipMode())
	o.put("clip_form", p.Surrogate)
	if p.KL != (Divergence{}) {
		o.put("kl_form", p.KL)
	}
	if p.Bonus != (EntropyTerm{}) {
		o.put("entropy_form", p.Bonus)
	}
	o.put("dropped", orEmpty(p.Dropped))
	o.put("state", p.State)
	return o.end()
}

func orEmpty(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

// UnmarshalJSON reads what MarshalJSON writes. It does not validate.
func (p *Plan) UnmarshalJSON(text []byte) error {
	var f fields
	if err := json.Unmarshal(text, &f); err != nil {
		return err
	}
	if f == nil {
		return fmt.Errorf("a plan is an object, not null")
	}
	*p = Plan{}
	kind := SurrogateKind("")
	for _, c := range []struct {
		name string
		to   any
	}{
		{"recipe", &p.Recipe}, {"keep", &p.Keep}, {"normalisation", &p.Normalisation}, {"ratio", &p.Ratio}, {"surrogate", &kind},
		{"clip_form", &p.Surrogate}, {"clip_mode", new(string)}, {"kl_form", &p.KL}, {"entropy_form", &p.Bonus}, {"value", &p.Value},
		{"dropped", &p.Dropped}, {"state", &p.State},
	} {
		if err := f.take(c.name, c.to); err != nil {
			return err
		}
	}
	p.Surrogate.Kind = kind
	for _, c := range p.tokenColumns() {
		if err := f.take(c.name, (*numbers)(c.of(p))); err != nil {
			return err
		}
	}
	for t, x := range p.ClipHi {
		if math.IsNaN(x) {
			p.ClipHi[t] = math.Inf(1)
		}
	}
	return nil
}
