package grade

import (
	"context"

	"segue/grade/expr"
	"segue/grade/mathematics"
	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindExpression, Version: 1, Mathematical: true, Decide: decideExpression,
		Doc: "mathematically equal, decided exactly where a normal form exists and by seeded evaluation elsewhere"})
}

func decideExpression(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	return equalMathematics(a.Value, text, expr.Options{})
}

// equalMathematics compares an answer with a reference as mathematics. The
// anchor was found before, so both texts are taken whole.
func equalMathematics(reference, text string, o expr.Options) Verdict {
	r := mathematics.Grade(reference, text, mathematics.Options{Compare: o, Whole: true})
	switch r.Status {
	case mathematics.Correct:
		return right()
	case mathematics.Undecided:
		return undecided("%s is compared with %s: %s", shorten(text), shorten(reference), r.Reason)
	}
	if r.Reason == "" {
		r.Reason = "different value"
	}
	return wrong("%s is not %s: %s", shorten(text), shorten(reference), r.Reason)
}
