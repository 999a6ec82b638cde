package planning

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Schedule asks for the starts of jobs on machines and shared resources. Time
// is counted in whole units from 0. Canonical plan, one line per job:
//
//	Cut A: 0-3
//
// The end may be left out. Where Sequence is set the plan is only the order of
// the jobs ("Cut A, Cut B"), and each starts as early as it can in that order.
type Schedule struct {
	Jobs []Job `json:"jobs"`
	// Resources are the capacities of what Job.Uses names.
	Resources map[string]int `json:"resources,omitempty"`
	// Setup is the time a machine needs between jobs of two families, from →
	// to; absent pairs need none.
	Setup    map[string]map[string]int `json:"setup,omitempty"`
	Sequence bool                      `json:"sequence,omitempty"`
	// Objective is "makespan" (default), "late" (number of jobs that end after
	// Due) or "tardiness" (sum of the times after Due).
	Objective string `json:"objective,omitempty"`
	Optimum   *int   `json:"optimum,omitempty"`
}

// Job is one piece of work that is not interrupted.
type Job struct {
	Name     string         `json:"name"`
	Duration int            `json:"duration"`
	Machine  string         `json:"machine,omitempty"` // does one job at a time
	Family   string         `json:"family,omitempty"`  // of set-up
	Release  int            `json:"release,omitempty"`
	Due      int            `json:"due,omitempty"` // 0: none
	Deadline int            `json:"deadline,omitempty"`
	After    []string       `json:"after,omitempty"`
	Uses     map[string]int `json:"uses,omitempty"`
}

// JobStart is a job with its start and end.
type JobStart struct {
	Job      string
	From, To int
}

// JobPlan is a schedule in order of start.
type JobPlan []JobStart

// String is the canonical plan text.
func (p JobPlan) String() string {
	lines := make([]string, len(p))
	for i, s := range p {
		lines[i] = fmt.Sprintf("%s: %d-%d", s.Job, s.From, s.To)
	}
	return strings.Join(lines, "\n")
}

// Order is the plan text of a problem that asks for the sequence only.
func (p JobPlan) Order() string {
	list := make([]string, len(p))
	for i, s := range p {
		list[i] = s.Job
	}
	return strings.Join(list, ", ")
}

func init() { Register(of[Schedule]("schedule")) }

const (
	maxJobs = 40
	maxTime = 1_000_000
)

// Validate implements Problem.
func (p Schedule) Validate() error {
	at, err := index("job", p.names())
	if err != nil {
		return err
	}
	if len(at) == 0 || len(at) > maxJobs {
		return fmt.Errorf("a schedule needs 1 to %d jobs", maxJobs)
	}
	for _, j := range p.Jobs {
		if min(j.Duration, j.Release, j.Due, j.Deadline) < 0 || max(j.Duration, j.Release) > maxTime {
			return fmt.Errorf("job %s has a time outside 0..%d", j.Name, maxTime)
		}
		if err := known("job "+j.Name, at, j.After...); err != nil {
			return err
		}
		for r, n := range j.Uses {
			if n < 0 || n > p.Resources[r] {
				return fmt.Errorf("job %s uses %d of %s, of which there are %d", j.Name, n, r, p.Resources[r])
			}
		}
	}
	for from, row := range p.Setup {
		for to, n := range row {
			if n < 0 || n > maxTime {
				return fmt.Errorf("set-up from %s to %s is %d", from, to, n)
			}
		}
	}
	if !slices.Contains([]string{"", "makespan", "late", "tardiness"}, p.Objective) {
		return fmt.Errorf("objective %q is not makespan, late or tardiness", p.Objective)
	}
	return nil
}

func (p Schedule) names() []string {
	out := make([]string, len(p.Jobs))
	for i, j := range p.Jobs {
		out[i] = j.Name
	}
	return out
}

// Check implements Problem.
func (p Schedule) Check(plan string) (Verdict, error) {
	starts, bad := p.read(plan)
	if bad.Broken != "" {
		return bad, nil
	}
	if v := p.timing(starts); v.Broken != "" {
		return v, nil
	}
	if v := p.machines(starts); v.Broken != "" {
		return v, nil
	}
	if v := p.resources(starts); v.Broken != "" {
		return v, nil
	}
	return judged(p.value(starts), p.Optimum, least)
}

