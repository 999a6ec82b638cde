package train

import (
	"math"
	"slices"
	"time"

	"segue/lm/optimizer"
	"segue/rl"
	"segue/train/health"
	"segue/train/rollout"
)

// RLMeasure is what there is to watch of one batch of rollouts.
type RLMeasure struct {
	rollout.Summary

	Rounds        int                 `json:"rounds"`         // of drawing
	UniformGroups float64             `json:"uniform_groups"` // share of groups whose rewards are all equal
	Dropped       map[string]int      `json:"dropped,omitempty"`
	Entropy       rl.EntropyTelemetry `json:"entropy"` // of the tokens as they were drawn
	SkillEntropy  *float64            `json:"skill_token_entropy,omitempty"`
	State         map[string]float64  `json:"state,omitempty"` // what the recipe's controllers stand at

	Update     RLUpdate     `json:"update"`
	ReplayLoss rollout.Mean `json:"replay_loss"` // nats a token

	Seconds RLSeconds          `json:"seconds"`
	Speed   map[string]float64 `json:"tokens_per_s,omitempty"` // of responses, by phase

	Events []health.Event `json:"events,omitempty"`
	Active []string       `json:"active,omitempty"` // conditions that hold
}

// RLUpdate is the mean over the updates of a batch.
type RLUpdate struct {
	Updates      int     `json:"updates"`
	Skipped      int     `json:"skipped"` // whose gradient was not finite
	LearningRate float64 `json:"lr"`      // of the last
	GradientNorm float64 `json:"grad_norm"`
	Loss         float64 `json:"loss"`
	RatioMean    float64 `json:"ratio_mean"`
	RatioMax     float64 `json:"ratio_max"` // the largest
	ClipLow      float64 `json:"clip_low"`
	ClipHigh     float64 `json:"clip_high"`
	ClipDual     float64 `json:"clip_dual"`
	ApproxKL     float64 `json:"approx_kl"`    // nats a token, of the last: how far the batch moved the policy before it
	ReferenceKL  float64 `json:"reference_kl"` // nats a token
	ValueLoss    float64 `json:"value_loss,omitempty"`
	Entropy      float64 `json:"entropy"` // nats a token, of the tokens that had a gradient

	learned, stepped int
}

// RLSeconds are the times of the phases of a step.
type RLSeconds struct {
	Draw  float64 `json:"draw"`
	Grade float64 `json:"grade"`
	Plan  float64 `json:"plan"`
	Learn float64 `json:"learn"` // the passes and the optimiser
	Other float64 `json:"other"`
}

// Total is the whole step.
func (s RLSeconds) Total() float64 { return s.Draw + s.Grade + s.Plan + s.Learn + s.Other }

func (u *RLUpdate) add(d rl.Diagnostics) {
	u.learned++
	n := float64(u.learned)
	mean := func(into *float64, x float64) { *into += (x - *into) / n }
	mean(&u.Loss, d.Loss)
	mean(&u.RatioMean, d.RatioMean)
	mean(&u.ClipLow, d.ClipLow)
	mean(&u.ClipHigh, d.ClipHigh)
	mean(&u.ClipDual, d.ClipDual)
	mean(&u.ReferenceKL, d.TargetKL)
	mean(&u.ValueLoss, d.Value)
	mean(&u.Entropy, d.Tokenwise.Mean)
	u.RatioMax, u.ApproxKL = max(u.RatioMax, d.RatioMax), d.ApproxKL
}

func (u *RLUpdate) step(r optimizer.Report, rate float64) {
	u.Updates++
	u.LearningRate = rate
	if r.Skipped {
		u.Skipped++
		return
	}
	u.stepped++
	u.GradientNorm += (r.Norm - u.GradientNorm) / float64(u.stepped)
}

// describe fills in what the rollouts and the plan say.
func (m *RLMeasure) describe(d drawn, b *rl.Batch, plan *rl.Plan) {
	m.Summary, m.Rounds, m.Dropped = rollout.Summarise(d.prompts, d.rollouts), d.rounds, plan.Dropped
	m.UniformGroups = uniform(b)
	m.Entropy = rl.Telemetry(b, nil, b.Entropy)
	if x, ok := m.Entropy.OnSkills(); ok {
		m.SkillEntropy = &x
	}
	m.State = plan.State.Numbers
}

// uniform is the share of groups whose scored rewards are all equal.
func uniform(b *rl.Batch) float64 {
	groups, equal := 0, 0
	for from := 0; from < len(b.Group); {
		to, same, first := from, true, math.NaN()
		for ; to < len(b.Group) && b.Group[to] == b.Group[from]; to++ {
			switch r := b.Reward[to]; {
			case math.IsNaN(r):
			case math.IsNaN(first):
				first = r
			default:
				same = same && r == first
			}
		}
		groups++
		if same {
			equal++
		}
		from = to
	}
	return float64(equal) / float64(max(groups, 1))
}

// speeds are the tokens of responses per second of each phase; so many were
// drawn and graded, which is more than there is to learn from where groups are
// passed over.
func (m *RLMeasure) speeds(drawn int) {
	learned := m.Entropy.Tokens
	for _, phase := range []struct {
		name    string
		tokens  int
		seconds float64
	}{
		{"draw", drawn, m.Seconds.Draw}, {"grade", drawn, m.Seconds.Grade},
		{"plan", learned, m.Seconds.Plan}, {"learn", learned, m.Seconds.Learn}, {"step", learned, m.Seconds.Total()},
	} {
		if phase.seconds > 0 {
			if m.Speed == nil {
				m.Speed = map[string]float64{}
			}
			m.Speed[phase.name] = float64(phase.tokens) / phase.seconds
		}
	}
}

// reading is what the monitor of health looks at. Groups of one are not compared
// within: that they are uniform tells something only where the plan, which may
// have another baseline, has no advantage either.
func (m *RLMeasure) reading(step, group int, plan *rl.Plan) health.Reading {
	u := m.Update
	held := plan.KLCoef != nil && plan.KL.Estimator != ""
	teaches := slices.ContainsFunc(plan.Advantage, func(a float64) bool { return a != 0 })
	r := health.Reading{
		Step: step, Entropy: known(m.Entropy.Mean, m.Entropy.Tokens > 0), Length: known(m.Length.Value()),
		Truncated: m.Truncated, Malformed: m.Malformed, Unscored: known(m.Unscored/(1-m.Malformed), m.Malformed < 1), Why: m.UnscoredReason,
		ApproxKL: u.ApproxKL, ReferenceKL: known(u.ReferenceKL, held && u.learned > 0), RatioMax: u.RatioMax,
		ClipFraction: u.ClipLow + u.ClipHigh + u.ClipDual, GradientNorm: u.GradientNorm, Skipped: u.Skipped > 0,
		Reward: known(m.Reward.Value()), RewardDeviation: m.Deviation, UniformGroups: known(m.UniformGroups, group > 1 || !teaches),
	}
	if r.Skipped && u.stepped == 0 {
		r.GradientNorm = math.NaN()
	}
	return r
}

// known is a number, NaN where there is none.
func known(x float64, ok bool) float64 {
	if !ok {
		return math.NaN()
	}
	return x
}

// stopwatch measures phases that follow each other. Without a clock they take 0.
type stopwatch struct {
	now  func() time.Time
	last time.Time
}

func newStopwatch(now func() time.Time) stopwatch { return stopwatch{now, now()} }

// lap adds the seconds since the last lap.
func (w *stopwatch) lap(to *float64) {
	now := w.now()
	*to += now.Sub(w.last).Seconds()
	w.last = now
}
