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
	const area = "meeting planning"
	gen.Register("planning/weighted-meeting-selection", area, "Weighted meeting selection",
		"Choose and time meetings of the largest total importance, given travel times and hours.", weightedMeetings)
	gen.Register("planning/mandatory-meeting-order", area, "Mandatory meeting order",
		"Meet everybody within their hours while some people must be met before others.", mandatoryOrder)
	gen.Register("planning/shared-ride-meetings", area, "Shared ride meetings",
		"Find the earliest time at which two people can get together after their own errands.", sharedRide)
}

// weightedMeetings asks for a day of the largest total of points. Difficulty
// adds people (3 to 7), whose hours clash so that heavy and many compete.
func weightedMeetings(r *rand.Rand, d gen.Difficulty) task.Item {
	p := city(r, gen.Of(d, 3, 4, 5, 6, 7), meetingLengths)
	p.Objective = "weight"
	points := gen.Sample(r, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13}, len(p.People))
	var worth []string
	for i := range p.People {
		a := &p.People[i]
		a.From = p.Start + 15*r.IntN(gen.Of(d, 10, 12, 14, 16, 18))
		a.To = quarter(a.From+a.Minutes) + 15*r.IntN(4)
		a.Weight = points[i]
		worth = append(worth, fmt.Sprintf("%s %d", a.Name, a.Weight))
	}
	best, total := p.heaviest()
	p.Optimum = optimum(total)
	question, slots := p.ask(r, []string{
		"A manager at {place} starts the day at {start}. {people} Driving takes these minutes, in both directions:\n\n{table}\n\nThe meetings bring points: " + strings.Join(worth, ", ") + ". Choose and time meetings so that the sum of the points is as large as possible. {form}",
		"Not everybody can be met today, but some matter more: " + strings.Join(worth, ", ") + " (points for a meeting). You begin at {place} at {start}. {people} Minutes from place to place:\n\n{table}\n\nGet the largest total of points. {form}",
		"Minutes between places:\n\n{table}\n\nA fundraiser leaves {place} at {start}. {people} Expected gifts in thousands: " + strings.Join(worth, ", ") + "; each one depends on a full visit. Plan the visits with the largest sum. {form}",
	})
	return planItem("meeting", p, question, slots,
		fmt.Sprintf("Among all orders that respect the hours, the largest total is %d. ", total)+p.story(best), p.plan(best))
}

// heaviest is a day with the largest total weight, the first one done of these.
func (p meeting) heaviest() (best []visit, total int) {
	p.orders(func(day []visit) {
		sum := 0
		for _, v := range day {
			sum += p.People[v.who].Weight
		}
		if sum > total || sum == total && sum > 0 && day[len(day)-1].to < best[len(best)-1].to {
			best, total = slices.Clone(day), sum
		}
	})
	return best, total
}

// mandatoryOrder asks for a day that meets everybody, some before others.
// Difficulty adds people (3 to 7) and rules (1 to 5). Hours and rules are those
// of a hidden day, so one exists; every day that keeps them is right.
func mandatoryOrder(r *rand.Rand, d gen.Difficulty) task.Item {
	p := city(r, gen.Of(d, 3, 4, 5, 6, 7), meetingLengths[:8])
	p.All, p.Start = true, 8*60
	now, place := p.Start, p.Place
	var day []visit
	for i := range p.People {
		a := &p.People[i]
		from := now + p.Travel[place][a.Place]
		now, place = from+a.Minutes, a.Place
		day = append(day, visit{i, from, now})
		a.From = max(p.Start, from/15*15-15*r.IntN(6))
		a.To = min(quarter(now)+15*r.IntN(6), 24*60-15)
	}
	var rules []string
	for tries, left := 0, gen.Of(d, 1, 2, 3, 4, 5); tries < 40 && left > 0; tries++ {
		a, b := r.IntN(len(p.People)), r.IntN(len(p.People))
		pair := [2]string{p.People[min(a, b)].Name, p.People[max(a, b)].Name}
		if a == b || slices.Contains(p.Before, pair) {
			continue
		}
		p.Before = append(p.Before, pair)
		rules = append(rules, fmt.Sprintf("%s before %s", pair[0], pair[1]))
		left--
	}
	plan, story := p.plan(day), p.story(day)
	hidden := slices.Clone(p.People)
	r.Shuffle(len(p.People), func(i, j int) { p.People[i], p.People[j] = p.People[j], p.People[i] })
	order := make([]string, len(hidden))
	for i, a := range hidden {
		order[i] = a.Name
	}
	question, slots := p.ask(r, []string{
		"A courier at {place} must see everybody on the list today, from {start} on, and carries papers that fix the order in part: " + gen.Enumerated(rules) + ". {people} Travel in minutes, either way:\n\n{table}\n\nMake a schedule that sees everyone. {form}",
		"All of these people have to be met. {people} Meet " + gen.Enumerated(rules) + ". You set out from {place} at {start}, and the ways take, in minutes:\n\n{table}\n\nGive a plan that keeps all hours and this order. {form}",
		"Minutes between places:\n\n{table}\n\nA doctor leaves {place} at {start} and must visit every patient; test results have to be taken along, so see " + gen.Enumerated(rules) + ". {people} Find a possible day. {form}",
	})
	return planItem("meeting", p, question, slots, fmt.Sprintf("The hours and the rules allow the order %s: %s", strings.Join(order, ", "), story), plan)
}

