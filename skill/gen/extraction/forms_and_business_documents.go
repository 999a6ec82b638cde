package extraction

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	area := "forms and business documents"
	register("invoice-total-reconstruction", area, "Invoice total reconstruction", "Work out the total of an invoice from its lines, discount, freight and tax.", invoiceTotal)
	register("e-mail-thread-decision", area, "E-mail thread decision", "Find what was finally agreed in an e-mail thread.", emailThreadDecision)
}

// percent is p per cent of an amount in cents, rounded half up.
func percent(amount, p int) int { return (amount*p + 50) / 100 }

// invoiceTotal asks for an amount in euros. Difficulty adds lines, then tax,
// freight, and lines that are free or were returned.
func invoiceTotal(r *rand.Rand, d gen.Difficulty) task.Item {
	var rows [][]string
	net := 0
	var amounts []string
	for i, item := range gen.Sample(r, lexicon.Products(), gen.Of(d, 3, 4, 5, 6, 8)) {
		qty, price := gen.Between(r, 1, 14), 5*gen.Between(r, 110, 2400)
		note := ""
		switch {
		case d >= 3 && i == 1:
			note = "free sample, not charged"
		case d >= 4 && i == 3:
			note = "returned, to be deducted"
			net -= qty * price
			amounts = append(amounts, "−"+cents(qty*price))
		default:
			net += qty * price
			amounts = append(amounts, cents(qty*price))
		}
		rows = append(rows, []string{fmt.Sprintf("A-%d", gen.Between(r, 1000, 9999)), item, fmt.Sprint(qty), cents(price), note})
	}
	for net <= 2000 { // a large return: the first line grows until the rest is positive
		rows[0][2] = fmt.Sprint(1 + atoiDigits(rows[0][2]))
		unit := atoiDigits(strings.Replace(rows[0][3], ".", "", 1))
		net += unit
		amounts[0] = cents(atoiDigits(rows[0][2]) * unit)
	}
	table := markdown([]string{"Article", "Description", "Qty", "Unit price (€)", "Note"}, rows)
	freight, tax := 0, 0
	var rules []string
	if d >= 2 {
		tax = gen.Pick(r, []int{7, 10, 19, 20, 21})
	}
	if d >= 3 {
		freight = 5 * gen.Between(r, 79, 399)
		rules = append(rules, fmt.Sprintf(" Freight of %s € is added after the discount.", cents(freight)))
	}
	if d >= 2 {
		rules = append(rules, fmt.Sprintf(" Then %d %% tax is added.", tax))
	}
	discount := absentNumber(r, 3, 18, table+strings.Join(rules, " "))
	reduced := net - percent(net, discount) + freight
	total := reduced + percent(reduced, tax)
	question, slots := gen.Ask(r, []string{
		"{table}\n\nThe customer gets a discount of {discount} % on the goods.{rules} Discount and tax are each rounded to the nearest cent (half a cent upwards). What is the amount due in euros, with two decimals?",
		"A clerk checks this invoice:\n\n{table}\n\nAgreed is a rebate of {discount} % on the sum of the goods.{rules} Amounts of rebate and tax are rounded to whole cents, halves upwards. Give the final total in euros with two decimals.",
		"Reconstruct the total that was torn off below. The sum of the goods is reduced by {discount} %.{rules} (Round the reduction and the tax to cents, half a cent up.) State it in euros with two decimals.\n\n{table}",
	}, gen.Fixed("table", table), gen.Slot("discount", discount), gen.Fixed("rules", strings.Join(rules, "")))
	answer := task.Answer{Kind: task.KindDecimal, Value: cents(total), Tol: &task.Tolerance{Abs: 0.001}}
	working := fmt.Sprintf("The lines give %s, together %s. The discount is %s", strings.Join(amounts, ", "), cents(net), cents(percent(net, discount)))
	if freight > 0 {
		working += fmt.Sprintf(", with freight that makes %s", cents(reduced))
	} else {
		working += fmt.Sprintf(", which leaves %s", cents(reduced))
	}
	if tax > 0 {
		working += fmt.Sprintf(". Tax adds %s", cents(percent(reduced, tax)))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s. The total is %s.", working, cents(total)), answer)}
}

// atoiDigits reads a text that this package wrote as digits.
func atoiDigits(s string) int {
	n := 0
	for _, c := range s {
		n = 10*n + int(c-'0')
	}
	return n
}

// agreement is what an e-mail thread is about.
type agreement struct{ day, hour, room string }

func (a agreement) text() string { return fmt.Sprintf("%s at %s in the %s", a.day, a.hour, a.room) }

// emailThreadDecision asks for day, time, room and the person whose proposal
// was accepted. Difficulty is the number of proposals that are changed or
// turned down before; later ones change one part only.
func emailThreadDecision(r *rand.Rand, d gen.Difficulty) task.Item {
	people := gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 3, 3, 4, 4, 5))
	rooms := []string{"Blue Room", "Garden Hall", "Attic Studio", "Corner Office", "Board Room", "Reading Room"}
	hours := []string{"09:30", "10:15", "11:00", "13:30", "14:45", "16:00"}
	topic := gen.Pick(r, []string{"budget review", "kick-off", "design workshop", "safety briefing", "interview panel", "planning round"})
	draw := func() agreement {
		return agreement{gen.Pick(r, lexicon.Weekdays()[:5]), gen.Pick(r, hours), gen.Pick(r, rooms)}
	}
	current := draw()
	who := 0
	mails := []string{mail(people[0], topic, fmt.Sprintf("How about %s for the %s?", current.text(), topic))}
	for i := range gen.Of(d, 1, 2, 3, 4, 5) {
		next := people[(i+1)%len(people)]
		quoted := ""
		if d >= 2 {
			quoted = "\n> " + current.text()
		}
		before := current
		switch r.IntN(4) {
		case 0:
			for current == before {
				current = draw()
			}
			mails = append(mails, mail(next, "Re: "+topic, fmt.Sprintf("That does not work for me. I propose %s instead.%s", current.text(), quoted)))
		case 1:
			for current.hour == before.hour {
				current.hour = gen.Pick(r, hours)
			}
			mails = append(mails, mail(next, "Re: "+topic, fmt.Sprintf("The rest is fine, but can we start at %s?%s", current.hour, quoted)))
		case 2:
			for current.room == before.room {
				current.room = gen.Pick(r, rooms)
			}
			mails = append(mails, mail(next, "Re: "+topic, fmt.Sprintf("The room is taken then. Same day and time, but in the %s?%s", current.room, quoted)))
		default:
			for current.day == before.day {
				current.day = gen.Pick(r, lexicon.Weekdays()[:5])
			}
			mails = append(mails, mail(next, "Re: "+topic, fmt.Sprintf("I am away that day. Could we move it to %s, time and room as they are?%s", current.day, quoted)))
		}
		who = (i + 1) % len(people)
	}
	last := people[(who+1)%len(people)]
	mails = append(mails, mail(last, "Re: "+topic, gen.Pick(r, []string{"Agreed, that settles it. I will send the invitation.", "Works for everybody, let us keep it at that.", "Fine with all of us. Booked!"})))
	question, _ := gen.Ask(r, []string{
		"{thread}\n\nWhat was agreed in the end, and whose message made the last change to it? {form}",
		"Here is an exchange about a {topic}, oldest message first.\n\n{thread}\n\nExtract the final arrangement and the sender of the proposal that was accepted. {form}",
		"Fill in the calendar entry that follows from these mails, and note who made the proposal that was finally accepted.\n\n{thread}\n\n{form}",
	}, gen.Fixed("thread", fence("text", strings.Join(mails, "\n\n"))), gen.Fixed("topic", topic),
		gen.Fixed("form", "Answer with a JSON object with the keys day, time (HH:MM), room and sender, e.g. {\"day\": \"Monday\", \"time\": \"08:00\", \"room\": \"…\", \"sender\": \"…\"}."))
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{
		"day": task.String(current.day), "time": task.String(current.hour), "room": task.String(current.room), "sender": task.String(people[who]),
	}}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The last proposal before the agreement comes from %s. With the parts that it leaves as they were, it means %s.", people[who], current.text()), answer)}
}

func mail(from, subject, body string) string {
	return fmt.Sprintf("From: %s\nSubject: %s\n\n%s", from, subject, body)
}
