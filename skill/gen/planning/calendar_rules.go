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
	gen.Register("planning/slot-with-preferences", area, "Slot with preferences", "Find the slot that keeps ranked preferences best.", slotWithPreferences)
	gen.Register("planning/multi-day-search", area, "Multi-day search",
		"Find the first slot over several days when people also limit their daily meeting time.", multiDaySearch)
	gen.Register("planning/recurring-meeting-placement", area, "Recurring meeting placement",
		"Find a weekly time that suits everybody in all but a few of the coming weeks.", recurringMeeting)
}

// open says whether everybody is free and within the daily limit.
func (p calendar) open(day string, from int) bool {
	return !slices.ContainsFunc(p.People, func(a attendee) bool {
		load := p.Minutes
		for _, s := range a.Busy {
			if s.Day == day {
				load += s.To - s.From
			}
		}
		return a.Limit > 0 && load > a.Limit || taken(a.Busy, day, from, from+p.Minutes)
	})
}

// broken says which preferences a slot breaks, the first one weighing most.
func (p calendar) broken(day string, from int) (rank int) {
	for _, s := range p.Avoid {
		rank *= 2
		if (s.Day == "" || s.Day == day) && s.From < from+p.Minutes && from < s.To {
			rank++
		}
	}
	return rank
}

// best is the slot that breaks the least preferences, the earliest of these.
// The generators keep a slot free, so there is one.
func (p calendar) best() (day string, from int) {
	least := -1
	for _, d := range p.Days {
		for t := p.Open; t+p.Minutes <= p.Close; t += max(1, p.Step) {
			if p.open(d, t) && (least < 0 || p.broken(d, t) < least) {
				day, from, least = d, t, p.broken(d, t)
			}
		}
	}
	return day, from
}

func (p calendar) plan(day string, from int) string {
	return fmt.Sprintf("%s %s-%s", day, clock(from), clock(from+p.Minutes))
}

// slotWithPreferences asks for the best slot under ranked wishes. Difficulty
// adds people, days and wishes (1 to 5) that cannot all be kept.
func slotWithPreferences(r *rand.Rand, d gen.Difficulty) task.Item {
	days := lexicon.Weekdays()[:gen.Of(d, 1, 2, 2, 3, 3)]
	p := calendar{Days: days, Open: 9 * 60, Close: 17 * 60, Minutes: gen.Pick(r, slotLengths), Step: 15, Earliest: true}
	kept := span{gen.Pick(r, days), p.Open + 15*r.IntN(26), 0}
	for _, name := range gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 3, 3, 4, 4)) {
		a := attendee{Name: name}
		for _, day := range days {
			a.Busy = append(a.Busy, busyTimes(r, day, gen.Between(r, 2, 4), keptOn(kept, day), p)...)
		}
		p.People = append(p.People, a)
	}
	wishes := []span{{"", 9 * 60, 60 * gen.Between(r, 10, 11)}, {"", 12 * 60, 13 * 60}, {"", 60 * gen.Between(r, 15, 16), 17 * 60},
		{"", 13 * 60, 14*60 + 30}, {"", 10*60 + 30, 11*60 + 30}}
	if len(days) > 1 {
		wishes[4] = span{gen.Pick(r, days), 9 * 60, 17 * 60}
	}
	p.Avoid = gen.Sample(r, wishes, gen.Of(d, 1, 2, 3, 4, 5))
	lines := make([]string, len(p.Avoid))
	for i, s := range p.Avoid {
		if lines[i] = fmt.Sprintf("%d. nothing between %s and %s", i+1, clock(s.From), clock(s.To)); s.Day != "" {
			lines[i] = fmt.Sprintf("%d. not on %s", i+1, s.Day)
		}
	}
	day, from := p.best()
	question, slots := gen.Ask(r, []string{
		"{people} look for {minutes} minutes together on {days}, between 09:00 and 17:00, starting on a full quarter of an hour. They are taken at:\n\n{lines}\n\nWishes, the most important one first:\n\n{wishes}\n\nA slot that keeps a wish beats every slot that breaks it, unless it breaks a more important wish that the other keeps; among slots equally good the earliest one wins. Which slot is best? {form}",
		"A slot of {minutes} minutes is wanted for {people} ({days}, 09:00 to 17:00, starts every 15 minutes from the hour). Busy:\n\n{lines}\n\nThe following list of wishes is ranked. Slots are compared by the first wish that only one of them keeps; if there is none, the earlier slot is better.\n\n{wishes}\n\nGive the best slot. {form}",
		"Appointments of the group:\n\n{lines}\n\nPossible days are {days} from 09:00 to 17:00, and a start is at :00, :15, :30 or :45. Soft rules in falling importance:\n\n{wishes}\n\nKeep the first rule if that can be done at all, then the second if it still can, and so on; then take the earliest slot. When do {people} meet for {minutes} minutes? {form}",
	}, gen.Slot("minutes", p.Minutes), gen.Fixed("days", gen.Enumerated(days)), gen.Fixed("people", p.attendees()), gen.Fixed("lines", p.peopleText()),
		gen.Fixed("wishes", strings.Join(lines, "\n")), gen.Fixed("form", "Answer in one line like \"Monday 10:30-11:00\"."))
	kept2 := "all wishes"
	if n := p.broken(day, from); n > 0 {
		var gone []string
		for i := range p.Avoid {
			if n>>(len(p.Avoid)-1-i)&1 == 1 {
				gone = append(gone, fmt.Sprint(i+1))
			}
		}
		kept2 = "all wishes but number " + gen.Enumerated(gone)
	}
	return planItem("calendar", p, question, slots,
		fmt.Sprintf("Of the slots at which everybody is free, none is better in the ranked comparison than the one on %s at %s, which keeps %s.", day, clock(from), kept2), p.plan(day, from))
}

