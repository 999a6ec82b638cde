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
	const area = "structured data navigation"
	gen.Register("information_extraction/csv-dialect-parsing", area, "CSV dialect parsing",
		"Give a field of a delimited file with quotes, escapes and line ends in fields.", csvDialect)
	gen.Register("information_extraction/fixed-width-record-slicing", area, "Fixed-width record slicing",
		"Cut a record into fields by column positions and read their values.", fixedWidth)
	gen.Register("information_extraction/key-value-log-to-record", area, "Key-value log to record", "Turn loose key-value text into a normalised record.", looseRecord)
}

// csvDialect asks for one field. Difficulty adds records and traps: delimiters
// in quotes, doubled quotes, line ends in fields, another quote character with
// backslash escapes, comment lines.
func csvDialect(r *rand.Rand, d gen.Difficulty) task.Item {
	delimiter := gen.Pick(r, []string{";", "|", ","})
	quote, escape := `"`, `""`
	rules := []string{fmt.Sprintf("fields are separated by %s and may be quoted with \"", delimiter)}
	if d >= 4 {
		quote, escape = "'", `\'`
		rules[0] = fmt.Sprintf("fields are separated by %s and may be quoted with '", delimiter)
		rules = append(rules, `a backslash before ' means the sign itself`, "a line that starts with # outside of a field is a comment")
	} else if d >= 2 {
		rules = append(rules, `a doubled "" in a quoted field means one "`)
	}
	if d >= 3 {
		rules = append(rules, "a quoted field may hold line ends")
	}
	columns := []string{"no", "item", "remark", "place"}
	lines := []string{strings.Join(columns, delimiter)}
	n := gen.Of(d, 4, 5, 6, 7, 9)
	at, col, value := r.IntN(n), gen.Between(r, 1, 2), ""
	for i := range n {
		fields := []string{fmt.Sprint(i + 1), gen.Pick(r, lexicon.Products()), gen.Pick(r, lexicon.Topics()), gen.Pick(r, lexicon.Cities())}
		for k := 1; k < 3; k++ {
			words := strings.Fields(fields[k] + " " + gen.Pick(r, lexicon.Adjectives()))
			switch r.IntN(gen.Of(d, 2, 3, 4, 4, 4)) {
			case 1:
				words[0] += delimiter
			case 2:
				words[len(words)-1] = quote + words[len(words)-1] + quote
			case 3:
				words[0] += delimiter
				words[1] = quote + words[1] + quote
			}
			fields[k] = strings.Join(words, " ")
			if i == at && k == col {
				value = fields[k]
			}
			quoted := quote + strings.ReplaceAll(fields[k], quote, escape) + quote
			if d >= 3 && r.IntN(3) == 0 && !(i == at && k == col) {
				quoted = strings.Replace(quoted, " ", "\n", 1)
			}
			fields[k] = quoted
		}
		lines = append(lines, strings.Join(fields, delimiter))
		if d >= 4 && r.IntN(4) == 0 {
			lines = append(lines, "# "+strings.Join(fields[:2], delimiter))
		}
	}
	for i := range lines { // a comment holds no line end
		if strings.HasPrefix(lines[i], "#") {
			lines[i] = strings.ReplaceAll(lines[i], "\n", " ")
		}
	}
	question, _ := gen.Ask(r, []string{
		"{data}\n\nIn this file {rules}. What is the content of {column} in record no {n}? Give it without the enclosing quotes, escapes resolved.",
		"The dialect: {rules}. Parse the file and write the field {column} of the record whose no is {n}, exactly as a program would hold it.\n\n{data}",
		"How does the field {column} of record {n} read once quoting is undone? For this export, {rules}.\n\n{data}",
	}, gen.Fixed("data", fence("text", strings.Join(lines, "\n"))), gen.Fixed("rules", gen.Enumerated(rules)), gen.Fixed("column", columns[col]), gen.Fixed("n", at+1))
	answer := task.Answer{Kind: task.KindString, Value: value, Exact: true}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Record %d begins where the first field is %d. Cutting at delimiters outside of quotes, its field %s is the one to unquote.", at+1, at+1, columns[col]), answer)}
}

