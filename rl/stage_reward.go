package rl

// TakeReward starts from the batch's reward. Rollouts without one, or with a
// status that is unscored, leave the plan: unscored is never 0.
func TakeReward() Stage {
	return Stage{
		Name: "take-reward", Kind: ActsOnReward, Reads: []Column{Reward}, MayRead: []Column{Status}, Writes: []Column{Score, Keep},
		Apply: func(d *Draft) error {
			d.Score = append([]float64(nil), d.Batch.Reward...)
			d.dropUnscored()
			return nil
		},
	}
}

// WeightedPart is a named reward part and its weight λ, which may be a quantity of
// the recipe.
type WeightedPart struct {
	Name     string
	Weight   float64
	Quantity string // "" where no quantity sets it
}

// ComposeReward is Σ λ·part where the batch has all the parts, and otherwise
// the batch's reward, taken for composed already.
func ComposeReward(parts ...WeightedPart) Stage {
	s := TakeReward()
	s.Name, s.Pays = "compose-reward", parts
	for _, p := range parts {
		s.MayRead = append(s.MayRead, Part(p.Name))
	}
	s.Apply = func(d *Draft) error {
		d.Score = append([]float64(nil), d.Batch.Reward...)
		for _, p := range parts {
			if !d.Batch.Has(Part(p.Name)) {
				d.dropUnscored()
				return nil
			}
		}
		for i := range d.Score {
			d.Score[i] = 0
			for _, p := range parts {
				if p.Weight != 0 { // an unscored part that does not count is no matter
					d.Score[i] += p.Weight * d.Batch.Parts[p.Name][i]
				}
			}
		}
		d.dropUnscored()
		return nil
	}
	return s
}

func (d *Draft) dropUnscored() {
	for i, x := range d.Score {
		if !known(x) || !d.Batch.Scored(i) {
			d.Drop(i, "unscored")
		}
	}
}

// OverlongPenalty is DAPO's soft overlong punishment (arXiv 2503.14476): 0 up
// to most−cache tokens, then falling linearly to −1 at most tokens and beyond.
func OverlongPenalty(most, cache float64) Stage {
	return Stage{
		Name: "overlong-penalty", Kind: ActsOnReward, Reads: []Column{Score, Length}, Writes: []Column{Score},
		Apply: func(d *Draft) error {
			for i, length := range d.Batch.Length {
				switch over := float64(length) - (most - cache); {
				case over <= 0:
				case float64(length) > most || cache == 0:
					d.Score[i]--
				default:
					d.Score[i] -= over / cache
				}
			}
			return nil
		},
	}
}

// SpanRewards is Σ weight·reward for each span, over the parts that are named.
// A span without one of them is unscored.
func SpanRewards(parts ...WeightedPart) Stage {
	return Stage{
		Name: "span-rewards", Kind: ActsOnReward, Reads: []Column{Spans}, Writes: []Column{SpanScore}, Pays: parts,
		Apply: func(d *Draft) error {
			d.SpanScore = make([]float64, len(d.Batch.Spans))
			for k, s := range d.Batch.Spans {
				for _, p := range parts {
					if p.Weight != 0 {
						d.SpanScore[k] += p.Weight * s.reward(p.Name)
					}
				}
			}
			return nil
		},
	}
}

// KLInReward takes coef·(log π_old − log π_ref) from the reward of each token
// (Ziegler et al., arXiv 1909.08593). With a target above 0 the coefficient is a
// controller's: after each batch it is multiplied by 1 + clip(KL/target − 1, ±0.2)·B/horizon,
// B being the kept rollouts and KL the mean per token in nats.
func KLInReward(coef, target, horizon float64) Stage {
	return Stage{
		Name: "kl-in-reward", Kind: ActsOnController, Reads: []Column{Keep, LogProbOld, LogProbRef}, Writes: []Column{TokenReward, StateColumn},
		Apply: func(d *Draft) error {
			coef := d.Plan.State.Number("kl_coef", coef)
			d.TokenReward = make([]float64, d.Batch.Tokens())
			sum, tokens, rollouts := 0.0, 0, 0
			for i, keep := range d.Plan.Keep {
				if !keep {
					continue
				}
				rollouts++
				tokens += d.Batch.Length[i]
				for t := d.Offsets[i]; t < d.Offsets[i+1]; t++ {
					kl := d.Batch.LogProbOld[t] - d.Batch.LogProbRef[t]
					d.TokenReward[t] = -coef * kl
					sum += kl
				}
			}
			if target > 0 && tokens > 0 {
				const most = 0.2 // of the relative error
				off := min(max(sum/float64(tokens)/target-1, -most), most)
				d.Plan.State.Remember("kl_coef", coef*max(0, 1+off*float64(rollouts)/horizon))
			}
			return nil
		},
	}
}