// multiDaySearch asks for the first slot over days with daily limits.
// Difficulty adds days (2 to 5) and people (2 to 5), most of whom have a limit.
func multiDaySearch(r *rand.Rand, d gen.Difficulty) task.Item {
	days := lexicon.Weekdays()[:gen.Of(d, 2, 3, 4, 5, 5)]
	p := calendar{Days: days, Open: 9 * 60, Close: 17 * 60, Minutes: gen.Pick(r, slotLengths), Step: 5, Earliest: true}
	last := days[len(days)-1]
	kept := span{last, p.Open + 15*gen.Between(r, 6, 24), 0}
	var limits []string
	for _, name := range gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 3, 3, 4, 5)) {
		a := attendee{Name: name}
		busy := map[string]int{}
		for _, day := range days {
			times := busyTimes(r, day, gen.Between(r, 2, 4), keptOn(kept, day), p)
			a.Busy = append(a.Busy, times...)
			for _, s := range times {
				busy[day] += s.To - s.From
			}
		}
		if len(limits) == 0 || r.IntN(3) > 0 { // the last day stays within the limit
			a.Limit = (busy[last]+p.Minutes+29)/30*30 + 30*r.IntN(2)
			limits = append(limits, fmt.Sprintf("%s no more than %d:%02d hours", name, a.Limit/60, a.Limit%60))
		}
		p.People = append(p.People, a)
	}
	day, from := p.best()
	question, slots := gen.Ask(r, []string{
		"Find the first slot of {minutes} minutes for {people} on {days}, between 09:00 and 17:00. There are limits to the time in appointments on any one day, this one included: {limits}. Already booked:\n\n{lines}\n\n{form}",
		"{people} have these bookings:\n\n{lines}\n\nThey need {minutes} minutes together as soon as possible ({days}, office hours 09:00 to 17:00). Daily totals are capped, new meeting included: {limits}. Which slot is it? {form}",
		"When can {people} meet for {minutes} minutes at the earliest? Days: {days}. Hours: 09:00 to 17:00. The sum of a person's appointments on the day, with this meeting, is limited: {limits}.\n\n{lines}\n\n{form}",
	}, gen.Slot("minutes", p.Minutes), gen.Fixed("people", p.attendees()), gen.Fixed("days", gen.Enumerated(days)), gen.Fixed("limits", gen.Enumerated(limits)),
		gen.Fixed("lines", p.peopleText()), gen.Fixed("form", "Answer in one line like \"Monday 10:30-11:00\"."))
	return planItem("calendar", p, question, slots,
		fmt.Sprintf("Days on which the meeting would break somebody's daily total are out. On the others the common gaps are gone through in order of time; the first of %d minutes begins on %s at %s.", p.Minutes, day, clock(from)), p.plan(day, from))
}

