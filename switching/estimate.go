package switching

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Options of an estimate. The zero value of a field takes the default.
type Options struct {
	Alpha float64 // default DefaultAlpha
	Draws int     // bootstrap draws; default 1000, negative none
	Seed  uint64
	// MinSolo is the mean solo accuracy below which a ratio tends to 1 whatever
	// the switch costs; MinTrials is the least number of trials of a pair and of
	// each of its skills.
	MinSolo   float64 // default 0.2
	MinTrials int     // default 4
	// MinTasks is the least number of tasks behind a pair: samples of one task
	// share its luck.
	MinTasks int // default 2
}

func (o Options) withDefaults() Options {
	if o.Alpha == 0 {
		o.Alpha = DefaultAlpha
	}
	if o.Draws == 0 {
		o.Draws = 1000
	}
	if o.MinSolo == 0 {
		o.MinSolo = 0.2
	}
	if o.MinTrials == 0 {
		o.MinTrials = 4
	}
	if o.MinTasks == 0 {
		o.MinTasks = 2
	}
	return o
}

// Estimate turns trials into a table: the exact formula for every cell, with
// bootstrap intervals over tasks, marks on weak cells and shrunk estimates.
func Estimate(ctx context.Context, t *Trials, o Options) (*Table, error) {
	o = o.withDefaults()
	if o.Alpha < 0 {
		return nil, fmt.Errorf("alpha is %g, but must be above 0", o.Alpha)
	}
	if len(t.solo) == 0 {
		return nil, errors.New("no scored outcomes of single mode: Acc(s) needs each skill asked alone (bench run --mode cross,single)")
	}
	cells := t.cells()
	if len(cells[pairCells]) == 0 {
		return nil, errors.New("no scored neighbouring steps of cross mode: Acc(a,b) needs chained steps (bench run --mode cross,single)")
	}
	solo := t.soloCells()
	table := &Table{Alpha: o.Alpha, ReferenceModel: t.Model, Solo: map[string]Cell{}}
	acc := make([]float64, len(t.skills.names))
	trials := make([]float64, len(t.skills.names))
	for i := range acc {
		acc[i] = math.NaN()
	}
	for _, c := range solo {
		total := c.total()
		acc[c.from], trials[c.from] = total.sum/total.n, total.n
		table.Solo[c.key] = Cell{Acc: total.sum / total.n, N: int(total.n)}
	}
	boot, err := newBootstrap(ctx, o, len(t.tasks.names), solo, len(t.skills.names))
	if err != nil {
		return nil, err
	}
	for kind, group := range cells {
		out := make(map[string]Cell, len(group))
		estimates, err := boot.cells(ctx, group, acc, trials)
		if err != nil {
			return nil, err
		}
		for i, c := range group {
			out[c.key] = estimates[i]
		}
		table.assign(kind, out)
	}
	table.Draws = max(o.Draws, 0)
	table.shrink()
	return table, nil
}

// The kinds of cells that a switch contributes to.
const (
	pairCells = iota
	leaveCells
	landCells
	domainCells
	cellKinds
)

func (t *Table) assign(kind int, cells map[string]Cell) {
	switch kind {
	case pairCells:
		t.Pair = cells
	case leaveCells:
		t.Leave = cells
	case landCells:
		t.Land = cells
	case domainCells:
		t.Domain = cells
	}
}

// cell gathers the contributions of one cell of the table.
type cell struct {
	key      string
	from, to int32 // skills; meaningful for solo (from) cells
	parts    []switchTally
}

func (c cell) total() tally {
	var s tally
	for _, p := range c.parts {
		s.sum += p.sum
		s.n += p.n
	}
	return s
}

// soloCells are the cells of skills alone, sorted by key.
func (t *Trials) soloCells() []cell {
	bySkill := map[int32]*cell{}
	for key, s := range t.solo {
		c := bySkill[key.cell]
		if c == nil {
			c = &cell{key: t.skills.names[key.cell], from: key.cell}
			bySkill[key.cell] = c
		}
		c.parts = append(c.parts, switchTally{task: key.task, from: key.cell, to: key.cell, tally: s})
	}
	var out []cell
	for _, c := range bySkill {
		slices.SortFunc(c.parts, func(a, b switchTally) int { return int(a.task - b.task) })
		out = append(out, *c)
	}
	return sortedCells(out)
}

// cells groups the switches four ways, each sorted by key.
func (t *Trials) cells() [cellKinds][]cell {
	var groups [cellKinds]map[string]*cell
	for k := range groups {
		groups[k] = map[string]*cell{}
	}
	for _, s := range t.switches() {
		a, b := t.skills.names[s.from], t.skills.names[s.to]
		d, e := t.domainOf(s.from), t.domainOf(s.to)
		for kind, key := range [cellKinds]string{Key(a, b), Key(a, e), Key(d, b), Key(d, e)} {
			c := groups[kind][key]
			if c == nil {
				c = &cell{key: key, from: s.from, to: s.to}
				groups[kind][key] = c
			}
			c.parts = append(c.parts, s)
		}
	}
	var out [cellKinds][]cell
	for k, group := range groups {
		for _, c := range group {
			out[k] = append(out[k], *c)
		}
		out[k] = sortedCells(out[k])
	}
	return out
}

func sortedCells(cells []cell) []cell {
	slices.SortFunc(cells, func(a, b cell) int {
		if a.key < b.key {
			return -1
		}
		return 1
	})
	return cells
}

// weakness says why a cell can tell nothing, "" where it can.
func (o Options) weakness(base, trials, fewestSolo float64, tasks int) string {
	switch {
	case math.IsNaN(base) || fewestSolo == 0:
		return "a skill was never asked alone"
	case trials < float64(o.MinTrials):
		return "too few chained trials"
	case tasks < o.MinTasks:
		return "too few tasks"
	case fewestSolo < float64(o.MinTrials):
		return "too few trials of a skill alone"
	case base < o.MinSolo:
		return "solo accuracy too low"
	}
	return ""
}
