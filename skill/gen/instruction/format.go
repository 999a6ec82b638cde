package instruction

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("instruction_following/json-schema", "format", "JSON object to a schema", "Turn a note into a JSON object with given keys and types.", jsonSchema)
	gen.Register("instruction_following/bullet-list-shape", "format", "Bullet list shape",
		"Write a bullet list with exact numbers of bullets and sub-bullets.", bulletListShape)
	gen.Register("instruction_following/markdown-table-shape", "format", "Markdown table shape",
		"Write a Markdown table with given columns and number of rows.", markdownTableShape)
	gen.Register("instruction_following/numbered-sections", "format", "Numbered section titles",
		"Write a text in sections with given titles in a given order.", numberedSections)
	gen.Register("instruction_following/csv-quoting", "format", "CSV with quoting rule", "Write CSV with a given delimiter and quoting rule.", csvQuoting)
	gen.Register("instruction_following/tag-wrapped-fields", "format", "Tag-wrapped fields",
		"Write a text whose parts are wrapped in tags that nest as told.", tagWrappedFields)
	gen.Register("instruction_following/highlights-placeholders", "format", "Highlight and placeholder count",
		"Write a template with exact numbers of highlights and placeholders.", highlightsPlaceholders)
}

// jsonField is a fact of a note with its key, its type and its place in JSON.
type jsonField struct {
	key, kind, said string
	value           any
}

// jsonSchema asks for the facts of a note as a JSON object with given keys, in
// their order. Difficulty adds keys; from 4 on an inner object holds some.
func jsonSchema(r *rand.Rand, d gen.Difficulty) task.Item {
	seats, fee := gen.Between(r, 101, 990), gen.Between(r, 11, 99)
	host := gen.Pick(r, lexicon.GivenNames()) + " " + gen.Pick(r, lexicon.FamilyNames())
	event, city, day, street, company := gen.Pick(r, lexicon.Events()), gen.Pick(r, lexicon.Cities()), gen.Pick(r, lexicon.Weekdays()), gen.Pick(r, lexicon.Streets()), gen.Pick(r, lexicon.Companies())
	foods := gen.Sample(r, lexicon.Foods(), gen.Of(d, 2, 2, 3, 3, 4))
	fields := []jsonField{
		{"event", "string", "It is about the " + event + ".", event},
		{"host", "string", host + " is the host.", host},
		{"seats", "integer", "There are {seats} seats.", seats},
		{"menu", "array of strings", "Served are, in this order: " + strings.Join(foods, ", ") + ".", foods},
		{"day", "string", "The day is " + day + ".", day},
		{"fee", "integer", "The fee in euros is {fee}.", fee},
		{"city", "string", "The city is " + city + ".", city},
		{"street", "string", "The street is " + street + ".", street},
		{"sponsor", "string", "The sponsor is " + company + ".", company},
		{"indoors", "boolean", "It takes place indoors.", true},
	}[:gen.Of(d, 4, 5, 6, 8, 10)]
	outer, inner := fields, []jsonField(nil)
	if d >= 4 {
		outer, inner = fields[:6], fields[6:]
	}
	var said []string
	for _, f := range gen.Sample(r, fields, len(fields)) {
		said = append(said, f.said)
	}
	schema, keys, text := jsonObject(outer, inner)
	checks := []task.Check{{ID: "segue:json", Args: json.RawMessage(`{"ordered":true,"schema":` + schema + `}`)}}
	phrases := slices.Clone(foods)
	for _, f := range fields {
		switch v := f.value.(type) {
		case string:
			phrases = append(phrases, v)
		case int:
			checks = append(checks, rule.New("includes-number", "value", v))
		}
	}
	checks = append(checks, rule.New("include-phrases", "phrases", phrases))
	q, _ := gen.Ask(r, []string{
		"Note: {note} Reply with nothing but a JSON object made from this note, with exactly these keys in this order: {keys}.",
		"Turn the facts into JSON. One object, no other text, and the keys {keys}, in just this order and no others. The facts: {note}",
		"A program reads your reply as JSON, so send only one object. It expects the keys {keys}, ordered like that. What is known: {note}",
	}, gen.Fixed("note", strings.Join(said, " ")), gen.Fixed("keys", keys))
	q, slots := gen.Ask(r, []string{q}, gen.Slot("seats", seats), gen.Slot("fee", fee))
	return item(q, slots, "Each fact goes to its key, texts in quotes and numbers without.", text, checks...)
}

