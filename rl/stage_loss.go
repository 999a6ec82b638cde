package rl

import "fmt"

// SetObjective settles the surrogate and the level of its ratio.
func SetObjective(s Surrogacy, level RatioLevel) Stage {
	stage := Stage{
		Name: "objective", Kind: ActsOnRatio, ForLoss: []Column{LogProbOld}, Writes: []Column{Objective, Ratio},
		Apply: func(d *Draft) error {
			d.Plan.Surrogate, d.Plan.Ratio = s, level
			return nil
		},
	}
	if s.Kind == KindLogProb { // has no ratio
		stage.ForLoss = nil
	}
	if level == RatioTurn || level == RatioTurnToken {
		stage.ForLoss = append(stage.ForLoss, Steps)
	}
	return stage
}

// ClipRatio bounds the ratio to [1 − low, 1 + high].
func ClipRatio(low, high float64) Stage {
	return Stage{
		Name: "clip-ratio", Kind: ActsOnClip, Reads: []Column{Ratio}, Writes: []Column{Clip},
		Apply: func(d *Draft) error {
			d.column(&d.Plan.ClipLo, 0)
			d.column(&d.Plan.ClipHi, 0)
			fill(d.Plan.ClipLo, max(0, 1-low))
			fill(d.Plan.ClipHi, 1+high)
			return nil
		},
	}
}

// Normalise settles how token losses become one number; constant is the length
// of the mode Constant, in tokens.
func Normalise(mode NormMode, over Scope, constant float64) Stage {
	return Stage{
		Name: "normalise", Kind: ActsOnNormalisation, Reads: []Column{Keep, Length}, Writes: []Column{Normalisation},
		Apply: func(d *Draft) error {
			if mode == Constant && !(constant > 0) {
				return fmt.Errorf("the constant length is %g", constant)
			}
			d.Plan.Normalisation = Norm{Mode: mode, Over: over, Constant: constant}
			return nil
		},
	}
}

// HoldTo adds coef·KL(π, target) on every token; a coefficient of 0 adds nothing
// and needs no column.
func HoldTo(target KLTarget, by KLEstimator, coef float64) Stage {
	s := Stage{
		Name: "hold-to-" + string(target), Kind: ActsOnRegulariser, Writes: []Column{KL},
		Apply: func(d *Draft) error {
			if coef > 0 {
				d.column(&d.Plan.KLCoef, 0)
				fill(d.Plan.KLCoef, coef)
				d.Plan.KL = Divergence{Target: target, Estimator: by}
			}
			return nil
		},
	}
	if coef > 0 && by != KLExact {
		s.ForLoss = []Column{target.column()}
	}
	return s
}

// column is where the target's log-probabilities are.
func (t KLTarget) column() Column {
	switch t {
	case TargetReference:
		return LogProbRef
	case TargetOld:
		return LogProbOld
	}
	return Aux("logp_" + string(t))
}

// EntropyBonus adds coef·E·φ(H̄) of the given form on every token.
func EntropyBonus(coef float64, term EntropyTerm) Stage {
	return Stage{
		Name: "entropy-" + string(term.Form), Kind: ActsOnRegulariser, Writes: []Column{EntropyCoef},
		Apply: func(d *Draft) error {
			if coef > 0 {
				d.column(&d.Plan.EntropyCoef, 0)
				fill(d.Plan.EntropyCoef, coef)
				d.Plan.Bonus = term
			}
			return nil
		},
	}
}

// ValueLoss declares the loss of a value head.
func ValueLoss(coef, clip float64) Stage {
	return Stage{
		Name: "value-loss", Kind: ActsOnValue, Reads: []Column{ValueTarget, Aux("value")}, Writes: []Column{ValueLossCoef},
		Apply: func(d *Draft) error {
			d.Plan.Value = ValueTerm{Coef: coef, Clip: clip}
			return nil
		},
	}
}
