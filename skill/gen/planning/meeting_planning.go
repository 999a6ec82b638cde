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
	gen.Register("planning/friends-across-a-city", area, "Friends across a city",
		"Meet as many people as possible, given travel times and the hours at which each can be met.", friendsAcrossACity)
	gen.Register("planning/earliest-finish-for-required-meetings", area, "Earliest finish for required meetings",
		"Find how early a day with all required meetings can end.", earliestFinish)
}

// meeting is the problem of the checker "meeting".
type meeting struct {
	Place  string                    `json:"place"`
	Start  int                       `json:"start"`
	Travel map[string]map[string]int `json:"travel"`
	People []person                  `json:"people"`
	Before [][2]string               `json:"before,omitempty"`
	// Objective is "" (as many people as possible) or "weight".
	Objective string `json:"objective,omitempty"`
	All       bool   `json:"all,omitempty"`
	Optimum   *int   `json:"optimum,omitempty"`
}

type person struct {
	Name    string `json:"name"`
	Place   string `json:"place"`
	From    int    `json:"from"`
	To      int    `json:"to"`
	Minutes int    `json:"minutes"`
	Weight  int    `json:"weight,omitempty"`
}

// visit is a meeting of a plan, by the position of the person.
type visit struct{ who, from, to int }

var cityPlaces = []string{"Old Market", "Harbour Gate", "Castle Hill", "Botanic Garden", "University", "Opera House", "Riverside",
	"Central Station", "North Park", "Science Museum", "Town Hall", "Mill Lane", "Stadium", "Observatory", "Fish Quay", "Art School"}

// Meeting lengths stand once in a question: no travel time is as long and no
// time of day, on the quarter hour, has such digits.
var meetingLengths = []int{35, 40, 50, 55, 65, 70, 80, 85, 95, 100, 105, 110}

// city draws a meeting problem without windows: a start, n people at places of
// their own, and travel times from positions on a map.
func city(r *rand.Rand, n int, lengths []int) meeting {
	places := gen.Sample(r, cityPlaces, n+1)
	names := gen.Sample(r, lexicon.GivenNames(), n)
	minutes := gen.Sample(r, lengths, n)
	x, y := make([]int, n+1), make([]int, n+1)
	for i := range places {
		x[i], y[i] = r.IntN(12), r.IntN(12)
	}
	p := meeting{Place: places[0], Start: 9 * 60, Travel: map[string]map[string]int{}}
	for i, from := range places {
		p.Travel[from] = map[string]int{}
		for j, to := range places {
			if i != j {
				p.Travel[from][to] = 6 + max(x[i]-x[j], x[j]-x[i]) + max(y[i]-y[j], y[j]-y[i])
			}
		}
	}
	for i := range n {
		p.People = append(p.People, person{Name: names[i], Place: places[i+1], Minutes: minutes[i]})
	}
	return p
}

// friendsAcrossACity asks for a plan that meets the largest number of people.
// Difficulty is the number of people; windows get tighter with it.
func friendsAcrossACity(r *rand.Rand, d gen.Difficulty) task.Item {
	p := city(r, gen.Of(d, 3, 4, 5, 6, 7), meetingLengths)
	for i := range p.People {
		a := &p.People[i]
		a.From = p.Start + 15*r.IntN(gen.Of(d, 16, 16, 18, 20, 22))
		a.To = quarter(a.From+a.Minutes) + 15*gen.Between(r, 1, gen.Of(d, 7, 6, 5, 5, 5))
	}
	best := p.most()
	p.Optimum = optimum(len(best))
	question, slots := p.ask(r, []string{
		"You arrive at {place} at {start} and would like to see as many friends as you can today. {people} Travel times in minutes are the same in both directions:\n\n{table}\n\nMake a schedule that meets the largest possible number of them. {form}",
		"A reporter starts the day at {place} at {start}. {people} Getting from place to place takes, in minutes:\n\n{table}\n\nWhich interviews should be held, and when, so that their number is as large as possible? {form}",
		"Minutes between places:\n\n{table}\n\nIt is {start} and a technician stands at {place}. {people} Plan the day with the most visits. {form}",
	})
	working := fmt.Sprintf("Trying the orders with the earliest possible start of each meeting, %d of %d people can be met and no order meets more. ", len(best), len(p.People))
	return planItem("meeting", p, question, slots, working+p.story(best), p.plan(best))
}

