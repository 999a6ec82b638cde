package planning

import (
	"slices"
	"strings"
)

// assignment is the problem of the checker "assignment".
type assignment struct {
	Tasks    []duty                    `json:"tasks"`
	Agents   []agent                   `json:"agents"`
	Rest     int                       `json:"rest,omitempty"`
	Apart    [][2]string               `json:"apart,omitempty"`
	Together [][2]string               `json:"together,omitempty"`
	Clash    [][2]string               `json:"clash,omitempty"`
	Cost     map[string]map[string]int `json:"cost,omitempty"`
	Optimum  *int                      `json:"optimum,omitempty"`
}

// duty is a task, done by Need agents (0: one).
type duty struct {
	Name  string   `json:"name"`
	Need  int      `json:"need,omitempty"`
	Size  int      `json:"size,omitempty"`
	Start int      `json:"start,omitempty"`
	End   int      `json:"end,omitempty"`
	Can   []string `json:"can,omitempty"`
}

type agent struct {
	Name     string `json:"name"`
	Capacity int    `json:"capacity,omitempty"`
	Least    int    `json:"least,omitempty"`
	Most     int    `json:"most,omitempty"`
	Group    string `json:"group,omitempty"`
}

// cheapest gives each task, which has the agents that can do it, the agent of
// the least total cost within capacities and apart pairs, by trying all and
// cutting what costs more than the best so far even with the cheapest rest.
func (p assignment) cheapest() (cost int, plan string) {
	rest := make([]int, len(p.Tasks)+1)
	for i := len(p.Tasks) - 1; i >= 0; i-- {
		least := -1
		for _, c := range p.Cost[p.Tasks[i].Name] {
			if least < 0 || c < least {
				least = c
			}
		}
		rest[i] = rest[i+1] + least
	}
	load := map[string]int{}
	for _, a := range p.Agents {
		load[a.Name] = a.Capacity
	}
	by := make([]string, len(p.Tasks))
	cost = -1
	var walk func(i, spent int)
	walk = func(i, spent int) {
		if cost >= 0 && spent+rest[i] >= cost {
			return
		}
		if i == len(p.Tasks) {
			lines := make([]string, i)
			for k, t := range p.Tasks {
				lines[k] = t.Name + ": " + by[k]
			}
			cost, plan = spent, strings.Join(lines, "\n")
			return
		}
		t := p.Tasks[i]
		for _, a := range t.Can {
			if load[a] < t.Size || p.meetsApart(t.Name, a, by[:i]) {
				continue
			}
			load[a] -= t.Size
			by[i] = a
			walk(i+1, spent+p.Cost[t.Name][a])
			load[a] += t.Size
		}
	}
	walk(0, 0)
	return cost, plan
}

// meetsApart says whether the agent already has a task that must not be with it.
func (p assignment) meetsApart(task, agent string, by []string) bool {
	for k, other := range by {
		name := p.Tasks[k].Name
		if other == agent && (slices.Contains(p.Apart, [2]string{task, name}) || slices.Contains(p.Apart, [2]string{name, task})) {
			return true
		}
	}
	return false
}
