package extraction

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "normalisation"
	gen.Register("information_extraction/relative-date-resolution", area, "Relative date resolution",
		"Turn a relative description of a day into an ISO date.", relativeDateResolution)
	gen.Register("information_extraction/date-format-normalisation", area, "Date format normalisation",
		"Bring dates in mixed notations into ISO form, in order.", dateFormatNormalisation)
}

const isoDate = "2006-01-02"

var ordinals = []string{"first", "second", "third", "fourth"}

// nthWeekday is the n-th (from 1) given weekday of a month.
func nthWeekday(year int, month time.Month, day time.Weekday, n int) time.Time {
	first := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
	return first.AddDate(0, 0, (int(day)-int(first.Weekday())+7)%7+7*(n-1))
}

// relativeDateResolution asks for a date. Difficulty chains steps: from the
// n-th weekday of a month some days on, then to a weekday, a month's end or a
// working day.
func relativeDateResolution(r *rand.Rand, d gen.Difficulty) task.Item {
	year, month := gen.Between(r, 2024, 2039), time.Month(gen.Between(r, 1, 12))
	weekday, nth := time.Weekday(r.IntN(7)), gen.Between(r, 1, 4)
	date := nthWeekday(year, month, weekday, nth)
	text := fmt.Sprintf("the %s %s of %s %d", ordinals[nth-1], weekday, month, year)
	working := []string{fmt.Sprintf("%s is %s", text, date.Format(isoDate))}
	days := gen.AbsentNumber(r, 10, gen.Of(d, 60, 90, 150, 250, 400), text)
	date = date.AddDate(0, 0, days)
	working = append(working, fmt.Sprintf("%d days later it is %s, a %s", days, date.Format(isoDate), date.Weekday()))
	var more []string
	for range gen.Of(d, 0, 1, 1, 2, 3) {
		step, next := dateStep(r, date)
		date = next
		more = append(more, step)
		working = append(working, fmt.Sprintf("then to %s: %s", step, date.Format(isoDate)))
	}
	then := ""
	if len(more) > 0 {
		then = " From that day, go on to " + strings.Join(more, ", and from there to ") + "."
	}
	phrasings := []string{
		"Take the day that comes {days} days after {text}.{then} Which date is reached? Write it as YYYY-MM-DD.",
		"A contract starts on {text}, and a deadline is counted {days} days from then (the next day is day one).{then} Give the date of the resulting day in the form YYYY-MM-DD.",
		"Starting point: {text}. Move {days} days forward.{then} Report the ISO date (YYYY-MM-DD) of the day where this ends.",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{text}", "the {nth} {weekday} of {month} {year}", 1)
	}
	question, slots := gen.Ask(r, phrasings, gen.Slot("days", days), gen.Fixed("nth", ordinals[nth-1]), gen.SlotOf("weekday", weekday.String(), lexicon.Weekdays()),
		gen.SlotOf("month", month.String(), lexicon.Months()), gen.Fixed("year", year), gen.Fixed("then", then))
	answer := task.String(date.Format(isoDate))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(strings.Join(working, "; ")+".", answer)}
}

// dateStep moves a date and says how; a step never stays on the same day but
// for the end of the month, which is said.
func dateStep(r *rand.Rand, date time.Time) (string, time.Time) {
	switch r.IntN(4) {
	case 0:
		day := time.Weekday(r.IntN(7))
		ahead := (int(day)-int(date.Weekday())+6)%7 + 1
		return fmt.Sprintf("the next %s after it", day), date.AddDate(0, 0, ahead)
	case 1:
		return "the last day of its month", time.Date(date.Year(), date.Month()+1, 0, 0, 0, 0, 0, time.UTC)
	case 2:
		next := date.AddDate(0, 0, 1)
		for next.Weekday() == time.Saturday || next.Weekday() == time.Sunday {
			next = next.AddDate(0, 0, 1)
		}
		return "the next day from Monday to Friday after it", next
	}
	return "the first day of the following month", time.Date(date.Year(), date.Month()+1, 1, 0, 0, 0, 0, time.UTC)
}

// dateNotations write a date in ways that have one reading under the stated
// rules: day before month in figures, two-digit years of this century.
var dateNotations = []func(t time.Time) string{
	func(t time.Time) string { return t.Format("2 January 2006") },
	func(t time.Time) string { return t.Format("January 2, 2006") },
	func(t time.Time) string { return t.Format("02/01/2006") },
	func(t time.Time) string { return t.Format("2.1.06") },
	func(t time.Time) string { return t.Format("Mon 2-Jan-06") },
	func(t time.Time) string { return fmt.Sprintf("day %d of %d", t.YearDay(), t.Year()) },
	func(t time.Time) string {
		year, week := t.ISOWeek()
		return fmt.Sprintf("%s of ISO week %d in %d", t.Weekday(), week, year)
	},
}

// dateFormatNormalisation asks for ISO dates in the order of the text.
// Difficulty is the number of dates and of notations; the harder ones count
// days of the year and ISO weeks.
func dateFormatNormalisation(r *rand.Rand, d gen.Difficulty) task.Item {
	events := gen.Sample(r, []string{"application", "site visit", "permit", "first delivery", "inspection", "payment", "handover", "audit", "opening", "final report"}, gen.Of(d, 3, 4, 5, 5, 6))
	var lines, dates, working []string
	for i, e := range events {
		t := time.Date(gen.Between(r, 2021, 2034), time.Month(gen.Between(r, 1, 12)), gen.Between(r, 1, 28), 0, 0, 0, 0, time.UTC)
		write := gen.Pick(r, dateNotations[:gen.Of(d, 4, 5, 5, 6, 7)])
		if d >= 4 && i == 0 { // one of the notations that need counting
			write = dateNotations[len(dateNotations)-1-r.IntN(gen.Of(d, 2, 2, 2, 2, 2))]
		}
		lines = append(lines, fmt.Sprintf("%s: %s", e, write(t)))
		dates = append(dates, t.Format(isoDate))
		working = append(working, fmt.Sprintf("%s is %s", write(t), t.Format(isoDate)))
	}
	question, _ := gen.Ask(r, []string{
		"Rewrite the dates of this file note in ISO form (YYYY-MM-DD). {rules} Keep their order and answer with a list in square brackets.\n\n{lines}",
		"A register was kept by several hands:\n\n{lines}\n\nBring every date to the form YYYY-MM-DD and list them in the given order, in square brackets. {rules}",
		"{lines}\n\nNormalise the dates above to YYYY-MM-DD. {rules} Give a bracketed list, first entry first.",
	}, gen.Fixed("lines", "- "+strings.Join(lines, "\n- ")), gen.Fixed("rules", "In dates made of figures the day stands before the month; two-digit years belong to the years from 2000 on."))
	answer := task.List(task.Strings(dates)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(strings.Join(working, "; ")+".", answer)}
}
