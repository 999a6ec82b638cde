package extraction

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
	const area = "forms and business documents"
	gen.Register("information_extraction/invoice-total-reconstruction", area, "Invoice total reconstruction",
		"Work out the total of an invoice from its lines, discount, freight and tax.", invoiceTotal)
	gen.Register("information_extraction/e-mail-thread-decision", area, "E-mail thread decision", "Find what was finally agreed in an e-mail thread.", emailThreadDecision)
}

// percent is p per cent of an amount in cents, rounded half up.
func percent(amount, p int) int { return (amount*p + 50) / 100 }

// invoice is a set of lines with the rules for the total. All amounts are cents.
type invoice struct {
	rows         [][]string
	amounts      []string // of the lines that count, as written
	net          int
	freight, tax int
}

// drawInvoice makes an invoice. Its first line is large enough to keep the sum
// positive when goods come back.
func drawInvoice(r *rand.Rand, d gen.Difficulty) invoice {
	var v invoice
	for i, item := range gen.Sample(r, lexicon.Products(), gen.Of(d, 3, 4, 5, 6, 8)) {
		qty, price, note := gen.Between(r, 1, 14), 5*gen.Between(r, 110, 2400), ""
		switch {
		case d >= 3 && i == 1:
			note = "free sample, not charged"
		case d >= 4 && i == 3:
			note, qty = "returned, to be deducted", gen.Between(r, 1, 2)
			v.net -= qty * price
			v.amounts = append(v.amounts, "−"+cents(qty*price))
		default:
			if i == 0 {
				qty, price = gen.Between(r, 9, 14), 5*gen.Between(r, 600, 2400)
			}
			v.net += qty * price
			v.amounts = append(v.amounts, cents(qty*price))
		}
		v.rows = append(v.rows, []string{fmt.Sprintf("A-%d", gen.Between(r, 1000, 9999)), item, fmt.Sprint(qty), cents(price), note})
	}
	if d >= 2 {
		v.tax = gen.Pick(r, []int{7, 10, 19, 20, 21})
	}
	if d >= 3 {
		v.freight = 5 * gen.Between(r, 79, 399)
	}
	return v
}

// rules are the sentences on freight and tax, each with a blank before it.
func (v invoice) rules() string {
	text := ""
	if v.freight > 0 {
		text += fmt.Sprintf(" Freight of %s € is added after the discount.", cents(v.freight))
	}
	if v.tax > 0 {
		text += fmt.Sprintf(" Then %d %% tax is added.", v.tax)
	}
	return text
}

// total is the amount due after a discount, and how it comes about.
func (v invoice) total(discount int) (due int, working string) {
	rebate := percent(v.net, discount)
	reduced := v.net - rebate + v.freight
	due = reduced + percent(reduced, v.tax)
	working = fmt.Sprintf("The lines give %s, together %s. The discount is %s, which leaves %s", strings.Join(v.amounts, ", "), cents(v.net), cents(rebate), cents(v.net-rebate))
	if v.freight > 0 {
		working += fmt.Sprintf(", with freight %s", cents(reduced))
	}
	if v.tax > 0 {
		working += fmt.Sprintf(". Tax adds %s", cents(percent(reduced, v.tax)))
	}
	return due, fmt.Sprintf("%s. The total is %s.", working, cents(due))
}

// invoiceTotal asks for an amount in euros. Difficulty adds lines, then tax,
// freight, and lines that are free or were returned.
func invoiceTotal(r *rand.Rand, d gen.Difficulty) task.Item {
	v := drawInvoice(r, d)
	table := markdown([]string{"Article", "Description", "Qty", "Unit price (€)", "Note"}, v.rows)
	discount := gen.AbsentNumber(r, 3, 18, table+v.rules())
	due, working := v.total(discount)
	question, slots := gen.Ask(r, []string{
		"{table}\n\nThe customer gets a discount of {discount} % on the goods.{rules} Discount and tax are each rounded to the nearest cent (half a cent upwards). What is the amount due in euros, with two decimals?",
		"A clerk checks this invoice:\n\n{table}\n\nAgreed is a rebate of {discount} % on the sum of the goods.{rules} Amounts of rebate and tax are rounded to whole cents, halves upwards. Give the final total in euros with two decimals.",
		"Reconstruct the total that was torn off below. The sum of the goods is reduced by {discount} %.{rules} (Round the reduction and the tax to cents, half a cent up.) State it in euros with two decimals.\n\n{table}",
	}, gen.Fixed("table", table), gen.Slot("discount", discount), gen.Fixed("rules", v.rules()))
	answer := task.Answer{Kind: task.KindDecimal, Value: cents(due), Tol: &task.Tolerance{Abs: 0.001}}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}

// agreement is what an e-mail thread is about.
type agreement struct{ day, hour, room string }

func (a agreement) text() string { return fmt.Sprintf("%s at %s in the %s", a.day, a.hour, a.room) }

var (
	meetingRooms = []string{"Blue Room", "Garden Hall", "Attic Studio", "Corner Office", "Board Room", "Reading Room"}
	meetingHours = []string{"09:30", "10:15", "11:00", "13:30", "14:45", "16:00"}
)

func drawAgreement(r *rand.Rand) agreement {
	return agreement{gen.Pick(r, lexicon.Weekdays()[:5]), gen.Pick(r, meetingHours), gen.Pick(r, meetingRooms)}
}

// other draws an element that differs from one.
func other(r *rand.Rand, from []string, one string) string {
	i := slices.Index(from, one)
	return from[(i+1+r.IntN(len(from)-1))%len(from)]
}

// amended is a new proposal and the words for it: all of it anew, or one part.
func (a agreement) amended(r *rand.Rand) (agreement, string) {
	switch r.IntN(4) {
	case 0:
		a = agreement{other(r, lexicon.Weekdays()[:5], a.day), gen.Pick(r, meetingHours), gen.Pick(r, meetingRooms)}
		return a, fmt.Sprintf("That does not work for me. I propose %s instead.", a.text())
	case 1:
		a.hour = other(r, meetingHours, a.hour)
		return a, fmt.Sprintf("The rest is fine, but can we start at %s?", a.hour)
	case 2:
		a.room = other(r, meetingRooms, a.room)
		return a, fmt.Sprintf("The room is taken then. Same day and time, but in the %s?", a.room)
	}
	a.day = other(r, lexicon.Weekdays()[:5], a.day)
	return a, fmt.Sprintf("I am away that day. Could we move it to %s, time and room as they are?", a.day)
}

// emailThreadDecision asks for day, time, room and the person whose proposal
// was accepted. Difficulty is the number of proposals that are changed or
// turned down before; later ones may change one part only.
func emailThreadDecision(r *rand.Rand, d gen.Difficulty) task.Item {
	people := gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 3, 3, 4, 4, 5))
	topic := gen.Pick(r, []string{"budget review", "kick-off", "design workshop", "safety briefing", "interview panel", "planning round"})
	current := drawAgreement(r)
	who := 0
	mails := []string{mail(people[0], topic, fmt.Sprintf("How about %s for the %s?", current.text(), topic))}
	for i := range gen.Of(d, 1, 2, 3, 4, 5) {
		quoted := ""
		if d >= 2 {
			quoted = "\n> " + current.text()
		}
		var words string
		current, words = current.amended(r)
		who = (i + 1) % len(people)
		mails = append(mails, mail(people[who], "Re: "+topic, words+quoted))
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
