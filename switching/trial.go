package switching

import (
	"fmt"
	"math"
	"slices"

	"segue/skill"
	"segue/task"
)

// Trials is what outcomes say about accuracies, summed by task: the unit that
// the bootstrap draws.
type Trials struct {
	// Model is the model of the outcomes; mixed models are refused.
	Model string
	// TwoStep counts only tasks of two steps as chains, as the paper does.
	// Otherwise each pair of neighbouring steps of a longer task counts.
	TwoStep bool

	tasks  index // task ids
	skills index // skill ids
	solo   map[cellTask]tally
	// chains holds the steps of a (task, sample) until all are known.
	chains map[chain][]step
	// Left counts the outcomes that say nothing: undecided or failed.
	Left int
}

type cellTask struct{ cell, task int32 }

// tally is a sum of scores over a number of trials.
type tally struct {
	sum float64
	n   float64
}

type chain struct{ task, sample int32 }

type step struct {
	n, skill int32
	score    float64
}

// index numbers strings in the order of their coming.
type index struct {
	of    map[string]int32
	names []string
}

func (x *index) number(name string) int32 {
	if n, ok := x.of[name]; ok {
		return n
	}
	if x.of == nil {
		x.of = map[string]int32{}
	}
	n := int32(len(x.names))
	x.of[name] = n
	x.names = append(x.names, name)
	return n
}

// NewTrials is an empty collection.
func NewTrials() *Trials {
	return &Trials{solo: map[cellTask]tally{}, chains: map[chain][]step{}}
}

// Add takes one outcome in. It refuses outcomes of a second model, and scores
// that are no number from 0 to 1.
func (t *Trials) Add(o task.Outcome) error {
	if o.Status != "" && o.Status != task.Scored {
		t.Left++
		return nil
	}
	if math.IsNaN(o.Score) || o.Score < 0 || o.Score > 1 {
		return fmt.Errorf("outcome of task %s, step %d has the score %g, which is not between 0 and 1", o.Task, o.Step, o.Score)
	}
	if o.Skill == "" {
		return fmt.Errorf("outcome of task %s, step %d names no skill", o.Task, o.Step)
	}
	if t.Model == "" {
		t.Model = o.Model
	}
	if o.Model != "" && o.Model != t.Model {
		return fmt.Errorf("outcomes of two models, %s and %s: a table is of one reference model (choose with --model)", t.Model, o.Model)
	}
	id, s := t.tasks.number(o.Task), t.skills.number(o.Skill)
	switch o.Mode {
	case task.Single:
		key := cellTask{s, id}
		c := t.solo[key]
		t.solo[key] = tally{c.sum + o.Score, c.n + 1}
	case task.Cross:
		key := chain{id, int32(o.Sample)}
		t.chains[key] = append(t.chains[key], step{int32(o.Step), s, o.Score})
	default:
		return fmt.Errorf("outcome of task %s, step %d has the unknown mode %q", o.Task, o.Step, o.Mode)
	}
	return nil
}

// switchTally is the trials of one pair of skills in one task.
type switchTally struct {
	task, from, to int32
	tally
}

// switches sums the chains to pairs of neighbouring steps, by task, in a fixed
// order. A pair counts when both of its steps were scored.
func (t *Trials) switches() []switchTally {
	type key struct{ task, from, to int32 }
	sums := map[key]tally{}
	for c, steps := range t.chains {
		slices.SortFunc(steps, func(a, b step) int { return int(a.n - b.n) })
		if t.TwoStep && len(steps) != 2 {
			continue
		}
		for i := 1; i < len(steps); i++ {
			if steps[i].n != steps[i-1].n+1 {
				continue
			}
			k := key{c.task, steps[i-1].skill, steps[i].skill}
			s := sums[k]
			sums[k] = tally{s.sum + (steps[i-1].score+steps[i].score)/2, s.n + 1}
		}
	}
	out := make([]switchTally, 0, len(sums))
	for k, s := range sums {
		out = append(out, switchTally{k.task, k.from, k.to, s})
	}
	slices.SortFunc(out, func(a, b switchTally) int {
		if d := a.task - b.task; d != 0 {
			return int(d)
		}
		if d := a.from - b.from; d != 0 {
			return int(d)
		}
		return int(a.to - b.to)
	})
	return out
}

func (t *Trials) domainOf(s int32) string { return string(skill.DomainOf(t.skills.names[s])) }
