package coding

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/expression-evaluator", "algorithms", "Expression evaluator", "Write an evaluator for a small language of expressions.", expressionEvaluator)
	gen.Register("coding/off-by-one-repair", "debugging and repair", "Off-by-one repair",
		"Mend the one boundary, start value or step of a function that is off.", offByOneRepair)
}

// grammar is a language of expressions over one-digit numbers: levels of
// operators, the loosest first; those in right group from the right.
type grammar struct {
	levels        []string
	right         string
	brackets, neg bool
	apply         func(op byte, a, b, k int) int
}

// draw writes a random expression with n numbers.
func (g grammar) draw(r *rand.Rand, n int) string {
	if n <= 1 {
		text := strconv.Itoa(r.IntN(10))
		if g.neg && r.IntN(4) == 0 {
			text = "-" + text
		}
		return text
	}
	cut := gen.Between(r, 1, n-1)
	ops := strings.Join(g.levels, "")
	text := g.draw(r, cut) + ops[r.IntN(len(ops)):][:1] + g.draw(r, n-cut)
	if g.brackets && r.IntN(3) == 0 {
		return "(" + text + ")"
	}
	return text
}

// value splits an expression at its loosest operator outside brackets, at the
// last one where operators group from the left. A minus at the beginning or
// behind an operator belongs to its number or bracket.
func (g grammar) value(s string, k int) int {
	for _, level := range g.levels {
		at, depth := -1, 0
		for i := range len(s) {
			switch c := s[i]; {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case depth > 0 || !strings.ContainsRune(level, rune(c)) || i == 0 || strings.ContainsRune(strings.Join(g.levels, "")+"(", rune(s[i-1])):
			case at < 0 || !strings.ContainsRune(g.right, rune(c)):
				at = i
			}
		}
		if at >= 0 {
			return g.apply(s[at], g.value(s[:at], k), g.value(s[at+1:], k), k)
		}
	}
	switch {
	case s[0] == '-':
		return -g.value(s[1:], k)
	case s[0] == '(':
		return g.value(s[1:len(s)-1], k)
	}
	return int(s[0] - '0')
}

func (g grammar) exercise(given, what, result, functions string) exercise {
	python := "def solve(s):\n    pos = 0\n\n    def peek():\n        return s[pos] if pos < len(s) else \"\"\n\n    def take():\n        nonlocal pos\n        pos += 1\n        return s[pos - 1]\n\n" + functions + "\n    return " + result
	return exercise{"s", given, what, python, 2, 9, func(r *rand.Rand, size int) []any { return []any{g.draw(r, max(1, min(size, 9)))} },
		func(a []any, k int) any {
			if strings.HasSuffix(result, "+ K") {
				return g.value(a[0].(string), k) + k
			}
			return g.value(a[0].(string), k)
		},
		"One function a level of precedence calls the next tighter one for its operands; operators that group from the left are a loop, those that group from the right a recursion."}
}

func plusTimes(op byte, a, b, k int) int {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '@':
		return max(a, b)
	}
	return a*k + b // #
}

const sumFunction = `    def total():
        v = product()
        while peek() in ("+", "-"):
            v = v + product() if take() == "+" else v - product()
        return v
`

const productFunction = `
    def product():
        v = atom()
        while peek() == "*":
            take()
            v *= atom()
        return v
`

const bracketFunction = `
    def atom():
        if peek() == "-":
            take()
            return -atom()
        if peek() == "(":
            take()
            v = total()
            take()
            return v
        return int(take())
`

