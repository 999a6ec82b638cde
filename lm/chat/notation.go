package chat

import (
	"errors"
	"strconv"
	"strings"
)

var (
	errNested   = errors.New("a value is nested too deep")
	errNoScalar = errors.New("not a scalar")
)

// notation says how values are written: as Python prints them or as JSON. What
// is written is counted before it is made, or soon after where it is at most a
// few times as long as a string that exists.
type notation struct {
	none, yes, no string
	item, key     string // separators
	number        func(float64) string
	quote         func(b *strings.Builder, s string)
	lines         bool // each item on a line of its own
	indent        string
}

// put writes text that is made already.
func (r *run) put(b *strings.Builder, s string) error {
	if err := r.allocate(len(s)); err != nil {
		return err
	}
	b.WriteString(s)
	return nil
}

// writeScalar writes what holds no other values; for all else the error is errNoScalar.
func (r *run) writeScalar(b *strings.Builder, n *notation, x any) error {
	switch x := x.(type) {
	case nil:
		return r.put(b, n.none)
	case bool:
		if x {
			return r.put(b, n.yes)
		}
		return r.put(b, n.no)
	case int64:
		return r.put(b, strconv.FormatInt(x, 10))
	case float64:
		return r.put(b, n.number(x))
	case string:
		return r.writeString(b, n, x)
	}
	return errNoScalar
}

func (r *run) writeString(b *strings.Builder, n *notation, s string) error {
	if err := r.allocate(len(s)); err != nil {
		return err
	}
	before := b.Len()
	n.quote(b, s)
	return r.allocate(b.Len() - before)
}

// writeItems writes count items between brackets.
func (r *run) writeItems(b *strings.Builder, n *notation, brackets [2]string, count, depth int, item func(int) error) error {
	if depth > maxDepth {
		return errNested
	}
	if err := r.allocate(len(brackets[0]) + len(brackets[1]) + count*len(n.item)); err != nil {
		return err
	}
	b.WriteString(brackets[0])
	for i := range count {
		if i > 0 {
			b.WriteString(n.item)
		}
		if err := r.newLine(b, n, depth+1); err != nil {
			return err
		}
		if err := item(i); err != nil {
			return err
		}
	}
	if count > 0 {
		if err := r.newLine(b, n, depth); err != nil {
			return err
		}
	}
	b.WriteString(brackets[1])
	return nil
}

// newLine begins an item's line, where each has one.
func (r *run) newLine(b *strings.Builder, n *notation, depth int) error {
	if !n.lines {
		return nil
	}
	if err := r.allocate(1 + depth*len(n.indent)); err != nil {
		return err
	}
	b.WriteString("\n" + strings.Repeat(n.indent, depth))
	return nil
}

// writeMapping writes the keys, each with its value.
func (r *run) writeMapping(b *strings.Builder, n *notation, keys []string, depth int, value func(key string) error) error {
	return r.writeItems(b, n, [2]string{"{", "}"}, len(keys), depth, func(i int) error {
		if err := r.writeString(b, n, keys[i]); err != nil {
			return err
		}
		if err := r.put(b, n.key); err != nil {
			return err
		}
		return value(keys[i])
	})
}
