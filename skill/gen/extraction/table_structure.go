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
	gen.Register("information_extraction/two-table-join-lookup", area, "Two-table join lookup", "Reach a value in a second table through a key of the first.", joinLookup)
	gen.Register("information_extraction/two-table-anti-join", area, "Two-table anti-join", "List the keys that stand in one of two tables only.", antiJoin)
	gen.Register("information_extraction/pivot-reading", area, "Pivot reading",
		"Read a cross-tab with blank repeated labels, and recover withheld cells from subtotals.", pivotReading)
	gen.Register("information_extraction/multi-row-header-resolution", area, "Multi-row header resolution", "Read the value under a path of nested headings.", headerPath)
	gen.Register("information_extraction/footnote-adjusted-value", area, "Footnote-adjusted value",
		"Give a value after applying the footnotes that its row and column carry.", footnotes)
	gen.Register("information_extraction/table-consistency-check", area, "Table consistency check",
		"Find the cell that breaks the stated row and column totals.", consistency)
}

// joinLookup asks for a property of a client whose order is described.
// Difficulty adds rows, keys written in two ways, and descriptions that take
// finding an order by an extreme value, then by one within a group.
func joinLookup(r *rand.Rand, d gen.Difficulty) task.Item {
	clients := gen.Sample(r, plainCompanies(), gen.Of(d, 4, 5, 6, 8, 9))
	ids := spread(r, 101, 989, len(clients))
	towns, managers := gen.Sample(r, lexicon.Cities(), len(clients)), gen.Sample(r, lexicon.FamilyNames(), len(clients))
	one, two := sheet{columns: []string{"Order", "Client no.", "Carrier", "Weight (kg)"}}, sheet{columns: []string{"Client", "Name", "Town", "Manager"}}
	n := gen.Of(d, 6, 7, 9, 12, 15)
	weights, carriers := spread(r, 12, 940, n), make([]string, n)
	of := make([]int, n)
	for i := range n {
		of[i], carriers[i] = r.IntN(len(clients)), gen.Pick(r, []string{"Swift", "Atlas", "Comet"})
		key := fmt.Sprint(ids[of[i]])
		if d >= 3 { // the first table writes the key with a prefix
			key = fmt.Sprintf("C-%05d", ids[of[i]])
		}
		one.rows = append(one.rows, []string{fmt.Sprintf("O%d", 5000+7*i+r.IntN(7)), key, carriers[i], fmt.Sprint(weights[i])})
	}
	for i, name := range clients {
		two.rows = append(two.rows, []string{fmt.Sprint(ids[i]), name, towns[i], managers[i]})
	}
	at := r.IntN(n)
	what := fmt.Sprintf("the order %s", one.rows[at][0])
	if d >= 4 { // the heaviest, of one carrier or of all
		same := func(i int) bool { return d == 4 || carriers[i] == carriers[at] }
		for i := range n {
			if same(i) && weights[i] > weights[at] {
				at = i
			}
		}
		what = gen.Of(d, "", "", "", "the heaviest order", fmt.Sprintf("the heaviest order sent with %s", carriers[at]))
	}
	col := gen.Between(r, 1, 3)
	property := []string{"", "the name of the client", "the town of the client", "the manager in charge of the client"}[col]
	r.Shuffle(n, func(i, j int) { one.rows[i], one.rows[j] = one.rows[j], one.rows[i] })
	key := gen.Of(d, "", "", " The numbers mean the same with and without the prefix C- and zeros in front.", " The numbers mean the same with and without the prefix C- and zeros in front.", " The numbers mean the same with and without the prefix C- and zeros in front.")
	question, _ := gen.Ask(r, []string{
		"Orders:\n\n{one}\n\nClients:\n\n{two}\n\nName {property} for {what}.{key}",
		"Which entry in the second table is {property} that belongs to {what}? The client number ties the two tables together.{key}\n\n{one}\n\n{two}",
		"A driver asks about {what}. Tell him {property}, using both lists.{key}\n\nList of clients:\n\n{two}\n\nList of orders:\n\n{one}",
	}, gen.Fixed("one", one.write(r)), gen.Fixed("two", two.write(r)), gen.Fixed("property", property), gen.Fixed("what", what), gen.Fixed("key", key))
	answer := task.String(two.rows[of[at]][col])
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Meant is the order of %d kg with %s, of client number %d. In the other table this is %s in %s, looked after by %s.", weights[at], carriers[at], ids[of[at]], clients[of[at]], towns[of[at]], managers[of[at]]), answer)}
}

