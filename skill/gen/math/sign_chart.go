package math

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// factor is (x − root)^power; a negative power stands in the denominator.
type factor struct{ root, power int }

// rationalInequality asks where a product of powers of linear factors has a
// sign. Difficulty adds factors (2 to 5) and, from 2 on, repeated ones. The first
// factor has an odd power, so both signs occur and the solution is neither empty
// nor everything.
func rationalInequality(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 5)
	powers := gen.Of(d, []int{1}, []int{1, 2}, []int{1, 2, 3}, []int{1, 2, 3}, []int{1, 2, 3, 4})
	roots := gen.Sample(r, span(-30, 30), n)
	factors := make([]factor, n)
	for i := range factors {
		factors[i] = factor{roots[i], gen.Pick(r, powers)}
		if i == 0 {
			factors[i].power = gen.Pick(r, []int{1, powers[len(powers)-1] | 1})
		}
		if i == 1 || i > 1 && r.IntN(2) == 0 { // at least one pole
			factors[i].power = -factors[i].power
		}
	}
	lead := gen.Pick(r, []int{-3, -2, -1, 1, 2, 3})
	relation := gen.Pick(r, []string{"> 0", "< 0", "≥ 0", "≤ 0"})
	const form = " Write the answer as an interval or a union of intervals in order from left to right, for example (-\\infty,1)\\cup[2,5), with a single point as {3}."
	question, slots := gen.Ask(r, []string{
		"Solve the inequality {f} {rel}, where a = {a}." + form,
		"Let f(x) = {f} with a = {a}. For which real x is f(x) {rel}?" + form,
		"With the constant a = {a}, find all real numbers x at which the expression {f} is defined and {rel}." + form,
	}, gen.Slot("a", roots[0]), gen.Fixed("f", quotientText(lead, factors)), gen.Fixed("rel", relation))
	solution, chart := signChart(lead, factors, relation)
	answer := task.Expression(solution)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("The sign can change only at the zeros and poles. "+chart, answer),
	}
}

// signChart solves the inequality and says the sign on each open interval.
func signChart(lead int, factors []factor, relation string) (solution, chart string) {
	sorted := slices.SortedFunc(slices.Values(factors), func(a, b factor) int { return cmp.Compare(a.root, b.root) })
	wanted, strict := 1, !strings.ContainsAny(relation, "≥≤")
	if strings.ContainsAny(relation, "<≤") {
		wanted = -1
	}
	sign := make([]int, len(sorted)+1) // sign[i] holds left of sorted[i]
	sign[len(sorted)] = cmp.Compare(lead, 0)
	for i, f := range slices.Backward(sorted) {
		sign[i] = sign[i+1]
		if f.power%2 != 0 {
			sign[i] = -sign[i]
		}
	}
	var parts, marks []string
	open := ""
	if sign[0] == wanted {
		open = `(-\infty`
	}
	for i, f := range sorted {
		marks = append(marks, fmt.Sprintf("%s left of %d", signWord(sign[i]), f.root))
		holds := !strict && f.power > 0
		switch {
		case open != "" && (!holds || sign[i+1] != wanted): // the interval ends here
			parts = append(parts, fmt.Sprintf("%s,%d%s", open, f.root, bracket(holds, "]", ")")))
			open = ""
		case open == "" && holds && sign[i+1] != wanted:
			parts = append(parts, fmt.Sprintf(`\{%d\}`, f.root))
		}
		if open == "" && sign[i+1] == wanted {
			open = fmt.Sprintf("%s%d", bracket(holds, "[", "("), f.root)
		}
	}
	if open != "" {
		parts = append(parts, open+`,\infty)`)
	}
	marks = append(marks, signWord(sign[len(sorted)])+" at the far right")
	return strings.Join(parts, `\cup`), "From left to right f is " + strings.Join(marks, ", ") + "."
}

func bracket(closed bool, yes, no string) string {
	if closed {
		return yes
	}
	return no
}

func signWord(s int) string {
	if s > 0 {
		return "positive"
	}
	return "negative"
}

// quotientText writes the function, the first factor as (x − a).
func quotientText(lead int, factors []factor) string {
	var top, bottom []string
	for i, f := range factors {
		text := fmt.Sprintf("(x%s)", signed(-f.root))
		if f.root == 0 {
			text = "x"
		}
		if i == 0 {
			text = "(x - a)"
		}
		if power := max(f.power, -f.power); power > 1 {
			text += fmt.Sprintf("^%d", power)
		}
		if f.power > 0 {
			top = append(top, text)
		} else {
			bottom = append(bottom, text)
		}
	}
	head := map[int]string{1: "", -1: "-"}
	prefix, ok := head[lead]
	if !ok {
		prefix = fmt.Sprint(lead)
	}
	below := strings.Join(bottom, "")
	if len(bottom) > 1 {
		below = "(" + below + ")"
	}
	return prefix + strings.Join(top, "") + "/" + below
}

// span lists the integers from lo to hi.
func span(lo, hi int) []int {
	out := make([]int, hi-lo+1)
	for i := range out {
		out[i] = lo + i
	}
	return out
}
