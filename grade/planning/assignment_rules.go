package planning

import (
	"fmt"
	"slices"
)

// staffing is a partial assignment, by positions of tasks and agents.
type staffing struct {
	p           Assignment
	task, agent map[string]int
	by          [][]int // task → agents
	of          [][]int // agent → tasks
	cost        int
}

func newStaffing(p Assignment) *staffing {
	s := &staffing{p: p, by: make([][]int, len(p.Tasks)), of: make([][]int, len(p.Agents))}
	s.task, _ = index("task", p.taskNames())
	s.agent, _ = index("agent", p.agentNames())
	return s
}

func (s *staffing) need(t int) int { return max(1, s.p.Tasks[t].Need) }

func (s *staffing) price(t, a int) int { return s.p.Cost[s.p.Tasks[t].Name][s.p.Agents[a].Name] }

func (s *staffing) add(t, a int) {
	s.by[t], s.of[a] = append(s.by[t], a), append(s.of[a], t)
	s.cost += s.price(t, a)
}

// remove undoes the last add of the pair.
func (s *staffing) remove(t, a int) {
	s.by[t], s.of[a] = s.by[t][:len(s.by[t])-1], s.of[a][:len(s.of[a])-1]
	s.cost -= s.price(t, a)
}

// refuses names the constraint that giving task t to agent a breaks now.
func (s *staffing) refuses(t, a int) (id, why string) {
	task, agent := s.p.Tasks[t], s.p.Agents[a]
	size := task.Size
	for _, other := range s.of[a] {
		size += s.p.Tasks[other].Size
	}
	switch {
	case slices.Contains(s.by[t], a):
		return "once", fmt.Sprintf("%s gets %s twice", agent.Name, task.Name)
	case len(s.by[t]) == s.need(t):
		return "need", fmt.Sprintf("%s needs %d, not more", task.Name, s.need(t))
	case len(task.Can) > 0 && !slices.Contains(task.Can, agent.Name):
		return "can", fmt.Sprintf("%s cannot do %s", agent.Name, task.Name)
	case agent.Capacity > 0 && size > agent.Capacity:
		return "capacity", fmt.Sprintf("%s holds %d, not %d", agent.Name, agent.Capacity, size)
	case agent.Most > 0 && len(s.of[a]) == agent.Most:
		return "most", fmt.Sprintf("%s takes at most %d", agent.Name, agent.Most)
	}
	for _, o := range s.of[a] {
		other := s.p.Tasks[o]
		timed := task.End > task.Start && other.End > other.Start
		if timed && task.Start < other.End+s.p.Rest && other.Start < task.End+s.p.Rest {
			return "rest", fmt.Sprintf("%s has %s and %s too close", agent.Name, other.Name, task.Name)
		}
		if paired(s.p.Apart, task.Name, other.Name) {
			return "apart", fmt.Sprintf("%s has both %s and %s", agent.Name, other.Name, task.Name)
		}
	}
	return s.clashes(t, a)
}

// clashes looks for a task that must not share a's group with t.
func (s *staffing) clashes(t, a int) (id, why string) {
	for o, agents := range s.by {
		if !paired(s.p.Clash, s.p.Tasks[t].Name, s.p.Tasks[o].Name) {
			continue
		}
		for _, b := range agents {
			if s.group(a) == s.group(b) {
				return "clash", fmt.Sprintf("%s and %s are both in %s", s.p.Tasks[t].Name, s.p.Tasks[o].Name, s.group(a))
			}
		}
	}
	return "", ""
}

// group is the agent's group, by default the agent alone.
func (s *staffing) group(a int) string {
	if g := s.p.Agents[a].Group; g != "" {
		return g
	}
	return s.p.Agents[a].Name
}

func paired(pairs [][2]string, a, b string) bool {
	return slices.Contains(pairs, [2]string{a, b}) || slices.Contains(pairs, [2]string{b, a})
}

// unfinished names the constraint that a complete assignment would keep.
func (s *staffing) unfinished() (id, why string) {
	for t, agents := range s.by {
		if len(agents) < s.need(t) {
			return "all", fmt.Sprintf("%s has %d of %d", s.p.Tasks[t].Name, len(agents), s.need(t))
		}
	}
	for a, tasks := range s.of {
		if len(tasks) < s.p.Agents[a].Least {
			return "least", fmt.Sprintf("%s has %d tasks, at least %d", s.p.Agents[a].Name, len(tasks), s.p.Agents[a].Least)
		}
	}
	for _, pair := range s.p.Together {
		if a, b := slices.Sorted(slices.Values(s.by[s.task[pair[0]]])), slices.Sorted(slices.Values(s.by[s.task[pair[1]]])); !slices.Equal(a, b) {
			return "together", fmt.Sprintf("%s and %s go to different agents", pair[0], pair[1])
		}
	}
	return "", ""
}

func (s *staffing) roster() Roster {
	r := Roster{Tasks: s.p.taskNames(), Agents: make([][]string, len(s.by))}
	for t, agents := range s.by {
		for _, a := range slices.Sorted(slices.Values(agents)) {
			r.Agents[t] = append(r.Agents[t], s.p.Agents[a].Name)
		}
	}
	return r
}
