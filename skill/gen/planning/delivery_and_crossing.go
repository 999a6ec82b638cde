package planning

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "routes and logistics"
	gen.Register("planning/delivery-route-with-windows", area, "Delivery route with windows",
		"Order the stops of a delivery so that each is reached in its time window.", deliveryRoute)
	gen.Register("planning/river-crossing-transport", area, "River crossing transport",
		"Bring everybody across a river in few trips without unsafe company on a bank.", riverCrossing)
}

// routing is the problem of the checker "routing".
type routing struct {
	Start   string            `json:"start"`
	End     string            `json:"end"`
	Stops   []string          `json:"stops"`
	Edges   []edge            `json:"edges"`
	Depart  int               `json:"depart"`
	Service int               `json:"service"`
	Windows map[string]window `json:"windows"`
}

type edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Length int    `json:"length"`
}

// window is when a stop may be reached; a van that is early waits.
type window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// deliveryRoute asks for an order of stops that meets all windows. Difficulty
// adds stops (3 to 8) and narrows the windows. They lie around the arrivals of a
// hidden route; every route that meets them is right.
func deliveryRoute(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 6, 8)
	places := gen.Sample(r, villages, n+1)
	dist := travelMinutes(r, n+1, 25, 8)
	table := distanceTable(places, dist)
	p := routing{Start: places[0], End: places[0], Depart: 8 * 60, Windows: map[string]window{}}
	p.Service = gen.AbsentNumber(r, 5, 24, table+"05 10 15 20 "+clock(0))
	now, at := p.Depart, 0
	route := []string{places[0]}
	lines := make([]string, n)
	for k, i := range r.Perm(n) { // the hidden order, while places[1:] is the shown one
		i++
		now += dist[at][i]
		w := window{max(p.Depart, now/5*5-5*gen.Between(r, 0, gen.Of(d, 8, 7, 6, 6, 6))), (now+4)/5*5 + 5*gen.Between(r, 0, gen.Of(d, 8, 7, 6, 6, 6))}
		p.Windows[places[i]] = w
		lines[i-1] = fmt.Sprintf("%s: %s to %s", places[i], clock(w.From), clock(w.To))
		if now, at = now+p.Service, i; k == n-1 {
			now += dist[i][0]
		}
		route = append(route, places[i])
	}
	for i, from := range places {
		if i > 0 {
			p.Stops = append(p.Stops, from)
		}
		for j := range i {
			p.Edges = append(p.Edges, edge{from, places[j], dist[i][j]})
		}
	}
	plan := strings.Join(append(route, places[0]), " -> ")
	question, slots := gen.Ask(r, []string{
		"A van leaves {home} at 08:00, delivers to each of the other villages once and returns. It has to arrive at each one within the hours given (it may come earlier and wait until they begin), and each delivery takes {service} minutes:\n\n{lines}\n\nDriving times in minutes, both ways:\n\n{table}\n\nIn which order can the villages be served? {form}",
		"Minutes by road between villages:\n\n{table}\n\nA tour starts in {home} at 08:00 and ends there. All other villages are visited exactly once, for {service} minutes each, and must be reached no later than the end of their hours; who comes before the hours begin waits.\n\n{lines}\n\nFind a tour that works. {form}",
		"Arrival hours agreed with the customers:\n\n{lines}\n\nThe driver sets out from {home} at 08:00, unloads for {service} minutes at each stop, visits each once and drives home. Arriving too early means waiting, arriving too late is not allowed. Travel takes, in minutes:\n\n{table}\n\nGive a possible order. {form}",
	}, gen.Fixed("home", places[0]), gen.Slot("service", p.Service), gen.Fixed("lines", bullets(lines)), gen.Fixed("table", table),
		gen.Fixed("form", "Write the whole route in one line, like \"Start -> First -> … -> Start\"."))
	return planItem("routing", p, question, slots,
		fmt.Sprintf("Stops whose hours end first come first where the roads allow. Driving %s, every stop is reached in its hours, and the van is back at %s.", strings.Join(route, ", "), clock(now)), plan)
}

