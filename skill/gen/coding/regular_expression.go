package coding

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// piece is a part of a pattern with a way to draw a text that it matches.
type piece struct {
	pattern string
	draw    func(r *rand.Rand) string
}

// patternPiece draws a part: a literal, a class with a quantifier, an optional
// part, an alternation or (from depth 1 on) a repeated group.
func patternPiece(r *rand.Rand, depth int) piece {
	letter := func() string { return string(rune('a' + r.IntN(5))) }
	switch r.IntN(5 + depth) {
	case 0:
		text := letter() + letter()
		return piece{text, func(*rand.Rand) string { return text }}
	case 1:
		class := gen.Pick(r, [][2]string{{"[ab]", "ab"}, {"[c-e]", "cde"}, {`\d`, "0123456789"}, {"[^a-c]", "de"}, {"[0-4]", "01234"}, {"[a-d]", "abcd"}})
		lo, more := gen.Between(r, 1, 2), gen.Between(r, 1, 2)
		return piece{fmt.Sprintf("%s{%d,%d}", class[0], lo, lo+more), func(r *rand.Rand) string { return drawFrom(r, class[1], gen.Between(r, lo, lo+more)) }}
	case 2:
		text := letter()
		return piece{text + "?", func(r *rand.Rand) string { return strings.Repeat(text, r.IntN(2)) }}
	case 3:
		text := letter()
		return piece{text + "+", func(r *rand.Rand) string { return strings.Repeat(text, gen.Between(r, 1, 3)) }}
	case 4:
		x, y := letter()+letter(), letter()
		return piece{"(" + x + "|" + y + ")", func(r *rand.Rand) string { return gen.Pick(r, []string{x, y}) }}
	}
	x, y := patternPiece(r, depth-1), patternPiece(r, depth-1)
	mark := gen.Pick(r, []string{"*", "{2}", "+"})
	return piece{"(" + x.pattern + y.pattern + ")" + mark, func(r *rand.Rand) string {
		n := gen.Between(r, 1, 2)
		if mark == "{2}" {
			n = 2
		} else if mark == "*" {
			n = r.IntN(3)
		}
		out := ""
		for range n {
			out += x.draw(r) + y.draw(r)
		}
		return out
	}}
}

func drawFrom(r *rand.Rand, letters string, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return string(out)
}

// spoiled changes a text in one place, which may or may not break the match.
func spoiled(r *rand.Rand, text string) string {
	at := r.IntN(len(text))
	switch r.IntN(4) {
	case 0:
		return text[:at] + text[at+1:]
	case 1:
		return text[:at] + drawFrom(r, "abcde01", 1) + text[at:]
	case 2:
		return text[:at] + drawFrom(r, "abcde05", 1) + text[at+1:]
	}
	return text[:at] + text[at:at+1] + text[at:]
}

// candidates are up to n different texts: one that matches for sure, others
// drawn from the pattern, and near misses of the first.
func candidates(r *rand.Rand, parts []piece, n int) []string {
	draw := func() string {
		out := ""
		for _, p := range parts {
			out += p.draw(r)
		}
		return out
	}
	sure := draw()
	for sure == "" { // all parts optional: the next draw is non-empty sooner or later
		sure = draw()
	}
	texts := []string{sure}
	for tries := 0; len(texts) < n && tries < 200; tries++ {
		next := draw()
		if tries%3 > 0 || next == "" {
			next = spoiled(r, sure)
		}
		if next != "" && len(next) < len(sure)+6 && !slices.Contains(texts, next) {
			texts = append(texts, next)
		}
	}
	r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	return texts
}

// regularExpressionMatchPrediction asks which strings match as a whole.
// Difficulty is the number of parts, repeated groups and near misses.
func regularExpressionMatchPrediction(r *rand.Rand, d gen.Difficulty) task.Item {
	var parts []piece
	pattern := ""
	for range gen.Of(d, 3, 4, 4, 5, 6) {
		p := patternPiece(r, gen.Of(d, 0, 0, 1, 1, 2))
		parts, pattern = append(parts, p), pattern+p.pattern
	}
	whole := regexp.MustCompile("^(?:" + pattern + ")$")
	texts := candidates(r, parts, gen.Of(d, 5, 5, 6, 7, 8))
	var right []string
	var why []string
	for _, t := range texts {
		if whole.MatchString(t) {
			right = append(right, t)
			why = append(why, t+" matches")
			continue
		}
		why = append(why, t+" does not")
	}
	question, _ := gen.Ask(r, []string{
		"A field is validated with the regular expression `{pattern}`, which must match the whole text. Which of these entries pass: {texts}? Give the set of those that do.",
		"Consider the strings {texts}. List those that the pattern `{pattern}` matches from the first to the last character, in any order, as a set in braces.",
		"In Python, re.fullmatch(r\"{pattern}\", s) is evaluated for each s in {texts}. For which s is the result a match? Answer with the set of strings.",
	}, gen.Fixed("pattern", pattern), gen.Fixed("texts", strings.Join(texts, ", ")))
	answer := task.Set(task.Strings(right)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The parts of the pattern have to use up each string completely, in order: %s.", strings.Join(why, ", ")), answer)}
}
