// Package reward turns a model's response to a task into training signals.
//
// A Reader reads and grades a response once: the strict form, a verdict for
// each step, the skill that each label names. Signals look at the result, each
// at one thing: the answers, the paper's entropy rank, the labels step by step,
// the transitions, the credit of a step. A Composition weighs signals into one
// number and keeps every part apart by name, with the rewards of single steps
// beside the place of the step in the response.
//
// A reward and its status are apart: a malformed response earns 0, a step that
// no grader could decide earns nothing at all and is said to be unscored.
// Nothing here reads a clock or draws without a seed; only an Embedder or a
// judge that is handed in may reach a network.
package reward

import (
	"encoding/json"
	"math"
)

// Status says what a score means.
type Status string

// The statuses.
const (
	Scored    Status = "scored"    // the score counts
	Malformed Status = "malformed" // the response lacks the strict form; the score is 0 and counts
	Unscored  Status = "unscored"  // no grader could tell; the score has no meaning and must not count as 0
)

// Value is what a signal says of a response.
type Value struct {
	Score  float64 `json:"score"` // 0 to 1, unless Status is unscored
	Status Status  `json:"status"`
	// Reason says in a sentence why there is no score, or why it is 0 as a whole.
	Reason string `json:"reason,omitempty"`
	// Steps are the signal's values for each step, nil where it does not tell
	// steps apart.
	Steps []StepValue `json:"-"`
}

// StepValue is what a signal says of one step: a score from 0 to 1, or unscored
// with a reason, also where the signal has nothing to say of the step.
type StepValue struct {
	Score  float64
	Status Status
	Reason string
}

// MarshalJSON writes null for a score that has no meaning, so that nobody
// averages it as 0.
func (v Value) MarshalJSON() ([]byte, error) {
	type plain Value
	out := struct {
		Score *float64 `json:"score"`
		plain
	}{plain: plain(v)}
	if v.Status != Unscored {
		out.Score = &v.Score
	}
	return json.Marshal(out)
}

func scored(x float64) Value { return Value{Score: x, Status: Scored} }

func unscored(reason string) Value { return Value{Status: Unscored, Reason: reason} }

func stepScored(x float64) StepValue { return StepValue{Score: x, Status: Scored} }

func stepUnscored(reason string) StepValue { return StepValue{Status: Unscored, Reason: reason} }

// average is the mean over the steps that have a score, which must be at least
// the share least of all; else there is none. The mean keeps the steps.
func average(steps []StepValue, least float64) Value {
	sum, n, reason := 0.0, 0, ""
	for _, s := range steps {
		switch {
		case s.Status == Scored:
			sum += s.Score
			n++
		case reason == "":
			reason = s.Reason
		}
	}
	v := unscored(reason)
	if n > 0 && float64(n) >= least*float64(len(steps)) {
		v = scored(sum / float64(n))
	}
	v.Steps = steps
	return v
}

// isScore says whether x is a number from 0 to 1, up to rounding.
func isScore(x float64) bool {
	const rounding = 1e-9
	return !math.IsNaN(x) && x >= -rounding && x <= 1+rounding
}
