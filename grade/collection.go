package grade

import (
	"context"
	"encoding/json"
	"strings"

	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindList, Version: 1, Decide: decideList,
		Doc: "the same elements in order, as a JSON array, a bracketed or comma-separated list or one a line"})
	Register(Grader{Kind: task.KindSet, Version: 1, Decide: decideSet,
		Doc: "the same elements in any order, each as often"})
	Register(Grader{Kind: task.KindMapping, Version: 1, Decide: decideMapping,
		Doc: "exactly the named entries, as a JSON object, name: value lines or a Markdown table"})
}

const maxElements = 4096

func decideList(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	got, reason := elements(text, len(a.Items))
	if reason != "" {
		return wrong("%s", reason)
	}
	if len(got) != len(a.Items) {
		return wrong("%d elements, not %d", len(got), len(a.Items))
	}
	agree := 0
	first := ""
	for i, item := range a.Items {
		v := decideElement(ctx, item, got[i], env)
		if v.Status == task.Undecided {
			return v
		}
		if v.Score == 1 {
			agree++
		} else if first == "" {
			first = v.Reason
		}
	}
	return shareVerdict(agree, len(a.Items), first)
}

func decideSet(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	got, reason := elements(text, len(a.Items))
	if reason != "" {
		return wrong("%s", reason)
	}
	if len(got) != len(a.Items) {
		return wrong("%d elements, not %d", len(got), len(a.Items))
	}
	used := make([]bool, len(got))
	agree := 0
	for _, item := range a.Items {
		for i, g := range got {
			if used[i] {
				continue
			}
			v := decideElement(ctx, item, g, env)
			if v.Status == task.Undecided {
				return v
			}
			if v.Score == 1 {
				used[i] = true
				agree++
				break
			}
		}
	}
	return shareVerdict(agree, len(a.Items), "the elements differ")
}

// decideElement grades a part of an answer by the grader of its own kind.
func decideElement(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	g, ok := graders[a.Kind]
	if !ok {
		return undecided("no grader for answers of kind %q", a.Kind)
	}
	return g.Decide(ctx, a, text, env)
}

func shareVerdict(agree, all int, reason string) Verdict {
	v := right()
	if agree < all {
		v = wrong("%s", reason)
	}
	if all > 0 {
		v.Parts = map[string]float64{"share": float64(agree) / float64(all)}
	}
	return v
}

// elements splits a response into the texts of a list's elements.
func elements(text string, expect int) ([]string, string) {
	s := strings.TrimSpace(unfence(text))
	if got, ok := jsonArray(s); ok {
		return got, ""
	}
	s = listBody(s)
	if s == "" {
		return nil, ""
	}
	separators := []string{";", "\n", ","}
	if expect > 1 && len(splitOutside(s, "\n")) == 1 && len(splitOutside(s, ",")) == 1 && len(splitOutside(s, ";")) == 1 {
		separators = []string{" and ", "|", " "}
	}
	for _, sep := range separators {
		parts := splitOutside(s, sep)
		if len(parts) == 1 {
			continue
		}
		if len(parts) > maxElements {
			return nil, "the list has too many elements"
		}
		return cleanElements(parts, sep), ""
	}
	return []string{s}, ""
}

// jsonArray reads a JSON array; elements keep their own JSON when they are no texts.
func jsonArray(s string) ([]string, bool) {
	var raw []json.RawMessage
	if len(s) == 0 || s[0] != '[' || json.Unmarshal([]byte(s), &raw) != nil || len(raw) > maxElements {
		return nil, false
	}
	out := make([]string, len(raw))
	for i, r := range raw {
		out[i] = jsonScalar(r)
	}
	return out, true
}

func jsonScalar(r json.RawMessage) string {
	var s string
	if json.Unmarshal(r, &s) == nil {
		return s
	}
	return string(r)
}

// listBody strips what encloses a list: mathematical delimiters and one pair of
// brackets that belongs together.
func listBody(s string) string {
	s = plain(strings.NewReplacer(`\left`, "", `\right`, "", `\{`, "{", `\}`, "}", `\langle`, "(", `\rangle`, ")").Replace(s))
	for _, pair := range []string{"[]", "{}", "()"} {
		if len(s) >= 2 && s[0] == pair[0] && s[len(s)-1] == pair[1] && closesAtEnd(s) {
			return strings.TrimSpace(s[1 : len(s)-1])
		}
	}
	return s
}

// closesAtEnd says whether the bracket that opens s is closed by its last byte.
func closesAtEnd(s string) bool {
	depth, quoted := 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[', c == '{', c == '(':
			depth++
		case c == ']', c == '}', c == ')':
			if depth--; depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// splitOutside splits at separators that stand outside brackets and quotes.
func splitOutside(s, sep string) []string {
	var parts []string
	depth, last := 0, 0
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[', c == '{', c == '(':
			depth++
		case c == ']', c == '}', c == ')':
			depth--
		}
		if depth <= 0 && !quoted && strings.HasPrefix(s[i:], sep) {
			parts = append(parts, s[last:i])
			last = i + len(sep)
			i = last - 1
		}
	}
	return append(parts, s[last:])
}

// cleanElements trims list marks, a leading "and" and empty pieces.
func cleanElements(parts []string, sep string) []string {
	out := parts[:0]
	for _, p := range parts {
		p = strings.TrimSpace(p)
		if sep == "\n" {
			p = strings.TrimSpace(stripMark(p))
			p = strings.TrimSuffix(p, ",")
		}
		p = strings.TrimPrefix(p, "and ")
		if p == "" {
			continue
		}
		if quoted, ok := unwrap(p, `"`, `"`); ok {
			p = quoted
		}
		out = append(out, p)
	}
	return out
}

// stripMark removes a bullet or number in front of a line.
func stripMark(line string) string {
	t := strings.TrimLeft(line, "-*•+ \t")
	if t != line {
		return t
	}
	digits := strings.TrimLeft(line, "0123456789")
	if len(digits) < len(line) && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")) {
		return digits[2:]
	}
	return line
}
