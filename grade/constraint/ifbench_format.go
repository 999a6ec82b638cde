package constraint

import (
	"slices"
	"strings"
)

func init() { registerAll(ifbenchFormatChecks) }

var ifbenchFormatChecks = []Check{
	{
		ID: "format:newline", Doc: "has every word on a line of its own; blank lines are free",
		Sample: Sample{"", "One\ntwo.", "One two."},
		Test: func(r string, a Args) (bool, error) {
			r = strip(withoutPunctuation(r))
			lines := 0
			for line := range strings.SplitSeq(r, "\n") {
				if line != "" {
					lines++
				}
			}
			return lines == len(fields(r)), nil
		},
	},
	{
		ID: "format:emoji", Doc: "has an emoji at the end of every sentence, before or after the closing mark", Approx: approxSentences,
		Sample: Sample{"", "It is sunny ☀️. We go out! 😀", "😀 It is sunny."},
		Test:   emojiSentences,
	},
	{
		ID: "format:line_indent", Doc: "indents every line that is not blank by more spaces than the one before",
		Sample: Sample{"", "a\n b\n\n  c", "a\n b\n c"},
		Test: func(r string, a Args) (bool, error) {
			previous := -1
			for line := range strings.SplitSeq(r, "\n") {
				if strip(line) == "" {
					continue
				}
				indent := len(line) - len(strings.TrimLeft(line, " "))
				if indent <= previous {
					a.Note("an indent of %d follows one of %d", indent, previous)
					return false, nil
				}
				previous = indent
			}
			return true, nil
		},
	},
	{
		ID: "format:quote_unquote", Doc: "follows every phrase in straight double quotes by words outside quotes",
		Sample: Sample{"", `"Less is more" says that little suffices.`, `He said "less" "more".`},
		Test: func(r string, a Args) (bool, error) {
			r = strings.Join(fields(strings.ReplaceAll(r, `'"'`, "")), "")
			tail := strings.Trim(r, "0123456789"+strings.ReplaceAll(punctuation, `"`, ""))
			return !strings.Contains(r, `""`) && !strings.HasSuffix(tail, `"`), nil
		},
	},
	{
		ID: "format:list", Doc: "has the list marker at least twice",
		Params: []Param{short("sep", "the marker")},
		Sample: Sample{`{"sep":"..."}`, "... one\n... two", "- one\n- two"},
		Test: func(r string, a Args) (bool, error) {
			return a.compare(strings.Count(r, a.Text("sep")), atLeast, 2), nil
		},
	},
	{
		ID: "format:thesis", Doc: "has a thesis in HTML italics (<i> or <em>) with text behind it",
		Sample: Sample{"", "<i>War is bad.</i> Because of this.", "<i>War is bad.</i>"},
		Test: func(r string, a Args) (bool, error) {
			_, rest, ok := cutEither(r, "<i>", "<em>")
			thesis, text, closed := cutEither(rest, "</i>", "</em>")
			return ok && closed && strip(thesis) != "" && strip(text) != "", nil
		},
	},
	{
		ID: "format:sub-bullets", Doc: "has a sub-bullet - after every bullet *",
		Sample: Sample{"", "* one\n  - more\n* two\n  - more", "* one\n* two\n  - more"},
		Test: func(r string, a Args) (bool, error) {
			parts := strings.Split(r, "*")
			return !slices.ContainsFunc(parts[1:], func(s string) bool { return !strings.Contains(s, "-") }), nil
		},
	},
	{
		ID: "format:no_bullets_bullets", Doc: "has at least two sentences and then, to the end, at least two bullets *", Approx: approxSentences,
		Sample: Sample{"", "It rains. It pours.\n* cats\n* dogs", "It rains.\n* cats\n* dogs"},
		Test:   sentencesThenBullets,
	},
	{
		ID: "format:title_case", Doc: "has no word of the tokenizer that begins in lower case", Approx: approxWords,
		Sample: Sample{"", "A Big Day", "A big Day"},
		Test: func(r string, a Args) (bool, error) {
			words, err := treebankWords(r)
			for _, w := range words {
				first := string(firstRune(w))
				rest := strings.TrimPrefix(w, first)
				if isLower(first) && (rest == "" || isLower(rest) || isUpper(rest)) {
					a.Note("word %.80q begins in lower case", w)
					return false, nil
				}
			}
			return err == nil, err
		},
	},
	{
		ID: "format:output_template", Doc: `has the labels "My Answer:", "My Conclusion:" and "Future Outlook:"`,
		Sample: Sample{"", "My Answer: a My Conclusion: b Future Outlook: c", "My Answer: a"},
		Test: func(r string, a Args) (bool, error) {
			return strings.Contains(r, "My Answer:") && strings.Contains(r, "My Conclusion:") && strings.Contains(r, "Future Outlook:"), nil
		},
	},
	{
		ID: "format:no_whitespace", Doc: "has no white space",
		Sample: Sample{"", "One-two.", "One two."},
		Test:   func(r string, a Args) (bool, error) { return !strings.ContainsFunc(r, isSpace), nil },
	},
}

// emojiSentences looks at the last two characters, as many emoji carry a variation selector, and
// else at the start of the next sentence, where the splitter leaves an emoji after the mark.
func emojiSentences(r string, a Args) (bool, error) {
	sentences, err := punktSentences(r)
	bare := make([][]rune, len(sentences))
	for i, s := range sentences {
		if bare[i] = []rune(strip(withoutPunctuation(s))); len(bare[i]) == 0 {
			return false, err
		}
	}
	for i, s := range bare {
		tail := s[max(0, len(s)-2):]
		if !slices.ContainsFunc(tail, isEmoji) && (i+1 == len(bare) || !isEmoji(bare[i+1][0])) {
			a.Note("sentence %d has no emoji at its end", i+1)
			return false, nil
		}
	}
	return err == nil, err
}

// cutEither cuts at the first of the separators that occurs, in the order given.
func cutEither(s string, separators ...string) (before, after string, found bool) {
	for _, separator := range separators {
		if before, after, found = strings.Cut(s, separator); found {
			return before, after, true
		}
	}
	return s, "", false
}

func sentencesThenBullets(r string, a Args) (bool, error) {
	sentences, bullets := 0, 0
	open := true // whether text may still come: no bullet and no blank line yet
	for line := range strings.SplitSeq(r, "\n") {
		line = strip(line)
		switch {
		case strings.HasPrefix(line, "*"):
			open = false
			bullets++
			if sentences < 2 {
				a.Note("found %d sentences before the bullets", sentences)
				return false, nil
			}
		case !open:
			a.Note("text follows the bullets or a blank line")
			return false, nil
		default:
			found, err := punktSentences(line)
			if err != nil {
				return false, err
			}
			sentences += len(found)
			open = len(found) > 0
		}
	}
	return a.compare(bullets, atLeast, 2), nil
}
