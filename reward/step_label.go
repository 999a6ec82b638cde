package reward

import "fmt"

func init() {
	Register(Definition{
		Name: StepLabelSignal, Doc: "the right label of each step, told apart by step", Labels: true, Steps: true,
		New: func(s Setting) (Signal, error) {
			return SignalFunc(func(g *Graded) Value { return average(labelSteps(g), s.LeastDecided) }), nil
		},
	})
}

// labelSteps is for each step whether its label was mapped to the skill that
// the step needs.
func labelSteps(g *Graded) []StepValue {
	out := make([]StepValue, len(g.Steps))
	for i, s := range g.Steps {
		switch {
		case s.Gold == "":
			out[i] = stepUnscored(fmt.Sprintf("the task does not say which skill step %d needs", i+1))
		case !s.GoldKnown:
			out[i] = stepUnscored(fmt.Sprintf("step %d needs %s, which no label is mapped to", i+1, s.Gold))
		case s.Match.How == Failed:
			out[i] = stepUnscored(s.Match.Reason)
		case s.Right():
			out[i] = stepScored(1)
		default:
			out[i] = stepScored(0)
		}
	}
	return out
}

// labelsRight is for each step whether its label is right; it is unscored, with
// the first reason, where that of any step cannot be told.
func labelsRight(g *Graded) ([]bool, Value) {
	right := make([]bool, len(g.Steps))
	for i, s := range labelSteps(g) {
		if s.Status != Scored {
			return nil, unscored(s.Reason)
		}
		right[i] = s.Score == 1
	}
	return right, scored(0)
}
