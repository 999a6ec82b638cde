package chat

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// jsonStyle says how tojson writes.
type jsonStyle struct {
	notation
	sortKeys bool
}

// newJSONStyle is the style of json.dumps() without arguments, or in ASCII alone.
func newJSONStyle(ascii bool) jsonStyle {
	return jsonStyle{notation: notation{
		none: "null", yes: "true", no: "false", item: ", ", key: ": ", number: jsonNumber,
		quote: func(b *strings.Builder, s string) { writeJSONString(b, s, ascii) },
	}}
}

// jsonNumber writes what JSON does not know as json.dumps() does.
func jsonNumber(x float64) string {
	s := formatFloat(x)
	if word, ok := map[string]string{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[s]; ok {
		return word
	}
	return s
}

// writeJSON is Python's json.dumps().
func (r *run) writeJSON(b *strings.Builder, x any, style *jsonStyle, depth int) error {
	switch x := x.(type) {
	case *sequence:
		if x.kind == generator {
			return errors.New("tojson: a generator has no JSON form")
		}
		return r.writeItems(b, &style.notation, [2]string{"[", "]"}, len(x.items), depth, func(i int) error {
			return r.writeJSON(b, x.items[i], style, depth+1)
		})
	case *mapping:
		keys := x.keys
		if style.sortKeys {
			keys = slices.Sorted(slices.Values(keys))
		}
		return r.writeMapping(b, &style.notation, keys, depth, func(key string) error {
			return r.writeJSON(b, x.values[key], style, depth+1)
		})
	}
	if err := r.writeScalar(b, &style.notation, x); !errors.Is(err, errNoScalar) {
		return err
	}
	return fmt.Errorf("tojson: a value of type %s has no JSON form", typeName(x))
}

// writeJSONString writes a string in quotes, in ASCII alone where asked to.
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
