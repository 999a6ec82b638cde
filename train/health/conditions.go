package health

import (
	"fmt"
	"math"
)

// degree is how much of a condition one reading shows.
type degree int

const (
	unknown degree = iota
	absent
	present
	grave // present, and fatal if it lasts and is one that stops
)

// sight is one reading against the thresholds and the run's start.
type sight struct {
	Reading
	t     Thresholds
	start map[string]float64 // of the numbers whose start is known
}

// condition is a way in which a training goes wrong.
type condition struct {
	name  string
	harms bool // a checkpoint of a model in this condition is not a good one
	// begins and lasts are the readings after which it is reported and is fatal.
	begins, lasts func(Thresholds) int
	// see judges a reading and says, where the condition is present, what it is
	// and what to try.
	see func(s sight) (degree, string)
}

func patience(t Thresholds) int { return t.Patience }
func lasting(t Thresholds) int  { return t.Lasting }
func once(Thresholds) int       { return 1 }

var conditions = []condition{
	{EntropyCollapse, true, patience, lasting, entropyCollapse},
	{EntropyExplosion, true, patience, lasting, entropyExplosion},
	{LengthExplosion, true, patience, lasting, lengthExplosion},
	{LengthCollapse, true, patience, lasting, lengthCollapse},
	{Malformed, true, patience, lasting, malformed},
	{KLExplosion, true, patience, lasting, klExplosion},
	{GradientExplosion, true, patience, lasting, gradientExplosion},
	{NotFinite, true, once, func(t Thresholds) int { return t.NotFiniteStop }, notFinite},
	{Unscored, false, patience, func(t Thresholds) int { return t.UnscoredStop }, unscored},
	{NoSignal, false, patience, lasting, noSignal},
}

func entropyCollapse(s sight) (degree, string) {
	start, known := s.start["entropy"]
	switch {
	case math.IsNaN(s.Entropy):
		return unknown, ""
	case s.Entropy < s.t.EntropyFloor:
		return grave, fmt.Sprintf("entropy is %.2g nats a token, below the floor of %.2g: all responses to a prompt are nearly the same. "+
			"Raise the sampling temperature, start from an earlier checkpoint, or add an entropy bonus.", s.Entropy, s.t.EntropyFloor)
	case known && s.Entropy < s.t.EntropyCollapse*start:
		return grave, fmt.Sprintf("entropy is %.3g nats a token, below %.3g of the start's %.3g: the policy hardly explores any more. "+
			"Raise the upper clip bound, add an entropy bonus or a KL penalty, or lower the learning rate.", s.Entropy, s.t.EntropyCollapse, start)
	}
	return absent, ""
}

func entropyExplosion(s sight) (degree, string) {
	start, known := s.start["entropy"]
	if math.IsNaN(s.Entropy) || !known {
		return unknown, ""
	}
	if s.Entropy > s.t.EntropyExplosion*start && s.Entropy >= start+s.t.EntropyRise {
		return grave, fmt.Sprintf("entropy is %.3g nats a token, above %.3g times the start's %.3g: the policy comes to say anything. "+
			"Lower the learning rate, the entropy bonus or the upper clip bound, or add a KL penalty.", s.Entropy, s.t.EntropyExplosion, start)
	}
	return absent, ""
}

func lengthExplosion(s sight) (degree, string) {
	length, knownLength := s.start["length"]
	truncated, knownTruncated := s.start["truncated"]
	switch {
	case knownTruncated && s.Truncated > truncated+s.t.TruncatedRise:
		return grave, fmt.Sprintf("%.0f %% of responses are cut off at the longest length, against %.0f %% at the start. "+
			"Allow longer responses, shape the reward of overlong ones, or leave cut ones out of the loss.", 100*s.Truncated, 100*truncated)
	case knownLength && s.Length > s.t.LengthExplosion*length:
		return grave, fmt.Sprintf("responses have %.4g tokens, above %.3g times the start's %.4g. "+
			"If rewards do not grow with them, average the loss over tokens or shape the reward of overlong responses.", s.Length, s.t.LengthExplosion, length)
	case !knownLength && !knownTruncated || math.IsNaN(s.Length) && math.IsNaN(s.Truncated):
		return unknown, ""
	}
	return absent, ""
}

func lengthCollapse(s sight) (degree, string) {
	start, known := s.start["length"]
	if !known || math.IsNaN(s.Length) {
		return unknown, ""
	}
	if s.Length < s.t.LengthCollapse*start {
		return grave, fmt.Sprintf("responses have %.4g tokens, below %.3g of the start's %.4g: the policy may have found a short cut to the reward. "+
			"Read some responses, check what the reward pays for, and average the loss over tokens instead of responses.", s.Length, s.t.LengthCollapse, start)
	}
	return absent, ""
}

