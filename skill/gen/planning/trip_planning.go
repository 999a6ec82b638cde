package planning

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("planning/city-tour-with-direct-connections", "trip planning", "City tour with direct connections",
		"Order cities with fixed stays so that every leg has a direct flight and all dates hold.", cityTour)
}

// trip is the problem of the checker "trip".
type trip struct {
	Days    int          `json:"days"`
	Cities  []stay       `json:"cities"`
	Flights []flight     `json:"flights"`
	Shared  bool         `json:"shared,omitempty"`
	Windows []tripWindow `json:"windows,omitempty"`
}

type stay struct {
	City string `json:"city"`
	Days int    `json:"days"`
}

type flight struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type tripWindow struct {
	City string `json:"city"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Rule string `json:"rule"`
}

// cityTour asks for an itinerary. Difficulty adds cities, connections that lead
// astray and, from 2 on, events that fix when a city has to be visited. The
// problem is built around an itinerary, so one exists; the checker accepts all.
func cityTour(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 4, 5, 6, 8)
	route := gen.Sample(r, lexicon.Cities(), n)
	p := trip{Shared: r.IntN(2) == 0}
	day := 1
	var plan, events []string
	for i, city := range route {
		s := stay{city, gen.Between(r, 2, 6)}
		last := day + s.Days - 1
		plan = append(plan, fmt.Sprintf("Day %d-%d: %s", day, last, city))
		if i > 0 && i <= gen.Of(d, 0, 1, 1, 2, 3) { // an event inside this stay
			from := gen.Between(r, day, last)
			w := tripWindow{city, from, gen.Between(r, from, last), "cover"}
			p.Windows = append(p.Windows, w)
			span := fmt.Sprintf("from day %d to day %d", w.From, w.To)
			if w.From == w.To {
				span = fmt.Sprintf("on day %d", w.From)
			}
			events = append(events, fmt.Sprintf("%s %s in %s", gen.Pick(r, []string{"a wedding", "a workshop", "a concert", "a conference", "a family reunion"}), span, city))
		}
		p.Cities, p.Days = append(p.Cities, s), last
		if day = last + 1; p.Shared {
			day = last
		}
	}
	p.Flights = connections(r, route, gen.Of(d, 1, 2, 3, 5, 8))
	r.Shuffle(n, func(i, j int) { p.Cities[i], p.Cities[j] = p.Cities[j], p.Cities[i] })
	question, slots := gen.Ask(r, []string{
		"I want to spend {days} days in several cities: {stays}. {shared} Direct flights (both ways) exist only between {flights}. {events}Plan a trip that uses direct flights only. {form}",
		"A travel agency has to arrange a tour of {days} days. The wishes are {stays}, each city in one piece. {shared} The airline connects these pairs of cities in both directions and no others: {flights}. {events}Give an itinerary. {form}",
		"Find an order in which to visit the following cities within {days} days: {stays}. You may only fly between {flights}, in either direction. {shared} {events}{form}",
	}, gen.Slot("days", p.Days), gen.Fixed("stays", tripStays(p)), gen.Fixed("shared", sharedRule(p.Shared)),
		gen.Fixed("flights", tripFlights(p)), gen.Fixed("events", tripEvents(events)),
		gen.Fixed("form", "Answer with one line per stay in the order of travel, written like \"Day 1-3: City\"."))
	working := fmt.Sprintf("A chain of direct flights through all cities is %s. Laid out with the stays asked for, it fills days 1 to %d", strings.Join(route, " – "), p.Days)
	if len(events) > 0 {
		working += " and meets every fixed date"
	}
	return planItem("trip", p, question, slots, working+".", strings.Join(plan, "\n"))
}

// connections are the flights of the route and some that are not on it.
func connections(r *rand.Rand, route []string, extra int) []flight {
	var out []flight
	known := map[[2]string]bool{}
	link := func(a, b string) {
		if a != b && !known[[2]string{a, b}] && !known[[2]string{b, a}] {
			known[[2]string{a, b}] = true
			out = append(out, flight{a, b})
		}
	}
	for i := 1; i < len(route); i++ {
		link(route[i-1], route[i])
	}
	for range extra {
		link(gen.Pick(r, route), gen.Pick(r, route))
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	for i := range out {
		if r.IntN(2) == 0 {
			out[i].From, out[i].To = out[i].To, out[i].From
		}
	}
	return out
}

func sharedRule(shared bool) string {
	if shared {
		return "The day of a flight counts as a day in both cities, so a stay begins on the day on which the one before it ends."
	}
	return "Flights go overnight, so a stay begins on the day after the one before it ends."
}

func tripStays(p trip) string {
	texts := make([]string, len(p.Cities))
	for i, s := range p.Cities {
		texts[i] = fmt.Sprintf("%s in %s", plural(s.Days, "day"), s.City)
	}
	return gen.Enumerated(texts)
}

func tripFlights(p trip) string {
	texts := make([]string, len(p.Flights))
	for i, f := range p.Flights {
		texts[i] = f.From + " and " + f.To
	}
	return strings.Join(texts, "; ")
}

func tripEvents(events []string) string {
	if len(events) == 0 {
		return ""
	}
	return "Fixed dates are " + gen.Enumerated(events) + "; the whole event must lie in the stay. "
}
