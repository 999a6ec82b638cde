package bench_test

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"strings"
	"testing"
	"time"

	"segue/bench"
	"segue/llm"
	"segue/llm/scripted"
	"segue/task"

	"github.com/google/go-cmp/cmp"
)

func TestRunMeasuresBothModes(t *testing.T) {
	tasks := someTasks(5, 3)
	o := newOracle(t, tasks)
	dir := t.TempDir()
	s := finish(t, runner(tasks, 2, clientFor(t, &scripted.Model{Answer: o.answer}, nil)), dir)
	if want := 5 * 2 * (1 + 3); s.Total != want || s.Done != want || s.Errors != 0 || s.Stopped != nil || s.Tokens == 0 {
		t.Errorf("summary %+v, want %d done", s, want)
	}
	results, err := bench.Load(t.Context(), dir, "m")
	if err != nil {
		t.Fatal(err)
	}
	r := results[0]
	if len(r.Outcomes) != 5*2*(3+3) || len(r.Failures) != 0 || len(r.Usage) != 2 || r.Usage[0].Responses != 10 || r.Usage[1].Responses != 30 {
		t.Errorf("%d outcomes, usage %+v, failures %v", len(r.Outcomes), r.Usage, r.Failures)
	}
	right := 0
	for _, g := range r.Outcomes {
		isRight := g.Answer != "-1"
		if g.Status != task.Scored || g.Correct != isRight || (g.Score == 1) != isRight {
			t.Errorf("answer %q of %s step %d has the outcome %+v", g.Answer, g.Task, g.Step, g.Outcome)
		}
		if (g.PrevSkill != "") != (g.Mode == task.Cross && g.Step > 1) || !strings.HasSuffix(g.PredSkill, "/made-up") {
			t.Errorf("skills of %+v", g.Outcome)
		}
		if isRight {
			right++
		}
	}
	if right == 0 || right == len(r.Outcomes) {
		t.Errorf("%d of %d are right, want a mixture", right, len(r.Outcomes))
	}
	if diff := cmp.Diff(tasks, r.Tasks); diff != "" {
		t.Errorf("the stored benchmark differs: %s", diff)
	}
	before := o.answered()
	if s := finish(t, runner(tasks, 2, clientFor(t, &scripted.Model{Answer: o.answer}, nil)), dir); s.Resumed != s.Total || s.Tokens != 0 || o.answered() != before {
		t.Errorf("a finished run asked again: %+v", s)
	}
}

// everyFault gives each request a fault of its own at its first attempt.
func everyFault(req llm.Request, try int) scripted.Fault {
	if try > 0 {
		return scripted.None
	}
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, *req.Seed)
	all := append(scripted.Faults(), make([]scripted.Fault, 12)...) // and twelve times none
	return all[h.Sum64()%uint64(len(all))]
}

func TestFaultsChangeNoOutcome(t *testing.T) {
	tasks := someTasks(20, 3)
	clean := t.TempDir()
	finish(t, runner(tasks, 2, &scripted.Model{Answer: newOracle(t, tasks).answer}), clean)
	want := outcomesOf(t, clean)
	for name, stream := range map[string]bool{"whole": false, "stream": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := map[scripted.Fault]bool{}
			model := &scripted.Model{Answer: newOracle(t, tasks).answer, Faults: func(req llm.Request, try int) scripted.Fault {
				f := everyFault(req, try)
				seen[f] = true // under the model's lock
				return f
			}}
			r := runner(tasks, 2, clientFor(t, model, nil))
			r.Stream, r.Concurrency = stream, 32
			dir := t.TempDir()
			finish(t, r, dir)
			if diff := cmp.Diff(want, outcomesOf(t, dir)); diff != "" {
				t.Errorf("outcomes differ from those of a faultless run: %s", diff)
			}
			for _, f := range scripted.Faults() {
				if !seen[f] {
					t.Errorf("fault %v was never drawn", f)
				}
			}
			results, err := bench.Load(t.Context(), dir, "")
			if err != nil || len(results[0].Failures) != 0 {
				t.Errorf("failures %v are left, error %v", results[0].Failures, err)
			}
		})
	}
}

func TestStrangeAnswersScoreZero(t *testing.T) {
	tasks := someTasks(1, 2)
	for _, text := range []string{"", "<!DOCTYPE html><html><body>Not found</body></html>", "答えは分かりません。", strings.Repeat("x", 30_000), "NaN", "\x00<answer>"} {
		dir := t.TempDir()
		finish(t, runner(tasks, 1, &scripted.Model{Answer: func(llm.Request) string { return text }}), dir)
		got := outcomesOf(t, dir)
		if len(got) != 4 {
			t.Errorf("%.20q: %d outcomes, want 4", text, len(got))
		}
		for _, g := range got {
			if g.Status != task.Scored || g.Score != 0 || g.Correct {
				t.Errorf("%.20q: outcome %+v", text, g.Outcome)
			}
		}
	}
}

