package coding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "program tracing"
	gen.Register("coding/scope-and-closure-trace", area, "Scope and closure trace", "Follow functions that share, keep or look up captured variables.", closureTrace)
	gen.Register("coding/integer-overflow-and-division", area, "Integer overflow and division",
		"Follow Go statements on integers of fixed width that wrap around and divide towards zero.", overflowTrace)
	gen.Register("coding/stack-machine-execution", area, "Stack machine execution", "Run a small program of a stack machine to its final stack.", stackMachine)
}

// counter is the state that a made function keeps.
type counter struct{ total, factor int }

// closureTrace asks for the list of values. Difficulty adds calls and, from 2
// on, functions that look a loop variable up late, from 4 on ones that fix it.
func closureTrace(r *rand.Rand, d gen.Difficulty) task.Item {
	plus, mod := gen.Between(r, 2, 9), gen.Pick(r, []int{31, 37, 41, 43, 47})
	second := gen.Between(r, 2, 9)
	lines := []string{"def make(total):", "    def step(x):", "        nonlocal total", fmt.Sprintf("        total = (total * %d + x) %% %d", plus, mod), "        return total", "    return step", ""}
	lines = append(lines, "p = make(n)", fmt.Sprintf("q = make(%d)", second), "s = p")
	n := gen.Between(r, 10, 30)
	p, q := &counter{n, plus}, &counter{second, plus}
	calls := map[string]*counter{"p": p, "q": q, "s": p}
	loops, step := gen.Between(r, 3, 6), gen.Between(r, 2, 9)
	if d >= 2 {
		lines = append(lines, "late = []", fmt.Sprintf("for i in range(%d):", loops), fmt.Sprintf("    late.append(lambda x: x + i * %d)", step))
	}
	if d >= 4 {
		lines = append(lines, fmt.Sprintf("fixed = [lambda x, i=i: x + i * %d for i in range(%d)]", step, loops))
	}
	var exprs, story []string
	var values []int
	for range gen.Of(d, 4, 5, 6, 7, 9) {
		x := gen.Between(r, 1, 9)
		kind := r.IntN(gen.Of(d, 2, 3, 3, 4, 4))
		name := gen.Pick(r, []string{"p", "q", "s"})
		value := 0
		switch kind {
		case 2:
			i := r.IntN(loops)
			exprs = append(exprs, fmt.Sprintf("late[%d](%d)", i, x))
			value = x + (loops-1)*step
		case 3:
			i := r.IntN(loops)
			exprs = append(exprs, fmt.Sprintf("fixed[%d](%d)", i, x))
			value = x + i*step
		default:
			c := calls[name]
			c.total = (c.total*c.factor + x) % mod
			exprs = append(exprs, fmt.Sprintf("%s(%d)", name, x))
			value = c.total
		}
		values = append(values, value)
		story = append(story, fmt.Sprintf("%s gives %d", exprs[len(exprs)-1], value))
	}
	lines = append(lines, "out = ["+strings.Join(exprs, ", ")+"]")
	code := strings.Join(lines, "\n")
	if strings.Contains(code, fmt.Sprint(n)) {
		code = strings.ReplaceAll(code, "\n\n", "\n") // the slot is dropped where its number stands in the code
	}
	question, slots := gen.Ask(r, []string{
		"Before this Python code runs, n is {n}.\n\n{code}\n\nWhat is the list out at the end?",
		"{code}\n\nThe Python code above is run with n = {n}. Give the content of out as a list of integers.",
		"Mind which variables the functions share and when they look them up. With n set to {n}, which list does this Python program store in out?\n\n{code}",
	}, gen.Slot("n", n), gen.Fixed("code", fence("python", code)))
	answer := task.List(task.Integers(values)...)
	late := "; the functions in late all see the last value of i"
	bound := late + ", those in fixed keep their own"
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Each call of make has its own total, which s shares with p"+gen.Of(d, "", late, late, bound, bound)+". In order: "+strings.Join(story, ", ")+".", answer)}
}

// width is an integer type of Go.
type width struct {
	name   string
	bits   uint
	signed bool
}

