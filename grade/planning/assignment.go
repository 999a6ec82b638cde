package planning

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Assignment asks which agent does which task: workers on shifts, parcels in
// vehicles, courses in rooms at times. Canonical plan, one line per task, in
// the problem's order:
//
//	Monday early: Ann, Bob
//
// A line may also name one agent and several tasks.
type Assignment struct {
	Tasks  []Duty  `json:"tasks"`
	Agents []Agent `json:"agents"`
	// Rest is the least time between two timed tasks of one agent; timed tasks
	// that overlap never go to one agent.
	Rest int `json:"rest,omitempty"`
	// Apart lists pairs of tasks for different agents, Together for the same,
	// Clash for agents of different groups.
	Apart    [][2]string `json:"apart,omitempty"`
	Together [][2]string `json:"together,omitempty"`
	Clash    [][2]string `json:"clash,omitempty"`
	// Cost is what a task costs with an agent, task → agent; absent is 0.
	Cost    map[string]map[string]int `json:"cost,omitempty"`
	Optimum *int                      `json:"optimum,omitempty"` // least total cost
}

// Duty is a task that Need agents do together (0 means 1).
type Duty struct {
	Name  string   `json:"name"`
	Need  int      `json:"need,omitempty"`
	Size  int      `json:"size,omitempty"`
	Start int      `json:"start,omitempty"` // with End: when the task runs
	End   int      `json:"end,omitempty"`
	Can   []string `json:"can,omitempty"` // the agents that can do it; none: all
}

// Agent takes tasks of total size up to Capacity, at least Least and at most
// Most of them (0: no such bound).
type Agent struct {
	Name     string `json:"name"`
	Capacity int    `json:"capacity,omitempty"`
	Least    int    `json:"least,omitempty"`
	Most     int    `json:"most,omitempty"`
	Group    string `json:"group,omitempty"` // such as the hour of a room
}

// Roster is an assignment plan: for each task, in the problem's order, its
// agents in the problem's order.
type Roster struct {
	Tasks  []string
	Agents [][]string
}

// String is the canonical plan text.
func (r Roster) String() string {
	lines := make([]string, len(r.Tasks))
	for i, t := range r.Tasks {
		lines[i] = t + ": " + strings.Join(r.Agents[i], ", ")
	}
	return strings.Join(lines, "\n")
}

func init() { Register(of[Assignment]("assignment")) }

const maxDuties = 40

func (p Assignment) taskNames() []string {
	out := make([]string, len(p.Tasks))
	for i, t := range p.Tasks {
		out[i] = t.Name
	}
	return out
}

func (p Assignment) agentNames() []string {
	out := make([]string, len(p.Agents))
	for i, a := range p.Agents {
		out[i] = a.Name
	}
	return out
}

// Validate implements Problem.
func (p Assignment) Validate() error {
	if _, err := index("name", append(p.taskNames(), p.agentNames()...)); err != nil {
		return err
	}
	if len(p.Tasks) == 0 || len(p.Agents) == 0 || len(p.Tasks) > maxDuties || len(p.Agents) > maxDuties {
		return fmt.Errorf("an assignment has 1 to %d tasks and agents", maxDuties)
	}
	tasks, _ := index("task", p.taskNames())
	agents, _ := index("agent", p.agentNames())
	for _, t := range p.Tasks {
		if t.Need < 0 || t.Need > len(p.Agents) || t.Size < 0 || t.End < t.Start {
			return fmt.Errorf("task %s has a negative size or time, or needs too many agents", t.Name)
		}
		if err := known("task "+t.Name, agents, t.Can...); err != nil {
			return err
		}
	}
	for _, pair := range slices.Concat(p.Apart, p.Together, p.Clash) {
		if err := known("rule", tasks, pair[:]...); err != nil {
			return err
		}
	}
	for t, row := range p.Cost {
		if err := known("cost", tasks, t); err != nil {
			return err
		}
		if err := known("cost", agents, slices.Collect(maps.Keys(row))...); err != nil {
			return err
		}
		for _, n := range row {
			if n < 0 || n > maxTime {
				return fmt.Errorf("cost of %s is %d", t, n)
			}
		}
	}
	return nil
}

// Check implements Problem.
func (p Assignment) Check(plan string) (Verdict, error) {
	s := newStaffing(p)
	lex := newLexicon(append(p.taskNames(), p.agentNames()...)...)
	for i, step := range Steps(plan) {
		var tasks, agents []int
		for _, n := range names(lex.tokens(step)) {
			if t, ok := s.task[n]; ok {
				tasks = append(tasks, t)
			} else {
				agents = append(agents, s.agent[n])
			}
		}
		if len(tasks) > 1 && len(agents) > 1 {
			return broken("format", "step %d names several tasks and several agents", i+1), nil
		}
		for _, t := range tasks {
			for _, a := range agents {
				if id, why := s.refuses(t, a); id != "" {
					return broken(id, "%s", why), nil
				}
				s.add(t, a)
			}
		}
	}
	if id, why := s.unfinished(); id != "" {
		return broken(id, "%s", why), nil
	}
	return judged(s.cost, p.Optimum, least)
}

// each calls yield with every complete assignment and its cost until it
// returns false; hopeless cuts partial ones by their cost.
func (p Assignment) each(hopeless func(cost int) bool, yield func(s *staffing) bool) error {
	s, b := newStaffing(p), newBudget()
	var walk func(t, from int) bool
	walk = func(t, from int) bool {
		if t == len(p.Tasks) {
			if id, _ := s.unfinished(); id != "" {
				return true
			}
			return yield(s)
		}
		if len(s.by[t]) == s.need(t) {
			return walk(t+1, 0)
		}
		for a := from; a < len(p.Agents); a++ {
			if !b.spend() {
				return false
			}
			if id, _ := s.refuses(t, a); id != "" || hopeless(s.cost+s.price(t, a)) {
				continue
			}
			s.add(t, a)
			more := walk(t, a+1)
			s.remove(t, a)
			if !more {
				return false
			}
		}
		return true
	}
	walk(0, 0)
	return b.err()
}

// Solve returns an assignment of least cost and that cost.
func (p Assignment) Solve() (best Roster, cost int, err error) {
	found := false
	err = p.each(func(c int) bool { return found && c >= cost }, func(s *staffing) bool {
		best, cost, found = s.roster(), s.cost, true
		return cost > 0
	})
	if err == nil && !found {
		err = ErrNoPlan
	}
	return best, cost, err
}

// Count counts the assignments of at most the given cost, stopping at limit.
func (p Assignment) Count(cost, limit int) (int, error) {
	n := 0
	err := p.each(func(c int) bool { return c > cost }, func(*staffing) bool { n++; return n < limit })
	return n, err
}
