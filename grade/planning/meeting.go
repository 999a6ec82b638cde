package planning

import (
	"fmt"
	"strings"
)

// Meeting asks whom to meet, and when, in a city with travel times. Times are
// minutes after midnight. A plan waits as it likes; travel is the time between
// two meetings and is taken from the table, whatever the plan claims.
//
// Canonical plan, one line per meeting in order:
//
//	Meet Ann 09:30-10:15
//
// A line without times takes the earliest possible start. Lines without a
// person (travel, waiting) are ignored.
type Meeting struct {
	Place  string                    `json:"place"` // where the day starts
	Start  int                       `json:"start"`
	Travel map[string]map[string]int `json:"travel"` // minutes, from → to
	People []Person                  `json:"people"`
	// Before lists pairs: whoever is met second needs the first met earlier.
	Before [][2]string `json:"before,omitempty"`
	// Objective is "count" (default), "weight" or "finish" (all people are met,
	// the last meeting ends as early as possible).
	Objective string `json:"objective,omitempty"`
	// All says that every person must be met; "finish" implies it.
	All     bool `json:"all,omitempty"`
	Optimum *int `json:"optimum,omitempty"`
}

// Person can be met at a place inside a window for at least some minutes.
type Person struct {
	Name    string `json:"name"`
	Place   string `json:"place"`
	From    int    `json:"from"`
	To      int    `json:"to"`
	Minutes int    `json:"minutes"`
	Weight  int    `json:"weight,omitempty"`
}

// Visit is one meeting of a plan.
type Visit struct {
	Person   string
	From, To int
}

// Visits is a meeting plan in order of time.
type Visits []Visit

// String is the canonical plan text.
func (v Visits) String() string {
	lines := make([]string, len(v))
	for i, m := range v {
		lines[i] = fmt.Sprintf("Meet %s %s-%s", m.Person, Clock(m.From), Clock(m.To))
	}
	return strings.Join(lines, "\n")
}

func init() { Register(of[Meeting]("meeting")) }

const maxPeople = 14

// Validate implements Problem.
func (p Meeting) Validate() error {
	list := make([]string, len(p.People))
	for i, a := range p.People {
		list[i] = a.Name
	}
	at, err := index("person", list)
	if err != nil {
		return err
	}
	if len(at) == 0 || len(at) > maxPeople {
		return fmt.Errorf("a meeting problem needs 1 to %d people", maxPeople)
	}
	for _, a := range p.People {
		if a.Minutes < 0 || a.To < a.From || a.Weight < 0 {
			return fmt.Errorf("person %s has a negative time or weight", a.Name)
		}
		for _, from := range append([]string{p.Place}, p.places()...) {
			if minutes, ok := p.travel(from, a.Place); !ok || minutes < 0 {
				return fmt.Errorf("travel from %s to %s is not given", from, a.Place)
			}
		}
	}
	for _, pair := range p.Before {
		if err := known("order", at, pair[:]...); err != nil {
			return err
		}
	}
	switch p.Objective {
	case "", "count", "weight", "finish":
		return nil
	}
	return fmt.Errorf("objective %q is not count, weight or finish", p.Objective)
}

func (p Meeting) places() []string {
	out := make([]string, len(p.People))
	for i, a := range p.People {
		out[i] = a.Place
	}
	return out
}

func (p Meeting) travel(from, to string) (int, bool) {
	if from == to {
		return 0, true
	}
	minutes, ok := p.Travel[from][to]
	return minutes, ok
}

func (p Meeting) everyone() bool { return p.All || p.Objective == "finish" }

// Check implements Problem.
func (p Meeting) Check(plan string) (Verdict, error) {
	list := make([]string, len(p.People))
	byName := map[string]Person{}
	for i, a := range p.People {
		list[i] = a.Name
		byName[a.Name] = a
	}
	lex := newLexicon(list...)
	place, now, met, weight := p.Place, p.Start, map[string]bool{}, 0
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		who, times := names(tokens), values(tokens, clock)
		if len(who) == 0 {
			continue
		}
		if len(who) > 1 || len(times) > 2 {
			return broken("format", "step %d is not one meeting with a start and an end", i+1), nil
		}
		a := byName[who[0]]
		minutes, _ := p.travel(place, a.Place)
		from, to := a.slot(now+minutes, times)
		switch {
		case met[a.Name]:
			return broken("once", "%s is met twice", a.Name), nil
		case from < now+minutes:
			return broken("travel", "%s cannot be reached before %s", a.Name, Clock(now+minutes)), nil
		case from < a.From || to > a.To:
			return broken("window", "%s is there from %s to %s", a.Name, Clock(a.From), Clock(a.To)), nil
		case to-from < a.Minutes:
			return broken("duration", "%s needs %d minutes", a.Name, a.Minutes), nil
		}
		for _, pair := range p.Before {
			if pair[1] == a.Name && !met[pair[0]] {
				return broken("order", "%s must be met before %s", pair[0], a.Name), nil
			}
		}
		place, now, met[a.Name], weight = a.Place, to, true, weight+a.Weight
	}
	if p.everyone() && len(met) < len(p.People) {
		return broken("all", "%d of %d people are met", len(met), len(p.People)), nil
	}
	switch p.Objective {
	case "weight":
		return judged(weight, p.Optimum, most)
	case "finish":
		return judged(now, p.Optimum, least)
	}
	return judged(len(met), p.Optimum, most)
}

