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
	gen.Register("coding/monotonic-stack-queries", "data structures", "Monotonic stack queries",
		"Write a Python function that answers next-greater style queries with a stack.", monotonicStackQueries)
}

// stackRule is a query that a stack of waiting positions answers in one pass.
// The constant k is a default, a cap or a modulus.
type stackRule struct {
	statement string
	python    string // %d is the constant
	solve     func(xs []int, k int) any
}

var stackRules = []stackRule{
	{"a list with, for each position, how many positions further the first strictly larger element stands, and the constant where no later element is larger", `def solve(xs):
    out = [%d] * len(xs)
    stack = []
    for i, x in enumerate(xs):
        while stack and xs[stack[-1]] < x:
            j = stack.pop()
            out[j] = i - j
        stack.append(i)
    return out`, func(xs []int, k int) any {
		return eachPosition(xs, func(i int) int {
			for j := i + 1; j < len(xs); j++ {
				if xs[j] > xs[i] {
					return j - i
				}
			}
			return k
		})
	}},
	{"a list with, for each position, the value of the nearest earlier element that is strictly smaller, and the constant where there is none", `def solve(xs):
    out = []
    stack = []
    for x in xs:
        while stack and stack[-1] >= x:
            stack.pop()
        out.append(stack[-1] if stack else %d)
        stack.append(x)
    return out`, func(xs []int, k int) any {
		return eachPosition(xs, func(i int) int {
			for j := i - 1; j >= 0; j-- {
				if xs[j] < xs[i] {
					return xs[j]
				}
			}
			return k
		})
	}},
	{"a list with, for each position, the value of the first strictly larger element met when walking to the right and once round from the end to the start, and the constant where there is none", `def solve(xs):
    n = len(xs)
    out = [%d] * n
    stack = []
    for i in range(2 * n):
        x = xs[i %% n]
        while stack and xs[stack[-1]] < x:
            out[stack.pop()] = x
        if i < n:
            stack.append(i)
    return out`, func(xs []int, k int) any {
		return eachPosition(xs, func(i int) int {
			for step := 1; step < len(xs); step++ {
				if x := xs[(i+step)%len(xs)]; x > xs[i] {
					return x
				}
			}
			return k
		})
	}},
	{"the area of the largest rectangle that fits under the bars of width one whose heights are the elements, after every height above the constant is cut down to the constant (0 for an empty list)", `def solve(xs):
    best = 0
    stack = []
    for i, x in enumerate([min(x, %d) for x in xs] + [0]):
        start = i
        while stack and stack[-1][1] >= x:
            start, height = stack.pop()
            best = max(best, height * (i - start))
        stack.append((start, x))
    return best`, func(xs []int, k int) any {
		best := 0
		for i := range xs {
			for j := i + 1; j <= len(xs); j++ {
				best = max(best, (j-i)*min(k, slices.Min(xs[i:j])))
			}
		}
		return best
	}},
	{"the sum, over all non-empty contiguous blocks, of the smallest element of the block, reduced modulo the constant", `def solve(xs):
    total = running = 0
    stack = []
    for x in xs:
        width = 1
        while stack and stack[-1][0] >= x:
            value, w = stack.pop()
            running -= value * w
            width += w
        stack.append((x, width))
        running += x * width
        total += running
    return total %% %d`, func(xs []int, k int) any {
		total := 0
		for i := range xs {
			for j := i + 1; j <= len(xs); j++ {
				total += slices.Min(xs[i:j])
			}
		}
		return total % k
	}},
}

func eachPosition(xs []int, f func(i int) int) []int {
	out := make([]int, len(xs))
	for i := range xs {
		out[i] = f(i)
	}
	return out
}

// monotonicStackQueries asks for a function solve(xs). Difficulty moves from
// one query a position to queries over all blocks, and adds longer tests.
func monotonicStackQueries(r *rand.Rand, d gen.Difficulty) task.Item {
	rule := stackRules[gen.Of(d, r.IntN(2), r.IntN(3), 1+r.IntN(3), 2+r.IntN(3), 3+r.IntN(2))]
	lists := [][]int{{}, {gen.Between(r, 1, 9)}}
	for i := range 5 + int(d) {
		lists = append(lists, positives(r, 5+2*i))
	}
	lists = append(lists, []int{5, 5, 5, 5}, []int{1, 2, 3, 4, 5, 6}, []int{9, 7, 5, 3, 1})
	shown := lists[2]
	k := gen.AbsentNumber(r, 31, 99, "")
	if rule.statement[:8] == "the area" { // the cap must bite now and then
		k = gen.AbsentNumber(r, 8, 24, fmt.Sprint(shown))
	}
	var tests []task.CodeTest
	for _, xs := range lists {
		tests = append(tests, task.CodeTest{Args: jsonOf([]any{xs}), Expect: jsonOf(rule.solve(xs, k))})
	}
	example := fmt.Sprintf("the result for %s is %s", jsonOf(shown), symbolic(rule.solve(shown, k), k))
	question, slots := gen.Ask(r, []string{
		"Write a Python function solve(xs) for a list xs of positive integers that returns {what}. The constant c is {k}. For instance, {example}. A solution that makes one pass with a stack is wanted.",
		"With the constant c set to {k}, implement solve(xs) in Python. Its argument is a list of positive integers, possibly empty; its result is {what}. To check: {example}.",
		"Positive integers come in as a list. Give Python code for solve(xs), which must return {what}; use {k} as the constant c. A sample: {example}.",
	}, gen.Fixed("what", rule.statement), gen.Slot("k", k), gen.Fixed("example", example))
	return codeItem("python", "solve", question, slots, tests, fmt.Sprintf(rule.python, k),
		"A stack keeps what still waits for its answer, ordered by value. A new element settles everything on top that it beats, so each element is pushed and popped once.")
}

// symbolic writes a result with c for the constant, so that its number stands
// once in the question.
func symbolic(result any, k int) string {
	xs, ok := result.([]int)
	if !ok {
		return fmt.Sprint(result)
	}
	texts := make([]string, len(xs))
	for i, x := range xs {
		if texts[i] = fmt.Sprint(x); x == k {
			texts[i] = "c"
		}
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
