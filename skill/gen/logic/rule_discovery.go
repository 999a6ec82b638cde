package logic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/inductive-rule-discovery", "spatial, temporal, relational", "Inductive rule discovery",
		"Find out from examples which of listed steps a machine applies, and predict its next output.", ruleDiscovery)
}

// digits is a row of five digits.
type digits [5]int

// listStep is a step that the machine may apply.
type listStep struct {
	text  string
	apply func(digits) digits
}

// drawSteps draws different steps, with parameters.
func drawSteps(r *rand.Rand, n int) []listStep {
	i, j := r.IntN(4), 0
	for j = r.IntN(5); j == i; {
		j = (j + 1) % 5
	}
	i, j = min(i, j), max(i, j)
	add, times, turn := gen.Between(r, 1, 9), gen.Pick(r, []int{3, 7}), gen.Between(r, 1, 4)
	at := r.IntN(5)
	place := []string{"first", "second", "third", "fourth", "fifth"}
	all := []listStep{
		{"reverse the row", func(x digits) digits { slices.Reverse(x[:]); return x }},
		{fmt.Sprintf("swap the %s and the %s digit", place[i], place[j]), func(x digits) digits { x[i], x[j] = x[j], x[i]; return x }},
		{fmt.Sprintf("move the first %s to the end, in the same order", []string{"", "digit", "two digits", "three digits", "four digits"}[turn]), func(x digits) (y digits) {
			for k := range x {
				y[k] = x[(k+turn)%5]
			}
			return y
		}},
		{fmt.Sprintf("add %d to each digit and keep the last digit of each sum", add), func(x digits) digits { return mapDigits(x, func(v int) int { return (v + add) % 10 }) }},
		{"replace each digit by what it lacks to nine", func(x digits) digits { return mapDigits(x, func(v int) int { return 9 - v }) }},
		{fmt.Sprintf("multiply each digit by %d and keep the last digit of each product", times), func(x digits) digits { return mapDigits(x, func(v int) int { return v * times % 10 }) }},
		{"put the digits into ascending order", func(x digits) digits { slices.Sort(x[:]); return x }},
		{"replace each digit after the first by the last digit of its sum with the original digit to its left", func(x digits) (y digits) {
			y[0] = x[0]
			for k := 1; k < 5; k++ {
				y[k] = (x[k] + x[k-1]) % 10
			}
			return y
		}},
		{"move the largest digit (the leftmost of equal ones) to the front, the others keeping their order", func(x digits) digits {
			k := slices.Index(x[:], slices.Max(x[:]))
			largest := x[k]
			copy(x[1:k+1], x[:k])
			x[0] = largest
			return x
		}},
		{fmt.Sprintf("replace the %s digit by the last digit of the sum of all five", place[at]), func(x digits) digits {
			x[at] = (x[0] + x[1] + x[2] + x[3] + x[4]) % 10
			return x
		}},
	}
	return gen.Sample(r, all, n)
}

func mapDigits(x digits, f func(int) int) digits {
	for k, v := range x {
		x[k] = f(v)
	}
	return x
}

// eachRule calls yield with every sequence of k different steps and what it
// makes of the inputs; the slices are reused.
func eachRule(steps []listStep, k int, inputs []digits, yield func(rule []int, outputs []digits)) {
	rule := make([]int, 0, k)
	levels := make([][]digits, k+1)
	levels[0] = inputs
	for i := 1; i <= k; i++ {
		levels[i] = make([]digits, len(inputs))
	}
	var walk func()
	walk = func() {
		depth := len(rule)
		if depth == k {
			yield(rule, levels[k])
			return
		}
		for s, step := range steps {
			if slices.Contains(rule, s) {
				continue
			}
			for i, x := range levels[depth] {
				levels[depth+1][i] = step.apply(x)
			}
			rule = append(rule, s)
			walk()
			rule = rule[:depth]
		}
	}
	walk()
}

