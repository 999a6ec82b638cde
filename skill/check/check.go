// Package check proves that generators keep their contract: the reference earns
// 1, mutated answers earn less, items are distinct, difficulty changes them,
// slots stand where they say, and nothing panics or dawdles.
package check

import (
	"context"
	"fmt"
	"time"

	"segue/grade"
	"segue/skill/gen"
	"segue/task"
)

// Limits of the contract.
const (
	MinDistinct = 0.95                  // share of distinct questions per difficulty
	MaxTime     = 50 * time.Millisecond // for making one item
	MaxQuestion = 64 << 10              // bytes
	maxFaults   = 10                    // kept per report
)

// Options say how much is tried.
type Options struct {
	Seeds int // items per difficulty
	// Clock measures how long an item takes; nil leaves time out.
	Clock func() time.Time
	Env   grade.Env
}

// Report is what was found for one skill.
type Report struct {
	Skill    string        `json:"skill"`
	Items    int           `json:"items"`
	Graded   int           `json:"graded"`   // references graded
	Mutants  int           `json:"mutants"`  // mutated answers graded
	Distinct float64       `json:"distinct"` // smallest share over the difficulties
	Slots    float64       `json:"slots"`    // share of items that a link can fill
	Slowest  time.Duration `json:"slowest_ns"`
	Faults   []string      `json:"faults,omitempty"` // the first few
	Failed   int           `json:"failed"`           // number of faults
}

// OK says whether the contract held.
func (r *Report) OK() bool { return r.Failed == 0 }

func (r *Report) fault(format string, args ...any) {
	r.Failed++
	if len(r.Faults) < maxFaults {
		r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
	}
}

// Skill checks one generator. It stops early when the context ends.
func Skill(ctx context.Context, g gen.Generator, o Options) *Report {
	r := &Report{Skill: g.Skill.ID, Distinct: 1}
	withSlots := 0
	var written []task.Item // whose answers are programs, graded together at the end
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		seen := map[string]bool{}
		for n := range o.Seeds {
			if ctx.Err() != nil {
				r.fault("stopped: %v", ctx.Err())
				return r
			}
			it, ok := makeItem(r, g, d, gen.Index(0, "check", n), o.Clock)
			if !ok {
				continue
			}
			seen[it.Question] = true
			if len(it.Slots) > 0 {
				withSlots++
			}
			form(r, g, it)
			if it.Answer.Kind == task.KindCode {
				written = append(written, it)
			} else {
				grades(ctx, r, it, o.Env)
			}
		}
		if o.Seeds > 0 {
			r.Distinct = min(r.Distinct, float64(len(seen))/float64(o.Seeds))
		}
	}
	gradePrograms(ctx, r, written, o.Env)
	if r.Distinct < MinDistinct {
		r.fault("only %.0f %% of the items of some difficulty are distinct", 100*r.Distinct)
	}
	if r.Items > 0 {
		r.Slots = float64(withSlots) / float64(r.Items)
	}
	return r
}

// makeItem makes an item twice: the second must equal the first.
func makeItem(r *Report, g gen.Generator, d gen.Difficulty, index uint64, clock func() time.Time) (it task.Item, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			r.fault("difficulty %d, index %#x: panic: %v", d, index, p)
			ok = false
		}
	}()
	r.Items++
	took := MaxTime
	for range 3 { // another process may have held the processor: the best of three counts
		var start time.Time
		if clock != nil {
			start = clock()
		}
		again, err := gen.New(g.Skill.ID, d, index)
		if err != nil {
			r.fault("%v", err)
			return it, false
		}
		if it.ID != "" && again.Question != it.Question {
			r.fault("%s: the same index made two items", it.ID)
		}
		it = again
		if clock == nil {
			took = 0
			continue
		}
		if took = min(took, clock().Sub(start)); took < MaxTime/10 {
			break
		}
	}
	r.Slowest = max(r.Slowest, took)
	if clock != nil && took >= MaxTime {
		r.fault("%s: took over %v", it.ID, MaxTime)
	}
	return it, true
}

// form checks what needs no grader.
func form(r *Report, g gen.Generator, it task.Item) {
	if err := it.Validate(); err != nil {
		r.fault("%v", err)
	}
	if len(it.Question) > MaxQuestion {
		r.fault("%s: the question has %d bytes", it.ID, len(it.Question))
	}
	other := gen.Difficulty(it.Difficulty%int(gen.Hardest) + 1)
	var index uint64
	if _, err := fmt.Sscanf(it.ID[len(it.Skill):], "/d%d-%x", new(int), &index); err != nil {
		r.fault("%s: the id holds no index", it.ID)
		return
	}
	if g.Generate(gen.Source(it.Skill, other, index), other).Question == it.Question {
		r.fault("%s: difficulty %d makes the same item", it.ID, other)
	}
}

// grades checks that the reference earns 1 and that every mutant earns less.
func grades(ctx context.Context, r *Report, it task.Item, env grade.Env) {
	env.Question = it.Question
	if !reference(r, it, grade.Grade(ctx, it.Answer, it.Reference, env)) {
		return
	}
	for _, m := range mutants(it) {
		mutated(r, it, m, grade.Grade(ctx, it.Answer, m.response, env))
	}
}

// gradePrograms does the same for items whose answers are programs, all at
// once, since a process for each would take most of the time of a check.
func gradePrograms(ctx context.Context, r *Report, items []task.Item, env grade.Env) {
	var all []grade.Submission
	wrong := make([][]mutant, len(items))
	for i, it := range items {
		all = append(all, grade.Submission{Answer: it.Answer, Response: it.Reference})
		wrong[i] = mutants(it)
		for _, m := range wrong[i] {
			all = append(all, grade.Submission{Answer: it.Answer, Response: m.response})
		}
	}
	verdicts := grade.Programs(ctx, all, env)
	for i, it := range items {
		if reference(r, it, verdicts[0]) {
			for n, m := range wrong[i] {
				mutated(r, it, m, verdicts[1+n])
			}
		}
		verdicts = verdicts[1+len(wrong[i]):]
	}
}

// reference notes the verdict on an item's reference and says whether it is right.
func reference(r *Report, it task.Item, v grade.Verdict) bool {
	r.Graded++
	if v.Status == task.Scored && v.Score == 1 {
		return true
	}
	r.fault("%s: the reference earns %s %g: %s", it.ID, v.Status, v.Score, v.Reason)
	return false
}

// mutated notes the verdict on a response that must not earn 1.
func mutated(r *Report, it task.Item, m mutant, v grade.Verdict) {
	r.Mutants++
	if v.Status == task.Scored && v.Score >= 1 {
		r.fault("%s: a response with %s earns 1: %.200q", it.ID, m.what, m.response)
	}
}
