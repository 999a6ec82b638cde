package reward

import (
	"fmt"
	"math"
	"slices"

	"segue/switching"
)

// Ranks is the empirical distribution of task entropies in a training set.
type Ranks struct {
	table     *switching.Table
	estimator switching.Estimator
	sorted    []float64
}

// NewRanks computes the entropy of every sequence of the training set. Those of
// which the table tells nothing are left out; with none left there is no distribution.
func NewRanks(t *switching.Table, e switching.Estimator, training [][]string) (*Ranks, error) {
	r := &Ranks{table: t, estimator: e}
	for _, sequence := range training {
		if x, ok := r.entropy(sequence); ok {
			r.sorted = append(r.sorted, x)
		}
	}
	if len(r.sorted) == 0 {
		return nil, fmt.Errorf("rank task entropies: the table tells nothing of the %d training sequences", len(training))
	}
	slices.Sort(r.sorted)
	return r, nil
}

// entropy is the task entropy of a sequence, and whether the table tells any
// pair of it. A sequence of one skill has no pair and the entropy 1, as one has
// of which the table tells nothing. It is
// rounded to 12 decimals: the same switches in another order sum to another
// last bit, which must not part them in a rank that they share.
func (r *Ranks) entropy(sequence []string) (float64, bool) {
	const decimals = 1e12
	e := r.table.Task(sequence, r.estimator)
	known := len(sequence) < 2 || slices.ContainsFunc(e.Pairs, func(s switching.Switch) bool { return s.Source != "none" })
	return math.Round(e.SkE*decimals) / decimals, known
}

// Rank is the mid-rank of a task entropy: the share of the training set below
// it plus half the share equal to it.
func (r *Ranks) Rank(entropy float64) float64 { return switching.Rank(r.sorted, entropy) }