var widths = []width{{"int8", 8, true}, {"uint8", 8, false}, {"int16", 16, true}, {"uint16", 16, false}, {"int32", 32, true}}

// wrap is the value of the type that agrees with x in its bits.
func (w width) wrap(x int64) int64 {
	x &= 1<<w.bits - 1
	if w.signed && x>>(w.bits-1) == 1 {
		x -= 1 << w.bits
	}
	return x
}

// overflowTrace asks for a final value. Difficulty adds statements (3 to 8) and
// brings in division, remainder, shifts and a second variable of another type.
func overflowTrace(r *rand.Rand, d gen.Difficulty) task.Item {
	w := widths[r.IntN(gen.Of(d, 2, 4, 4, 5, 5))]
	v := gen.Pick(r, slices.DeleteFunc(slices.Clone(widths), func(o width) bool { return o == w }))
	top := int64(1)<<(w.bits-1) - 1
	start := w.wrap(top - r.Int64N(top/2))
	x, y := start, int64(0)
	lines := []string{fmt.Sprintf("var x %s = %d", w.name, start), "var y " + v.name}
	var story []string
	for i := range gen.Of(d, 3, 4, 5, 6, 8) {
		c := int64(gen.Between(r, 2, 9))
		text := ""
		switch k := r.IntN(gen.Of(d, 3, 5, 7, 8, 8)); {
		case k == 0 || i == 0:
			text, x = fmt.Sprintf("x = x*%d + 7", c), w.wrap(w.wrap(x*c)+7)
		case k == 1:
			text, x = fmt.Sprintf("x += %d", 11*c), w.wrap(x+11*c)
		case k == 2:
			text, x = "x = -x", w.wrap(-x)
		case k == 3:
			text, x = fmt.Sprintf("x /= %d", c), x/c
		case k == 4:
			text, x = fmt.Sprintf("x %%= %d", 5*c+1), x%(5*c+1)
		case k == 5:
			text, x = "x <<= 2", w.wrap(x<<2)
		case k == 6:
			text, x = "x >>= 1", x>>1
		default:
			y = v.wrap(x)
			lines = append(lines, fmt.Sprintf("y = %s(x)", v.name))
			text, x = fmt.Sprintf("x = %s(y) - %d", w.name, c), w.wrap(w.wrap(y)-c)
		}
		lines = append(lines, text)
		story = append(story, fmt.Sprintf("after `%s` x is %d", text, x))
	}
	y = v.wrap(x)
	lines = append(lines, fmt.Sprintf("y = %s(x)", v.name))
	question, _ := gen.Ask(r, []string{
		"What is the value of y after these Go statements?\n\n{code}",
		"In Go, arithmetic on sized integers wraps around, division drops the fraction, a remainder has the sign of the dividend, and a conversion keeps the low bits. Give the final y as a decimal number.\n\n{code}",
		"{code}\n\nThis Go code compiles and runs. Which integer does y hold at the end?",
	}, gen.Fixed("code", fence("go", strings.Join(lines, "\n"))))
	answer := task.Integer(y)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("An %s has %d bits. Step by step: %s. As %s that is %d.", w.name, w.bits, strings.Join(story, "; "), v.name, y), answer)}
}