// earliestFinish asks how many minutes after the start the last of all
// meetings can end. Difficulty is the number of people.
func earliestFinish(r *rand.Rand, d gen.Difficulty) task.Item {
	p := city(r, gen.Of(d, 3, 4, 5, 6, 7), meetingLengths[:8]) // so that the day ends before midnight
	p.Start = 8 * 60
	now, place := p.Start, p.Place
	for i := range p.People { // windows around a day that works, in this order
		a := &p.People[i]
		now += p.Travel[place][a.Place] + 15*r.IntN(3)
		a.From = now/15*15 - 15*r.IntN(8)
		a.From = max(a.From, p.Start)
		now, place = max(now, a.From)+a.Minutes, a.Place
		a.To = min(quarter(now)+15*r.IntN(9), 24*60-15)
	}
	r.Shuffle(len(p.People), func(i, j int) { p.People[i], p.People[j] = p.People[j], p.People[i] })
	best := p.most() // everybody can be met, so the first done of the largest days
	end := best[len(best)-1].to - p.Start
	question, slots := p.ask(r, []string{
		"A consultant at {place} has to meet everybody on the list today, starting at {start}. {people} Travel takes the minutes below, either way:\n\n{table}\n\nHow many minutes after the start can the last meeting end at the earliest?",
		"All of these people must be seen. {people} You set out from {place} at {start}, and the ways take, in minutes:\n\n{table}\n\nFind the order that is done first. Give the time from the start to the end of the last meeting, in minutes.",
		"Minutes between places:\n\n{table}\n\nA nurse leaves {place} at {start} and must visit every patient. {people} What is the least number of minutes from leaving until the last visit is over?",
	})
	answer := task.Integer(int64(end))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Among all orders that respect the hours, the one that ends first is: %s That is %d minutes after %s.", p.story(best), end, clock(p.Start)), answer)}
}

// quarter rounds up to a quarter of an hour.
func quarter(minutes int) int { return (minutes + 14) / 15 * 15 }

// ask words a problem; the length of the first meeting is the slot.
func (p meeting) ask(r *rand.Rand, phrasings []string) (string, []task.Slot) {
	texts := make([]string, len(p.People))
	for i, a := range p.People {
		length := fmt.Sprint(a.Minutes)
		if i == 0 {
			length = "{minutes}"
		}
		texts[i] = fmt.Sprintf("%s is at %s from %s to %s and needs at least %s minutes.", a.Name, a.Place, clock(a.From), clock(a.To), length)
	}
	people := strings.Join(texts, " ")
	for i, ph := range phrasings {
		phrasings[i] = strings.Replace(ph, "{people}", people, 1)
	}
	return gen.Ask(r, phrasings, gen.Slot("minutes", p.People[0].Minutes), gen.Fixed("place", p.Place), gen.Fixed("start", clock(p.Start)),
		gen.Fixed("table", p.table()), gen.Fixed("form", "Write one line per meeting in order, like \"Meet Ann 09:30-10:15\"."))
}

func (p meeting) table() string {
	places := []string{p.Place}
	for _, a := range p.People {
		places = append(places, a.Place)
	}
	lines := []string{"| | " + strings.Join(places, " | ") + " |", "|" + strings.Repeat(" --- |", len(places)+1)}
	for _, from := range places {
		cells := []string{from}
		for _, to := range places {
			if cell := p.Travel[from][to]; from == to {
				cells = append(cells, "–")
			} else {
				cells = append(cells, fmt.Sprint(cell))
			}
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	return strings.Join(lines, "\n")
}

// orders calls yield with every sequence of meetings that can be held, each as
// early as possible, which is never worse than later.
func (p meeting) orders(yield func(day []visit)) {
	var day []visit
	var walk func(place string, now int)
	walk = func(place string, now int) {
		yield(day)
		for i, a := range p.People {
			if slices.ContainsFunc(day, func(v visit) bool { return v.who == i }) {
				continue
			}
			from := max(now+p.Travel[place][a.Place], a.From)
			if to := from + a.Minutes; to <= a.To {
				day = append(day, visit{i, from, to})
				walk(a.Place, to)
				day = day[:len(day)-1]
			}
		}
	}
	walk(p.Place, p.Start)
}

// most is a day with the largest number of meetings, of those the first done.
func (p meeting) most() []visit {
	var best []visit
	p.orders(func(day []visit) {
		if len(day) > len(best) || len(day) == len(best) && len(day) > 0 && day[len(day)-1].to < best[len(best)-1].to {
			best = slices.Clone(day)
		}
	})
	return best
}

func (p meeting) plan(day []visit) string {
	lines := make([]string, len(day))
	for i, v := range day {
		lines[i] = fmt.Sprintf("Meet %s %s-%s", p.People[v.who].Name, clock(v.from), clock(v.to))
	}
	return strings.Join(lines, "\n")
}

// story tells a day with its travel times.
func (p meeting) story(day []visit) string {
	place := p.Place
	texts := make([]string, len(day))
	for i, v := range day {
		a := p.People[v.who]
		texts[i] = fmt.Sprintf("%d minutes to %s, %s from %s to %s", p.Travel[place][a.Place], a.Place, a.Name, clock(v.from), clock(v.to))
		place = a.Place
	}
	return strings.Join(texts, "; ") + "."
}
