package rl

// KeepMixed is the filter of dynamic sampling (arXiv 2503.14476): it drops
// groups whose rollouts are all right or all wrong. It looks at correctness, not
// at the shaped reward. Rollouts of unknown correctness do not vote.
func KeepMixed() Stage {
	return Stage{
		Name: "keep-mixed-groups", Kind: ActsOnFilter, Reads: []Column{Keep, Group, Correct}, Writes: []Column{Keep},
		Apply: func(d *Draft) error {
			for _, group := range d.Groups() {
				mean, n := 0.0, 0
				for _, i := range group {
					if x := d.Batch.Correct[i]; known(x) {
						mean += x
						n++
					}
				}
				if mean > 0 && mean < float64(n) {
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
