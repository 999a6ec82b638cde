package switching

import (
	"container/heap"
	"maps"
	"math"
	"slices"

	"segue/skill"
)

// Measurement is an advice: measure a pair with a number of two-step trials.
type Measurement struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Trials int    `json:"trials"`
	// Before and After are the standard deviations of the pair's log SkE.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Plan says which pairs to measure next so that a budget of two-step trials
// lowers the summed variance of log SkE the most. Each pair's variance is that
// of the compromise behind Shrunk: 1 / (n/σ² + 1/τ²), where σ² is a trial's
// variance and τ² the spread between pairs. The gain of one more trial shrinks
// with each, so taking the best next batch each time is optimal.
//
// Only pairs of skills that the table knows alone and finds strong enough are
// planned: measuring a switch between skills that fail alone tells nothing.
func (t *Table) Plan(budget, batch int, o Options) []Measurement {
	o = o.withDefaults()
	batch = max(batch, 1)
	tau := spread(t.Pair, t.Alpha, func(key string) float64 { return math.Log(t.prior(SplitKey(key))) })
	queue := t.candidates(tau, float64(batch), o)
	heap.Init(&queue)
	for ; budget >= batch && len(queue) > 0; budget -= batch {
		best := queue[0]
		best.trials += float64(batch)
		heap.Fix(&queue, 0)
	}
	var out []Measurement
	for _, c := range queue {
		if c.trials > 0 {
			out = append(out, Measurement{c.from, c.to, int(c.trials), math.Sqrt(c.varianceAt(0)), math.Sqrt(c.varianceAt(c.trials))})
		}
	}
	slices.SortFunc(out, func(a, b Measurement) int {
		if a.Trials != b.Trials {
			return b.Trials - a.Trials
		}
		if a.From+a.To < b.From+b.To {
			return -1
		}
		return 1
	})
	return out
}

// candidate is a pair that could be measured.
type candidate struct {
	from, to string
	n        float64 // trials so far
	trials   float64 // trials planned
	batch    float64
	sigma    float64 // variance of one trial
	tau      float64
}

func (c *candidate) varianceAt(more float64) float64 {
	return 1 / ((c.n+more)/c.sigma + 1/c.tau)
}

// gain is what the next batch takes off the variance.
func (c *candidate) gain() float64 { return c.varianceAt(c.trials) - c.varianceAt(c.trials+c.batch) }

// candidates lists the pairs of different domains that could be measured.
func (t *Table) candidates(tau, batch float64, o Options) gains {
	var queue gains
	skills := slices.Sorted(maps.Keys(t.Solo))
	for _, a := range skills {
		for _, b := range skills {
			base, _ := t.base(a, b)
			if skill.DomainOf(a) == skill.DomainOf(b) || base < o.MinSolo {
				continue
			}
			c := t.Pair[Key(a, b)]
			p := (base + t.Alpha) / t.prior(a, b) // expected chained accuracy plus α
			p = min(max(p-t.Alpha, 0.05), 0.95)
			if c.N > 0 {
				p = (c.Acc*float64(c.N) + p) / float64(c.N+1)
			}
			p = min(max(p, 0.05), 0.95)
			sigma := p * (1 - p) / ((p + t.Alpha) * (p + t.Alpha))
			queue = append(queue, &candidate{from: a, to: b, n: float64(c.N), batch: batch, sigma: sigma, tau: tau})
		}
	}
	return queue
}

// gains is a heap whose top has the largest gain; ties go by name, so that a
// plan is the same every time.
type gains []*candidate

func (g gains) Len() int      { return len(g) }
func (g gains) Swap(i, j int) { g[i], g[j] = g[j], g[i] }
func (g *gains) Push(x any)   { *g = append(*g, x.(*candidate)) }
func (g *gains) Pop() any {
	old := *g
	last := old[len(old)-1]
	*g = old[:len(old)-1]
	return last
}
func (g gains) Less(i, j int) bool {
	if x, y := g[i].gain(), g[j].gain(); x != y {
		return x > y
	}
	if g[i].from != g[j].from {
		return g[i].from < g[j].from
	}
	return g[i].to < g[j].to
}
