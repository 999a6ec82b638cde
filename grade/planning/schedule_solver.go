package planning

import "slices"

// serial builds a schedule job by job: each one is placed as early as its
// predecessors, its machine (after the jobs already there) and the resources
// allow (serial schedule generation; Kolisch, EJOR 90, 1996).
type serial struct {
	p      Schedule
	after  [][]int
	starts []int // -1: not placed
	free   map[string]int
	family map[string]string
	count  int
}

func newSerial(p Schedule) *serial {
	at, _ := index("job", p.names())
	b := &serial{p: p, starts: slices.Repeat([]int{-1}, len(p.Jobs)), free: map[string]int{}, family: map[string]string{}}
	for _, j := range p.Jobs {
		var after []int
		for _, name := range j.After {
			after = append(after, at[name])
		}
		b.after = append(b.after, after)
	}
	return b
}

func (b *serial) ready(j int) bool {
	return b.starts[j] < 0 && !slices.ContainsFunc(b.after[j], func(k int) bool { return b.starts[k] < 0 })
}

// earliest is the first start of j in the partial schedule.
func (b *serial) earliest(j int) int {
	job := b.p.Jobs[j]
	start := job.Release
	for _, k := range b.after[j] {
		start = max(start, b.starts[k]+b.p.Jobs[k].Duration)
	}
	if family, busy := b.family[job.Machine]; busy && job.Machine != "" {
		start = max(start, b.free[job.Machine]+b.p.Setup[family][job.Family])
	}
	for len(job.Uses) > 0 {
		clash := b.clash(j, start)
		if clash < 0 {
			break
		}
		start = clash
	}
	return start
}

// clash is the earliest end of a job in the way when j starts at start, or -1.
func (b *serial) clash(j, start int) int {
	job := b.p.Jobs[j]
	points := []int{start}
	for k, s := range b.starts {
		if s > start && s < start+job.Duration && b.p.Jobs[k].Uses != nil {
			points = append(points, s)
		}
	}
	for _, t := range points {
		for r, n := range job.Uses {
			if b.p.usage(b.starts, r, t)+n <= b.p.Resources[r] {
				continue
			}
			end := -1
			for k, s := range b.starts {
				if e := s + b.p.Jobs[k].Duration; s >= 0 && e > start && (end < 0 || e < end) {
					end = e
				}
			}
			return end
		}
	}
	return -1
}

func (b *serial) place(j int) int {
	start := b.earliest(j)
	job := b.p.Jobs[j]
	b.starts[j] = start
	b.count++
	if job.Machine != "" {
		b.free[job.Machine], b.family[job.Machine] = start+job.Duration, job.Family
	}
	return start
}

// Solve returns an optimal schedule and its objective, or ErrNoPlan, ErrBudget.
//
// It places jobs in every order of non-decreasing starts. Some optimal schedule
// arises so, as every objective is regular (never better by ending later):
// replaying an optimal schedule in order of start moves no job later, and
// repeating that comes to rest at one whose order gives itself.
func (p Schedule) Solve() (JobPlan, int, error) {
	s := scheduler{b: newSerial(p), nodes: newBudget(), tail: p.tails()}
	s.walk(0)
	if err := s.nodes.err(); err != nil {
		return nil, 0, err
	}
	if s.best == nil {
		return nil, 0, ErrNoPlan
	}
	plan := make(JobPlan, 0, len(p.Jobs))
	for _, j := range s.order {
		plan = append(plan, JobStart{p.Jobs[j].Name, s.best[j], s.best[j] + p.Jobs[j].Duration})
	}
	return plan, s.value, nil
}

type scheduler struct {
	b     *serial
	nodes *budget
	tail  []int // least time from a job's start to the end of its successors
	path  []int
	best  []int
	order []int
	value int
}

func (s *scheduler) walk(now int) {
	b := s.b
	if b.count == len(b.starts) {
		if value := b.p.value(b.starts); s.best == nil || value < s.value {
			s.best, s.order, s.value = slices.Clone(b.starts), slices.Clone(s.path), value
		}
		return
	}
	if s.best != nil && s.bound(now) >= s.value {
		return
	}
	for j, job := range b.p.Jobs {
		if !b.ready(j) {
			continue
		}
		start := b.earliest(j)
		if start < now || job.Deadline > 0 && start+job.Duration > job.Deadline {
			continue
		}
		if !s.nodes.spend() {
			return
		}
		free, hadFree := b.free[job.Machine]
		family, hadFamily := b.family[job.Machine]
		b.place(j)
		s.path = append(s.path, j)
		s.walk(start)
		s.path = s.path[:len(s.path)-1]
		b.starts[j] = -1
		b.count--
		restore(b.free, job.Machine, free, hadFree)
		restore(b.family, job.Machine, family, hadFamily)
	}
}

func restore[V any](m map[string]V, key string, old V, had bool) {
	if had {
		m[key] = old
	} else {
		delete(m, key)
	}
}

// bound is a value that no completion of the partial schedule beats: starts
// never go back behind now, and a machine still has all its work to do.
func (s *scheduler) bound(now int) int {
	b := s.b
	if b.p.Objective == "late" || b.p.Objective == "tardiness" {
		value := 0
		for j, job := range b.p.Jobs {
			end := b.starts[j] + job.Duration
			if b.starts[j] < 0 {
				end = max(now, job.Release) + job.Duration
			}
			if job.Due > 0 && end > job.Due {
				if b.p.Objective == "late" {
					value++
				} else {
					value += end - job.Due
				}
			}
		}
		return value
	}
	value, load := 0, map[string]int{}
	for j, job := range b.p.Jobs {
		if b.starts[j] >= 0 {
			value = max(value, b.starts[j]+job.Duration)
			continue
		}
		value = max(value, max(now, job.Release)+s.tail[j])
		if job.Machine != "" {
			load[job.Machine] += job.Duration
			value = max(value, max(now, b.free[job.Machine])+load[job.Machine])
		}
	}
	return value
}

// tails is, for each job, the longest chain of durations that it heads; a
// cycle of predecessors leaves 0, and no plan is found then.
func (p Schedule) tails() []int {
	at, _ := index("job", p.names())
	tail := make([]int, len(p.Jobs))
	for j, job := range p.Jobs {
		tail[j] = job.Duration
	}
	for range p.Jobs {
		for j, job := range p.Jobs {
			for _, before := range job.After {
				k := at[before]
				tail[k] = max(tail[k], p.Jobs[k].Duration+tail[j])
			}
		}
	}
	return tail
}
