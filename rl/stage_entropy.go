package rl

import "fmt"

// AnchorEntropy moves the anchor of the entropy term, or the lower edge of its band, to a
// number of the batch, in nats: such as the entropy that the policy had at the first update.
// The plan must have a term (EntropyBonus).
func AnchorEntropy(name string, at Varying) Stage {
	n := at.with(needs{reads: []Column{EntropyCoef}})
	s := Stage{Name: name, Kind: ActsOnRegulariser, Phase: n.phase, Reads: n.reads, Writes: []Column{EntropyCoef}}
	if n.keeps {
		s.Writes = append(s.Writes, StateColumn)
	}
	s.Apply = func(d *Draft) error {
		x, err := at.of(d)
		if err != nil {
			return err
		}
		if !finite(x) || d.Plan.Bonus.Form == "" {
			return fmt.Errorf("the anchor of the entropy form %q is %g", d.Plan.Bonus.Form, x)
		}
		d.Plan.Bonus.Lo = x
		return nil
	}
	return s
}
