package recipes_test

import (
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	formulas["gpg"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		valid := 0.0
		for j := range b.Length {
			for _, k := range others(b, j, all) {
				if b.Reward[k] != b.Reward[j] {
					valid++
					break
				}
			}
		}
		if valid == 0 {
			return map[string]float64{"advantage": 0}
		}
		var x []float64
		for _, j := range others(b, i, all) {
			x = append(x, b.Reward[j])
		}
		mean, _ := moments(x)
		return map[string]float64{"advantage": float64(len(b.Length)) / valid * (b.Reward[i] - mean)}
	}
}

// A group without variance beside leaves the sum of a gradient over the batch's size as
// it was.
func TestGPGCorrectsForUniformGroups(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 1, 1, 1}, Group: []int{0, 0, 1, 1}, Reward: []float64{1, 0, 1, 1}}
	if diff := cmp.Diff([]float64{1, -1, 0, 0}, plan(t, planner(t, "gpg"), b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
}
