package logic

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/interval-relation-closure", "spatial, temporal, relational", "Interval relation closure",
		"Find what known relations between events force about two of them.", intervalClosure)
}

// span is an interval of time, from before to.
type span struct{ from, to int }

// allen are the thirteen relations of two intervals (Allen 1983) with a wording
// of "X … Y".
var allen = []struct{ name, text string }{
	{"before", "%s was over some time before %s began"},
	{"meets", "%s ended at the very moment when %s began"},
	{"overlaps", "%s began before %s, and ended during it"},
	{"starts", "%s began together with %s but ended earlier"},
	{"during", "%s began after the start of %s and ended before its end"},
	{"finishes", "%s began later than %s and ended together with it"},
	{"equal", "%s had the same start and the same end as %s"},
	{"finished by", "%s began earlier than %s and ended together with it"},
	{"contains", "%s began before the start of %s and ended after its end"},
	{"started by", "%s began together with %s but ended later"},
	{"overlapped by", "%s began during %s, and ended after it"},
	{"met by", "%s began at the very moment when %s ended"},
	{"after", "%s began some time after %s was over"},
}

// relate is the index in allen of the relation of a to b.
func relate(a, b span) int {
	switch {
	case a.to < b.from:
		return 0
	case a.to == b.from:
		return 1
	case b.to == a.from:
		return 11
	case b.to < a.from:
		return 12
	case a == b:
		return 6
	case a.from == b.from && a.to < b.to:
		return 3
	case a.from == b.from:
		return 9
	case a.to == b.to && a.from > b.from:
		return 5
	case a.to == b.to:
		return 7
	case a.from < b.from && a.to < b.to:
		return 2
	case a.from > b.from && a.to > b.to:
		return 10
	case a.from > b.from:
		return 4
	}
	return 8
}

// relationSet has a bit for each of the thirteen relations.
type relationSet uint16

// compositions[i][j] is what can hold between a and c when i holds between a and
// b, and j between b and c. Six instants show every case of three intervals.
var compositions = sync.OnceValue(func() (table [13][13]relationSet) {
	var spans []span
	for from := range 6 {
		for to := from + 1; to < 6; to++ {
			spans = append(spans, span{from, to})
		}
	}
	for _, a := range spans {
		for _, b := range spans {
			for _, c := range spans {
				table[relate(a, b)][relate(b, c)] |= 1 << relate(a, c)
			}
		}
	}
	return table
})

// compose is what a chain of relations allows between its ends.
func compose(chain []int) relationSet {
	table := compositions()
	possible := relationSet(1) << chain[0]
	for _, next := range chain[1:] {
		var further relationSet
		for i := range 13 {
			if possible>>i&1 == 1 {
				further |= table[i][next]
			}
		}
		possible = further
	}
	return possible
}

// The coarse relations asked for: the first is over when the second begins
// (before, meets), the second is over when the first begins, or they share time.
var coarse = []relationSet{1<<0 | 1<<1, 1<<11 | 1<<12, 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10}

// forced is the coarse relation that all possible ones belong to, or 3.
func forced(possible relationSet) int {
	for i, set := range coarse {
		if possible&^set == 0 {
			return i
		}
	}
	return len(coarse)
}

// intervalClosure asks what is forced between the ends of a chain. Difficulty is
// the number of relations in it (2 to 5); from 3 on they are shuffled. A chain
// determines exactly the composition of its relations, as time is dense.
func intervalClosure(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 5)
	chain := drawChain(r, n, r.IntN(4))
	verdict := forced(compose(chain))
	events := gen.Sample(r, strings.Fields("Bonfire Concert Debate Exhibition Fair Gala Hearing Lecture Market Opera Parade Quiz Regatta Seminar Tournament Workshop Voyage Banquet Circus Marathon Festival Auction Rehearsal Congress"), n+1)
	lines := make([]string, n)
	for i, relation := range chain {
		a, b := events[i], events[i+1]
		if r.IntN(2) == 0 { // tell it from the other side
			a, b, relation = b, a, 12-relation
		}
		lines[i] = "- " + fmt.Sprintf(allen[relation].text, "The "+a, "the "+b) + "."
	}
	if d >= 3 {
		r.Shuffle(n, func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	}
	x, y := events[0], events[n]
	options := []string{
		fmt.Sprintf("the %s was over when the %s began, or just then", x, y), fmt.Sprintf("the %s was over when the %s began, or just then", y, x),
		fmt.Sprintf("the %s and the %s were both going on for some common time", x, y), "none of these is certain",
	}
	order := r.Perm(len(options))
	listed, shuffled, place := "", make([]string, len(options)), 0
	for i, k := range order {
		shuffled[i] = options[k]
		listed += fmt.Sprintf("\n%c) %s", 'A'+i, options[k])
		if k == verdict {
			place = i
		}
	}
	question, _ := gen.Ask(r, []string{
		"About some events of one day this is known:\n{lines}\nWhich statement about the {x} and the {y} must be true? Answer with its letter.{listed}",
		"A historian has these notes:\n{lines}\nWhat do they force about the {x} and the {y}? Give the letter.{listed}",
		"Compare the {x} with the {y}, using only the following:\n{lines}\nChoose the letter of what is certain:{listed}",
	}, gen.Fixed("lines", strings.Join(lines, "\n")), gen.Fixed("x", x), gen.Fixed("y", y), gen.Fixed("listed", listed))
	answer := task.Choice(shuffled, place)
	return task.Item{
		Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Following the notes from the %s to the %s event by event, the first can stand to the last in these relations: %s. So %s.", x, y, possibleText(compose(chain)), options[verdict]), answer),
	}
}

// drawChain draws relations whose composition has the wanted verdict; after 60
// drawings it takes what it has.
func drawChain(r *rand.Rand, n, wanted int) []int {
	chain := make([]int, n)
	for range 60 {
		for i := range chain {
			chain[i] = r.IntN(13)
			if chain[i] == 6 {
				chain[i] = 4 // "equal" would only rename an event
			}
		}
		if forced(compose(chain)) == wanted {
			break
		}
	}
	return chain
}

func possibleText(set relationSet) string {
	var names []string
	for i, relation := range allen {
		if set>>i&1 == 1 {
			names = append(names, relation.name)
		}
	}
	return strings.Join(names, ", ")
}
