package rl_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"segue/rl"
)

// slowLoss is the loss written down token by token from docs/algebra.md, without
// sharing any code with the package. What the formulas stop the gradient of is
// taken at base; the rest at now.
func slowLoss(p *rl.Plan, b *rl.Batch, now, base rl.Current) float64 {
	type tok struct{ i, t, n int }
	var toks []tok
	t := 0
	for i, n := range b.Length {
		for range n {
			toks = append(toks, tok{i, t, n})
			t++
		}
	}
	logRatio := func(c rl.Current, k tok) float64 {
		sum, n := 0.0, 0.0
		add := func(u int) { sum += c.LogProb[u] - b.LogProbOld[u]; n++ }
		switch p.Ratio {
		case rl.RatioToken:
			add(k.t)
		case rl.RatioSequence, rl.RatioSequenceToken:
			for _, o := range toks {
				if o.i == k.i {
					add(o.t)
				}
			}
		default:
			lo, hi := k.t, k.t
			for lo > 0 && toks[lo-1].i == k.i && b.Step[lo-1] == b.Step[k.t] {
				lo--
			}
			for hi+1 < len(toks) && toks[hi+1].i == k.i && b.Step[hi+1] == b.Step[k.t] {
				hi++
			}
			for u := lo; u <= hi; u++ {
				add(u)
			}
		}
		return sum / n
	}
	policy, kl, value, eSum, eMean := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, k := range toks {
		if !p.Keep[k.i] {
			continue
		}
		c := 1.0
		if p.Normalisation.Mode == rl.SequenceMean {
			n := 0.0
			for _, o := range toks {
				if o.i == k.i && (p.Normalisation.Over != rl.OverActive || p.Weight[o.t] > 0) {
					n++
				}
			}
			if n == 0 {
				continue
			}
			c = 1 / n
		}
		a, lp := p.Advantage[k.t], now.LogProb[k.t]
		lr, lr0 := logRatio(now, k), logRatio(base, k)
		if p.Ratio == rl.RatioSequenceToken || p.Ratio == rl.RatioTurnToken {
			lr = lr0 + lp - base.LogProb[k.t]
		}
		policy -= c * p.Weight[k.t] * slowSurrogate(p.Surrogate, a, lr, lr0, lp, p.ClipLo[k.t], p.ClipHi[k.t])
		kl += c * p.KLCoef[k.t] * slowKL(p, b, now, k.t)
		eSum += c * p.EntropyCoef[k.t]
		eMean += c * p.EntropyCoef[k.t] * now.Entropy[k.t]
		v, old, r := now.Value[k.t], b.Aux["value"][k.t], p.ValueTarget[k.t]
		held := math.Max(old-p.Value.Clip, math.Min(old+p.Value.Clip, v))
		value += c * p.Value.Coef / 2 * math.Max((v-r)*(v-r), (held-r)*(held-r))
	}
	entropy := 0.0
	if eSum > 0 {
		mean := eMean / eSum
		switch p.Bonus.Form {
		case rl.FormBonus:
			entropy = -eSum * mean
		case rl.FormAnchor:
			entropy = eSum * math.Pow(mean-p.Bonus.Lo, 2)
		case rl.FormBand:
			if mean < p.Bonus.Lo {
				entropy = eSum * math.Pow(p.Bonus.Lo-mean, 2)
			} else if mean > p.Bonus.Hi {
				entropy = eSum * math.Pow(mean-p.Bonus.Hi, 2)
			}
		}
	}
	return (policy + kl + value + entropy) / p.Normalisation.Denominator
}

