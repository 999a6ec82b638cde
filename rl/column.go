package rl

import (
	"slices"
	"strings"
)

// Column names what a stage reads or writes.
type Column string

// The columns of a batch. Parts and auxiliary columns are named by Part and Aux.
const (
	Group      Column = "group"
	Reward     Column = "reward"
	Correct    Column = "correct"
	Status     Column = "status"
	Length     Column = "length"
	Spans      Column = "spans"
	LogProb    Column = "logp"
	LogProbOld Column = "logp_old"
	LogProbRef Column = "logp_ref"
	Entropy    Column = "entropy"
	Steps      Column = "step"
	Class      Column = "class"
)

// Part is the column of a named reward part.
func Part(name string) Column { return Column("parts." + name) }

// SpanValue is the column of what a model says of the states that spans begin in, such as
// [GoldLogProb].
func SpanValue(name string) Column { return Column(spanPrefix + name) }

// SpanReward is the column of a named reward of the spans.
func SpanReward(name string) Column { return Column(spanRewardPrefix + name) }

const (
	spanPrefix       = "spans.value."
	spanRewardPrefix = "spans.reward."
)

// Names of span values: the mean log-probability of the tokens of the gold answer, nats,
// were it given at once instead of the span, by the policy that drew and by the reference.
const (
	GoldLogProb    = "gold_logp"
	GoldLogProbRef = "gold_logp_ref"
)

// Aux is an auxiliary column over tokens.
func Aux(name string) Column { return Column("aux." + name) }

// The columns that stages make: the working ones and those of the plan.
const (
	Score         Column = "score"        // [B] the reward as shaped so far
	SpanScore     Column = "span_score"   // [S]
	TokenReward   Column = "token_reward" // [T] what is added to the reward at each token
	Keep          Column = "keep"
	Advantage     Column = "advantage"
	Weight        Column = "weight"
	Clip          Column = "clip"
	KL            Column = "kl"
	EntropyCoef   Column = "entropy_coef"
	ValueTarget   Column = "value_target"
	ValueLossCoef Column = "value_coef"
	Normalisation Column = "normalisation"
	Ratio         Column = "ratio"
	Objective     Column = "surrogate"
	StateColumn   Column = "state"
)

var batchColumns = []Column{Group, Reward, Correct, Status, Length, Spans, LogProb, LogProbOld, LogProbRef, Entropy, Steps, Class}

var madeColumns = []Column{Score, SpanScore, TokenReward, Keep, Advantage, Weight, Clip, KL, EntropyCoef, ValueTarget, ValueLossCoef, Normalisation, Ratio, Objective, StateColumn}

// ofBatch says whether a column comes with the batch rather than from a stage.
func (c Column) ofBatch() bool {
	s := string(c)
	return slices.Contains(batchColumns, c) || strings.HasPrefix(s, "parts.") || strings.HasPrefix(s, "aux.") || strings.HasPrefix(s, spanPrefix) || strings.HasPrefix(s, spanRewardPrefix)
}

// Has says whether the batch holds a column.
func (b *Batch) Has(c Column) bool {
	if name, ok := strings.CutPrefix(string(c), "parts."); ok {
		return b.Parts[name] != nil
	}
	if name, ok := strings.CutPrefix(string(c), "aux."); ok {
		return b.Aux[name] != nil
	}
	if name, ok := strings.CutPrefix(string(c), spanPrefix); ok {
		return b.Spans != nil && (len(b.Spans) == 0 || slices.ContainsFunc(b.Spans, func(s Span) bool { _, has := s.Value[name]; return has }))
	}
	if name, ok := strings.CutPrefix(string(c), spanRewardPrefix); ok {
		return b.Spans != nil && (len(b.Spans) == 0 || slices.ContainsFunc(b.Spans, func(s Span) bool { _, has := s.Reward[name]; return has }))
	}
	switch c {
	case Group:
		return b.Group != nil
	case Reward:
		return b.Reward != nil
	case Correct:
		return b.Correct != nil
	case Status:
		return b.Status != nil
	case Length:
		return b.Length != nil
	case Spans:
		return b.Spans != nil
	case LogProb:
		return b.LogProb != nil
	case LogProbOld:
		return b.LogProbOld != nil
	case LogProbRef:
		return b.LogProbRef != nil
	case Entropy:
		return b.Entropy != nil
	case Steps:
		return b.Step != nil
	case Class:
		return b.Class != nil
	}
	return false
}