// antiJoin asks for the invoices of one list that the other lacks. Difficulty
// adds rows, other spellings of the numbers, cancelled rows that do not count,
// and entries on both sides that lack a partner.
func antiJoin(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 7, 9, 11, 14, 18)
	numbers := spread(r, 101, 999, n)
	issued, paid := sheet{columns: []string{"Invoice", "Amount", "State"}}, sheet{columns: []string{"Reference", "Received"}}
	var missing []int
	for i, number := range numbers {
		state, amount := "open", gen.Between(r, 20, 900)
		if d >= 3 && i%5 == 2 {
			state = "cancelled"
		}
		switch {
		case i == 0 || r.IntN(3) == 0:
			if state == "open" {
				missing = append(missing, number)
			}
		case state == "open":
			reference := fmt.Sprintf("INV-%d", number)
			if d >= 2 {
				reference = fmt.Sprintf(gen.Pick(r, []string{"INV-%d", "inv %d", "Inv.%04d", "invoice %d"}), number)
			}
			paid.rows = append(paid.rows, []string{reference, fmt.Sprint(amount)})
		}
		issued.rows = append(issued.rows, []string{fmt.Sprintf("INV-%d", number), fmt.Sprint(amount), state})
	}
	for i := range gen.Of(d, 1, 1, 2, 2, 3) { // payments that belong to no invoice of the list
		paid.rows = append(paid.rows, []string{fmt.Sprintf("INV-%d", 1001+17*i+r.IntN(17)), fmt.Sprint(gen.Between(r, 20, 900))})
	}
	r.Shuffle(n, func(i, j int) { issued.rows[i], issued.rows[j] = issued.rows[j], issued.rows[i] })
	r.Shuffle(len(paid.rows), func(i, j int) { paid.rows[i], paid.rows[j] = paid.rows[j], paid.rows[i] })
	slices.Sort(missing)
	rule := gen.Of(d, "", " Spelling of a reference aside, its number decides.", " Spelling of a reference aside, its number decides, and cancelled invoices are of no interest.", " Spelling of a reference aside, its number decides, and cancelled invoices are of no interest.", " Spelling of a reference aside, its number decides, and cancelled invoices are of no interest.")
	question, _ := gen.Ask(r, []string{
		"Invoices sent:\n\n{issued}\n\nMoney received:\n\n{paid}\n\nFor which invoices has no money come in?{rule} List their numbers (digits only) in ascending order, in square brackets.",
		"Reminders go to everybody whose invoice is in the first table but has no entry in the second.{rule} Give the invoice numbers without the prefix, smallest first, as a list in square brackets.\n\n{issued}\n\n{paid}",
		"Compare the ledger\n\n{issued}\n\nwith the receipts\n\n{paid}\n\nand list what the receipts lack: the bare numbers of the unpaid invoices, ascending, in square brackets.{rule}",
	}, gen.Fixed("issued", issued.write(r)), gen.Fixed("paid", paid.write(r)), gen.Fixed("rule", rule))
	answer := task.List(task.Integers(missing)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Each open invoice is looked for among the %d receipts by its number. Not found: %s.", len(paid.rows), listed(missing)), answer)}
}

// crosstab is a table of numbers with labelled blocks of rows.
type crosstab struct {
	blocks, rows, columns []string
	cells                 [][]int // a row for each row label of each block
}

func drawCrosstab(r *rand.Rand, blocks, rows, columns int) crosstab {
	c := crosstab{
		blocks:  gen.Sample(r, []string{"North", "South", "East", "West", "Islands", "Valley"}, blocks),
		rows:    gen.Sample(r, []string{"Tea", "Coffee", "Cocoa", "Juice", "Water", "Milk", "Syrup"}, rows),
		columns: []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}[:columns],
	}
	for range blocks * rows {
		line := make([]int, columns)
		for j := range line {
			line[j] = gen.Between(r, 12, 980)
		}
		c.cells = append(c.cells, line)
	}
	return c
}

