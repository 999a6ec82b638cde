package study

import "sync"

// meter adds up how far the parts of a study are.
type meter struct {
	mu    sync.Mutex
	costs map[string]float64 // of each kind of part, in steps of reinforcement learning
	done  map[string]float64 // cost done, by part
	total float64
	tell  func(Progress)
}

// Usual times, in those of a step of reinforcement learning.
const (
	imitationCost = 0.25
	startCost     = 0.1 // a thousand tokens of the start
	scoreCost     = 10  // measuring a model
)

func (m *meter) start(s *session) {
	c := s.config
	lesson := func(l Lesson) float64 { return startCost / 1000 * float64(l.tokens()) }
	start := lesson(c.Start.Alone) + lesson(c.Start.Mixed) + scoreCost
	arm := func(a Arm) float64 {
		if a.Configure == nil {
			return imitationCost*float64(c.Tune.Steps) + scoreCost
		}
		return float64(c.Tune.Steps) + scoreCost
	}
	m.done, m.costs = map[string]float64{}, map[string]float64{"": start}
	m.total = start * float64(c.Starts)
	for _, a := range s.arms {
		m.costs[a.Name] = arm(a)
		m.total += arm(a) * float64(c.Starts*c.Seeds)
	}
	m.tell = s.env.Progress
}

// report says that a part of a kind ("" a start, else an arm) is so far.
func (m *meter) report(part, kind, what string, share float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done[part] = share * m.costs[kind]
	if m.tell == nil {
		return
	}
	sum := 0.0
	for _, x := range m.done {
		sum += x
	}
	m.tell(Progress{What: what, Done: sum, Total: m.total})
}
