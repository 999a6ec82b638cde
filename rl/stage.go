package rl

import (
	"fmt"
	"slices"
)

// Kind is what part of the plan a stage acts on.
type Kind string

// The kinds of stages, in the order in which recipes usually have them.
const (
	ActsOnReward        Kind = "reward"
	ActsOnFilter        Kind = "filter"
	ActsOnAdvantage     Kind = "advantage"
	ActsOnToken         Kind = "token"
	ActsOnRatio         Kind = "ratio"
	ActsOnClip          Kind = "clip"
	ActsOnRegulariser   Kind = "regulariser"
	ActsOnValue         Kind = "value"
	ActsOnController    Kind = "controller"
	ActsOnNormalisation Kind = "normalisation"
)

// Phase is when a stage runs.
type Phase int

// The phases: once for a batch of rollouts, with the log-probabilities of the
// policy that drew them; and again before each update on a part of it, with those
// of the policy as it is then.
const (
	OnRollouts Phase = iota
	OnUpdate
)

// Stage is one small step of a recipe. Apply reads only the columns that are
// declared, writes only the columns that are declared, and depends on nothing else.
type Stage struct {
	Name    string
	Kind    Kind
	Phase   Phase
	Reads   []Column
	MayRead []Column // used where the batch has them
	Writes  []Column
	ForLoss []Column       // of the batch; not read here, but by the loss that the stage asks for
	Pays    []WeightedPart // rewards that it weighs by name, be they parts of a rollout's or a span's
	Apply   func(*Draft) error
}

// Draft is a plan in the making.
type Draft struct {
	Batch       *Batch
	Plan        *Plan
	Current     Current   // in the phase OnUpdate
	Offsets     []int     // [B+1]
	Score       []float64 // [B] the reward as shaped so far; NaN is unscored
	SpanScore   []float64 // [S] NaN is unscored
	TokenReward []float64 // [T]

	spare      [][]float64        // columns to work in
	controlled map[string]float64 // numbers of controllers that have moved
}

// draftColumns are those of a Draft that are no part of the plan: what one phase
// writes there the next does not have.
var draftColumns = []Column{Score, SpanScore, TokenReward}

// Current holds what the policy that is being updated says about the tokens of
// a batch. Value belongs to a value head. KL is the exact divergence from the
// plan's target. Entropy is that of the plan's support.
type Current struct {
	LogProb []float64 `json:"logp"`              // [T] nats
	Entropy []float64 `json:"entropy,omitempty"` // [T] nats; needed where the plan has entropy coefficients
	KL      []float64 `json:"kl,omitempty"`      // [T] nats; needed for the estimator exact
	Value   []float64 `json:"value,omitempty"`   // [T] needed where the plan has value targets
}

// Drop leaves rollout i out of the plan, unless it is out already, and counts why.
func (d *Draft) Drop(i int, why string) {
	if !d.Plan.Keep[i] {
		return
	}
	d.Plan.Keep[i] = false
	if d.Plan.Dropped == nil {
		d.Plan.Dropped = map[string]int{}
	}
	d.Plan.Dropped[why]++
}

// Groups lists the kept rollouts of each group, by group number.
func (d *Draft) Groups() [][]int {
	order := make([]int, 0, len(d.Batch.Group))
	for i := range d.Batch.Group {
		if d.Plan.Keep[i] {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return d.Batch.Group[x] - d.Batch.Group[y] })
	var groups [][]int
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && d.Batch.Group[order[to]] == d.Batch.Group[order[from]] {
			to++
		}
		groups = append(groups, order[from:to])
		from = to
	}
	return groups
}

// column returns a token column of the plan, making it with x everywhere if it
// is not there yet.
func (d *Draft) column(c *[]float64, x float64) []float64 {
	if *c == nil {
		*c = make([]float64, d.Offsets[len(d.Offsets)-1])
		if x != 0 {
			fill(*c, x)
		}
	}
	return *c
}

func fill(column []float64, x float64) {
	for t := range column {
		column[t] = x
	}
}

// checkOrder refuses stages of which one reads what nothing wrote, and stages
// that leave a part of the plan undecided.
func checkOrder(stages []Stage) error {
	written, gone := map[Column]bool{}, map[Column]bool{}
	phase := OnRollouts
	for _, s := range stages {
		if s.Name == "" || s.Apply == nil || s.Kind == "" || len(s.Writes) == 0 {
			return fmt.Errorf("stage %q lacks a name, a kind, a function or what it writes", s.Name)
		}
		switch {
		case s.Phase < phase:
			return fmt.Errorf("stage %s is of the phase of rollouts and stands after one of the phase of updates", s.Name)
		case s.Phase > phase:
			for _, c := range draftColumns {
				gone[c] = true
			}
		}
		phase = s.Phase
		for _, c := range slices.Concat(s.Reads, s.MayRead, s.ForLoss) {
			if !c.ofBatch() && !slices.Contains(madeColumns, c) {
				return fmt.Errorf("stage %s reads %s, which is no column", s.Name, c)
			}
		}
		for _, c := range slices.Concat(s.Reads, s.MayRead) {
			if gone[c] {
				return fmt.Errorf("stage %s reads %s, which is gone by the phase of updates", s.Name, c)
			}
		}
		for _, c := range s.Reads {
			if !c.ofBatch() && !written[c] {
				return fmt.Errorf("stage %s reads %s, which no stage before it writes", s.Name, c)
			}
		}
		for _, c := range s.Writes {
			if !slices.Contains(madeColumns, c) {
				return fmt.Errorf("stage %s writes %s, which is no column that a stage makes", s.Name, c)
			}
			written[c], gone[c] = true, false
		}
	}
	for _, c := range []Column{Keep, Advantage, Ratio, Objective, Normalisation} {
		if !written[c] {
			return fmt.Errorf("no stage writes %s", c)
		}
	}
	return nil
}
