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
	gen.Register("planning/critical-path", "project planning", "Critical path",
		"Find when a project with a network of tasks ends, and what a delay does to it.", criticalPath)
}

// criticalPath asks for the end of a project when one task takes longer.
// Difficulty is the number of tasks and links. The delayed task lies off the
// critical path, so its slack decides how much of the delay comes through.
func criticalPath(r *rand.Rand, d gen.Difficulty) task.Item {
	names := strings.Split("ABCDEFGHIJKLMN", "")[:gen.Of(d, 5, 6, 8, 10, 12)]
	jobs := make([]job, len(names))
	for i, name := range names {
		jobs[i] = job{Name: name, Duration: gen.Between(r, 2, 12)}
		for _, k := range r.Perm(i) {
			if k >= i-4 && len(jobs[i].After) < gen.Of(d, 1, 2, 2, 2, 3) && r.IntN(4) > 0 {
				jobs[i].After = append(jobs[i].After, names[k])
			}
		}
		slices.Sort(jobs[i].After)
	}
	end, path := projectEnd(jobs)
	late := r.IntN(len(jobs))
	for tries := 0; tries < len(jobs) && slices.Contains(path, names[late]); tries++ {
		late = (late + 1) % len(jobs)
	}
	text := projectText(jobs)
	delay := gen.AbsentNumber(r, 1, 19, text+fmt.Sprint(end))
	longer := slices.Clone(jobs)
	longer[late].Duration += delay
	newEnd, newPath := projectEnd(longer)
	question, slots := gen.Ask(r, []string{
		"The tasks of a project, with their lengths in days and what they wait for:\n\n{text}\n\nTasks run side by side wherever the links allow. Task {late} turns out to take {delay} days longer than planned. After how many days does the project end?",
		"{text}\n\nEverything starts as soon as it can, and there are enough people. If {late} is extended by {delay} days, what is the total duration of the project in days?",
		"A site manager has this plan:\n\n{text}\n\nThe delivery for {late} is late and adds {delay} days to its duration. Find the number of days from the start of the project to the end of its last task.",
	}, gen.Fixed("text", text), gen.Fixed("late", names[late]), gen.Slot("delay", delay))
	answer := task.Integer(int64(newEnd))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("As planned, the longest chain is %s with %d days. With the delay %s takes %d days and the longest chain is %s, which ends after %d days.",
			strings.Join(path, " – "), end, names[late], longer[late].Duration, strings.Join(newPath, " – "), newEnd), answer)}
}

func projectText(jobs []job) string {
	lines := make([]string, len(jobs))
	for i, j := range jobs {
		lines[i] = fmt.Sprintf("%s: %d days", j.Name, j.Duration)
		if len(j.After) > 0 {
			lines[i] += ", after " + gen.Enumerated(j.After)
		}
	}
	return bullets(lines)
}

// projectEnd is the earliest end of a project whose jobs are listed after what
// they wait for, and a longest chain.
func projectEnd(jobs []job) (int, []string) {
	end, via := map[string]int{}, map[string]string{}
	last := jobs[0].Name
	for _, j := range jobs {
		for _, before := range j.After {
			if via[j.Name] == "" || end[before] > end[via[j.Name]] {
				via[j.Name] = before
			}
		}
		end[j.Name] = end[via[j.Name]] + j.Duration
		if end[j.Name] > end[last] {
			last = j.Name
		}
	}
	path := []string{last}
	for via[path[0]] != "" {
		path = append([]string{via[path[0]]}, path...)
	}
	return end[last], path
}
