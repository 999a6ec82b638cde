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
	gen.Register("information_extraction/filtered-row-count", area, "Filtered row count", "Count the rows of a table that meet a compound condition.", filteredRowCount)
	gen.Register("information_extraction/n-th-ranked-row", area, "N-th ranked row", "Name the entity at a rank after sorting a table with gaps and footnotes.", nthRankedRow)
	gen.Register("information_extraction/group-by-aggregate", area, "Group-by aggregate", "Add up a column per group for the rows that qualify.", groupByAggregate)
}

// firm is a row of a table of companies; staff 0 is a gap.
type firm struct {
	name, region string
	founded      int
	staff        int
}

// filteredRowCount asks how many companies meet a condition. Difficulty adds
// rows and conditions, and from 3 on gaps and footnotes.
func filteredRowCount(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 8, 10, 13, 16, 20)
	regions := []string{"Northern", "Coastal", "Central", "Lakes", "Highland"}
	var firms []firm
	for _, name := range gen.Sample(r, lexicon.Companies(), n) {
		firms = append(firms, firm{name, gen.Pick(r, regions[:gen.Of(d, 3, 3, 4, 4, 5)]), gen.Between(r, 1950, 2019), gen.Between(r, 120, 4800)})
		if d >= 3 && r.IntN(7) == 0 {
			firms[len(firms)-1].staff = 0
		}
	}
	region, year := firms[r.IntN(n)].region, gen.Between(r, 1970, 2000)
	conditions := []string{fmt.Sprintf("in the %s region", region), fmt.Sprintf("founded before %d", year)}
	negated := d >= 4 && r.IntN(2) == 0
	if negated {
		conditions[0] = fmt.Sprintf("outside the %s region", region)
	}
	used := gen.Of(d, 0, 1, 1, 2, 2)
	table, notes := firmTable(r, firms, d)
	limit := gen.AbsentNumber(r, 900, 2600, strings.ReplaceAll(table, ",", "")+fmt.Sprint(year))
	var kept []string
	for _, f := range firms {
		if f.staff > limit && (used < 1 || (f.region == region) != negated) && (used < 2 || f.founded < year) {
			kept = append(kept, f.name)
		}
	}
	where := ""
	if used > 0 {
		where = " " + strings.Join(conditions[:used], " and ")
	}
	question, slots := gen.Ask(r, []string{
		"{table}\n{notes}\nHow many companies{where} employ more than {limit} people?",
		"An analyst has this overview.\n\n{table}\n{notes}\nCount the firms{where} whose headcount exceeds {limit}.",
		"Looking for firms{where} that have over {limit} staff: how many of the following qualify?\n\n{table}\n{notes}",
	}, gen.Fixed("table", table), gen.Fixed("notes", notes), gen.Fixed("where", where), gen.Slot("limit", limit))
	answer := task.Integer(int64(len(kept)))
	found := "No row meets everything"
	if len(kept) == 1 {
		found = "The only row that qualifies is " + kept[0]
	} else if len(kept) > 1 {
		found = "The rows that qualify are " + gen.Enumerated(kept)
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Each row is checked for a headcount above %d%s. %s, so the count is %d.", limit, strings.TrimSuffix(" and for being"+where, " and for being"), found, len(kept)), answer)}
}

// firmTable writes the companies with separators, gaps and footnote marks.
func firmTable(r *rand.Rand, firms []firm, d gen.Difficulty) (table, notes string) {
	marked := r.IntN(len(firms))
	var rows [][]string
	for i, f := range firms {
		staff := separated(f.staff)
		if f.staff == 0 {
			staff = "n/a"
		} else if d >= 3 && i == marked {
			staff += " [a]"
		}
		rows = append(rows, []string{f.name, f.region, fmt.Sprint(f.founded), staff})
	}
	table = markdown([]string{"Company", "Region", "Founded", "Employees"}, rows)
	for _, n := range [][2]string{{" [a] |", " [a] estimate by the company; it is to be taken as it stands."}, {"n/a", " n/a: no figure; such a company does not count."}} {
		if strings.Contains(table, n[0]) { // a note without its mark would only puzzle
			notes += n[1]
		}
	}
	if notes != "" {
		notes = "\n" + strings.TrimSpace(notes) + "\n"
	}
	return table, notes
}

