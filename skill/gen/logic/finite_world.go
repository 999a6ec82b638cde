package logic

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/quantified-statements-in-a-finite-world", "propositional and first order", "Quantified statements in a finite world",
		"Decide which quantified statements hold in a small listed world.", quantifiedStatements)
}

// thing is an object of the world; its place in the list is its place in the row.
type thing struct {
	colour, shape string
	grams         int
}

// world is a row of things.
type world []thing

// property is a predicate of a thing, as a noun phrase and after "is".
type property struct {
	noun, is string
	holds    func(world, int) bool
}

// relation is a strict order between things.
type relation struct {
	text  string
	holds func(w world, a, b int) bool
}

var (
	colours   = []string{"red", "blue", "green", "yellow"}
	shapes    = []string{"cube", "ball", "cone", "ring"}
	relations = []relation{
		{"heavier than", func(w world, a, b int) bool { return w[a].grams > w[b].grams }},
		{"lighter than", func(w world, a, b int) bool { return w[a].grams < w[b].grams }},
		{"to the left of", func(_ world, a, b int) bool { return a < b }},
		{"to the right of", func(_ world, a, b int) bool { return a > b }},
	}
)

// claim is a sentence about the world.
type claim struct {
	text  string
	holds func(world) bool
}

func ofColour(c string) property {
	return property{c + " thing", c, func(w world, i int) bool { return w[i].colour == c }}
}

func ofShape(s string) property {
	return property{s, "a " + s, func(w world, i int) bool { return w[i].shape == s }}
}

// drawKinds draws three kinds of which no thing has two, so "every other" and
// "every" mean the same.
func drawKinds(r *rand.Rand) (a, b, c property) {
	if r.IntN(2) == 0 {
		three := gen.Sample(r, colours, 3)
		return ofColour(three[0]), ofColour(three[1]), ofColour(three[2])
	}
	three := gen.Sample(r, shapes, 3)
	return ofShape(three[0]), ofShape(three[1]), ofShape(three[2])
}

func (w world) every(of func(int) bool, is func(int) bool) bool {
	for i := range w {
		if of(i) && !is(i) {
			return false
		}
	}
	return true
}

func (w world) some(of func(int) bool, is func(int) bool) bool {
	return !w.every(of, func(i int) bool { return !is(i) })
}

// simpleClaim has one quantifier.
func simpleClaim(r *rand.Rand) claim {
	p, q := ofColour(gen.Pick(r, colours)), ofShape(gen.Pick(r, shapes))
	if r.IntN(2) == 0 {
		p, q = q, p
	}
	form := r.IntN(4)
	count := gen.Between(r, 1, 3)
	text := []string{
		fmt.Sprintf("every %s is %s", p.noun, q.is), fmt.Sprintf("some %s is %s", p.noun, q.is),
		fmt.Sprintf("no %s is %s", p.noun, q.is), fmt.Sprintf("the number of %ss in the row is %s", p.noun, numberWords[count]),
	}[form]
	return claim{text, func(w world) bool {
		of, is := func(i int) bool { return p.holds(w, i) }, func(i int) bool { return q.holds(w, i) }
		switch form {
		case 0:
			return w.every(of, is)
		case 1:
			return w.some(of, is)
		case 2:
			return !w.some(of, is)
		}
		n := 0
		for i := range w {
			if of(i) {
				n++
			}
		}
		return n == count
	}}
}

// pairClaim has two quantifiers.
func pairClaim(r *rand.Rand) claim {
	p, q, _ := drawKinds(r)
	rel := gen.Pick(r, relations)
	outer, inner := r.IntN(2) == 0, r.IntN(2) == 0
	return claim{
		fmt.Sprintf("%s %s is %s %s %s", quantifierWord(outer), p.noun, rel.text, quantifierWord(inner), q.noun),
		func(w world) bool {
			return w.quantify(outer, p, func(i int) bool {
				return w.quantify(inner, q, func(j int) bool { return rel.holds(w, i, j) })
			})
		},
	}
}

// tripleClaim has three quantifiers: the subject is restricted by a relation.
func tripleClaim(r *rand.Rand) claim {
	p, q, s := drawKinds(r)
	first, second := gen.Pick(r, relations), gen.Pick(r, relations)
	outer, middle, inner := r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	return claim{
		fmt.Sprintf("%s %s that is %s %s %s is %s %s %s", quantifierWord(outer), p.noun, first.text, quantifierWord(middle), q.noun, second.text, quantifierWord(inner), s.noun),
		func(w world) bool {
			subject := property{holds: func(w world, i int) bool {
				return p.holds(w, i) && w.quantify(middle, q, func(j int) bool { return first.holds(w, i, j) })
			}}
			return w.quantify(outer, subject, func(i int) bool {
				return w.quantify(inner, s, func(j int) bool { return second.holds(w, i, j) })
			})
		},
	}
}