var evaluatorExercises = []exercise{
	grammar{levels: []string{"+-*"}, apply: plusTimes}.exercise("s is an expression of one-digit numbers with the operators +, - and *, without blanks", "its value plus k, where there is no precedence: operators are carried out from left to right", "total() + K",
		"    def total():\n        v = int(take())\n        while peek():\n            op, w = take(), int(take())\n            v = v + w if op == \"+\" else v - w if op == \"-\" else v * w\n        return v\n"),
	grammar{levels: []string{"+-", "*"}, apply: plusTimes}.exercise("s is an expression of one-digit numbers with the operators +, - and *, without blanks", "its value plus k, where * binds tighter than + and -, and operators of equal rank group from the left", "total() + K", sumFunction+productFunction+"\n    def atom():\n        return int(take())\n"),
	grammar{levels: []string{"+-", "*"}, brackets: true, neg: true, apply: plusTimes}.exercise("s is an expression of one-digit numbers with the operators +, - and *, round brackets and a minus sign in front of a number or bracket (at the beginning, behind a bracket or behind an operator), without blanks", "its value plus k, where a sign binds tightest, * binds tighter than + and -, and operators of equal rank group from the left", "total() + K", sumFunction+productFunction+bracketFunction),
	grammar{levels: []string{"@", "+-", "#"}, brackets: true, apply: plusTimes}.exercise("s is an expression of one-digit numbers with round brackets and the operators +, -, # and @, without blanks", "its value, where a#b stands for a times k plus b and binds tightest, a@b stands for the larger of a and b and binds loosest, + and - are in between, and all operators group from the left", "loose()",
		"    def loose():\n        v = total()\n        while peek() == \"@\":\n            take()\n            v = max(v, total())\n        return v\n\n"+sumFunction+strings.NewReplacer("\"*\"", "\"#\"", "v *= atom()", "v = v * K + atom()").Replace(productFunction)+strings.Replace(bracketFunction, "total()", "loose()", 1)),
	grammar{levels: []string{"+", "#", "*"}, right: "#", brackets: true, neg: true, apply: plusTimes}.exercise("s is an expression of one-digit numbers with the operators +, # and *, round brackets and a minus sign in front of a number or bracket (at the beginning, behind a bracket or behind an operator), without blanks", "its value, where a sign binds tightest, then *, then #, then +; a#b stands for a times k plus b and groups from the right, so a#b#c is a#(b#c), while the others group from the left", "total()",
		strings.NewReplacer("(\"+\", \"-\")", "(\"+\",)", "product()", "middle()").Replace(sumFunction)+"\n    def middle():\n        v = product()\n        if peek() == \"#\":\n            take()\n            return v * K + middle()\n        return v\n"+productFunction+bracketFunction),
}

// expressionEvaluator asks for an evaluator. Difficulty adds precedence,
// brackets, signs, other operators and grouping from the right.
func expressionEvaluator(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, evaluatorExercises))
}

// boundary removes from a line what a slip by one changes: numbers, an added or
// subtracted number, and whether a comparison allows equality.
func boundary(line string) string {
	line = strings.NewReplacer("<=", "<", ">=", ">", " + 1", "", " - 1", "", " + 2", "", " - 2", "").Replace(line)
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c == ',' || c == ' ' || c == '-' {
			return -1
		}
		return c
	}, line)
}

// offByOneRepair shows a function with a slip by one and asks for it mended.
// Difficulty moves from loops over one list to nested loops and more state. The
// program is judged by tests, so any right repair passes.
func offByOneRepair(r *rand.Rand, d gen.Difficulty) task.Item {
	subjects := faultySubjects[gen.Of(d, 0, 0, 2, 4, 5):gen.Of(d, 5, 6, 8, len(faultySubjects), len(faultySubjects))]
	var s subject
	var good, bad function
	var failing []string
	line, was, is := 0, "", ""
	for try := 0; try < 60 && len(failing) == 0; try++ { // about every fourth fault is a slip by one
		s = gen.Pick(r, subjects)
		good, bad = s.build(&fault{at: -1}), s.build(&fault{at: r.IntN(s.faults())})
		if line, was, is = differingLine(good.source(), bad.source()); boundary(was) == boundary(is) || try > 50 {
			failing, _ = testResults(r, good, bad, s.input)
		}
	}
	var tests []task.CodeTest
	for len(tests) < 12 {
		args := s.input(r)
		plain := make([]any, len(args))
		for i, a := range args {
			plain[i] = a
			if xs, ok := a.(*list); ok {
				plain[i] = append([]int{}, xs.ints()...)
			}
		}
		if want, ok := runOn(good, args); ok {
			tests = append(tests, task.CodeTest{Args: jsonOf(plain), Expect: []byte(want)})
		}
	}
	example := gen.Pick(r, failing)
	question, _ := gen.Ask(r, []string{
		"This Python function is meant to return {intent}, but one line is off by a little.\n\n{code}\n\nFor example:\n{example}\n\nGive the whole function with the mistake mended.",
		"{code}\n\nWanted: {intent}. A test report says:\n{example}\n\nThere is one slip in the code, at a boundary, a start value, a step or a comparison. Write the corrected Python function.",
		"Mend this Python code, which has a single small defect. It should compute {intent}.\n\n{code}\n\nObserved:\n{example}\n\nAnswer with the complete repaired function {name}.",
	}, gen.Fixed("intent", s.intent), gen.Fixed("code", fence("python", bad.source())), gen.Fixed("example", example), gen.Fixed("name", good.name))
	return codeItem("python", good.name, question, nil, tests, good.source(),
		fmt.Sprintf("Line %d reads `%s`; following the failing case shows that `%s` is needed there.", line, is, was))
}