func malformed(s sight) (degree, string) {
	start, known := s.start["malformed"]
	switch {
	case math.IsNaN(s.Malformed):
		return unknown, ""
	case s.Malformed >= s.t.MalformedMost:
		return grave, fmt.Sprintf("%.0f %% of responses lack the required form and earn nothing. "+
			"Fine-tune on responses of that form first, show it in the prompt, or allow longer responses.", 100*s.Malformed)
	case known && s.Malformed > start+s.t.MalformedRise:
		return present, fmt.Sprintf("%.0f %% of responses lack the required form, against %.0f %% at the start. "+
			"Lower the learning rate or add a KL penalty; check whether responses are cut off.", 100*s.Malformed, 100*start)
	}
	return absent, ""
}

func klExplosion(s sight) (degree, string) {
	const less = "Lower the learning rate, take fewer updates from a batch, or clip more tightly."
	switch {
	case s.ApproxKL > s.t.ApproxKL:
		return grave, fmt.Sprintf("the updates of a batch moved the policy by %.3g nats a token, above %.3g. %s", s.ApproxKL, s.t.ApproxKL, less)
	case s.RatioMax > s.t.RatioMax:
		return present, fmt.Sprintf("a token is %.3g times as likely after the updates of a batch, above %.3g times. %s", s.RatioMax, s.t.RatioMax, less)
	case s.ClipFraction > s.t.ClipFraction:
		return present, fmt.Sprintf("%.0f %% of tokens are clipped, above %.0f %%. %s", 100*s.ClipFraction, 100*s.t.ClipFraction, less)
	case s.ReferenceKL > s.t.ReferenceKL:
		return present, fmt.Sprintf("the policy is %.3g nats a token from the reference, above %.3g. "+
			"Raise the KL coefficient, or renew the reference if the distance is wanted.", s.ReferenceKL, s.t.ReferenceKL)
	case math.IsNaN(s.ApproxKL) && math.IsNaN(s.ReferenceKL):
		return unknown, ""
	}
	return absent, ""
}

func gradientExplosion(s sight) (degree, string) {
	start, known := s.start["gradient"]
	if !known || !finite(s.GradientNorm) {
		return unknown, ""
	}
	if s.GradientNorm > s.t.GradientExplosion*start && s.GradientNorm > s.t.GradientFloor {
		return grave, fmt.Sprintf("the gradient's norm is %.3g, above %.3g times the start's %.3g. "+
			"Lower the learning rate, clip gradients at a smaller norm, or draw more responses a step.", s.GradientNorm, s.t.GradientExplosion, start)
	}
	return absent, ""
}

func notFinite(s sight) (degree, string) {
	if !s.Skipped && finite(s.GradientNorm) {
		return absent, ""
	}
	return grave, "the update had no finite gradient and changed nothing. " +
		"Check the rewards for infinite values, lower the learning rate, or go back to a checkpoint from before."
}

func unscored(s sight) (degree, string) {
	switch {
	case math.IsNaN(s.Unscored):
		return unknown, ""
	case s.Unscored < s.t.UnscoredMost:
		return absent, ""
	}
	why := ""
	if s.Why != "" {
		why = fmt.Sprintf(" (one of them: %s)", s.Why)
	}
	return grave, fmt.Sprintf("%.0f %% of the responses that have the required form could not be scored%s, so there is nothing to learn from. "+
		"Check the reward, the graders and what they need.", 100*s.Unscored, why)
}

func noSignal(s sight) (degree, string) {
	switch {
	case math.IsNaN(s.Reward) || s.Unscored >= s.t.UnscoredMost: // a condition of its own
		return unknown, ""
	case s.UniformGroups >= s.t.UniformGroups:
		return grave, fmt.Sprintf("in %.0f %% of groups all responses earn the same (mean reward %.3g), which teaches nothing. "+
			"Take easier tasks if rewards are low and harder ones if they are high, draw more responses a prompt, or pay for steps.", 100*s.UniformGroups, s.Reward)
	case s.RewardDeviation == 0:
		return grave, fmt.Sprintf("every response earns %.3g, which teaches nothing. Check the reward, or take tasks that the model solves sometimes.", s.Reward)
	case math.IsNaN(s.UniformGroups) && math.IsNaN(s.RewardDeviation):
		return unknown, ""
	}
	return absent, ""
}
