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
	gen.Register("planning/single-machine-deadlines", area, "Single-machine deadlines", "Find the least number of late jobs on one machine.", singleMachineDeadlines)
	gen.Register("planning/precedence-scheduling-with-workers", area, "Precedence scheduling with workers",
		"Schedule tasks with an order among them and few workers so that all are done as early as possible.", precedenceScheduling)
}

// job is a job of the checker "schedule".
type job struct {
	Name     string         `json:"name"`
	Duration int            `json:"duration"`
	Machine  string         `json:"machine,omitempty"`
	Family   string         `json:"family,omitempty"` // of set-up
	Release  int            `json:"release,omitempty"`
	Due      int            `json:"due,omitempty"`
	Deadline int            `json:"deadline,omitempty"`
	After    []string       `json:"after,omitempty"`
	Uses     map[string]int `json:"uses,omitempty"`
}

// schedule is the problem of the checker "schedule".
type schedule struct {
	Jobs      []job                     `json:"jobs"`
	Resources map[string]int            `json:"resources,omitempty"`
	Setup     map[string]map[string]int `json:"setup,omitempty"`    // minutes from family to family
	Sequence  bool                      `json:"sequence,omitempty"` // the plan is only the order
	Optimum   *int                      `json:"optimum,omitempty"`
}

// singleMachineDeadlines asks for the least number of late jobs. Difficulty is
// the number of jobs, of which about a third cannot be on time, though each
// could be if it came first. Solved by the
// rule of Moore and Hodgson (Management Science 15, 1968).
func singleMachineDeadlines(r *rand.Rand, d gen.Difficulty) task.Item {
	letters := gen.Sample(r, strings.Split("ABCDEFGHKLMNPQRSTUVWXYZ", ""), gen.Of(d, 4, 5, 6, 8, 10))
	jobs := make([]job, len(letters))
	start := gen.Between(r, 13, 23) // above all durations and below all due times, so that it can be a slot
	total := 0
	for i, l := range letters {
		jobs[i] = job{Name: l, Duration: gen.Between(r, 2, 12)}
		total += jobs[i].Duration
	}
	for i := range jobs {
		jobs[i].Due = start + jobs[i].Duration + gen.Between(r, 0, max(2, total/2))
	}
	var texts []string
	for _, j := range jobs {
		texts = append(texts, fmt.Sprintf("%s takes %d h (due %d h after midnight)", j.Name, j.Duration, j.Due))
	}
	list := strings.Join(texts, ", ")
	onTime, late := mooreHodgson(jobs, start)
	question, slots := gen.Ask(r, []string{
		"A press can print one order at a time and is free from hour {start} after midnight on. The orders are: {list}. Orders are not interrupted. What is the smallest possible number of orders that are finished after their due time?",
		"One machine, no interruptions, nothing can begin before hour {start} (hours count from midnight). Jobs: {list}. Find an order with as few late jobs as possible and report how many are late.",
		"A baker has one oven that is ready {start} hours after midnight. The batches: {list}. A batch that is done exactly at its due time is in time. At least how many batches must be late, whatever the sequence?",
	}, gen.Slot("start", start), gen.Fixed("list", list))
	answer := task.Integer(int64(len(late)))
	working := "Going through the jobs by due time and dropping the longest chosen job whenever the next one would be late"
	if len(late) == 0 {
		working += fmt.Sprintf(", nothing has to be dropped: %s are all on time", strings.Join(onTime, ", "))
	} else {
		working += fmt.Sprintf(" leaves %s on time and drops %s", strings.Join(onTime, ", "), strings.Join(late, ", "))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working+".", answer)}
}

// mooreHodgson splits the jobs into a largest set that can be on time, in order
// of due time, and the rest.
func mooreHodgson(jobs []job, start int) (onTime, late []string) {
	byDue := slices.Clone(jobs)
	slices.SortStableFunc(byDue, func(a, b job) int { return a.Due - b.Due })
	now := start
	var chosen []job
	for _, j := range byDue {
		chosen = append(chosen, j)
		if now += j.Duration; now > j.Due {
			longest := 0
			for i, c := range chosen {
				if c.Duration > chosen[longest].Duration {
					longest = i
				}
			}
			now -= chosen[longest].Duration
			late = append(late, chosen[longest].Name)
			chosen = slices.Delete(chosen, longest, longest+1)
		}
	}
	for _, c := range chosen {
		onTime = append(onTime, c.Name)
	}
	return onTime, late
}

var counts = []string{"no worker", "one worker", "two workers", "three workers", "four workers"}

