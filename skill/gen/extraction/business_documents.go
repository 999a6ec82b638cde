package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "forms and business documents"
	gen.Register("information_extraction/receipt-line-matching", area, "Receipt line matching",
		"Find what was paid for an article on a receipt with abbreviations.", receiptMatching)
	gen.Register("information_extraction/contract-clause-lookup", area, "Contract clause lookup",
		"Give the value of a term of a contract after its amendments.", contractClause)
	gen.Register("information_extraction/bank-statement-reconciliation", area, "Bank statement reconciliation",
		"List the bookings that lack a partner on the bank statement.", bankReconciliation)
}

// abbreviated shortens the words of a name as tills do: to four letters, or to
// the consonants and the first letter.
func abbreviated(r *rand.Rand, name string) string {
	words := strings.Fields(strings.ToUpper(name))
	for i, w := range words {
		if r.IntN(2) == 0 {
			words[i] = w[:min(4, len(w))]
			continue
		}
		words[i] = w[:1] + strings.Map(func(c rune) rune {
			if strings.ContainsRune("AEIOU", c) {
				return -1
			}
			return c
		}, w[1:])
	}
	return strings.Join(words, " ")
}

// distinctProducts draws products no two of which share the first two letters
// of any word, so that abbreviations stay apart.
func distinctProducts(r *rand.Rand, n int) []string {
	var out []string
	seen := map[string]bool{}
	all := lexicon.Products()
	for _, i := range r.Perm(len(all)) {
		fresh := true
		for w := range strings.FieldsSeq(all[i]) {
			fresh = fresh && !seen[w[:2]]
		}
		if !fresh || len(out) == n {
			continue
		}
		for w := range strings.FieldsSeq(all[i]) {
			seen[w[:2]] = true
		}
		out = append(out, all[i])
	}
	return out
}

// receiptMatching asks for an amount. Difficulty adds lines, quantities, rebates
// on the line below, voided lines and a second line for the same article.
func receiptMatching(r *rand.Rand, d gen.Difficulty) task.Item {
	items := distinctProducts(r, gen.Of(d, 5, 6, 7, 9, 11))
	asked := r.IntN(len(items))
	var lines []string
	paid, sum := 0, 0
	var working []string
	book := func(i, amount int, format string, args ...any) {
		lines = append(lines, fmt.Sprintf(format, args...))
		sum += amount
		if i == asked {
			paid += amount
			working = append(working, quotient(amount, 100, 2))
		}
	}
	sell := func(i int) {
		short, price, n := abbreviated(r, items[i]), gen.Between(r, 89, 2499), gen.Between(r, 1, gen.Of(d, 2, 4, 4, 5, 6))
		book(i, n*price, "%-24s %d x %6s %8s", short, n, cents(price), cents(n*price))
		switch {
		case d >= 3 && r.IntN(3) == 0:
			off := gen.Between(r, 10, price/2)
			book(i, -off, "  REBATE %25s-%s", "", cents(off))
		case d >= 4 && r.IntN(4) == 0 && i != asked:
			book(i, -n*price, "  VOID LAST ARTICLE %14s-%s", "", cents(n*price))
		}
	}
	for i := range items {
		sell(i)
	}
	if d >= 4 {
		sell(asked)
	}
	if d >= 5 {
		sell((asked + 1) % len(items))
	}
	lines = append(lines, fmt.Sprintf("%-33s %8s", "TOTAL EUR", cents(sum)))
	question, _ := gen.Ask(r, []string{
		"{receipt}\n\nHow much was charged for the {item} in all, in euros with two decimals? (A rebate belongs to the article above it.)",
		"On this receipt names are shortened, and a rebate line refers to the line before. What did the {item} cost the customer altogether? Euros, two decimals.\n\n{receipt}",
		"An expense form needs the amount spent on the {item}, rebates taken off. Read it from the till slip below and give it in euros to the cent.\n\n{receipt}",
	}, gen.Fixed("receipt", fence("text", strings.Join(lines, "\n"))), gen.Fixed("item", items[asked]))
	answer := task.Answer{Kind: task.KindDecimal, Value: cents(paid), Tol: &task.Tolerance{Abs: 0.001}}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The lines that belong to the %s come to %s, together %s.", items[asked], strings.Join(working, ", "), cents(paid)), answer)}
}

