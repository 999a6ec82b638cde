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
	const area = "forms and business documents"
	gen.Register("information_extraction/address-parsing", area, "Address parsing", "Split a postal address into the fields of a scheme.", addressParsing)
	gen.Register("information_extraction/schedule-grid-reading", area, "Schedule grid reading",
		"Read a room, person or hour from a timetable with substitutions.", scheduleGrid)
	gen.Register("information_extraction/citation-field-extraction", area, "Citation field extraction",
		"Read the fields of a reference in one of several citation styles.", citationFields)
}

// addressParsing asks for the fields of an address. Difficulty adds lines: a
// firm, a flat or floor, a care-of line, a telephone number, all on one line
// and in capitals.
func addressParsing(r *rand.Rand, d gen.Difficulty) task.Item {
	given, family := gen.Pick(r, lexicon.GivenNames()), gen.Pick(r, lexicon.FamilyNames())
	street, town := gen.Pick(r, lexicon.Streets()), gen.Pick(r, lexicon.Cities())
	number, code := fmt.Sprint(gen.Between(r, 2, 240)), fmt.Sprint(gen.Between(r, 10000, 98999))
	if r.IntN(3) == 0 {
		number += gen.Pick(r, []string{"A", "B", "C"})
	}
	fields := map[string]string{"given_name": given, "family_name": family, "street": street, "house_number": number, "postcode": code, "town": town}
	name := given + " " + family
	if d >= 3 && r.IntN(2) == 0 {
		name = family + ", " + given
	}
	if r.IntN(2) == 0 {
		name = gen.Pick(r, []string{"Dr ", "Ms ", "Mr ", "Prof. "}) + name
	}
	lines := []string{name}
	if d >= 2 {
		firm := gen.Pick(r, lexicon.Companies())
		fields["company"] = firm
		lines = append(lines, firm)
		if r.IntN(2) == 0 {
			lines[0], lines[1] = firm, "Attn: "+name
		}
	}
	if d >= 4 {
		host := gen.Pick(r, lexicon.FamilyNames())
		fields["care_of"] = host
		lines = append(lines, "c/o "+host)
	}
	line := gen.Pick(r, []string{number + " " + street, street + " " + number})
	if d >= 3 {
		unit := fmt.Sprint(gen.Between(r, 1, 40))
		fields["unit"] = unit
		line += gen.Pick(r, []string{", Flat " + unit, ", Unit " + unit, " / Apt " + unit})
	}
	lines = append(lines, line, gen.Pick(r, []string{code + " " + town, town + " " + code, town + ", " + code}))
	if d >= 3 {
		lines = append(lines, fmt.Sprintf("Tel. 0%d %d", gen.Between(r, 20, 99), gen.Between(r, 100000, 999999)))
	}
	separator := "\n"
	if d >= 4 && r.IntN(2) == 0 {
		separator = " | "
	}
	address := strings.Join(lines, separator)
	if d >= 5 {
		address = strings.ToUpper(address)
	}
	keys := []string{"given_name", "family_name", "company", "care_of", "street", "house_number", "unit", "postcode", "town"}
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{}}
	var asked []string
	for _, key := range keys {
		if fields[key] != "" {
			answer.Fields[key] = task.String(fields[key])
			asked = append(asked, key)
		}
	}
	question, _ := gen.Ask(r, []string{
		"{address}\n\nSplit this address into the fields {keys}. Answer with a JSON object of texts; titles and words such as Flat or c/o are no part of the values.",
		"An address book has the fields {keys}. Enter the label below: a JSON object, values without titles and without introducing words (Flat, Attn, c/o …).\n\n{address}",
		"Which values do {keys} have here? Write JSON; leave titles and labels out, keep a letter behind a house number.\n\n{address}",
	}, gen.Fixed("address", fence("text", address)), gen.Fixed("keys", gen.Enumerated(asked)))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The person is %s %s; the street is %s with the number %s; the last line of the address has the postcode %s and the town %s.", given, family, street, number, code, town), answer)}
}

// lesson is a cell of a timetable.
type lesson struct{ subject, teacher, room string }

func (l lesson) String() string { return fmt.Sprintf("%s (%s, %s)", l.subject, l.teacher, l.room) }

