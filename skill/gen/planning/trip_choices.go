package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "trip planning"
	gen.Register("planning/trip-with-date-windows", area, "Trip with date windows",
		"Order cities with fixed stays so that each stay fits the dates given for it.", tripWithDateWindows)
	gen.Register("planning/budgeted-itinerary-choice", area, "Budgeted itinerary choice",
		"Choose one way to travel for each leg so that the time suffices at least cost.", budgetedItinerary)
	gen.Register("planning/activities-over-days", area, "Activities over days",
		"Spread activities over days by opening days and hours at the lowest total price.", activitiesOverDays)
}

// tripWithDateWindows asks for an order of cities in which every stay keeps its
// dates; all cities are connected. Difficulty adds cities (4 to 8) and narrows
// the dates. The windows lie around the stays of a hidden order, so one exists.
func tripWithDateWindows(r *rand.Rand, d gen.Difficulty) task.Item {
	route := gen.Sample(r, lexicon.Cities(), gen.Of(d, 4, 5, 6, 7, 8))
	lengths := make([]int, len(route))
	p := trip{}
	for i := range route {
		lengths[i] = gen.Between(r, 2, 5)
		p.Days += lengths[i]
	}
	var plan, rules []string
	day := 1
	for i, city := range route {
		s := stay{city, lengths[i]}
		last := day + s.Days - 1
		plan = append(plan, fmt.Sprintf("Day %d-%d: %s", day, last, city))
		p.Cities = append(p.Cities, s)
		w := tripWindow{city, max(1, day-r.IntN(gen.Of(d, 4, 4, 5, 5, 6))), min(p.Days, last+r.IntN(gen.Of(d, 4, 4, 5, 5, 6))), "within"}
		text := fmt.Sprintf("the stay in %s must lie within days %d to %d", city, w.From, w.To)
		if r.IntN(3) == 0 {
			w.From = gen.Between(r, day, last)
			w.To, w.Rule = min(p.Days, w.From+r.IntN(2)), "meet"
			text = fmt.Sprintf("at least one of the days %d and %d must be spent in %s", w.From, w.To, city)
			if w.From == w.To {
				text = fmt.Sprintf("day %d must be spent in %s", w.From, city)
			}
		}
		if i == 0 || r.IntN(5) > 0 {
			p.Windows, rules = append(p.Windows, w), append(rules, text)
		}
		day = last + 1
	}
	for i, a := range route { // every pair, so that only the dates matter
		for _, b := range route[i+1:] {
			p.Flights = append(p.Flights, flight{a, b})
		}
	}
	r.Shuffle(len(p.Cities), func(i, j int) { p.Cities[i], p.Cities[j] = p.Cities[j], p.Cities[i] })
	r.Shuffle(len(rules), func(i, j int) { rules[i], rules[j] = rules[j], rules[i] })
	question, slots := gen.Ask(r, []string{
		"A musician plays in several cities on a tour of {days} days: {stays}. Each stay is in one piece, and nights are used to travel from any city to any other. {rules}. Draw up the tour. {form}",
		"Plan {days} days of travel with {stays}. One may go from every city to every other overnight, and no city is visited twice. Conditions: {rules}. {form}",
		"These stays have to be put into an order that fills {days} days without a gap: {stays}. Travel between any two cities is by night train. {rules}. {form}",
	}, gen.Slot("days", p.Days), gen.Fixed("stays", tripStays(p)), gen.Fixed("rules", lexicon.Capital(strings.Join(rules, "; "))),
		gen.Fixed("form", "Answer with one line per stay in the order of travel, written like \"Day 1-3: City\"."))
	return planItem("trip", p, question, slots,
		fmt.Sprintf("The stays with the tightest dates are placed first. The order %s fills days 1 to %d and keeps every date.", strings.Join(route, " – "), p.Days), strings.Join(plan, "\n"))
}

// selection is the problem of the checker "selection".
type selection struct {
	Things      []thing        `json:"things"`
	Budgets     map[string]int `json:"budgets"`
	OnePerGroup bool           `json:"one_per_group"`
	Excludes    [][2]string    `json:"excludes,omitempty"`
	Objective   string         `json:"objective"`
	Optimum     *int           `json:"optimum"`
}

