package train

import (
	"fmt"

	"segue/train/policy"
)

// replay is the supervised data that is learned beside the rollouts.
type replay struct {
	examples []Example
	order    *order
	weight   float64
	pack     packed
}

func (s *rlSession) openReplay() error {
	c := s.config.Replay
	if c.Tokens == 0 {
		return nil
	}
	records, err := readAll(c.Data)
	if err != nil {
		return err
	}
	e, err := newEncoder(s.loaded, c.Tokens)
	if err != nil {
		return err
	}
	var d dataset
	examples, err := d.encode(e, records)
	if err != nil {
		return err
	}
	if len(examples) == 0 {
		return fmt.Errorf("replay: no example has a learned token within %d tokens", c.Tokens)
	}
	s.replay = &replay{examples: examples, order: newOrder(examples, s.config.Seed, c.Tokens, 1), weight: c.Weight}
	return nil
}

// imitate adds the gradient of the n-th batch of examples, and gives its loss.
func (r *replay) imitate(p *policy.Policy, n int) (float64, error) {
	batches, _ := r.order.at(n)
	r.pack.fill(r.examples, batches[0])
	return p.Imitate(r.pack.batch, r.pack.targets, r.weight)
}