// precedenceScheduling asks for starts with the least completion time.
// Difficulty is the number of tasks and of rules between them.
func precedenceScheduling(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 6, 6, 7)
	workers := gen.Between(r, 3, 4)
	names := gen.Sample(r, []string{"Paint", "Wiring", "Plumbing", "Roofing", "Tiling", "Flooring", "Insulation", "Windows", "Doors", "Garden", "Fence", "Kitchen", "Heating", "Plaster"}, n)
	p := schedule{Resources: map[string]int{"workers": workers}}
	for i, name := range names {
		j := job{Name: name, Duration: gen.Between(r, 5, 14), Uses: map[string]int{"workers": gen.Between(r, 1, 3)}}
		for _, before := range names[:i] {
			if r.IntN(n+1) < gen.Of(d, 2, 2, 2, 2, 3) && len(j.After) < 2 {
				j.After = append(j.After, before)
			}
		}
		p.Jobs = append(p.Jobs, j)
	}
	starts, makespan := p.solve(workers)
	p.Optimum = optimum(makespan)
	var plan []string
	for i, j := range p.Jobs {
		plan = append(plan, fmt.Sprintf("%s: %d-%d", j.Name, starts[i], starts[i]+j.Duration))
	}
	question, slots := gen.Ask(r, []string{
		"A site has {workers} workers, and each task keeps its workers busy for its whole length without a break:\n\n{tasks}\n\nSchedule all tasks, counting hours from 0, so that the last one ends as early as possible. {form}",
		"Plan these jobs for a crew of {workers} people. Nobody works on two jobs at once, and a job is not interrupted.\n\n{tasks}\n\nTime is in whole hours and starts at 0. Keep the total duration as short as possible. {form}",
		"{tasks}\n\nThat is the list of work to be done by {workers} workers in all, from hour 0 on. Which start times finish everything soonest? {form}",
	}, gen.Slot("workers", workers), gen.Fixed("tasks", p.text()), gen.Fixed("form", "Give one line per task like \"Name: start-end\"."))
	return planItem("schedule", p, question, slots,
		fmt.Sprintf("Tasks that wait for others and those that need many workers decide. Starting every task as soon as its predecessors and enough workers allow, in the best order, ends at hour %d; no order ends earlier.", makespan), strings.Join(plan, "\n"))
}

func (p schedule) text() string {
	lines := make([]string, len(p.Jobs))
	for i, j := range p.Jobs {
		lines[i] = fmt.Sprintf("%s: %d hours, %s", j.Name, j.Duration, counts[j.Uses["workers"]])
		if len(j.After) > 0 {
			lines[i] += ", after " + gen.Enumerated(j.After)
		}
	}
	return bullets(lines)
}

// solve tries every order of the jobs and starts each as early as possible.
// Some order gives an optimal schedule, since the completion time never gains
// from waiting.
func (p schedule) solve(workers int) (best []int, makespan int) {
	starts := slices.Repeat([]int{-1}, len(p.Jobs))
	at := map[string]int{}
	for i, j := range p.Jobs {
		at[j.Name] = i
	}
	var walk func(placed, end int)
	walk = func(placed, end int) {
		if best != nil && end >= makespan {
			return
		}
		if placed == len(p.Jobs) {
			best, makespan = slices.Clone(starts), end
			return
		}
		for i, j := range p.Jobs {
			earliest := 0
			ready := starts[i] < 0
			for _, before := range j.After {
				k := at[before]
				ready = ready && starts[k] >= 0
				earliest = max(earliest, starts[k]+p.Jobs[k].Duration)
			}
			if !ready {
				continue
			}
			t := p.fit(starts, i, earliest, workers)
			starts[i] = t
			walk(placed+1, max(end, t+j.Duration))
			starts[i] = -1
		}
	}
	walk(0, 0)
	return best, makespan
}

// fit is the first time from earliest on at which job i finds its workers free.
// Only the ends of placed jobs need a look.
func (p schedule) fit(starts []int, i, earliest, workers int) int {
	times := []int{earliest}
	for k, s := range starts {
		if end := s + p.Jobs[k].Duration; s >= 0 && end > earliest {
			times = append(times, end)
		}
	}
	slices.Sort(times)
	for _, t := range times {
		if p.free(starts, t, t+p.Jobs[i].Duration, workers-p.Jobs[i].Uses["workers"]) {
			return t
		}
	}
	return times[len(times)-1]
}

// free says whether never more than most workers are busy in [from, to). Use
// can only rise at a start.
func (p schedule) free(starts []int, from, to, most int) bool {
	for m := range len(starts) + 1 {
		t := from
		if m < len(starts) {
			if t = starts[m]; t < from || t >= to {
				continue
			}
		}
		used := 0
		for k, s := range starts {
			if s >= 0 && s <= t && t < s+p.Jobs[k].Duration {
				used += p.Jobs[k].Uses["workers"]
			}
		}
		if used > most {
			return false
		}
	}
	return true
}