// jsonObject writes the schema of an object with the outer fields and an inner
// object "where", says its keys in words, and writes the object itself.
func jsonObject(outer, inner []jsonField) (schema, keys, text string) {
	types := func(f jsonField) string {
		if f.kind == "array of strings" {
			return `["string"]`
		}
		return strconv.Quote(f.kind)
	}
	var s, k, t []string
	for _, f := range outer {
		value := jsonText(f.value)
		s = append(s, strconv.Quote(f.key)+":"+types(f))
		k = append(k, fmt.Sprintf("\"%s\" (%s)", f.key, f.kind))
		t = append(t, strconv.Quote(f.key)+": "+value)
	}
	if len(inner) > 0 {
		is, ik, it := jsonObject(inner, nil)
		s = append(s, `"where":`+is)
		k = append(k, "\"where\" (an object with the keys "+ik+", in this order)")
		t = append(t, `"where": `+it)
	}
	return "{" + strings.Join(s, ",") + "}", join(k), "{" + strings.Join(t, ", ") + "}"
}

// jsonText writes a value as JSON with & as it is.
func jsonText(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // texts, numbers and lists of texts always encode
		return ""
	}
	return strings.TrimSpace(b.String())
}

// bulletListShape asks for bullets of which some have sub-bullets. Difficulty
// adds bullets and sub-bullets.
func bulletListShape(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 4, 5, 6, 8) + r.IntN(2)
	counts := make([]int, n)
	with := r.Perm(n)[:gen.Of(d, 1, 1, 2, 3, 4)]
	subs := numbersUpTo(r, len(with), gen.Of(d, 3, 4, 4, 5, 6))
	var asked []string
	values := []gen.Value{gen.Slot("n", n)}
	for i, at := range with {
		counts[at] = subs[i]
		name := fmt.Sprintf("k%d", i+1)
		asked = append(asked, "{"+name+"} under the "+ordinals[at])
		values = append(values, gen.Slot(name, subs[i]))
	}
	var lines []string
	for i, count := range counts {
		line := w.Plain(4, 8)
		if i == 0 {
			line = w.Opening(8)
		}
		lines = append(lines, "- "+line)
		for range count {
			lines = append(lines, "  - "+w.Composer.Sentence(gen.Between(r, 4, 6)).String())
		}
	}
	q, slots := w.Ask([]string{
		"Write a Markdown list about {topic} with exactly {n} top-level bullets, each beginning with \"- \". Sub-bullets are indented by two spaces: " + join(asked) + " bullet, and none elsewhere. Mention {name} and the word {thing}.",
		"Take notes on {topic} as a bullet list. At the outer level there are {n} bullets (\"- \"); of inner bullets, indented by two blanks, there are " + join(asked) + " bullet and no others. {name} and the word {thing} occur.",
		"List points on {topic}, with {name} and the word {thing} in one of them: {n} bullets marked \"-\" at the margin, and indented ones as follows: " + join(asked) + " outer bullet, no more.",
	}, values...)
	return closed(q, slots, "The numbers of sub-bullets are "+joinInts(counts)+".", strings.Join(lines, "\n"),
		rule.New("bullet-shape", "counts", counts, "marker", "-"), w.mention())
}

