package constraint

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var numeralPattern = regexp.MustCompile(`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`)

// maxNumeral bounds the digits of a number, so that sums of hostile texts stay cheap.
const maxNumeral = 40

// numerals returns the numbers of a text without their thousands commas. A minus sign counts
// when it stands at the start or behind white space or an opening bracket.
func numerals(r string) []string {
	var found []string
	for _, m := range numeralPattern.FindAllStringIndex(r, -1) {
		numeral := strings.ReplaceAll(r[m[0]:m[1]], ",", "")
		before := strings.TrimSuffix(r[:m[0]], "-")
		if before == r[:m[0]] {
			before = strings.TrimSuffix(r[:m[0]], "−")
		}
		if signed := len(before) < m[0]; signed {
			if c, size := utf8.DecodeLastRuneInString(before); size == 0 || isSpace(c) || strings.ContainsRune("([{", c) {
				numeral = "-" + numeral
			}
		}
		found = append(found, numeral)
	}
	return found
}

// numbers returns the values of the numerals; the answer is false when one is too long.
func (a Args) numbers(r string) ([]*big.Rat, bool) {
	var values []*big.Rat
	for _, numeral := range numerals(r) {
		value, ok := new(big.Rat), len(numeral) <= maxNumeral
		if ok {
			_, ok = value.SetString(numeral)
		}
		if !ok {
			a.Note("the number %.40s… is too long", numeral)
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// decimal is the exact value of the shortest decimal that reads as x.
func decimal(x float64) *big.Rat {
	value, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'f', -1, 64))
	return value
}

func number(name, doc string) Param { return Param{Name: name, Type: Number, Doc: doc} }

func init() { registerAll(segueNumbersChecks) }

var segueNumbersChecks = []Check{
	{
		ID: "segue:includes-number", Doc: "has a number of the value, written 1200, 1,200 or 1200.0",
		Params: []Param{number("value", "the value")},
		Sample: Sample{`{"value":1200}`, "About 1,200.", "About 11200."},
		Test: func(r string, a Args) (bool, error) {
			values, ok := a.numbers(r)
			for _, v := range values {
				if v.Cmp(decimal(a.Float("value"))) == 0 {
					return true, nil
				}
			}
			if ok {
				a.Note("found %d numbers, none of the value", len(values))
			}
			return false, nil
		},
	},
	{
		ID:     "segue:number-sum",
		Doc:    "has numbers that add up to the value; a number is a run of digits with thousands commas and decimals, negative when a minus stands before it behind white space",
		Params: []Param{number("sum", "the value")},
		Sample: Sample{`{"sum":3.5}`, "2 and 1.5", "2 and 15"},
		Test: func(r string, a Args) (bool, error) {
			values, ok := a.numbers(r)
			sum := new(big.Rat)
			for _, v := range values {
				sum.Add(sum, v)
			}
			if ok {
				a.Note("the numbers add up to %s", sum.FloatString(3))
			}
			return ok && len(values) > 0 && sum.Cmp(decimal(a.Float("sum"))) == 0, nil
		},
	},
	{
		ID: "segue:ordered-numbers", Doc: "has at least two numbers, each larger (rising) or smaller (falling) than the one before",
		Params: []Param{choice("direction", "the order", "rising", "falling")},
		Sample: Sample{`{"direction":"rising"}`, "1, 2.5 and 7", "1, 7 and 2.5"},
		Test: func(r string, a Args) (bool, error) {
			want := 1
			if a.Text("direction") == "falling" {
				want = -1
			}
			values, ok := a.numbers(r)
			for i := 1; i < len(values); i++ {
				if values[i].Cmp(values[i-1]) != want {
					a.Note("%s follows %s", values[i].RatString(), values[i-1].RatString())
					return false, nil
				}
			}
			return ok && len(values) > 1, nil
		},
	},
	{
		ID: "segue:numbers-between", Doc: "has numbers, all from min to max",
		Params: []Param{number("min", "the least value"), number("max", "the largest value")},
		Sample: Sample{`{"min":0,"max":9.5}`, "1 and 9.5", "1 and 10"},
		Test: func(r string, a Args) (bool, error) {
			lo, hi := decimal(a.Float("min")), decimal(a.Float("max"))
			if lo.Cmp(hi) > 0 {
				return false, fmt.Errorf("the range from %v to %v is empty", a.Float("min"), a.Float("max"))
			}
			values, ok := a.numbers(r)
			for _, v := range values {
				if v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
					a.Note("%s is out of range", v.RatString())
					return false, nil
				}
			}
			return ok && len(values) > 0, nil
		},
	},
	{
		ID: "segue:date-format", Doc: "has dates, all of the calendar and in the format, none in another of the formats; the bounds default to at least one",
		Params: bounds(choice("format", "the format", dateFormatNames...)),
		Sample: Sample{`{"format":"YYYY-MM-DD","exactly":2}`, "2024-02-29 and 1999-12-31", "2024-02-30 and 1999-12-31"},
		Test:   datesInFormat,
	},
}

const months = `(?:January|February|March|April|May|June|July|August|September|October|November|December)`

var dateFormatNames = []string{"YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY", "D Month YYYY", "Month D, YYYY"}

// dateFormats are the known forms; two share a pattern and differ in what a date is.
var dateFormats = map[string]struct {
	pattern *regexp.Regexp
	layout  string
}{
	"YYYY-MM-DD":    {regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b`), "2006-01-02"},
	"DD/MM/YYYY":    {slashDate, "02/01/2006"},
	"MM/DD/YYYY":    {slashDate, "01/02/2006"},
	"DD.MM.YYYY":    {regexp.MustCompile(`\b\d{2}\.\d{2}\.\d{4}\b`), "02.01.2006"},
	"D Month YYYY":  {regexp.MustCompile(`\b\d{1,2} ` + months + ` \d{4}\b`), "2 January 2006"},
	"Month D, YYYY": {regexp.MustCompile(`\b` + months + ` \d{1,2}, \d{4}\b`), "January 2, 2006"},
}

var slashDate = regexp.MustCompile(`\b\d{2}/\d{2}/\d{4}\b`)

func datesInFormat(r string, a Args) (bool, error) {
	wanted := dateFormats[a.Text("format")]
	for _, name := range dateFormatNames {
		other := dateFormats[name]
		if date := other.pattern.FindString(r); date != "" && other.pattern != wanted.pattern {
			a.Note("%q is in the format %s", date, name)
			return false, nil
		}
	}
	dates := wanted.pattern.FindAllString(r, -1)
	for _, date := range dates {
		if _, err := time.Parse(wanted.layout, date); err != nil {
			a.Note("%q is no date of the calendar", date)
			return false, nil
		}
	}
	if !a.Has("exactly") && !a.Has("min") && !a.Has("max") {
		a.Note("found no date")
		return len(dates) > 0, nil
	}
	return a.within(len(dates))
}
