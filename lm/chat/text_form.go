package chat

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// text is Python's str(): how a value is printed into the output.
func (r *run) text(x any) (string, error) {
	switch x := x.(type) {
	case string:
		return x, nil
	case undefined:
		return "", nil
	}
	var b strings.Builder
	err := r.writeForm(&b, x, 0)
	return b.String(), err
}

// form is how repr() writes.
var form = &notation{none: "None", yes: "True", no: "False", item: ", ", key: ": ", number: formatFloat, quote: quote}

// writeForm writes Python's repr().
func (r *run) writeForm(b *strings.Builder, x any, depth int) error {
	switch x := x.(type) {
	case *sequence:
		brackets := [...][2]string{list: {"[", "]"}, tuple: {"(", ")"}, generator: {"<", ">"}}[x.kind]
		if x.kind == tuple && len(x.items) == 1 {
			brackets[1] = ",)"
		}
		return r.writeItems(b, form, brackets, len(x.items), depth, func(i int) error {
			return r.writeForm(b, x.items[i], depth+1)
		})
	case *mapping:
		return r.writeMapping(b, form, x.keys, depth, func(key string) error {
			return r.writeForm(b, x.values[key], depth+1)
		})
	case undefined:
		return r.put(b, "Undefined")
	}
	if err := r.writeScalar(b, form, x); !errors.Is(err, errNoScalar) {
		return err
	}
	return r.put(b, "<"+typeName(x)+">")
}

// formatFloat is Python's repr() of a float.
func formatFloat(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	}
	if size := math.Abs(x); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// quote writes Python's repr() of a string.
func quote(b *strings.Builder, s string) {
	mark := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		mark = '"'
	}
	b.WriteRune(mark)
	for _, c := range s {
		switch {
		case c == mark || c == '\\':
			b.WriteRune('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c != ' ' && !unicode.IsPrint(c) && c < 0x100:
			fmt.Fprintf(b, `\x%02x`, c)
		case !unicode.IsPrint(c) && c < 0x10000:
			fmt.Fprintf(b, `\u%04x`, c)
		case !unicode.IsPrint(c):
			fmt.Fprintf(b, `\U%08x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteRune(mark)
}