// river is the problem of the checker "rivercrossing".
type river struct {
	Passengers []string       `json:"passengers"`
	Rowers     []string       `json:"rowers"`
	Boat       int            `json:"boat"`
	Conflicts  []conflict     `json:"conflicts,omitempty"`
	Outnumber  [][2][]string  `json:"outnumber,omitempty"`
	Optimum    *int           `json:"optimum"`
	at         map[string]int // position of a passenger
}

// conflict is a pair that must not be on a bank without the guard.
type conflict struct {
	Together []string `json:"together"`
	Guards   []string `json:"guards"`
}

// ferry is who is on the far bank, and whether the boat is.
type ferry struct {
	far  int
	boat bool
}

func (p river) set(names []string) (set int) {
	for _, n := range names {
		set |= 1 << p.at[n]
	}
	return set
}

func (p river) safe(bank int) bool {
	for _, c := range p.Conflicts {
		if pair := p.set(c.Together); bank&pair == pair && bank&p.set(c.Guards) == 0 {
			return false
		}
	}
	for _, o := range p.Outnumber {
		if few := bits.OnesCount(uint(bank & p.set(o[0]))); few > 0 && bits.OnesCount(uint(bank&p.set(o[1]))) > few {
			return false
		}
	}
	return true
}

// solve is a shortest list of loads, and false where nobody can bring all across.
func (p river) solve() ([]string, bool) {
	all, rowers := 1<<len(p.Passengers)-1, p.set(p.Rowers)
	safe := make([]bool, all+1)
	for bank := range safe {
		safe[bank] = p.safe(bank)
	}
	loads, ok := shortestPath(ferry{}, func(s ferry) bool { return s.far == all }, func(s ferry, yield func(int, ferry)) {
		bank := all &^ s.far
		if s.boat {
			bank = s.far
		}
		for load := bank; load > 0; load = (load - 1) & bank { // every subset of the bank
			next := s.far ^ load
			if load&rowers != 0 && bits.OnesCount(uint(load)) <= p.Boat && safe[next] && safe[all&^next] {
				yield(load, ferry{next, !s.boat})
			}
		}
	})
	texts := make([]string, len(loads))
	for i, load := range loads {
		var names []string
		for k, n := range p.Passengers {
			if load>>k&1 == 1 {
				names = append(names, n)
			}
		}
		texts[i] = strings.Join(names, ", ")
	}
	return texts, ok
}

var (
	ferrymen = []string{"farmer", "shepherd", "hunter", "miller", "gardener", "keeper", "trader", "monk"}
	cargoes  = []string{"wolf", "goat", "cabbage", "hen", "fox", "grain", "dog", "cat", "mouse", "cheese", "goose", "snake", "rabbit", "lettuce", "pig", "duck", "parrot", "monkey", "sheep", "hay"}
	peoples  = [][2]string{{"guard", "prisoner"}, {"trainer", "lion"}, {"teacher", "prankster"}, {"knight", "bandit"}, {"keeper", "chimpanzee"}, {"warder", "smuggler"}}
)

