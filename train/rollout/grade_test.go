package rollout_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"segue/grade"
	"segue/reward"
	"segue/rl"
	"segue/task"
	"segue/train/rollout"

	"github.com/google/go-cmp/cmp"
)

// The rewards are the same with any number of threads.
func TestGradeThreads(t *testing.T) {
	prompts := []rollout.Prompt{{Task: two()}, {Task: two()}}
	prompts[1].Task.Steps[0].Answer = task.Integer(7)
	draw := func() []rollout.Rollout {
		var all []rollout.Rollout
		for i := range 40 {
			r := split(strings.Replace(right, "10", fmt.Sprint(5+i%9), 1))
			if i%7 == 0 {
				r = split("no form")
			}
			r.Prompt = i / 20
			all = append(all, r)
		}
		return all
	}
	var want []rollout.Rollout
	for _, threads := range []int{0, 1, 2, 7, 100} {
		g, got := grader(t, stepWeights), draw()
		g.Threads = threads
		if err := g.Grade(t.Context(), prompts, got); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d threads: %s", threads, diff)
		}
	}
	if a, b := want[5].Reward.Score, want[20].Reward.Score; a != 1 || b != 1 {
		t.Errorf("the right answers of both tasks earn %g and %g", a, b)
	}
}

// A signal that panics or gives no number leaves a response unscored, never at 0.
func TestGradeFaults(t *testing.T) {
	for name, f := range map[string]reward.SignalFunc{
		"panics": func(*reward.Graded) reward.Value { panic("broken") },
		"nan":    func(*reward.Graded) reward.Value { return reward.Value{Status: reward.Scored, Score: math.NaN()} },
	} {
		d := reward.Definition{Name: name, Doc: "broken", New: func(reward.Setting) (reward.Signal, error) { return f, nil }}
		b := rollout.Batch(graded(t, grader(t, reward.Weights{"answer": 0.5, name: 0.5}, d), split(right)))
		valid(t, b)
		if !math.IsNaN(b.Reward[0]) || b.Status[0] != rl.StatusUnscored || !math.IsNaN(b.Parts[name][0]) || b.Parts["answer"][0] != 1 {
			t.Errorf("%s: reward %v, status %v, parts %v", name, b.Reward, b.Status, b.Parts)
		}
	}
}

// solver re-runs steps by failing its caller.
type solver struct{}

func (solver) Solve(context.Context, task.Task, int, map[int]string) (task.Answer, error) {
	panic("out of its mind")
}

// So does what a reader is handed in: every step is undecided then.
func TestGradeReaderFaults(t *testing.T) {
	g := grader(t, reward.Weights{"answer": 0.4, "step-label": 0.3, "step-credit": 0.3})
	g.Reader.Solver = solver{}
	g.Reader.Env = grade.Env{}
	rollouts := graded(t, g, split(strings.Replace(right, "10", "11", 1)), split(right))
	b := rollout.Batch(rollouts)
	valid(t, b)
	if !math.IsNaN(b.Reward[0]) || !strings.Contains(rollouts[0].Reward.Reason, "out of its mind") {
		t.Errorf("reward %v: %s", b.Reward[0], rollouts[0].Reward.Reason)
	}
	for name, part := range b.Parts {
		if !math.IsNaN(part[0]) || part[1] != 1 {
			t.Errorf("part %s is %v", name, part)
		}
	}
	if score, asked := rollouts[0].Right(); score != 0 || asked != 0 || rollouts[0].AllRight() {
		t.Errorf("%g of %d steps count as right", score, asked)
	}
}

func TestGradeStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	stop := reward.Definition{Name: "stop", Doc: "ends the run", New: func(reward.Setting) (reward.Signal, error) {
		return reward.SignalFunc(func(*reward.Graded) reward.Value {
			if calls++; calls == 3 {
				cancel()
			}
			return reward.Value{Status: reward.Scored, Score: 1}
		}), nil
	}}
	g := grader(t, reward.Weights{"stop": 1}, stop)
	rollouts := make([]rollout.Rollout, 50)
	for i := range rollouts {
		rollouts[i] = split(right)
	}
	if err := g.Grade(ctx, []rollout.Prompt{{Task: two()}}, rollouts); !errors.Is(err, context.Canceled) || calls != 3 {
		t.Errorf("stopped after %d rollouts: %v", calls, err)
	}
	if err := g.Grade(ctx, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("nothing to grade, and cancelled: %v", err)
	}
}