func (w world) quantify(all bool, p property, is func(int) bool) bool {
	of := func(i int) bool { return p.holds(w, i) }
	if all {
		return w.every(of, is)
	}
	return w.some(of, is)
}

func quantifierWord(all bool) string {
	if all {
		return "every"
	}
	return "some"
}

// quantifiedStatements asks which of four to six sentences hold. Difficulty adds
// things (4 to 8) and quantifiers (1 to 3). A drawn sentence is negated where its
// truth differs from a drawn pattern, which has both truth values.
func quantifiedStatements(r *rand.Rand, d gen.Difficulty) task.Item {
	w := drawWorld(r, gen.Of(d, 4, 5, 6, 7, 8))
	n := gen.Of(d, 4, 4, 5, 5, 6)
	truths := make([]bool, n)
	for i := range truths {
		truths[i] = r.IntN(2) == 0
	}
	truths[0], truths[1] = true, false
	r.Shuffle(n, func(i, j int) { truths[i], truths[j] = truths[j], truths[i] })
	limit := otherWeight(r, w)
	var lines, right, working []string
	for i, want := range truths {
		c := gen.Of(d, simpleClaim, gen.Pick(r, []func(*rand.Rand) claim{simpleClaim, pairClaim}), pairClaim, gen.Pick(r, []func(*rand.Rand) claim{pairClaim, tripleClaim}), tripleClaim)(r)
		if i == 0 {
			c = weightClaim(r, limit)
		}
		letter := string(rune('P' + i))
		text := c.text
		if c.holds(w) != want {
			text = "it is not true that " + text
		}
		lines = append(lines, fmt.Sprintf("%s: %s.", letter, strings.ToUpper(text[:1])+text[1:]))
		if want {
			right = append(right, letter)
		}
		working = append(working, fmt.Sprintf("%s is %t", letter, want))
	}
	const note = " A sentence about every thing of a kind counts as true if there is no such thing."
	claims := strings.Join(lines, "\n")
	question, slots := gen.Ask(r, []string{
		"On a shelf, from left to right, lie: {world}. Which of these sentences are true?\n" + claims + "\nGive the set of their letters, for example {P, R}." + note,
		"The row of exhibits in a museum, read from the left, is {world}. Check the guide's sentences:\n" + claims + "\nList the letters of all that hold, as a set like {P, R}." + note,
		"Look at this row (first is leftmost): {world}. Someone asserts:\n" + claims + "\nWhich assertions hold of the row? Write the set of letters, such as {P, R}." + note,
	}, gen.Fixed("world", w), gen.Slot("limit", limit))
	answer := task.Set(task.Strings(right)...)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Checking each sentence against the row: "+strings.Join(working, ", ")+".", answer),
	}
}

// weightClaim compares a kind with a weight that no thing has; the weight stands
// as a slot.
func weightClaim(r *rand.Rand, limit int) claim {
	p := ofColour(gen.Pick(r, colours))
	all := r.IntN(2) == 0
	return claim{
		fmt.Sprintf("%s %s weighs more than {limit} g", quantifierWord(all), p.noun),
		func(w world) bool { return w.quantify(all, p, func(i int) bool { return w[i].grams > limit }) },
	}
}

// drawWorld draws things with different weights.
func drawWorld(r *rand.Rand, n int) world {
	w := make(world, n)
	var weights []int
	for g := 20; g < 300; g++ {
		weights = append(weights, g)
	}
	for i, g := range gen.Sample(r, weights, n) {
		w[i] = thing{gen.Pick(r, colours), gen.Pick(r, shapes), g}
	}
	return w
}

// otherWeight is a weight near that of some thing, which no thing has.
func otherWeight(r *rand.Rand, w world) int {
	limit := gen.Pick(r, w).grams + 1
	for i := 0; i < len(w); i++ {
		if w[i].grams == limit {
			limit, i = limit+1, -1
		}
	}
	return limit
}

func (w world) String() string {
	parts := make([]string, len(w))
	for i, t := range w {
		parts[i] = fmt.Sprintf("a %s %s of %d g", t.colour, t.shape, t.grams)
	}
	return strings.Join(parts, ", ")
}