// scheduleGrid asks for the room or teacher of a lesson, or the hour of one.
// Difficulty adds days, hours and free cells, and substitutions below the grid
// that change a room, a teacher or swap two lessons.
func scheduleGrid(r *rand.Rand, d gen.Difficulty) task.Item {
	days, hours := lexicon.Weekdays()[:gen.Of(d, 3, 4, 5, 5, 5)], gen.Of(d, 3, 4, 4, 5, 6)
	subjects := gen.Sample(r, []string{"Maths", "Music", "History", "Physics", "Latin", "Art", "Biology", "Sports"}, gen.Of(d, 4, 5, 5, 6, 7))
	teachers, rooms := gen.Sample(r, lexicon.FamilyNames(), len(subjects)+2), spread(r, 101, 399, 12)
	room := func() string { return fmt.Sprintf("R%d", gen.Pick(r, rooms)) }
	t := sheet{columns: append([]string{"Time"}, days...)}
	var grid [][]lesson
	at, col := r.IntN(hours), r.IntN(len(days))
	for i := range hours {
		row, line := make([]lesson, len(days)), []string{fmt.Sprintf("%02d:15", 8+i)}
		for j := range days {
			k := r.IntN(len(subjects))
			row[j] = lesson{subjects[k], teachers[k], room()}
			if r.IntN(6) == 0 && (i != at || j != col) {
				row[j] = lesson{}
				line = append(line, "–")
				continue
			}
			line = append(line, row[j].String())
		}
		grid, t.rows = append(grid, row), append(t.rows, line)
	}
	var notes []string
	if d >= 3 {
		grid[at][col].room = room()
		notes = append(notes, fmt.Sprintf("On %s, the lesson at %02d:15 is moved to %s.", days[col], 8+at, grid[at][col].room))
	}
	if d >= 4 {
		grid[at][col].teacher = teachers[len(subjects)]
		notes = append(notes, fmt.Sprintf("On %s, %s takes over the lesson at %02d:15.", days[col], teachers[len(subjects)], 8+at))
	}
	if d >= 5 {
		i, j := (at+1+r.IntN(hours-1))%hours, (col+1)%len(days)
		grid[at][col], grid[i][j] = grid[i][j], grid[at][col]
		notes = append(notes, fmt.Sprintf("After these changes, the lessons (with teacher and room) of %s at %02d:15 and %s at %02d:15 change places.", days[col], 8+at, days[j], 8+i))
		at, col = i, j
	}
	l := grid[at][col]
	what, value := "Which room is it for", l.room
	if r.IntN(2) == 0 {
		what, value = "Who teaches", l.teacher
	}
	note := ""
	if len(notes) > 0 {
		note = "\n\n" + strings.Join(notes, " ")
	}
	question, _ := gen.Ask(r, []string{
		"{table}{note}\n\n{what} the class on {day} at {hour}? (Cells read: subject, then teacher and room in parentheses.)",
		"A pupil is looking at this plan and the notes, if there are any, under it.\n\n{table}{note}\n\n{what} the lesson that she has on {day} at {hour}?",
		"{what} the lesson of {day}, {hour}? Each entry of the timetable gives subject, teacher and room; a dash is a free hour, and later notes change the plan.\n\n{table}{note}",
	}, gen.Fixed("table", t.write(r)), gen.Fixed("note", note), gen.Fixed("what", what), gen.Fixed("day", days[col]), gen.Fixed("hour", fmt.Sprintf("%02d:15", 8+at)))
	answer := task.String(value)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("With all notes applied, %s at %02d:15 is %s.", days[col], 8+at, l), answer)}
}

// paper is a work to be cited.
type paper struct {
	family, initial                          []string
	title, journal                           string
	year, volume, issue, firstPage, lastPage int
}

// author is the i-th author as "Ito, K." or "K. Ito".
func (p paper) author(i int, familyFirst bool) string {
	if familyFirst {
		return fmt.Sprintf("%s, %s.", p.family[i], p.initial[i])
	}
	return fmt.Sprintf("%s. %s", p.initial[i], p.family[i])
}

func (p paper) authors(familyFirst bool, last string) string {
	var all []string
	for i := range p.family {
		all = append(all, p.author(i, familyFirst))
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + last + all[n-1]
	}
	return all[0]
}

// shortPages writes the last page without the digits it shares with the first: 245–52.
func (p paper) shortPages() string {
	first, last := fmt.Sprint(p.firstPage), fmt.Sprint(p.lastPage)
	i := 0
	for len(first) == len(last) && i < len(last)-1 && first[i] == last[i] {
		i++
	}
	return first + "–" + last[i:]
}

