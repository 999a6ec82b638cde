package report

import (
	"segue/bench"
	"segue/task"
)

// ledger sorts a model's outcomes to the steps they belong to.
type ledger struct {
	tasks     int
	steps     []*step
	statuses  map[task.Status]int
	undecided map[string]int
	asked     int // steps that the run's configuration asks for
	answered  int
}

// step is one step of one task with its scored outcomes.
type step struct {
	*task.Step
	task *task.Task
	at   int // number of the task
	// Scored outcomes, by mode.
	cross, single []*bench.Graded
	// bySample finds the cross outcome of a sample, whatever its status.
	bySample map[int]*bench.Graded
}

func newLedger(r bench.Results) *ledger {
	l := &ledger{tasks: len(r.Tasks), statuses: map[task.Status]int{}, undecided: map[string]int{}}
	type key struct {
		task string
		step int
	}
	find := map[key]*step{}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		for n := range t.Steps {
			x := &step{Step: &t.Steps[n], task: t, at: i, bySample: map[int]*bench.Graded{}}
			l.steps = append(l.steps, x)
			find[key{t.ID, x.N}] = x
			l.asked += len(r.Config.Modes) * r.Config.Samples
		}
	}
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		x := find[key{o.Task, o.Step}]
		if x == nil {
			continue
		}
		l.answered++
		l.statuses[o.Status]++
		if o.Mode == task.Cross {
			x.bySample[o.Sample] = o
		}
		switch {
		case o.Status != task.Scored:
			l.undecided[o.Reason]++
		case o.Mode == task.Cross:
			x.cross = append(x.cross, o)
		default:
			x.single = append(x.single, o)
		}
	}
	return l
}

func (l *ledger) coverage() float64 {
	if l.asked == 0 {
		return 0
	}
	return float64(l.answered) / float64(l.asked)
}

// wholeTasks scores 1 for each cross sample of a task whose every step is right.
func (l *ledger) wholeTasks() perTask {
	type sample struct{ task, n int }
	right, scored, steps := map[sample]int{}, map[sample]int{}, map[int]int{}
	for _, x := range l.steps {
		steps[x.at]++
		for n, o := range x.bySample {
			if o.Status == task.Scored {
				scored[sample{x.at, n}]++
			}
			if o.Correct {
				right[sample{x.at, n}]++
			}
		}
	}
	p := newPerTask(l.tasks)
	for s, n := range scored {
		if n != steps[s.task] {
			continue // a step without a score leaves the whole open
		}
		whole := 0.0
		if right[s] == n {
			whole = 1
		}
		p.add(s.task, whole)
	}
	return p
}

// index finds steps by task and number.
func (l *ledger) index() map[[2]int]*step {
	m := make(map[[2]int]*step, len(l.steps))
	for _, x := range l.steps {
		m[[2]int{x.at, x.N}] = x
	}
	return m
}
