package chat

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

var errNested = errors.New("a value is nested too deep")

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

// writeForm writes Python's repr().
func (r *run) writeForm(b *strings.Builder, x any, depth int) error {
	if depth > maxDepth {
		return errNested
	}
	before := b.Len()
	switch x := x.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		b.WriteString(map[bool]string{true: "True", false: "False"}[x])
	case int64:
		b.WriteString(strconv.FormatInt(x, 10))
	case float64:
		b.WriteString(formatFloat(x))
	case string:
		if err := r.allocate(len(x)); err != nil {
			return err
		}
		b.WriteString(quote(x))
	case undefined:
		b.WriteString("Undefined")
	case *sequence:
		return r.writeSequence(b, x, depth)
	case *mapping:
		b.WriteByte('{')
		for i, key := range x.keys {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quote(key) + ": ")
			if err := r.writeForm(b, x.values[key], depth+1); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	default:
		b.WriteString("<" + typeName(x) + ">")
	}
	return r.allocate(b.Len() - before)
}

func (r *run) writeSequence(b *strings.Builder, x *sequence, depth int) error {
	brackets := [...]string{"[]", "()", "<>"}[x.kind]
	b.WriteByte(brackets[0])
	for i, item := range x.items {
		if i > 0 {
			b.WriteString(", ")
		}
		if err := r.writeForm(b, item, depth+1); err != nil {
			return err
		}
	}
	if x.kind == tuple && len(x.items) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(brackets[1])
	return r.allocate(2 * len(x.items))
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

// quote is Python's repr() of a string.
func quote(s string) string {
	mark := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		mark = '"'
	}
	var b strings.Builder
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
			fmt.Fprintf(&b, `\x%02x`, c)
		case !unicode.IsPrint(c) && c < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, c)
		case !unicode.IsPrint(c):
			fmt.Fprintf(&b, `\U%08x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteRune(mark)
	return b.String()
}

// jsonStyle says how tojson writes.
type jsonStyle struct {
	indent          string // "" with lines unset: on one line
	lines           bool
	item, key       string // separators
	ascii, sortKeys bool
}

// writeJSON is Python's json.dumps().
func (r *run) writeJSON(b *strings.Builder, x any, style jsonStyle, depth int) error {
	if depth > maxDepth {
		return errNested
	}
	before := b.Len()
	switch x := x.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(x))
	case int64:
		b.WriteString(strconv.FormatInt(x, 10))
	case float64:
		b.WriteString(map[string]string{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[formatFloat(x)])
		if b.Len() == before {
			b.WriteString(formatFloat(x))
		}
	case string:
		if err := r.allocate(len(x)); err != nil {
			return err
		}
		writeJSONString(b, x, style.ascii)
	case *sequence:
		if x.kind == generator {
			return errors.New("tojson: a generator has no JSON form")
		}
		return r.writeJSONItems(b, "[]", len(x.items), style, depth, func(i int) error {
			return r.writeJSON(b, x.items[i], style, depth+1)
		})
	case *mapping:
		keys := x.keys
		if style.sortKeys {
			keys = slices.Sorted(slices.Values(keys))
		}
		return r.writeJSONItems(b, "{}", len(keys), style, depth, func(i int) error {
			writeJSONString(b, keys[i], style.ascii)
			b.WriteString(style.key)
			return r.writeJSON(b, x.values[keys[i]], style, depth+1)
		})
	default:
		return fmt.Errorf("tojson: a value of type %s has no JSON form", typeName(x))
	}
	return r.allocate(b.Len() - before)
}

func (r *run) writeJSONItems(b *strings.Builder, brackets string, n int, style jsonStyle, depth int, item func(int) error) error {
	b.WriteByte(brackets[0])
	pad := func(depth int) error {
		if !style.lines {
			return nil
		}
		if err := r.allocate(depth * len(style.indent)); err != nil {
			return err
		}
		b.WriteString("\n" + strings.Repeat(style.indent, depth))
		return nil
	}
	for i := range n {
		if i > 0 {
			b.WriteString(style.item)
		}
		if err := pad(depth + 1); err != nil {
			return err
		}
		if err := item(i); err != nil {
			return err
		}
	}
	if n > 0 {
		if err := pad(depth); err != nil {
			return err
		}
	}
	b.WriteByte(brackets[1])
	return r.allocate(2 + n*len(style.item))
}

func writeJSONString(b *strings.Builder, s string, ascii bool) {
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\b':
			b.WriteString(`\b`)
		case c == '\f':
			b.WriteString(`\f`)
		case c < 0x20 || ascii && c >= 0x7f && c < 0x10000:
			fmt.Fprintf(b, `\u%04x`, c)
		case ascii && c >= 0x10000:
			c -= 0x10000
			fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+c>>10, 0xdc00+c&0x3ff)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
}
