package grade

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindString, Version: 1, Decide: decideString,
		Doc: "the same text or an accepted spelling; case, quotes, blanks and a final full stop are forgiven unless the answer says exact"})
	Register(Grader{Kind: task.KindChoice, Version: 1, Decide: decideChoice,
		Doc: "the letter, alone or with its option's text, or the text of exactly one option; several letters only where several are asked"})
}

func decideString(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	accepted := a.Accept
	if a.Value != "" || len(accepted) == 0 {
		accepted = append([]string{a.Value}, accepted...)
	}
	normal := func(s string) string {
		switch {
		case a.Exact:
			return strings.TrimSpace(s)
		case a.CaseSensitive:
			return strings.Join(strings.Fields(plain(s)), " ")
		}
		return fold(s)
	}
	got := normal(text)
	for _, want := range accepted {
		if got == normal(want) {
			return right()
		}
	}
	return wrong("%s is not %s", shorten(text), shorten(accepted[0]))
}

var (
	letterThenText = regexp.MustCompile(`^(?i:option|choice|answer)?\s*[(\[]?([A-Za-z])[)\].:]*(?:\s*[-:.]?\s+(.*))?$`)
	letterList     = regexp.MustCompile(`^[(\[{]?\s*[(]?[A-Za-z][)]?(?:\s*(?:,|;|and|&)\s*(?:and\s+)?[(]?[A-Za-z][)]?)+\s*[)\]}]?$`)
)

func decideChoice(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	want := letters(a.Value)
	if len(want) == 0 {
		return undecided("the reference %s names no letter", shorten(a.Value))
	}
	got, reason := chosen(a.Options, text)
	if reason != "" {
		return wrong("%s", reason)
	}
	if !slices.Equal(got, want) {
		return wrong("chose %s, not %s", string(got), string(want))
	}
	return right()
}

// chosen reads the letters that a response picks, sorted.
func chosen(options []string, text string) ([]rune, string) {
	s := strings.Join(strings.Fields(plain(text)), " ")
	if letterList.MatchString(s) {
		return letters(strings.ReplaceAll(strings.ReplaceAll(s, "and", ","), "&", ",")), ""
	}
	// An option's own text decides before a letter is read out of it: "A" may
	// be the beginning of "A good answer".
	if i := optionWithText(options, s); i >= 0 {
		return []rune{rune('A' + i)}, ""
	}
	m := letterThenText.FindStringSubmatch(s)
	if m == nil {
		return nil, shorten(text) + " names no option"
	}
	letter := unicode.ToUpper(rune(m[1][0]))
	i := int(letter - 'A')
	if m[2] != "" {
		if i >= len(options) || !strings.HasPrefix(fold(m[2]), fold(options[i])) && !strings.HasPrefix(fold(options[i]), fold(m[2])) {
			return nil, shorten(text) + " names a letter and a text that do not belong together"
		}
	}
	if len(options) > 0 && i >= len(options) {
		return nil, shorten(text) + " is beyond the options"
	}
	return []rune{letter}, ""
}

// optionWithText is the index of the only option with this text, else -1.
func optionWithText(options []string, s string) int {
	found := -1
	for i, o := range options {
		if fold(o) != fold(s) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// letters lists the single letters of a text, upper-cased, sorted, each once.
func letters(s string) []rune {
	var out []rune
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if r := []rune(strings.ToUpper(f)); len(r) == 1 {
			out = append(out, r[0])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
