package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"segue/bench"
	"segue/skill"
	"segue/switching"
	"segue/task"
)

// Report is what a run says about one model.
type Report struct {
	Model     string   `json:"model"`
	Benchmark string   `json:"benchmark"`
	Judge     string   `json:"judge"` // who decided rubrics; "none" where nobody did
	Config    Settings `json:"settings"`
	Tasks     int      `json:"tasks"`
	// Steps counts the outcomes by status; Coverage is the share of the asked
	// steps that have one.
	Steps    map[task.Status]int `json:"steps"`
	Coverage float64             `json:"coverage"`

	Cross  Estimate `json:"cross"`
	Single Estimate `json:"single"`
	// Drop is cross minus single on the steps that both modes scored.
	Drop Estimate `json:"drop"`
	// Whole is the share of whole tasks with every step right.
	Whole Estimate `json:"whole"`

	Levels    []Row `json:"levels"`
	Domains   []Row `json:"domains"`
	Lengths   []Row `json:"lengths"`
	Positions []Row `json:"positions"`
	Skills    []Row `json:"skills"`

	Switches  Switches       `json:"switches"`
	Labels    Labels         `json:"labels"`
	Failures  Failures       `json:"failures"`
	Undecided map[string]int `json:"undecided"` // reasons, with how often
	Usage     []bench.Usage  `json:"usage"`
	Endpoint  map[string]int `json:"endpoint_failures"` // requests that failed, by class
}

// Settings are the parts of a run's configuration that a reader must know.
type Settings struct {
	Samples       int     `json:"samples"`
	Temperature   float64 `json:"temperature"`
	TopP          float64 `json:"top_p"`
	MaxTokens     int     `json:"max_tokens"`
	Seed          int64   `json:"seed"`
	PromptVersion int     `json:"prompt_version"`
	Version       string  `json:"segue_version"`
}

// Row is one group of steps in both modes.
type Row struct {
	Name   string   `json:"name"`
	Cross  Estimate `json:"cross"`
	Single Estimate `json:"single"`
	Drop   Estimate `json:"drop"`
}

// Switches is the Skill Entropy that the run itself measures.
type Switches struct {
	Domain map[string]switching.Cell `json:"domain"` // "d>e"
	// Pairs counts the measured pairs of skills, Weak is the share of them that
	// can tell nothing.
	Pairs int     `json:"pairs"`
	Weak  float64 `json:"weak"`
	// Missing says why there are none, where there are none.
	Missing string `json:"missing,omitempty"`
}

// New computes the report of one model's results.
func New(ctx context.Context, r bench.Results) (*Report, error) {
	if len(r.Outcomes) == 0 {
		return nil, noOutcomes(r)
	}
	l := newLedger(r)
	s := newResampler(len(r.Tasks), uint64(r.Config.Seed))
	judge := r.Config.Judge
	if judge == "" {
		judge = "none"
	}
	out := &Report{
		Model: r.Model, Benchmark: r.Config.Benchmark, Judge: judge, Tasks: len(r.Tasks), Usage: r.Usage, Endpoint: r.Failures,
		Config: Settings{r.Config.Samples, r.Config.Temperature, r.Config.TopP, r.Config.MaxTokens, r.Config.Seed, r.Config.PromptVersion, r.Config.Version},
		Steps:  l.statuses, Undecided: l.undecided, Coverage: l.coverage(),
	}
	all := l.row(s, "all", func(*step) bool { return true })
	out.Cross, out.Single, out.Drop = all.Cross, all.Single, all.Drop
	out.Whole = s.estimate(l.wholeTasks())
	out.Levels = l.rows(s, func(x *step) string { return string(x.task.Level) }, byOrder(string(task.LevelLow), string(task.LevelMedium), string(task.LevelHigh)))
	out.Domains = l.rows(s, func(x *step) string { return string(skill.DomainOf(x.Skill)) }, byName)
	out.Lengths = l.rows(s, func(x *step) string { return fmt.Sprint(len(x.task.Steps)) }, byNumber)
	out.Positions = l.rows(s, func(x *step) string { return fmt.Sprint(x.N) }, byNumber)
	out.Skills = l.rows(s, func(x *step) string { return x.Skill }, byName)
	out.Labels = l.labels(s)
	out.Failures = l.failures(s)
	var err error
	out.Switches, err = switches(ctx, r)
	return out, err
}

// noOutcomes says why there is nothing to report.
func noOutcomes(r bench.Results) error {
	failed := 0
	for _, n := range r.Failures {
		failed += n
	}
	if failed > 0 {
		return fmt.Errorf("run %s has no outcomes of %s: all its %d requests failed; run it again, or report another model with --model", r.Dir, r.Model, failed)
	}
	return fmt.Errorf("run %s has no outcomes of %s yet: start it with segue bench run", r.Dir, r.Model)
}

// switches estimates Skill Entropy from the run's own outcomes.
func switches(ctx context.Context, r bench.Results) (Switches, error) {
	trials := switching.NewTrials()
	for _, o := range r.Outcomes {
		if err := trials.Add(o.Outcome); err != nil {
			return Switches{Missing: err.Error()}, nil
		}
	}
	table, err := switching.Estimate(ctx, trials, switching.Options{Seed: uint64(r.Config.Seed)})
	if ctx.Err() != nil {
		return Switches{}, ctx.Err()
	}
	if err != nil {
		return Switches{Missing: err.Error()}, nil
	}
	return Switches{Domain: table.Domain, Pairs: len(table.Pair), Weak: table.WeakShare()}, nil
}

func byName(a, b string) int { return cmp.Compare(a, b) }

func byNumber(a, b string) int {
	if d := cmp.Compare(len(a), len(b)); d != 0 {
		return d
	}
	return cmp.Compare(a, b)
}

func byOrder(names ...string) func(a, b string) int {
	return func(a, b string) int { return cmp.Compare(slices.Index(names, a), slices.Index(names, b)) }
}

// rows groups the steps by a key; steps with an empty key are in no group.
func (l *ledger) rows(s *resampler, key func(*step) string, order func(a, b string) int) []Row {
	names := map[string]bool{}
	for _, x := range l.steps {
		if k := key(x); k != "" {
			names[k] = true
		}
	}
	out := []Row{}
	for _, name := range slices.SortedFunc(maps.Keys(names), order) {
		out = append(out, l.row(s, name, func(x *step) bool { return key(x) == name }))
	}
	return out
}

// row estimates both modes and their paired difference over some steps.
func (l *ledger) row(s *resampler, name string, in func(*step) bool) Row {
	cross, single, drop := newPerTask(l.tasks), newPerTask(l.tasks), newPerTask(l.tasks)
	for _, x := range l.steps {
		if !in(x) {
			continue
		}
		for _, g := range x.cross {
			cross.add(x.at, g.Score)
		}
		for _, g := range x.single {
			single.add(x.at, g.Score)
		}
		if len(x.cross) > 0 && len(x.single) > 0 {
			drop.add(x.at, mean(x.cross)-mean(x.single))
		}
	}
	return Row{name, s.estimate(cross), s.estimate(single), s.estimate(drop)}
}

func mean(outcomes []*bench.Graded) float64 {
	sum := 0.0
	for _, o := range outcomes {
		sum += o.Score
	}
	return sum / float64(len(outcomes))
}