// thing is an option of a group with its cost and hours.
type thing struct {
	Name  string         `json:"name"`
	Uses  map[string]int `json:"uses"`
	Group string         `json:"group"`
}

// combinations calls yield with every choice of one thing a group that no
// exclusion forbids.
func (p selection) combinations(yield func(chosen []thing, cost, hours int)) {
	var groups [][]thing
	for _, t := range p.Things {
		if n := len(groups); n > 0 && groups[n-1][0].Group == t.Group {
			groups[n-1] = append(groups[n-1], t)
		} else {
			groups = append(groups, []thing{t})
		}
	}
	chosen := make([]thing, len(groups))
	var walk func(g, cost, hours int)
	walk = func(g, cost, hours int) {
		if g == len(groups) {
			yield(chosen, cost, hours)
			return
		}
		for _, t := range groups[g] {
			forbidden := slices.ContainsFunc(p.Excludes, func(e [2]string) bool {
				return e[1] == t.Name && slices.ContainsFunc(chosen[:g], func(c thing) bool { return c.Name == e[0] })
			})
			if !forbidden {
				chosen[g] = t
				walk(g+1, cost+t.Uses["cost"], hours+t.Uses["hours"])
			}
		}
	}
	walk(0, 0, 0)
}

// budgetedItinerary asks for the cheapest choice of one connection a leg within
// a number of hours. Difficulty adds legs (3 to 6) and, from 3 on, tickets that
// cannot be combined. The hours are those of a drawn choice, so one suffices;
// all choices are compared.
func budgetedItinerary(r *rand.Rand, d gen.Difficulty) task.Item {
	cities := gen.Sample(r, oneWordCities(), gen.Of(d, 3, 4, 5, 6, 6)+1)
	p := selection{OnePerGroup: true, Objective: "cost"}
	var lines, rules []string
	for i, to := range cities[1:] {
		var texts []string
		hours, cost := gen.Between(r, 2, 4), gen.Between(r, 120, 240)
		for _, way := range []string{"flight", "train", "bus"} {
			t := thing{to + " " + way, map[string]int{"cost": cost, "hours": hours}, "to " + to}
			p.Things = append(p.Things, t)
			texts = append(texts, fmt.Sprintf("%s (%d hours, %d euros)", t.Name, hours, cost))
			hours += gen.Between(r, 1, 5)
			cost = cost * gen.Between(r, 40, 85) / 100
		}
		lines = append(lines, fmt.Sprintf("from %s to %s: %s", cities[i], to, strings.Join(texts, ", ")))
	}
	for i := range gen.Of(d, 0, 0, 1, 2, 3) {
		a, b := p.Things[3*i+2].Name, p.Things[3*i+3+r.IntN(3)].Name
		p.Excludes = append(p.Excludes, [2]string{a, b})
		rules = append(rules, fmt.Sprintf(" %s and %s cannot be booked together.", a, b))
	}
	limit := 0
	for g := range len(cities) - 1 { // fast legs at first, so that no exclusion is hurt
		limit += p.Things[3*g].Uses["hours"] + r.IntN(4)
	}
	limit = gen.AbsentNumber(r, max(limit, 13), max(limit, 13)+4, strings.Join(lines, " "))
	p.Budgets = map[string]int{"hours": limit}
	best, plan := -1, ""
	p.combinations(func(chosen []thing, cost, hours int) {
		if hours <= limit && (best < 0 || cost < best) {
			names := make([]string, len(chosen))
			for i, t := range chosen {
				names[i] = t.Name
			}
			best, plan = cost, strings.Join(names, ", ")
		}
	})
	p.Optimum = optimum(best)
	question, slots := gen.Ask(r, []string{
		"A traveller goes from city to city and has to choose one ticket for each leg:\n\n{lines}\n\nThe legs may take {limit} hours together at most.{rules} Which choice costs least? {form}",
		"Find the cheapest set of tickets whose hours add up to no more than {limit}. One ticket is needed for every line.{rules}\n\n{lines}\n\n{form}",
		"{lines}\n\nThese are the offers for a journey. Exactly one offer a line must be taken, and a driver's rule caps the sum of the hours at {limit}.{rules} Spend as little as possible. {form}",
	}, gen.Fixed("lines", bullets(lines)), gen.Slot("limit", limit), gen.Fixed("rules", strings.Join(rules, "")),
		gen.Fixed("form", fmt.Sprintf("Answer with the names of the chosen tickets in one line, separated by commas, like \"%s, %s, …\".", p.Things[0].Name, p.Things[4].Name)))
	return planItem("selection", p, question, slots,
		fmt.Sprintf("Starting from the cheapest ticket of every leg, hours are bought back where an hour saved costs least. Comparing all combinations within %d hours, the least total is %d euros.", limit, best), plan)
}

