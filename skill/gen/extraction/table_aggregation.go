package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "table question answering"
	gen.Register("information_extraction/column-aggregate", area, "Column aggregate", "Give the sum, mean or median of a filtered column.", columnAggregate)
	gen.Register("information_extraction/having-style-group-filter", area, "Having-style group filter", "Name the groups whose total or count passes a limit.", havingFilter)
	gen.Register("information_extraction/ratio-and-share-of-total", area, "Ratio and share of total",
		"Give a group's share of a total in per cent, or the gap between two shares.", shareOfTotal)
	gen.Register("information_extraction/distinct-value-count", area, "Distinct value count", "Count the different values of a column whose spellings vary.", distinctValues)
	gen.Register("information_extraction/missing-value-aware-aggregate", area, "Missing-value aware aggregate",
		"Average a column with blanks, dashes and bounds under stated rules.", missingAware)
}

// columnAggregate asks for the sum, mean or median of the rows that pass a
// filter. Difficulty adds rows, a group, a second column as filter; the median
// needs sorting and comes from 2 on.
func columnAggregate(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	records := s.draw(r, gen.Of(d, 7, 9, 12, 15, 19), gen.Of(d, 2, 2, 2, 3, 3), 3)
	group := records[0].group
	r.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	t := s.sheet(records, d >= 2).write(r)
	limit := gen.AbsentNumber(r, s.measures[1].lo+2, s.measures[1].hi/3, strings.ReplaceAll(t, ",", ""))
	kept := valuesOf(records, 0, func(x record) bool {
		return x.values[1] >= limit && (d < 3 || x.group == group) && (d < 5 || x.values[2] < s.measures[2].hi/2)
	})
	statistic := gen.Pick(r, []string{"sum", "mean", "median"}[:gen.Of(d, 2, 3, 3, 3, 3)])
	if len(kept) == 0 {
		statistic = "sum"
	}
	sorted := slices.Sorted(slices.Values(kept))
	var answer task.Answer
	switch n := len(kept); statistic {
	case "sum":
		answer = task.Integer(int64(sumOf(kept)))
	case "mean":
		answer = rounded(sumOf(kept), n, 2)
	case "median":
		answer = rounded(sorted[(n-1)/2]+sorted[n/2], 2, 1)
	}
	where := gen.Of(d, "", "", " "+s.in(group), " "+s.in(group), fmt.Sprintf(" %s whose %s is below %d", s.in(group), s.measures[2].phrase, s.measures[2].hi/2))
	form := map[string]string{"sum": "an integer (0 if no row counts)", "mean": "a number rounded to two decimals", "median": "a number with one decimal (for an even count, the mean of the two in the middle)"}[statistic]
	question, slots := gen.Ask(r, []string{
		"{table}\n\nConsider the {many}{where} that have at least {limit} in the column {second}. What is the {statistic} of their {phrase}? Give {form}.",
		"Compute the {statistic} of the column {first} over all {many}{where} for which {second} is {limit} or more, as {form}.\n\n{table}",
		"For a summary, {many}{where} with a value under {limit} in {second} are left out. State the {statistic} of {first} for the rest: {form}.\n\n{table}",
	}, gen.Fixed("table", t), gen.Fixed("many", s.many), gen.Fixed("where", where), gen.Slot("limit", limit), gen.Fixed("second", s.measures[1].heading),
		gen.Fixed("first", s.measures[0].heading), gen.Fixed("phrase", s.measures[0].phrase), gen.Fixed("statistic", statistic), gen.Fixed("form", form))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The rows that count have the values %s. Their number is %d, their %s %s.", listed(sorted), len(kept), statistic, answer.Text()), answer)}
}

// listed writes numbers as "3, 4 and 5", or "none".
func listed(xs []int) string {
	if len(xs) == 0 {
		return "none"
	}
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = fmt.Sprint(x)
	}
	return gen.Enumerated(texts)
}

