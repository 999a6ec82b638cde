package rl

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Plan says what an engine is to do with a batch. It holds no gradient.
//
//	loss = 1/D · Σ c·( −w·S(ratio; A, lo, hi) + kl·K(π, target) ) + entropy term + value term
//
// with c and D from Normalisation. Columns that are nil mean: weight 1, no
// bounds, kl 0, entropy coefficient 0. Tokens of a rollout that is not kept
// count for nothing.
type Plan struct {
	Recipe string

	Advantage   []float64 // [T] A
	Weight      []float64 // [T] w ≥ 0
	ClipLo      []float64 // [T] lower bound on the ratio itself
	ClipHi      []float64 // [T] upper bound; +Inf is none
	KLCoef      []float64 // [T]
	EntropyCoef []float64 // [T]
	ValueTarget []float64 // [T] return that a value head is to predict

	Keep    []bool         // [B]
	Dropped map[string]int // why rollouts are not kept, and how many

	Ratio         RatioLevel
	Surrogate     Surrogacy
	Normalisation Norm
	KL            Divergence
	Bonus         EntropyTerm
	Value         ValueTerm

	State State // to be handed to the next batch's plan
}

// RatioLevel says which tokens share an importance ratio π/π_old.
type RatioLevel string

// The ratio levels. Sequence and turn take the geometric mean over their
// tokens, and each token moves the ratio of all. In the -token forms (GSPO-token,
// arXiv 2507.18071) the value is shared but a token's term moves that token only.
const (
	RatioToken         RatioLevel = "token"
	RatioSequence      RatioLevel = "sequence"
	RatioTurn          RatioLevel = "turn" // a run of tokens with one step number
	RatioSequenceToken RatioLevel = "sequence-token"
	RatioTurnToken     RatioLevel = "turn-token"
)

// SurrogateKind names a surrogate S.
type SurrogateKind string

// The surrogate kinds; r is the ratio, sg stops the gradient.
const (
	KindClip     SurrogateKind = "clip"           // min(A·r, A·clip(r, lo, hi)), PPO
	KindLogProb  SurrogateKind = "log-prob"       // A·log π, REINFORCE
	KindWeighted SurrogateKind = "clipped-weight" // sg(clip(r, lo, hi))·A·log π, CISPO
	KindSoftGate SurrogateKind = "soft-gate"      // A·(4/τ)·σ(τ·(r−1)), SAPO; τ by the sign of A
	KindLabel    SurrogateKind = "label"          // −|A|·(2/τ)·ln(1+exp(−sgn(A)·τ·ln r)), a classifier of right and wrong
)

// Surrogacy is a surrogate kind with its clip mode.
type Surrogacy struct {
	Kind SurrogateKind `json:"-"` // the field surrogate of the plan
	// DualClip is c > 1: for A < 0 the surrogate is at least c·A (arXiv 1912.09729). 0 is off.
	DualClip float64 `json:"dual_clip,omitempty"`
	// PreserveLo and PreserveHi are the share of the gradient that is kept when
	// the lower or the upper bound holds the value (0 is the hard clip, 1 keeps all of
	// bound·A·∇log π).
	PreserveLo float64 `json:"preserve_lo,omitempty"`
	PreserveHi float64 `json:"preserve_hi,omitempty"`
	// TemperaturePos and TemperatureNeg are τ for A > 0 and A < 0; 0 is 1.
	TemperaturePos float64 `json:"temperature_pos,omitempty"`
	TemperatureNeg float64 `json:"temperature_neg,omitempty"`
}

// ClipMode says in a word what happens to the gradient at a bound.
func (s Surrogacy) ClipMode() string {
	if s.PreserveLo > 0 || s.PreserveHi > 0 {
		return "gradient-preserving"
	}
	return "hard"
}

// Divergence says what the KL coefficients weigh.
type Divergence struct {
	Target    KLTarget    `json:"target"`
	Estimator KLEstimator `json:"estimator"`
}

// KLTarget names the distribution that the policy is held to.
type KLTarget string

// The targets, with the batch column of their log-probabilities.
const (
	TargetReference KLTarget = "reference" // logp_ref
	TargetOld       KLTarget = "old"       // logp_old
	TargetMoving    KLTarget = "moving"    // aux.logp_moving, an average of past policies
	TargetFiltered  KLTarget = "filtered"  // aux.logp_filtered, the old policy without its unlikely tokens
	TargetTeacher   KLTarget = "teacher"   // aux.logp_teacher
)