// errand is a stop of one person, not before Opens.
type errand struct{ place, minutes, opens int }

// earliestAt is the earliest arrival at a place after all errands, in any
// order, with waiting where a stop is not open yet.
func earliestAt(dist [][]int, errands []errand, from, now, goal int) int {
	if len(errands) == 0 {
		return now + dist[from][goal]
	}
	best := 1 << 30
	for i, e := range errands {
		done := max(now+dist[from][e.place], e.opens) + e.minutes
		rest := append(slices.Clone(errands[:i]), errands[i+1:]...)
		best = min(best, earliestAt(dist, rest, e.place, done, goal))
	}
	return best
}

// sharedRide asks when two people can first be together at one of some places.
// Difficulty adds errands (1 to 3 each), places to choose from and, from 3 on,
// opening hours. All orders and places are compared.
func sharedRide(r *rand.Rand, d gen.Difficulty) task.Item {
	k, c := gen.Of(d, 1, 2, 2, 3, 3), gen.Of(d, 2, 2, 3, 2, 3)
	places := gen.Sample(r, cityPlaces, 1+2*k+c)
	names := gen.Sample(r, lexicon.GivenNames(), 2)
	dist := travelMinutes(r, len(places), 12, 5)
	start := 9 * 60
	lengths := gen.Sample(r, meetingLengths, 2*k)
	var texts []string
	var errands [2][]errand
	for who, name := range names {
		var stops []string
		for i := range k {
			e := errand{1 + who*k + i, lengths[who*k+i], 0}
			text := fmt.Sprintf("%s (%d minutes)", places[e.place], e.minutes)
			if who == 0 && i == 0 {
				text = fmt.Sprintf("%s ({minutes} minutes)", places[e.place])
			}
			if d >= 3 && i == k-1 {
				e.opens = start + 15*gen.Between(r, 2, 10)
				text += fmt.Sprintf(", not before %s", clock(e.opens))
			}
			errands[who], stops = append(errands[who], e), append(stops, text)
		}
		texts = append(texts, fmt.Sprintf("%s has errands at %s.", name, strings.Join(stops, " and at ")))
	}
	goals := places[1+2*k:]
	meet, where, arrivals := 1<<30, 0, [2]int{}
	for g := range goals {
		a, b := earliestAt(dist, errands[0], 0, start, 1+2*k+g), earliestAt(dist, errands[1], 0, start, 1+2*k+g)
		if max(a, b) < meet {
			meet, where, arrivals = max(a, b), g, [2]int{a, b}
		}
	}
	table := distanceTable(places, dist)
	both := strings.Join(texts, " ")
	question, slots := gen.Ask(r, []string{
		"{a} and {b} both leave {home} at {start}, each in an own car. " + both + " The order of one's own errands is free. Afterwards they want to be together as early as possible at {goals}, wherever that is soonest. Travel times in minutes:\n\n{table}\n\nAt what time are both there? Answer as HH:MM.",
		"Minutes between places:\n\n{table}\n\n" + both + " Both set out from {home} at {start}, separately, and do their errands in whichever order they like. Then they join for a shared ride that can begin at {goals}. When can it begin at the earliest? Give the time as HH:MM.",
		"Two colleagues start at {home} at {start}. " + both + " Errands may be done in any order, each colleague does the own ones only, and waiting is allowed. They may meet at {goals} once all errands are done. What is the first possible time of the meeting (HH:MM)? Travel takes, in minutes:\n\n{table}",
	}, gen.Fixed("a", names[0]), gen.Fixed("b", names[1]), gen.Fixed("home", places[0]), gen.Fixed("start", clock(start)),
		gen.Fixed("goals", strings.Join(goals, " or ")), gen.Fixed("table", table), gen.Slot("minutes", lengths[0]))
	answer := task.String(clock(meet))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("For each meeting place the later of the two best arrivals counts. At %s, %s can be there at %s and %s at %s; no other place is sooner, so they meet at %s.",
			goals[where], names[0], clock(arrivals[0]), names[1], clock(arrivals[1]), clock(meet)), answer)}
}

// travelMinutes draws symmetric times between places on a grid.
func travelMinutes(r *rand.Rand, n, width, least int) [][]int {
	x, y, dist := make([]int, n), make([]int, n), make([][]int, n)
	for i := range n {
		x[i], y[i], dist[i] = r.IntN(width), r.IntN(width), make([]int, n)
		for j := range i {
			dist[i][j] = least + max(x[i]-x[j], x[j]-x[i]) + max(y[i]-y[j], y[j]-y[i])
			dist[j][i] = dist[i][j]
		}
	}
	return dist
}
