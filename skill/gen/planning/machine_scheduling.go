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
	const area = "resource scheduling"
	gen.Register("planning/job-shop-makespan", area, "Job-shop makespan",
		"Schedule jobs that go through machines in their own orders so that all are done as early as possible.", jobShop)
	gen.Register("planning/batch-and-setup-planning", area, "Batch and set-up planning",
		"Order batches on one line so that the time for changing over is least.", batchAndSetup)
	gen.Register("planning/charging-slot-allocation", area, "Charging slot allocation",
		"Allocate a few chargers to vehicles that come and must leave at given times.", chargingSlots)
}

var (
	products = []string{"Table", "Chair", "Shelf", "Bench", "Cabinet", "Stool", "Desk", "Crate"}
	stations = []string{"saw", "drill", "press", "lathe", "oven", "spray booth"}
)

// jobShop asks for starts on machines with the least completion time.
// Difficulty adds jobs (2 to 4) and operations (4 to 9), each job with its own
// machine order. All orders in which operations can be placed are compared.
func jobShop(r *rand.Rand, d gen.Difficulty) task.Item {
	jobs, machines := gen.Of(d, 2, 2, 3, 4, 3), gen.Of(d, 2, 3, 2, 2, 3)
	names, shops := gen.Sample(r, products, jobs), gen.Sample(r, stations, machines)
	p := schedule{}
	var lines []string
	for _, name := range names {
		var steps []string
		before := ""
		for _, shop := range gen.Sample(r, shops, machines) {
			j := job{Name: name + " " + shop, Duration: gen.Between(r, 2, 9), Machine: shop}
			if before != "" {
				j.After = []string{before}
			}
			p.Jobs = append(p.Jobs, j)
			before = j.Name
			steps = append(steps, fmt.Sprintf("%s %d", shop, j.Duration))
		}
		lines = append(lines, fmt.Sprintf("%s: %s", name, strings.Join(steps, ", then ")))
	}
	starts, makespan := p.shop(jobs, machines)
	p.Optimum = optimum(makespan)
	plan := make([]string, len(p.Jobs))
	for i, j := range p.Jobs {
		plan[i] = fmt.Sprintf("%s: %d-%d", j.Name, starts[i], starts[i]+j.Duration)
	}
	question, _ := gen.Ask(r, []string{
		"A workshop makes several products, each of which goes through the machines in its own order (times in minutes):\n\n{lines}\n\nA machine works on one product at a time, and an operation is not interrupted. Counting minutes from 0, when should each operation start so that everything is finished as early as possible? {form}",
		"{lines}\n\nEach line gives the machines that a product has to pass, one after another, with the minutes on each. No machine handles two products at once; there are no breaks within an operation. Make a schedule from minute 0 with the smallest possible end. {form}",
		"Minimise the time at which the last operation ends. Operations of one product follow the listed order, machines take one product at a time, time starts at 0 and runs in whole minutes.\n\n{lines}\n\n{form}",
	}, gen.Fixed("lines", bullets(lines)), gen.Fixed("form", fmt.Sprintf("Give one line per operation like \"%s: start-end\".", p.Jobs[0].Name)))
	return planItem("schedule", p, question, nil,
		fmt.Sprintf("The machine with the most work is kept busy and the waiting product with the longest way to go comes first. Comparing the orders on the machines, the earliest possible end is minute %d.", makespan), strings.Join(plan, "\n"))
}

// shop places the operations, listed job by job, in every order that keeps each
// job's own; an operation starts when its job and its machine are free. Some
// order gives an optimal schedule.
func (p schedule) shop(jobs, machines int) (best []int, makespan int) {
	starts := make([]int, len(p.Jobs))
	next, ready := make([]int, jobs), make([]int, jobs)
	free := map[string]int{}
	work := make([]int, len(p.Jobs)+1) // of an operation and those after it in its job
	for i := len(p.Jobs) - 1; i >= 0; i-- {
		if work[i] = p.Jobs[i].Duration; i%machines < machines-1 {
			work[i] += work[i+1]
		}
	}
	makespan = -1
	var walk func(placed, end int)
	walk = func(placed, end int) {
		if placed == len(p.Jobs) {
			best, makespan = slices.Clone(starts), end
			return
		}
		for k := range jobs {
			if next[k] == machines {
				continue
			}
			i := k*machines + next[k]
			op := p.Jobs[i]
			start := max(ready[k], free[op.Machine])
			if makespan >= 0 && max(end, start+work[i]) >= makespan {
				continue
			}
			oldReady, oldFree := ready[k], free[op.Machine]
			starts[i] = start
			next[k], ready[k], free[op.Machine] = next[k]+1, start+op.Duration, start+op.Duration
			walk(placed+1, max(end, start+op.Duration))
			next[k], ready[k], free[op.Machine] = next[k]-1, oldReady, oldFree
		}
	}
	walk(0, 0)
	return best, makespan
}

