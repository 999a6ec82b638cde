package report

import (
	"fmt"
	"maps"
	"slices"

	"segue/bench"
	"segue/skill"
	"segue/task"
)

// Comparison sets runs against the first one, on the tasks that all share.
type Comparison struct {
	Tasks int        `json:"tasks"` // shared tasks
	Runs  []Compared `json:"runs"`
	// Unlike names the settings that are not the same in all runs, so that a
	// difference may be theirs and not the models'.
	Unlike []string `json:"unlike,omitempty"`
}

// Compared is one run of a comparison.
type Compared struct {
	Run    string   `json:"run"`
	Model  string   `json:"model"`
	Cross  Estimate `json:"cross"`
	Single Estimate `json:"single"`
	// Versus the first run: paired differences per task, absent for the first.
	CrossDiff  *Difference  `json:"cross_diff,omitempty"`
	SingleDiff *Difference  `json:"single_diff,omitempty"`
	Domains    []Difference `json:"domains,omitempty"`
}

// Difference is a paired difference to the first run, in scores.
type Difference struct {
	Name string `json:"name,omitempty"`
	Estimate
	// P is the two-sided p-value of the sign-flip test over tasks; Adjusted is
	// after Holm's correction for all tests of its kind in the comparison.
	P        float64 `json:"p"`
	Adjusted float64 `json:"p_adjusted"`
}

// Compare pairs results by task. It refuses runs that share no task, and tasks
// of one id with different questions.
func Compare(results []bench.Results) (*Comparison, error) {
	if len(results) < 2 {
		return nil, fmt.Errorf("a comparison needs at least two runs or models, there is %d", len(results))
	}
	shared, err := sharedTasks(results)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, id := range shared {
		at[id] = i
	}
	s := newResampler(len(shared), uint64(results[0].Config.Seed))
	c := &Comparison{Tasks: len(shared), Unlike: unlike(results)}
	var scores []map[string]perTask
	for _, r := range results {
		groups := scoresByGroup(r, at)
		scores = append(scores, groups)
		c.Runs = append(c.Runs, Compared{Run: r.Dir, Model: r.Model, Cross: s.estimate(groups[string(task.Cross)]), Single: s.estimate(groups[string(task.Single)])})
	}
	for i := 1; i < len(results); i++ {
		c.Runs[i].CrossDiff = difference(s, "", scores[0][string(task.Cross)], scores[i][string(task.Cross)])
		c.Runs[i].SingleDiff = difference(s, "", scores[0][string(task.Single)], scores[i][string(task.Single)])
		for _, d := range skill.Domains() {
			if diff := difference(s, string(d), scores[0]["cross/"+string(d)], scores[i]["cross/"+string(d)]); diff != nil {
				c.Runs[i].Domains = append(c.Runs[i].Domains, *diff)
			}
		}
	}
	c.adjust()
	return c, nil
}

// sharedTasks lists the ids of the tasks that every run has, sorted.
func sharedTasks(results []bench.Results) ([]string, error) {
	questions, count := map[string]string{}, map[string]int{}
	for _, r := range results {
		for _, t := range r.Tasks {
			q := t.Scenario
			for _, s := range t.Steps {
				q += "\x00" + s.Question
			}
			if first, ok := questions[t.ID]; ok && first != q {
				return nil, fmt.Errorf("task %s differs between the runs: they are of different benchmarks", t.ID)
			}
			questions[t.ID] = q
			count[t.ID]++
		}
	}
	var shared []string
	for _, id := range slices.Sorted(maps.Keys(count)) {
		if count[id] == len(results) {
			shared = append(shared, id)
		}
	}
	if len(shared) == 0 {
		return nil, fmt.Errorf("the runs share no task")
	}
	return shared, nil
}

// unlike lists the settings that differ between runs.
func unlike(results []bench.Results) []string {
	settings := func(c bench.Config) []string {
		return []string{
			fmt.Sprintf("judge %q", c.Judge), fmt.Sprintf("prompt version %d", c.PromptVersion), fmt.Sprintf("samples %d", c.Samples),
			fmt.Sprintf("temperature %g", c.Temperature), fmt.Sprintf("top-p %g", c.TopP), fmt.Sprintf("max-tokens %d", c.MaxTokens), fmt.Sprintf("seed %d", c.Seed),
		}
	}
	first := settings(results[0].Config)
	var out []string
	for i, r := range results {
		for k, value := range settings(r.Config) {
			if value != first[k] {
				out = append(out, fmt.Sprintf("run %d has %s, run 1 has %s", i+1, value, first[k]))
			}
		}
	}
	return out
}

// scoresByGroup sums the scores of each task by mode, and in cross mode by domain.
func scoresByGroup(r bench.Results, at map[string]int) map[string]perTask {
	groups := map[string]perTask{}
	add := func(name string, i int, x float64) {
		if groups[name] == nil {
			groups[name] = newPerTask(len(at))
		}
		groups[name].add(i, x)
	}
	for _, o := range r.Outcomes {
		i, ok := at[o.Task]
		if !ok || o.Status != task.Scored {
			continue
		}
		add(string(o.Mode), i, o.Score)
		if o.Mode == task.Cross {
			add("cross/"+string(skill.DomainOf(o.Skill)), i, o.Score)
		}
	}
	return groups
}

// difference pairs two runs by task: each task weighs the same.
func difference(s *resampler, name string, base, other perTask) *Difference {
	if base == nil || other == nil {
		return nil
	}
	paired := newPerTask(len(base))
	var values []float64
	for i := range base {
		if base[i].n > 0 && other[i].n > 0 {
			d := other[i].sum/other[i].n - base[i].sum/base[i].n
			paired.add(i, d)
			values = append(values, d)
		}
	}
	if len(values) == 0 {
		return nil
	}
	return &Difference{Name: name, Estimate: s.estimate(paired), P: signFlip(values, 1)}
}

// adjust corrects the p-values: the runs' totals together, the domains together.
func (c *Comparison) adjust() {
	var totals, domains []*Difference
	for i := range c.Runs {
		for _, d := range []*Difference{c.Runs[i].CrossDiff, c.Runs[i].SingleDiff} {
			if d != nil {
				totals = append(totals, d)
			}
		}
		for k := range c.Runs[i].Domains {
			domains = append(domains, &c.Runs[i].Domains[k])
		}
	}
	for _, group := range [][]*Difference{totals, domains} {
		p := make([]float64, len(group))
		for i, d := range group {
			p[i] = d.P
		}
		for i, q := range holm(p) {
			group[i].Adjusted = q
		}
	}
}
