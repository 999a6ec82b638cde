package latex

import (
	"strings"
)

// Options of Extract. The zero value looks for every kind of answer.
type Options struct {
	// MaxText is how many bytes are looked at, from the end; 0 means DefaultMaxText.
	MaxText int
	// MathOnly leaves out numbers and words of running text: an answer must
	// then be marked or stand in a mathematical environment.
	MathOnly bool
}

// DefaultMaxText bounds the text that Extract looks at: 1 MiB.
const DefaultMaxText = 1 << 20

// The anchors that Extract reports, strongest first.
const (
	AnchorTag    = "answer-tag" // <answer>…</answer>
	AnchorBox    = "boxed"      // \boxed{…}; as strong as the next, the later one counts
	AnchorFinal  = "final"      // "Final answer: …", "the final answer is …"
	AnchorPhrase = "phrase"     // "answer: …", "the answer is …"
	AnchorWhole  = "whole"      // the whole text, as it is short
	AnchorBold   = "bold"       // **…**
	AnchorMath   = "math"       // the last mathematical environment
	AnchorNumber = "number"     // the last number in running text
	AnchorLine   = "line"       // the last line
)

// Extract finds the part of a response that is meant as its answer, and the
// kind of anchor that marked it. The strongest kind present decides, and of that
// kind the last one. Nothing falls through to a weaker kind: what a strong
// anchor marks is the answer even if it cannot be read. Inside <answer> tags the
// same search is made again.
func Extract(response string, o Options) (candidate string, found bool, anchor string) {
	limit := o.MaxText
	if limit <= 0 {
		limit = DefaultMaxText
	}
	if len(response) > limit {
		response = response[len(response)-limit:]
	}
	text := afterThinking(response)
	if inner, ok := lastTag(text); ok {
		candidate, found, _ = extract(inner, o)
		return candidate, found, AnchorTag
	}
	return extract(text, o)
}

func extract(text string, o Options) (candidate string, found bool, anchor string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", false, ""
	}
	phrase, phraseAt, final := lastPhrase(text)
	box, boxAt := lastBoxes(text)
	if boxAt >= 0 && !(final && phraseAt > boxAt && statesMath(phrase)) {
		return box, strings.TrimSpace(box) != "", AnchorBox
	}
	if phraseAt >= 0 {
		if final {
			return phrase, phrase != "", AnchorFinal
		}
		return phrase, phrase != "", AnchorPhrase
	}
	if isShort(text) {
		return text, true, AnchorWhole
	}
	return lastDisplayed(text, o)
}

// statesMath reports whether a final statement holds an answer, rather than
// pointing at the box above it.
func statesMath(s string) bool { return hasDigit(s) || strings.ContainsAny(s, `$\`) }

// lastDisplayed is the last bold, mathematical or numerical part of running text.
func lastDisplayed(text string, o Options) (candidate string, found bool, anchor string) {
	if c, ok := lastBold(text); ok {
		return c, true, AnchorBold
	}
	envs := environments(text)
	math, mathEnd := lastGroup(text, envs)
	if o.MathOnly {
		return math, math != "", AnchorMath
	}
	number, at := lastNumber(text, envs)
	switch {
	case number != "" && at >= mathEnd:
		return number, true, AnchorNumber
	case math != "":
		return math, true, AnchorMath
	}
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return line, line != "", AnchorLine
}

// afterThinking is the text behind the last closed block of thoughts.
func afterThinking(s string) string {
	for _, tag := range []string{"</think>", "</thinking>"} {
		if i := strings.LastIndex(s, tag); i >= 0 {
			s = s[i+len(tag):]
		}
	}
	return s
}

// lastTag is the content of the last <answer>…</answer>; a tag left open takes
// the rest of the text.
func lastTag(s string) (string, bool) {
	if strings.IndexByte(s, '<') < 0 {
		return "", false
	}
	lower := toLower(s)
	i := strings.LastIndex(lower, "<answer>")
	if i < 0 {
		return "", false
	}
	i += len("<answer>")
	if n := strings.Index(lower[i:], "</answer>"); n >= 0 {
		return s[i : i+n], true
	}
	return s[i:], true
}

// shortText is how long a text without prose may be to count as an answer as it stands.
const shortText = 400

// isShort reports whether a text is nothing but its answer: mathematics with at
// most a few words beside it.
func isShort(s string) bool {
	if len(s) > shortText || strings.Count(s, "\n") > 4 {
		return false
	}
	if strings.Contains(s, `\begin{`) && strings.HasPrefix(s, `\begin{`) {
		return true
	}
	if strings.Contains(s, "**") && strings.ContainsAny(s, " \n") {
		return false
	}
	running := 0
	for w := range proseOf(s) {
		if introduces(w) {
			return false
		}
		running++
	}
	if running > 0 && strings.Contains(s, "\n") {
		return false
	}
	return running <= 3 || running <= 6 && !hasDigit(s) && !strings.Contains(s, "$")
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// introduces reports whether a word belongs to a sentence about an answer.
func introduces(w string) bool {
	switch w {
	case "is", "are", "the", "therefore", "thus", "hence", "so", "answer", "solution", "we", "find", "it", "this", "that", "here", "get",
		"equals", "which", "because", "since", "then", "matrix", "number", "not":
		return true
	}
	return false
}

// proseOf yields the words of running text outside commands and environments, in
// lower case, with at least two letters.
func proseOf(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		dollars := false
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c == '\\':
				for i+1 < len(s) && isLetter(s[i+1]) {
					i++
				}
				if i+1 < len(s) && s[i] == '\\' {
					i++
				}
			case c == '$':
				dollars = !dollars
			case isLetter(c) && !dollars:
				j := i
				for j < len(s) && isLetter(s[j]) {
					j++
				}
				w := toLower(s[i:j])
				if _, known := words[w]; !known && !isUnitWord(w) && j-i > 1 && (isProse(s[i:j]) || introduces(w)) {
					if !yield(w) {
						return
					}
				}
				i = j - 1
			}
		}
	}
}
