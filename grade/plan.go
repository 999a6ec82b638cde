package grade

import (
	"context"

	"segue/grade/planning"
	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindPlan, Version: 1, Whole: true, Decide: decidePlan,
		Doc: "the plan is valid when simulated, and as good as the proven optimum where the problem states one"})
}

func decidePlan(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	p, err := planning.Check(a.Checker, a.Problem, unfence(text))
	if err != nil {
		return undecided("%v", err)
	}
	if p.Score == 1 {
		return right()
	}
	v := wrong("valid, but %d from the optimum", p.Gap)
	if !p.Valid {
		v = wrong("%s", p.Broken)
	}
	valid := 0.0
	if p.Valid {
		valid = 1
	}
	v.Parts = map[string]float64{"valid": valid, "gap": float64(p.Gap)}
	return v
}