// oneWordCities keeps names that a ticket's name can begin with.
func oneWordCities() []string {
	return lexicon.Filter(lexicon.Cities(), func(c string) bool { return !strings.ContainsAny(c, " -'") })
}

var sights = []string{"Castle", "Aquarium", "Art Museum", "Boat Tour", "Cathedral", "Botanic Garden", "Cooking Class", "Zoo", "Planetarium", "Lighthouse", "Cable Car", "Salt Mine", "Science Centre", "Old Prison", "Film Studio", "Sculpture Park"}

// activitiesOverDays asks for the cheapest distribution of activities over
// days. Difficulty adds activities (4 to 8), days (2 to 4) and pairs that must
// not fall on one day. It is drawn around a distribution that works; all others
// are compared.
func activitiesOverDays(r *rand.Rand, d gen.Difficulty) task.Item {
	n, m := gen.Of(d, 4, 5, 6, 7, 8), gen.Of(d, 2, 3, 3, 3, 4)
	days, names := lexicon.Weekdays()[:m], gen.Sample(r, sights, n)
	hidden := make([]int, n)
	load := make([]int, m)
	p := assignment{Cost: map[string]map[string]int{}}
	var lines, rules []string
	for i, name := range names {
		hidden[i] = (i + r.IntN(2)) % m
		t := duty{Name: name, Size: gen.Between(r, 2, 4)}
		load[hidden[i]] += t.Size
		p.Cost[name] = map[string]int{}
		var texts []string
		for k, day := range days {
			if k == hidden[i] || r.IntN(4) > 0 {
				t.Can = append(t.Can, day)
				p.Cost[name][day] = gen.Between(r, 10, 39)
				texts = append(texts, fmt.Sprintf("%s for %d euros", day, p.Cost[name][day]))
			}
		}
		p.Tasks = append(p.Tasks, t)
		lines = append(lines, fmt.Sprintf("%s (%d hours with the way there): %s", name, t.Size, strings.Join(texts, ", ")))
	}
	capacity := slices.Max(load) + r.IntN(2)
	for _, day := range days {
		p.Agents = append(p.Agents, agent{Name: day, Capacity: capacity})
	}
	for tries, left := 0, gen.Of(d, 0, 1, 1, 2, 3); tries < 20 && left > 0; tries++ {
		a, b := r.IntN(n), r.IntN(n)
		pair := [2]string{names[min(a, b)], names[max(a, b)]}
		if hidden[a] != hidden[b] && !slices.Contains(p.Apart, pair) {
			p.Apart = append(p.Apart, pair)
			rules = append(rules, fmt.Sprintf(" %s and %s must be on different days.", pair[0], pair[1]))
			left--
		}
	}
	best, plan := p.cheapest()
	p.Optimum = optimum(best)
	question, slots := gen.Ask(r, []string{
		"Tourists want to do all of the following, each once; the price depends on the day, and days that are not listed are closed.\n\n{lines}\n\nA day has {hours} hours to fill at most.{rules} Spread the activities over the days as cheaply as possible. {form}",
		"{lines}\n\nThat is what a guide offers, with open days and prices. Everything has to be fitted in, with no more than {hours} hours on any one day.{rules} Minimise the total price. {form}",
		"No day may hold more than {hours} hours of activities.{rules} The list, with the days on which each is possible and what it costs then:\n\n{lines}\n\nFind the distribution of all of them with the lowest sum of prices. {form}",
	}, gen.Fixed("lines", bullets(lines)), gen.Slot("hours", capacity), gen.Fixed("rules", strings.Join(rules, "")), gen.Fixed("form", "Write one line per activity, like \"Activity: Day\"."))
	return planItem("assignment", p, question, slots,
		fmt.Sprintf("The cheapest open day of each activity is tried first, and where a day overflows or a rule is broken the smallest extra price is paid. No distribution is below %d euros.", best), plan)
}
