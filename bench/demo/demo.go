package demo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"slices"
	"time"

	"segue/bench"
	"segue/grade"
	"segue/llm"
	"segue/llm/scripted"
	"segue/skill"
	"segue/skill/check"
	"segue/switching"
	"segue/task"
)

// Options of a demonstration.
type Options struct {
	Tasks    []task.Task
	Dir      string // run directory
	Samples  int
	Seed     int64
	Env      grade.Env // the sandbox; the judge is scripted like the model
	Version  string
	Progress func(bench.Progress)
}

// Check is how one domain switch came out against the script.
type Check struct {
	From, To skill.Domain
	Scripted float64 // Skill Entropy that the script implies
	Measured switching.Cell
}

// Result is what a demonstration found.
type Result struct {
	Summary bench.Summary
	Checks  []Check
	// Covered is the share of checked switches whose interval holds the scripted value.
	Covered float64
	// Correlation of log measured with log scripted entropy over the domain switches.
	Correlation float64
}

// Run serves the scripted model on a loopback port, runs the benchmark against
// it like against any endpoint, and holds the measured switches against the
// scripted ones.
func Run(ctx context.Context, o Options) (*Result, error) {
	script, err := NewScript(o.Tasks, uint64(o.Seed))
	if err != nil {
		return nil, err
	}
	base, stop, err := serve(script)
	if err != nil {
		return nil, err
	}
	defer stop()
	const inFlight = 32
	client, err := llm.Open(llm.Config{Endpoints: []llm.EndpointConfig{{BaseURL: base}}, Concurrency: llm.Concurrency{Max: inFlight}})
	if err != nil {
		return nil, err
	}
	defer client.Close()
	fingerprint, err := task.Fingerprint(o.Tasks)
	if err != nil {
		return nil, err
	}
	o.Env.Judge = check.LenientJudge{} // nothing but the script decides what is right
	runner := bench.Runner{
		Config: bench.Config{
			Benchmark: "the built-in benchmark", Fingerprint: fingerprint, Models: []string{ModelName}, Modes: []task.Mode{task.Cross, task.Single},
			Samples: o.Samples, Temperature: bench.DefaultTemperature, TopP: bench.DefaultTopP, MaxTokens: bench.DefaultMaxTokens,
			Seed: o.Seed, Judge: o.Env.Judge.Name(), PromptVersion: task.PromptVersion, Version: o.Version,
		},
		Tasks: o.Tasks, Sampler: client, Env: o.Env, Concurrency: inFlight, Progress: o.Progress,
	}
	summary, err := runner.Run(ctx, o.Dir)
	if err != nil {
		return nil, err
	}
	result := &Result{Summary: summary}
	if summary.Stopped != nil {
		return result, summary.Stopped
	}
	return result, result.check(ctx, o)
}

// serve starts the scripted model; stop ends it and waits.
func serve(script *Script) (base string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("serve the scripted model: %w", err)
	}
	model := &scripted.Model{Answer: script.Answer}
	server := &http.Server{Handler: model.Handler(), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener) // ends with ErrServerClosed
	}()
	return "http://" + listener.Addr().String() + "/v1", func() {
		_ = server.Close()
		<-ended
	}, nil
}

// check estimates the table from the run and compares its domain switches with
// the script. The comparison uses chains without a wrong dependency, since a
// dependency is no switch.
func (r *Result) check(ctx context.Context, o Options) error {
	trials := switching.NewTrials()
	outcomes, err := independent(ctx, o)
	if err != nil {
		return err
	}
	for _, x := range outcomes {
		if err := trials.Add(x); err != nil {
			return err
		}
	}
	table, err := switching.Estimate(ctx, trials, switching.Options{Seed: uint64(o.Seed)})
	if err != nil {
		return err
	}
	covered := 0
	var x, y []float64
	for _, key := range slices.Sorted(maps.Keys(table.Domain)) {
		from, to := switching.SplitKey(key)
		c := Check{From: skill.Domain(from), To: skill.Domain(to), Measured: table.Domain[key]}
		c.Scripted = scriptedEntropy(c.From, c.To)
		if c.Measured.Weak != "" {
			continue
		}
		if c.Measured.Lo <= c.Scripted && c.Scripted <= c.Measured.Hi {
			covered++
		}
		x, y = append(x, math.Log(c.Scripted)), append(y, math.Log(c.Measured.SkE))
		r.Checks = append(r.Checks, c)
	}
	if len(r.Checks) == 0 {
		return errors.New("too few tasks to measure any switch between domains")
	}
	r.Covered = float64(covered) / float64(len(r.Checks))
	r.Correlation = correlation(x, y)
	return nil
}