// exception is a busy time of one week only.
type exception struct {
	week int
	busy span
}

// clashes counts the weeks in which an exception overlaps a weekly slot.
func clashes(exceptions []exception, day string, from, to int) int {
	weeks := map[int]bool{}
	for _, e := range exceptions {
		if taken([]span{e.busy}, day, from, to) {
			weeks[e.week] = true
		}
	}
	return len(weeks)
}

// recurringMeeting asks for the first weekly time that works in all but a few
// weeks. Difficulty adds people, weeks (3 to 8), days and exceptions. A slot is
// kept free of all, so one exists.
func recurringMeeting(r *rand.Rand, d gen.Difficulty) task.Item {
	days := lexicon.Weekdays()[:gen.Of(d, 1, 2, 3, 4, 5)]
	p := calendar{Days: days, Open: 9 * 60, Close: 17 * 60, Minutes: gen.Pick(r, []int{60, 90, 120}), Step: 30}
	weeks, allowed := gen.Of(d, 4, 4, 5, 6, 8), gen.Of(d, 0, 1, 1, 2, 2)
	kept := span{days[len(days)-1], p.Open + 30*gen.Between(r, 4, 12), 0}
	var exceptions []exception
	var lines []string
	for _, name := range gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 2, 3, 3, 4)) {
		a := attendee{Name: name}
		for _, day := range days {
			a.Busy = append(a.Busy, busyTimes(r, day, gen.Between(r, 1, 3), keptOn(kept, day), p)...)
		}
		p.People = append(p.People, a)
		line := name + ", every week: " + p.byDay(a.Busy)
		for range gen.Of(d, 2, 2, 3, 3, 4) {
			e := exception{gen.Between(r, 1, weeks), span{gen.Pick(r, days), p.Open + 30*r.IntN(10), 0}}
			e.busy.To = e.busy.From + 60*gen.Between(r, 1, 3)
			if !taken([]span{e.busy}, kept.Day, kept.From, kept.From+p.Minutes) {
				exceptions = append(exceptions, e)
				line += fmt.Sprintf("; in week %d also %s %s", e.week, e.busy.Day, spansText([]span{e.busy}))
			}
		}
		lines = append(lines, line)
	}
	day, from := kept.Day, kept.From
search:
	for _, x := range days {
		for t := p.Open; t+p.Minutes <= p.Close; t += p.Step {
			if p.open(x, t) && clashes(exceptions, x, t, t+p.Minutes) <= allowed {
				day, from = x, t
				break search
			}
		}
	}
	rule := "No week may bring a clash with anybody's times."
	if allowed > 0 {
		rule = fmt.Sprintf("A clash with somebody's times is accepted in at most %s of the weeks.", []string{"", "one", "two"}[allowed])
	}
	question, slots := gen.Ask(r, []string{
		"A weekly meeting of {minutes} minutes is to be held for {weeks} weeks on the same day and at the same time, between 09:00 and 17:00, from a full or half hour on ({days}).\n\n{lines}\n\n{rule} Which is the first possible time of the week? {form}",
		"{lines}\n\nFor these people a fixed weekly appointment of {minutes} minutes has to be found for weeks 1 to {weeks}. Days: {days}. It lies within 09:00 to 17:00 and starts on the hour or the half hour. {rule} Take the earliest in the week. {form}",
		"Find the earliest weekday and start time ({days}; 09:00 to 17:00; starts at :00 or :30) for a series of {weeks} weekly lessons of {minutes} minutes. {rule}\n\n{lines}\n\n{form}",
	}, gen.Fixed("minutes", p.Minutes), gen.Slot("weeks", weeks), gen.Fixed("days", gen.Enumerated(days)), gen.Fixed("lines", bullets(lines)),
		gen.Fixed("rule", rule), gen.Fixed("form", "Answer with the day and the start, like \"Monday 10:30\"."))
	answer := task.String(fmt.Sprintf("%s %s", day, clock(from)))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The weekly times leave gaps, which are tried in order of the week. Every earlier start hits a weekly time or clashes %s. On %s at %s the number of weeks with a clash is %d.",
			map[bool]string{true: "in some week", false: "in too many weeks"}[allowed == 0], day, clock(from), clashes(exceptions, day, from, from+p.Minutes)), answer)}
}
