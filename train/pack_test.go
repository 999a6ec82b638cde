package train_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"segue/train"
)

// TestOrderVisitsEveryExampleOncePerEpoch: each epoch is a permutation, no
// batch is over the budget unless one example is, and steps are full but for an
// epoch's last.
func TestOrderVisitsEveryExampleOncePerEpoch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(1, 40), 1, 60).Draw(t, "lengths")
		seed, budget := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 100).Draw(t, "budget")
		accumulate := rapid.IntRange(1, 5).Draw(t, "accumulate")
		const epochs = 3
		total := train.TotalSteps(lengths, seed, budget, accumulate, epochs)
		steps, epochOf := train.Steps(lengths, seed, budget, accumulate, total+1)
		seen := make([][]int, epochs+1)
		for i, batches := range steps {
			if len(batches) > accumulate || len(batches) < accumulate && i+1 < len(epochOf) && epochOf[i+1] == epochOf[i] {
				t.Fatalf("step %d has %d batches", i, len(batches))
			}
			for _, batch := range batches {
				used := 0
				for _, e := range batch {
					used += lengths[e]
				}
				if len(batch) == 0 || used > budget && len(batch) > 1 {
					t.Fatalf("batch %v holds %d tokens, budget %d", batch, used, budget)
				}
				seen[epochOf[i]] = append(seen[epochOf[i]], batch...)
			}
		}
		for epoch := range epochs {
			slices.Sort(seen[epoch])
			for i, e := range seen[epoch] {
				if i != e || len(seen[epoch]) != len(lengths) {
					t.Fatalf("epoch %d visits %v of %d examples", epoch, seen[epoch], len(lengths))
				}
			}
		}
		if epochOf[total] != epochs {
			t.Fatalf("step %d is in epoch %d, want %d", total, epochOf[total], epochs)
		}
	})
}

func TestOrderDependsOnTheSeedAlone(t *testing.T) {
	lengths := make([]int, 50)
	for i := range lengths {
		lengths[i] = 1 + i%7
	}
	a, _ := train.Steps(lengths, 1, 20, 2, 12)
	again, _ := train.Steps(lengths, 1, 20, 2, 12)
	other, _ := train.Steps(lengths, 2, 20, 2, 12)
	if !cmp.Equal(a, again) {
		t.Error("the same seed gives another order")
	}
	if cmp.Equal(a, other) {
		t.Error("another seed gives the same order")
	}
}
