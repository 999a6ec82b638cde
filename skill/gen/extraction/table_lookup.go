package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "table question answering"
	gen.Register("information_extraction/cell-lookup-by-two-keys", area, "Cell lookup by two keys",
		"Read the value at a row, given by two keys, and a column that is only paraphrased.", cellLookup)
	gen.Register("information_extraction/superlative-row", area, "Superlative row", "Name the entities with the extreme value of a column, ties included.", superlativeRow)
	gen.Register("information_extraction/filtered-list-of-entities", area, "Filtered list of entities",
		"List the entities that meet a compound condition in the order of the table.", filteredList)
	gen.Register("information_extraction/difference-between-two-cells", area, "Difference between two cells",
		"Subtract one cell from another, where the rows may only be described.", cellDifference)
	gen.Register("information_extraction/row-before-or-after", area, "Row before or after", "Walk up and down the rows of a table and name where one arrives.", rowWalk)
	gen.Register("information_extraction/first-or-last-occurrence", area, "First or last occurrence",
		"Find the day of a series of readings on which a condition first or last comes true.", firstOccurrence)
}

// cellLookup asks for one number. Every entity has several rows, one for each
// period, so that the two keys name one row. Difficulty adds rows and columns,
// gaps in the periods and, from 4 on, a period told by its distance from another.
func cellLookup(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	n, width := gen.Of(d, 3, 4, 4, 5, 6), gen.Of(d, 2, 3, 3, 4, 4)
	year, span := gen.Between(r, 2018, 2030), gen.Of(d, 3, 3, 4, 4, 5)
	records := s.draw(r, n*span, 2, width)
	target, row := r.IntN(n), gen.Between(r, 1, span-1)
	m := r.IntN(width)
	t := sheet{columns: []string{s.key, "Year"}}
	for _, x := range s.measures[:width] {
		t.columns = append(t.columns, x.heading)
	}
	for i := range n * span {
		if d >= 3 && i%span != row && i%7 == 3 {
			continue // a gap
		}
		line := []string{records[i/span].name, fmt.Sprint(year + i%span)}
		for _, v := range records[i].values {
			line = append(line, separated(v))
		}
		t.rows = append(t.rows, line)
	}
	if d >= 3 {
		r.Shuffle(len(t.rows), func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
	}
	when := fmt.Sprint(year + row)
	if d >= 4 {
		back := gen.Between(r, 1, row)
		when = fmt.Sprintf("the year that came %d after %d", back, year+row-back)
	}
	value := records[target*span+row].values[m]
	question, _ := gen.Ask(r, []string{
		"{table}\n\nWhat was the {alias} of {name} in {when}? Give the number.",
		"Somebody asks for the {alias} that {name} had in {when}. Which number do you give, going by this table?\n\n{table}",
		"The figures below are kept by {one} and year. Find the entry for {name} and {when} and report the {alias} as an integer.\n\n{table}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("alias", s.measures[m].alias), gen.Fixed("name", records[target].name), gen.Fixed("when", when), gen.Fixed("one", s.one))
	answer := task.Integer(int64(value))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The row of %s for %d is the one to read. The %s stands in the column %s, and there it says %d.", records[target].name, year+row, s.measures[m].alias, s.measures[m].heading, value), answer)}
}

// superlativeRow asks who has the highest or lowest value of a column.
// Difficulty adds rows, a group that limits the search, ties for the extreme
// and, from 4 on, a floor in a second column.
func superlativeRow(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	records := s.draw(r, gen.Of(d, 8, 10, 13, 16, 20), gen.Of(d, 2, 2, 3, 3, 3), 3)
	best := r.IntN(len(records))
	group, lowest := records[best].group, r.IntN(2) == 0
	if d >= 2 { // one more of the group and one outside of it get the same value
		for i := range records {
			if i != best && (records[i].group == group && d >= 3 || i%4 == 1) {
				records[i].values[0] = records[best].values[0]
				break
			}
		}
	}
	t := s.sheet(records, d >= 2).write(r)
	limit := gen.AbsentNumber(r, s.measures[1].lo+1, (s.measures[1].lo+3*s.measures[1].hi)/4, strings.ReplaceAll(t, ",", ""))
	fits := func(x record) bool { return (d < 2 || x.group == group) && (d < 4 || x.values[1] < limit) }
	if d >= 4 && !fits(records[best]) {
		records[best].values[1] = s.measures[1].lo
		t = s.sheet(records, true).write(r)
	}
	column := valuesOf(records, 0, fits)
	extreme, word := slices.Max(column), "highest"
	if lowest {
		extreme, word = slices.Min(column), "lowest"
	}
	winners := namesOf(records, func(x record) bool { return fits(x) && x.values[0] == extreme })
	among := gen.Of(d, "", " among those "+s.in(group), " among those "+s.in(group), " among those "+s.in(group), " among those "+s.in(group))
	if d >= 4 {
		among += fmt.Sprintf(" whose %s is below {limit}", s.measures[1].phrase)
	}
	phrasings := []string{
		"{table}\n\nWhich of the {many} has the {word} {phrase}{among}? Where several share it, name all of them in table order. Answer with a list in square brackets.",
		"Look for the {word} value in the column {heading}{among}, and write down every one of the {many} that reaches it, top row first, as a bracketed list.\n\n{table}",
		"A report wants the {many} with the {word} {phrase}{among}; ties are all to be printed, in the order of the rows. Give a list in square brackets.\n\n{table}",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{among}", among, 1)
	}
	question, slots := gen.Ask(r, phrasings, gen.Fixed("table", t), gen.Fixed("many", s.many), gen.Fixed("word", word), gen.Fixed("phrase", s.measures[0].phrase),
		gen.Fixed("heading", s.measures[0].heading), gen.Slot("limit", limit))
	answer := task.List(task.Strings(winners)...)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%d rows come into question. Their %s value of %s is %d, and it belongs to %s.", len(column), word, s.measures[0].heading, extreme, gen.Enumerated(winners)), answer)}
}

// filteredList asks for the names that meet conditions. Difficulty adds rows
// and conditions: a limit, a group, a range and a comparison of two columns.
func filteredList(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	records := s.draw(r, gen.Of(d, 8, 10, 13, 16, 20), 3, 4)
	sure := gen.Pick(r, records)
	t := s.sheet(records, d >= 3).write(r)
	limit := gen.AbsentNumber(r, max(1, sure.values[1]/3), sure.values[1]-1, strings.ReplaceAll(t, ",", ""))
	if limit >= sure.values[1] {
		limit = sure.values[1] - 1
	}
	top := sure.values[2] + gen.Between(r, 0, s.measures[2].hi/3)
	conditions := []string{
		s.in(sure.group),
		fmt.Sprintf("with a %s of at most %d", s.measures[2].phrase, top),
		fmt.Sprintf("with a larger value for %s than for %s", s.measures[2].heading, s.measures[3].heading),
	}
	if sure.values[2] <= sure.values[3] {
		conditions[2] = fmt.Sprintf("with no larger value for %s than for %s", s.measures[2].heading, s.measures[3].heading)
	}
	used := gen.Of(d, 0, 1, 2, 2, 3)
	kept := namesOf(records, func(x record) bool {
		return x.values[1] > limit && (used < 1 || x.group == sure.group) && (used < 2 || x.values[2] <= top) &&
			(used < 3 || (x.values[2] > x.values[3]) == (sure.values[2] > sure.values[3]))
	})
	where := ""
	if used > 0 {
		where = " " + strings.Join(conditions[:used], " and ")
	}
	question, slots := gen.Ask(r, []string{
		"{table}\n\nList the {many}{where} whose {phrase} is greater than {limit}, in table order, in square brackets.",
		"From this table pick all {many}{where} that have a {phrase} of more than {limit}. Keep the order of the rows and answer with a bracketed list of names.\n\n{table}",
		"Only {many}{where} are wanted, and only if their {phrase} is over {limit}. Which ones are left? Write their names, first row first, as a list in square brackets.\n\n{table}",
	}, gen.Fixed("table", t), gen.Fixed("many", s.many), gen.Fixed("where", where), gen.Fixed("phrase", s.measures[1].phrase), gen.Slot("limit", limit))
	answer := task.List(task.Strings(kept)...)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Every row is held against %s above %d%s. What stands the test, from the top: %s.", s.measures[1].heading, limit, where, gen.Enumerated(kept)), answer)}
}

// cellDifference asks for a signed difference. Difficulty adds rows and columns;
// from 3 on one row, from 5 on both, are told by a property instead of a name.
func cellDifference(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	records := s.draw(r, gen.Of(d, 6, 8, 10, 13, 16), 3, 3)
	m := r.IntN(2)
	ranked := slices.Clone(records)
	slices.SortFunc(ranked, func(a, b record) int { return b.values[2] - a.values[2] })
	one, two := ranked[0], ranked[len(ranked)-1]
	first, second := fmt.Sprintf("the %s with the highest %s", s.one, s.measures[2].phrase), fmt.Sprintf("the %s with the lowest %s", s.one, s.measures[2].phrase)
	if d < 3 {
		one, two = records[0], records[len(records)-1]
		first = one.name
	}
	if d < 5 {
		second = two.name
	}
	if d == 4 {
		one, first = ranked[1], fmt.Sprintf("the %s with the second-highest %s", s.one, s.measures[2].phrase)
	}
	if r.IntN(2) == 0 {
		one, two, first, second = two, one, second, first
	}
	r.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	diff := one.values[m] - two.values[m]
	question, _ := gen.Ask(r, []string{
		"{table}\n\nSubtract the {phrase} of {second} from that of {first}. Give the result with its sign.",
		"By how much does the {phrase} of {first} exceed that of {second}? Write a negative number if it falls short.\n\n{table}",
		"Take two cells of the column {heading}: a belongs to {first}, b to {second}. What is a − b?\n\n{table}",
	}, gen.Fixed("table", s.sheet(records, d >= 2).write(r)), gen.Fixed("phrase", s.measures[m].phrase), gen.Fixed("heading", s.measures[m].heading),
		gen.Fixed("first", first), gen.Fixed("second", second))
	answer := task.Integer(int64(diff))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The minuend is the row of %s with %d, the subtrahend the row of %s with %d. The difference is %d.", one.name, one.values[m], two.name, two.values[m], diff), answer)}
}

// rowWalk asks which row a walk ends at. Difficulty adds rows and legs of the
// walk, and legs that only count the rows of one group.
func rowWalk(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, subjects)
	records := s.draw(r, gen.Of(d, 9, 11, 14, 17, 20), 3, 2)
	at := r.IntN(len(records))
	start, legs, path := records[at].name, "", []string{records[at].name}
	t := s.sheet(records, false).write(r)
	first := 0
	for i := range gen.Of(d, 1, 1, 2, 3, 4) {
		group := ""
		if d >= 2 && (i+int(d))%2 == 0 {
			group = records[(at+1+r.IntN(len(records)-1))%len(records)].group
		}
		steps, next, down := leg(r, records, at, group)
		at = next
		path = append(path, records[at].name)
		text := fmt.Sprintf("%s by %d", down, steps)
		if i == 0 {
			first, text = steps, down+" by {steps}"
		}
		if group != "" {
			text += ", counting only " + s.many + " " + s.in(group)
		}
		legs += "; then " + text
	}
	legs = strings.TrimPrefix(legs, "; then ")
	phrasings := []string{
		"{table}\n\nStart at the row of {start}. Go {legs}. Which {one} stands in the row where you end?",
		"Put a finger on {start} in the table below and move it like this: {legs}. Name the {one} that it points at now.\n\n{table}",
		"In the order of these rows, whose row is reached from that of {start} by going {legs}? Answer with the name of the {one}.\n\n{table}",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{legs}", legs, 1)
	}
	question, slots := gen.Ask(r, phrasings, gen.Fixed("table", t), gen.Fixed("start", start), gen.Slot("steps", first), gen.Fixed("one", s.one))
	answer := task.String(records[at].name)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("The walk goes "+strings.Join(path, " → ")+".", answer)}
}

// leg draws a part of a walk: some steps up or down over the rows of a group,
// or over all rows where the group is empty, inside the table.
func leg(r *rand.Rand, records []record, at int, group string) (steps, next int, down string) {
	var above, below []int // nearest first
	for i, x := range records {
		switch {
		case group != "" && x.group != group || i == at:
		case i < at:
			above = slices.Insert(above, 0, i)
		default:
			below = append(below, i)
		}
	}
	way, down := below, "down"
	if len(below) == 0 || len(above) > 0 && r.IntN(2) == 0 {
		way, down = above, "up"
	}
	steps = gen.Between(r, min(2, len(way)), min(7, len(way)))
	return steps, way[steps-1], down
}

// firstOccurrence asks for a date. Difficulty adds days, a second column in the
// condition, and the demand that it holds on several days running.
func firstOccurrence(r *rand.Rand, d gen.Difficulty) task.Item {
	n, run := gen.Of(d, 10, 12, 15, 18, 22), gen.Of(d, 1, 1, 2, 2, 3)
	start := time.Date(gen.Between(r, 2024, 2033), time.Month(gen.Between(r, 1, 12)), gen.Between(r, 1, 28), 0, 0, 0, 0, time.UTC)
	level, wind := spread(r, 120, 480, n), spread(r, 3, 60, n)
	calm := gen.Between(r, 20, 40)
	shown := sheet{columns: []string{"Date", "Water level (cm)", "Wind (km/h)"}}
	high := slices.Sorted(slices.Values(level))
	limit := high[gen.Of(d, n-3, n/2, n/2, n/2, n/2)] - 1
	from := r.IntN(n - run + 1)
	for i := range run { // it comes true at least once
		level[from+i], wind[from+i] = max(level[from+i], limit+gen.Between(r, 1, 40)), min(wind[from+i], calm-gen.Between(r, 1, 12))
	}
	for i := range n {
		shown.rows = append(shown.rows, []string{start.AddDate(0, 0, i).Format(isoDate), fmt.Sprint(level[i]), fmt.Sprint(wind[i])})
	}
	fits := func(i int) bool { return level[i] > limit && (d < 2 || wind[i] < calm) }
	var hits []int
	for i := 0; i+run <= n; i++ {
		if (run < 2 || fits(i+1)) && (run < 3 || fits(i+2)) && fits(i) {
			hits = append(hits, i)
		}
	}
	which, word := hits[0], "first"
	if r.IntN(2) == 0 {
		which, word = hits[len(hits)-1], "last"
	}
	wording := gen.Of(d, "", fmt.Sprintf(" and the wind was below %d km/h", calm), fmt.Sprintf(" and the wind was below %d km/h", calm), fmt.Sprintf(" and the wind was below %d km/h", calm), fmt.Sprintf(" and the wind was below %d km/h", calm))
	held := gen.Of(d, "", "", ", on that day and the day after", ", on that day and the day after", ", on that day and the two days after")
	question, slots := gen.Ask(r, []string{
		"{table}\n\nWhat is the {word} date on which the water level was above {limit} cm{wind}{held}? Write it as YYYY-MM-DD.",
		"A gauge was read every day. Find the {word} day for which this holds: the level exceeded {limit} cm{wind}{held}. Give its date in the form YYYY-MM-DD.\n\n{table}",
		"Flood watchers note these days: the level was over {limit} cm{wind}{held}. Which is the {word} date that they note in the table? Answer as YYYY-MM-DD.\n\n{table}",
	}, gen.Fixed("table", shown.write(r)), gen.Fixed("word", word), gen.Slot("limit", limit), gen.Fixed("wind", wording), gen.Fixed("held", held))
	answer := task.String(shown.rows[which][0])
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The condition is true from these days on: %d of %d. The %s is %s, with %d cm and %d km/h.", len(hits), n, word, shown.rows[which][0], level[which], wind[which]), answer)}
}
