package planning

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Trip asks for the order and the days of cities with fixed stays. Days are
// numbered from 1 and every day of the trip belongs to a stay.
//
// Canonical plan, one line per stay:
//
//	Day 1-4: Paris
//	Day 4-6: New York
//
// Lines that name two cities tell a flight; the order of the stays has the same
// flights, so only their day is checked.
type Trip struct {
	Days    int      `json:"days"`
	Cities  []Stay   `json:"cities"`
	Flights []Flight `json:"flights"`
	// Directed says that a flight goes one way only.
	Directed bool `json:"directed,omitempty"`
	// Shared says that a flight day counts for both cities (as in NaturalPlan,
	// arXiv 2406.04520), so the next stay begins on the day the last one ends.
	Shared  bool         `json:"shared,omitempty"`
	Windows []TripWindow `json:"windows,omitempty"`
	// Optimum is the least total cost of flights; nil where cost is not asked.
	Optimum *int `json:"optimum,omitempty"`
}

// Stay is a city and the number of days to spend there.
type Stay struct {
	City string `json:"city"`
	Days int    `json:"days"`
}

// Flight is a direct connection with its cost.
type Flight struct {
	From string `json:"from"`
	To   string `json:"to"`
	Cost int    `json:"cost,omitempty"`
}

// TripWindow bounds a stay by days, both inclusive.
type TripWindow struct {
	City string `json:"city"`
	From int    `json:"from"`
	To   int    `json:"to"`
	// Rule is "within" (default: the stay lies inside the window), "cover" (the
	// stay holds the whole window) or "meet" (they share a day).
	Rule string `json:"rule,omitempty"`
}

// TripStay is a stay with its first and last day.
type TripStay struct {
	City     string
	From, To int
}

// Itinerary is a trip plan in the order of travel.
type Itinerary []TripStay

// String is the canonical plan text.
func (it Itinerary) String() string {
	lines := make([]string, len(it))
	for i, s := range it {
		lines[i] = fmt.Sprintf("Day %d-%d: %s", s.From, s.To, s.City)
	}
	return strings.Join(lines, "\n")
}

func init() { Register(of[Trip]("trip")) }

const maxTripCities = 12

func (p Trip) cities() []string {
	out := make([]string, len(p.Cities))
	for i, c := range p.Cities {
		out[i] = c.City
	}
	return out
}

// Validate implements Problem.
func (p Trip) Validate() error {
	at, err := index("city", p.cities())
	if err != nil {
		return err
	}
	if len(at) == 0 || len(at) > maxTripCities {
		return fmt.Errorf("a trip needs 1 to %d cities", maxTripCities)
	}
	total := 0
	for _, c := range p.Cities {
		if c.Days < 1 {
			return fmt.Errorf("stay in %s has %d days", c.City, c.Days)
		}
		total += c.Days
	}
	if p.Shared {
		total -= len(p.Cities) - 1
	}
	if total != p.Days {
		return fmt.Errorf("stays fill %d days but the trip has %d", total, p.Days)
	}
	for _, f := range p.Flights {
		if err := known("flight", at, f.From, f.To); err != nil {
			return err
		}
	}
	for _, w := range p.Windows {
		if err := known("window", at, w.City); err != nil {
			return err
		}
		if !slices.Contains([]string{"", "within", "cover", "meet"}, w.Rule) {
			return fmt.Errorf("window rule %q is not within, cover or meet", w.Rule)
		}
	}
	return nil
}

// Check implements Problem.
func (p Trip) Check(plan string) (Verdict, error) {
	it, bad := p.read(plan)
	if bad != "" {
		return broken("format", "%s", bad), nil
	}
	next, seen, cost := 1, map[string]bool{}, 0
	for i, s := range it {
		switch days := p.stay(s.City); {
		case seen[s.City]:
			return broken("once", "%s is visited twice", s.City), nil
		case s.From != next:
			return broken("days", "the stay in %s begins on day %d, not %d", s.City, s.From, next), nil
		case s.To-s.From+1 != days:
			return broken("stay", "%s gets %d days, not %d", s.City, s.To-s.From+1, days), nil
		}
		seen[s.City] = true
		if i > 0 {
			fare, ok := p.fare(it[i-1].City, s.City)
			if !ok {
				return broken("flight", "there is no direct flight from %s to %s", it[i-1].City, s.City), nil
			}
			cost += fare
		}
		if w, ok := p.misses(s); ok {
			return broken("window", "the stay in %s misses days %d-%d", s.City, w.From, w.To), nil
		}
		next = s.To + 1
		if p.Shared {
			next = s.To
		}
	}
	if len(seen) < len(p.Cities) {
		return broken("all", "%d of %d cities are visited", len(seen), len(p.Cities)), nil
	}
	return judged(cost, p.Optimum, least)
}

