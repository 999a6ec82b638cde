package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"segue/bench"
	"segue/grade"
	"segue/llm"
	"segue/skill/gen"
	"segue/task"

	"github.com/spf13/cobra"
)

// runFlags are the settings of bench run.
type runFlags struct {
	endpointFlags
	config, bench, run string
	modes, ids         []string
	limit              int
	stream             bool
	c                  bench.Config
	judge              judgeFlags
}

func newBenchRun(u *ui) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use: "run", Short: "Run a benchmark against model endpoints; run it again to resume", Args: noArgs,
		Long: "Asks every task in the given modes, grades the answers and keeps all in the run directory. A run that was\n" +
			"interrupted, killed or stopped by its budget goes on where it was when the same command is given again: no\n" +
			"response is drawn, graded or paid for twice. Failed requests are tried again on the next start.\n\n" +
			"Every flag can be set in the environment as SEGUE_<FLAG> and in the YAML file of --config; the command line wins.",
		Example: "  segue bench run --bench bench.jsonl --endpoint http://127.0.0.1:8000/v1 --model my-model --run run\n" +
			"  segue bench run --config run.yaml --samples 1 --limit 20\n" +
			"  segue bench run --bench bench.jsonl --model a,b --endpoint a=http://10.0.0.1/v1 --endpoint b=http://10.0.0.2/v1 --max-cost 5 --run run",
		RunE: func(cmd *cobra.Command, args []string) error { return u.benchRun(cmd.Context(), f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.config, "config", "", "YAML file of settings; the command line overrides it")
	fs.StringVarP(&f.bench, "bench", "t", "", "benchmark file (segue bench build or import makes one)")
	fs.StringVarP(&f.run, "run", "r", "", "run directory; one that exists is resumed")
	fs.StringSliceVar(&f.modes, "mode", []string{"cross", "single"}, "modes: cross asks a whole task, single each step alone")
	fs.IntVarP(&f.c.Samples, "samples", "k", bench.DefaultSamples, "responses per prompt")
	fs.Float64Var(&f.c.Temperature, "temperature", bench.DefaultTemperature, "sampling temperature (default is the paper's)")
	fs.Float64Var(&f.c.TopP, "top-p", bench.DefaultTopP, "nucleus sampling (default is the paper's)")
	fs.IntVar(&f.c.MaxTokens, "max-tokens", bench.DefaultMaxTokens, "longest response (default is the paper's)")
	fs.Int64Var(&f.c.Seed, "seed", 0, "seed of the sampling seeds")
	fs.IntVarP(&f.limit, "limit", "L", 0, "only the first tasks; 0 for all")
	fs.StringSliceVar(&f.ids, "sample-id", nil, "only tasks of these ids")
	fs.BoolVar(&f.stream, "stream", false, "ask for streaming, so that a stalled endpoint is noticed early")
	fs.StringSliceVar(&f.c.Tags, "tags", nil, "words to keep with the run")
	f.endpointFlags.add(fs)
	f.judge.add(fs)
	return c
}

func (u *ui) benchRun(ctx context.Context, f runFlags) error {
	switch {
	case f.bench == "":
		return hint(misusef("no benchmark is given"), "add --bench FILE; segue bench build makes one")
	case f.run == "":
		return hint(misusef("no run directory is given"), "add --run DIR")
	}
	tasks, bad, err := u.readTasks(f.bench)
	if err != nil {
		return err
	}
	if tasks, err = f.chosen(tasks); err != nil {
		return err
	}
	u.warnUnknownSkills(tasks)
	if err := f.settle(tasks); err != nil {
		return err
	}
	cost, tokens, err := bench.Spent(ctx, f.run)
	if err != nil {
		return err
	}
	client, err := f.open(ctx, cost, tokens)
	if err != nil {
		return err
	}
	defer client.Close()
	env, closeJudge, err := f.judge.env(ctx, f.endpointFlags)
	if err != nil {
		return err
	}
	defer closeJudge()
	u.warnUngraded(tasks, &env)
	meter := u.meter("asking " + strings.Join(f.models, ", "))
	runner := bench.Runner{
		Config: f.c, Tasks: tasks, Sampler: client, Stream: f.stream, Env: env, Concurrency: f.concurrency * max(1, len(client.bases)),
		Progress: func(p bench.Progress) { meter.set(p.Done, p.Total, progressDetail(p)) },
	}
	summary, err := runner.Run(ctx, f.run)
	meter.finish()
	if err != nil {
		return err
	}
	return errors.Join(u.runResult(f.run, summary, client.failure), bad)
}

// chosen applies --limit and --sample-id.
func (f *runFlags) chosen(tasks []task.Task) ([]task.Task, error) {
	if len(f.ids) > 0 {
		tasks = slices.DeleteFunc(tasks, func(t task.Task) bool { return !slices.Contains(f.ids, t.ID) })
		if len(tasks) == 0 {
			return nil, fmt.Errorf("%s has no task of the ids %s", f.bench, strings.Join(f.ids, ", "))
		}
	}
	if f.limit < 0 {
		return nil, misusef("--limit must not be negative")
	}
	if f.limit > 0 && f.limit < len(tasks) {
		tasks = tasks[:f.limit]
	}
	return tasks, nil
}

