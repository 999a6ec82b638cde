package program

import (
	"regexp"
	"strings"
)

// Extract finds the code of a response: of the complete fenced blocks in the
// wanted language (or without a language) the last, and among them the last
// that defines entry where entry is given; without a complete block the
// unfinished one; without any fence the whole text if it looks like code.
// Text before the end of a <think> element does not count.
func Extract(response, lang, entry string) (source string, ok bool) {
	l, err := lookup(lang)
	if err != nil {
		return "", false
	}
	if !identifier.MatchString(entry) {
		entry = ""
	}
	if at := strings.LastIndex(response, "</think>"); at >= 0 {
		response = response[at+len("</think>"):]
	}
	blocks, fenced := fences(response)
	for _, complete := range []bool{true, false} {
		for _, tagged := range []bool{true, false} {
			if source, ok := last(blocks, l, entry, complete, tagged); ok {
				return source, true
			}
		}
	}
	if fenced || !l.code.MatchString(response) {
		return "", false
	}
	return response, true
}

var identifier = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)

// fence is a fenced block of Markdown.
type fence struct {
	tag      string
	text     string
	complete bool
}

var fenceLine = regexp.MustCompile("^\\s*(`{3,}|~{3,})\\s*([\\w+#.-]*)[^`]*$")

// fences splits a text into its fenced blocks.
func fences(text string) (blocks []fence, any bool) {
	var open *fence
	var mark string
	var body strings.Builder
	for line := range strings.Lines(text) {
		m := fenceLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		switch {
		case m == nil || open != nil && (m[1][0] != mark[0] || len(m[1]) < len(mark)):
			if open != nil {
				body.WriteString(line)
			}
		case open == nil:
			open, mark = &fence{tag: strings.ToLower(m[2])}, m[1]
			body.Reset()
		case m[2] == "":
			open.text, open.complete = body.String(), true
			blocks, open = append(blocks, *open), nil
		default: // a tag inside a block: the last one was never closed
			open.text = body.String()
			blocks = append(blocks, *open)
			open, mark = &fence{tag: strings.ToLower(m[2])}, m[1]
			body.Reset()
		}
	}
	if open != nil {
		open.text = body.String()
		blocks = append(blocks, *open)
	}
	return blocks, len(blocks) > 0
}

// last is the last block of a class, those that define the entry first.
func last(blocks []fence, l language, entry string, complete, tagged bool) (string, bool) {
	define := regexp.MustCompile(strings.ReplaceAll(l.define, "%s", regexp.QuoteMeta(entry)))
	found, defined := "", false
	ok := false
	for _, b := range blocks {
		right := !tagged && b.tag == ""
		for _, t := range l.tags {
			right = right || tagged && b.tag == t
		}
		if !right || b.complete != complete || strings.TrimSpace(b.text) == "" {
			continue
		}
		defines := entry != "" && define.MatchString(b.text)
		if defines || !defined {
			found, ok = b.text, true
		}
		defined = defined || defines
	}
	return found, ok
}