// terms are what a contract fixes: the name, the clause with %s for the value,
// and the bounds of the value.
var terms = []struct {
	name, clause string
	lo, hi       int
}{
	{"monthly rent in euros", "The monthly rent is %s euros.", 310, 990},
	{"notice period in weeks", "Either side may end this contract with notice of %s weeks.", 3, 26},
	{"deposit in euros", "The tenant pays a deposit of %s euros.", 1000, 2900},
	{"fee for late payment in euros", "A payment that comes late costs a fee of %s euros.", 5, 60},
	{"number of keys", "The tenant receives %s keys.", 2, 9},
	{"storage area in square metres", "A storage area of %s square metres is included.", 4, 40},
	{"yearly number of inspections", "The premises are inspected %s times a year.", 2, 12},
}

// contractClause asks for the value of a term on a day. Difficulty adds clauses
// and amendments: of other clauses, of one clause twice, with a later date of
// effect, or withdrawn.
func contractClause(r *rand.Rand, d gen.Difficulty) task.Item {
	chosen := gen.Sample(r, terms, gen.Of(d, 4, 5, 6, 6, 7))
	values := make([]int, len(chosen))
	var text []string
	for i, t := range chosen {
		values[i] = gen.Between(r, t.lo, t.hi)
		text = append(text, fmt.Sprintf("§ %d  "+t.clause, i+1, fmt.Sprint(values[i])))
	}
	asked := r.IntN(len(chosen))
	value, history := values[asked], []int{values[asked]}
	year := gen.Between(r, 2026, 2032)
	day := time.Date(year, time.Month(gen.Between(r, 3, 10)), 1, 0, 0, 0, 0, time.UTC) // asked about
	signed := time.Date(year-2, time.Month(gen.Between(r, 1, 9)), 15, 0, 0, 0, 0, time.UTC)
	last := gen.Of(d, 0, 1, 2, 3, 4)
	for i := range last + 1 {
		signed = signed.AddDate(0, gen.Between(r, 1, 3), gen.Between(r, 1, 12))
		k := r.IntN(len(chosen))
		if i == 0 || r.IntN(2) == 0 {
			k = asked
		}
		n := gen.Between(r, chosen[k].lo, chosen[k].hi)
		head := fmt.Sprintf("Amendment %d, signed on %s: ", i+1, signed.Format("2 January 2006"))
		switch kind := r.IntN(gen.Of(d, 1, 2, 3, 4, 4)); {
		case kind == 2 && i == last: // takes effect too late, or just in time
			from := day.AddDate(0, gen.Between(r, -1, 2), 0)
			text = append(text, head+fmt.Sprintf("From %s on, § %d reads: \"%s\"", from.Format("2 January 2006"), k+1, fmt.Sprintf(chosen[k].clause, fmt.Sprint(n))))
			if k == asked && !from.After(day) {
				value = n
			}
		case kind == 3 && k == asked && len(history) > 1:
			history = history[:len(history)-1]
			value = history[len(history)-1]
			text = append(text, head+fmt.Sprintf("The latest change to § %d is withdrawn; what held before it holds again.", k+1))
		default:
			text = append(text, head+fmt.Sprintf("§ %d is replaced by: \"%s\"", k+1, fmt.Sprintf(chosen[k].clause, fmt.Sprint(n))))
			if k == asked {
				value, history = n, append(history, n)
			}
		}
	}
	question, _ := gen.Ask(r, []string{
		"{contract}\n\nWhat is the {term} on {day}? Unless it says otherwise, an amendment takes effect when it is signed.",
		"Which figure applies for the {term} as of {day} under this agreement? (Amendments hold from their signing on, if no other day is stated.)\n\n{contract}",
		"A lawyer is asked on {day} for the {term}. Give the number that is valid on this day; amendments work from the day of signing unless they name another.\n\n{contract}",
	}, gen.Fixed("contract", strings.Join(text, "\n")), gen.Fixed("term", chosen[asked].name), gen.Fixed("day", day.Format("2 January 2006")))
	answer := task.Integer(int64(value))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The term stands in § %d. Of the amendments, those that change this clause and are in effect by then leave the value %d.", asked+1, value), answer)}
}

