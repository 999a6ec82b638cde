package rl_test

import (
	"testing"

	"segue/rl"
)

// A reward that is the group's mean has the advantage 0 in whatever order it is added up,
// so that no stage takes the sign of a rounding error for one.
func TestARewardAtTheMeanHasNoSign(t *testing.T) {
	for _, rewards := range [][]float64{{0.1, 0.2, 0.3}, {0.3, 0.2, 0.1}, {1.1, 1.3, 1.2, 1.2}, {1.2, 1.3, 1.1, 1.2}, {-0.7, 0.1, -0.3}} {
		n := len(rewards)
		d := &rl.Draft{
			Batch: &rl.Batch{Length: make([]int, n), Group: make([]int, n)}, Score: rewards,
			Offsets: make([]int, n+1), Plan: &rl.Plan{Keep: make([]bool, n)},
		}
		sum := 0.0
		for i, r := range rewards {
			d.Batch.Length[i], d.Offsets[i+1], d.Plan.Keep[i] = 1, i+1, true
			sum += r
		}
		if err := rl.GroupAdvantage(rl.SampleDeviation, 1e-6).Apply(d); err != nil {
			t.Fatal(err)
		}
		for i, a := range d.Plan.Advantage {
			off := rewards[i] - sum/float64(n)
			if at := off < 1e-9 && off > -1e-9; at != (a == 0) {
				t.Errorf("of %v the advantage of %v is %v", rewards, rewards[i], a)
			}
		}
	}
}