func slowSurrogate(s rl.Surrogacy, a, lr, lr0, lp, lo, hi float64) float64 {
	r, r0 := math.Exp(lr), math.Exp(lr0)
	tau := s.TemperaturePos
	if a < 0 {
		tau = s.TemperatureNeg
	}
	switch s.Kind {
	case rl.KindLogProb:
		return a * lp
	case rl.KindWeighted:
		return math.Max(lo, math.Min(hi, r0)) * a * lp
	case rl.KindSoftGate:
		return a * 4 / tau / (1 + math.Exp(-tau*(r-1)))
	case rl.KindLabel:
		if a > 0 {
			return a * 2 / tau * math.Log(1/(1+math.Exp(-tau*lr)))
		}
		return -a * 2 / tau * math.Log(1/(1+math.Exp(tau*lr)))
	}
	if s.PreserveLo > 0 || s.PreserveHi > 0 { // the bound carries r/sg(r), raised to the share kept
		switch {
		case a > 0 && r0 > hi:
			return a * hi * math.Exp(s.PreserveHi*(lr-lr0))
		case a < 0 && r0 < lo:
			return a * lo * math.Exp(s.PreserveLo*(lr-lr0))
		}
		return a * r
	}
	out := math.Min(a*r, a*math.Max(lo, math.Min(hi, r)))
	if a < 0 && s.DualClip > 0 {
		out = math.Max(out, s.DualClip*a)
	}
	return out
}

func slowKL(p *rl.Plan, b *rl.Batch, now rl.Current, t int) float64 {
	if p.KL.Estimator == rl.KLExact {
		return now.KL[t]
	}
	target := map[rl.KLTarget][]float64{
		rl.TargetReference: b.LogProbRef, rl.TargetOld: b.LogProbOld, rl.TargetMoving: b.Aux["logp_moving"],
		rl.TargetFiltered: b.Aux["logp_filtered"], rl.TargetTeacher: b.Aux["logp_teacher"],
	}[p.KL.Target][t]
	lp := now.LogProb[t]
	switch p.KL.Estimator {
	case rl.K1:
		return lp - target
	case rl.KAbs:
		return math.Abs(lp - target)
	case rl.K2:
		return (lp - target) * (lp - target) / 2
	}
	return math.Exp(target)/math.Exp(lp) - (target - lp) - 1
}

// everything draws a batch with all columns, and what the policy says of it now.
func everything(r *rand.Rand, lengths ...int) (*rl.Batch, rl.Current) {
	n := 0
	for _, l := range lengths {
		n += l
	}
	draw := func(scale, shift float64) []float64 {
		out := make([]float64, n)
		for t := range out {
			out[t] = scale*r.Float64() + shift
		}
		return out
	}
	b := &rl.Batch{Length: lengths, LogProbOld: draw(-3, -0.1), LogProbRef: draw(-3, -0.1), Entropy: draw(2, 0), Aux: map[string][]float64{
		"value": draw(1, 0), "logp_moving": draw(-3, -0.1), "logp_filtered": draw(-3, -0.1), "logp_teacher": draw(-3, -0.1),
	}}
	for t := range n {
		b.Step = append(b.Step, t/2%3)
		b.Class = append(b.Class, t%4)
	}
	now := rl.Current{Entropy: draw(2, 0), KL: draw(1, 0), Value: draw(2, -0.5)}
	for t := range n {
		now.LogProb = append(now.LogProb, math.Min(-0.01, b.LogProbOld[t]+r.Float64()-0.5))
	}
	return b, now
}

// anyPlan draws a plan of a given shape for a batch.
func anyPlan(r *rand.Rand, b *rl.Batch) *rl.Plan {
	n := b.Tokens()
	draw := func(scale, shift float64) []float64 {
		out := make([]float64, n)
		for t := range out {
			out[t] = scale*r.Float64() + shift
		}
		return out
	}
	p := &rl.Plan{
		Advantage: draw(4, -2), Weight: draw(2, 0), ClipLo: draw(0.3, 0.6), ClipHi: draw(0.3, 1.05), KLCoef: draw(0.2, 0),
		EntropyCoef: draw(0.2, 0), ValueTarget: draw(2, -0.5), Value: rl.ValueTerm{Coef: 0.7, Clip: 0.3},
	}
	p.Weight[0] = 0
	for range b.Length {
		p.Keep = append(p.Keep, true)
	}
	p.Keep[len(p.Keep)-1] = false
	return p
}

