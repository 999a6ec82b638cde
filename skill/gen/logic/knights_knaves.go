package logic

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("logic/knights-and-knaves", "deduction puzzles", "Knights and knaves",
		"Find the role of every speaker from statements that are true or false by role.", knightsAndKnaves)
}

// saying is what a speaker says about the roles; a row is the set of truth-tellers.
type saying struct {
	speaker int
	kind    string
	a, b, k int
}

func (s saying) true(row, n int) bool {
	a, b := row>>s.a&1 == 1, row>>s.b&1 == 1
	switch s.kind {
	case "good":
		return a
	case "bad":
		return !a
	case "alike":
		return a == b
	case "different":
		return a != b
	case "either":
		return a || b
	case "if":
		return !a || b
	case "exactly":
		return bits.OnesCount(uint(row)) == s.k
	}
	return bits.OnesCount(uint(row)) >= s.k // at least
}

// fits says whether the speaker can say it in a row: truth-tellers say what is
// true, liars what is false.
func (s saying) fits(row, n int) bool { return s.true(row, n) == (row>>s.speaker&1 == 1) }

// theme names the two roles.
type theme struct{ place, good, bad, plural string }

var themes = []theme{
	{"On an island every inhabitant is either a knight, who only makes true statements, or a knave, who only makes false ones.", "knight", "knave", "knights"},
	{"In a city of robots each robot is a truther, whose every statement is true, or a falser, whose every statement is false.", "truther", "falser", "truthers"},
	{"Each member of a theatre troupe plays an angel, who never says anything false, or an imp, who never says anything true.", "angel", "imp", "angels"},
}

// knightsAndKnaves asks for all roles. Difficulty adds speakers (3 to 7), and
// from 2 on statements that join two others. The statements leave one
// assignment.
func knightsAndKnaves(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 6, 7)
	hidden := gen.Between(r, 1, 1<<n-2) // neither all liars nor all truth-tellers
	sayings := drawSayings(r, d, n, hidden)
	people := gen.Sample(r, lexicon.GivenNames(), n)
	t := gen.Pick(r, themes)
	var lines []string
	k, counted := 0, false
	for _, s := range sayings {
		number := numberWords[s.k]
		if (s.kind == "exactly" || s.kind == "at least") && !counted {
			counted, number, k = true, "{k}", s.k
		}
		lines = append(lines, fmt.Sprintf("%s says: \"%s.\"", people[s.speaker], s.text(people, t, number)))
	}
	said := strings.Join(lines, "\n")
	form := fmt.Sprintf(" Answer with a JSON object from name to %q or %q.", t.good, t.bad)
	question, slots := gen.Ask(r, []string{
		"{place} You meet {people}.\n" + said + "\nWhat is each of them?" + form,
		"{place} A reporter interviews {people} and writes down:\n" + said + "\nWork out all the roles; there is only one possibility." + form,
		"{people} talk. {place}\n" + said + "\nDetermine who is what." + form,
	}, gen.Fixed("place", t.place), gen.Fixed("people", strings.Join(people, ", ")), gen.Slot("k", k))
	fields := map[string]task.Answer{}
	var good []string
	for i, name := range people {
		fields[name] = task.String(t.bad)
		if hidden>>i&1 == 1 {
			fields[name] = task.String(t.good)
			good = append(good, name)
		}
	}
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Of the %d ways to give out the roles, only one makes the statements of every %s true and those of every %s false: the %s are %s.", 1<<n, t.good, t.bad, t.plural, strings.Join(good, ", ")), answer),
	}
}

// drawSayings gives every speaker a statement that fits hidden, then adds
// statements that rule out a remaining row until there is none. For any other
// row some statement does that: a speaker with the same role in both rows can
// tell the role of one whose role differs; if all roles differ, a truth-teller
// of hidden, who lies in the other row, can claim at least one truth-teller.
func drawSayings(r *rand.Rand, d gen.Difficulty, n, hidden int) []saying {
	var pool []saying
	for _, s := range allSayings(n, d) {
		if s.fits(hidden, n) {
			pool = append(pool, s)
		}
	}
	r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	var chosen []saying
	for speaker := range n {
		for _, s := range pool {
			if s.speaker == speaker {
				chosen = append(chosen, s)
				break
			}
		}
	}
	for _, row := range r.Perm(1 << n) {
		if row == hidden || !allFit(chosen, row, n) {
			continue
		}
		for _, s := range pool {
			if !s.fits(row, n) {
				chosen = append(chosen, s)
				break
			}
		}
	}
	return chosen
}

func allFit(sayings []saying, row, n int) bool {
	for _, s := range sayings {
		if !s.fits(row, n) {
			return false
		}
	}
	return true
}

// allSayings lists what could be said; nobody speaks of himself by name.
func allSayings(n int, d gen.Difficulty) []saying {
	var all []saying
	for speaker := range n {
		for k := 1; k < n; k++ {
			all = append(all, saying{speaker: speaker, kind: "exactly", k: k}, saying{speaker: speaker, kind: "at least", k: k})
		}
		for a := range n {
			if a == speaker {
				continue
			}
			all = append(all, saying{speaker: speaker, kind: "good", a: a}, saying{speaker: speaker, kind: "bad", a: a})
			for b := range n {
				if b == speaker || b == a || d < 2 {
					continue
				}
				all = append(all, saying{speaker: speaker, kind: "if", a: a, b: b})
				if a < b {
					for _, kind := range []string{"alike", "different", "either"} {
						all = append(all, saying{speaker: speaker, kind: kind, a: a, b: b})
					}
				}
			}
		}
	}
	return all
}

func (s saying) text(people []string, t theme, number string) string {
	a, b := people[s.a], people[s.b]
	switch s.kind {
	case "good":
		return fmt.Sprintf("%s is %s", a, withArticle(t.good))
	case "bad":
		return fmt.Sprintf("%s is %s", a, withArticle(t.bad))
	case "alike":
		return fmt.Sprintf("%s and %s have the same role", a, b)
	case "different":
		return fmt.Sprintf("%s and %s have different roles", a, b)
	case "either":
		return fmt.Sprintf("%s or %s is %s, or both are", a, b, withArticle(t.good))
	case "if":
		return fmt.Sprintf("If %s is %s, then so is %s", a, withArticle(t.good), b)
	}
	return fmt.Sprintf("The number of %s among us is %s %s", t.plural, s.kind, number)
}

func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