// havingFilter asks which groups pass a limit. Difficulty adds groups and rows,
// a filter of the rows before grouping, and a least number of rows per group.
func havingFilter(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	groups := gen.Of(d, 3, 3, 4, 4, 5)
	records := s.draw(r, gen.Of(d, 8, 10, 13, 16, 20), groups, 2)
	floor := s.measures[1].lo + (s.measures[1].hi-s.measures[1].lo)/5
	counts, sums, order := map[string]int{}, map[string]int{}, []string{}
	for _, x := range records {
		if d >= 3 && x.values[1] < floor {
			continue
		}
		if counts[x.group] == 0 {
			order = append(order, x.group)
		}
		counts[x.group]++
		sums[x.group] += x.values[0]
	}
	least := gen.Of(d, 1, 1, 1, 2, 2)
	strongest := order[0]
	for _, g := range order {
		if (counts[g] >= least) == (counts[strongest] >= least) && sums[g] > sums[strongest] || counts[strongest] < least && counts[g] >= least {
			strongest = g
		}
	}
	t := s.sheet(records, d >= 2).write(r)
	limit := gen.AbsentNumber(r, sums[strongest]/3, sums[strongest]-1, strings.ReplaceAll(t, ",", ""))
	kept := slices.DeleteFunc(slices.Clone(order), func(g string) bool { return sums[g] <= limit || counts[g] < least && counts[strongest] >= least })
	var working []string
	for _, g := range order {
		working = append(working, fmt.Sprintf("%s to %d (rows: %d)", g, sums[g], counts[g]))
	}
	rule := gen.Of(d, "", "", fmt.Sprintf(" Rows with less than %d in %s are ignored from the start.", floor, s.measures[1].heading), "", "")
	if d >= 4 {
		rule = fmt.Sprintf(" Rows with less than %d in %s are ignored from the start.", floor, s.measures[1].heading)
		if counts[strongest] >= least {
			rule += " A group needs two rows or more that count, or it is out."
		}
	}
	question, slots := gen.Ask(r, []string{
		"{table}\n\nGroup the rows by {group}. Which groups have a total of more than {limit} in {first}?{rule} Answer with a set of names in braces.",
		"For each {group}, the column {first} is added up.{rule} Name every {group} whose sum lies above {limit}, in any order, as a set in braces.\n\n{table}",
		"Only a {group} with a combined {phrase} over {limit} is to be shown on a slide.{rule} Which ones are these? Write them in braces, separated by commas.\n\n{table}",
	}, gen.Fixed("table", t), gen.Fixed("group", strings.ToLower(s.group)), gen.Slot("limit", limit), gen.Fixed("first", s.measures[0].heading), gen.Fixed("phrase", s.measures[0].phrase), gen.Fixed("rule", rule))
	answer := task.Set(task.Strings(kept)...)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The groups add up: %s. Above %d lie %s.", strings.Join(working, "; "), limit, gen.Enumerated(kept)), answer)}
}

// shareOfTotal asks for a percentage. Difficulty adds rows, a filter that
// shrinks the total too, then the gap in percentage points between the shares
// of one group in two columns.
func shareOfTotal(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	records := s.draw(r, gen.Of(d, 6, 8, 10, 12, 16), 3, 3)
	group := records[0].group
	r.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	t := s.sheet(records, d >= 2).write(r)
	ranked := slices.Sorted(slices.Values(valuesOf(records, 2, func(record) bool { return true })))
	limit := gen.AbsentNumber(r, ranked[0], ranked[len(ranked)-3], strings.ReplaceAll(t, ",", ""))
	if d < 2 {
		limit = 0
	}
	counts := func(x record) bool { return x.values[2] > limit }
	part := func(m int) (p, all int) {
		return sumOf(valuesOf(records, m, func(x record) bool { return counts(x) && x.group == group })), sumOf(valuesOf(records, m, counts))
	}
	p, all := part(0)
	answer := rounded(100*p, all, 1)
	ask := fmt.Sprintf("What share of the total %s falls to the %s %s?", s.measures[0].phrase, s.many, s.in(group))
	working := fmt.Sprintf("The part is %d of %d.", p, all)
	if d >= 4 {
		q, rest := part(1)
		answer = rounded(100*(p*rest-q*all), all*rest, 1)
		ask = fmt.Sprintf("Take the share that the %s %s have in the total %s, and subtract their share in the total %s (a negative result is possible). How many percentage points is that?", s.many, s.in(group), s.measures[0].phrase, s.measures[1].phrase)
		working += fmt.Sprintf(" In the other column it is %d of %d, so the shares are %s %% and %s %%.", q, rest, quotient(100*p, all, 3), quotient(100*q, rest, 3))
	}
	filter := ""
	if d >= 2 {
		filter = " Only rows with more than {limit} in " + s.measures[2].heading + " belong to the total and to the part."
	}
	unit := gen.Of(d, "Answer in per cent, rounded to one decimal.", "Answer in per cent, rounded to one decimal.", "Answer in per cent, rounded to one decimal.", "Round the result to one decimal.", "Round the result to one decimal.")
	phrasings := []string{
		"{table}\n\n{ask}{filter} {unit} Write the number without a sign for per cent.",
		"{ask}{filter} {unit} (Number only.)\n\n{table}",
		"These figures are given:\n\n{table}\n\nAn editor needs one number for a headline. {ask}{filter} {unit} Give the bare number.",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{filter}", filter, 1)
	}
	question, slots := gen.Ask(r, phrasings, gen.Fixed("table", t), gen.Fixed("ask", ask), gen.Slot("limit", limit), gen.Fixed("unit", unit))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(working+" The result is "+answer.Value+".", answer)}
}

