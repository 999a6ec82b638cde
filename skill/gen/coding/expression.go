package coding

import (
	"fmt"
	"strings"
)

// An expr is an expression of the small Python subset that the tracing and
// debugging items are made of: integers, booleans, lists of integers.
type expr interface {
	eval(m *machine) any // int, bool or *list
	source() string      // Python text
	binding() int        // how tightly the outermost operator binds; 10 is an atom
}

type (
	number   int
	variable string
	// listOf is a list display; each evaluation makes a new list.
	listOf []expr
	// binary is x op y: + - * // % comparisons, and, or. List + list joins.
	binary struct {
		op   string
		x, y expr
	}
	// call is a call of a function of the program or of len, min, max, abs.
	call struct {
		fn   string
		args []expr
	}
	// index is xs[i]; a negative i counts from the end.
	index struct{ xs, i expr }
	// slice is xs[from:to], a new list; a nil bound is left out.
	slice struct{ xs, from, to expr }
)

// list is a Python list: an object that several variables may share.
type list struct{ items []any }

func (l *list) ints() []int {
	out := make([]int, len(l.items))
	for i, v := range l.items {
		out[i], _ = v.(int)
	}
	return out
}

func newList(xs []int) *list {
	l := &list{}
	for _, x := range xs {
		l.items = append(l.items, x)
	}
	return l
}

func (n number) eval(*machine) any     { return int(n) }
func (v variable) eval(m *machine) any { return m.vars[string(v)] }
func (l listOf) eval(m *machine) any {
	out := &list{}
	for _, e := range l {
		out.items = append(out.items, e.eval(m))
	}
	return out
}

func (b binary) eval(m *machine) any {
	switch b.op {
	case "and":
		return truth(b.x.eval(m)) && truth(b.y.eval(m))
	case "or":
		return truth(b.x.eval(m)) || truth(b.y.eval(m))
	}
	x, y := b.x.eval(m), b.y.eval(m)
	if lx, ok := x.(*list); ok {
		ly, _ := y.(*list)
		joined := &list{items: append([]any{}, lx.items...)}
		if ly != nil {
			joined.items = append(joined.items, ly.items...)
		}
		return joined
	}
	i, _ := x.(int)
	j, _ := y.(int)
	return m.arithmetic(b.op, i, j)
}

// arithmetic is Python's: // and % round towards minus infinity.
func (m *machine) arithmetic(op string, i, j int) any {
	switch op {
	case "+":
		return i + j
	case "-":
		return i - j
	case "*":
		return i * j
	case "//", "%":
		if j == 0 {
			m.fail("division by zero")
			return 0
		}
		rest := ((i % j) + j) % j
		if op == "%" {
			return rest
		}
		return (i - rest) / j
	case "<":
		return i < j
	case "<=":
		return i <= j
	case ">":
		return i > j
	case ">=":
		return i >= j
	case "==":
		return i == j
	case "!=":
		return i != j
	}
	m.fail("operator " + op)
	return 0
}

func (c call) eval(m *machine) any {
	args := make([]any, len(c.args))
	for i, a := range c.args {
		args[i] = a.eval(m)
	}
	if f, ok := m.funcs[c.fn]; ok {
		return m.call(f, args)
	}
	if xs, ok := args[0].(*list); ok && c.fn == "len" {
		return len(xs.items)
	}
	first, _ := args[0].(int)
	for _, a := range args[1:] {
		x, _ := a.(int)
		switch c.fn {
		case "min":
			first = min(first, x)
		case "max":
			first = max(first, x)
		}
	}
	if c.fn == "abs" && first < 0 {
		return -first
	}
	return first
}

func (x index) eval(m *machine) any {
	xs, i := m.element(x)
	if xs == nil {
		return 0
	}
	return xs.items[i]
}

// element finds the list and position that xs[i] names.
func (m *machine) element(x index) (*list, int) {
	xs, ok := x.xs.eval(m).(*list)
	i, isInt := x.i.eval(m).(int)
	if !ok || !isInt {
		m.fail("not a list")
		return nil, 0
	}
	if i < 0 {
		i += len(xs.items)
	}
	if i < 0 || i >= len(xs.items) {
		m.fail("list index out of range")
		return nil, 0
	}
	return xs, i
}

func (s slice) eval(m *machine) any {
	xs, ok := s.xs.eval(m).(*list)
	if !ok {
		m.fail("not a list")
		return &list{}
	}
	bound := func(e expr, absent int) int {
		if e == nil {
			return absent
		}
		i, _ := e.eval(m).(int)
		if i < 0 {
			i += len(xs.items)
		}
		return max(0, min(i, len(xs.items)))
	}
	from, to := bound(s.from, 0), bound(s.to, len(xs.items))
	return &list{items: append([]any{}, xs.items[from:max(from, to)]...)}
}

func truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case int:
		return v != 0
	case *list:
		return len(v.items) > 0
	}
	return false
}

func (n number) binding() int {
	if n < 0 {
		return 7
	}
	return 10
}
func (variable) binding() int { return 10 }
func (listOf) binding() int   { return 10 }
func (call) binding() int     { return 10 }
func (index) binding() int    { return 10 }
func (slice) binding() int    { return 10 }
func (b binary) binding() int {
	switch b.op {
	case "or":
		return 1
	case "and":
		return 2
	case "+", "-":
		return 5
	case "*", "//", "%":
		return 6
	}
	return 4 // comparisons
}

func (n number) source() string   { return fmt.Sprint(int(n)) }
func (v variable) source() string { return string(v) }
func (l listOf) source() string   { return "[" + sources(l) + "]" }
func (c call) source() string     { return c.fn + "(" + sources(c.args) + ")" }
func (x index) source() string    { return x.xs.source() + "[" + x.i.source() + "]" }
func (s slice) source() string {
	text := func(e expr) string {
		if e == nil {
			return ""
		}
		return e.source()
	}
	return s.xs.source() + "[" + text(s.from) + ":" + text(s.to) + "]"
}

func (b binary) source() string {
	x, y := b.x.source(), b.y.source()
	// A comparison inside a comparison would chain in Python, so equal strength
	// is bracketed on the left there, and on the right everywhere.
	if b.x.binding() < b.binding() || b.binding() == 4 && b.x.binding() == 4 {
		x = "(" + x + ")"
	}
	if b.y.binding() <= b.binding() {
		y = "(" + y + ")"
	}
	return x + " " + b.op + " " + y
}

func sources(es []expr) string {
	texts := make([]string, len(es))
	for i, e := range es {
		texts[i] = e.source()
	}
	return strings.Join(texts, ", ")
}