var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// tableOf makes a table about the draft's scene: columns, Helper and Thing among
// them, and rows, the first with the draft's name and thing.
func tableOf(w *draft, width, rows int) (columns []string, cells [][]string) {
	r := w.r
	makers := map[string]func() string{
		"Helper": func() string { return gen.Pick(r, lexicon.GivenNames()) }, "Thing": func() string { return gen.Pick(r, w.Scene.Things) },
		"Place": func() string { return gen.Pick(r, w.Scene.Places) }, "Role": func() string { return gen.Pick(r, w.Scene.People) },
		"Colour": func() string { return gen.Pick(r, lexicon.Colours()) }, "Weekday": func() string { return gen.Pick(r, lexicon.Weekdays()) },
		"Material": func() string { return gen.Pick(r, []string{"wood", "steel", "glass", "clay", "paper", "cotton"}) },
		"Month":    func() string { return gen.Pick(r, lexicon.Months()) },
	}
	columns = append([]string{"Helper", "Thing"}, gen.Sample(r, []string{"Place", "Role", "Colour", "Weekday", "Material", "Month"}, width-2)...)
	r.Shuffle(width, func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	for range rows {
		var row []string
		for _, c := range columns {
			row = append(row, makers[c]())
		}
		cells = append(cells, row)
	}
	cells[0][slices.Index(columns, "Helper")] = w.Name
	cells[0][slices.Index(columns, "Thing")] = w.Thing
	return columns, cells
}

// markdownTableShape asks for a table with given columns and rows. Difficulty
// adds columns, rows and words that must occur.
func markdownTableShape(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	width, rows := gen.Of(d, 2, 3, 4, 5, 6), gen.Of(d, 3, 4, 5, 6, 8)+r.IntN(3)
	columns, cells := tableOf(w, width, rows)
	lines := []string{"| " + strings.Join(columns, " | ") + " |", "|" + strings.Repeat(" --- |", width)}
	for _, row := range cells {
		lines = append(lines, "| "+strings.Join(row, " | ")+" |")
	}
	q, slots := w.Ask([]string{
		"Reply with one Markdown table and nothing else; each of its lines begins and ends with a vertical bar. Columns, in this order: {columns}. It has {n} rows below the header, no empty cell, fits the topic of {topic}, and somewhere holds {name} and the word {thing}.",
		"For {topic}, fill a Markdown table with the header {columns} (exactly so and in this order) and {n} data rows. Every line starts and ends with |. Leave no cell empty, write nothing around the table, and use {name} and the word {thing} in cells.",
		"Send only a table in Markdown: {n} rows of data under the columns {columns}. The subject is {topic}; {name} and the word {thing} must be among the entries, every cell is filled, and bars also close each line at both ends.",
	}, gen.Slot("n", rows), gen.Fixed("columns", strings.Join(columns, ", ")))
	return item(q, slots, fmt.Sprintf("Header, rule of dashes, then %d rows.", rows), strings.Join(lines, "\n"),
		rule.Exactly("markdown-table", rows, "columns", columns, "only", true, "filled", true), rule.New("lines-end-with", "end", "|"), w.mention())
}

// numberedSections asks for sections with given titles, each with a number of
// lines. Difficulty adds sections and lines.
func numberedSections(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	titles := gen.Sample(r, []string{"Arrival", "People", "Things", "Places", "A surprise", "Weather", "Sounds", "Mistakes", "Plans", "Costs", "Rules", "Farewell"}, gen.Of(d, 3, 4, 5, 6, 7))
	each := gen.Of(d, 2, 2, 2, 3, 3) + r.IntN(2)
	var lines []string
	for i, title := range titles {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, title))
		for j := range each {
			line := w.Plain(5, 9)
			if i+j == 0 {
				line = w.Opening(8)
			}
			lines = append(lines, line)
		}
	}
	q, slots := w.Ask([]string{
		"Write about {topic} in numbered sections. A section begins with a line of its number, a full stop and its title, and then has {n} lines of text. The titles, in this order: {titles}. No line is blank. Mention {name} and the word {thing}.",
		"Sections on {topic}: {titles}. Number them from 1 in this order (\"1. " + titles[0] + "\" on a line of its own, and so on), put {n} lines of text below each title, leave no blank lines, and use {name} and the word {thing}.",
		"Structure a text on {topic} by these titles, kept in order: {titles}. Each stands alone on a line behind its number and a full stop; {n} further lines belong to it. There are no blank lines. {name} and the word {thing} appear.",
	}, gen.Slot("n", each), gen.Fixed("titles", strings.Join(titles, ", ")))
	return closed(q, slots, fmt.Sprintf("%d titles and %d lines below each.", len(titles), each), strings.Join(lines, "\n"),
		rule.New("numbered-sections", "titles", titles), rule.Exactly("lines", len(titles)*(each+1)), rule.New("no-blank-lines"), w.mention())
}