// riverCrossing asks for the fewest trips. Difficulty 1 to 3 and 5 have one
// rower with 3 to 6 passengers and pairs that must not be left alone; 4 has two
// equal groups that all row, of which one must not be outnumbered. Problems
// without a solution are drawn again; one without conflicts ends the draws.
func riverCrossing(r *rand.Rand, d gen.Difficulty) task.Item {
	var p river
	var rules []string
	var plan []string
	for try, ok := 0, false; !ok; try++ {
		if p, rules = drawCrossing(r, d); d == 4 {
			p, rules = drawGroups(r)
		}
		if try >= 50 {
			p.Conflicts, p.Outnumber, rules = nil, nil, []string{"any company is safe"}
		}
		plan, ok = p.solve()
	}
	p.Optimum = optimum(len(plan))
	who, people := "only the "+p.Rowers[0]+" can row", "the "+strings.Join(p.Passengers, ", the ")
	if len(p.Rowers) > 1 {
		who, people = "everybody can row", gen.Enumerated(p.Passengers)
	}
	question, slots := gen.Ask(r, []string{
		"A river has to be crossed by {people}, in a boat with {boat} places, the rower's included; {who}. On either bank, after each trip: {rules}. Give a plan with as few trips as possible that brings all across. {form}",
		"On the near bank are {people} and a boat that holds {boat}, with whoever rows; {who}, and the boat never crosses empty. The banks are looked at whenever the boat has landed and been unloaded: {rules}. Find the shortest sequence of trips to the other side. {form}",
		"Transport {people} over a river. The boat takes at most {boat} at a time, rower and cargo together ({who}). Rules for both banks, which hold after every landing: {rules}. Use the least number of crossings. {form}",
	}, gen.Fixed("people", people), gen.Slot("boat", p.Boat), gen.Fixed("who", who), gen.Fixed("rules", strings.Join(rules, "; ")),
		gen.Fixed("form", "Write one line per trip, to and fro, that names all in the boat, separated by commas."))
	return planItem("rivercrossing", p, question, slots,
		fmt.Sprintf("A search by number of trips through all safe states finds %d crossings, and no fewer are enough.", len(plan)), strings.Join(plan, "\n"))
}

// drawCrossing draws a rower with cargo and pairs that he must watch.
func drawCrossing(r *rand.Rand, d gen.Difficulty) (river, []string) {
	rower := gen.Pick(r, ferrymen)
	cargo := gen.Sample(r, cargoes, gen.Of(d, 3, 4, 5, 5, 6))
	p := river{Passengers: append([]string{rower}, cargo...), Rowers: []string{rower}, Boat: gen.Of(d, 2, 2+r.IntN(2), 3, 3, 3)}
	p.index()
	var rules []string
	for range gen.Of(d, 2, 2, 4, 4, 6) {
		pair := gen.Sample(r, cargo, 2)
		if r.IntN(2) == 0 && len(p.Conflicts) > 0 { // conflicts that share one are harder
			pair[0] = p.Conflicts[0].Together[0]
		}
		if pair[0] == pair[1] || p.hasPair(pair) {
			continue
		}
		p.Conflicts = append(p.Conflicts, conflict{pair, p.Rowers})
		rules = append(rules, fmt.Sprintf("the %s and the %s must not be together without the %s", pair[0], pair[1], rower))
	}
	return p, rules
}

func (p *river) index() {
	p.at = map[string]int{}
	for i, n := range p.Passengers {
		p.at[n] = i
	}
}

func (p river) hasPair(pair []string) bool {
	for _, c := range p.Conflicts {
		if set := p.set(pair); p.set(c.Together) == set {
			return true
		}
	}
	return false
}

// drawGroups draws two or three of each of two kinds, by name.
func drawGroups(r *rand.Rand) (river, []string) {
	kinds := gen.Pick(r, peoples)
	n := gen.Between(r, 2, 3)
	boat := 2 + r.IntN(2)
	var groups [2][]string
	letters := gen.Sample(r, strings.Split("ABCDEFGHJKLMNPRSTUVWXYZ", ""), 2*n)
	p := river{Boat: boat}
	for g, kind := range kinds {
		for i := range n {
			groups[g] = append(groups[g], kind+" "+letters[g*n+i])
		}
		p.Passengers = append(p.Passengers, groups[g]...)
	}
	p.Rowers = p.Passengers
	p.Outnumber = [][2][]string{groups}
	p.index()
	return p, []string{fmt.Sprintf("where there is any %s, there must not be more %ss than %ss", kinds[0], kinds[1], kinds[0])}
}