// distinctValues asks how many different clients a file names. Difficulty adds
// rows and kinds of variation: case, blanks, legal forms, an alias list, codes.
func distinctValues(r *rand.Rand, d gen.Difficulty) task.Item {
	clients := gen.Sample(r, plainCompanies(), gen.Of(d, 4, 5, 6, 7, 8))
	alias := [2]string{initials(clients[0]), clients[0]}
	t := sheet{columns: []string{"Entry", "Client", "Pieces"}}
	var pieces, of []int
	for i := range gen.Of(d, 8, 10, 12, 15, 19) {
		c := r.IntN(len(clients))
		name := clients[c]
		switch k := r.IntN(gen.Of(d, 2, 3, 4, 5, 6)); {
		case k == 1:
			name = strings.ToUpper(name)
		case k == 2:
			name = strings.ReplaceAll(name, " ", "  ")
		case k == 3:
			name += gen.Pick(r, []string{" Ltd", " Inc", " GmbH"})
		case k >= 4 && c == 0:
			name = alias[0]
		}
		pieces, of = append(pieces, gen.Between(r, 2, 99)), append(of, c)
		t.rows = append(t.rows, []string{fmt.Sprintf("E%03d", 100+i*7), name, fmt.Sprint(pieces[i])})
	}
	text := gen.Pick(r, []func() string{t.markdown, t.csv})() // where doubled blanks part no columns
	limit := gen.AbsentNumber(r, 5, 40, text)
	kept := map[string]bool{}
	for i, c := range of {
		if pieces[i] >= limit {
			kept[clients[c]] = true
		}
	}
	rule := "Capital and small letters do not matter"
	rule += gen.Of(d, "", ", nor do extra blanks", ", nor do extra blanks or a legal form at the end (Ltd, Inc, GmbH)", ", nor do extra blanks or a legal form at the end (Ltd, Inc, GmbH)", ", nor do extra blanks or a legal form at the end (Ltd, Inc, GmbH)")
	if d >= 4 {
		rule += fmt.Sprintf("; %s is short for %s", alias[0], alias[1])
	}
	question, slots := gen.Ask(r, []string{
		"{table}\n\n{rule}. How many different clients have an entry of at least {limit} pieces?",
		"The same client is spelled in several ways here. {rule}. Counting each once, how many clients stand in entries of {limit} pieces or more?\n\n{table}",
		"Skip the entries of fewer than {limit} pieces and give the number of distinct clients among the others. {rule}.\n\n{table}",
	}, gen.Fixed("table", text), gen.Slot("limit", limit), gen.Fixed("rule", rule))
	found := slices.DeleteFunc(slices.Clone(clients), func(c string) bool { return !kept[c] })
	answer := task.Integer(int64(len(found)))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("After bringing the names to one form, entries of at least %d pieces name %s. That makes %d.", limit, gen.Enumerated(found), len(found)), answer)}
}

// missingAware asks for a mean. Difficulty adds rows and kinds of entries that
// are no plain number: blanks and dashes are skipped, a nil counts as 0, "<8"
// counts as half of the bound, "(12)" is doubtful and skipped.
func missingAware(r *rand.Rand, d gen.Difficulty) task.Item {
	sites := gen.Sample(r, subjects[1].names(), gen.Of(d, 6, 8, 10, 12, 15))
	t := sheet{columns: []string{"Site", "Nitrate (mg/L)"}}
	sum2, n := 0, 0 // twice the sum
	var counted []string
	for i, site := range sites {
		v := gen.Between(r, 12, 48)
		cell, twice, skip := fmt.Sprint(v), 2*v, false
		switch k := i % gen.Of(d, 3, 4, 5, 6, 6); k {
		case 1:
			cell, skip = gen.Pick(r, []string{"", "–", "n/a"}), true
		case 3:
			cell, twice = "nil", 0
		case 4:
			bound := gen.Between(r, 4, 9)
			cell, twice = fmt.Sprintf("<%d", bound), bound
		case 5:
			cell, skip = fmt.Sprintf("(%d)", v), true
		}
		t.rows = append(t.rows, []string{site, cell})
		if !skip {
			sum2, n = sum2+twice, n+1
			counted = append(counted, quotient(twice, 2, 1))
		}
	}
	r.Shuffle(len(sites), func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
	text := t.write(r)
	rule := "An empty cell, a dash and n/a mean that nothing was measured; such sites are left out"
	rule += gen.Of(d, "", ", but nil is a measured zero", ", but nil is a measured zero, and <x counts as half of x", ", but nil is a measured zero, and <x counts as half of x", ", but nil is a measured zero, and <x counts as half of x")
	if d >= 4 {
		rule += "; values in parentheses are doubtful and left out too"
	}
	extra := gen.AbsentNumber(r, 50, 99, text)
	question, slots := gen.Ask(r, []string{
		"{table}\n\n{rule}. A further sample, not in the table, came to {extra} mg/L and counts as well. What is the mean of all that counts, in mg/L, rounded to two decimals?",
		"Average the nitrate readings below together with one late value of {extra} mg/L. {rule}. Give the mean in mg/L to two decimals.\n\n{table}",
		"{rule}. With these rules in mind, and with one more site at {extra} mg/L that missed the table, work out the mean concentration (mg/L, two decimals).\n\n{table}",
	}, gen.Fixed("table", text), gen.Fixed("rule", rule), gen.Slot("extra", extra))
	answer := rounded(sum2+2*extra, 2*(n+1), 2)
	answer.Unit = "mg/L"
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The table gives %s, which add up to %s. With %d there are %d values with the sum %s, so the mean is %s mg/L.", gen.Enumerated(counted), quotient(sum2, 2, 1), extra, n+1, quotient(sum2+2*extra, 2, 1), answer.Value), answer)}
}