// csvQuoting asks for CSV with a delimiter and a quoting rule. Difficulty adds
// columns and rows.
func csvQuoting(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	width, rows := gen.Of(d, 3, 3, 4, 5, 6), gen.Of(d, 2, 3, 4, 6, 8)+r.IntN(3)
	delimiter := gen.Pick(r, []struct{ mark, name string }{{",", "a comma"}, {";", "a semicolon"}, {"|", "a vertical bar"}})
	quoting := gen.Pick(r, []struct{ mode, said string }{
		{"all", "Every field, header included, is enclosed in double quotes."},
		{"none", "No field is enclosed in quotes."},
		{"needed", "Double quotes stand only around fields that contain the delimiter."},
	})
	columns, cells := tableOf(w, width, rows)
	table := append([][]string{slices.Clone(columns)}, cells...)
	listed, pair := "", ""
	if quoting.mode == "needed" { // one field that needs its quotes
		pair = gen.Pick(r, lexicon.Cities()) + delimiter.mark + " " + gen.Pick(r, lexicon.Cities())
		table[rows][width-1] = pair
		listed = " One field reads: " + pair
	}
	var lines []string
	for _, row := range table {
		for i, cell := range row {
			if quoting.mode == "all" || quoting.mode == "needed" && strings.Contains(cell, delimiter.mark) {
				row[i] = `"` + cell + `"`
			}
		}
		lines = append(lines, strings.Join(row, delimiter.mark))
	}
	checks := []task.Check{rule.Exactly("csv-table", rows, "columns", columns, "delimiter", delimiter.mark, "quoting", quoting.mode), w.mention()}
	if listed != "" {
		checks = append(checks, rule.New("include-phrases", "phrases", []string{pair}))
	}
	q, slots := w.Ask([]string{
		"Reply with CSV only: a header with the columns {columns} and {n} records. Fields are divided by {delimiter}. {quoting} The data belong to {topic}; {name} and the word {thing} occur." + listed,
		"Make up {n} records on {topic} and send them as CSV with {delimiter} as the delimiter and {columns} as column names in the first line. {quoting} Use {name} and the word {thing} among the values." + listed,
		"An import expects CSV whose fields are set apart by {delimiter}. First record: the names {columns}. Then {n} records about {topic}, with {name} and the word {thing} somewhere. {quoting}" + listed,
	}, gen.Slot("n", rows), gen.Fixed("columns", strings.Join(columns, ", ")), gen.Fixed("delimiter", delimiter.name), gen.Fixed("quoting", quoting.said))
	return item(q, slots, fmt.Sprintf("One header and %d records of %d fields.", rows, width), strings.Join(lines, "\n"), checks...)
}