// TestGradients compares every closed-form gradient with central differences of
// the slow loss, for every combination of kind, ratio level, clip mode and
// normalisation; KL estimators, targets, and entropy forms take turns.
func TestGradients(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := []rl.SurrogateKind{rl.KindClip, rl.KindLogProb, rl.KindWeighted, rl.KindSoftGate, rl.KindLabel}
	levels := []rl.RatioLevel{rl.RatioToken, rl.RatioSequence, rl.RatioTurn, rl.RatioSequenceToken, rl.RatioTurnToken}
	clips := []rl.Surrogacy{{}, {PreserveLo: 0.5, PreserveHi: 1}, {DualClip: 1.3}}
	estimators := []rl.KLEstimator{rl.K1, rl.KAbs, rl.K2, rl.K3, rl.KLExact}
	targets := []rl.KLTarget{rl.TargetReference, rl.TargetOld, rl.TargetMoving, rl.TargetFiltered, rl.TargetTeacher}
	forms := []rl.EntropyTerm{{Form: rl.FormBonus, Support: rl.SupportFull}, {Form: rl.FormAnchor, Support: rl.SupportTopP, Lo: 0.4}, {Form: rl.FormBand, Lo: 1.2, Hi: 1.4}, {Form: rl.FormBand, Lo: 0.1, Hi: 0.5}}
	turn := 0
	for _, kind := range kinds {
		for _, level := range levels {
			for _, clip := range clips {
				for _, mode := range []rl.NormMode{rl.TokenMean, rl.SequenceMean, rl.SequenceSum, rl.Constant} {
					for _, over := range []rl.Scope{rl.OverAll, rl.OverKept, rl.OverActive} {
						b, now := everything(r, 4, 0, 5, 1, 2)
						p := anyPlan(r, b)
						p.Surrogate, p.Ratio = clip, level
						p.Surrogate.Kind, p.Surrogate.TemperaturePos, p.Surrogate.TemperatureNeg = kind, 1.5, 0.8
						p.Normalisation = rl.Norm{Mode: mode, Over: over, Constant: 7}.Of(b, p)
						p.KL = rl.Divergence{Estimator: estimators[turn%len(estimators)], Target: targets[turn/len(estimators)%len(targets)]}
						p.Bonus = forms[turn%len(forms)]
						turn++
						t.Run(fmt.Sprint(kind, "/", level, "/", clip.ClipMode(), clip.DualClip, "/", mode, over, "/", p.KL, p.Bonus.Form), func(t *testing.T) { compareGradients(t, p, b, now) })
					}
				}
			}
		}
	}
}

func compareGradients(t *testing.T, p *rl.Plan, b *rl.Batch, now rl.Current) {
	value, g, d, err := rl.Surrogate(p, b, now)
	if err != nil {
		t.Fatal(err)
	}
	if want := slowLoss(p, b, now, now); math.Abs(value-want) > 1e-12*(1+math.Abs(want)) {
		t.Errorf("loss %v, slowly %v", value, want)
	}
	if sum := d.Policy + d.KL + d.Entropy + d.Value; math.Abs(sum-value) > 1e-12 {
		t.Errorf("the parts add up to %v, not %v", sum, value)
	}
	if g.KL == nil {
		g.KL = make([]float64, b.Tokens())
	}
	for _, c := range []struct {
		name     string
		gradient []float64
		of       func(*rl.Current) *[]float64
	}{
		{"log-prob", g.LogProb, func(c *rl.Current) *[]float64 { return &c.LogProb }},
		{"entropy", g.Entropy, func(c *rl.Current) *[]float64 { return &c.Entropy }},
		{"KL", g.KL, func(c *rl.Current) *[]float64 { return &c.KL }},
		{"value", g.Value, func(c *rl.Current) *[]float64 { return &c.Value }},
	} {
		const h = 1e-5
		for k := range c.gradient {
			at := func(step float64) float64 {
				moved := now
				column := slices.Clone(*c.of(&now))
				column[k] += step
				*c.of(&moved) = column
				return slowLoss(p, b, moved, now)
			}
			want := (at(h) - at(-h)) / (2 * h)
			if math.Abs(c.gradient[k]-want) > 1e-7 {
				t.Errorf("∂loss/∂%s of token %d is %v, by differences %v", c.name, k, c.gradient[k], want)
			}
		}
	}
}

