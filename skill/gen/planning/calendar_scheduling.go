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
	const area = "calendar scheduling"
	gen.Register("planning/common-free-slot", area, "Common free slot",
		"Find the first time of a day at which everybody is free for a meeting of a given length.", commonFreeSlot)
	gen.Register("planning/room-and-equipment-booking", area, "Room and equipment booking",
		"Find the first slot and a room that satisfy calendars, capacity and equipment.", roomAndEquipmentBooking)
}

// span is a busy time of the checker "calendar".
type span struct {
	Day  string `json:"day,omitempty"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// calendar is the problem of the checker "calendar".
type calendar struct {
	Days     []string   `json:"days"`
	Open     int        `json:"open"`
	Close    int        `json:"close"`
	Minutes  int        `json:"minutes"`
	People   []attendee `json:"people"`
	Rooms    []room     `json:"rooms,omitempty"`
	Need     []string   `json:"need,omitempty"`
	Step     int        `json:"step,omitempty"`
	Earliest bool       `json:"earliest"`
	Avoid    []span     `json:"avoid,omitempty"` // most important first
}

type attendee struct {
	Name  string `json:"name"`
	Busy  []span `json:"busy,omitempty"`
	Limit int    `json:"limit,omitempty"` // minutes a day, the meeting included
}

type room struct {
	Name     string   `json:"name"`
	Capacity int      `json:"capacity"`
	Kit      []string `json:"kit,omitempty"`
	Busy     []span   `json:"busy,omitempty"`
}

// slotLengths have digits that no quarter hour and no hour of the day has.
var slotLengths = []int{20, 25, 35, 40, 50, 55, 65, 70, 75, 80}

// commonFreeSlot asks for the start of the first free slot of one day.
// Difficulty is the number of people and how full their day is; from 3 on one
// of them has a condition. A slot late in the day is kept free, so one exists.
func commonFreeSlot(r *rand.Rand, d gen.Difficulty) task.Item {
	day := gen.Pick(r, lexicon.Weekdays()[:5])
	p := calendar{Days: []string{day}, Open: 9 * 60, Close: 17 * 60, Minutes: gen.Pick(r, slotLengths), Earliest: true}
	kept := p.Open + 15*gen.Between(r, gen.Of(d, 8, 10, 12, 14, 16), 26)
	for _, name := range gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 3, 4, 5, 6)) {
		p.People = append(p.People, attendee{Name: name, Busy: busyTimes(r, day, gen.Between(r, 3, 5), kept, p)})
	}
	var condition string
	if d >= 3 {
		a := &p.People[r.IntN(len(p.People))]
		until := min(p.Open+30*gen.Between(r, 1, 4), kept)
		condition = fmt.Sprintf(" %s does not want to start before %s.", a.Name, clock(until))
		a.Busy = append([]span{{day, p.Open, until}}, a.Busy...)
	}
	start := p.first()
	var lines []string
	for _, a := range p.People {
		shown := a.Busy
		if condition != "" && strings.Contains(condition, " "+a.Name+" ") {
			shown = a.Busy[1:]
		}
		lines = append(lines, a.Name+": "+spansText(shown))
	}
	question, slots := gen.Ask(r, []string{
		"{day}'s calendars show these times as taken (working hours are 09:00 to 17:00):\n\n{lines}\n\nA meeting of {minutes} minutes with all of them is to start as early as possible.{condition} At what time does it start? Answer as HH:MM.",
		"Find the earliest start on {day} for a discussion of {minutes} minutes that everybody below can attend in full, inside the office hours 09:00 to 17:00.{condition} Busy times:\n\n{lines}\n\nGive the start in 24-hour form, HH:MM.",
		"The team wants {minutes} minutes together on {day} between 09:00 and 17:00, the sooner the better.{condition} Their appointments are:\n\n{lines}\n\nWhen can they begin? Write the time as HH:MM.",
	}, gen.Fixed("day", day), gen.Fixed("lines", bullets(lines)), gen.Slot("minutes", p.Minutes), gen.Fixed("condition", condition))
	answer := task.String(clock(start))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Nobody may be busy for %d minutes in a row. Times at which somebody is taken: %s. The first gap long enough runs from %s to %s at least.",
			p.Minutes, spansText(p.taken()), clock(start), clock(start+p.Minutes)), answer)}
}

// busyTimes draws appointments on the quarter hour that leave the kept slot free.
func busyTimes(r *rand.Rand, day string, n, kept int, p calendar) []span {
	var out []span
	at := p.Open + 15*r.IntN(3)
	for range n {
		s := span{day, at, min(at+15*gen.Between(r, 2, 6), p.Close)}
		if s.To <= kept || s.From >= kept+p.Minutes {
			out = append(out, s)
		}
		if at = s.To + 15*gen.Between(r, 1, 5); at >= p.Close {
			break
		}
	}
	return out
}

// taken is the union of all busy times of the first day.
func (p calendar) taken() []span {
	var all, out []span
	for _, a := range p.People {
		all = append(all, a.Busy...)
	}
	slices.SortFunc(all, func(a, b span) int { return a.From - b.From })
	for _, s := range all {
		if n := len(out); n > 0 && s.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, s.To)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// first is the earliest start: the beginning of the first gap in the union.
func (p calendar) first() int {
	start := p.Open
	for _, s := range p.taken() {
		if s.From-start >= p.Minutes {
			break
		}
		start = max(start, s.To)
	}
	return start
}

func spansText(spans []span) string {
	if len(spans) == 0 {
		return "free all day"
	}
	texts := make([]string, len(spans))
	for i, s := range spans {
		texts[i] = clock(s.From) + "–" + clock(s.To)
	}
	return strings.Join(texts, ", ")
}

// roomAndEquipmentBooking asks for the first slot over several days with a
// room that is large enough and has the kit. Difficulty adds days, people and
// rooms that fail by one condition. A room on the last day is kept free.
func roomAndEquipmentBooking(r *rand.Rand, d gen.Difficulty) task.Item {
	days := lexicon.Weekdays()[:gen.Of(d, 1, 2, 2, 3, 3)]
	kits := gen.Sample(r, []string{"projector", "whiteboard", "video link", "microphone", "piano"}, 3)
	p := calendar{Days: days, Open: 9 * 60, Close: 17 * 60, Minutes: gen.Pick(r, slotLengths), Earliest: true, Need: kits[:gen.Of(d, 1, 1, 2, 2, 2)]}
	kept := span{days[len(days)-1], p.Open + 15*gen.Between(r, 6, 24), 0}
	for _, name := range gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 2, 3, 3, 4)) {
		a := attendee{Name: name}
		for _, day := range days {
			a.Busy = append(a.Busy, busyTimes(r, day, 4, keptOn(kept, day), p)...)
		}
		p.People = append(p.People, a)
	}
	for i, name := range gen.Sample(r, []string{"Room Amber", "Room Birch", "Room Cedar", "Room Delta", "Room Elm", "Room Fern"}, gen.Of(d, 2, 3, 3, 4, 4)) {
		q := room{Name: name, Capacity: len(p.People) + r.IntN(5), Kit: slices.Clone(kits)}
		switch {
		case i == 1:
			q.Capacity = len(p.People) - 1
		case i == 2:
			q.Kit = slices.Delete(q.Kit, 0, 1)
		}
		for _, day := range days {
			q.Busy = append(q.Busy, busyTimes(r, day, 3, keptOn(kept, day), p)...)
		}
		p.Rooms = append(p.Rooms, q)
	}
	r.Shuffle(len(p.Rooms), func(i, j int) { p.Rooms[i], p.Rooms[j] = p.Rooms[j], p.Rooms[i] })
	day, from, where := p.firstBooking()
	plan := fmt.Sprintf("%s %s-%s, %s", day, clock(from), clock(from+p.Minutes), where.Name)
	question, slots := gen.Ask(r, []string{
		"Book the earliest possible slot of {minutes} minutes on {days}, between 09:00 and 17:00, for {people}. The room must seat all of them and have: {need}.\n\nTaken times:\n\n{lines}\n\nRooms:\n\n{rooms}\n\n{form}",
		"{people} need {minutes} minutes together in a room with {need} and a seat for each. Possible days: {days}, 09:00 to 17:00; the first chance counts. People are unavailable at:\n\n{lines}\n\nThe rooms and their bookings:\n\n{rooms}\n\nWhich booking do you make? {form}",
		"An office assistant looks for the soonest booking. Length: {minutes} minutes. Days: {days}. Hours: 09:00 to 17:00. Needed: {need}. Participants, who each need a seat: {people}.\n\n{lines}\n\n{rooms}\n\n{form}",
	}, gen.Slot("minutes", p.Minutes), gen.Fixed("days", gen.Enumerated(days)), gen.Fixed("people", p.attendees()), gen.Fixed("need", gen.Enumerated(p.Need)),
		gen.Fixed("lines", p.peopleText()), gen.Fixed("rooms", p.roomsText()), gen.Fixed("form", "Answer in one line like \"Monday 10:30-11:00, Room Name\"."))
	return planItem("calendar", p, question, slots,
		fmt.Sprintf("Rooms that are too small or lack equipment are out. Going through the days in order, the first time at which all participants and a fitting room are free for %d minutes is on %s at %s, in %s.", p.Minutes, day, clock(from), where.Name), plan)
}

// keptOn is the kept start on its day and a time past every day on the others.
func keptOn(kept span, day string) int {
	if day == kept.Day {
		return kept.From
	}
	return 24 * 60
}