// examplesNeeded is the least number of the first inputs, two or more, after
// which all rules that give the outputs agree about the last input, and the
// number of those rules.
func examplesNeeded(steps []listStep, k int, inputs, outputs []digits) (examples, rules int) {
	query := len(inputs) - 1
	survive := make([]int, query+1) // by how many examples a rule agrees with
	examples = 2
	eachRule(steps, k, inputs, func(_ []int, got []digits) {
		agreed := 0
		for agreed < query && got[agreed] == outputs[agreed] {
			agreed++
		}
		survive[agreed]++
		if got[query] != outputs[query] {
			examples = max(examples, agreed+1)
		}
	})
	for agreed := examples; agreed <= query; agreed++ {
		rules += survive[agreed]
	}
	return min(examples, query), rules
}

// ruleDiscovery asks for the output of a hidden rule: some of the listed steps
// in some order. Difficulty adds listed steps (4 to 6) and applied ones (2 to
// 4). Every rule that fits the examples gives the same answer.
func ruleDiscovery(r *rand.Rand, d gen.Difficulty) task.Item {
	k := gen.Of(d, 2, 2, 3, 3, 4)
	steps, rule, inputs, outputs := drawRule(r, gen.Of(d, 4, 6, 5, 6, 6), k)
	shown, rules := examplesNeeded(steps, k, inputs, outputs)
	lines := make([]string, shown)
	for i := range lines {
		lines[i] = fmt.Sprintf("- %s becomes %s", inputs[i].text(), outputs[i].text())
	}
	var listed, applied []string
	for _, s := range steps {
		listed = append(listed, "- "+s.text)
	}
	for _, s := range rule {
		applied = append(applied, steps[s].text)
	}
	query, result := inputs[len(inputs)-1], outputs[len(outputs)-1]
	question, _ := gen.Ask(r, []string{
		"A machine changes a row of five digits. It always applies the same {k} different steps from this list, one after the other in a fixed order:\n{steps}\nYou do not know which ones, but you have seen:\n{examples}\nWhat does it make of {query}? {form}",
		"These operations on rows of five digits are known:\n{steps}\nA secret recipe consists of {k} of them, no one used twice, carried out in a certain order. Its effect:\n{examples}\nApply the recipe to {query}. {form}",
		"{examples}\n\nThe same rule made all these changes. It is a chain of {k} different steps out of the following:\n{steps}\nWork out what the rule turns {query} into. {form}",
	}, gen.Fixed("k", numberWords[k]), gen.Fixed("steps", strings.Join(listed, "\n")), gen.Fixed("examples", strings.Join(lines, "\n")),
		gen.Fixed("query", query.text()), gen.Fixed("form", "Give the five digits in order as a list, like [1, 2, 3, 4, 5]."))
	answer := task.List(task.Integers(result[:])...)
	note := "It is the only chain that fits the examples."
	if rules > 1 {
		note = "The other chains that fit the examples give the same."
	}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("A chain that makes all examples is: %s. %s Applied to %s it gives %s.", strings.Join(applied, "; then "), note, query.text(), result.text()), answer)}
}

// drawRule draws steps, a rule and inputs with their outputs until at most four
// examples settle the last output, which most first draws do.
func drawRule(r *rand.Rand, n, k int) (steps []listStep, rule []int, inputs, outputs []digits) {
	for range 40 {
		steps, inputs, outputs = drawSteps(r, n), nil, nil
		rule = r.Perm(n)[:k]
		for range 6 {
			x := digits{}
			for i := range x {
				x[i] = r.IntN(10)
			}
			inputs = append(inputs, x)
			for _, s := range rule {
				x = steps[s].apply(x)
			}
			outputs = append(outputs, x)
		}
		if e, _ := examplesNeeded(steps, k, inputs, outputs); e < 5 && inputs[5] != outputs[5] {
			break
		}
	}
	return steps, rule, inputs, outputs
}

func (x digits) text() string { return strings.Trim(fmt.Sprint(x[:]), "[]") }
