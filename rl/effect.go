package rl

import "fmt"

// Effect is what a paper says that training by its recipe changes, as a number that
// a comparison of recipes measures against grpo on the same tasks and budget.
type Effect struct {
	On     Outcome // "": the paper claims none that such a comparison measures
	Higher bool    // it ends above grpo's; false: below
	Doc    string  // the claim in half a sentence, "keeps entropy from collapsing"
}

// Outcome is a number of a training that effects are claimed in.
type Outcome string

// The outcomes of a training; paths are averaged over the last fifth of its steps.
const (
	OutcomeAccuracy Outcome = "accuracy" // share of held-out steps right, 0 to 1
	OutcomePass     Outcome = "pass@k"   // share of held-out tasks with a right response among k, 0 to 1
	OutcomeEntropy  Outcome = "entropy"  // mean token entropy of the rollouts, nat
	OutcomeLength   Outcome = "length"   // mean length of the rollouts, tokens
	OutcomeGradient Outcome = "gradient" // norm of the gradient before it is cut
	OutcomeKept     Outcome = "kept"     // share of the rollouts that the plan keeps, 0 to 1
	OutcomeDistance Outcome = "distance" // divergence from the reference or, without one, from the policy that sampled, nat
)

var outcomes = []Outcome{OutcomeAccuracy, OutcomePass, OutcomeEntropy, OutcomeLength, OutcomeGradient, OutcomeKept, OutcomeDistance}

// String is the claim as a phrase: "entropy higher: keeps it from collapsing".
func (e Effect) String() string {
	if e.On == "" {
		return "none that a comparison measures"
	}
	way := "lower"
	if e.Higher {
		way = "higher"
	}
	return fmt.Sprintf("%s %s: %s", e.On, way, e.Doc)
}
