package curriculum

import (
	"fmt"
	"math"
)

// accuracy is a running accuracy, an exponential moving average that begins at
// a prior: Σ_i d^(n−i)·(1−d)·x_i + d^n·prior after the scores x_1 … x_n, with
// d = 2^(−1/half-life). The two terms are kept apart, so that the prior may
// itself be an accuracy that moves.
type accuracy struct {
	Sum  float64 `json:"sum"`
	Left float64 `json:"left"` // weight of the prior, d^n
}

// before is the accuracy of what no score was seen of.
const before = 0.5

func (a accuracy) value(prior float64) float64 { return a.Sum + a.Left*prior }

// add takes a score in, with the decay d of earlier ones.
func (a accuracy) add(x, d float64) accuracy {
	return accuracy{d*a.Sum + (1-d)*min(max(x, 0), 1), d * a.Left}
}

// ledger is running accuracies, each at the index of its key.
type ledger []accuracy

func newLedger(n int) ledger {
	l := make(ledger, n)
	for i := range l {
		l[i].Left = 1
	}
	return l
}

// check says whether l may be the ledger of n keys.
func (l ledger) check(n int) error {
	if len(l) != n {
		return fmt.Errorf("state of the curriculum: it has %d running accuracies where the tasks have %d: the tasks have changed", len(l), n)
	}
	const rounding = 1e-9
	for i, a := range l {
		if !(a.Sum >= 0 && a.Left >= 0 && a.Sum+a.Left <= 1+rounding) {
			return fmt.Errorf("state of the curriculum: the running accuracy %d is %+v, which no scores make", i, a)
		}
	}
	return nil
}

// decay is what an earlier score's weight is multiplied by.
func decay(halfLife float64) float64 { return math.Exp2(-1 / halfLife) }

func known(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
