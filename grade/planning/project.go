package planning

import "fmt"

// Project asks for the first days of tasks with predecessors and a bounded
// number of workers. Day 1 is the first. Canonical plan, one line per task:
//
//	Roof: day 3-5
//
// The last day may be left out.
type Project struct {
	Tasks   []Activity `json:"tasks"`
	Workers int        `json:"workers,omitempty"` // 0: as many as needed
	Optimum *int       `json:"optimum,omitempty"` // least number of days
}

// Activity is a task of a project that takes whole days.
type Activity struct {
	Name    string   `json:"name"`
	Days    int      `json:"days"`
	Workers int      `json:"workers,omitempty"`
	After   []string `json:"after,omitempty"`
}

func init() { Register(of[Project]("project")) }

// schedule is the same problem with time counted from 0.
func (p Project) schedule() Schedule {
	s := Schedule{Resources: map[string]int{}}
	for _, t := range p.Tasks {
		j := Job{Name: t.Name, Duration: t.Days, After: t.After}
		if p.Workers > 0 && t.Workers > 0 {
			s.Resources["workers"] = p.Workers
			j.Uses = map[string]int{"workers": t.Workers}
		}
		s.Jobs = append(s.Jobs, j)
	}
	if p.Optimum != nil {
		s.Optimum = p.Optimum
	}
	return s
}

// Validate implements Problem.
func (p Project) Validate() error {
	for _, t := range p.Tasks {
		if t.Days < 1 || t.Workers < 0 {
			return fmt.Errorf("task %s takes %d days and %d workers", t.Name, t.Days, t.Workers)
		}
	}
	return p.schedule().Validate()
}

// Check implements Problem.
func (p Project) Check(plan string) (Verdict, error) {
	s := p.schedule()
	lex := newLexicon(s.names()...)
	at, _ := index("task", s.names())
	starts := make([]int, len(s.Jobs))
	for i := range starts {
		starts[i] = -1
	}
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		tasks, days := names(tokens), dayNumbers(tokens)
		if len(tasks) == 0 || len(days) == 0 {
			continue
		}
		if len(tasks) > 1 || len(days) > 2 {
			return broken("format", "step %d is not one task with its days", i+1), nil
		}
		j := at[tasks[0]]
		switch last := days[0] + p.Tasks[j].Days - 1; {
		case starts[j] >= 0:
			return broken("once", "%s is listed twice", tasks[0]), nil
		case days[0] < 1:
			return broken("days", "%s starts on day %d", tasks[0], days[0]), nil
		case len(days) == 2 && days[1] != last:
			return broken("duration", "%s ends on day %d, not %d", tasks[0], last, days[1]), nil
		}
		starts[j] = days[0] - 1
	}
	for j, start := range starts {
		if start < 0 {
			return broken("all", "%s has no day", p.Tasks[j].Name), nil
		}
	}
	if v := s.timing(starts); v.Broken != "" {
		return v, nil
	}
	if v := s.resources(starts); v.Broken != "" {
		return v, nil
	}
	return judged(s.value(starts), p.Optimum, least)
}

// ProjectPlan is a project plan; From and To count days from 1, both inclusive.
type ProjectPlan []JobStart

// String is the canonical plan text.
func (p ProjectPlan) String() string {
	text := ""
	for i, s := range p {
		if i > 0 {
			text += "\n"
		}
		text += fmt.Sprintf("%s: day %d-%d", s.Job, s.From, s.To)
	}
	return text
}

// Solve returns a shortest plan and its number of days.
func (p Project) Solve() (ProjectPlan, int, error) {
	jobs, days, err := p.schedule().Solve()
	plan := make(ProjectPlan, len(jobs))
	for i, j := range jobs {
		plan[i] = JobStart{j.Job, j.From + 1, j.To}
	}
	return plan, days, err
}

// Slack is, for each task, by how many days it can slip without a longer
// project, workers not counted, and the length of the critical path (critical
// path method, Kelley and Walker 1959). A cycle is ErrNoPlan.
func (p Project) Slack() (slack []int, length int, err error) {
	s := p.schedule()
	tail, head := s.tails(), make([]int, len(p.Tasks))
	at, _ := index("task", s.names())
	for round := 0; ; round++ {
		changed := false
		for j, t := range p.Tasks {
			for _, before := range t.After {
				if end := head[at[before]] + p.Tasks[at[before]].Days; end > head[j] {
					head[j], changed = end, true
				}
			}
		}
		if !changed {
			break
		}
		if round > len(p.Tasks) {
			return nil, 0, ErrNoPlan
		}
	}
	for j := range p.Tasks {
		length = max(length, head[j]+tail[j])
	}
	for j := range p.Tasks {
		slack = append(slack, length-head[j]-tail[j])
	}
	return slack, length, nil
}
