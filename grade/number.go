package grade

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// number is a number as a response states it, with what stood beside it.
type number struct {
	value *big.Rat
	// inexact says that it was written with a decimal point or an exponent.
	inexact bool
	percent bool
	// unit is the text after the number, "" where there was none.
	unit string
}

const (
	maxNumberText = 4096 // bytes
	maxExponent   = 400  // decimal exponent
)

var (
	assignment  = regexp.MustCompile(`^[A-Za-z][A-Za-z_0-9]{0,15}(?:\([a-z]\))?\s*(?:=|≈)\s*`)
	numberShape = regexp.MustCompile(`^([+-]?)\s*[$€£¥]?\s*((?:\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.\d+|\.)?)(?:[eE]([+-]?\d{1,6})|\s*(?:×|x|X|\*|·|\\times|\\cdot)\s*10\s*\^?\s*[{(]?([+-]?\d{1,6})[)}]?)?`)
	fractionTop = regexp.MustCompile(`^([+-]?)\s*(?:(\d{1,12})\s+(?:and\s+)?)?(\d{1,1000})\s*/\s*(\d{1,1000})`)
)

// readNumber reads the one number that a text states, alone or with a unit.
func readNumber(text string) (number, error) {
	if len(text) > maxNumberText {
		return number{}, fmt.Errorf("%d bytes are no number", len(text))
	}
	s := plain(text)
	s = assignment.ReplaceAllString(s, "")
	s = plain(strings.NewReplacer(`\,`, "", `\!`, "", `{,}`, ",", `\%`, "%", `\$`, "$", `\ `, " ").Replace(s))
	n, rest, err := scanNumber(s)
	if err != nil {
		return number{}, err
	}
	rest = strings.TrimSpace(rest)
	for _, sign := range []string{"%", "percent", "per cent", "pct"} {
		if after, ok := strings.CutPrefix(rest, sign); ok {
			n.percent, rest = true, strings.TrimSpace(after)
			break
		}
	}
	if strings.ContainsAny(rest, "0123456789") && !unitLike.MatchString(rest) {
		return number{}, fmt.Errorf("%s states more than one number", shorten(text))
	}
	n.unit = plain(rest)
	return n, nil
}

var unitLike = regexp.MustCompile(`^[A-Za-zµμΩ°/·*^⁰¹²³⁻\\{}() -]+(?:[\^]?[{(]?-?\d[)}]?[A-Za-zµμΩ°/·*^ -]*)*$`)

// scanNumber reads a number at the start of s and returns what follows.
func scanNumber(s string) (number, string, error) {
	if m := fractionTop.FindStringSubmatchIndex(s); m != nil {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return s[m[2*i]:m[2*i+1]]
		}
		v, ok := new(big.Rat).SetString(group(3) + "/" + group(4))
		if !ok {
			return number{}, "", fmt.Errorf("%s divides by zero", shorten(s))
		}
		if whole := group(2); whole != "" {
			w, _ := new(big.Rat).SetString(whole)
			v.Add(v, w)
		}
		if group(1) == "-" {
			v.Neg(v)
		}
		return number{value: v}, s[m[1]:], nil
	}
	m := numberShape.FindStringSubmatch(s)
	if m == nil || strings.Trim(m[2], ".") == "" {
		return number{}, "", fmt.Errorf("%s is no number", shorten(s))
	}
	digits := strings.NewReplacer(",", "", " ", "").Replace(m[2])
	v, ok := new(big.Rat).SetString(m[1] + strings.TrimSuffix(digits, "."))
	if !ok {
		return number{}, "", fmt.Errorf("%s is no number", shorten(s))
	}
	exponent := m[3] + m[4]
	if exponent != "" {
		e, err := strconv.Atoi(exponent)
		if err != nil || e > maxExponent || e < -maxExponent {
			return number{}, "", fmt.Errorf("%s has an exponent beyond %d", shorten(s), maxExponent)
		}
		v.Mul(v, powerOfTen(e))
	}
	return number{value: v, inexact: strings.Contains(digits, ".") || exponent != ""}, s[len(m[0]):], nil
}

func powerOfTen(e int) *big.Rat {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

// changesValue are words that, beside a number, state another value or none.
var changesValue = []string{
	"not", "no", "minus", "negative", "or", "about", "approximately", "less", "more", "than", "least", "most", "under",
	"over", "half", "quarter", "hundred", "thousand", "million", "billion", "dozen", "and", "plus", "times", "i",
}

// statesAnotherValue says whether the text beside a number changes what it states.
func statesAnotherValue(unit string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(unit)), func(w string) bool { return slices.Contains(changesValue, w) })
}

// isCountedThing says whether the text after a count only names what is
// counted ("apples", "full days").
func isCountedThing(unit string) bool {
	words := strings.Fields(strings.ToLower(unit))
	if len(words) > 3 || statesAnotherValue(unit) {
		return false
	}
	for _, w := range words {
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz-()") != "" {
			return false
		}
	}
	return true
}
