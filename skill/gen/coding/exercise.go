package coding

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// exercise is a function solve that is to be written: what it gets and gives in
// words, a Python reference, and a second method in Go that makes the expected
// results. K in the program stands for the constant.
type exercise struct {
	params string // "xs", as in solve(xs)
	given  string // what the parameters are: "xs is a list of integers"
	what   string // completes "return …"; the constant is called k in it
	python string
	low    int // bounds of the constant; none where both are 0
	high   int
	input  func(r *rand.Rand, size int) []any
	solve  func(args []any, k int) any
	idea   string // the reference's working
}

// writingTests are the sizes of the inputs that a program is tested on.
var writingTests = []int{0, 1, 2, 4, 6, 9, 13, 18}

// writing makes the item that asks for an exercise. The first input of middle
// size is shown as an example.
func writing(r *rand.Rand, e exercise) task.Item {
	var inputs [][]any
	for _, size := range writingTests {
		inputs = append(inputs, e.input(r, size))
	}
	shown := inputs[4]
	k, bound, values := 0, "", []gen.Value{}
	if e.high > 0 {
		k = gen.Between(r, e.low, e.high)
		for range 8 { // a constant that does not stand in the example can be a slot
			if text := string(jsonOf(shown)) + string(jsonOf(e.solve(shown, k))); !strings.Contains(text, fmt.Sprint(k)) {
				break
			}
			k = gen.Between(r, e.low, e.high)
		}
		bound = " The constant k is {k}."
		values = append(values, gen.Slot("k", k))
	}
	tests := e.tests(inputs, k)
	for range 64 { // a program that always gives one result must not pass
		if slices.ContainsFunc(tests, func(t task.CodeTest) bool { return !bytes.Equal(t.Expect, tests[0].Expect) }) {
			break
		}
		last := len(inputs) - 1
		inputs[last] = e.input(r, writingTests[last])
		tests = e.tests(inputs, k)
	}
	texts := make([]string, len(shown))
	for i, a := range shown {
		texts[i] = spaced(a)
	}
	call := fmt.Sprintf("solve(%s)", strings.Join(texts, ", "))
	question, slots := gen.Ask(r, []string{
		"Write a Python function solve({params}). {sentence}. It must return {what}." + bound + " Example: {call} returns {result}.",
		"In Python, implement solve({params}), where {given}. The result is {what}." + bound + " A check: {call} gives {result}.",
		"A program needs a Python function solve({params}); {given}." + bound + " Complete it so that it returns {what}. For instance, {result} is the result of {call}.",
		"{sentence}. Give Python code that defines solve({params}) and returns {what}." + bound + " So {call} == {result}.",
	}, append(values, gen.Fixed("params", e.params), gen.Fixed("given", e.given), gen.Fixed("sentence", "Here "+e.given), gen.Fixed("what", e.what),
		gen.Fixed("call", call), gen.Fixed("result", spaced(e.solve(shown, k))))...)
	return codeItem("python", "solve", question, slots, tests,
		strings.ReplaceAll(e.python, "K", fmt.Sprint(k)), e.idea)
}

// tests are the exercise's tests on some inputs.
func (e exercise) tests(inputs [][]any, k int) []task.CodeTest {
	var tests []task.CodeTest
	for _, args := range inputs {
		tests = append(tests, task.CodeTest{Args: jsonOf(args), Expect: jsonOf(e.solve(args, k))})
	}
	return tests
}

// spaced is a value as Python writes it: JSON with a blank after each comma.
func spaced(v any) string {
	var b strings.Builder
	quoted, escaped := false, false
	for _, c := range string(jsonOf(v)) {
		b.WriteRune(c)
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			b.WriteByte(' ')
		}
	}
	text := b.String()
	if word := map[string]string{"true": "True", "false": "False", "null": "None"}[text]; word != "" {
		return word
	}
	return text
}

// drawInts draws integers between bounds.
func drawInts(r *rand.Rand, n, low, high int) []int {
	xs := make([]int, n)
	for i := range xs {
		xs[i] = gen.Between(r, low, high)
	}
	return xs
}

// chosen is the exercise for a difficulty: of the five groups of positions in
// the table, from the easiest, one entry.
func chosen(r *rand.Rand, d gen.Difficulty, table []exercise) exercise {
	for range d { // so that no two difficulties make the same item
		r.Uint64()
	}
	n := len(table)
	low := (int(d) - 1) * (n - 1) / 5
	high := min(n-1, low+1+(n-2)/3)
	return table[gen.Between(r, low, high)]
}