// pivotReading asks for a cell of a cross-tab in which a block's label stands
// in its first row only. Difficulty adds blocks, rows and columns; from 3 on
// the cell is withheld and follows from the subtotal, from 5 on from the
// grand total of a row after that.
func pivotReading(r *rand.Rand, d gen.Difficulty) task.Item {
	c := drawCrosstab(r, gen.Of(d, 2, 3, 3, 4, 4), gen.Of(d, 3, 3, 3, 4, 4), gen.Of(d, 3, 4, 4, 4, 5))
	n := len(c.rows)
	block, row, col := r.IntN(len(c.blocks)), r.IntN(n), r.IntN(len(c.columns))
	t := sheet{columns: append([]string{"Region", "Product"}, append(slices.Clone(c.columns), "All")...)}
	subtotal := 0
	for b, name := range c.blocks {
		sums := make([]int, len(c.columns))
		for i := range n {
			label := ""
			if i == 0 {
				label = name
			}
			line := []string{label, c.rows[i]}
			for j, v := range c.cells[b*n+i] {
				sums[j] += v
				cell := fmt.Sprint(v)
				if d >= 3 && b == block && j == col && (i == row || d >= 5 && i == (row+1)%n) || d == 4 && b == block && i == row && j == (col+1)%len(c.columns) {
					cell = "x"
				}
				line = append(line, cell)
			}
			t.rows = append(t.rows, append(line, fmt.Sprint(sumOf(c.cells[b*n+i]))))
		}
		line := []string{"", "Subtotal"}
		for j, v := range sums {
			if b == block && j == col {
				subtotal = v
			}
			line = append(line, fmt.Sprint(v))
		}
		t.rows = append(t.rows, append(line, fmt.Sprint(sumOf(sums))))
	}
	value := c.cells[block*n+row][col]
	note := gen.Of(d, "", "", " Figures marked x were withheld, but the totals include them.", " Figures marked x were withheld, but the totals include them.", " Figures marked x were withheld, but the totals include them.")
	question, _ := gen.Ask(r, []string{
		"{table}\n\nAn empty region means the one above.{note} What is the figure for {product} in the region {region} under {day}?",
		"In this cross-tab a region's name is printed once, in the first of its rows.{note} State the number of {product} that belongs to {region} and {day}.\n\n{table}",
		"Read, or work out, the cell for {region}, {product}, {day}. Blank labels repeat the label above.{note}\n\n{table}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("note", note), gen.Fixed("product", c.rows[row]), gen.Fixed("region", c.blocks[block]), gen.Fixed("day", c.columns[col]))
	answer := task.Integer(int64(value))
	working := fmt.Sprintf("The row of %s in the block of %s has %d under %s.", c.rows[row], c.blocks[block], value, c.columns[col])
	switch {
	case d >= 5:
		working = fmt.Sprintf("Two figures of the column are withheld, so the row decides: it has %d in all, and the other days come to %d. That leaves %d.", sumOf(c.cells[block*n+row]), sumOf(c.cells[block*n+row])-value, value)
	case d >= 3:
		working = fmt.Sprintf("The subtotal of %s under %s is %d, and the other products there come to %d. That leaves %d.", c.blocks[block], c.columns[col], subtotal, subtotal-value, value)
	}
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(working, answer)}
}

// headerPath asks for the value under a path of headings. Difficulty adds rows,
// a third row of headings and blank headings that continue the one on the left.
func headerPath(r *rand.Rand, d gen.Difficulty) task.Item {
	year := gen.Between(r, 2020, 2031)
	levels := [][]string{
		[]string{fmt.Sprint(year), fmt.Sprint(year + 1), fmt.Sprint(year + 2)}[:gen.Of(d, 2, 2, 2, 3, 3)],
		gen.Sample(r, []string{"Road", "Rail", "Sea", "Air"}, gen.Of(d, 2, 3, 2, 2, 3)),
		gen.Sample(r, []string{"In", "Out", "Transit"}, gen.Of(d, 1, 1, 2, 2, 3)),
	}
	if d < 3 {
		levels = levels[:2]
	}
	width := 1
	for _, names := range levels {
		width *= len(names)
	}
	ports := gen.Sample(r, lexicon.Streets(), gen.Of(d, 4, 5, 6, 7, 8))
	t := sheet{columns: make([]string, width+1)}
	stride := width
	for depth, names := range levels {
		stride /= len(names)
		line := make([]string, width+1)
		for j := range width {
			if d < 2 || j%stride == 0 {
				line[j+1] = names[j/stride%len(names)]
			}
		}
		if depth == 0 {
			t.columns = line
		} else {
			t.rows = append(t.rows, line)
		}
	}
	t.columns[0] = "Depot"
	at, col := r.IntN(len(ports)), r.IntN(width)
	value := 0
	for i, name := range ports {
		line := []string{name}
		for j, v := range spread(r, 110, 990, width) {
			if i == at && j == col {
				value = v
			}
			line = append(line, fmt.Sprint(v))
		}
		t.rows = append(t.rows, line)
	}
	path, rest := make([]string, len(levels)), col
	for depth := len(levels) - 1; depth >= 0; depth-- {
		path[depth] = levels[depth][rest%len(levels[depth])]
		rest /= len(levels[depth])
	}
	r.Shuffle(len(path), func(i, j int) { path[i], path[j] = path[j], path[i] })
	blank := gen.Of(d, "", " An empty heading continues the one to its left.", " An empty heading continues the one to its left.", " An empty heading continues the one to its left.", " An empty heading continues the one to its left.")
	question, _ := gen.Ask(r, []string{
		"The first {n} rows of this table are headings.{blank}\n\n{table}\n\nWhich value does {depot} have where all of these headings apply: {path}?",
		"A freight company prints nested headings, {n} rows of them.{blank} Report the number of {depot} for {path}.\n\n{table}",
		"Find the column whose headings are {path} (the first {n} rows hold headings, from the general to the special).{blank} What stands there for {depot}?\n\n{table}",
	}, gen.Fixed("n", []string{"", "", "two", "three"}[len(levels)]), gen.Fixed("blank", blank), gen.Fixed("table", gen.Pick(r, []func() string{t.markdown, t.csv, t.html})()), gen.Fixed("depot", ports[at]), gen.Fixed("path", gen.Enumerated(path)))
	answer := task.Integer(int64(value))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("With the headings spelled out, %s is the value column number %d. The row of %s has %d there.", gen.Enumerated(path), col+1, ports[at], value), answer)}
}