// stackMachine asks for the final stack. Difficulty adds instructions and, from
// 2 on, a counted loop, from 4 on a skip that depends on a value.
func stackMachine(r *rand.Rand, d gen.Difficulty) task.Item {
	var body []string
	depth, products := 2, 0
	for len(body) < gen.Of(d, 5, 4, 6, 6, 8) {
		op := gen.Pick(r, []string{"push", "add", "sub", "mul", "dup", "swap", "over"})
		if op == "mul" {
			if products++; products > 3 { // more squares in a row would be too large
				continue
			}
		}
		switch {
		case op == "push":
			op = fmt.Sprintf("push %d", gen.Between(r, 1, 9))
			depth++
		case op == "dup" || op == "over":
			depth++
		case op != "swap" && depth > 2:
			depth--
		case op != "swap":
			continue
		}
		body = append(body, op)
	}
	for ; depth > 2; depth-- { // so that a turn of the loop keeps the height
		body = append(body, gen.Pick(r, []string{"add", "sub", "drop"}))
	}
	if d >= 4 {
		at := r.IntN(len(body))
		body = slices.Insert(body, at, "dup", "skipeven", "push 1", "add")
		body = slices.Insert(body, at+2, "nop")
	}
	body = append(body, "mod", "swap", "mod") // keeps both numbers small
	program := []string{"push n", fmt.Sprintf("push %d", gen.Between(r, 2, 9))}
	if d >= 2 {
		program = append(program, fmt.Sprintf("repeat %d", gen.Of(d, 0, 2, 2, 3, 4)))
	}
	program = append(program, body...)
	if d >= 2 {
		program = append(program, "end")
	}
	n := gen.Between(r, 11, 60)
	stack, trace := runStack(program, n)
	question, slots := gen.Ask(r, []string{
		"A stack machine starts with an empty stack. {rules}\n\n{code}\n\nWith n = {n}, what is on the stack at the end, from bottom to top? Answer with a list of integers.",
		"{rules} The stack is empty at first.\n\n{code}\n\nRun the program for n = {n} and list the final stack, the bottom element first.",
		"Program:\n\n{code}\n\n{rules} Let n be {n}. Which numbers does the stack hold, bottom first, when the program, begun with an empty stack, has ended?",
	}, gen.Fixed("rules", stackRulesText(program)), gen.Fixed("code", fence("text", strings.Join(program, "\n"))), gen.Slot("n", n))
	answer := task.List(task.Integers(stack)...)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("The stack after each instruction that is carried out: "+elided(trace, 14)+".", answer)}
}

var stackHelp = [][2]string{
	{"push", "push v puts v on top"}, {"add", "add, sub and mul replace the top b and the a below it by a + b, a - b and a * b"},
	{"dup", "dup doubles the top"}, {"over", "over puts a copy of the element below the top on top"}, {"swap", "swap exchanges the two top elements"}, {"drop", "drop removes the top"},
	{"mod", "mod replaces the top v by its remainder modulo 97, which is never negative"}, {"repeat", "repeat k carries out the lines up to end k times"},
	{"skipeven", "skipeven removes the top and, if it is even, leaves out the next three lines"}, {"nop", "nop does nothing"},
}

func stackRulesText(program []string) string {
	text := " " + strings.Join(program, " ") + " "
	var rules []string
	for _, h := range stackHelp {
		if strings.Contains(text, " "+h[0]+" ") || h[0] == "add" {
			rules = append(rules, h[1])
		}
	}
	return "The instructions: " + strings.Join(rules, "; ") + "."
}

// runStack runs a program; loops do not nest.
func runStack(program []string, n int) (stack []int, trace []string) {
	start, left := 0, 0
	pop := func() int {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return v
	}
	for at := 0; at < len(program); at++ {
		op, arg, _ := strings.Cut(program[at], " ")
		switch op {
		case "push":
			v := n
			if arg != "n" {
				_, _ = fmt.Sscan(arg, &v)
			}
			stack = append(stack, v)
		case "add", "sub", "mul":
			b, a := pop(), pop()
			stack = append(stack, map[string]int{"add": a + b, "sub": a - b, "mul": a * b}[op])
		case "dup":
			stack = append(stack, stack[len(stack)-1])
		case "over":
			stack = append(stack, stack[len(stack)-2])
		case "swap":
			b, a := pop(), pop()
			stack = append(stack, b, a)
		case "drop":
			pop()
		case "mod":
			stack = append(stack, (pop()%97+97)%97)
		case "skipeven":
			if pop()%2 == 0 {
				at += 3
			}
		case "repeat":
			start = at
			_, _ = fmt.Sscan(arg, &left)
			continue
		case "end":
			if left--; left > 0 {
				at = start
			}
			continue
		}
		trace = append(trace, strings.ReplaceAll(fmt.Sprint(stack), " ", ", "))
	}
	return stack, trace
}
