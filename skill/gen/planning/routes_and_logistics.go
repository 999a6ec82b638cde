package planning

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "routes and logistics"
	gen.Register("planning/shortest-tour-of-few-stops", area, "Shortest tour of few stops",
		"Find the least time of a round trip through all stops of a distance table.", shortestTour)
	gen.Register("planning/minimum-refuelling-plan", area, "Minimum refuelling plan",
		"Find the least cost of fuel for a route with prices, a tank and distances.", minimumRefuelling)
}

// villages are names for places on made-up maps, where real cities would have
// real distances.
var villages = []string{"Millbrook", "Oakham", "Fernhill", "Redcliff", "Ashby", "Stonebridge", "Larkfield", "Elmton", "Wrenford", "Hazelwick",
	"Brackley", "Marlow End", "Thornbury", "Willowdale", "Foxley", "Heronsgate", "Ivybank", "Kestrel Bay", "Lindenau", "Northwold",
	"Pinecrest", "Quarry Hill", "Rushmere", "Sandgate", "Tarnside", "Upwood", "Vinehill", "Westmoor", "Yewdale", "Coldspring"}

// shortestTour asks for the least duration of a delivery round. Difficulty is
// the number of stops; solved by Held and Karp's dynamic program (1962).
func shortestTour(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 6, 7)
	places := gen.Sample(r, villages, n+1)
	x, y := make([]int, n+1), make([]int, n+1)
	for i := range places {
		x[i], y[i] = r.IntN(60), r.IntN(60)
	}
	dist := make([][]int, n+1)
	for i := range dist {
		dist[i] = make([]int, n+1)
		for j := range dist {
			if i != j {
				dist[i][j] = 3 + int(math.Round(math.Hypot(float64(x[i]-x[j]), float64(y[i]-y[j]))))
			}
		}
	}
	table := distanceTable(places, dist)
	service := gen.AbsentNumber(r, 2, 59, table)
	drive, route := heldKarp(dist)
	total := drive + n*service
	question, slots := gen.Ask(r, []string{
		"A courier starts in {home}, delivers to every other place of the table once and returns. The table gives driving times in minutes, in both directions:\n\n{table}\n\nEach delivery takes {service} minutes. How many minutes does the whole round take at least?",
		"Driving minutes between depots:\n\n{table}\n\nAn inspector leaves {home}, spends {service} minutes at each of the other depots, sees each one exactly once and drives back to {home}. Find the shortest possible total time in minutes.",
		"With {service} minutes spent at each stop, what is the least time in minutes for a closed tour from {home} through all other places and back? Driving times are symmetric:\n\n{table}",
	}, gen.Fixed("home", places[0]), gen.Fixed("table", table), gen.Slot("service", service))
	answer := task.Integer(int64(total))
	names := make([]string, len(route))
	for i, p := range route {
		names[i] = places[p]
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Comparing the orders of the stops, a shortest tour is %s with %d minutes of driving. The %d stops add %d · %d = %d minutes, together %d.",
			strings.Join(names, " – "), drive, n, n, service, n*service, total), answer)}
}

