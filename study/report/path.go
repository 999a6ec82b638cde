package report

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"segue/rl"
	"segue/train"
)

// path is a number of each batch whose way along a training is told.
type path struct {
	Outcome rl.Outcome
	Title   string
	of      func(*train.RLMeasure) (float64, bool)
}

// paths are the outcomes of a training that its batches tell. No task of a comparison
// comes twice, so that pass@k of a batch is of tasks that were not trained on yet.
var paths = []path{
	{rl.OutcomePass, "pass@k of a batch's tasks", func(m *train.RLMeasure) (float64, bool) {
		most := 0
		for k := range m.PassAt {
			if n, err := strconv.Atoi(k); err == nil {
				most = max(most, n)
			}
		}
		x, ok := m.PassAt[strconv.Itoa(most)]
		return x, ok
	}},
	{rl.OutcomeEntropy, "token entropy, nats", func(m *train.RLMeasure) (float64, bool) { return m.Entropy.Mean, m.Entropy.Tokens > 0 }},
	{rl.OutcomeLength, "length, tokens", func(m *train.RLMeasure) (float64, bool) { return m.Length.Value() }},
	{rl.OutcomeGradient, "gradient norm", func(m *train.RLMeasure) (float64, bool) { return m.Update.GradientNorm, m.Update.Updates > 0 }},
	{rl.OutcomeKept, "rollouts kept", func(m *train.RLMeasure) (float64, bool) {
		dropped := 0
		for _, n := range m.Dropped {
			dropped += n
		}
		return 1 - float64(dropped)/float64(max(m.Rollouts, 1)), m.Rollouts > 0
	}},
	{rl.OutcomeDistance, "KL moved in a batch, nats", func(m *train.RLMeasure) (float64, bool) {
		if m.Update.ReferenceKL != 0 {
			return m.Update.ReferenceKL, true
		}
		return m.Update.ApproxKL, m.Update.Updates > 0
	}},
}

// record is what one training left along its way: the course of each path, and of the
// share of right steps on held-out tasks.
type record struct {
	along   map[rl.Outcome]course
	right   course
	seconds float64
}

// record reads what a run left, and says whether it left anything.
func (f *folder) record(dir string) (record, bool) {
	r := record{along: map[rl.Outcome]course{}, right: course{}}
	for _, p := range paths {
		r.along[p.Outcome] = course{}
	}
	some := false
	lines(f, metricsPath(dir), func(l metricsLine) error {
		if l.Eval != nil {
			if x, ok := l.Eval.Cross.StepAccuracy.Value(); ok && finite(x) {
				r.right[l.Step], some = x, true
			}
		}
		if l.Train == nil {
			return nil
		}
		if s := l.Train.Seconds.Total(); finite(s) {
			r.seconds += s
		}
		for _, p := range paths {
			if x, ok := p.of(l.Train); ok && finite(x) {
				r.along[p.Outcome][l.Step], some = x, true
			}
		}
		return nil
	})
	return r, some
}

// first and last are the means of the first and the last fifth of a course's steps,
// NaN of none. Effects are told by the last.
func (c course) first() float64 { return c.fifth(func(n, all int) (from, to int) { return 0, n }) }
func (c course) last() float64 {
	return c.fifth(func(n, all int) (from, to int) { return all - n, all })
}

func (c course) fifth(part func(n, all int) (from, to int)) float64 {
	steps := slices.Sorted(maps.Keys(c))
	from, to := part((len(steps)+4)/5, len(steps))
	var values []float64
	for _, step := range steps[from:to] {
		values = append(values, c[step])
	}
	return meanOf(values)
}

// top is the largest number of a course, NaN of none.
func (c course) top() float64 {
	if len(c) == 0 {
		return math.NaN()
	}
	return slices.MaxFunc(slices.Collect(maps.Values(c)), cmp.Compare[float64])
}