// remark is a footnote of a table and what it does to a number.
type remark struct {
	mark, text string
	apply      func(v int) int
}

// drawRemarks makes three footnotes: for a value, a row and a column.
func drawRemarks(r *rand.Rand) []remark {
	add, factor := 5*gen.Between(r, 3, 18), gen.Between(r, 2, 4)
	all := []remark{
		{"a", fmt.Sprintf("Includes %d visitors of the open day, who are not to be counted.", add), func(v int) int { return v - add }},
		{"b", fmt.Sprintf("One entrance was not recorded; add %d.", add+10), func(v int) int { return v + add + 10 }},
		{"c", fmt.Sprintf("Counted as groups of %d persons each; multiply to get visitors.", factor), func(v int) int { return v * factor }},
	}
	return all
}

// footnotes asks for a corrected number. Difficulty adds rows and footnotes: on
// the cell alone, then on the row's label too, then on the heading as well.
func footnotes(r *rand.Rand, d gen.Difficulty) task.Item {
	houses, n := gen.Sample(r, lexicon.Streets(), gen.Of(d, 4, 5, 6, 8, 10)), gen.Of(d, 3, 3, 4, 4, 5)
	remarks := drawRemarks(r)
	at, col := r.IntN(len(houses)), r.IntN(n)
	t := sheet{columns: append([]string{"Museum"}, lexicon.Months()[:n]...)}
	value, applied := 0, []remark{remarks[r.IntN(2)]}
	if d >= 3 { // groups are multiplied out before the cell is corrected
		applied = []remark{remarks[2], applied[0]}
	}
	for i, house := range houses {
		line := []string{house + " Museum"}
		if d >= 3 && (i == at || i%4 == 2) {
			line[0] += " [c]"
		}
		for j, v := range spread(r, 160, 990, n) {
			cell := fmt.Sprint(v)
			if i == at && j == col {
				value = v
				cell += " [" + applied[len(applied)-1].mark + "]"
			} else if (i*3+j)%gen.Of(d, 7, 6, 5, 5, 4) == 1 {
				cell += " [" + remarks[(i+j)%2].mark + "]"
			}
			line = append(line, cell)
		}
		t.rows = append(t.rows, line)
	}
	working := []string{fmt.Sprint(value)}
	for _, note := range applied {
		value = note.apply(value)
		working = append(working, fmt.Sprintf("%d by note %s", value, note.mark))
	}
	if d >= 4 {
		t.columns[col+1] += " [d]"
		value *= 10
		working = append(working, fmt.Sprintf("%d by note d", value))
	}
	var lines []string
	for _, note := range remarks[:gen.Of(d, 2, 2, 3, 3, 3)] {
		lines = append(lines, "["+note.mark+"] "+note.text)
	}
	order := gen.Of(d, "", "", " A note on a row comes before a note on a single value.", " A note on a row comes before a note on a single value, and a note on a month last.", " A note on a row comes before a note on a single value, and a note on a month last.")
	if d >= 4 {
		lines = append(lines, "[d] Printed in tens of what the other notes give; multiply by 10 at the end.")
	}
	question, _ := gen.Ask(r, []string{
		"{table}\n\n{notes}\n\nHow many visitors did {house} have in {month} once the notes are applied?{order}",
		"The notes under this table correct its figures.\n\n{table}\n\n{notes}\n\nGive the corrected number of visitors of {house} for {month}.{order}",
		"What number belongs into the final report for {house} and {month}? The marks refer to the notes below.{order}\n\n{table}\n\n{notes}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("notes", strings.Join(lines, "\n")), gen.Fixed("house", houses[at]+" Museum"), gen.Fixed("month", lexicon.Months()[col]), gen.Fixed("order", order))
	answer := task.Integer(int64(value))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference("From the printed value on: "+strings.Join(working, ", then ")+".", answer)}
}

// consistency asks for the one cell that was mistyped. Difficulty adds rows and
// columns; from 3 on a total may be the mistyped cell, from 4 on the right value
// is asked too.
func consistency(r *rand.Rand, d gen.Difficulty) task.Item {
	rows, columns := gen.Sample(r, lexicon.Streets(), gen.Of(d, 3, 4, 5, 6, 8)), []string{"Letters", "Parcels", "Papers", "Express", "Returns"}[:gen.Of(d, 3, 3, 4, 4, 5)]
	grid := make([][]int, len(rows)+1)
	grid[len(rows)] = make([]int, len(columns)+1)
	for i := range rows {
		for range columns {
			grid[i] = append(grid[i], gen.Between(r, 21, 890))
		}
		grid[i] = append(grid[i], sumOf(grid[i]))
		for j, v := range grid[i] {
			grid[len(rows)][j] += v
		}
	}
	labels, heads := append(slices.Clone(rows), "Total"), append(slices.Clone(columns), "Total")
	at, col := r.IntN(len(rows)), r.IntN(len(columns))
	if d >= 3 && r.IntN(3) == 0 { // a total of a row or a column
		if r.IntN(2) == 0 {
			at = len(rows)
		} else {
			col = len(columns)
		}
	}
	right, shift := grid[at][col], gen.Pick(r, []int{9, 18, 27, 90, 10, 100, 36})
	grid[at][col] += shift
	t := sheet{columns: append([]string{"Office"}, heads...)}
	for i, label := range labels {
		line := []string{label}
		for _, v := range grid[i] {
			line = append(line, fmt.Sprint(v))
		}
		t.rows = append(t.rows, line)
	}
	fields := map[string]task.Answer{"row": task.String(labels[at]), "column": task.String(heads[col])}
	form := "Answer with a JSON object with the keys row and column, holding the labels as printed."
	if d >= 4 {
		fields["value"] = task.Integer(int64(right))
		form = "Answer with a JSON object with the keys row and column, holding the labels as printed, and value, holding the number that should stand there."
	}
	question, _ := gen.Ask(r, []string{
		"{table}\n\nExactly one number of this table is wrong; with the right one, all totals would fit. Which cell is it? {form}",
		"When this summary was typed, a single cell went wrong, so that some sums no longer add up. Locate it. {form}\n\n{table}",
		"Check the totals of rows and columns. Changing one cell makes everything consistent: name that cell. {form}\n\n{table}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("form", form))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The row %s and the column %s do not add up, each by %d. Their common cell shows %d and should be %d.", labels[at], heads[col], shift, right+shift, right), answer)}
}
