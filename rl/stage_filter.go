package rl

import "math"

// Mixed says whether the values of a group differ, so that there is something to
// compare: of values that are 0 or 1, whether both are there. NaN does not vote.
func Mixed(values []float64) bool {
	least, most := math.Inf(1), math.Inf(-1)
	for _, x := range values {
		if known(x) {
			least, most = min(least, x), max(most, x)
		}
	}
	return least < most
}

// KeepMixed is the filter of dynamic sampling (arXiv 2503.14476): it drops
// groups whose rollouts are all right or all wrong, and more generally those whose
// rollouts are all equally right. It looks at correctness, not at the shaped reward.
func KeepMixed() Stage {
	return Stage{
		Name: "keep-mixed-groups", Kind: ActsOnFilter, Reads: []Column{Keep, Group, Correct}, Writes: []Column{Keep},
		Apply: func(d *Draft) error {
			for _, group := range d.Groups() {
				if Mixed(pick(d.Batch.Correct, group)) {
					continue
				}
				for _, i := range group {
					d.Drop(i, "uniform group")
				}
			}
			return nil
		},
	}
}

// MaskTruncated takes the loss of responses that were cut at the longest length away
// (overlong filtering, arXiv 2503.14476). After the advantage they still count in
// the baseline of their group; before it they would not.
func MaskTruncated() Stage {
	return Stage{
		Name: "mask-truncated", Kind: ActsOnFilter, Reads: []Column{Keep, Status}, Writes: []Column{Keep},
		Apply: func(d *Draft) error {
			for i, status := range d.Batch.Status {
				if status == StatusTruncated {
					d.Drop(i, "truncated")
				}
			}
			return nil
		},
	}
}
