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
		return noSandbox()
	}
	return codeVerdict(program.Grade(ctx, env.Programs, codeTask(a), text))
}

// Submission is a response and the code answer that it is held against.
type Submission struct {
	Answer   task.Answer
	Response string
}

// Programs decides responses to code answers as Grade does, in the order given,
// with far fewer processes. It is for programs of one author, such as the
// references of a bank, because they share processes: see program.GradeAll.
func Programs(ctx context.Context, all []Submission, env Env) []Verdict {
	verdicts := make([]Verdict, len(all))
	var programs []program.Submission
	var places []int
	for i, s := range all {
		switch {
		case s.Answer.Kind != task.KindCode:
			verdicts[i] = Grade(ctx, s.Answer, s.Response, env)
		case env.Programs == nil:
			verdicts[i] = noSandbox()
		default:
			text := graders[task.KindCode].extract(s.Response)
			programs = append(programs, program.Submission{Code: codeTask(s.Answer), Response: text})
			places = append(places, i)
		}
	}
	for i, r := range program.GradeAll(ctx, env.Programs, programs) {
		v := codeVerdict(r)
		v.Answer = programs[i].Response
		verdicts[places[i]] = v
	}
	return verdicts
}

func noSandbox() Verdict { return undecided("no sandbox is set up to run the program") }

func codeTask(a task.Answer) program.Code {
	return program.Code{Language: a.Language, Entry: a.Entry, Tests: a.Tests, Comparator: a.Comparator, Seconds: a.Seconds}
}

func codeVerdict(r program.Result) Verdict {
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
