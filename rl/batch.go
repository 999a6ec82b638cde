// Package rl is the recipe algebra: a recipe turns a batch of rollouts into a
// numeric plan, and an engine applies the plan. Nothing here knows texts or
// models, so the same code drives the native engine and foreign trainers.
//
// Shapes: B rollouts, T tokens in all (rollout 0's, then 1's, …), S spans.
// Logarithms are natural, entropies are in nats. docs/algebra.md has every symbol.
package rl

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
)

// Token classes of the column Class. Other numbers from 0 on may be used.
const (
	ClassOther  = 0
	ClassThink  = 1
	ClassSkill  = 2
	ClassAnswer = 3
)

// Batch holds rollouts as columns. A column that is nil is absent. Tokens that
// the policy did not write (tool output) are left out of it.
type Batch struct {
	Length  []int                // [B] tokens of each rollout
	Group   []int                // [B] rollouts of one prompt share a number
	Reward  []float64            // [B] the scalar reward; NaN is unscored, never 0
	Correct []float64            // [B] 0 to 1; NaN is unknown
	Status  []string             // [B] of Statuses
	Parts   map[string][]float64 // [B] named reward parts; NaN is unscored

	Spans []Span // [S] disjoint within a rollout

	LogProb    []float64            // [T] nats, of the policy now
	LogProbOld []float64            // [T] nats, of the policy that drew the tokens
	LogProbRef []float64            // [T] nats, of the reference policy
	Entropy    []float64            // [T] nats, of the policy that drew the tokens
	Step       []int                // [T] number of the step that a token belongs to, 0 for none
	Class      []int                // [T] a Class constant
	Aux        map[string][]float64 // [T] further columns: "value", "logp_teacher", …

	Extra map[string]json.RawMessage // fields of the JSON form that are not known here, kept
}

// Span is the token range of one step with its own named rewards.
type Span struct {
	Rollout int
	Step    int                // from 1; the same step of a group's rollouts shares a baseline
	From    int                // first token, counted within the rollout
	To      int                // past the last token
	Reward  map[string]float64 // absent or NaN is unscored
	Value   map[string]float64 // what a model says of the state that the span begins in, by name; absent or NaN is unknown
}

// The statuses of a rollout. Absent and empty mean scored.
const (
	StatusScored    = "scored"
	StatusMalformed = "malformed" // scored, with what a malformed response earns
	StatusTruncated = "truncated" // scored, though cut at the longest length
	StatusUndecided = "undecided" // unscored: the grader could not tell
	StatusFailed    = "failed"    // unscored: the grader or the reward failed
	StatusUnscored  = "unscored"
)

// Statuses lists the statuses that a batch may hold beside the empty one.
func Statuses() []string {
	return []string{StatusScored, StatusMalformed, StatusTruncated, StatusUndecided, StatusFailed, StatusUnscored}
}

// Rollouts is B.
func (b *Batch) Rollouts() int { return len(b.Length) }

// Tokens is T.
func (b *Batch) Tokens() int {
	n := 0
	for _, l := range b.Length {
		n += l
	}
	return n
}

// Offsets returns where each rollout's tokens begin, and T at the end: [B+1].
func (b *Batch) Offsets() []int {
	off := make([]int, len(b.Length)+1)
	for i, l := range b.Length {
		off[i+1] = off[i] + l
	}
	return off
}

// Scored says whether the status of rollout i lets its rewards count.
func (b *Batch) Scored(i int) bool {
	if b.Status == nil {
		return true
	}
	switch b.Status[i] {
	case StatusUndecided, StatusFailed, StatusUnscored:
		return false
	}
	return true
}

// Select returns the batch of the given rollouts in the given order; a rollout
// may stand twice. Token columns are copied. The rollouts must exist.
func (b *Batch) Select(rollouts []int) *Batch {
	off := b.Offsets()
	s := &Batch{
		Length: pick(b.Length, rollouts), Group: pick(b.Group, rollouts), Reward: pick(b.Reward, rollouts),
		Correct: pick(b.Correct, rollouts), Status: pick(b.Status, rollouts), Parts: pickAll(b.Parts, rollouts),
		LogProb: pickTokens(b.LogProb, off, rollouts), LogProbOld: pickTokens(b.LogProbOld, off, rollouts),
		LogProbRef: pickTokens(b.LogProbRef, off, rollouts), Entropy: pickTokens(b.Entropy, off, rollouts),
		Step: pickTokens(b.Step, off, rollouts), Class: pickTokens(b.Class, off, rollouts),
		Extra: maps.Clone(b.Extra),
	}
	if b.Aux != nil {
		s.Aux = map[string][]float64{}
		for name, c := range b.Aux {
			s.Aux[name] = pickTokens(c, off, rollouts)
		}
	}
	if b.Spans != nil {
		of := make([][]Span, len(b.Length))
		for _, sp := range b.Spans {
			of[sp.Rollout] = append(of[sp.Rollout], sp)
		}
		s.Spans = []Span{}
		for to, from := range rollouts {
			for _, sp := range of[from] {
				sp.Rollout = to
				s.Spans = append(s.Spans, sp)
			}
		}
	}
	return s
}

func pick[E any](column []E, rollouts []int) []E {
	if column == nil {
		return nil
	}
	out := make([]E, len(rollouts))
	for to, from := range rollouts {
		out[to] = column[from]
	}
	return out
}

func pickAll(columns map[string][]float64, rollouts []int) map[string][]float64 {
	if columns == nil {
		return nil
	}
	out := map[string][]float64{}
	for name, c := range columns {
		out[name] = pick(c, rollouts)
	}
	return out
}

func pickTokens[E any](column []E, off, rollouts []int) []E {
	if column == nil {
		return nil
	}
	parts := make([][]E, len(rollouts))
	for to, from := range rollouts {
		parts[to] = column[off[from]:off[from+1]]
	}
	if out := slices.Concat(parts...); out != nil {
		return out
	}
	return []E{}
}

// known says whether a reward or another number is there at all.
func known(x float64) bool { return !math.IsNaN(x) }