func distanceTable(places []string, dist [][]int) string {
	lines := []string{"| | " + strings.Join(places, " | ") + " |", "|" + strings.Repeat(" --- |", len(places)+1)}
	for i, p := range places {
		cells := []string{p}
		for j := range places {
			if i == j {
				cells = append(cells, "–")
			} else {
				cells = append(cells, fmt.Sprint(dist[i][j]))
			}
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	return strings.Join(lines, "\n")
}

// heldKarp gives the length of a shortest closed tour from place 0 and the tour.
func heldKarp(dist [][]int) (int, []int) {
	n := len(dist) - 1 // places 1..n are bits 0..n-1
	const far = math.MaxInt / 2
	best := make([][]int, 1<<n)
	for set := range best {
		best[set] = make([]int, n)
		for last := range n {
			best[set][last] = far
			if set == 1<<last {
				best[set][last] = dist[0][last+1]
			} else if set&(1<<last) != 0 {
				for prev := range n {
					best[set][last] = min(best[set][last], best[set&^(1<<last)][prev]+dist[prev+1][last+1])
				}
			}
		}
	}
	full := 1<<n - 1
	end, length := 0, far
	for last := range n {
		if t := best[full][last] + dist[last+1][0]; t < length {
			end, length = last, t
		}
	}
	route := []int{0}
	for set := full; set != 0; {
		route = append(route, end+1)
		rest := set &^ (1 << end)
		for prev := range n {
			if rest != 0 && rest&(1<<prev) != 0 && best[rest][prev]+dist[prev+1][end+1] == best[set][end] {
				set, end = rest, prev
				break
			}
		}
		if rest == 0 {
			break
		}
	}
	return length, append(route, 0)
}

// pump is a filling station: kilometres from the start and cents per litre.
type pump struct {
	name      string
	at, price int
}

// minimumRefuelling asks for the least cost of a route. Difficulty is the
// number of stations. A car uses one litre per ten kilometres, so all amounts
// of a cheapest plan are whole litres.
func minimumRefuelling(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 4, 5, 7)
	names := gen.Sample(r, villages, n+2)
	tank := gen.Between(r, 31, 48)
	at, widest := 0, 0
	var pumps []pump
	for i := range n {
		leg := 10 * gen.Between(r, 8, tank*2/3)
		if i == 0 {
			leg = 10 * gen.Between(r, 3, 9)
		}
		at += leg
		widest = max(widest, leg)
		pumps = append(pumps, pump{names[i+1], at, gen.Between(r, 139, 199)})
	}
	end := at + 10*gen.Between(r, 8, tank*2/3)
	fuel := gen.Between(r, 10, 19)
	cost, bought := cheapest(pumps, end, tank, fuel)
	var texts []string
	for _, p := range pumps {
		texts = append(texts, fmt.Sprintf("%s at km %d (%d cents per litre)", p.name, p.at, p.price))
	}
	question, slots := gen.Ask(r, []string{
		"A van drives from {from} (km 0) to {to} (km {end}) and uses 1 litre of fuel per 10 km. Its tank holds {tank} litres and {fuel} litres are in it at the start. Stations on the way: {pumps}. What does the cheapest fuel plan cost, in cents? The tank may be empty on arrival.",
		"Fuel can be bought at {pumps}. A coach that needs a litre for every 10 km leaves {from} with {fuel} litres and has to reach {to}, {end} km away; at most {tank} litres fit into the tank, and nothing needs to be left at the end. Find the least amount of money for fuel, in cents.",
		"Going from {from} to {to} takes {end} km. Consumption is 10 km per litre, the car starts with {fuel} litres and never carries more than {tank}. It passes {pumps}. How many cents must be spent on fuel at least, if the car may arrive with an empty tank?",
	}, gen.Fixed("from", names[0]), gen.Fixed("to", names[n+1]), gen.Fixed("end", end), gen.Slot("tank", tank), gen.Fixed("fuel", fuel), gen.Fixed("pumps", gen.Enumerated(texts)))
	answer := task.Integer(int64(cost))
	var buys []string
	for i, litres := range bought {
		if litres > 0 {
			buys = append(buys, fmt.Sprintf("%d litres in %s for %d", litres, pumps[i].name, litres*pumps[i].price))
		}
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("At each station it pays to buy just enough to reach the next cheaper one, or to fill up if none is in reach. That means %s: %d cents in all.", gen.Enumerated(buys), cost), answer)}
}

// cheapest follows the greedy rule, which is optimal: buy only what is needed
// to reach the next station that is cheaper (or the end), else fill the tank.
func cheapest(pumps []pump, end, tank, fuel int) (cost int, bought []int) {
	bought = make([]int, len(pumps))
	at := 0
	for i, p := range pumps {
		fuel -= (p.at - at) / 10
		at = p.at
		goal := end
		for _, q := range pumps[i+1:] {
			if q.price <= p.price {
				goal = q.at
				break
			}
		}
		need := min((goal-at)/10, tank)
		if need > fuel {
			bought[i] = need - fuel
			cost += bought[i] * p.price
			fuel = need
		}
	}
	return cost, bought
}
