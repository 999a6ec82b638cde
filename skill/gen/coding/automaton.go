package coding

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/finite-automaton-size", "low level", "Finite automaton size",
		"Give the number of states of the smallest automaton for a described language.", automatonSize)
}

// automaton is a complete deterministic automaton over the letters 0 and 1;
// state 0 is the start.
type automaton struct {
	next    [][2]int
	accepts []bool
}

// counting accepts texts in which the number of some letters (0, 1, or any at
// 2) leaves a remainder.
func counting(letter, modulus, remainder int) automaton {
	a := automaton{}
	for q := range modulus {
		to := [2]int{q, q}
		for c := range 2 {
			if letter == c || letter == 2 {
				to[c] = (q + 1) % modulus
			}
		}
		a.next = append(a.next, to)
		a.accepts = append(a.accepts, q == remainder)
	}
	return a
}

// containing accepts texts with a word in them, or only at their end.
func containing(word string, atEnd bool) automaton {
	a := automaton{}
	for q := range len(word) + 1 {
		var to [2]int
		for c := range 2 {
			seen := word[:q] + string(rune('0'+c))
			for !strings.HasPrefix(word, seen) {
				seen = seen[1:]
			}
			if to[c] = len(seen); q == len(word) && !atEnd {
				to[c] = q
			}
		}
		a.next = append(a.next, to)
		a.accepts = append(a.accepts, q == len(word))
	}
	return a
}

// product runs two automata side by side.
func product(a, b automaton, join func(x, y bool) bool) automaton {
	out := automaton{}
	n := len(b.next)
	for p := range a.next {
		for q := range b.next {
			out.next = append(out.next, [2]int{a.next[p][0]*n + b.next[q][0], a.next[p][1]*n + b.next[q][1]})
			out.accepts = append(out.accepts, join(a.accepts[p], b.accepts[q]))
		}
	}
	return out
}

// minimal is the number of states that can be reached and told apart: classes
// are refined until no letter splits one (Moore 1956).
func (a automaton) minimal() int {
	reached, todo := map[int]bool{0: true}, []int{0}
	for len(todo) > 0 {
		q := todo[0]
		todo = todo[1:]
		for _, to := range a.next[q] {
			if !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	class := make([]int, len(a.next))
	for q, yes := range a.accepts {
		if yes {
			class[q] = 1
		}
	}
	for count := 0; ; {
		ids, next := map[[3]int]int{}, make([]int, len(class))
		for q := range a.next {
			if !reached[q] {
				continue
			}
			key := [3]int{class[q], class[a.next[q][0]], class[a.next[q][1]]}
			if _, ok := ids[key]; !ok {
				ids[key] = len(ids)
			}
			next[q] = ids[key]
		}
		if class = next; len(ids) == count {
			return count
		}
		count = len(ids)
	}
}

// drawCondition draws a condition in words with its automaton; zero and one are
// the letters shown.
func drawCondition(r *rand.Rand, kind, size int, zero, one string) (string, automaton) {
	letters := []string{zero, one}
	if kind == 0 {
		c, m := r.IntN(3), gen.Between(r, 2, size+1)
		rest := r.IntN(m)
		return fmt.Sprintf("the number of %s leaves the remainder %d when divided by %d", []string{"letters " + zero, "letters " + one, "all letters"}[c], rest, m), counting(c, m, rest)
	}
	word, shown := "", ""
	for range gen.Between(r, 2, size+1) {
		c := r.IntN(2)
		word, shown = word+string(rune('0'+c)), shown+letters[c]
	}
	if kind == 1 {
		return fmt.Sprintf("the text ends with %s", shown), containing(word, true)
	}
	return fmt.Sprintf("the text contains %s as a contiguous part", shown), containing(word, false)
}

// drawLanguage draws joined conditions, what they take, and their automaton.
func drawLanguage(r *rand.Rand, d gen.Difficulty, letters []string) (text, parts string, a automaton) {
	size := gen.Of(d, 3, 2, 2, 3, 2)
	text, a = drawCondition(r, r.IntN(3), size, letters[0], letters[1])
	parts = fmt.Sprintf("The condition by itself takes %d states.", len(a.next))
	for i := range gen.Of(d, 0, 1, 1, 1, 2) {
		more, b := drawCondition(r, r.IntN(3), size, letters[0], letters[1])
		parts = fmt.Sprintf("Conditions of %d and %d states run side by side in %d.", len(a.next), len(b.next), len(a.next)*len(b.next))
		switch gen.Pick(r, []string{"and", "or", "but not"}[:gen.Of(d, 1, 1, 3, 3, 3)]) {
		case "and":
			text, a = text+", and "+more, product(a, b, func(x, y bool) bool { return x && y })
		case "or":
			text, a = text+", or "+more+" (or both)", product(a, b, func(x, y bool) bool { return x || y })
		default:
			text, a = text+", but it does not hold that "+more, product(a, b, func(x, y bool) bool { return x && !y })
		}
		if i == 0 && d == gen.Hardest {
			text = "(" + text + ")"
		}
	}
	return text, parts, a
}

// automatonSize asks for a number of states. Difficulty adds a second and third
// condition, joined by and, or, but not. The minimal automaton is unique.
func automatonSize(r *rand.Rand, d gen.Difficulty) task.Item {
	letters := gen.Sample(r, strings.Split("abcdefghjkmnpqrstuvwxyz", ""), 2)
	var text, parts string
	n := 0
	for range 40 { // conditions that exclude each other would leave one state
		var a automaton
		text, parts, a = drawLanguage(r, d, letters)
		if n = a.minimal(); n >= gen.Of(d, 2, 4, 4, 5, 6) {
			break
		}
	}
	question, _ := gen.Ask(r, []string{
		"Texts over the two letters {zero} and {one} (the empty one included) are to be accepted exactly if {text}. How many states has the smallest complete deterministic finite automaton that does this? (Every state has a move for each letter; a state from which nothing is accepted counts.)",
		"Consider the language of all words over the alphabet with {zero} and {one} such that {text}. Give the number of states of its minimal deterministic automaton with a total transition function.",
		"A checker reads a text of letters {zero} and {one} from left to right and must say at the end whether this holds: {text}. At least how many states does it need, dead ones included, if it is a deterministic automaton with a transition for every letter in every state?",
	}, gen.Fixed("zero", letters[0]), gen.Fixed("one", letters[1]), gen.Fixed("text", text))
	answer := task.Integer(int64(n))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s Leaving out states that cannot be reached and joining those that no continuation tells apart gives %d.", parts, n), answer)}
}
