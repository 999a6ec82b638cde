package response

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Lenient finds up to steps steps in a response of any form. It returns a Step
// for each, with Found false for those that the response lacks, and the
// problems it had to forgive. The forms are tried from the most to the least
// explicit, and the first that is present decides:
//
//  1. <answer> elements, numbered by an attribute, by a heading before them or
//     by their order;
//  2. headings ("Step 2:", "### 2.", "**Question 2**"), each section's last
//     stated answer;
//  3. a JSON array or object of answers;
//  4. a numbered list of exactly one line per step;
//  5. for a single step, the whole text.
//
// The last answer given for a step counts.
func Lenient(text string, steps int) ([]Step, []string) {
	var problems []string
	if len(text) > MaxBytes {
		text = strings.ToValidUTF8(text[len(text)-MaxBytes:], "")
		problems = append(problems, fmt.Sprintf("only the last %d bytes were read", MaxBytes))
	}
	text, note := withoutThinking(text)
	problems = appendNote(problems, note)
	for _, read := range []func(string, int) ([]Step, []string, bool){fromElements, fromHeadings, fromJSON, fromNumberedLines} {
		if found, notes, ok := read(text, steps); ok {
			problems = append(problems, notes...)
			return found, append(problems, missing(found)...)
		}
	}
	out := make([]Step, steps)
	if steps == 1 && strings.TrimSpace(text) != "" {
		out[0] = Step{Answer: strings.TrimSpace(text), Found: true}
		return out, append(problems, "no answer is marked; the whole text was taken")
	}
	return out, append(problems, "no steps were found")
}

func appendNote(problems []string, note string) []string {
	if note == "" {
		return problems
	}
	return append(problems, note)
}

func missing(steps []Step) []string {
	var out []string
	for i, s := range steps {
		if !s.Found {
			out = append(out, fmt.Sprintf("step %d has no answer", i+1))
		}
	}
	return out
}

// withoutThinking drops a thinking block. One that never ends is all there is:
// its text is read, since some models answer inside it.
func withoutThinking(s string) (string, string) {
	if i := strings.LastIndex(s, "</think>"); i >= 0 {
		return s[i+len("</think>"):], ""
	}
	if after, ok := strings.CutPrefix(strings.TrimSpace(s), "<think>"); ok {
		return after, "the <think> block is not closed"
	}
	return s, ""
}

var (
	tagPattern     = regexp.MustCompile(`(?i)<(/?)(skill|answer)((?:[\s_#-]|\b)[^<>]{0,40})?>`)
	digitsPattern  = regexp.MustCompile(`\d{1,2}`)
	headingPattern = regexp.MustCompile(`(?im)^[ \t]{0,3}(?:#{1,6}[ \t]*)?(?:[*_]{1,3})?(?:(?:step|question|problem|task|part|q)[ \t]*(?:no\.?|number|#)?[ \t]*(\d{1,2})\b|(?:answer|solution)[ \t]*(?:to|for|of)?[ \t]*(?:step|question|q)?[ \t]*#?(\d{1,2})\b)[^\n]{0,3}`)
	numberedLine   = regexp.MustCompile(`(?m)^[ \t]{0,3}(?:[*_]{1,3})?(\d{1,2})[.):](?:[*_]{1,3})?[ \t]+(\S[^\n]*)$`)
)

// tagged is one element found in a text.
type tagged struct {
	name       string
	number     int // from an attribute (<answer step="2">, <answer_2>), else 0
	content    string
	start, end int
}

// elements lists the skill and answer elements. One that is not closed runs to
// the next tag.
func elements(text string) (found []tagged, unclosed int) {
	tags := tagPattern.FindAllStringSubmatchIndex(text, -1)
	for i := 0; i < len(tags); i++ {
		m := tags[i]
		if text[m[2]:m[3]] == "/" {
			continue
		}
		e := tagged{name: strings.ToLower(text[m[4]:m[5]]), start: m[0]}
		if m[6] >= 0 {
			e.number, _ = strconv.Atoi(digitsPattern.FindString(text[m[6]:m[7]]))
		}
		end := len(text)
		e.end = end
		if i+1 < len(tags) {
			next := tags[i+1]
			end, e.end = next[0], next[0]
			if text[next[2]:next[3]] == "/" && strings.EqualFold(text[next[4]:next[5]], e.name) {
				e.end = next[1]
			} else {
				unclosed++
			}
		} else {
			unclosed++
		}
		e.content = strings.TrimSpace(text[m[1]:end])
		found = append(found, e)
	}
	return found, unclosed
}

// fromElements reads <answer> elements. Each belongs to the step that its
// attribute names, else to the last heading before it, else to its place in the order.
func fromElements(text string, steps int) ([]Step, []string, bool) {
	found, unclosed := elements(text)
	if !slices.ContainsFunc(found, func(e tagged) bool { return e.name == "answer" }) {
		return nil, nil, false
	}
	var notes []string
	if unclosed > 0 {
		notes = append(notes, fmt.Sprintf("%d elements are not closed", unclosed))
	}
	assign := byOrder(found)
	if numbers, ok := byHeading(text, found, steps); ok {
		assign = numbers
	}
	out := make([]Step, steps)
	label := ""
	extra := 0
	for i, e := range found {
		if e.name == "skill" {
			label = e.content
			continue
		}
		n := assign[i]
		if e.number > 0 {
			n = e.number
		}
		if n < 1 || n > steps {
			extra++
			continue
		}
		if out[n-1].Found {
			notes = append(notes, fmt.Sprintf("step %d is answered more than once; the last counts", n))
		}
		out[n-1] = Step{Skill: label, Answer: e.content, Found: true}
		label = ""
	}
	if extra > 0 {
		notes = append(notes, fmt.Sprintf("%d answers belong to no step", extra))
	}
	return out, notes, true
}

// byOrder numbers the answer elements as they come.
func byOrder(found []tagged) []int {
	numbers := make([]int, len(found))
	n := 0
	for i, e := range found {
		if e.name == "answer" {
			n++
			numbers[i] = n
		}
	}
	return numbers
}

// byHeading numbers answer elements by the heading of the section they stand
// in. It applies only when every answer has a heading before it, outside any element.
func byHeading(text string, found []tagged, steps int) ([]int, bool) {
	heads := headings(text, steps)
	heads = slices.DeleteFunc(heads, func(h heading) bool {
		return slices.ContainsFunc(found, func(e tagged) bool { return h.start >= e.start && h.start < e.end })
	})
	numbers := make([]int, len(found))
	for i, e := range found {
		if e.name != "answer" {
			continue
		}
		k := slices.IndexFunc(heads, func(h heading) bool { return h.start > e.start })
		if k < 0 {
			k = len(heads)
		}
		if k == 0 {
			return nil, false
		}
		numbers[i] = heads[k-1].number
	}
	return numbers, true
}

// heading is a line that opens a step's section.
type heading struct{ number, start, end int }

func headings(text string, steps int) []heading {
	var out []heading
	for _, m := range headingPattern.FindAllStringSubmatchIndex(text, -1) {
		digits := ""
		for _, g := range []int{2, 4} {
			if m[g] >= 0 {
				digits = text[m[g]:m[g+1]]
			}
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > steps {
			continue
		}
		out = append(out, heading{n, m[0], headingEnd(text, m)})
	}
	return out
}

// headingEnd is where the section's text begins: after the number and the
// punctuation that belongs to the heading.
func headingEnd(text string, m []int) int {
	end := m[3]
	if m[2] < 0 {
		end = m[5]
	}
	rest := text[end:]
	return end + len(rest) - len(strings.TrimLeft(rest, "*_:.)– \t-"))
}
