package bench_test

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"segue/bench"
	"segue/llm"
	"segue/llm/scripted"
	"segue/skill"
	"segue/task"
	"segue/task/response"
)

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "run":
		runChild()
	case "serve":
		serveChild()
	}
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f != nil && f.Value.String() == f.DefValue {
		_ = f.Value.Set("20") // each check is several runs with a database
	}
	os.Exit(m.Run())
}

// someTasks makes tasks of linked steps whose answers are integers.
func someTasks(n, steps int) []task.Task {
	domains := []skill.Domain{skill.Math, skill.Science, skill.Logic, skill.Planning}
	tasks := make([]task.Task, n)
	for i := range tasks {
		t := task.Task{ID: fmt.Sprintf("t%d", i), Scenario: fmt.Sprintf("Scenario %d.", i)}
		for s := 1; s <= steps; s++ {
			d := domains[s%len(domains)]
			step := task.Step{
				N: s, Skill: string(d) + "/made-up", Domain: d, Answer: task.Integer(int64(1000*i + s)),
				Question: fmt.Sprintf("What is the value %d of scenario %d?", s, i), Standalone: fmt.Sprintf("What is value %d of %d?", s, i),
			}
			if s > 1 {
				step.Uses = []task.Use{{Step: s - 1, Slot: "n", Text: "the answer before"}}
			}
			t.Steps = append(t.Steps, step)
		}
		tasks[i] = t
	}
	return tasks
}

// oracle answers the prompts of tasks, seven times in ten rightly, by the
// request's seed alone; it counts the answers by that seed.
type oracle struct {
	asked map[string][]task.Step
	mu    sync.Mutex
	count map[int64]int
	total int
	onAsk func(total int) // told of every answer, from one goroutine at a time
}

func newOracle(t testing.TB, tasks []task.Task) *oracle {
	o := &oracle{asked: map[string][]task.Step{}, count: map[int64]int{}}
	for _, x := range tasks {
		add := func(m task.Mode, step int, steps []task.Step) {
			prompt, err := x.Prompt(m, step)
			if err != nil {
				t.Fatal(err)
			}
			o.asked[prompt] = steps
		}
		add(task.Cross, 0, x.Steps)
		for i, s := range x.Steps {
			add(task.Single, s.N, x.Steps[i:i+1])
		}
	}
	return o
}

func (o *oracle) answer(req llm.Request) string {
	o.mu.Lock()
	o.count[*req.Seed]++
	o.total++
	if o.onAsk != nil {
		o.onAsk(o.total)
	}
	o.mu.Unlock()
	r := rand.New(rand.NewPCG(uint64(*req.Seed), 7)) // all that the wire carries
	var steps []response.Step
	for _, s := range o.asked[req.Messages[0].Content] {
		answer := s.Answer.Value
		if r.IntN(10) >= 7 {
			answer = "-1"
		}
		steps = append(steps, response.Step{Skill: s.Domain.Title() + ", Made up", Answer: answer})
	}
	return response.Format("Let me see.", steps)
}

func (o *oracle) answered() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.total
}

func (o *oracle) counts() map[int64]int {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := map[int64]int{}
	for k, n := range o.count {
		out[k] = n
	}
	return out
}

// clientFor is the usual stack, impatient, before a model served over HTTP.
func clientFor(t testing.TB, m *scripted.Model, budget *llm.Budget) *llm.Client {
	t.Helper()
	server := httptest.NewServer(m.Handler())
	client, err := llm.Open(llm.Config{
		Endpoints: []llm.EndpointConfig{{BaseURL: server.URL + "/v1", MaxBytes: 64 << 10,
			Limits: llm.Deadlines{Header: 2 * time.Second, Idle: time.Second, Total: 5 * time.Second}}},
		Retry: llm.Policy{Base: time.Millisecond, Most: 5 * time.Millisecond}, Budget: budget,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); server.CloseClientConnections(); server.Close() })
	return client
}

func config(samples int) bench.Config {
	return bench.Config{
		Benchmark: "made up", Models: []string{"m"}, Modes: []task.Mode{task.Cross, task.Single}, Samples: samples,
		Temperature: bench.DefaultTemperature, TopP: bench.DefaultTopP, MaxTokens: 256, Seed: 1<<60 + 1, PromptVersion: task.PromptVersion, Version: "test",
	}
}

func runner(tasks []task.Task, samples int, s llm.Sampler) *bench.Runner {
	return &bench.Runner{Config: config(samples), Tasks: tasks, Sampler: s, Concurrency: 8}
}

// finish runs until everything is done, in at most five starts.
func finish(t testing.TB, r *bench.Runner, dir string) bench.Summary {
	t.Helper()
	var s bench.Summary
	for range 5 {
		var err error
		if s, err = r.Run(context.Background(), dir); err != nil {
			t.Fatal(err)
		}
		if s.Done == s.Total {
			return s
		}
	}
	t.Fatalf("after five starts %d of %d are done: %v", s.Done, s.Total, s.Stopped)
	return s
}

// outcomesOf lists the outcomes of a run, sorted.
func outcomesOf(t testing.TB, dir string) []bench.Graded {
	t.Helper()
	var out []bench.Graded
	if err := bench.EachOutcome(t.Context(), dir, func(g bench.Graded) error { out = append(out, g); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(a, b bench.Graded) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Task, b.Task), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Step, b.Step), cmp.Compare(a.Sample, b.Sample))
	})
	return out
}

// acknowledged lists the seeds of the units whose response a run directory holds.
func acknowledged(t testing.TB, dir string, seed int64) []int64 {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "segue.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT model, task, mode, step, sample FROM responses")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []int64
	for rows.Next() {
		var model, id string
		var mode task.Mode
		var step, sample int
		if err := rows.Scan(&model, &id, &mode, &step, &sample); err != nil {
			t.Fatal(err)
		}
		out = append(out, bench.UnitSeed(seed, model, id, mode, step, sample))
	}
	return out
}