// KLEstimator names an estimate of KL(π‖target) from one token, with
// d = log target − log π (Schulman, "Approximating KL divergence").
type KLEstimator string

// The estimators.
const (
	K1      KLEstimator = "k1"    // −d
	KAbs    KLEstimator = "abs"   // |d|
	K2      KLEstimator = "k2"    // d²/2
	K3      KLEstimator = "k3"    // exp(d) − d − 1
	KLExact KLEstimator = "exact" // over the vocabulary, handed in by the engine
)

// EntropyTerm says what the entropy coefficients e weigh. With the mean
// H̄ = Σ c·e·H / Σ c·e and E = Σ c·e/D the loss has the term E·φ(H̄).
type EntropyTerm struct {
	Support EntropySupport `json:"support"`
	Form    EntropyForm    `json:"form"`
	Lo      float64        `json:"lo,omitempty"` // nats: the anchor, or the lower edge of the band
	Hi      float64        `json:"hi,omitempty"` // nats: the upper edge of the band

	// Size is how large the support is: the mass of top-p, the tokens of top-k, the share
	// of the vocabulary of top-share. 0 leaves it to the engine.
	Size float64 `json:"size,omitempty"`
	// Most is the largest number of tokens of a support top-p; 0: no bound.
	Most int `json:"most,omitempty"`
	// Scaled is the entropy times ln V/ln n, of n tokens of a vocabulary of V, as if they
	// were all of it; the entropy of one token is 0.
	Scaled bool `json:"scaled,omitempty"`
}

// EntropySupport says over which tokens of the vocabulary the entropy is taken.
type EntropySupport string

// The supports.
const (
	SupportFull EntropySupport = "full"
	SupportTopP EntropySupport = "top-p"
	SupportTopK EntropySupport = "top-k"

	SupportTopShare EntropySupport = "top-share" // of the vocabulary, rounded up
)

// EntropyForm is φ.
type EntropyForm string

// The forms.
const (
	FormBonus  EntropyForm = "bonus"  // −H̄
	FormAnchor EntropyForm = "anchor" // (H̄ − lo)²
	FormBand   EntropyForm = "band"   // max(0, lo − H̄)² + max(0, H̄ − hi)²
)

// ValueTerm is the loss of a value head v against ValueTarget R:
// coef/D · Σ c·½·max((v−R)², (clip(v, v_old ± clip)−R)²), with v_old from aux.value.
type ValueTerm struct {
	Coef float64 `json:"coef"`
	Clip float64 `json:"clip,omitempty"` // 0 is no clip
}

// Select returns the plan of the given rollouts of b, as Batch.Select does the
// batch. The denominator stays: the losses of the parts add up to that of the
// whole. Norm.Of gives a part its own.
func (p *Plan) Select(b *Batch, rollouts []int) *Plan {
	off := b.Offsets()
	s := *p
	for _, c := range p.tokenColumns() {
		*c.of(&s) = pickTokens(*c.of(p), off, rollouts)
	}
	s.Keep = pick(p.Keep, rollouts)
	s.Dropped = maps.Clone(p.Dropped)
	s.State = p.State.Clone()
	return &s
}

type tokenColumn struct {
	name string
	of   func(*Plan) *[]float64
}

// tokenColumns lists the columns over tokens.
func (p *Plan) tokenColumns() []tokenColumn {
	return []tokenColumn{
		{"advantage", func(p *Plan) *[]float64 { return &p.Advantage }},
		{"weight", func(p *Plan) *[]float64 { return &p.Weight }},
		{"clip_lo", func(p *Plan) *[]float64 { return &p.ClipLo }},
		{"clip_hi", func(p *Plan) *[]float64 { return &p.ClipHi }},
		{"kl", func(p *Plan) *[]float64 { return &p.KLCoef }},
		{"entropy_coef", func(p *Plan) *[]float64 { return &p.EntropyCoef }},
		{"value_target", func(p *Plan) *[]float64 { return &p.ValueTarget }},
	}
}