// runner is a row of a race; a zero time means that there is no valid result.
type runner struct {
	name, club   string
	bib, seconds int
	shown        string
}

// raceField draws runners with their times as shown and as they count.
func raceField(r *rand.Rand, d gen.Difficulty, n, penalty int) []runner {
	given, family := gen.Sample(r, lexicon.GivenNames(), n), gen.Sample(r, lexicon.FamilyNames(), n)
	clubs := gen.Sample(r, lexicon.Streets(), 4)
	times, bib := r.Perm(500), 100
	var field []runner
	for i := range n {
		if i > 0 && i < int(d) { // shares the family name with the one before
			family[i] = family[i-1]
		}
		bib += gen.Between(r, 1, 7)
		f := runner{name: given[i] + " " + family[i], club: clubs[r.IntN(4)] + " Club", bib: bib, seconds: 1000 + times[i]}
		f.shown = fmt.Sprintf("%02d:%02d", f.seconds/60, f.seconds%60)
		switch {
		case d >= 2 && i%6 == 1:
			f.shown, f.seconds = gen.Pick(r, []string{"DNF", "DNS"}), 0
		case d >= 3 && i%5 == 3:
			f.shown += "*"
			f.seconds += penalty
		case d >= 4 && i%7 == 5:
			f.shown += "†"
			f.seconds = 0
		}
		field = append(field, f)
	}
	return field
}

// nthRankedRow asks who came in at a place. Difficulty adds rows, runners
// without a result, penalties in footnotes and names that look alike.
func nthRankedRow(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 7, 9, 11, 13, 16)
	penalty := 20 * gen.Between(r, 2, 4)
	field := raceField(r, d, n, penalty)
	place := gen.Between(r, 2, gen.Of(d, 4, 5, 5, 6, 7))
	ranking := slices.DeleteFunc(slices.Clone(field), func(f runner) bool { return f.seconds == 0 })
	slices.SortStableFunc(ranking, func(a, b runner) int { return a.seconds - b.seconds })
	place = distinctPlace(ranking, place)
	r.Shuffle(n, func(i, j int) { field[i], field[j] = field[j], field[i] })
	table, notes := raceTable(field, penalty, d)
	question, slots := gen.Ask(r, []string{
		"Race results, in order of entry:\n\n{table}\n{notes}\nWho takes place number {place} when the runners are ranked by time, fastest first? Give the full name.",
		"{table}\n{notes}\nSort the valid results from the shortest time to the longest. Which runner stands at position {place}? Answer with first and last name.",
		"The organisers publish this list.\n\n{table}\n{notes}\nGive the full name of the runner with rank {place} (rank one is the fastest).",
	}, gen.Fixed("table", table), gen.Fixed("notes", notes), gen.Slot("place", place))
	winner := ranking[place-1]
	answer := task.String(winner.name)
	var top []string
	for i, f := range ranking[:place] {
		top = append(top, fmt.Sprintf("%d. %s %02d:%02d", i+1, f.name, f.seconds/60, f.seconds%60))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("With the notes applied and invalid results left out, the ranking begins: "+strings.Join(top, ", ")+".", answer)}
}

// distinctPlace moves a place down the list until its time is nobody else's.
// Only penalties can make times equal, so a free place is near.
func distinctPlace(ranking []runner, place int) int {
	for p := place; p > 0; p-- {
		alone := true
		for i, f := range ranking {
			alone = alone && (i == p-1 || f.seconds != ranking[p-1].seconds)
		}
		if alone {
			return p
		}
	}
	return place
}

