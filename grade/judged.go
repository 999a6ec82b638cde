package grade

import (
	"context"

	"segue/grade/constraint"
	"segue/grade/rubric"
	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindConstraints, Version: 1, Whole: true, Decide: decideConstraints,
		Doc: "the text follows every instruction; an unknown instruction is undecided, never followed"})
	Register(Grader{Kind: task.KindRubric, Version: 1, Whole: true, Decide: decideRubric,
		Doc: "the exact checks hold, times the judge's weighted share of criteria met"})
}

func decideConstraints(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	if len(a.Checks) == 0 {
		return undecided("the answer names no instructions to check")
	}
	return runChecks(a.Checks, text)
}

// runChecks scores 1 when every check is followed; the share is a side measure.
func runChecks(checks []task.Check, text string) Verdict {
	followed, first := 0, ""
	for _, c := range checks {
		result, err := constraint.Run(c.ID, c.Args, text)
		if err != nil {
			return undecided("%v", err)
		}
		if result.Followed {
			followed++
		} else if first == "" {
			first = c.ID + ": " + result.Reason
		}
	}
	return shareVerdict(followed, len(checks), first)
}

// judgeTries is how often a judge may answer unreadably before the verdict is undecided.
const judgeTries = 3

func decideRubric(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	exact := right()
	if len(a.Checks) > 0 {
		exact = runChecks(a.Checks, text)
		if exact.Status == task.Undecided || exact.Score == 0 {
			return exact
		}
	}
	if len(a.Criteria) == 0 {
		return exact
	}
	if env.Judge == nil {
		v := undecided("no judge is set; the exact checks hold")
		v.Parts = exact.Parts
		return v
	}
	prompt, err := rubric.Prompt(env.Question, text, a.Criteria)
	if err != nil {
		return undecided("%v", err)
	}
	for attempt := range judgeTries {
		var reply string
		if reply, err = env.Judge.Reply(ctx, prompt, attempt); err != nil {
			return undecided("ask judge %s: %v", env.Judge.Name(), err)
		}
		var rulings []rubric.Ruling
		if rulings, err = rubric.Parse(reply, text, len(a.Criteria)); err == nil {
			return judgedVerdict(rulings, a.Criteria)
		}
	}
	return undecided("judge %s: %v", env.Judge.Name(), err)
}

func judgedVerdict(rulings []rubric.Ruling, criteria []task.Criterion) Verdict {
	v := right()
	v.Score = rubric.Score(rulings, criteria)
	v.Parts = map[string]float64{"rubric": v.Score}
	for i, r := range rulings {
		if !r.Met {
			v.Reason = "not met: " + criteria[i].Text
			if r.Reason != "" {
				v.Reason += " (" + shorten(r.Reason) + ")"
			}
			break
		}
	}
	return v
}
