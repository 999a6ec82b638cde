// Package coding generates the items of the coding skills.
//
// Programs that a question shows are built as syntax trees of a small Python
// subset and run by the package itself, so the answer is computed from the same
// tree that the text is printed from.
package coding

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "program tracing"
	gen.Register("coding/loop-trace-output", area, "Loop trace output",
		"Follow a short program with loops, branches and early exits to the value it returns.", loopTraceOutput)
	gen.Register("coding/recursion-call-count", area, "Recursion call count", "Count how often a recursive function is called for a given argument.", recursionCallCount)
	gen.Register("coding/mutation-and-aliasing-trace", area, "Mutation and aliasing trace",
		"Give the final content of a list that several names share and change.", mutationAndAliasingTrace)
	gen.Register("coding/bitwise-expression-evaluation", area, "Bitwise expression evaluation",
		"Evaluate shifts and masks on words of a fixed width, unsigned or in two's complement.", bitwiseExpressionEvaluation)
}

// loopTraceOutput asks for the value a function returns. Difficulty adds
// statements that change the flow: a skip, a nested loop, an early exit and a
// second loop that depends on the first.
func loopTraceOutput(r *rand.Rand, d gen.Difficulty) task.Item {
	f := loopProgram(r, d)
	n := gen.AbsentNumber(r, gen.Of(d, 10, 10, 9, 10, 12), gen.Of(d, 30, 34, 28, 32, 36), f.source())
	m := newMachine(f)
	var turns []string
	m.watch = func(vars map[string]any) {
		turns = append(turns, fmt.Sprintf("%v and %v", vars["a"], vars["b"]))
	}
	result, _ := m.call(f, []any{n}).(int)
	question, slots := gen.Ask(r, []string{
		"Here is a Python function.\n\n{code}\n\nWhich integer does it return for n = {n}?",
		"A code review asks what this function gives back when it is called with n = {n}. Answer with the integer.\n\n{code}",
		"Run the following Python code by hand.\n\n{code}\n\nState the return value of the call with the argument {n}.",
	}, gen.Fixed("code", fence("python", f.source())), gen.Slot("n", n))
	answer := task.Integer(int64(result))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("After the turns of the outer loops, a and b are: %s. The return expression `%s` then gives %d.",
			elided(turns, 6), f.body[len(f.body)-1].lines()[0], result), answer)}
}

// loopProgram builds f(n) with the accumulators a and b, which stay small
// because every product is reduced.
func loopProgram(r *rand.Rand, d gen.Difficulty) function {
	i, a, b := variable("i"), variable("a"), variable("b")
	test := func(v expr) expr {
		k := gen.Between(r, 2, 5)
		return binary{gen.Pick(r, []string{"==", "!=", "<"}), binary{"%", v, number(k)}, number(gen.Between(r, 1, k-1))}
	}
	update := func(target, other variable, v expr) stmt {
		c := number(gen.Between(r, 2, 9))
		modulus := number(gen.Pick(r, []int{37, 41, 43, 47, 53, 59, 61}))
		return []stmt{
			assign{target, "+", binary{"*", v, c}},
			assign{target, "", binary{"%", binary{"+", binary{"*", target, c}, v}, modulus}},
			assign{target, "+", binary{"%", other, c}},
			assign{target, "", binary{"+", binary{"//", target, number(2)}, binary{"*", c, v}}},
			assign{target, "-", binary{"//", binary{"+", other, v}, c}},
		}[r.IntN(5)]
	}
	body := []stmt{ifElse{test(i), []stmt{update(a, b, i)}, []stmt{update(b, a, i)}}}
	if d >= 2 {
		body = append([]stmt{ifElse{test(binary{"+", i, a}), []stmt{update(b, a, i), leave{"continue"}}, nil}}, body...)
	}
	if d >= 3 {
		j := variable("j")
		inner := forRange{"j", number(0), binary{"+", binary{"%", i, number(gen.Between(r, 3, 5))}, number(1)},
			[]stmt{update(a, b, j)}}
		if d >= 5 {
			inner.body = append(inner.body, ifElse{test(binary{"+", a, j}), []stmt{update(b, a, j), leave{"break"}}, nil})
		}
		body = append(body, inner)
	}
	if d >= 4 {
		body = append(body, ifElse{binary{">", b, number(gen.Between(r, 400, 900))}, []stmt{leave{"break"}}, nil})
	}
	f := function{name: gen.Pick(r, []string{"f", "g", "tally", "mix", "run", "blend", "fold", "score"}), params: []string{"n"}, body: []stmt{
		assign{a, "", number(gen.Between(r, 0, 9))}, assign{b, "", number(gen.Between(r, 0, 9))},
		forRange{"i", number(1), binary{"+", variable("n"), number(1)}, body},
	}}
	if d >= 4 {
		f.body = append(f.body, while{binary{">", a, number(gen.Between(r, 70, 99))},
			[]stmt{assign{a, "", binary{"//", a, number(gen.Between(r, 2, 3))}}, assign{b, "+", binary{"%", a, number(gen.Between(r, 4, 9))}}}})
	}
	f.body = append(f.body, ret{binary{"+", binary{"*", a, number(gen.Between(r, 2, 9))}, b}})
	return f
}