var paints = []string{"White", "Black", "Red", "Blue", "Green", "Yellow", "Orange", "Violet", "Brown", "Grey"}

// batchAndSetup asks for an order of batches with the least total time.
// Difficulty adds batches (4 to 7) and, from 3 on, batches that must come
// before others. Solved by dynamic programming over the sets of finished batches.
func batchAndSetup(r *rand.Rand, d gen.Difficulty) task.Item {
	names := gen.Sample(r, paints, gen.Of(d, 4, 5, 5, 6, 7))
	p := schedule{Sequence: true, Setup: map[string]map[string]int{}}
	hidden := r.Perm(len(names))
	var sizes, rules []string
	for _, name := range names {
		j := job{Name: name, Family: name, Machine: "line", Duration: gen.Between(r, 20, 59)}
		p.Jobs = append(p.Jobs, j)
		sizes = append(sizes, fmt.Sprintf("%s %d", name, j.Duration))
		p.Setup[name] = map[string]int{}
		for _, other := range names {
			if other != name {
				p.Setup[name][other] = gen.Between(r, 3, 19)
			}
		}
	}
	for range gen.Of(d, 0, 0, 1, 1, 2) {
		a := r.IntN(len(hidden) - 1)
		b := gen.Between(r, a+1, len(hidden)-1)
		first, second := names[hidden[a]], names[hidden[b]]
		if j := &p.Jobs[hidden[b]]; !slices.Contains(j.After, first) {
			j.After = append(j.After, first)
			rules = append(rules, fmt.Sprintf(" %s must run before %s.", first, second))
		}
	}
	order, total := p.sequence()
	p.Optimum = optimum(total)
	plan := make([]string, len(order))
	for i, j := range order {
		plan[i] = names[j]
	}
	question, _ := gen.Ask(r, []string{
		"A paint line runs one batch of each colour: {sizes} (minutes). Between two batches it is cleaned, which takes as many minutes as the table says, from the colour of the row to that of the column:\n\n{table}\n\nBefore the first batch and after the last no cleaning is needed.{rules} Find the order with the shortest total time. {form}",
		"Change-over times in minutes, from row to column:\n\n{table}\n\nThe batches {sizes} (name and minutes) are to be produced on one machine, without idle time. The first batch needs no change-over.{rules} Which sequence ends soonest? {form}",
		"In which sequence should a printer do the jobs {sizes} (minutes each) if the ink has to be changed in between? Changing from the ink of a row to the ink of a column takes:\n\n{table}\n\nThe machine is set up for any ink at the start.{rules} The last job should end as early as possible. {form}",
	}, gen.Fixed("sizes", gen.Enumerated(sizes)), gen.Fixed("table", p.setupTable()), gen.Fixed("rules", strings.Join(rules, "")),
		gen.Fixed("form", "Answer with the names in order in one line, separated by commas."))
	return planItem("schedule", p, question, nil,
		fmt.Sprintf("The batches themselves always take the same time, so the change-overs decide. Comparing all orders, the least total is %d minutes.", total), strings.Join(plan, ", "))
}