// citationStyles write a reference in the manner of common styles.
var citationStyles = []func(p paper) string{
	func(p paper) string {
		return fmt.Sprintf("%s (%d). %s. *%s*, %d(%d), %d–%d.", p.authors(true, ", & "), p.year, p.title, p.journal, p.volume, p.issue, p.firstPage, p.lastPage)
	},
	func(p paper) string {
		return fmt.Sprintf("%s. \"%s.\" %s %d, no. %d (%d): %d–%d.", p.authors(false, ", and "), p.title, p.journal, p.volume, p.issue, p.year, p.firstPage, p.lastPage)
	},
	func(p paper) string {
		return fmt.Sprintf("%s, \"%s,\" *%s*, vol. %d, no. %d, pp. %d–%d, %d.", p.authors(false, " and "), p.title, p.journal, p.volume, p.issue, p.firstPage, p.lastPage, p.year)
	},
	func(p paper) string {
		var all []string
		for i := range p.family {
			all = append(all, p.family[i]+" "+p.initial[i])
		}
		return fmt.Sprintf("%s. %s. %s. %d;%d(%d):%s.", strings.Join(all, ", "), p.title, p.journal, p.year, p.volume, p.issue, p.shortPages())
	},
}

// citationFields asks for the fields of a reference. Difficulty adds authors and
// fields, styles, and further references among which the right one is to be
// found; from 4 on pages are written short.
func citationFields(r *rand.Rand, d gen.Difficulty) task.Item {
	topics := gen.Sample(r, lexicon.Topics(), 8)
	draw := func(i int) paper {
		n := gen.Between(r, 1, gen.Of(d, 1, 2, 3, 3, 4))
		p := paper{family: gen.Sample(r, lexicon.FamilyNames(), n), year: gen.Between(r, 1985, 2029), volume: gen.Between(r, 2, 79), issue: gen.Between(r, 1, 12), firstPage: gen.Between(r, 101, 890)}
		for range n {
			p.initial = append(p.initial, string(rune('A'+r.IntN(26))))
		}
		p.lastPage = p.firstPage + gen.Between(r, 4, 28)
		p.title = fmt.Sprintf(gen.Pick(r, []string{"A survey of %s", "On the history of %s", "Notes towards a theory of %s", "Reasons to care about %s", "What we know about %s"}), topics[i])
		p.journal = gen.Pick(r, []string{"Journal of Everyday Studies", "Annals of Leisure", "Northern Quarterly", "Review of Small Things", "Proceedings of the Pastime Society"})
		return p
	}
	n := gen.Of(d, 1, 1, 2, 3, 4)
	at := r.IntN(n)
	var list []string
	var p paper
	for i := range n {
		q := draw(i)
		style := gen.Pick(r, citationStyles[:gen.Of(d, 2, 3, 3, 4, 4)])
		if i == at {
			p = q
			if d >= 4 && r.IntN(2) == 0 {
				style = citationStyles[3]
			}
		}
		list = append(list, fmt.Sprintf("[%d] %s", i+1, style(q)))
	}
	fields := map[string]task.Answer{"first_author": task.String(p.family[0]), "year": task.Integer(int64(p.year)), "title": task.String(p.title), "journal": task.String(p.journal),
		"volume": task.Integer(int64(p.volume)), "issue": task.Integer(int64(p.issue)), "first_page": task.Integer(int64(p.firstPage)), "last_page": task.Integer(int64(p.lastPage))}
	names := "first_author (family name), title, journal, year, volume, issue, first_page and last_page (in full)"
	if d >= 3 {
		fields["authors"] = task.Integer(int64(len(p.family)))
		names += ", and authors (how many there are)"
	}
	question, _ := gen.Ask(r, []string{
		"{list}\n\nBreak up the reference on {topic} into {names}. Answer with a JSON object.",
		"For a catalogue card, read the entry below that deals with {topic}. The card is a JSON object with {names}.\n\n{list}",
		"Which bibliographic data does the item about {topic} have? Give JSON with the keys {names}.\n\n{list}",
	}, gen.Fixed("list", strings.Join(list, "\n")), gen.Fixed("topic", topics[at]), gen.Fixed("names", names))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The entry by %s of %d is volume %d, issue %d, pages %d to %d of %s.", p.family[0], p.year, p.volume, p.issue, p.firstPage, p.lastPage, p.journal), answer)}
}
