package reward

func init() {
	Register(Definition{
		Name: "whole", Doc: "every answer right, and nothing for less",
		New: func(s Setting) (Signal, error) { return SignalFunc(whole), nil },
	})
}

// whole is 1 where every step earns 1, and 0 where one that is decided does not.
func whole(g *Graded) Value {
	v := scored(1)
	for _, x := range g.Steps {
		switch s := value(x.Verdict); {
		case s.Status == Scored && s.Score < 1:
			return scored(0)
		case s.Status != Scored:
			v = unscored(s.Reason)
		}
	}
	return v
}
