package planning

import "slices"

// tour searches all orders of the stops, cutting a partial route that another
// one dominates: same stops, same place, no later and no longer.
func (p Routing) tour() (Route, int, error) {
	t := touring{p: p, net: p.network(), nodes: newBudget(), front: map[stay][][2]int{}}
	t.walk(Route{p.Start}, 0, p.Depart, 0)
	if err := t.nodes.err(); err != nil {
		return nil, 0, err
	}
	if t.best == nil {
		return nil, 0, ErrNoPlan
	}
	return t.best, t.value, nil
}

type stay struct {
	visited int
	place   string
}

type touring struct {
	p     Routing
	net   map[string]map[string]int
	nodes *budget
	front map[stay][][2]int // (time, length) pairs that nothing dominates
	best  Route
	value int
}

func (t *touring) walk(route Route, visited, now, total int) {
	p := t.p
	if p.Limit > 0 && total > p.Limit || t.best != nil && t.objective(now, total) >= t.value || !t.nodes.spend() {
		return
	}
	at := route[len(route)-1]
	if visited == 1<<len(p.Stops)-1 {
		t.finish(route, now, total)
		return
	}
	if t.dominated(stay{visited, at}, now, total) {
		return
	}
	order := make([]int, 0, len(p.Stops))
	for i, stop := range p.Stops {
		if _, ok := t.net[at][stop]; ok && visited&(1<<i) == 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return t.net[at][p.Stops[a]] - t.net[at][p.Stops[b]] })
	for _, i := range order {
		n := t.net[at][p.Stops[i]]
		if leave, ok := p.reach(now+n, p.Stops[i]); ok {
			t.walk(append(slices.Clip(route), p.Stops[i]), visited|1<<i, leave, total+n)
		}
	}
}

func (t *touring) objective(now, total int) int {
	if t.p.Objective == "finish" {
		return now
	}
	return total
}

// finish closes a route that has all stops.
func (t *touring) finish(route Route, now, total int) {
	if end := t.p.End; end != "" {
		n, ok := t.net[route[len(route)-1]][end]
		if !ok {
			return
		}
		if now, ok = t.p.reach(now+n, end); !ok {
			return
		}
		total += n
		route = append(slices.Clip(route), end)
	}
	if t.p.Limit > 0 && total > t.p.Limit {
		return
	}
	if value := t.objective(now, total); t.best == nil || value < t.value {
		t.best, t.value = route, value
	}
}

func (t *touring) dominated(s stay, now, total int) bool {
	pairs := t.front[s]
	for _, q := range pairs {
		if q[0] <= now && q[1] <= total {
			return true
		}
	}
	pairs = slices.DeleteFunc(pairs, func(q [2]int) bool { return now <= q[0] && total <= q[1] })
	t.front[s] = append(pairs, [2]int{now, total})
	return false
}
