package curriculum

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
)

// weighted picks more of the tasks whose steps go wrong. Each step of a task has
// a key (its skill, or the switch into it), each key a running accuracy, and a
// task the weight
//
//	w = mean over its steps of (1 − accuracy of the step's key)
//
// Pick samples without replacement in proportion to w, by the n smallest of
// −ln(u)/w with u uniform (Efraimidis and Spirakis 2006). The share Floor of
// each step is not sampled but goes round all tasks in turn, so that nothing
// starves and an accuracy that was once high is looked at again.
type weighted struct {
	name    string
	tasks   string // their fingerprint
	seed    uint64
	options Options
	decay   float64
	turns   rounds
	steps   [][]int // key of each step of each task
	parents []int   // the key's key of domains, where it has one
	scores  ledger
	domains ledger // the prior of scores; empty: the prior is before
}

// key names what is scored: the step's skill, and where switches are told
// apart the skill of the step before ("" at the first).
type key struct{ from, to string }

// numbering gives keys their indices in the order of their first use.
type numbering map[key]int

func (n numbering) of(k key) int {
	i, ok := n[k]
	if !ok {
		i = len(n)
		n[k] = i
	}
	return i
}

func newWeighted(name string, tasks []Task, seed uint64, o Options, keys func(skills []string) []key, parent func(key) key) (Picker, error) {
	o, err := prepare(tasks, o)
	if err != nil {
		return nil, err
	}
	w := &weighted{name: name, tasks: fingerprint(tasks), seed: seed, options: o, decay: decay(o.HalfLife), turns: rounds{name + " turns", seed, indices(len(tasks))}}
	scores, domains := numbering{}, numbering{}
	for _, t := range tasks {
		var steps []int
		for _, k := range keys(t.Skills) {
			i := scores.of(k)
			steps = append(steps, i)
			if parent != nil && i == len(w.parents) {
				w.parents = append(w.parents, domains.of(parent(k)))
			}
		}
		w.steps = append(w.steps, steps)
	}
	w.scores, w.domains = newLedger(len(scores)), newLedger(len(domains))
	return w, nil
}

func (w *weighted) Observe(task int, correct []float64) {
	if task < 0 || task >= len(w.steps) {
		return
	}
	for i, x := range correct[:min(len(correct), len(w.steps[task]))] {
		if !known(x) {
			continue
		}
		k := w.steps[task][i]
		w.scores[k] = w.scores[k].add(x, w.decay)
		if w.parents != nil {
			p := w.parents[k]
			w.domains[p] = w.domains[p].add(x, w.decay)
		}
	}
}

func (w *weighted) Pick(step, n int) []int {
	step = within(step)
	n = min(n, len(w.steps))
	first, last := w.turn(step), w.turn(step+1)
	picked := w.turns.from(first, min(last-first, n))
	if len(picked) >= n {
		return picked
	}
	taken := make(map[int]bool, len(picked))
	for _, t := range picked {
		taken[t] = true
	}
	for _, t := range w.sample(step) {
		if len(picked) == n {
			break
		}
		if !taken[t] {
			picked = append(picked, t)
		}
	}
	return picked
}

// turn is the number of turns taken before a step.
func (w *weighted) turn(step int) int {
	return int(math.Floor(float64(step) * w.options.Floor * float64(w.options.PerStep)))
}

// sample is all tasks in the order in which they are drawn for a step.
func (w *weighted) sample(step int) []int {
	wrong := w.wrong()
	random := source(w.name, w.seed, uint64(step))
	wait := make([]float64, len(w.steps))
	for t := range w.steps {
		wait[t] = -math.Log1p(-random.Float64()) / w.weight(t, wrong)
	}
	order := indices(len(w.steps))
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(wait[a], wait[b]), cmp.Compare(a, b)) })
	return order
}

// wrong is 1 − accuracy by key.
func (w *weighted) wrong() []float64 {
	wrong := make([]float64, len(w.scores))
	for k, a := range w.scores {
		prior := before
		if w.parents != nil {
			prior = w.domains[w.parents[k]].value(before)
		}
		wrong[k] = 1 - a.value(prior)
	}
	return wrong
}

// least keeps the weight of a task that is always solved above 0.
const least = 1e-9

// weight is w of a task; one without skills weighs like one never scored.
func (w *weighted) weight(task int, wrong []float64) float64 {
	steps := w.steps[task]
	if len(steps) == 0 {
		return 1 - before
	}
	sum := 0.0
	for _, k := range steps {
		sum += wrong[k]
	}
	return max(sum/float64(len(steps)), least)
}

func (w *weighted) State() json.RawMessage {
	return state{w.name, w.tasks, w.scores, w.domains}.write()
}

func (w *weighted) Restore(data json.RawMessage) error {
	s, err := read(data, w.name, w.tasks)
	if err != nil {
		return err
	}
	if err := s.Scores.check(len(w.scores)); err != nil {
		return err
	}
	if err := s.Domains.check(len(w.domains)); err != nil {
		return err
	}
	w.scores, w.domains = s.Scores, s.Domains
	return nil
}

// roundsAllTasks is the step by which every task has had its turn.
func roundsAllTasks(tasks []Task, o Options) int {
	o = o.WithDefaults()
	return int(math.Ceil(float64(len(tasks))/(o.Floor*float64(o.PerStep)))) + 1
}
