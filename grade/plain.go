package grade

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

var plainReplacer = strings.NewReplacer(
	"−", "-", "–", "-", "—", "-", "‐", "-", "‑", "-", // dashes to one
	"“", `"`, "”", `"`, "„", `"`, "’", "'", "‘", "'", "`", "'",
	"\u00a0", " ", "\u2009", " ", "\u202f", " ", "\u200b", "", "\ufeff", "",
)

// plain removes what only decorates an answer: mathematical delimiters, bold
// and code marks, outer quotes, a final full stop; it folds dashes, quotes and
// blanks to their simple forms. Case and inner punctuation stay.
func plain(s string) string {
	s = plainReplacer.Replace(norm.NFKC.String(s))
	for {
		before := s
		s = strings.TrimSpace(s)
		s = strings.TrimSuffix(s, ".")
		for _, pair := range [][2]string{
			{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}, {"**", "**"}, {"__", "__"}, {"*", "*"},
			{`"`, `"`}, {"'", "'"}, {`\boxed{`, "}"}, {`\text{`, "}"}, {`\textbf{`, "}"}, {`\mathrm{`, "}"},
		} {
			if inner, ok := unwrap(s, pair[0], pair[1]); ok {
				s = inner
			}
		}
		if s == before {
			return s
		}
	}
}

func unwrap(s, open, end string) (string, bool) {
	if len(s) < len(open)+len(end) || !strings.HasPrefix(s, open) || !strings.HasSuffix(s, end) {
		return s, false
	}
	inner := s[len(open) : len(s)-len(end)]
	if open == end && strings.Contains(inner, open) || end == "}" && strings.ContainsAny(inner, "{}") {
		return s, false
	}
	return inner, true
}

// fold is plain with case and runs of blanks folded, for comparing texts.
func fold(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(plain(s)), " "))
}

var fence = regexp.MustCompile("(?s)```[a-zA-Z]*\\s*\n(.*?)\n?```")

// unfence takes the content of the last code fence, where data answers stand in one.
func unfence(s string) string {
	all := fence.FindAllStringSubmatch(s, -1)
	if len(all) == 0 {
		return s
	}
	return all[len(all)-1][1]
}
