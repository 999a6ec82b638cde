package planning

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Routing asks for a way through a network of roads. With Stops every stop is
// visited exactly once between Start and End along direct edges (End equal to
// Start makes it a tour); without Stops it is a path from Start to End through
// any places. Canonical plan, one line:
//
//	Depot -> Mill -> Farm -> Depot
type Routing struct {
	Start    string   `json:"start"`
	End      string   `json:"end,omitempty"` // "" with Stops: anywhere
	Stops    []string `json:"stops,omitempty"`
	Edges    []Edge   `json:"edges"`
	Directed bool     `json:"directed,omitempty"`
	// Depart, Service and Windows make length a time: the traveller waits for a
	// window to open, must arrive before it closes, and stays Service at each
	// stop.
	Depart  int               `json:"depart,omitempty"`
	Service int               `json:"service,omitempty"`
	Windows map[string]Window `json:"windows,omitempty"`
	// Limit is the most total length allowed; 0 means none.
	Limit int `json:"limit,omitempty"`
	// Objective is "length" (default) or "finish" (time of arrival at the end).
	Objective string `json:"objective,omitempty"`
	Optimum   *int   `json:"optimum,omitempty"`
}

// Edge is a road; between two places the shortest one counts.
type Edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Length int    `json:"length"`
}

// Window is when a stop may be reached, both ends inclusive.
type Window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Route is a routing plan: all places from the start to the end.
type Route []string

// String is the canonical plan text.
func (r Route) String() string { return strings.Join(r, " -> ") }

func init() { Register(of[Routing]("routing")) }

const (
	maxStops = 13
	maxPlace = 400
)

func (p Routing) places() []string {
	all := append([]string{p.Start}, p.Stops...)
	if p.End != "" {
		all = append(all, p.End)
	}
	for _, e := range p.Edges {
		all = append(all, e.From, e.To)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Validate implements Problem.
func (p Routing) Validate() error {
	at, err := index("place", p.places())
	if err != nil {
		return err
	}
	if len(at) > maxPlace || len(p.Stops) > maxStops {
		return fmt.Errorf("a route has at most %d places and %d stops", maxPlace, maxStops)
	}
	if _, err := index("stop", p.Stops); err != nil {
		return err
	}
	if slices.Contains(p.Stops, p.Start) || p.End != "" && slices.Contains(p.Stops, p.End) {
		return fmt.Errorf("start and end are not stops")
	}
	if len(p.Stops) == 0 && (p.End == "" || len(p.Windows) > 0) {
		return fmt.Errorf("a path needs an end and has no windows")
	}
	for _, e := range p.Edges {
		if e.Length < 0 || e.Length > maxTime {
			return fmt.Errorf("road %s to %s has length %d", e.From, e.To, e.Length)
		}
	}
	for stop := range p.Windows {
		if err := known("window", at, stop); err != nil {
			return err
		}
	}
	if p.Objective != "" && p.Objective != "length" && p.Objective != "finish" {
		return fmt.Errorf("objective %q is not length or finish", p.Objective)
	}
	return nil
}

// network is the table of shortest direct roads.
func (p Routing) network() map[string]map[string]int {
	net := map[string]map[string]int{}
	add := func(from, to string, n int) {
		if net[from] == nil {
			net[from] = map[string]int{}
		}
		if old, ok := net[from][to]; !ok || n < old {
			net[from][to] = n
		}
	}
	for _, e := range p.Edges {
		add(e.From, e.To, e.Length)
		if !p.Directed {
			add(e.To, e.From, e.Length)
		}
	}
	return net
}

// Check implements Problem.
func (p Routing) Check(plan string) (Verdict, error) {
	route, v := p.read(plan)
	if v.Broken != "" {
		return v, nil
	}
	net, now, total := p.network(), p.Depart, 0
	for i, to := range route[1:] {
		n, ok := net[route[i]][to]
		if !ok {
			return broken("road", "there is no road from %s to %s", route[i], to), nil
		}
		total += n
		if now, ok = p.reach(now+n, to); !ok {
			return broken("window", "%s is reached too late", to), nil
		}
	}
	if p.Limit > 0 && total > p.Limit {
		return broken("limit", "the route has length %d, at most %d is allowed", total, p.Limit), nil
	}
	if p.Objective == "finish" {
		return judged(now, p.Optimum, least)
	}
	return judged(total, p.Optimum, least)
}

// reach is the time at which the traveller leaves a place reached at time t.
func (p Routing) reach(t int, place string) (int, bool) {
	if w, ok := p.Windows[place]; ok {
		if t > w.To {
			return 0, false
		}
		t = max(t, w.From)
	}
	if slices.Contains(p.Stops, place) {
		t += p.Service
	}
	return t, true
}

// read finds the places of the route; steps like "A to B" and "B to C" may
// repeat the joint, and the fixed ends may be left out of a list of stops.
func (p Routing) read(plan string) (Route, Verdict) {
	lex := newLexicon(p.places()...)
	var route Route
	for _, step := range Steps(plan) {
		for _, place := range names(lex.tokens(step)) {
			if len(route) == 0 || route[len(route)-1] != place {
				route = append(route, place)
			}
		}
	}
	if len(route) == 0 {
		return nil, broken("format", "no place is readable; write \"A -> B -> C\"")
	}
	if len(p.Stops) == 0 {
		if route[0] != p.Start || route[len(route)-1] != p.End {
			return nil, broken("ends", "the path must lead from %s to %s", p.Start, p.End)
		}
		return route, Verdict{}
	}
	if route[0] != p.Start {
		route = append(Route{p.Start}, route...)
	}
	if p.End != "" && (len(route) == 1 || route[len(route)-1] != p.End) {
		route = append(route, p.End)
	}
	inner := slices.Clone(route[1:])
	if p.End != "" {
		inner = inner[:len(inner)-1]
	}
	seen := map[string]bool{}
	for _, place := range inner {
		if !slices.Contains(p.Stops, place) {
			return nil, broken("stops", "%s is not a stop", place)
		}
		if seen[place] {
			return nil, broken("once", "%s is visited twice", place)
		}
		seen[place] = true
	}
	if len(seen) < len(p.Stops) {
		return nil, broken("all", "%d of %d stops are visited", len(seen), len(p.Stops))
	}
	return route, Verdict{}
}

// Solve returns an optimal route and its objective, or ErrNoPlan.
func (p Routing) Solve() (Route, int, error) {
	if len(p.Stops) == 0 {
		return p.path()
	}
	return p.tour()
}

// path is Dijkstra's algorithm; ties go to the place first in the alphabet.
func (p Routing) path() (Route, int, error) {
	net, done := p.network(), map[string]bool{}
	dist, via := map[string]int{p.Start: 0}, map[string]string{}
	for {
		at, found := "", false
		for place, d := range dist {
			if !done[place] && (!found || cmp.Or(d-dist[at], cmp.Compare(place, at)) < 0) {
				at, found = place, true
			}
		}
		if !found || p.Limit > 0 && dist[at] > p.Limit {
			return nil, 0, ErrNoPlan
		}
		if at == p.End {
			break
		}
		done[at] = true
		for to, n := range net[at] {
			if d, ok := dist[to]; !ok || dist[at]+n < d {
				dist[to], via[to] = dist[at]+n, at
			}
		}
	}
	route := Route{p.End}
	for route[0] != p.Start {
		route = append(Route{via[route[0]]}, route...)
	}
	if p.Objective == "finish" {
		return route, p.Depart + dist[p.End], nil
	}
	return route, dist[p.End], nil
}
