package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("planning/crash-cost-trade-off", "project planning", "Crash cost trade-off",
		"Shorten tasks of a project at least cost so that it meets a deadline.", crashCost)
}

// crashing is the problem of the checker "crashing".
type crashing struct {
	Tasks    []crash `json:"tasks"`
	Deadline int     `json:"deadline"`
	Optimum  *int    `json:"optimum"`
}

// crash is a task that can be shortened by up to Most days, at Price a day.
type crash struct {
	Name  string   `json:"name"`
	Days  int      `json:"days"`
	After []string `json:"after,omitempty"`
	Most  int      `json:"most,omitempty"`
	Price int      `json:"price,omitempty"`
	after []int
}

// length is the end of the project after the cuts; tasks are listed after what
// they wait for.
func (p crashing) length(cuts []int) int {
	var end [12]int
	last := 0
	for i, t := range p.Tasks {
		for _, k := range t.after {
			end[i] = max(end[i], end[k])
		}
		end[i] += t.Days - cuts[i]
		last = max(last, end[i])
	}
	return last
}

// solve tries all cuts and leaves out those that cost more than the best, or
// that miss the deadline even with every later task cut as far as it goes.
func (p crashing) solve() (best []int, cost int) {
	cuts := make([]int, len(p.Tasks))
	for i, t := range p.Tasks {
		cuts[i] = t.Most
	}
	cost = -1
	var walk func(i, spent int)
	walk = func(i, spent int) {
		if cost >= 0 && spent >= cost || p.length(cuts) > p.Deadline {
			return
		}
		if i == len(cuts) {
			best, cost = slices.Clone(cuts), spent
			return
		}
		for n := range p.Tasks[i].Most + 1 {
			cuts[i] = n
			walk(i+1, spent+n*p.Tasks[i].Price)
		}
		cuts[i] = p.Tasks[i].Most
	}
	walk(0, 0)
	return best, cost
}

// crashCost asks by how many days to shorten which tasks. Difficulty adds tasks
// (4 to 8), links and days to save (2 to 6), so that more than one chain has to
// be shortened. All cuts are compared.
func crashCost(r *rand.Rand, d gen.Difficulty) task.Item {
	names := strings.Split("ABCDEFGHIJ", "")[:gen.Of(d, 4, 5, 6, 7, 8)]
	p := crashing{}
	for i, name := range names {
		t := crash{Name: name, Days: gen.Between(r, 4, 12), Most: gen.Between(r, 1, 2), Price: 10 * gen.Between(r, 10, 60)}
		for _, k := range r.Perm(i) {
			if k >= i-3 && len(t.after) < gen.Of(d, 1, 2, 2, 2, 2) && r.IntN(4) > 0 {
				t.after = append(t.after, k)
			}
		}
		slices.Sort(t.after)
		for _, k := range t.after {
			t.After = append(t.After, names[k])
		}
		p.Tasks = append(p.Tasks, t)
	}
	normal := p.length(make([]int, len(names)))
	most := make([]int, len(names))
	for i, t := range p.Tasks {
		most[i] = t.Most
	}
	p.Deadline = max(p.length(most), normal-gen.Of(d, 2, 2, 3, 4, 6))
	cuts, cost := p.solve()
	p.Optimum = optimum(cost)
	var plan, lines []string
	for i, t := range p.Tasks {
		if cuts[i] > 0 {
			plan = append(plan, fmt.Sprintf("%s: %d", t.Name, cuts[i]))
		}
		line := fmt.Sprintf("%s: %d days", t.Name, t.Days)
		if len(t.After) > 0 {
			line += ", after " + gen.Enumerated(t.After)
		}
		lines = append(lines, line+fmt.Sprintf("; can be cut by up to %s at %d euros a day", plural(t.Most, "day"), t.Price))
	}
	question, slots := gen.Ask(r, []string{
		"Tasks of a project, what they wait for, and what it costs to shorten them:\n\n{lines}\n\nTasks run side by side where the links allow. The project must be done in {deadline} days. By how many days should each task be cut so that the extra cost is least? {form}",
		"{lines}\n\nA builder has promised to finish after {deadline} days at the latest; everything starts as soon as it can. Buy the necessary days as cheaply as possible. {form}",
		"With a deadline of {deadline} days from the start, which tasks are worth shortening, and by how much, if as little as possible is to be paid?\n\n{lines}\n\nEach task begins when all it waits for are done. {form}",
	}, gen.Fixed("lines", bullets(lines)), gen.Slot("deadline", p.Deadline), gen.Fixed("form", "Write one line per shortened task, like \"A: 2\" for two days less; leave out the others."))
	return planItem("crashing", p, question, slots,
		fmt.Sprintf("Without cuts the project takes %d days. Only cuts on the longest chains help, and a cut that shortens all of them at once can be worth a higher price. Meeting %d days costs at least %d euros.", normal, p.Deadline, cost), strings.Join(plan, "\n"))
}
