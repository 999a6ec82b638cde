package rl

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Bounds on a batch.
const (
	MaxRollouts = 1 << 22
	MaxTokens   = 1 << 27
	maxColumns  = 256  // named parts, auxiliary columns, or rewards of a span
	maxNumber   = 1e15 // largest magnitude of any number
	logProbSlip = 1e-2 // how far a log-probability may lie above 0 by rounding
)

// Validate checks that the columns agree in size and hold possible numbers.
// The error says which column, where and why.
func (b *Batch) Validate() error {
	if err := b.validateLength(); err != nil {
		return err
	}
	n, tokens := b.Rollouts(), b.Tokens()
	for _, c := range []struct {
		name Column
		size int
	}{{Group, size(b.Group, n)}, {Reward, size(b.Reward, n)}, {Correct, size(b.Correct, n)}, {Status, size(b.Status, n)}} {
		if c.size != n {
			return fmt.Errorf("column %s has %d entries for %d rollouts", c.name, c.size, n)
		}
	}
	for i, s := range b.Status {
		if s != "" && !slices.Contains(Statuses(), s) {
			return fmt.Errorf("status of rollout %d is %q, not one of %s", i, s, strings.Join(Statuses(), ", "))
		}
	}
	if i := impossible(b.Reward, -maxNumber, maxNumber, true); i >= 0 {
		return fmt.Errorf("reward of rollout %d is %g, which is not from %g to %g", i, b.Reward[i], -maxNumber, maxNumber)
	}
	if i := impossible(b.Correct, 0, 1, true); i >= 0 {
		return fmt.Errorf("correct of rollout %d is %g, which is not from 0 to 1", i, b.Correct[i])
	}
	if err := checkNamed("parts.", b.Parts, n, "rollouts", true, rolloutAt); err != nil {
		return err
	}
	if err := b.validateTokens(tokens); err != nil {
		return err
	}
	return b.validateSpans()
}

func (b *Batch) validateLength() error {
	if b.Length == nil {
		return fmt.Errorf("column length is missing: it says how many tokens each rollout has")
	}
	if len(b.Length) > MaxRollouts {
		return fmt.Errorf("%d rollouts are more than %d", len(b.Length), MaxRollouts)
	}
	total := 0
	for i, l := range b.Length {
		if l < 0 || l > MaxTokens {
			return fmt.Errorf("length of rollout %d is %d, not 0 to %d", i, l, MaxTokens)
		}
		if total += l; total > MaxTokens {
			return fmt.Errorf("the rollouts have more than %d tokens", MaxTokens)
		}
	}
	return nil
}

func (b *Batch) validateTokens(tokens int) error {
	for _, c := range []struct {
		name   Column
		values []float64
		lo, hi float64
	}{
		{LogProb, b.LogProb, -maxNumber, logProbSlip}, {LogProbOld, b.LogProbOld, -maxNumber, logProbSlip},
		{LogProbRef, b.LogProbRef, -maxNumber, logProbSlip}, {Entropy, b.Entropy, -logProbSlip, maxNumber},
	} {
		if n := size(c.values, tokens); n != tokens {
			return fmt.Errorf("column %s has %d entries for %d tokens", c.name, n, tokens)
		}
		if t := impossible(c.values, c.lo, c.hi, false); t >= 0 {
			return fmt.Errorf("%s of %s is %g, which is not from %g to %g", c.name, b.placeOf(t), c.values[t], c.lo, c.hi)
		}
	}
	for _, c := range []struct {
		name   Column
		values []int
	}{{Steps, b.Step}, {Class, b.Class}} {
		if n := size(c.values, tokens); n != tokens {
			return fmt.Errorf("column %s has %d entries for %d tokens", c.name, n, tokens)
		}
		for t, x := range c.values {
			if x < 0 || x > MaxTokens {
				return fmt.Errorf("%s of %s is %d, not 0 to %d", c.name, b.placeOf(t), x, MaxTokens)
			}
		}
	}
	return checkNamed("aux.", b.Aux, tokens, "tokens", false, b.placeOf)
}

// placeOf says where the token is that stands at t of a column.
func (b *Batch) placeOf(t int) string {
	for i, n := range b.Length {
		if t < n {
			return fmt.Sprintf("token %d of rollout %d", t, i)
		}
		t -= n
	}
	return fmt.Sprintf("token %d after the last rollout", t)
}

// rolloutAt says where the number is that stands at i of a column of rollouts.
func rolloutAt(i int) string { return fmt.Sprintf("rollout %d", i) }

func (b *Batch) validateSpans() error {
	for k, s := range b.Spans {
		switch {
		case s.Rollout < 0 || s.Rollout >= b.Rollouts():
			return fmt.Errorf("span %d is of rollout %d; the batch has %d", k, s.Rollout, b.Rollouts())
		case s.Step < 0 || s.Step > MaxTokens:
			return fmt.Errorf("span %d has step number %d", k, s.Step)
		case s.From < 0 || s.To < s.From || s.To > b.Length[s.Rollout]:
			return fmt.Errorf("span %d is tokens %d to %d of rollout %d, which has %d", k, s.From, s.To, s.Rollout, b.Length[s.Rollout])
		}
		if err := checkSpanNumbers("reward", k, s.Reward); err != nil {
			return err
		}
		if err := checkSpanNumbers("value", k, s.Value); err != nil {
			return err
		}
	}
	order := slices.Clone(b.Spans)
	slices.SortFunc(order, func(x, y Span) int {
		return cmp.Or(cmp.Compare(x.Rollout, y.Rollout), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	for k := 1; k < len(order); k++ {
		if x, y := order[k-1], order[k]; x.Rollout == y.Rollout && y.From < x.To {
			return fmt.Errorf("spans of steps %d and %d of rollout %d overlap at token %d", x.Step, y.Step, x.Rollout, y.From)
		}
	}
	return nil
}

func checkSpanNumbers(what string, k int, numbers map[string]float64) error {
	if len(numbers) > maxColumns {
		return fmt.Errorf("span %d has %d %ss, more than %d", k, len(numbers), what, maxColumns)
	}
	for name, x := range numbers {
		if known(x) && math.Abs(x) > maxNumber {
			return fmt.Errorf("%s %s of span %d is %g", what, name, k, x)
		}
	}
	return nil
}

// size is the length of a column, or that asked for where the column is absent.
func size[E any](column []E, want int) int {
	if column == nil {
		return want
	}
	return len(column)
}

func checkNamed(prefix string, columns map[string][]float64, n int, of string, mayBeUnknown bool, place func(int) string) error {
	if len(columns) > maxColumns {
		return fmt.Errorf("%d columns %s… are more than %d", len(columns), prefix, maxColumns)
	}
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		column := columns[name]
		if name == "" {
			return fmt.Errorf("a column of %s… has no name", prefix)
		}
		if len(column) != n {
			return fmt.Errorf("column %s%s has %d entries for %d %s", prefix, name, len(column), n, of)
		}
		if at := impossible(column, -maxNumber, maxNumber, mayBeUnknown); at >= 0 {
			return fmt.Errorf("%s%s of %s is %g, which is not from %g to %g", prefix, name, place(at), column[at], -maxNumber, maxNumber)
		}
	}
	return nil
}

// impossible is the first place at which a column has no number from lo to hi, nor is
// unknown where that may be; -1: there is none.
func impossible(column []float64, lo, hi float64, mayBeUnknown bool) int {
	return slices.IndexFunc(column, func(x float64) bool { return !(x >= lo && x <= hi || mayBeUnknown && !known(x)) })
}
