package planning_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"segue/grade/planning"
)

func TestAssignmentAgainstAllMaps(t *testing.T) {
	solved := 0
	seeded(t, 150, func(r *rand.Rand) {
		p := planning.Assignment{Rest: r.IntN(3), Cost: map[string]map[string]int{}}
		for i := range 3 {
			p.Agents = append(p.Agents, planning.Agent{Name: letters[4+i], Capacity: r.IntN(3) * 4, Most: r.IntN(3), Least: r.IntN(2), Group: []string{"", "g"}[r.IntN(2)]})
		}
		for i := range 4 {
			start := r.IntN(6)
			d := planning.Duty{Name: fmt.Sprint("task ", i), Size: 1 + r.IntN(3), Start: start, End: start + r.IntN(4)}
			if r.IntN(3) == 0 {
				d.Can = []string{letters[4+r.IntN(3)], letters[4+r.IntN(3)]}
			}
			p.Tasks = append(p.Tasks, d)
			p.Cost[d.Name] = map[string]int{letters[4]: r.IntN(9), letters[5]: r.IntN(9), letters[6]: r.IntN(9)}
		}
		for _, rule := range []*[][2]string{&p.Apart, &p.Together, &p.Clash} {
			if r.IntN(3) == 0 {
				*rule = [][2]string{{p.Tasks[r.IntN(2)].Name, p.Tasks[2+r.IntN(2)].Name}}
			}
		}
		best, ties := 1<<30, 0
		for code := range 81 {
			lines := make([]string, 4)
			for i, rest := 0, code; i < 4; i, rest = i+1, rest/3 {
				lines[i] = p.Tasks[i].Name + ": " + letters[4+rest%3]
			}
			v, err := p.Check(strings.Join(lines, "\n"))
			if err != nil {
				t.Error(err)
			}
			if v.Valid && v.Value < best {
				best, ties = v.Value, 0
			}
			if v.Valid && v.Value == best {
				ties++
			}
		}
		roster, cost, err := p.Solve()
		if ties == 0 {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v for a problem without plan", err)
			}
			return
		}
		solved++
		n, countErr := p.Count(best, 100)
		p.Optimum = &best
		if err != nil || countErr != nil || cost != best || n != ties {
			t.Errorf("Solve = %d, %v and Count = %d, %v; want %d and %d", cost, err, n, countErr, best, ties)
		}
		optimal(t, p, roster.String(), best)
	})
	if solved < 30 {
		t.Errorf("only %d problems had a plan", solved)
	}
}

func TestAssignmentOfSeveralAgents(t *testing.T) {
	p := planning.Assignment{Agents: []planning.Agent{{Name: "A"}, {Name: "B"}, {Name: "C"}, {Name: "D"}},
		Tasks: []planning.Duty{{Name: "x", Need: 2}, {Name: "y", Need: 3}}}
	if n, err := p.Count(0, 100); n != 6*4 || err != nil { // 4 over 2 times 4 over 3
		t.Errorf("Count = %d, %v; want 24", n, err)
	}
}

func TestRiverCrossingsOfFolklore(t *testing.T) {
	farmer := planning.River{Passengers: []string{"farmer", "wolf", "goat", "cabbage"}, Rowers: []string{"farmer"}, Boat: 2,
		Conflicts: []planning.Conflict{{Together: []string{"wolf", "goat"}, Guards: []string{"farmer"}}, {Together: []string{"goat", "cabbage"}, Guards: []string{"farmer"}}}}
	missionaries := []string{"M1", "M2", "M3"}
	cannibals := []string{"C1", "C2", "C3"}
	three := planning.River{Passengers: append(append([]string{}, missionaries...), cannibals...), Boat: 2, Outnumber: [][2][]string{{missionaries, cannibals}}}
	three.Rowers = three.Passengers
	for name, c := range map[string]struct {
		p    planning.River
		want int
	}{"farmer": {farmer, 7}, "missionaries and cannibals": {three, 11}} {
		plan, n, err := c.p.Solve()
		if err != nil || n != c.want {
			t.Errorf("%s: %d trips, %v; want %d", name, n, err, c.want)
		}
		c.p.Optimum = &n
		optimal(t, c.p, plan, c.want)
	}
	farmer.Boat = 1
	if _, _, err := farmer.Solve(); err != planning.ErrNoPlan {
		t.Errorf("a boat for one: %v", err)
	}
}

// longest is the length of a project by walking all chains.
func longest(tasks []planning.Crash, cuts []int) int {
	at := map[string]int{}
	for i, c := range tasks {
		at[c.Name] = i
	}
	var end func(i int) int
	end = func(i int) int {
		start := 0
		for _, b := range tasks[i].After {
			start = max(start, end(at[b]))
		}
		return start + tasks[i].Days - cuts[i]
	}
	length := 0
	for i := range tasks {
		length = max(length, end(i))
	}
	return length
}

func TestCrashingAndSlackAgainstAllCuts(t *testing.T) {
	seeded(t, 100, func(r *rand.Rand) {
		var tasks []planning.Crash
		var project planning.Project
		for i := range 5 {
			c := planning.Crash{Name: letters[i], Days: 3 + r.IntN(3), Most: r.IntN(3), Price: 1 + r.IntN(9)}
			for j := range i {
				if r.IntN(3) == 0 {
					c.After = append(c.After, letters[j])
				}
			}
			tasks = append(tasks, c)
			project.Tasks = append(project.Tasks, planning.Activity{Name: c.Name, Days: c.Days, After: c.After})
		}
		full := longest(tasks, make([]int, 5))
		p := planning.Crashing{Tasks: tasks, Deadline: full - r.IntN(4)}
		best, found := 0, false
		for code := range 243 {
			cuts, cost, ok := make([]int, 5), 0, true
			for i, rest := 0, code; i < 5; i, rest = i+1, rest/3 {
				cuts[i] = rest % 3
				ok = ok && cuts[i] <= tasks[i].Most
				cost += cuts[i] * tasks[i].Price
			}
			if ok && longest(tasks, cuts) <= p.Deadline && (!found || cost < best) {
				best, found = cost, true
			}
		}
		plan, cost, err := p.Solve()
		if found {
			p.Optimum = &best
			if err != nil || cost != best {
				t.Errorf("Solve = %d, %v; want %d", cost, err, best)
			}
			optimal(t, p, plan, best)
		} else if err != planning.ErrNoPlan {
			t.Errorf("Solve error = %v for a problem without plan", err)
		}
		slack, length, err := project.Slack()
		if err != nil || length != full {
			t.Errorf("Slack length = %d, %v; want %d", length, err, full)
		}
		for i := range tasks { // one day more than the slack, and only that, delays the end
			for late := range 2 {
				cuts := make([]int, 5)
				cuts[i] = -slack[i] - late
				if got := longest(tasks, cuts); got != full+late {
					t.Errorf("%s with slack %d: %d days late give %d, not %d", tasks[i].Name, slack[i], slack[i]+late, got, full+late)
				}
			}
		}
		days, n, err := project.Solve()
		project.Optimum = &full
		if err != nil || n != full {
			t.Errorf("project Solve = %d, %v; want %d", n, err, full)
		}
		optimal(t, project, days.String(), full)
	})
}