// recursionCallCount asks how many calls a recursive function makes, the first
// included. Difficulty adds branches and a second or third self-call.
func recursionCallCount(r *rand.Rand, d gen.Difficulty) task.Item {
	n := variable("n")
	self := func(arg expr) expr { return call{"f", []expr{arg}} }
	less := func(k int) expr { return self(binary{"-", n, number(k)}) }
	over := func(k int) expr { return self(binary{"//", n, number(k)}) }
	base := gen.Between(r, 1, 4)
	step := gen.Between(r, 2, 5)
	sum := func(x, y expr) expr { return binary{"+", x, y} }
	rule := gen.Of(d,
		sum(less(step), number(gen.Between(r, 1, 9))),
		sum(less(step), over(gen.Between(r, 3, 4))),
		sum(less(step), over(2)),
		sum(less(step), less(step+gen.Between(r, 1, 3))),
		sum(sum(less(step), less(step+2)), over(2)))
	k := gen.Between(r, 3, 7)
	body := []stmt{
		ifElse{binary{"<", n, number(base)}, []stmt{ret{number(gen.Between(r, 0, 9))}}, nil},
		ifElse{binary{"==", binary{"%", n, number(k)}, number(gen.Between(r, 0, k-1))},
			[]stmt{ret{sum(over(gen.Between(r, 2, 3)), number(gen.Between(r, 1, 9)))}}, nil},
		ret{rule},
	}
	f := function{"f", []string{"n"}, body}
	arg := gen.AbsentNumber(r, gen.Of(d, 20, 20, 20, 16, 14), gen.Of(d, 90, 60, 48, 34, 26), f.source())
	calls := func(n int) int { m := newMachine(f); m.call(f, []any{n}); return m.calls }
	question, slots := gen.Ask(r, []string{
		"Consider this Python function.\n\n{code}\n\nCount the calls of f, including the first one, that evaluating f for n = {n} makes.",
		"{code}\n\nA profiler counts how often f is entered while the call with n = {n} runs, the outermost call included. Which count does it show?",
		"The function below calls itself and remembers nothing between calls.\n\n{code}\n\nIt is started once with the argument {n}. How many calls happen altogether, counting that one?",
	}, gen.Fixed("code", fence("python", f.source())), gen.Slot("n", arg))
	answer := task.Integer(int64(calls(arg)))
	var known []string
	for v := max(0, base-1); v < arg && len(known) < 8; v++ {
		known = append(known, fmt.Sprintf("C(%d) = %d", v, calls(v)))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Let C(v) be the number of calls for the argument v: 1 plus the counts of the calls that its branch makes, so C(v) = 1 below %d. Upwards: %s. Going on in this way gives C(%d) = %d.",
			base, strings.Join(known, ", "), arg, calls(arg)), answer)}
}

// mutationAndAliasingTrace asks for the final content of one list. Difficulty
// is the number of statements, among which more copy, share or rebind names.
func mutationAndAliasingTrace(r *rand.Rand, d gen.Difficulty) task.Item {
	body, asked := aliasingProgram(r, gen.Of(d, 3, 5, 7, 9, 11))
	code := source(body)
	k := gen.AbsentNumber(r, 10, 99, code)
	m := newMachine()
	m.vars["k"] = k
	m.run(body)
	final := m.vars[asked].(*list).ints()
	question, slots := gen.Ask(r, []string{
		"Before these Python statements run, k is {k}.\n\n{code}\n\nWrite down the final value of {name} as a list.",
		"The name k is bound to {k}, then this Python code is executed:\n\n{code}\n\nWhat does printing {name} show afterwards? Answer with the list.",
		"Mind which names refer to the same list object.\n\n{code}\n\nWith k = {k} at the start, give the contents of {name} at the end, in order.",
	}, gen.Fixed("code", fence("python", code)), gen.Slot("k", k), gen.Fixed("name", "`"+asked+"`"))
	answer := task.List(task.Integers(final)...)
	var same []string
	for _, v := range []string{"p", "q", "s"} {
		if v != asked && m.vars[v] == m.vars[asked] {
			same = append(same, v)
		}
	}
	sharing := "At the end no other name refers to that object."
	if len(same) > 0 {
		sharing = "At the end " + strings.Join(same, " and ") + " refers to the same object."
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("A plain assignment of a name shares the object, while a slice and + make a new list; += and append change the object in place. Following the statements, %s ends as %s. %s",
			asked, answer.Text(), sharing), answer)}
}

// aliasingProgram makes statements on the lists p, q and s, and names the one to ask for.
func aliasingProgram(r *rand.Rand, n int) ([]stmt, string) {
	names := []variable{"p", "q", "s"}
	k := variable("k")
	small := func() expr { return number(gen.Between(r, 1, 9)) }
	first := listOf{small(), small(), small()}
	body := []stmt{assign{names[0], "", first}, assign{names[1], "", names[0]},
		assign{names[2], "", slice{names[0], nil, nil}}}
	if r.IntN(2) == 0 {
		body[2] = assign{names[2], "", names[1]}
	}
	for i := range n {
		x, y := gen.Pick(r, names), gen.Pick(r, names)
		value := gen.Pick(r, []expr{small(), k, binary{"+", k, small()}, binary{"+", index{y, number(0)}, small()}})
		s := []stmt{
			appendTo{x, value},
			assign{index{x, number(gen.Pick(r, []int{0, 1, -1}))}, "", value},
			assign{x, "+", listOf{value}},
			assign{x, "", binary{"+", x, listOf{value}}},
			assign{x, "", slice{y, nil, nil}},
			assign{x, "", y},
			assign{index{x, number(0)}, "+", k},
		}[r.IntN(7)]
		if i == 0 { // k is used whatever follows
			s = appendTo{names[r.IntN(2)], k}
		}
		body = append(body, s)
	}
	return body, string(names[r.IntN(2)])
}