// sequence is an order of the jobs with the least total of durations and set-ups.
func (p schedule) sequence() (order []int, total int) {
	n := len(p.Jobs)
	before := make([]int, n)
	for i, j := range p.Jobs {
		for k, other := range p.Jobs {
			if slices.Contains(j.After, other.Name) {
				before[i] |= 1 << k
			}
		}
	}
	const far = 1 << 30
	end, via := make([][]int, 1<<n), make([][]int, 1<<n)
	for set := range end {
		end[set], via[set] = slices.Repeat([]int{far}, n), make([]int, n)
		for j := range n {
			rest := set &^ (1 << j)
			if set&(1<<j) == 0 || before[j]&^rest != 0 {
				continue
			}
			if rest == 0 {
				end[set][j] = p.Jobs[j].Duration
			}
			for k := range n {
				if rest&(1<<k) == 0 || end[rest][k] == far {
					continue
				}
				if t := end[rest][k] + p.Setup[p.Jobs[k].Family][p.Jobs[j].Family] + p.Jobs[j].Duration; t < end[set][j] {
					end[set][j], via[set][j] = t, k
				}
			}
		}
	}
	full := 1<<n - 1
	last := 0
	for j := range n {
		if end[full][j] < end[full][last] {
			last = j
		}
	}
	total = end[full][last]
	for set := full; set != 0; {
		order = append(order, last)
		set, last = set&^(1<<last), via[set][last]
	}
	slices.Reverse(order)
	return order, total
}

func (p schedule) setupTable() string {
	names := make([]string, len(p.Jobs))
	times := make([][]int, len(p.Jobs))
	for i, j := range p.Jobs {
		names[i] = j.Name
		for _, other := range p.Jobs {
			times[i] = append(times[i], p.Setup[j.Family][other.Family])
		}
	}
	return distanceTable(names, times)
}

// chargingSlots asks for charging times. Difficulty adds vehicles (3 to 8) and
// cuts the spare time. The times are drawn around a schedule that works; every
// other one that keeps them is right as well.
func chargingSlots(r *rand.Rand, d gen.Difficulty) task.Item {
	n, chargers := gen.Of(d, 3, 4, 5, 7, 8), gen.Of(d, 1, 1, 2, 2, 3)
	names := gen.Sample(r, strings.Split("Van A,Van B,Van C,Van D,Truck E,Truck F,Bus G,Bus H,Taxi J,Taxi K", ","), n)
	p := schedule{Resources: map[string]int{"chargers": chargers}}
	free := make([]int, chargers)
	var lines, plan []string
	for _, name := range names {
		at := slices.Index(free, slices.Min(free))
		start := free[at] + r.IntN(2)
		j := job{Name: name, Duration: gen.Between(r, 2, 5), Uses: map[string]int{"chargers": 1}}
		free[at] = start + j.Duration
		j.Release = max(0, start-r.IntN(gen.Of(d, 5, 5, 6, 6, 6)))
		j.Deadline = start + j.Duration + r.IntN(gen.Of(d, 4, 3, 4, 4, 4))
		p.Jobs = append(p.Jobs, j)
		plan = append(plan, fmt.Sprintf("%s: %d-%d", name, start, start+j.Duration))
	}
	for _, i := range r.Perm(n) {
		j := p.Jobs[i]
		lines = append(lines, fmt.Sprintf("%s arrives at %d, must be fully charged by %d, charges for %d hours", j.Name, j.Release, j.Deadline, j.Duration))
	}
	question, _ := gen.Ask(r, []string{
		"A depot has {chargers}. Hours are counted from 0, the start of the night shift:\n\n{lines}\n\nCharging is not interrupted, and a charger serves one vehicle at a time. Draw up a plan that suits all vehicles. {form}",
		"Vehicles and their charging times (full hours, counted from the opening):\n\n{lines}\n\nThere are no more chargers than this: {chargers}. Each vehicle charges in one go while it is there. When does each one charge? {form}",
		"Fit all of the following vehicles onto {chargers}, one vehicle at a time on each and without a pause in a charging:\n\n{lines}\n\nTimes are whole hours from hour 0. {form}",
	}, gen.Fixed("chargers", []string{"", "one charger", "two chargers", "three chargers"}[chargers]), gen.Fixed("lines", bullets(lines)), gen.Fixed("form", "Give one line per vehicle like \"Van A: start-end\"."))
	return planItem("schedule", p, question, nil,
		"Vehicles that have to leave soonest come first, and no hour may have more vehicles than chargers. The plan below starts no vehicle before it arrives and ends each in time.", strings.Join(plan, "\n"))
}
