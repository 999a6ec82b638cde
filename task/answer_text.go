package task

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Text is the canonical way to write the answer in a response. Kinds that are
// not one value (code, plans, constraints, rubrics) have none and give "".
func (a Answer) Text() string {
	switch a.Kind {
	case KindDecimal:
		if a.Unit != "" {
			return a.Value + " " + a.Unit
		}
		return a.Value
	case KindList, KindSet:
		if slices.ContainsFunc(a.Items, needsEscapes) { // which only JSON has
			return jsonText(a.plain())
		}
		if a.Kind == KindSet {
			return "{" + a.joined() + "}"
		}
		return "[" + a.joined() + "]"
	case KindMapping:
		return jsonText(a.plain())
	case KindTable:
		return markdownTable(a.Columns, a.Rows)
	}
	return a.Value
}

func (a Answer) joined() string {
	texts := make([]string, len(a.Items))
	for i, it := range a.Items {
		texts[i] = it.Text()
		if it.Kind == KindString && needsQuotes(texts[i]) {
			texts[i] = jsonText(texts[i])
		}
	}
	return strings.Join(texts, ", ")
}

// needsQuotes says whether a text as an element would read as several or none.
func needsQuotes(s string) bool {
	return s == "" || strings.TrimSpace(s) != s || strings.ContainsAny(s, ",;[]{}\"\n")
}

// needsEscapes says whether an element is a text whose quotes would need escapes
// or that holds brackets, which readers of plain lists count.
func needsEscapes(a Answer) bool {
	return a.Kind == KindString && needsQuotes(a.Value) && strings.ContainsAny(a.Value, "[]{}\"\\\n")
}

// plain is the answer as JSON data: nested mappings stay objects.
func (a Answer) plain() any {
	switch a.Kind {
	case KindMapping:
		out := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(a.Fields)) {
			out[name] = a.Fields[name].plain()
		}
		return out
	case KindList, KindSet:
		out := make([]any, len(a.Items))
		for i, it := range a.Items {
			out[i] = it.plain()
		}
		return out
	case KindInteger:
		if json.Valid([]byte(a.Value)) { // "+7" and "007" are no JSON
			return json.Number(a.Value)
		}
	}
	return a.Text()
}

func jsonText(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return ""
	}
	return strings.TrimSpace(b.String())
}

func markdownTable(columns []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + strings.NewReplacer("|", `\|`, "\n", " ").Replace(c) + " |")
		}
		b.WriteString("\n")
	}
	line(columns)
	b.WriteString("|" + strings.Repeat(" --- |", len(columns)) + "\n")
	for _, row := range rows {
		line(row)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
