package coding

import (
	"fmt"
	"strings"
)

// A stmt is a statement of the Python subset.
type stmt interface {
	run(m *machine) signal
	lines() []string // Python text, one entry a line, indented by its own blocks
}

// signal says how control leaves a statement.
type signal int

const (
	next signal = iota
	breaking
	continuing
	returning
)

type (
	// assign is target op= value; op "" is a plain assignment. On a list, +=
	// extends the list in place, as in Python.
	assign struct {
		target expr // variable or index
		op     string
		value  expr
	}
	// appendTo is xs.append(value).
	appendTo struct{ xs, value expr }
	// forRange is for v in range(from, to).
	forRange struct {
		v        string
		from, to expr
		body     []stmt
	}
	// forEach is for v in xs.
	forEach struct {
		v    string
		xs   expr
		body []stmt
	}
	while struct {
		cond expr
		body []stmt
	}
	// ifElse is if cond: then, else: otherwise (left out when empty).
	ifElse struct {
		cond            expr
		then, otherwise []stmt
	}
	leave struct{ word string } // break, continue
	ret   struct{ value expr }
)

// function is a def of the program.
type function struct {
	name   string
	params []string
	body   []stmt
}

func (f function) source() string {
	lines := []string{"def " + f.name + "(" + strings.Join(f.params, ", ") + "):"}
	return strings.Join(append(lines, block(f.body)...), "\n")
}

// machine runs programs within a budget of steps.
type machine struct {
	vars   map[string]any
	funcs  map[string]function
	calls  int // calls of the program's functions
	steps  int
	limit  int // of steps
	depth  int
	result any
	// watch, when set, is told the variables after each turn of an outer loop.
	watch func(vars map[string]any)
	loops int
	err   error
}

// Limits of one run; programs of items stay far below them, and a fault that
// makes a loop endless ends there.
const (
	maxSteps   = 50_000
	faultSteps = 1_000
	maxDepth   = 400
)

func newMachine(funcs ...function) *machine {
	m := &machine{vars: map[string]any{}, funcs: map[string]function{}, limit: maxSteps}
	for _, f := range funcs {
		m.funcs[f.name] = f
	}
	return m
}

func (m *machine) fail(reason string) {
	if m.err == nil {
		m.err = fmt.Errorf("run program: %s", reason)
	}
}

// call runs a function with its own variables and gives what it returns.
func (m *machine) call(f function, args []any) any {
	m.calls++
	if m.depth++; m.depth > maxDepth {
		m.fail("recursion too deep")
	}
	outer, loops := m.vars, m.loops
	m.vars, m.loops, m.result = map[string]any{}, 0, nil
	for i, p := range f.params {
		m.vars[p] = args[i]
	}
	m.run(f.body)
	m.vars, m.loops = outer, loops
	m.depth--
	return m.result
}

func (m *machine) run(body []stmt) signal {
	for _, s := range body {
		if m.steps++; m.steps > m.limit {
			m.fail("too many steps")
		}
		if m.err != nil {
			return returning
		}
		if sig := s.run(m); sig != next {
			return sig
		}
	}
	return next
}

// turn runs a loop's body once and says whether the loop ends, and how.
func (m *machine) turn(body []stmt) (signal, bool) {
	m.loops++
	sig := m.run(body)
	m.loops--
	if m.loops == 0 && m.watch != nil {
		m.watch(m.vars)
	}
	switch sig {
	case breaking:
		return next, true
	case returning:
		return returning, true
	}
	return next, m.err != nil
}

func (s assign) run(m *machine) signal {
	value := s.value.eval(m)
	if s.op != "" {
		old := s.target.eval(m)
		if xs, ok := old.(*list); ok {
			if more, ok := value.(*list); ok {
				xs.items = append(xs.items, more.items...)
			}
			return next
		}
		i, _ := old.(int)
		j, _ := value.(int)
		value = m.arithmetic(s.op, i, j)
	}
	switch t := s.target.(type) {
	case variable:
		m.vars[string(t)] = value
	case index:
		if xs, i := m.element(t); xs != nil {
			xs.items[i] = value
		}
	}
	return next
}

func (s appendTo) run(m *machine) signal {
	value := s.value.eval(m)
	if xs, ok := s.xs.eval(m).(*list); ok {
		xs.items = append(xs.items, value)
	}
	return next
}

func (s forRange) run(m *machine) signal {
	from, _ := s.from.eval(m).(int)
	to, _ := s.to.eval(m).(int)
	for i := from; i < to; i++ {
		m.vars[s.v] = i
		if sig, end := m.turn(s.body); end {
			return sig
		}
	}
	return next
}

func (s forEach) run(m *machine) signal {
	xs, _ := s.xs.eval(m).(*list)
	for i := 0; xs != nil && i < len(xs.items); i++ {
		m.vars[s.v] = xs.items[i]
		if sig, end := m.turn(s.body); end {
			return sig
		}
	}
	return next
}

func (s while) run(m *machine) signal {
	for truth(s.cond.eval(m)) {
		if m.steps++; m.steps > m.limit {
			m.fail("too many steps")
		}
		if sig, end := m.turn(s.body); end {
			return sig
		}
	}
	return next
}

func (s ifElse) run(m *machine) signal {
	if truth(s.cond.eval(m)) {
		return m.run(s.then)
	}
	return m.run(s.otherwise)
}

func (s leave) run(*machine) signal {
	if s.word == "break" {
		return breaking
	}
	return continuing
}

func (s ret) run(m *machine) signal {
	m.result = s.value.eval(m)
	return returning
}

func (s assign) lines() []string {
	return []string{s.target.source() + " " + s.op + "= " + s.value.source()}
}
func (s appendTo) lines() []string {
	return []string{s.xs.source() + ".append(" + s.value.source() + ")"}
}
func (s forRange) lines() []string {
	bounds := s.from.source() + ", " + s.to.source()
	if s.from == number(0) {
		bounds = s.to.source()
	}
	return append([]string{"for " + s.v + " in range(" + bounds + "):"}, block(s.body)...)
}
func (s forEach) lines() []string {
	return append([]string{"for " + s.v + " in " + s.xs.source() + ":"}, block(s.body)...)
}
func (s while) lines() []string {
	return append([]string{"while " + s.cond.source() + ":"}, block(s.body)...)
}
func (s ifElse) lines() []string {
	out := append([]string{"if " + s.cond.source() + ":"}, block(s.then)...)
	if len(s.otherwise) > 0 {
		out = append(append(out, "else:"), block(s.otherwise)...)
	}
	return out
}
func (s leave) lines() []string { return []string{s.word} }
func (s ret) lines() []string   { return []string{"return " + s.value.source()} }

func block(body []stmt) []string {
	var out []string
	for _, s := range body {
		for _, line := range s.lines() {
			out = append(out, "    "+line)
		}
	}
	return out
}

func source(body []stmt) string {
	var out []string
	for _, s := range body {
		out = append(out, s.lines()...)
	}
	return strings.Join(out, "\n")
}
