package reward

func init() {
	Register(Definition{
		Name: "label-share", Doc: "the share of right labels, as one number for the whole response", Labels: true,
		New: func(s Setting) (Signal, error) {
			return SignalFunc(func(g *Graded) Value {
				v := average(labelSteps(g), s.LeastDecided)
				v.Steps = nil
				return v
			}), nil
		},
	})
}
