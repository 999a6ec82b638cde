package logic

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/truth-table-evaluation", "propositional and first order", "Truth-table evaluation",
		"Count the rows of a truth table that satisfy a formula and a condition on the row.", truthTable)
	gen.Register("logic/satisfying-assignment", "propositional and first order", "Satisfying assignment",
		"Find the only assignment that satisfies a set of clauses.", satisfyingAssignment)
}

// truthTable asks for a number of satisfying rows. Difficulty adds variables (3
// to 5) and leaves of the formula (4 to 10).
func truthTable(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 3, 4, 5, 5)
	leaves := r.Perm(n)
	for len(leaves) < gen.Of(d, 4, 6, 7, 8, 10) {
		leaves = append(leaves, r.IntN(n))
	}
	r.Shuffle(len(leaves), func(i, j int) { leaves[i], leaves[j] = leaves[j], leaves[i] })
	f := drawFormula(r, leaves)
	names := gen.Sample(r, strings.Split("ABCDEGHJKLMNPQRSUVWXYZ", ""), n)
	slices.Sort(names)
	least := gen.Between(r, 1, n-1)
	var satisfying, counted []string
	for _, row := range models(n, []*formula{f}) {
		satisfying = append(satisfying, rowText(row, n, names))
		if bits.OnesCount(uint(row)) >= least {
			counted = append(counted, rowText(row, n, names))
		}
	}
	question, slots := gen.Ask(r, []string{
		"In the truth table over {names}, how many rows make {f} true and have at least {k} true variables? (∧ and, ∨ or, → implies, ↔ if and only if, ⊕ exactly one of the two, ¬ not)",
		"The switches {names} can each be on (true) or off (false). A lamp lights exactly when {f} holds. How many settings with {k} or more switches on light it? Here ¬ is not, ∧ and, ∨ or (or both), ⊕ either-or but not both, → if-then, ↔ just when.",
		"A formula over {names} reads {f} (symbols: negation ¬, conjunction ∧, disjunction ∨, exclusive or ⊕, implication →, equivalence ↔). Count its models in which the number of true variables is {k} or more.",
	}, gen.Fixed("names", strings.Join(names, ", ")), gen.Fixed("f", f.text(names)), gen.Slot("k", least))
	answer := task.Integer(int64(len(counted)))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Of the %d rows the formula is true in %d. Those with at least %d true variables: %s.", 1<<n, len(satisfying), least, listOrNone(counted)), answer),
	}
}

func listOrNone(texts []string) string {
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, "; ")
}

// satisfyingAssignment asks for the only model of a clause set. Difficulty adds
// variables (3 to 7). Clauses are added that a wrong row breaks until the hidden
// row alone is left; then the ones not needed are dropped.
func satisfyingAssignment(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 6, 7)
	hidden := r.IntN(1 << n)
	clauses := uniqueClauses(r, n, hidden)
	names := gen.Sample(r, strings.Split("ABCDEFGHJKLMNPQRSTUVWXYZ", ""), n)
	slices.Sort(names)
	texts := make([]string, len(clauses))
	for i, c := range clauses {
		texts[i] = "- " + clauseText(c, names)
	}
	question, _ := gen.Ask(r, []string{
		"Exactly one assignment of true and false to {names} makes every line true (\"or\" includes both):\n{clauses}\nGive it as a JSON object from variable to \"true\" or \"false\".",
		"Find truth values for {names} so that each of these disjunctions holds; there is just one way.\n{clauses}\nAnswer in the form of a JSON object with the letters as keys and \"true\" or \"false\" as values.",
		"{clauses}\nEach line above must hold, where a line holds if at least one of its parts does. The letters {names} stand for statements. Which are true and which false? Write a JSON object that maps every letter to \"true\" or \"false\".",
	}, gen.Fixed("names", strings.Join(names, ", ")), gen.Fixed("clauses", strings.Join(texts, "\n")))
	fields := map[string]task.Answer{}
	for v, name := range names {
		fields[name] = task.String("false", "F")
		if hidden>>v&1 == 1 {
			fields[name] = task.String("true", "T")
		}
	}
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{
		Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Going through the %d assignments, only %s breaks none of the %d lines.", 1<<n, rowText(hidden, n, names), len(clauses)), answer),
	}
}

// uniqueClauses builds an irredundant clause set whose only model is hidden.
func uniqueClauses(r *rand.Rand, n, hidden int) []clause {
	var clauses []clause
	for {
		wrong := slices.DeleteFunc(models(n, clauses), func(row int) bool { return row == hidden })
		if len(wrong) == 0 {
			break
		}
		clauses = append(clauses, breaking(r, n, gen.Pick(r, wrong), hidden))
	}
	for i := len(clauses) - 1; i >= 0; i-- {
		without := slices.Delete(slices.Clone(clauses), i, i+1)
		if len(models(n, without)) == 1 {
			clauses = without
		}
	}
	return clauses
}

// breaking is a clause of two or three literals that is false in wrong and true
// in hidden: all its literals contradict wrong, and the first names a variable
// in which the two differ.
func breaking(r *rand.Rand, n, wrong, hidden int) clause {
	var differ, rest []int
	for _, v := range r.Perm(n) {
		if (wrong^hidden)>>v&1 == 1 && len(differ) == 0 {
			differ = append(differ, v)
		} else {
			rest = append(rest, v)
		}
	}
	var c clause
	for _, v := range append(differ, rest[:gen.Between(r, 1, 2)]...) {
		c = append(c, literal{v, wrong>>v&1 == 1})
	}
	slices.SortFunc(c, func(a, b literal) int { return a.variable - b.variable })
	return c
}

func clauseText(c clause, names []string) string {
	parts := make([]string, len(c))
	for i, l := range c {
		parts[i] = names[l.variable]
		if l.negated {
			parts[i] = "not " + parts[i]
		}
	}
	return strings.Join(parts, " or ")
}