func TestFailuresAreKeptAndTriedAgain(t *testing.T) {
	tasks := someTasks(20, 2)
	o := newOracle(t, tasks)
	dead := &scripted.Model{Answer: o.answer, Faults: scripted.Always(scripted.NoModel)}
	dir := t.TempDir()
	s, err := runner(tasks, 1, dead).Run(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Stopped == nil || s.Done != 0 || s.Errors < 16 || dead.Requests() > 16+8 {
		t.Errorf("a model that does not exist was asked %d times: %+v", dead.Requests(), s)
	}
	results, err := bench.Load(t.Context(), dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if n := results[0].Failures["fatal"]; n != s.Errors || results[0].Usage[0].Failures == 0 {
		t.Errorf("%d failures are kept of %d, usage %+v", n, s.Errors, results[0].Usage)
	}
	finish(t, runner(tasks, 1, &scripted.Model{Answer: o.answer}), dir)
	if results, err = bench.Load(t.Context(), dir, ""); err != nil || len(results[0].Failures) != 0 || len(results[0].Outcomes) != 20*4 {
		t.Errorf("after the second start: failures %v, %d outcomes, error %v", results[0].Failures, len(results[0].Outcomes), err)
	}
}

func TestFailuresBelongToTheirModel(t *testing.T) {
	tasks := someTasks(2, 2)
	o := newOracle(t, tasks)
	r := runner(tasks, 1, &scripted.Model{Answer: o.answer, Faults: func(req llm.Request, _ int) scripted.Fault {
		if req.Model == "broken" {
			return scripted.ServerError
		}
		return scripted.None
	}})
	r.Config.Models = []string{"m", "broken"}
	dir := t.TempDir()
	s, err := r.Run(t.Context(), dir)
	if err != nil || s.Stopped != nil || s.Done != 6 || s.Errors != 6 {
		t.Fatalf("summary %+v, error %v", s, err)
	}
	results, err := bench.Load(t.Context(), dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(results[0].Failures) != 0 || results[1].Failures["retryable"] != 6 || len(results[0].Outcomes) != 8 || len(results[1].Outcomes) != 0 {
		t.Errorf("failures %v and %v", results[0].Failures, results[1].Failures)
	}
}

func TestBudgetStopsAndResumes(t *testing.T) {
	tasks := someTasks(10, 3)
	o := newOracle(t, tasks)
	dir := t.TempDir()
	const most = 4_000
	for start, budget := range []int64{most, 0} {
		b, err := llm.NewBudget(llm.BudgetConfig{MaxTokens: budget})
		if err != nil {
			t.Fatal(err)
		}
		s, err := runner(tasks, 1, clientFor(t, &scripted.Model{Answer: o.answer, Latency: time.Millisecond}, b)).Run(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if start == 1 {
			if s.Done != s.Total {
				t.Errorf("without a cap: %+v", s)
			}
			continue
		}
		if !errors.Is(s.Stopped, llm.ErrBudget) || s.Done == 0 || s.Done == s.Total || s.Tokens > most || s.Errors != 0 {
			t.Errorf("with a cap of %d tokens: %+v", most, s)
		}
		if n := len(acknowledged(t, dir, config(1).Seed)); n != o.answered() {
			t.Errorf("%d answers were paid for, %d are kept", o.answered(), n)
		}
		_, tokens, err := bench.Spent(t.Context(), dir)
		if err != nil || tokens != s.Tokens {
			t.Errorf("spent %d tokens by the directory, %d by the summary, error %v", tokens, s.Tokens, err)
		}
	}
	for seed, n := range o.counts() {
		if n != 1 {
			t.Errorf("unit of seed %d was asked %d times", seed, n)
		}
	}
}

func TestProgressReachesTheTotal(t *testing.T) {
	tasks := someTasks(3, 2)
	r := runner(tasks, 2, &scripted.Model{Answer: newOracle(t, tasks).answer})
	last := -1
	var end bench.Progress
	r.Progress = func(p bench.Progress) {
		if p.Done < last || p.Total != 18 {
			t.Errorf("progress %+v after %d", p, last)
		}
		last, end = p.Done, p
	}
	s, err := r.Run(context.Background(), t.TempDir())
	if err != nil || end != s.Progress || s.Done != 18 {
		t.Errorf("last progress %+v, summary %+v, error %v", end, s, err)
	}
}