func raceTable(field []runner, penalty int, d gen.Difficulty) (table, notes string) {
	var rows [][]string
	for _, f := range field {
		rows = append(rows, []string{fmt.Sprint(f.bib), f.name, f.club, f.shown})
	}
	var lines []string
	if d >= 2 {
		lines = append(lines, "DNF: did not finish. DNS: did not start.")
	}
	if d >= 3 {
		lines = append(lines, fmt.Sprintf("* A penalty of %d seconds is still to be added.", penalty))
	}
	if d >= 4 {
		lines = append(lines, "† Disqualified; not ranked.")
	}
	if len(lines) > 0 {
		notes = "\n" + strings.Join(lines, " ") + "\n"
	}
	return markdown([]string{"No.", "Runner", "Club", "Time"}, rows), notes
}

// sold is a row of a sales file.
type sold struct {
	group        string
	units, price int
	cancelled    bool
}

// salesFile draws rows and writes them as CSV.
func salesFile(r *rand.Rand, d gen.Difficulty, groups []string) (rows []sold, csv string) {
	lines := []string{"date,client,category,units,unit_price,status"}
	for i := range gen.Of(d, 7, 9, 12, 15, 19) {
		x := sold{groups[i%len(groups)], gen.Between(r, 2, 60), gen.Between(r, 5, 95), d >= 2 && r.IntN(5) == 0}
		rows = append(rows, x)
		status := gen.Pick(r, []string{"delivered", "shipped", "paid"})
		if x.cancelled {
			status = "cancelled"
		}
		client := gen.Pick(r, lexicon.FamilyNames())
		if d >= 3 && i%3 == 0 {
			client = fmt.Sprintf("\"%s, %s\"", client, gen.Pick(r, lexicon.GivenNames()))
		}
		lines = append(lines, fmt.Sprintf("2031-%02d-%02d,%s,%s,%d,%d,%s", gen.Between(r, 1, 12), gen.Between(r, 1, 28), client, x.group, x.units, x.price, status))
	}
	return rows, strings.Join(lines, "\n")
}

// groupByAggregate asks for totals per category of a CSV file. Difficulty adds
// rows and categories, quoted fields, and rows that do not count.
func groupByAggregate(r *rand.Rand, d gen.Difficulty) task.Item {
	groups := gen.Sample(r, []string{"Garden", "Kitchen", "Office", "Sport", "Toys", "Travel", "Music"}, gen.Of(d, 2, 3, 3, 4, 5))
	rows, csv := salesFile(r, d, groups)
	limit := gen.AbsentNumber(r, 12, 44, csv)
	totals := map[string][]int{}
	for _, x := range rows {
		if x.price >= limit && !x.cancelled {
			totals[x.group] = append(totals[x.group], x.units)
		}
	}
	fields := map[string]task.Answer{}
	var working []string
	for _, g := range groups {
		sum := 0
		for _, u := range totals[g] {
			sum += u
		}
		fields[g] = task.Integer(int64(sum))
		working = append(working, fmt.Sprintf("%s: %s", g, sumText(totals[g])))
	}
	rule := ""
	if d >= 2 {
		rule = " Cancelled rows do not count."
	}
	question, slots := gen.Ask(r, []string{
		"{csv}\n\nFor each category, add up the units of all rows with a unit price of at least {limit}.{rule} Answer with a JSON object from category to total; a category without such rows gets 0.",
		"A shop exports its sales as CSV:\n\n{csv}\n\nHow many units did every category sell at a unit price of {limit} or more?{rule} Give a JSON object whose keys are the categories and whose values are the numbers, 0 included.",
		"Take the rows of this file whose unit_price is not below {limit}.{rule} Sum their units by category and write the result as a JSON object {\"category\": total, …} that has every category of the file, with 0 where nothing is left.\n\n{csv}",
	}, gen.Fixed("csv", fence("csv", csv)), gen.Slot("limit", limit), gen.Fixed("rule", rule))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Of the rows with a unit price of at least %d that count, the units are: %s.", limit, strings.Join(working, "; ")), answer)}
}