// tagWrappedFields asks for a letter whose parts stand in tags. Difficulty adds
// tags and, from 3 on, nesting.
func tagWrappedFields(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	names := gen.Sample(r, []string{"title", "greeting", "body", "closing", "note", "summary", "warning", "advice", "source"}, gen.Of(d, 3, 4, 5, 6, 8))
	inner := gen.Of(d, 0, 0, 2, 3, 4) // of the tags, so many stand inside the first
	parents := map[string]string{}
	var b strings.Builder
	b.WriteString("<" + names[0] + ">" + w.Opening(8))
	for _, name := range names[1 : inner+1] {
		parents[name] = names[0]
		b.WriteString("\n<" + name + ">" + w.Plain(5, 8) + "</" + name + ">")
	}
	b.WriteString("</" + names[0] + ">")
	parents[names[0]] = ""
	for _, name := range names[inner+1:] {
		parents[name] = ""
		b.WriteString("\n<" + name + ">" + w.Plain(5, 8) + "</" + name + ">")
	}
	words := len(strings.Fields(stripTags(b.String())))
	nesting := " No tag stands inside another."
	if inner > 0 {
		nesting = " Directly inside " + names[0] + " stand " + join(names[1:inner+1]) + "; the other tags stand outside of all."
	}
	least := words - r.IntN(5)
	q, slots := w.Ask([]string{
		"Write a text about {topic} whose parts are wrapped in tags of the form <name>…</name>. Use each of these tags exactly once and none beside them: {tags}." + nesting + " Nothing stands outside the tags. Mention {name} and the word {thing}; the text without the tags has {n} words or more.",
		"Tags: {tags}. Each occurs once, opened as <name> and closed as </name>, and holds some text on {topic}." + nesting + " There is no text outside, {name} and the word {thing} occur, and not counting the tags there are at least {n} words.",
		"On {topic}: fill the tags {tags} (written <name>…</name>, once each, no others)." + nesting + " Leave nothing unwrapped, use {name} and the word {thing}, and write no fewer than {n} words inside the tags.",
	}, gen.Fixed("tags", strings.Join(names, ", ")), gen.Slot("n", least))
	return item(q, slots, "Every tag that opens is closed before the one around it.", b.String(),
		rule.New("tags", "tags", names, "parents", parents, "only", true), rule.AtLeast("words", least+2*len(names)), w.mention())
}

func stripTags(s string) string {
	var b strings.Builder
	inside := false
	for _, c := range s {
		switch {
		case c == '<':
			inside = true
			b.WriteByte(' ')
		case c == '>':
			inside = false
		case !inside:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// highlightsPlaceholders asks for a template text with exact numbers of
// *highlights* and [placeholders]. Difficulty adds both, and sentences.
func highlightsPlaceholders(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	counts := numbersUpTo(r, 2, gen.Of(d, 3, 4, 5, 7, 9))
	k, p := counts[0], counts[1]
	n := max(k, p) + gen.Of(d, 1, 1, 2, 2, 3)
	sentences := []string{w.Opening(8)}
	for i := range n - 1 {
		s := w.Composer.Compose(gen.Between(r, 7, 10), lexicon.Wish{Thing: gen.Pick(r, w.Scene.Things)})
		if i < k {
			s.Words[s.Thing] = "*" + s.Words[s.Thing] + "*"
		}
		text := s.String()
		if i < p {
			text = strings.TrimSuffix(text, ".") + " with [" + gen.Pick(r, []string{"name", "date", "place", "number", "colour", "reason"}) + "]."
		}
		sentences = append(sentences, text)
	}
	q, slots := w.Ask([]string{
		"Write a template text of {n} sentences about {topic}. Exactly {k} words or phrases are highlighted with single asterisks, *like this*, and exactly {p} gaps are marked by a word in square brackets, [like this]. Mention {name} and the word {thing}.",
		"A form letter on {topic}: {n} sentences, {k} highlights between single asterisks, {p} placeholders in square brackets, each with a word in it. {name} and the word {thing} appear.",
		"With {name} and the word {thing}, describe {topic} in {n} sentences. Put asterisks around {k} words (*so*) and leave {p} blanks to be filled in, written as [so].",
	}, gen.Slot("n", n), gen.Slot("k", k), gen.Slot("p", p))
	return closed(q, slots, fmt.Sprintf("%d highlights and %d placeholders in %d sentences.", k, p, n), strings.Join(sentences, " "),
		rule.Exactly("sentences", n), rule.Exactly("highlights", k), rule.Exactly("placeholders", p), w.mention())
}
