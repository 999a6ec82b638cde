package grade

import (
	"context"

	"segue/grade/program"
	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindCode, Version: 1, Whole: true, Decide: decideCode,
		Doc: "the program passes every unit test in the sandbox"})
}

func decideCode(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	if env.Programs == nil {
		return undecided("no sandbox is set up to run the program")
	}
	r := program.Grade(ctx, env.Programs, program.Code{
		Language: a.Language, Entry: a.Entry, Tests: a.Tests, Comparator: a.Comparator, Seconds: a.Seconds,
	}, text)
	if r.Status == program.HarnessFault {
		return undecided("%s", r.Reason)
	}
	v := right()
	if r.Score < 1 {
		v = wrong("%s: %s", r.Status, r.Reason)
	}
	v.Parts = map[string]float64{"share": r.Share}
	return v
}