// read finds the start of every job, by position.
func (p Schedule) read(plan string) ([]int, Verdict) {
	lex := newLexicon(p.names()...)
	at, _ := index("job", p.names())
	if p.Sequence {
		return p.readOrder(plan, lex, at)
	}
	starts := slices.Repeat([]int{-1}, len(p.Jobs))
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		jobs, times := names(tokens), values(tokens, number)
		if len(jobs) == 0 || len(times) == 0 {
			continue
		}
		if len(jobs) > 1 || len(times) > 2 {
			return nil, broken("format", "step %d is not one job with a start and an end", i+1)
		}
		j := at[jobs[0]]
		if starts[j] >= 0 {
			return nil, broken("once", "%s starts twice", jobs[0])
		}
		starts[j] = times[0]
		if end := times[0] + p.Jobs[j].Duration; len(times) == 2 && times[1] != end {
			return nil, broken("duration", "%s ends at %d, not %d", jobs[0], end, times[1])
		}
	}
	for j, s := range starts {
		if s < 0 {
			return nil, broken("all", "%s has no start", p.Jobs[j].Name)
		}
	}
	return starts, Verdict{}
}

func (p Schedule) readOrder(plan string, lex lexicon, at map[string]int) ([]int, Verdict) {
	b := newSerial(p)
	for _, step := range Steps(plan) {
		for _, job := range names(lex.tokens(step)) {
			j := at[job]
			if b.starts[j] >= 0 {
				return nil, broken("once", "%s is listed twice", job)
			}
			if !b.ready(j) {
				return nil, broken("order", "%s is listed before a job it needs", job)
			}
			b.place(j)
		}
	}
	if b.count < len(p.Jobs) {
		return nil, broken("all", "%d of %d jobs are listed", b.count, len(p.Jobs))
	}
	return b.starts, Verdict{}
}

func (p Schedule) timing(starts []int) Verdict {
	at, _ := index("job", p.names())
	for i, j := range p.Jobs {
		if starts[i] < j.Release {
			return broken("release", "%s cannot start before %d", j.Name, j.Release)
		}
		if j.Deadline > 0 && starts[i]+j.Duration > j.Deadline {
			return broken("deadline", "%s must end by %d", j.Name, j.Deadline)
		}
		for _, before := range j.After {
			if k := at[before]; starts[k]+p.Jobs[k].Duration > starts[i] {
				return broken("order", "%s starts before %s ends", j.Name, before)
			}
		}
	}
	return Verdict{}
}

// machines checks that each machine does one job at a time, with set-ups.
func (p Schedule) machines(starts []int) Verdict {
	by := map[string][]int{}
	for i, j := range p.Jobs {
		if j.Machine != "" {
			by[j.Machine] = append(by[j.Machine], i)
		}
	}
	for _, m := range slices.Sorted(maps.Keys(by)) {
		jobs := by[m]
		slices.SortStableFunc(jobs, func(a, b int) int {
			if starts[a] != starts[b] {
				return starts[a] - starts[b]
			}
			return p.Jobs[a].Duration - p.Jobs[b].Duration
		})
		for k := 1; k < len(jobs); k++ {
			a, b := p.Jobs[jobs[k-1]], p.Jobs[jobs[k]]
			if free := starts[jobs[k-1]] + a.Duration + p.Setup[a.Family][b.Family]; starts[jobs[k]] < free {
				return broken("machine", "%s is not ready for %s before %d", m, b.Name, free)
			}
		}
	}
	return Verdict{}
}

// resources checks the capacities at every start, where usage can only rise.
func (p Schedule) resources(starts []int) Verdict {
	for i, j := range p.Jobs {
		for _, r := range slices.Sorted(maps.Keys(j.Uses)) {
			if used := p.usage(starts, r, starts[i]); used > p.Resources[r] {
				return broken("resource", "%d of %s are used at %d, there are %d", used, r, starts[i], p.Resources[r])
			}
		}
	}
	return Verdict{}
}

// usage is how much of a resource is in use during the unit that begins at t.
func (p Schedule) usage(starts []int, resource string, t int) int {
	used := 0
	for i, j := range p.Jobs {
		if starts[i] >= 0 && starts[i] <= t && t < starts[i]+j.Duration {
			used += j.Uses[resource]
		}
	}
	return used
}

// value is the objective of a complete schedule.
func (p Schedule) value(starts []int) int {
	value := 0
	for i, j := range p.Jobs {
		end := starts[i] + j.Duration
		switch {
		case p.Objective == "" || p.Objective == "makespan":
			value = max(value, end)
		case j.Due == 0 || end <= j.Due:
		case p.Objective == "late":
			value++
		default:
			value += end - j.Due
		}
	}
	return value
}