// settle completes the configuration and checks all of it.
func (f *runFlags) settle(tasks []task.Task) error {
	for _, m := range f.modes {
		f.c.Modes = append(f.c.Modes, task.Mode(strings.ToLower(strings.TrimSpace(m))))
	}
	var err error
	if f.c.Fingerprint, err = task.Fingerprint(tasks); err != nil {
		return err
	}
	f.c.Benchmark, f.c.Models, f.c.Endpoints, f.c.Judge = f.bench, f.models, f.endpoints, f.judge.model
	f.c.PromptVersion, f.c.BankVersion, f.c.Version = task.PromptVersion, gen.BankVersion, Version
	if err := f.c.Validate(); err != nil {
		return misuse{err}
	}
	if f.concurrency < 1 || f.concurrency > 4096 {
		return misusef("--concurrency must be 1 to 4096, not %d", f.concurrency)
	}
	return nil
}

func progressDetail(p bench.Progress) string {
	detail := fmt.Sprintf("%d errors", p.Errors)
	if p.Undecided > 0 {
		detail += fmt.Sprintf(", %d undecided", p.Undecided)
	}
	if p.Cost > 0 {
		detail += fmt.Sprintf(", $%.4f", p.Cost)
	}
	return detail
}

// runResult prints what a start came to; failure is the first request's that failed.
func (u *ui) runResult(dir string, s bench.Summary, failure error) error {
	result := struct {
		Run       string  `json:"run"`
		Done      int     `json:"done"`
		Total     int     `json:"total"`
		Resumed   int     `json:"resumed"`
		Errors    int     `json:"errors"`
		Undecided int     `json:"undecided"`
		Tokens    int64   `json:"tokens"`
		Cost      float64 `json:"cost"`
	}{dir, s.Done, s.Total, s.Resumed, s.Errors, s.Undecided, s.Tokens, s.Cost}
	err := u.value(result, func() {
		u.printf("%s: %d of %d responses (%d from earlier starts), %d errors, %d undecided steps, %d tokens, $%.4f\n",
			dir, s.Done, s.Total, s.Resumed, s.Errors, s.Undecided, s.Tokens, s.Cost)
	})
	switch {
	case err != nil:
		return err
	case errors.Is(s.Stopped, llm.ErrBudget):
		return hint(fmt.Errorf("the run stopped at its budget: %w", s.Stopped), "raise --max-cost or --max-total-tokens and run the same command again to go on")
	case errors.Is(s.Stopped, context.Canceled):
		return hint(errors.New("the run was interrupted; what it had is kept"), "run the same command again to go on")
	case s.Stopped != nil:
		return fmt.Errorf("the run was given up: %w", s.Stopped)
	case s.Done < s.Total && failure != nil:
		return hint(fmt.Errorf("%d of %d requests failed, the first because %w", s.Total-s.Done, s.Total, failure), "run the same command again to try them once more")
	case s.Done < s.Total:
		return hint(fmt.Errorf("%d of %d responses are missing", s.Total-s.Done, s.Total), "run the same command again to try them once more")
	}
	return nil
}

// warnUnknownSkills says which skills of a benchmark the bank does not have;
// they are measured like any other.
func (u *ui) warnUnknownSkills(tasks []task.Task) {
	unknown := map[string]bool{}
	for _, t := range tasks {
		for _, s := range t.Steps {
			if _, err := gen.Lookup(s.Skill); err != nil {
				unknown[s.Skill] = true
			}
		}
	}
	if len(unknown) > 0 {
		u.warn("not in the bank: %s of the benchmark, measured under the names given", plural(len(unknown), "skill"))
	}
}

// warnUngraded sets the sandbox up where code must be run, and says what
// cannot be graded.
func (u *ui) warnUngraded(tasks []task.Task, env *grade.Env) {
	code, judged := 0, 0
	for _, t := range tasks {
		for _, s := range t.Steps {
			switch {
			case s.Answer.Kind == task.KindCode:
				code++
			case s.Answer.Kind == task.KindRubric && len(s.Answer.Criteria) > 0:
				judged++
			}
		}
	}
	if code > 0 {
		runner, err := sandboxRunner()
		if err != nil {
			u.warn("%d steps need a sandbox and stay undecided: %v", code, err)
		} else {
			env.Programs = runner
		}
	}
	if judged > 0 && env.Judge == nil {
		u.warn("%d steps have a rubric and no judge is set (--judge): they are undecided unless an exact check fails", judged)
	}
	if env.Judge != nil {
		u.note("rubrics are decided by %s", env.Judge.Name())
	}
}
