package coding

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/failing-test-localisation", "debugging and repair", "Failing-test localisation",
		"Name the faulty line of a function from its purpose and its test results.", failingTestLocalisation)
}

// failingTestLocalisation asks for the number of the one line that is wrong.
// Difficulty moves from loops over one list to functions with nested loops or
// more state, and shows fewer test results. The line is unique because the
// shown function differs from a correct one in that line alone.
func failingTestLocalisation(r *rand.Rand, d gen.Difficulty) task.Item {
	subjects := faultySubjects[gen.Of(d, 0, 0, 2, 4, 5):gen.Of(d, 4, 5, 7, len(faultySubjects), len(faultySubjects))]
	s := gen.Pick(r, subjects)
	good := s.build(&fault{at: -1})
	first, n := r.IntN(s.faults()), s.faults()
	var bad function
	var failing, passing []string
	for i := range n { // a fault that the drawn inputs cannot show gives way to the next
		bad = s.build(&fault{at: (first + i) % n})
		failing, passing = testResults(r, good, bad, s.input)
		if len(failing) > 0 {
			break
		}
	}
	line, was, is := differingLine(good.source(), bad.source())
	shown := append(failing[:min(len(failing), gen.Of(d, 3, 3, 2, 2, 1))], passing[:min(len(passing), 2)]...)
	r.Shuffle(len(shown), func(i, j int) { shown[i], shown[j] = shown[j], shown[i] })
	question, _ := gen.Ask(r, []string{
		"The function below should return {intent}. One line was mistyped.\n\n{code}\n\nTest results:\n{tests}\n\nWhat is the number of the mistyped line?",
		"A colleague wrote this to compute {intent}, but mistyped something in a single line.\n\n{code}\n\nWhat the tests say:\n{tests}\n\nGive the number of the line that has to be changed.",
		"{code}\n\nIntended result: {intent}. Observed:\n{tests}\n\nExactly one line was mistyped. State its number.",
	}, gen.Fixed("intent", s.intent), gen.Fixed("code", fence("text", numbered(bad.source()))), gen.Fixed("tests", strings.Join(shown, "\n")))
	answer := task.Integer(int64(line))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The failing cases are those that line %d decides. It reads `%s`, but the intended result needs `%s`; with that change every listed test gives the expected value.", line, is, was), answer)}
}

// testResults runs both versions on drawn inputs and reports them as lines.
func testResults(r *rand.Rand, good, bad function, input func(r *rand.Rand) []any) (failing, passing []string) {
	for range 30 {
		args := input(r)
		want, ok := runOn(good, args)
		got, fine := runOn(bad, args)
		if !ok || !fine {
			continue
		}
		call := good.name + "(" + argumentText(args) + ")"
		if want == got {
			passing = append(passing, fmt.Sprintf("- %s returned %s, as expected", call, got))
		} else {
			failing = append(failing, fmt.Sprintf("- %s returned %s, expected %s", call, got, want))
		}
	}
	return failing, passing
}

// runOn calls a function and gives the result as Python prints it.
func runOn(f function, args []any) (string, bool) {
	m := newMachine(f)
	m.limit = faultSteps
	copies := make([]any, len(args))
	for i, a := range args {
		copies[i] = a
		if xs, ok := a.(*list); ok {
			copies[i] = &list{items: append([]any{}, xs.items...)}
		}
	}
	result := m.call(f, copies)
	return valueText(result), m.err == nil && result != nil
}

// valueText writes a value as Python's repr does.
func valueText(v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "True"
		}
		return "False"
	case *list:
		return jsonList(v.ints())
	}
	return fmt.Sprint(v)
}

func argumentText(args []any) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = valueText(a)
	}
	return strings.Join(texts, ", ")
}

func numbered(code string) string {
	lines := strings.Split(code, "\n")
	for i, l := range lines {
		lines[i] = fmt.Sprintf("%2d  %s", i+1, l)
	}
	return strings.Join(lines, "\n")
}

// differingLine finds the first line in which two texts differ, from 1.
func differingLine(good, bad string) (line int, was, is string) {
	b := strings.Split(bad, "\n")
	for i, l := range strings.Split(good, "\n") {
		if i < len(b) && l != b[i] {
			return i + 1, strings.TrimSpace(l), strings.TrimSpace(b[i])
		}
	}
	return 0, "", ""
}