// fixedWidth asks for the fields of one line. Difficulty adds records and
// fields: padded texts and numbers, then a date without separators, an amount
// with implied decimals, a sign at the end.
func fixedWidth(r *rand.Rand, d gen.Difficulty) task.Item {
	type field struct {
		name, rule string
		width      int
		draw       func() (written, value string)
	}
	amount := func() (string, string) {
		n := gen.Between(r, 105, 99999)
		return fmt.Sprintf("%07d", n), cents(n)
	}
	all := []field{
		{"client", "text, padded with blanks", 12, func() (string, string) { s := gen.Pick(r, lexicon.FamilyNames()); return s, s }},
		{"number", "integer with zeros in front", 6, func() (string, string) {
			n := gen.Between(r, 10, 99999)
			return fmt.Sprintf("%06d", n), fmt.Sprint(n)
		}},
		{"town", "text, padded with blanks", 11, func() (string, string) {
			s := gen.Pick(r, lexicon.Cities())
			return s[:min(11, len(s))], s[:min(11, len(s))]
		}},
		{"date", "YYYYMMDD, to be given as YYYY-MM-DD", 8, func() (string, string) {
			y, m, day := gen.Between(r, 2024, 2033), gen.Between(r, 1, 12), gen.Between(r, 1, 28)
			return fmt.Sprintf("%d%02d%02d", y, m, day), fmt.Sprintf("%d-%02d-%02d", y, m, day)
		}},
		{"amount", "two implied decimals, to be given like 12.50", 7, amount},
		{"balance", "two implied decimals with the sign (+ or -) behind, to be given like -12.50 or 12.50", 8, func() (string, string) {
			written, value := amount()
			if r.IntN(2) == 0 {
				return written + "-", "-" + value
			}
			return written + "+", value
		}},
	}
	used := all[:gen.Of(d, 3, 3, 4, 5, 6)]
	r.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
	var layout, lines []string
	position := 1
	for _, f := range used {
		layout = append(layout, fmt.Sprintf("- %s: columns %d to %d, %s", f.name, position, position+f.width-1, f.rule))
		position += f.width
	}
	n := gen.Of(d, 2, 3, 4, 5, 6)
	at, fields := r.IntN(n), map[string]task.Answer{}
	for i := range n {
		line := ""
		for _, f := range used {
			written, value := f.draw()
			line += written + strings.Repeat(" ", f.width-len(written))
			if i == at {
				fields[f.name] = task.Answer{Kind: task.KindString, Value: value, CaseSensitive: true}
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	question, _ := gen.Ask(r, []string{
		"Layout (columns counted from 1):\n{layout}\n\nRecords:\n\n{data}\n\nRead the {nth} record and answer with a JSON object of texts whose keys are the field names; padding is removed.",
		"A file of fixed-width records comes with this description:\n{layout}\n\nCut line number {n} of it into fields and give them as a JSON object (all values as strings, no padding).\n\n{data}",
		"What does the {nth} line say? First column is 1.\n\n{data}\n\n{layout}\n\nWrite a JSON object from field name to value, values as text without padding.",
	}, gen.Fixed("layout", strings.Join(layout, "\n")), gen.Fixed("data", fence("text", strings.Join(lines, "\n"))), gen.Fixed("nth", append(slices.Clone(ordinalsTo), "sixth")[at]), gen.Fixed("n", at+1))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("The line is cut at the positions of the layout, and each piece is read by its rule.", answer)}
}

// jobFields are what a log line tells of a job, with the kind of value.
var jobFields = []struct{ key, kind string }{
	{"Job Id", "number"}, {"Run Time", "time"}, {"Wait Time", "time"}, {"Node", "name"}, {"Owner", "name"}, {"Queue", "name"},
	{"Region", "name"}, {"Retries", "number"}, {"Batch Size", "number"}, {"Dry Run", "flag"}, {"Keep Files", "flag"},
}

// looseRecord asks for a record with clean keys and values. Difficulty adds
// pairs and ways to write them, repeated keys, units and words for numbers.
func looseRecord(r *rand.Rand, d gen.Difficulty) task.Item {
	keys := gen.Sample(r, jobFields, gen.Of(d, 4, 5, 6, 7, 8))
	fields := map[string]task.Answer{}
	var parts, rules []string
	for i, field := range keys {
		key, n := field.key, gen.Between(r, 2, 59)
		name := strings.ReplaceAll(strings.ToLower(key), " ", "_")
		value := gen.Pick(r, lexicon.Animals())
		written := value
		switch {
		case field.kind == "number":
			value = fmt.Sprint(n)
			written = value
		case field.kind == "time":
			value = fmt.Sprint(60 * n)
			if written = value; d >= 3 {
				written = fmt.Sprintf("%dmin", n)
			}
		case field.kind == "flag":
			value = gen.Pick(r, []string{"true", "false"})
			if written = value; d >= 4 {
				written = map[string]string{"true": "yes", "false": "off"}[value]
			}
		case d >= 2:
			value += " " + gen.Pick(r, lexicon.Colours())
			written = `"` + value + `"`
		}
		forms := []string{"%s=%s", "%s: %s", "%s = %s", "%s->%s", "%s:=%s"}
		if d >= 4 && i%3 == 2 { // an earlier value that is replaced
			parts = append(parts, key+"=pending")
		}
		spelled := gen.Pick(r, []string{key, strings.ToLower(key), strings.ToUpper(key), strings.ReplaceAll(key, " ", "-")}[:gen.Of(d, 2, 3, 4, 4, 4)])
		parts = append(parts, fmt.Sprintf(gen.Pick(r, forms[:gen.Of(d, 2, 3, 3, 4, 5)]), spelled, written))
		fields[name] = task.String(value)
	}
	rules = append(rules, "keys in lower case with _ between words, quotes removed")
	if d >= 3 {
		rules = append(rules, "durations like 3min as seconds")
	}
	if d >= 4 {
		rules = append(rules, "yes/on as true and no/off as false", "the last value where a key is repeated")
	}
	question, _ := gen.Ask(r, []string{
		"{line}\n\nTurn this log line into a JSON object: {rules}.",
		"A parser must bring the following entry into a clean record ({rules}). Write the record as JSON.\n\n{line}",
		"Normalise the pairs below. Wanted is one JSON object; {rules}.\n\n{line}",
	}, gen.Fixed("line", fence("text", "job-runner "+strings.Join(parts, gen.Pick(r, []string{"; ", " | ", ", "})))), gen.Fixed("rules", strings.Join(rules, "; ")))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The line holds %d different keys; each is respelled and its value normalised.", len(keys)), answer)}
}
