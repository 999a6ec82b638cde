package reward

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Weights say how much each signal counts, by name. A signal of weight 0 is
// computed and shown but has no part in the reward.
type Weights map[string]float64

// Composition is a weighted sum of signals. It may be used from several goroutines.
type Composition struct {
	terms  []term // by name, so that sums do not depend on the order of a map
	answer term
}

type term struct {
	definition Definition
	weight     float64
	signal     Signal
}

// New makes the signals of a composition: registered ones, or own ones that go
// by the names of their definitions.
func New(w Weights, s Setting, own ...Definition) (*Composition, error) {
	s, err := s.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("compose rewards: %w", err)
	}
	c := &Composition{answer: term{signal: SignalFunc(s.answer)}}
	total := 0.0
	for _, name := range slices.Sorted(maps.Keys(w)) {
		d, err := lookup(name, own)
		if err != nil {
			return nil, fmt.Errorf("compose rewards: %w", err)
		}
		if !(w[name] >= 0) || math.IsInf(w[name], 0) { // NaN too
			return nil, fmt.Errorf("compose rewards: the weight of %s must be a number that is not negative, not %g", name, w[name])
		}
		if d.Table && s.Table == nil {
			return nil, fmt.Errorf("compose rewards: %s needs a table of Skill Entropy", name)
		}
		signal, err := d.New(s)
		if err != nil {
			return nil, fmt.Errorf("compose rewards: %s: %w", name, err)
		}
		c.terms = append(c.terms, term{d, w[name], signal})
		total += w[name]
	}
	if total <= 0 || math.IsInf(total, 0) {
		return nil, errors.New("compose rewards: no signal has a weight above 0")
	}
	return c, nil
}

func lookup(name string, own []Definition) (Definition, error) {
	for _, d := range own {
		if d.Name == name {
			return d, nil
		}
	}
	return Lookup(name)
}

// Reward is the reward of a response and all that it is made of.
type Reward struct {
	// Score is Σ weight · part, from 0 to the sum of weights; it has no meaning
	// where Status is unscored.
	Score  float64
	Status Status
	// Reason says why the response is malformed or unscored.
	Reason string
	// Parts are the signals' values by name, unweighted.
	Parts map[string]Value
	// Answer is the mean step score, whether or not it has a weight; Skill the
	// weighted mean of the parts that read labels.
	Answer, Skill Value
	// Steps are the steps with their own rewards; none of a malformed response.
	Steps []StepReward
	// Graded is what was valued.
	Graded *Graded
}

// StepReward is one step of a response with its named rewards.
type StepReward struct {
	Step
	// N is the step's number, from 1.
	N int
	// Rewards are the values of the signals that tell steps apart; a signal that
	// has none for this step is absent, never 0.
	Rewards map[string]float64
	// Unscored says of each absent one why.
	Unscored map[string]string
}

// Reward values a graded response. A signal that fails, or whose value is no
// number from 0 to 1, is unscored; so is then the whole, unless its weight is 0.
func (c *Composition) Reward(g *Graded) Reward {
	r := Reward{Status: Scored, Parts: make(map[string]Value, len(c.terms)), Graded: g}
	for i, s := range g.Steps {
		r.Steps = append(r.Steps, StepReward{Step: s, N: i + 1, Rewards: map[string]float64{}})
	}
	for _, t := range c.terms {
		v := t.value(g)
		r.Parts[t.definition.Name] = v
		if v.Status == Unscored && t.weight > 0 && r.Status == Scored {
			r.Status, r.Reason = Unscored, t.definition.Name+": "+v.Reason
		}
		r.Score += t.weight * v.Score
		for i, s := range v.Steps {
			r.Steps[i].add(t.definition.Name, s)
		}
	}
	switch {
	case g.Malformed != "":
		r.Score, r.Status, r.Reason = 0, Malformed, g.Malformed
	case r.Status == Unscored:
		r.Score = 0
	}
	r.Answer, r.Skill = c.answer.value(g), c.skill(r)
	return r
}

func (s *StepReward) add(name string, v StepValue) {
	switch {
	case v.Status == Scored && isScore(v.Score):
		s.Rewards[name] = min(max(v.Score, 0), 1)
		return
	case v.Status == Scored:
		v.Reason = fmt.Sprintf("%g is no score", v.Score)
	}
	if s.Unscored == nil {
		s.Unscored = map[string]string{}
	}
	s.Unscored[name] = v.Reason
}

// value asks a signal and keeps its faults from the rest.
func (t term) value(g *Graded) (v Value) {
	if g.Malformed != "" {
		return Value{Status: Malformed, Reason: g.Malformed}
	}
	defer func() {
		if fault := recover(); fault != nil {
			v = unscored(fmt.Sprintf("the signal failed: %v", fault))
		}
	}()
	v = t.signal.Value(g)
	switch {
	case v.Status != Scored:
		v.Score, v.Status = 0, Unscored
	case !isScore(v.Score):
		v = unscored(fmt.Sprintf("the signal gave %g, which is no score", v.Score))
	default:
		v.Score = min(max(v.Score, 0), 1)
	}
	if v.Steps != nil && len(v.Steps) != len(g.Steps) {
		return unscored(fmt.Sprintf("the signal gave %d values for %d steps", len(v.Steps), len(g.Steps)))
	}
	return v
}

// skill is the weighted mean of the parts that read labels.
func (c *Composition) skill(r Reward) Value {
	sum, weights := 0.0, 0.0
	for _, t := range c.terms {
		if !t.definition.Labels || t.weight == 0 {
			continue
		}
		v := r.Parts[t.definition.Name]
		if v.Status == Unscored {
			return unscored(v.Reason)
		}
		sum += t.weight * v.Score
		weights += t.weight
	}
	switch {
	case weights == 0:
		return unscored("no part of the reward reads labels")
	case r.Status == Malformed:
		return Value{Status: Malformed, Reason: r.Reason}
	}
	return scored(sum / weights)
}
