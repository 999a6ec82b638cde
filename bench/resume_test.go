package bench_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"segue/bench"
	"segue/llm"
	"segue/llm/scripted"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// snapshot is how often acknowledged units had been asked for when they were seen.
type snapshot map[int64]int

// note adds the units that the directory holds now.
func (s snapshot) note(t testing.TB, dir string, o *oracle) {
	t.Helper()
	counts := o.counts()
	for _, seed := range acknowledged(t, dir, config(1).Seed) {
		if _, known := s[seed]; !known {
			s[seed] = counts[seed]
		}
	}
}

// check fails when a unit was asked for after it had been acknowledged.
func (s snapshot) check(o *oracle) error {
	counts := o.counts()
	for seed, before := range s {
		if counts[seed] != before {
			return fmt.Errorf("unit of seed %d was asked %d times, %d of them before it was acknowledged", seed, counts[seed], before)
		}
	}
	return nil
}

func TestStopsAtAnyPointLoseAndRepeatNothing(t *testing.T) {
	tasks := someTasks(3, 2)
	whole := t.TempDir()
	finish(t, runner(tasks, 2, &scripted.Model{Answer: newOracle(t, tasks).answer}), whole)
	want := outcomesOf(t, whole)
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "run")
		if err != nil {
			rt.Fatal(err)
		}
		o := newOracle(t, tasks)
		seen := snapshot{}
		for _, after := range rapid.SliceOfN(rapid.IntRange(1, 8), 1, 4).Draw(rt, "requests before each stop") {
			ctx, cancel := context.WithCancel(context.Background())
			from := o.answered()
			o.onAsk = func(total int) {
				if total == from+after {
					cancel()
				}
			}
			r := runner(tasks, 2, &scripted.Model{Answer: o.answer})
			r.Concurrency = rapid.IntRange(1, 5).Draw(rt, "concurrency")
			s, err := r.Run(ctx, dir)
			cancel()
			if err != nil {
				rt.Fatal(err)
			}
			if s.Done < s.Total && s.Stopped == nil {
				rt.Errorf("stopped without a reason: %+v", s)
			}
			seen.note(t, dir, o)
		}
		o.onAsk = nil
		s := finish(t, runner(tasks, 2, &scripted.Model{Answer: o.answer}), dir)
		if s.Errors != 0 {
			rt.Errorf("a stop left failures: %+v", s)
		}
		if err := seen.check(o); err != nil {
			rt.Error(err)
		}
		if diff := cmp.Diff(want, outcomesOf(t, dir)); diff != "" {
			rt.Errorf("outcomes differ from those of an uninterrupted run: %s", diff)
		}
	})
}

// childEnv makes the test binary a process that is killed or that serves.
const childEnv = "SEGUE_BENCH_TEST_CHILD"

const killedTasks, killedSteps, killedSamples = 40, 3, 2

// runChild runs a benchmark: arguments are the endpoint and the directory.
func runChild() {
	client, err := llm.Open(llm.Config{Endpoints: []llm.EndpointConfig{{BaseURL: os.Args[1]}}})
	if err == nil {
		var s bench.Summary
		r := runner(someTasks(killedTasks, killedSteps), killedSamples, client)
		if s, err = r.Run(context.Background(), os.Args[2]); err == nil && s.Done < s.Total {
			err = fmt.Errorf("%d of %d done: %v", s.Done, s.Total, s.Stopped)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func TestKillLosesAndRepeatsNothing(t *testing.T) {
	tasks := someTasks(killedTasks, killedSteps)
	o := newOracle(t, tasks)
	server := httptest.NewServer((&scripted.Model{Answer: o.answer, Latency: 2 * time.Millisecond}).Handler())
	defer server.Close()
	dir := t.TempDir() + "/run"
	seen := snapshot{}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // the moment of a kill is chance anyway
	for range 3 {
		child := exec.Command(os.Args[0], server.URL, dir)
		child.Env = append(os.Environ(), childEnv+"=run")
		from, after := o.answered(), 5+r.IntN(60)
		reached := make(chan struct{})
		o.mu.Lock()
		o.onAsk = func(total int) {
			if total == from+after {
				close(reached)
			}
		}
		o.mu.Unlock()
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-reached:
		case <-time.After(time.Minute):
			t.Error("the child process asked for nothing")
		}
		_ = child.Process.Kill() // SIGKILL
		if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the child ended with %v before it was killed", err)
		}
		seen.note(t, dir, o)
	}
	if len(seen) == 0 || len(seen) >= killedTasks*killedSamples*(1+killedSteps) {
		t.Errorf("%d units were acknowledged before the last kill, want some and not all", len(seen))
	}
	o.mu.Lock()
	o.onAsk = nil
	o.mu.Unlock()
	child := exec.Command(os.Args[0], server.URL, dir)
	child.Env = append(os.Environ(), childEnv+"=run")
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("the last start: %v: %s", err, out)
	}
	if err := seen.check(o); err != nil {
		t.Error(err)
	}
	whole := t.TempDir()
	finish(t, runner(tasks, killedSamples, &scripted.Model{Answer: newOracle(t, tasks).answer}), whole)
	if diff := cmp.Diff(outcomesOf(t, whole), outcomesOf(t, dir)); diff != "" {
		t.Errorf("outcomes differ from those of an uninterrupted run: %s", diff)
	}
}