// What is not finite or not there is refused in words.
func TestSurrogateRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		want  string
		spoil func(*rl.Plan, *rl.Batch, *rl.Current)
	}{
		{"diverged", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { now.LogProb[1] = math.NaN() }},
		{"0 current values", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { now.LogProb = []float64{} }},
		{"logp_old", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { b.LogProbOld = nil }},
		{"KL target reference", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { b.LogProbRef = nil }},
		{"exact KL", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.KL.Estimator, now.KL = rl.KLExact, nil }},
		{"entropy", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { now.Entropy = nil }},
		{"value", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { now.Value = nil }},
		{"aux.value", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { b.Aux = nil }},
		{"column step", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.Ratio, b.Step = rl.RatioTurn, nil }},
		{"keeps 1 rollouts", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.Keep = p.Keep[:1] }},
		{"advantage of token 0", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.Advantage[0] = math.Inf(1) }},
		{"no estimator", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.KL = rl.Divergence{} }},
		{"coefficients and no form", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.Bonus = rl.EntropyTerm{} }},
		{"no advantages", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.Advantage = nil }},
		{"one clip bound", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.ClipHi = nil }},
		{"surrogate \"best\"", func(p *rl.Plan, b *rl.Batch, now *rl.Current) { p.Surrogate.Kind = "best" }},
	} {
		b, now := everything(r, 3, 2)
		p := anyPlan(r, b)
		p.Surrogate.Kind, p.Ratio, p.KL = rl.KindClip, rl.RatioToken, rl.Divergence{Target: rl.TargetReference, Estimator: rl.K3}
		p.Bonus = rl.EntropyTerm{Support: rl.SupportFull, Form: rl.FormBonus}
		p.Normalisation = rl.Norm{Mode: rl.TokenMean, Over: rl.OverKept}.Of(b, p)
		c.spoil(p, b, &now)
		if _, _, _, err := rl.Surrogate(p, b, now); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
	}
}

// Far from the old policy the loss and its gradients stay finite.
func TestSurrogateIsFiniteFarAway(t *testing.T) {
	b := &rl.Batch{Length: []int{2}, LogProbOld: []float64{-1e6, -1}, LogProbRef: []float64{-1, -1e6}}
	now := rl.Current{LogProb: []float64{-1, -1e6}}
	for _, kind := range []rl.SurrogateKind{rl.KindClip, rl.KindLogProb, rl.KindWeighted, rl.KindSoftGate, rl.KindLabel} {
		for _, a := range []float64{-1, 0, 1} {
			p := &rl.Plan{Advantage: []float64{a, a}, KLCoef: []float64{1, 1}, Keep: []bool{true}, Ratio: rl.RatioToken, Surrogate: rl.Surrogacy{Kind: kind}, KL: rl.Divergence{Target: rl.TargetReference, Estimator: rl.K3}}
			p.Normalisation = rl.Norm{Mode: rl.TokenMean, Over: rl.OverKept}.Of(b, p)
			l, g, d, err := rl.Surrogate(p, b, now)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range append(g.LogProb, l, d.RatioMean, d.ApproxKL) {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%s, A = %v: loss %v, gradients %v", kind, a, l, g.LogProb)
				}
			}
		}
	}
}
