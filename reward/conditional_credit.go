package reward

import "segue/grade"

func init() {
	Register(Definition{
		Name: "conditional-credit", Doc: "as step-credit, each step judged on the model's own earlier answers where it can be run again", Labels: true, Steps: true,
		New: func(s Setting) (Signal, error) {
			return credit{s.Credit, s.LeastDecided, func(x Step) grade.Verdict { return x.Rerun.Verdict }}, nil
		},
	})
}
