package grade

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"segue/task"
)

// decideMapping wants every entry of the answer and no other: an unknown or a
// doubled name is wrong. A logic grid is a mapping of mappings and may be
// written as a table whose first column names the rows.
func decideMapping(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	got, reason := entries(text)
	if reason != "" {
		return wrong("%s", reason)
	}
	cells, agree, first := 0, 0, ""
	names := map[string]string{}
	for name := range a.Fields {
		names[entryName(name)] = name
	}
	for name := range got {
		if _, known := names[name]; !known {
			return wrong("no entry %s is asked", shorten(name))
		}
	}
	for key, name := range names {
		field := a.Fields[name]
		value, ok := got[key]
		n := max(1, len(field.Fields))
		cells += n
		if !ok {
			first = "the entry " + shorten(name) + " is missing"
			continue
		}
		v := decideElement(ctx, field, value, env)
		switch {
		case v.Status == task.Undecided:
			return v
		case v.Score == 1:
			agree += n
		default:
			agree += int(v.Parts["share"]*float64(n) + 0.5)
			if first == "" || shorten(name) < first {
				first = "entry " + shorten(name) + ": " + v.Reason
			}
		}
	}
	return shareVerdict(agree, cells, first)
}

// entryName folds a name: case, blanks, underscores and dashes do not count.
func entryName(s string) string {
	return strings.Join(strings.FieldsFunc(fold(s), func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), " ")
}

// entries reads name → value from a JSON object, a Markdown table or lines.
func entries(text string) (map[string]string, string) {
	s := strings.TrimSpace(unfence(text))
	if open, end := strings.IndexByte(s, '{'), strings.LastIndexByte(s, '}'); open >= 0 && end > open {
		if got, reason, ok := jsonEntries(s[open : end+1]); ok {
			return got, reason
		}
	}
	if columns, rows, ok := markdownRows(s); ok {
		return tableEntries(columns, rows)
	}
	return lineEntries(s)
}

func jsonEntries(s string) (map[string]string, string, bool) {
	dec := json.NewDecoder(strings.NewReader(s))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, "", false
	}
	got := map[string]string{}
	for dec.More() {
		key, err := dec.Token()
		name, isText := key.(string)
		var value json.RawMessage
		if err != nil || !isText || dec.Decode(&value) != nil {
			return nil, "", false
		}
		if _, twice := got[entryName(name)]; twice {
			return nil, "the entry " + shorten(name) + " is given twice", true
		}
		got[entryName(name)] = jsonScalar(value)
	}
	// A single wrapper object ("solution": {...}) is looked through.
	if len(got) == 1 {
		for _, inner := range got {
			for _, wrapper := range []string{"solution", "answer", "result"} {
				if _, ok := got[wrapper]; ok && strings.HasPrefix(inner, "{") {
					return jsonEntries(inner)
				}
			}
		}
	}
	return got, "", true
}

// tableEntries reads a table whose first column names the entries.
func tableEntries(columns []string, rows [][]string) (map[string]string, string) {
	got := map[string]string{}
	for _, row := range rows {
		name := entryName(row[0])
		if _, twice := got[name]; twice {
			return nil, "the row " + shorten(row[0]) + " is given twice"
		}
		if len(columns) == 2 {
			got[name] = row[1]
			continue
		}
		inner := map[string]string{}
		for i := 1; i < len(columns); i++ {
			inner[columns[i]] = row[i]
		}
		data, err := json.Marshal(inner)
		if err != nil {
			return nil, "the table cannot be read"
		}
		got[name] = string(data)
	}
	return got, ""
}

var entryLine = regexp.MustCompile(`^\s*(?:[-*•]\s+|\d+[.)]\s+)?[*_"]*([^:=\n]{1,120}?)[*_"]*\s*(?::|=|→|->)\s*[*_]*(.+?)[*_,]*\s*$`)

// lineEntries reads "name: value" lines; one line may hold several entries
// separated by semicolons or commas.
func lineEntries(s string) (map[string]string, string) {
	got := map[string]string{}
	var pieces []string
	for line := range strings.SplitSeq(s, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		pieces = append(pieces, linePieces(line)...)
	}
	for _, piece := range pieces {
		m := entryLine.FindStringSubmatch(piece)
		if m == nil {
			continue
		}
		name := entryName(m[1])
		if _, twice := got[name]; twice {
			return nil, "the entry " + shorten(m[1]) + " is given twice"
		}
		got[name] = m[2]
	}
	if len(got) == 0 {
		return nil, shorten(s) + " holds no name: value entries"
	}
	return got, ""
}

// linePieces splits a line of several entries, but leaves "House 1: a=b, c=d"
// whole: there the commas belong to the value.
func linePieces(line string) []string {
	for _, sep := range []string{";", ","} {
		parts := splitOutside(line, sep)
		whole := len(parts) > 1
		for _, p := range parts {
			whole = whole && entryLine.MatchString(p)
		}
		if whole && !strings.Contains(parts[0], ":") || whole && strings.Count(line, ":") == len(parts) {
			return parts
		}
	}
	return []string{line}
}
