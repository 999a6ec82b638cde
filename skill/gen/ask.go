package gen

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"segue/task"
)

// Value is a named value of a question. In a phrasing it stands as {name}.
type Value struct {
	Name string
	Text string
	// Link says that a link may write this value as an expression of an earlier
	// answer; Options are alternatives of the same kind where it is no number.
	Link    bool
	Options []string
}

// Fixed is a value that always stands in the question as it is.
func Fixed(name string, v any) Value { return Value{Name: name, Text: fmt.Sprint(v)} }

// Slot is a number that a link may replace.
func Slot(name string, v any) Value { return Value{Name: name, Text: fmt.Sprint(v), Link: true} }

// SlotOf is a text that a link may replace by its position among options.
func SlotOf(name, v string, options []string) Value {
	return Value{Name: name, Text: v, Link: true, Options: options}
}

var placeholder = regexp.MustCompile(`\{([a-z][a-z0-9_]*)\}`)

// Ask words a question: it picks one of the phrasings, writes the values in and
// notes where the slots stand. A value that stands more than once in the
// finished question is no slot, since a link could not hide it. A placeholder
// without a value stays as it is, so braces in code or LaTeX need no escape.
func Ask(r *rand.Rand, phrasings []string, values ...Value) (question string, slots []task.Slot) {
	phrasing := phrasings[r.IntN(len(phrasings))]
	byName := map[string]Value{}
	for _, v := range values {
		byName[v.Name] = v
	}
	var b strings.Builder
	last := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(phrasing, -1) {
		v, ok := byName[phrasing[m[2]:m[3]]]
		if !ok {
			continue
		}
		b.WriteString(phrasing[last:m[0]])
		if v.Link {
			slots = append(slots, task.Slot{Name: v.Name, Value: v.Text, Span: [2]int{b.Len(), b.Len() + len(v.Text)}, Options: v.Options})
		}
		b.WriteString(v.Text)
		last = m[1]
	}
	b.WriteString(phrasing[last:])
	question = b.String()
	kept := slots[:0]
	for _, s := range slots {
		if standsOnce(question, s.Value) {
			kept = append(kept, s)
		}
	}
	return question, kept
}

// standsOnce says whether a value occurs exactly once as a token of its own.
func standsOnce(text, value string) bool {
	if value == "" {
		return false
	}
	n := 0
	for from := 0; ; {
		i := strings.Index(text[from:], value)
		if i < 0 {
			return n == 1
		}
		start, end := from+i, from+i+len(value)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !wordRune(before) && !wordRune(after) {
			n++
		}
		from = start + 1
	}
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Reference is a response text that earns 1: the working, then the answer in
// its canonical form.
func Reference(working string, answer task.Answer) string {
	return ReferenceText(working, answer.Text())
}

// ReferenceText is Reference with the answer's text given, for kinds whose
// canonical text is not derived from the answer: plans, code, constrained texts.
func ReferenceText(working, answer string) string {
	return strings.TrimSpace(working) + "\n<answer>" + answer + "</answer>"
}

// Pick draws one element.
func Pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// Sample draws n different elements, in random order.
func Sample[T any](r *rand.Rand, from []T, n int) []T {
	order := r.Perm(len(from))
	out := make([]T, n)
	for i := range out {
		out[i] = from[order[i]]
	}
	return out
}

// Between draws an integer from lo to hi, both included.
func Between(r *rand.Rand, lo, hi int) int { return lo + r.IntN(hi-lo+1) }