// bankReconciliation asks for the bookings without a partner. Difficulty adds
// bookings, equal amounts on distant days, bank entries of another day within
// the allowed gap, and bank entries without a booking.
func bankReconciliation(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 6, 8, 10, 13, 16)
	gap := gen.Of(d, 0, 2, 3, 3, 4)
	ledger, bank := sheet{columns: []string{"Booking", "Date", "Amount"}}, sheet{columns: []string{"Date", "Text", "Amount"}}
	amounts := spread(r, 1050, 98990, n)
	var missing []string
	number := gen.Between(r, 201, 640)
	start := time.Date(2032, time.Month(gen.Between(r, 1, 12)), 1, 0, 0, 0, 0, time.UTC)
	for i := range n {
		if d >= 3 && i%4 == 3 { // the amount of an earlier booking again, far from it
			amounts[i] = amounts[i-3]
		}
		number += gen.Between(r, 1, 9)
		id, at := fmt.Sprintf("B%d", number), start.AddDate(0, 0, 4*i+r.IntN(3))
		ledger.rows = append(ledger.rows, []string{id, at.Format(isoDate), cents(amounts[i])})
		if i == 1 || r.IntN(3) == 0 {
			missing = append(missing, id)
			if d >= 4 && r.IntN(2) == 0 { // the same amount, but too late
				bank.rows = append(bank.rows, []string{at.AddDate(0, 0, 60+i).Format(isoDate), "transfer", cents(amounts[i])})
			}
			continue
		}
		bank.rows = append(bank.rows, []string{at.AddDate(0, 0, r.IntN(gap+1)).Format(isoDate), gen.Pick(r, []string{"transfer", "card", "direct debit"}), cents(amounts[i])})
	}
	for range gen.Of(d, 1, 1, 2, 2, 3) { // no booking has such an amount
		bank.rows = append(bank.rows, []string{start.AddDate(0, 0, r.IntN(4*n)).Format(isoDate), "bank charges", cents(gen.Between(r, 120, 990))})
	}
	slices.SortStableFunc(bank.rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	rule := fmt.Sprintf("the amounts are equal and the bank's date is the booking's or up to %d days later", gap)
	if gap == 0 {
		rule = "date and amount are equal"
	}
	question, _ := gen.Ask(r, []string{
		"Ledger:\n\n{ledger}\n\nBank statement:\n\n{bank}\n\nA booking and a bank entry belong together if {rule}. Which bookings have no entry at the bank? List them in the order of the ledger, in square brackets.",
		"Tick off the ledger against the statement; a pair matches if {rule}. List the bookings that stay open, top to bottom, as a bracketed list.\n\n{ledger}\n\n{bank}",
		"An auditor reconciles these two records. They agree on an entry where {rule}. What stands in the first only? Give its booking numbers, in order, in square brackets.\n\n{ledger}\n\n{bank}",
	}, gen.Fixed("ledger", ledger.write(r)), gen.Fixed("bank", bank.write(r)), gen.Fixed("rule", rule))
	answer := task.List(task.Strings(missing)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Each of the %d bookings is looked for on the statement by amount and date. Not found: %s.", n, gen.Enumerated(missing)), answer)}
}
