package bench_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"segue/bench"
	"segue/grade"
	"segue/llm"
	"segue/llm/scripted"
	"segue/skill/check"
	"segue/task"
)

// judged is a benchmark whose second steps need a judge.
func judged(n int) []task.Task {
	tasks := someTasks(n, 2)
	for i := range tasks {
		tasks[i].Steps[1].Answer = task.Answer{Kind: task.KindRubric, Criteria: []task.Criterion{{Text: "It is kind."}}}
	}
	return tasks
}

func count(gs []bench.Graded, s task.Status) int {
	n := 0
	for _, g := range gs {
		if g.Status == s {
			n++
		}
	}
	return n
}

func TestUndecidedIsKeptApartUntilAJudgeDecides(t *testing.T) {
	tasks := judged(3)
	answer := func(llm.Request) string {
		return "<skill>Logic, X</skill><answer>1</answer>\n<skill>Logic, X</skill><answer>How nice of you to ask.</answer>"
	}
	dir := t.TempDir()
	model := &scripted.Model{Answer: answer}
	s := finish(t, runner(tasks, 1, model), dir)
	got := outcomesOf(t, dir)
	if count(got, task.Undecided) != 6 || count(got, task.Scored) != 6 || s.Undecided != 6 {
		t.Fatalf("%d undecided of %d outcomes, summary %+v", count(got, task.Undecided), len(got), s)
	}
	for _, g := range got {
		if g.Status == task.Undecided && (g.Correct || g.Score != 0 || !strings.Contains(g.Error, "judge")) {
			t.Errorf("undecided outcome %+v", g.Outcome)
		}
	}
	asked := model.Requests()
	last := 0
	n, err := bench.Regrade(t.Context(), dir, "kind judge", grade.Env{Judge: check.LenientJudge{}}, func(done, total int) {
		if done != last+1 || total != 9 {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil || n != 12 || last != 9 || model.Requests() != asked {
		t.Errorf("%d outcomes in %d responses, %d requests, error %v", n, last, model.Requests()-asked, err)
	}
	if got := outcomesOf(t, dir); count(got, task.Scored) != 12 {
		t.Errorf("%d of %d are scored", count(got, task.Scored), len(got))
	}
	if c, err := bench.ReadConfig(dir); err != nil || c.Judge != "kind judge" {
		t.Errorf("the judge is %q, error %v", c.Judge, err)
	}
}

// breaking is a judge that works for some replies and then cancels the work.
type breaking struct {
	check.LenientJudge
	left   chan struct{}
	cancel context.CancelFunc
}

func (b breaking) Reply(ctx context.Context, prompt string, attempt int) (string, error) {
	select {
	case <-b.left:
		return b.LenientJudge.Reply(ctx, prompt, attempt)
	default:
		b.cancel()
		return "", ctx.Err()
	}
}

func TestHalfARegradeMixesNoJudges(t *testing.T) {
	tasks := judged(10)
	dir := t.TempDir()
	model := &scripted.Model{Answer: func(llm.Request) string { return "Thank you." }}
	finish(t, runner(tasks, 1, model), dir)
	if n := len(outcomesOf(t, dir)); n != 40 {
		t.Fatalf("%d outcomes", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	judge := breaking{left: make(chan struct{}, 100), cancel: cancel}
	for range 5 {
		judge.left <- struct{}{}
	}
	if _, err := bench.Regrade(ctx, dir, "second", grade.Env{Judge: judge}, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	half := outcomesOf(t, dir)
	for _, g := range half {
		if g.Status == task.Undecided {
			t.Errorf("an outcome of the run without a judge is left: %+v", g.Outcome)
		}
	}
	if len(half) == 40 {
		t.Error("nothing is open after half a regrade")
	}
	r := runner(tasks, 1, model) // a start with the same judge completes it
	r.Config.Judge, r.Env.Judge = "second", check.LenientJudge{}
	asked := model.Requests()
	finish(t, r, dir)
	if got := outcomesOf(t, dir); count(got, task.Scored) != 40 || model.Requests() != asked {
		t.Errorf("%d of %d are scored after %d further requests", count(got, task.Scored), len(got), model.Requests()-asked)
	}
}

func TestRegradeNeedsARun(t *testing.T) {
	if _, err := bench.Regrade(t.Context(), t.TempDir(), "", grade.Env{}, nil); err == nil || !strings.Contains(err.Error(), "no run directory") {
		t.Errorf("error %v", err)
	}
}