// slot completes the times that a plan leaves out.
func (a Person) slot(earliest int, times []int) (from, to int) {
	if len(times) == 0 {
		from = max(earliest, a.From)
	} else {
		from = times[0]
	}
	if len(times) == 2 {
		return from, times[1]
	}
	return from, from + a.Minutes
}

// Solve returns an optimal plan and its objective. Meeting as early and as
// short as possible is never worse, so for each set of people met and last
// person only the earliest end matters (dynamic programming over subsets).
func (p Meeting) Solve() (Visits, int, error) {
	n := len(p.People)
	const never = 1 << 30
	end := make([][]int, 1<<n)
	last := make([][]int, 1<<n)
	best, bestSet, bestLast, found := 0, 0, -1, false
	before := p.order()
	for set := range end {
		end[set], last[set] = make([]int, n), make([]int, n)
		for j := range n {
			end[set][j] = never
			if set&(1<<j) == 0 || before[j]&^set != 0 {
				continue
			}
			end[set][j], last[set][j] = p.arrive(set, j, end)
		}
		value, who, ok := p.worth(set, end[set])
		if ok && (!found || value > best) {
			best, bestSet, bestLast, found = value, set, who, true
		}
	}
	if !found {
		return nil, 0, ErrNoPlan
	}
	visits := make(Visits, 0, n)
	for set, j := bestSet, bestLast; set != 0; {
		a := p.People[j]
		visits = append(visits, Visit{a.Name, end[set][j] - a.Minutes, end[set][j]})
		set, j = set&^(1<<j), last[set][j]
	}
	for i, j := 0, len(visits)-1; i < j; i, j = i+1, j-1 {
		visits[i], visits[j] = visits[j], visits[i]
	}
	if p.Objective == "finish" {
		best = -best
	}
	return visits, best, nil
}

// arrive is the earliest end of a meeting with j after the others of set, and
// who was met before j.
func (p Meeting) arrive(set, j int, end [][]int) (int, int) {
	const never = 1 << 30
	a, rest := p.People[j], set&^(1<<j)
	finish, via := never, 0
	try := func(place string, now, from int) {
		minutes, _ := p.travel(place, a.Place)
		if at := max(now+minutes, a.From) + a.Minutes; at <= a.To && at < finish {
			finish, via = at, from
		}
	}
	if rest == 0 {
		try(p.Place, p.Start, 0)
	}
	for i := range p.People {
		if rest&(1<<i) != 0 && end[rest][i] < never {
			try(p.People[i].Place, end[rest][i], i)
		}
	}
	return finish, via
}

// worth is the objective (more is better) of meeting exactly set, and the last
// person of the earliest end.
func (p Meeting) worth(set int, ends []int) (value, who int, ok bool) {
	who = -1
	weight, count := 0, 0
	for i, a := range p.People {
		if set&(1<<i) != 0 {
			weight, count = weight+a.Weight, count+1
			if ends[i] < 1<<30 && (who < 0 || ends[i] < ends[who]) {
				who = i
			}
		}
	}
	if who < 0 && set != 0 || p.everyone() && count < len(p.People) {
		return 0, who, false
	}
	switch p.Objective {
	case "weight":
		return weight, who, true
	case "finish":
		return -ends[who], who, true
	}
	return count, who, true
}

// order is, for each person, the set of people to be met earlier.
func (p Meeting) order() []int {
	at := map[string]int{}
	for i, a := range p.People {
		at[a.Name] = i
	}
	before := make([]int, len(p.People))
	for _, pair := range p.Before {
		before[at[pair[1]]] |= 1 << at[pair[0]]
	}
	return before
}
