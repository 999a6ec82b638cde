package reward

func init() {
	Register(Definition{
		Name: AnswerSignal, Doc: "right answers: the mean score of the steps", Steps: true,
		New: func(s Setting) (Signal, error) { return SignalFunc(s.answer), nil },
	})
}

// answer is r_ans, the mean step score (arXiv 2608.05139, Eq. 5).
func (s Setting) answer(g *Graded) Value {
	steps := make([]StepValue, len(g.Steps))
	for i, x := range g.Steps {
		steps[i] = value(x.Verdict)
	}
	return average(steps, s.LeastDecided)
}
