package planning

import (
	"fmt"
	"strings"
)

// Crashing asks by how many days to shorten tasks, each at its price a day, so
// that a project meets its deadline at least cost. Canonical plan, one line per
// shortened task ("none" for no task); tasks that are not named keep their days:
//
//	Roof: 2
type Crashing struct {
	Tasks    []Crash `json:"tasks"`
	Deadline int     `json:"deadline"`          // days
	Optimum  *int    `json:"optimum,omitempty"` // least cost
}

// Crash is an activity that can be shortened by up to Most days.
type Crash struct {
	Name  string   `json:"name"`
	Days  int      `json:"days"`
	After []string `json:"after,omitempty"`
	Most  int      `json:"most,omitempty"`
	Price int      `json:"price,omitempty"` // a day
}

func init() { Register(of[Crashing]("crashing")) }

// shortened is the project after the cuts.
func (p Crashing) shortened(cuts []int) Project {
	var out Project
	for i, t := range p.Tasks {
		out.Tasks = append(out.Tasks, Activity{Name: t.Name, Days: t.Days - cuts[i], After: t.After})
	}
	return out
}

// Validate implements Problem.
func (p Crashing) Validate() error {
	for _, t := range p.Tasks {
		if t.Most < 0 || t.Most >= t.Days || t.Price < 0 || t.Price > maxTime {
			return fmt.Errorf("task %s cannot be cut by %d of %d days", t.Name, t.Most, t.Days)
		}
	}
	project := p.shortened(make([]int, len(p.Tasks)))
	if err := project.Validate(); err != nil {
		return err
	}
	_, _, err := project.Slack()
	return err
}

// Check implements Problem.
func (p Crashing) Check(plan string) (Verdict, error) {
	cuts, seen, list := make([]int, len(p.Tasks)), map[string]bool{}, make([]string, len(p.Tasks))
	for i, t := range p.Tasks {
		list[i] = t.Name
	}
	lex := newLexicon(list...)
	at, _ := index("task", list)
	none := false
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		tasks := names(tokens)
		var days []int
		for _, t := range tokens {
			if t.kind == number || t.kind == span {
				days = append(days, t.n)
			}
		}
		none = none || len(tasks) == 0 && says(tokens, "none", "nothing")
		if len(tasks) == 0 {
			continue
		}
		if len(tasks) != 1 || len(days) != 1 {
			return broken("format", "step %d is not one task and a number of days", i+1), nil
		}
		j := at[tasks[0]]
		if seen[tasks[0]] {
			return broken("once", "%s is listed twice", tasks[0]), nil
		}
		if days[0] > p.Tasks[j].Most {
			return broken("most", "%s can be cut by %d days, not %d", tasks[0], p.Tasks[j].Most, days[0]), nil
		}
		cuts[j], seen[tasks[0]] = days[0], true
	}
	if len(seen) == 0 && !none {
		return broken("format", "no cut is readable; write \"Task: 2\" or \"none\""), nil
	}
	_, length, err := p.shortened(cuts).Slack()
	if err != nil {
		return Verdict{}, err
	}
	if length > p.Deadline {
		return broken("deadline", "the project takes %d days, not %d", length, p.Deadline), nil
	}
	return judged(p.cost(cuts), p.Optimum, least)
}

func (p Crashing) cost(cuts []int) int {
	sum := 0
	for i, n := range cuts {
		sum += n * p.Tasks[i].Price
	}
	return sum
}

// Solve returns a cheapest plan text and its cost.
func (p Crashing) Solve() (string, int, error) {
	cuts, b := make([]int, len(p.Tasks)), newBudget()
	best, text, found := 0, "", false
	var walk func(i, cost int)
	walk = func(i, cost int) {
		if found && cost >= best || !b.spend() {
			return
		}
		if i == len(cuts) {
			if _, length, err := p.shortened(cuts).Slack(); err == nil && length <= p.Deadline {
				best, text, found = cost, p.text(cuts), true
			}
			return
		}
		for n := 0; n <= p.Tasks[i].Most; n++ {
			cuts[i] = n
			walk(i+1, cost+n*p.Tasks[i].Price)
		}
		cuts[i] = 0
	}
	walk(0, 0)
	if err := b.err(); err != nil {
		return "", 0, err
	}
	if !found {
		return "", 0, ErrNoPlan
	}
	return text, best, nil
}

func (p Crashing) text(cuts []int) string {
	var lines []string
	for i, n := range cuts {
		if n > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d", p.Tasks[i].Name, n))
		}
	}
	if len(lines) == 0 {
		return "none"
	}
	return strings.Join(lines, "\n")
}
