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
	const area = "table question answering"
	gen.Register("information_extraction/running-total-threshold", area, "Running total threshold",
		"Find the booking at which a running balance first passes a limit.", runningTotal)
	gen.Register("information_extraction/consecutive-row-change", area, "Consecutive-row change",
		"Find the step of a series with the largest change and give its size.", consecutiveChange)
	gen.Register("information_extraction/conditional-sum-over-two-columns", area, "Conditional sum over two columns",
		"Add up products of two columns for the rows that meet a rule.", sumOfProducts)
	gen.Register("information_extraction/unit-mixed-column-comparison", area, "Unit-mixed column comparison", "Rank rows whose values stand in different units.", mixedUnits)
}

// runningTotal asks for the booking after which a balance is first above a
// limit. Difficulty adds bookings, payments out, bookings of another account
// and, from 4 on, rows that are out of order.
func runningTotal(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 8, 10, 12, 15, 18)
	opening := 10 * gen.Between(r, 5, 40)
	balance, top := opening, opening
	t := sheet{columns: []string{"No.", "Date", "Account", "In", "Out"}}
	var peaks []int // numbers of bookings with a new highest balance
	heights := map[int]int{}
	number, day := gen.Between(r, 310, 640), 1
	for range n {
		number, day = number+gen.Between(r, 1, 6), day+1
		amount := gen.Between(r, 40, 480)
		account, in, out := "Harbour", fmt.Sprint(amount), ""
		switch {
		case d >= 3 && r.IntN(4) == 0:
			account = "Mill"
		case d >= 2 && r.IntN(3) == 0:
			in, out = "", fmt.Sprint(amount/2)
			balance -= amount / 2
		default:
			balance += amount
		}
		if balance > top {
			top = balance
			peaks, heights[number] = append(peaks, number), balance
		}
		t.rows = append(t.rows, []string{fmt.Sprint(number), fmt.Sprintf("2032-07-%02d", day), account, in, out})
	}
	if len(peaks) == 0 { // one more payment in makes a peak
		number++
		amount := top - balance + gen.Between(r, 60, 300)
		balance += amount
		peaks, heights[number] = append(peaks, number), balance
		t.rows = append(t.rows, []string{fmt.Sprint(number), fmt.Sprintf("2032-07-%02d", day+1), "Harbour", fmt.Sprint(amount), ""})
	}
	if d >= 4 {
		r.Shuffle(len(t.rows), func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
	}
	k := max(0, len(peaks)-1-r.IntN(3))
	before := opening
	if k > 0 {
		before = heights[peaks[k-1]]
	}
	limit := before + r.IntN(heights[peaks[k]]-before)
	order := gen.Of(d, "", "", " Only rows of the account Harbour count.", " Only rows of the account Harbour count, in order of date.", " Only rows of the account Harbour count, in order of date.")
	question, slots := gen.Ask(r, []string{
		"{table}\n\nThe account starts with a balance of {opening}.{order} At which booking (No.) does the balance first rise above {limit}?",
		"Opening balance: {opening}.{order} Add what comes in and subtract what goes out, row by row. Give the number (No.) of the first booking that leaves more than {limit} in the account.\n\n{table}",
		"A treasurer may invest as soon as the balance exceeds {limit}. It was {opening} before the first booking.{order} Which booking number makes it possible for the first time?\n\n{table}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("opening", opening), gen.Slot("limit", limit), gen.Fixed("order", order))
	answer := task.Integer(int64(peaks[k]))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The highest balance before booking %d is %d, which is not above %d. With booking %d it is %d.", peaks[k], before, limit, peaks[k], heights[peaks[k]]), answer)}
}

// consecutiveChange asks for the largest rise, fall or change between
// neighbouring months. Difficulty adds months, a second column to add, rows in
// reverse or no order, and a rank below the first.
func consecutiveChange(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 6, 8, 9, 10, 12)
	year, first := gen.Between(r, 2019, 2032), gen.Between(r, 1, 12)
	values := zigzag(r, n)
	t := sheet{columns: []string{"Month", "Adults", "Children"}}
	labels := make([]string, n)
	for i := range n {
		at := first - 1 + i
		labels[i] = fmt.Sprintf("%d-%02d", year+at/12, at%12+1)
		children := gen.Between(r, 30, 190)
		adults := values[i]
		if d >= 3 {
			adults -= children
		}
		t.rows = append(t.rows, []string{labels[i], fmt.Sprint(adults), fmt.Sprint(children)})
	}
	kind := gen.Pick(r, []string{"rise", "fall", "change in either direction"}[:gen.Of(d, 2, 3, 3, 3, 3)])
	size := func(i int) int {
		change := values[i] - values[i-1]
		if kind == "fall" || kind != "rise" && change < 0 {
			return -change
		}
		return change
	}
	var steps []int // places of the months from the second on, best first
	for i := 1; i < n; i++ {
		steps = append(steps, i)
	}
	slices.SortFunc(steps, func(a, b int) int { return size(b) - size(a) })
	rank := gen.Of(d, 0, 0, 0, 0, 1)
	if d == 2 || d == 3 {
		slices.Reverse(t.rows)
	} else if d >= 4 {
		r.Shuffle(n, func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
	}
	what := gen.Of(d, "the number of adults", "the number of adults", "the number of visitors (adults and children together)", "the number of visitors (adults and children together)", "the number of visitors (adults and children together)")
	ranked := []string{"largest", "second-largest"}[rank]
	at := steps[rank]
	question, _ := gen.Ask(r, []string{
		"{table}\n\nConsider {what}. Between which two consecutive calendar months is the {ranked} {kind}? Answer with a JSON object with the keys month (the later of the two, YYYY-MM) and size (a positive integer).",
		"A pool reports its guests by month. Compare every month with the one before it and find the {ranked} {kind} in {what}. Give {\"month\": \"YYYY-MM\", \"size\": n}, where month is the month in which the new level was reached and n is positive.\n\n{table}",
		"Where does {what} show its {ranked} {kind} from one month to the next? State the second month of that step and by how many people it is, as JSON: {\"month\": \"YYYY-MM\", \"size\": …}, size without a sign.\n\n{table}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("what", what), gen.Fixed("kind", kind), gen.Fixed("ranked", ranked))
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{"month": task.String(labels[at]), "size": task.Integer(int64(size(at)))}}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("In order of time the values are %s. The %s %s is the step from %d to %d, reached in %s.", strings.Trim(fmt.Sprint(values), "[]"), ranked, kind, values[at-1], values[at], labels[at]), answer)}
}

// zigzag draws a series above 200 in which no two steps have the same size and
// at least two go up and two down; n must be at least 5.
func zigzag(r *rand.Rand, n int) []int {
	steps := spread(r, 10, 420, n-1)
	for i := range steps {
		if i < 2 || i > 3 && r.IntN(2) == 0 {
			steps[i] = -steps[i]
		}
	}
	r.Shuffle(n-1, func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	values := make([]int, n)
	for i, step := range steps {
		values[i+1] = values[i] + step
	}
	base := gen.Between(r, 205, 390) - slices.Min(values)
	for i := range values {
		values[i] += base
	}
	return values
}

// sumOfProducts asks for an amount of money. Difficulty adds rows, a status and
// a department as conditions, and a lower price from a number of pieces on.
func sumOfProducts(r *rand.Rand, d gen.Difficulty) task.Item {
	t := sheet{columns: []string{"Item", "Department", "Qty", "Price each", "Status"}}
	departments := gen.Sample(r, []string{"Workshop", "Canteen", "Office", "Garden", "Laboratory"}, 3)
	type purchase struct {
		department, status string
		qty, price         int
	}
	var all []purchase
	for _, item := range gen.Sample(r, lexicon.Tools(), gen.Of(d, 6, 8, 10, 12, 15)) {
		p := purchase{gen.Pick(r, departments), gen.Pick(r, []string{"ordered", "received", "received"}), gen.Between(r, 2, 30), gen.Between(r, 3, 48)}
		all = append(all, p)
		t.rows = append(t.rows, []string{item, p.department, fmt.Sprint(p.qty), fmt.Sprint(p.price), p.status})
	}
	text := t.write(r)
	limit := gen.AbsentNumber(r, 4, 24, text)
	sum, products := 0, []int{}
	for _, p := range all {
		if p.qty < limit || d >= 2 && p.status != "received" || d >= 3 && p.department == departments[0] {
			continue
		}
		price := p.price
		if d >= 4 && p.qty >= 20 {
			price--
		}
		if d >= 5 && p.price >= 40 {
			price--
		}
		products = append(products, p.qty*price)
		sum += p.qty * price
	}
	where := gen.Of(d, "", " that have been received", " that have been received and are not for the "+departments[0], " that have been received and are not for the "+departments[0], " that have been received and are not for the "+departments[0])
	rebate := gen.Of(d, "", "", "", " From 20 pieces on, each piece costs 1 less than the table says.", " From 20 pieces on, each piece costs 1 less than the table says; items listed at 40 or more cost another 1 less each.")
	question, slots := gen.Ask(r, []string{
		"{table}\n\nWhat do the items{where} cost together, if only lines with at least {limit} pieces are counted?{rebate} (Quantity times price each, summed.)",
		"Multiply quantity by price for each of the lines{where} whose quantity is {limit} or more, and add up the products.{rebate} Which sum results?\n\n{table}",
		"The auditor looks only at purchases{where}, and skips any with fewer than {limit} pieces.{rebate} How much money do the others stand for in all?\n\n{table}",
	}, gen.Fixed("table", text), gen.Fixed("where", where), gen.Slot("limit", limit), gen.Fixed("rebate", rebate))
	answer := task.Integer(int64(sum))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The %d lines that count are multiplied out and added: %s.", len(products), sumText(products)), answer)}
}

// quantities are kinds of measurement with their units in terms of the smallest.
var quantities = []struct {
	heading, most, note string
	units               []string
	worth               []int
	lo, hi              int // in the smallest unit
}{
	{"Length", "longest", "1 m = 100 cm, 1 km = 1000 m", []string{"cm", "m", "km"}, []int{1, 100, 100_000}, 20_000, 900_000},
	{"Mass", "heaviest", "1 kg = 1000 g, 1 t = 1000 kg", []string{"g", "kg", "t"}, []int{1, 1000, 1_000_000}, 60_000, 4_000_000},
	{"Duration", "longest-running", "1 min = 60 s, 1 h = 60 min", []string{"s", "min", "h"}, []int{1, 60, 3600}, 900, 30_000},
	{"Volume", "largest", "1 L = 1000 mL, 1 m³ = 1000 L", []string{"mL", "L", "m³"}, []int{1, 1000, 1_000_000}, 70_000, 5_000_000},
}

// mixedUnits asks for the item at a rank by size. Difficulty adds rows and
// units, ranks away from the ends, and a second column as a condition.
func mixedUnits(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Pick(r, quantities)
	n := gen.Of(d, 5, 6, 8, 10, 12)
	size := map[string]int{}
	heading := gen.Pick(r, []string{"Sample", "Consignment", "Test piece"})
	t := sheet{columns: []string{heading, "Checked", q.heading}}
	var ranking []string
	sizes := spread(r, q.lo/36, q.hi/36, n) // of 36, so that hours are short decimals
	for i, code := range spread(r, 100, 999, n) {
		name := fmt.Sprintf("%c%d", 'A'+rune(r.IntN(20)), code)
		u := r.IntN(gen.Of(d, 2, 3, 3, 3, 3))
		base := 36 * sizes[i]
		size[name] = base
		checked := gen.Pick(r, []string{"yes", "no"})
		if i < 3 {
			checked = "yes"
		}
		if d < 4 || checked == "yes" {
			ranking = append(ranking, name)
		}
		t.rows = append(t.rows, []string{name, checked, inUnit(base, q.worth[u]) + " " + q.units[u]})
	}
	slices.SortFunc(ranking, func(a, b string) int { return size[b] - size[a] })
	r.Shuffle(n, func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
	rank := gen.Between(r, 1, min(len(ranking), gen.Of(d, 1, 2, 3, 3, 4)))
	among := gen.Of(d, "", "", "", " among those that were checked", " among those that were checked")
	question, slots := gen.Ask(r, []string{
		"{table}\n\nThe values are given in different units ({note}). Sorted from the {most} down{among}, which {heading} stands at position {rank}? Give its code.",
		"Bring the column {column} to one unit ({note}) and rank the rows{among}, the {most} first. Whose code has rank {rank}?\n\n{table}",
		"Units were mixed up when this list was typed: {note}. Name the code at place {rank} of the order by {column}{among}, where place one is the {most}.\n\n{table}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("note", q.note), gen.Fixed("most", q.most), gen.Fixed("among", among), gen.Fixed("heading", strings.ToLower(heading)), gen.Fixed("column", q.heading), gen.Slot("rank", rank))
	answer := task.String(ranking[rank-1])
	var top []string
	for _, name := range ranking[:rank] {
		top = append(top, fmt.Sprintf("%s with %d %s", name, size[name], q.units[0]))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("In one unit, the order begins: "+strings.Join(top, ", ")+".", answer)}
}

// inUnit writes an amount of the smallest unit in one that is worth so many,
// exactly: three to five decimals at most, without zeros at the end.
func inUnit(amount, worth int) string {
	if amount%worth == 0 {
		return fmt.Sprint(amount / worth)
	}
	places := 1
	for scale := 10; amount*scale%worth != 0 && places < 6; scale *= 10 {
		places++
	}
	return quotient(amount, worth, places)
}