// Validate checks a plan against its batch.
func (p *Plan) Validate(b *Batch) error {
	n, tokens := b.Rollouts(), b.Tokens()
	if len(p.Keep) != n {
		return fmt.Errorf("the plan keeps %d rollouts of %d", len(p.Keep), n)
	}
	for _, c := range p.tokenColumns() {
		column := *c.of(p)
		if size(column, tokens) != tokens {
			return fmt.Errorf("column %s of the plan has %d entries for %d tokens", c.name, len(column), tokens)
		}
		for t, x := range column {
			if math.IsNaN(x) || math.IsInf(x, 0) && !(c.name == "clip_hi" && x > 0) {
				return fmt.Errorf("%s of token %d is %g", c.name, t, x)
			}
		}
	}
	if p.Advantage == nil {
		return fmt.Errorf("the plan has no advantages")
	}
	if (p.ClipLo == nil) != (p.ClipHi == nil) {
		return fmt.Errorf("the plan has one clip bound without the other")
	}
	isSet := func(x float64) bool { return x != 0 }
	if p.KL.Estimator == "" && slices.ContainsFunc(p.KLCoef, isSet) {
		return fmt.Errorf("the plan has KL coefficients and no estimator")
	}
	if p.Bonus.Form == "" && slices.ContainsFunc(p.EntropyCoef, isSet) {
		return fmt.Errorf("the plan has entropy coefficients and no form")
	}
	for _, c := range []struct {
		name, value string
		of          []string
	}{
		{"ratio", string(p.Ratio), texts(RatioToken, RatioSequence, RatioTurn, RatioSequenceToken, RatioTurnToken)},
		{"surrogate", string(p.Surrogate.Kind), texts(KindClip, KindLogProb, KindWeighted, KindSoftGate, KindLabel)},
		{"normalisation", string(p.Normalisation.Mode), texts(TokenMean, SequenceMean, SequenceSum, Constant)},
		{"normalisation scope", string(p.Normalisation.Over), texts(OverAll, OverKept, OverActive)},
		{"KL target", string(p.KL.Target), texts("", TargetReference, TargetOld, TargetMoving, TargetFiltered, TargetTeacher)},
		{"KL estimator", string(p.KL.Estimator), texts("", K1, KAbs, K2, K3, KLExact)},
		{"entropy support", string(p.Bonus.Support), texts("", SupportFull, SupportTopP, SupportTopK, SupportTopShare)},
		{"entropy form", string(p.Bonus.Form), texts("", FormBonus, FormAnchor, FormBand)},
	} {
		if !slices.Contains(c.of, c.value) {
			return fmt.Errorf("%s %q is not one of %q", c.name, c.value, c.of)
		}
	}
	return p.Bonus.validate()
}

// validate refuses a support without a size, or with one that it cannot have.
func (e EntropyTerm) validate() error {
	largest, least := 1.0, 0.0
	switch e.Support {
	case SupportTopK:
		largest, least = MaxTokens, 1
	case SupportFull, "":
		largest = 0
	case SupportTopShare:
		least = math.SmallestNonzeroFloat64
	}
	if x := e.Size; !(x >= least && x <= largest) && (x != 0 || e.Support == SupportTopShare) || e.Most < 0 || e.Support == SupportTopK && x != math.Trunc(x) {
		return fmt.Errorf("the entropy support %q has the size %g and at most %d tokens", e.Support, e.Size, e.Most)
	}
	return nil
}

func texts[S ~string](all ...S) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = string(s)
	}
	return out
}

// Busy lists the rollouts of b that the plan gives anything to do: those kept
// with an advantage, a KL coefficient, an entropy coefficient or a value target
// on some token. The others have no gradient.
func (p *Plan) Busy(b *Batch) []int {
	var busy []int
	at := 0
	for i, length := range b.Length {
		if p.Keep[i] && p.busy(at, at+length) {
			busy = append(busy, i)
		}
		at += length
	}
	return busy
}

func (p *Plan) busy(from, to int) bool {
	for t := from; t < to; t++ {
		if p.ValueTarget != nil || p.Advantage[t] != 0 && (p.Weight == nil || p.Weight[t] != 0) ||
			p.KLCoef != nil && p.KLCoef[t] != 0 || p.EntropyCoef != nil && p.EntropyCoef[t] != 0 {
			return true
		}
	}
	return false
}