// read finds the stays of a plan; the second result says what is unreadable.
func (p Trip) read(plan string) (Itinerary, string) {
	lex := newLexicon(p.cities()...)
	var it Itinerary
	var flights []token // name, name, number in threes
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		cities, days := slices.Compact(names(tokens)), dayNumbers(tokens)
		if len(it) >= len(p.Cities) && it[len(it)-1].To == p.Days {
			break // what follows is talk, or another plan
		}
		switch {
		case len(cities) == 0 || len(days) == 0:
		case len(cities) == 1 && len(days) <= 2:
			it = append(it, TripStay{cities[0], days[0], days[len(days)-1]})
		case len(cities) == 2 && len(days) == 1:
			flights = append(flights, token{text: cities[0]}, token{text: cities[1]}, token{n: days[0]})
		default:
			return nil, fmt.Sprintf("step %d is neither a stay nor a flight", i+1)
		}
	}
	if len(it) == 0 {
		return nil, "no stay is readable; write \"Day 1-3: City\""
	}
	for i := 0; i < len(flights); i += 3 {
		from, to, day := flights[i].text, flights[i+1].text, flights[i+2].n
		ok := slices.ContainsFunc(it, func(s TripStay) bool { return s.City == to && s.From == day }) &&
			slices.ContainsFunc(it, func(s TripStay) bool { return s.City == from && (s.To == day || s.To == day-1) })
		if !ok {
			return nil, fmt.Sprintf("the flight from %s to %s on day %d does not fit the stays", from, to, day)
		}
	}
	return it, ""
}

// dayNumbers are the first and last day that a step names, or the only one: the
// run of numbers behind the word "day", or behind nothing where that word does
// not stand before a number. Later numbers ("see the Louvre on day 2") are talk.
func dayNumbers(tokens []token) []int {
	at := slices.IndexFunc(tokens, func(t token) bool { return t.kind == number })
	for i := 1; i < len(tokens); i++ {
		if tokens[i].kind == number && tokens[i-1].kind == word && (tokens[i-1].text == "day" || tokens[i-1].text == "days") {
			at = i
			break
		}
	}
	if at < 0 {
		return nil
	}
	days := []int{tokens[at].n}
	for _, t := range tokens[at+1:] {
		if t.kind == number {
			days = append(days[:1], t.n)
		} else if t.kind != word || !slices.Contains(joints, t.text) {
			break
		}
	}
	return days
}

// joints are the words between the first and the last day of a range.
var joints = []string{"day", "days", "to", "through", "thru", "until", "till", "and", "end", "ends", "last"}

func (p Trip) stay(city string) int {
	for _, c := range p.Cities {
		if c.City == city {
			return c.Days
		}
	}
	return 0
}

// fare is the least cost of a direct flight.
func (p Trip) fare(from, to string) (cost int, ok bool) {
	for _, f := range p.Flights {
		if f.From == from && f.To == to || !p.Directed && f.From == to && f.To == from {
			if !ok || f.Cost < cost {
				cost, ok = f.Cost, true
			}
		}
	}
	return cost, ok
}

// misses finds a window that the stay does not respect.
func (p Trip) misses(s TripStay) (TripWindow, bool) {
	for _, w := range p.Windows {
		var ok bool
		switch w.Rule {
		case "cover":
			ok = s.From <= w.From && w.To <= s.To
		case "meet":
			ok = s.From <= w.To && w.From <= s.To
		default:
			ok = w.From <= s.From && s.To <= w.To
		}
		if w.City == s.City && !ok {
			return w, true
		}
	}
	return TripWindow{}, false
}

var errStop = errors.New("stop")

// each calls yield with every valid itinerary and its cost until it returns
// false.
func (p Trip) each(yield func(it Itinerary, cost int) bool) error {
	b := newBudget()
	used := make([]bool, len(p.Cities))
	var it Itinerary
	var walk func(from, cost int) error
	walk = func(from, cost int) error {
		if len(it) == len(p.Cities) {
			if !yield(it, cost) {
				return errStop
			}
			return nil
		}
		for i, c := range p.Cities {
			s := TripStay{c.City, from, from + c.Days - 1}
			if used[i] {
				continue
			}
			if !b.spend() {
				return ErrBudget
			}
			fare := 0
			if len(it) > 0 {
				var ok bool
				if fare, ok = p.fare(it[len(it)-1].City, c.City); !ok {
					continue
				}
			}
			if _, bad := p.misses(s); bad {
				continue
			}
			next := s.To + 1
			if p.Shared {
				next = s.To
			}
			used[i], it = true, append(it, s)
			err := walk(next, cost+fare)
			used[i], it = false, it[:len(it)-1]
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := walk(1, 0); err != nil && err != errStop {
		return err
	}
	return nil
}

// Solve returns a cheapest itinerary and its flight cost, or ErrNoPlan.
func (p Trip) Solve() (Itinerary, int, error) {
	var best Itinerary
	least := 0
	err := p.each(func(it Itinerary, cost int) bool {
		if best == nil || cost < least {
			best, least = slices.Clone(it), cost
		}
		return true
	})
	if err == nil && best == nil {
		err = ErrNoPlan
	}
	return best, least, err
}

// Count counts the valid itineraries, stopping at limit.
func (p Trip) Count(limit int) (int, error) {
	n := 0
	err := p.each(func(Itinerary, int) bool { n++; return n < limit })
	return n, err
}
