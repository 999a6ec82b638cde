package rl

import "math"

// Diagnostics is what there is to watch of one update. Means and fractions are
// over the tokens that count: those of kept rollouts.
type Diagnostics struct {
	Loss    float64 `json:"loss"` // the sum of the next four
	Policy  float64 `json:"policy_loss"`
	KL      float64 `json:"kl_loss"`
	Entropy float64 `json:"entropy_loss"`
	Value   float64 `json:"value_loss"`

	Tokens    int     `json:"tokens"`
	RatioMean float64 `json:"ratio_mean"`
	RatioMax  float64 `json:"ratio_max"`
	ClipLow   float64 `json:"clip_low"`  // fraction held by the lower bound; with weights that are clipped, of weights at it
	ClipHigh  float64 `json:"clip_high"` // fraction held by the upper bound; the same
	ClipDual  float64 `json:"clip_dual"` // fraction held by the dual clip
	ApproxKL  float64 `json:"approx_kl"` // nats, k3 of KL(π_old‖π): mean r − 1 − ln r of single tokens
	TargetKL  float64 `json:"target_kl"` // nats, mean of the plan's estimate of KL(π‖target)

	Tokenwise EntropyTelemetry `json:"entropy"` // of the current policy, else of the batch
}

// watch gathers diagnostics while the loss is made.
type watch struct {
	policy, divergence, entropy, value float64
	tokens, klTokens                   int
	ratioSum, ratioMax, klSum          float64
	clips                              [4]int
}

func (w *watch) token(ratio, weight float64, c clipped) {
	w.tokens++
	w.ratioSum += ratio
	w.ratioMax = max(w.ratioMax, ratio)
	if weight != 0 {
		w.clips[c]++
	}
}

func (w *watch) kl(estimate, coef float64) {
	w.klTokens++
	w.klSum += estimate
	w.divergence += coef * estimate
}

func (w *watch) diagnose(p *Plan, b *Batch, now Current) Diagnostics {
	d := Diagnostics{
		Loss: w.policy + w.divergence + w.entropy + w.value, Policy: w.policy, KL: w.divergence, Entropy: w.entropy, Value: w.value,
		Tokens: w.tokens, RatioMax: w.ratioMax,
	}
	if w.tokens > 0 {
		n := float64(w.tokens)
		d.RatioMean = w.ratioSum / n
		d.ClipLow, d.ClipHigh, d.ClipDual = float64(w.clips[clippedLow])/n, float64(w.clips[clippedHigh])/n, float64(w.clips[clippedDual])/n
		d.ApproxKL = approxKL(p, b, now) / n
	}
	if w.klTokens > 0 {
		d.TargetKL = w.klSum / float64(w.klTokens)
	}
	entropy := now.Entropy
	if entropy == nil {
		entropy = b.Entropy
	}
	d.Tokenwise = Telemetry(b, p.Keep, entropy)
	return d
}

// approxKL is the sum of r − 1 − ln r over kept tokens.
func approxKL(p *Plan, b *Batch, now Current) float64 {
	if b.LogProbOld == nil {
		return 0
	}
	sum, at := 0.0, 0
	for i, length := range b.Length {
		for t := at; t < at+length && p.Keep[i]; t++ {
			x := min(max(now.LogProb[t]-b.LogProbOld[t], -maxLogRatio), maxLogRatio)
			sum += math.Expm1(x) - x
		}
		at += length
	}
	return sum
}
