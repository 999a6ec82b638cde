// Package tableqa compares answers to questions over tables: sets of values by the rules of the
// WikiTableQuestions evaluator, version 1.0.2 (Pasupat and Liang, arXiv 1508.00305), and texts by
// the bag-of-tokens F1 of SQuAD and DROP as a side metric.
package tableqa

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tolerance is how far apart equal numbers may be.
const tolerance = 1e-6

// value is an answer with what it denotes beside its text.
type value struct {
	kind   kind
	text   string  // normal form
	amount float64 // of a number
	date   date    // of a date
}

type kind int

const (
	isText kind = iota
	isNumber
	isDate
)

// date has -1 for a field that is not specified; that is a value of its own, not a wildcard.
type date struct{ year, month, day int }

var (
	numberForm = regexp.MustCompile(`^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$`)
	dateField  = regexp.MustCompile(`^\s*[+-]?\d{1,9}\s*$`)
)

// parse tells what a text denotes: a number if it reads as a finite one, a date if it has the
// form y-m-d with xx or xxxx for what is open, where a year alone is a number, and else text.
func parse(text string) value {
	v := value{text: Normalize(text)}
	if numberForm.MatchString(text) {
		if x, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
			v.kind, v.amount = isNumber, whole(x)
			return v
		}
	}
	if d, ok := parseDate(text); ok {
		v.kind, v.date = isDate, d
		if d.month == -1 && d.day == -1 {
			v.kind, v.amount = isNumber, float64(d.year)
		}
	}
	return v
}

// whole turns a number that is within the tolerance of an integer into it.
func whole(x float64) float64 {
	if n := math.Round(x); math.Abs(x-n) < tolerance {
		return n
	}
	return x
}

func parseDate(text string) (date, bool) {
	parts := strings.Split(strings.ToLower(text), "-")
	if len(parts) != 3 {
		return date{}, false
	}
	var fields [3]int
	for i, part := range parts {
		switch {
		case part == "xx" || i == 0 && part == "xxxx":
			fields[i] = -1
		case dateField.MatchString(part):
			fields[i], _ = strconv.Atoi(strings.TrimSpace(part))
		default:
			return date{}, false
		}
	}
	d := date{fields[0], fields[1], fields[2]}
	inRange := func(n, most int) bool { return n == -1 || n >= 1 && n <= most }
	return d, d != date{-1, -1, -1} && inRange(d.month, 12) && inRange(d.day, 31)
}

// identity is what makes two values of one list the same element of the set.
func (v value) identity() any {
	switch v.kind {
	case isNumber:
		return v.amount
	case isDate:
		return v.date
	}
	return v.text
}

// Equal tells whether an answer is right: both lists hold equally many different values and every
// gold value matches some value of the answer, whatever the order. Two values match when their
// normal forms are equal, when both are numbers within 1e-6 of each other or when both are dates
// with the same fields.
func Equal(gold, answer []string) bool {
	want, got := set(gold), set(answer)
	if len(want) != len(got) {
		return false
	}
	texts, dates := map[string]bool{}, map[date]bool{}
	var amounts []float64
	for _, v := range got {
		texts[v.text] = true
		switch v.kind {
		case isNumber:
			amounts = append(amounts, v.amount)
		case isDate:
			dates[v.date] = true
		}
	}
	slices.Sort(amounts)
	for _, v := range want {
		if !texts[v.text] && !(v.kind == isDate && dates[v.date]) && !(v.kind == isNumber && near(amounts, v.amount)) {
			return false
		}
	}
	return true
}

// near tells whether a sorted list holds a number within the tolerance of x.
func near(sorted []float64, x float64) bool {
	i, found := slices.BinarySearch(sorted, x)
	return found || i > 0 && x-sorted[i-1] < tolerance || i < len(sorted) && sorted[i]-x < tolerance
}

// set parses a list and drops repeated values.
func set(list []string) []value {
	seen := map[any]bool{}
	var values []value
	for _, text := range list {
		v := parse(text)
		if id := v.identity(); !seen[id] {
			seen[id] = true
			values = append(values, v)
		}
	}
	return values
}
