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
	gen.Register("planning/connection-across-time-zones", "trip planning", "Connection across time zones",
		"Find the latest departure that meets a deadline through flights timed in local time.", timeZoneConnection)
}

// zone is a city with its standard time as hours ahead of UTC.
type zone struct {
	city  string
	hours int
}

var zones = []zone{{"Los Angeles", -8}, {"Denver", -7}, {"Chicago", -6}, {"Lima", -5}, {"Santiago", -4}, {"Buenos Aires", -3}, {"Reykjavik", 0}, {"Lisbon", 0},
	{"Berlin", 1}, {"Madrid", 1}, {"Cairo", 2}, {"Helsinki", 2}, {"Nairobi", 3}, {"Istanbul", 3}, {"Dubai", 4}, {"Karachi", 5}, {"Dhaka", 6}, {"Bangkok", 7}, {"Singapore", 8},
	{"Perth", 8}, {"Tokyo", 9}, {"Seoul", 9}, {"Sydney", 10}, {"Auckland", 12}}

// leg is a flight that leaves every day at some local times.
type leg struct {
	from, to   zone
	departures []int // minutes after local midnight
	minutes    int
}

// latest is the latest departure of the leg, in UTC minutes, that arrives by
// the given UTC minute.
func (l leg) latest(by int) int {
	best := -1 << 30
	for _, local := range l.departures {
		first := local - 60*l.from.hours // a departure on day 0
		days := (by - l.minutes - first) / 1440
		if by-l.minutes < first && (by-l.minutes-first)%1440 != 0 {
			days-- // division rounds towards zero
		}
		best = max(best, first+1440*days)
	}
	return best
}

// localText writes a UTC minute as weekday and local time; day 0 is a Monday.
func (z zone) localText(utc int) string {
	local := utc + 60*z.hours + 7*1440
	return fmt.Sprintf("%s %s", lexicon.Weekdays()[local/1440%7], clock(local%1440))
}

// timeZoneConnection asks for the latest departure from home. Difficulty adds
// flights in a row (1 to 4) and departures a day. Going back from the deadline,
// the latest possible flight of each leg is always best.
func timeZoneConnection(r *rand.Rand, d gen.Difficulty) task.Item {
	cities := gen.Sample(r, zones, gen.Of(d, 1, 2, 2, 3, 4)+1)
	var legs []leg
	var lines, clocks []string
	for i, from := range cities {
		clocks = append(clocks, fmt.Sprintf("%s is at UTC%+d", from.city, from.hours))
		if i+1 == len(cities) {
			break
		}
		l := leg{from: from, to: cities[i+1], minutes: 5 * gen.Between(r, 30, 160)}
		for range gen.Of(d, 2, 2, 3, 3, 3) {
			l.departures = append(l.departures, 5*r.IntN(288))
		}
		slices.Sort(l.departures)
		l.departures = slices.Compact(l.departures)
		var times []string
		for _, t := range l.departures {
			times = append(times, clock(t))
		}
		legs = append(legs, l)
		lines = append(lines, fmt.Sprintf("%s to %s, %d h %02d min in the air, daily at %s", l.from.city, l.to.city, l.minutes/60, l.minutes%60, strings.Join(times, ", ")))
	}
	home, goal := cities[0], cities[len(cities)-1]
	deadline := 1440*gen.Between(r, 2, 4) + 15*gen.Between(r, 32, 72) - 60*goal.hours
	change := gen.AbsentNumber(r, 61, 89, strings.Join(lines, " "))
	by := deadline - change
	var story []string
	for _, l := range slices.Backward(legs) {
		leave := l.latest(by)
		story = append(story, fmt.Sprintf("the flight to %s leaves %s on %s and lands on %s", l.to.city, l.from.city, l.from.localText(leave), l.to.localText(leave+l.minutes)))
		by = leave - change
	}
	leave := home.localText(by + change)
	question, slots := gen.Ask(r, []string{
		"A meeting in {goal} begins on {deadline} local time. Flights:\n\n{lines}\n\nAll departures are in the local time of the city they leave from; {clocks}. At least {change} minutes are needed between landing and the next departure, and just as much between the last landing and the meeting. When is the latest departure from {home}? {form}",
		"Every flight below leaves every day at the local times given ({clocks}).\n\n{lines}\n\nA traveller has to attend an event in {goal} on {deadline}, local time, and wants to leave {home} as late as possible. After each landing {change} minutes have to pass before the next flight or the event. Which flight from {home} should be taken? {form}",
		"With {change} minutes or more from each landing to whatever comes next, find the last flight out of {home} that is early enough for an appointment in {goal}, fixed for {deadline} by the clocks there. Timetable, in local times of the place of departure:\n\n{lines}\n\nClocks: {clocks}. {form}",
	}, gen.Fixed("goal", goal.city), gen.Fixed("home", home.city), gen.Fixed("deadline", goal.localText(deadline)), gen.Fixed("lines", bullets(lines)),
		gen.Fixed("clocks", gen.Enumerated(clocks)), gen.Slot("change", change), gen.Fixed("form", "Give the weekday and the local time of the departure, like \"Monday 09:30\"."))
	answer := task.String(leave)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Going back from the deadline and always keeping %d minutes, the latest flights are these: %s.", change, strings.Join(story, "; ")), answer)}
}
