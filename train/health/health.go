// Package health names what goes wrong in a training by reinforcement learning
// from the numbers of its steps: a [Monitor] is shown one [Reading] a step and
// says when a condition begins to hold. It compares a run with its own start,
// since the scale of entropies, lengths and gradients is the model's and the
// task's. It has no clock, no files and no chance; its [State] resumes exactly.
package health

// Reading is the numbers of one step. A share is from 0 to 1. NaN is a number
// that is not known, except where something else is said.
type Reading struct {
	Step    int
	Entropy float64 // mean of the tokens' entropies, nats
	Length  float64 // mean response, tokens

	Truncated float64 // share of responses cut off at the longest length
	Malformed float64 // share of responses without the required form
	Unscored  float64 // share of the others that no reward could be given to; NaN: there are no others
	Why       string  // the reason of one that is unscored; "": not known

	ApproxKL     float64 // from the policy that drew to the updated one, nats a token
	ReferenceKL  float64 // from the reference to the policy, nats a token
	RatioMax     float64 // largest probability ratio of a token between the two policies of ApproxKL
	ClipFraction float64

	GradientNorm float64 // before clipping; NaN or infinite: the gradient was not finite
	Skipped      bool    // the update had no finite gradient and was left out

	Reward          float64 // mean; NaN: no response could be scored
	RewardDeviation float64 // over the batch
	UniformGroups   float64 // share of groups whose rewards are all equal
}

// The conditions that a Monitor knows: the names of its events.
const (
	EntropyCollapse   = "entropy-collapse"   // the policy hardly explores any more
	EntropyExplosion  = "entropy-explosion"  // the policy comes to say anything
	LengthExplosion   = "length-explosion"   // responses grow or run into the longest length
	LengthCollapse    = "length-collapse"    // responses shrink to a fraction
	Malformed         = "malformed"          // responses lose the required form
	KLExplosion       = "kl-explosion"       // an update, or all together, moved the policy too far
	GradientExplosion = "gradient-explosion" // gradients are a multiple of those at the start
	NotFinite         = "not-finite"         // an update had no finite gradient
	Unscored          = "unscored"           // the reward fails, or nothing can be graded
	NoSignal          = "no-signal"          // rewards do not tell the responses of a prompt apart
)

// Conditions lists the names of all conditions, in the order in which their
// events come.
func Conditions() []string {
	names := make([]string, len(conditions))
	for i, c := range conditions {
		names[i] = c.name
	}
	return names
}

// Event says that a condition began to hold, or that it lasted so long that the
// training should stop.
type Event struct {
	Step  int    `json:"step"`
	Name  string `json:"name"`  // a condition
	Says  string `json:"says"`  // what was measured, against what, what to try
	Fatal bool   `json:"fatal"` // asks the trainer to stop
}
