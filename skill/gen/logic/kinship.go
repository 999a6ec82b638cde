package logic

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/kinship-composition", "spatial, temporal, relational", "Kinship composition",
		"Name the relation of two people from a chain of family facts.", kinshipComposition)
}

// person is somebody in a family.
type person struct {
	name   string
	female bool
}

// kin is a relative seen from somebody: up steps to ancestors, then down steps
// to descendants of the last one ((2, 1) is a parent's sibling). InLaw says that
// a marriage is crossed: before the way up and down (spouse's mother) or after
// it (sister's husband).
type kin struct {
	up, down int
	inLaw    bool
}

// terms are the English names, male and female.
var terms = map[kin][2]string{
	{1, 0, false}: {"father", "mother"}, {2, 0, false}: {"grandfather", "grandmother"}, {3, 0, false}: {"great-grandfather", "great-grandmother"},
	{0, 1, false}: {"son", "daughter"}, {0, 2, false}: {"grandson", "granddaughter"}, {0, 3, false}: {"great-grandson", "great-granddaughter"},
	{1, 1, false}: {"brother", "sister"}, {2, 1, false}: {"uncle", "aunt"}, {3, 1, false}: {"great-uncle", "great-aunt"},
	{1, 2, false}: {"nephew", "niece"}, {1, 3, false}: {"great-nephew", "great-niece"},
	{2, 2, false}: {"cousin", "cousin"}, {2, 3, false}: {"first cousin once removed", "first cousin once removed"},
	{3, 2, false}: {"first cousin once removed", "first cousin once removed"}, {3, 3, false}: {"second cousin", "second cousin"},
	{4, 0, false}: {"great-great-grandfather", "great-great-grandmother"}, {0, 4, false}: {"great-great-grandson", "great-great-granddaughter"},
	{4, 1, false}: {"great-great-uncle", "great-great-aunt"}, {1, 4, false}: {"great-great-nephew", "great-great-niece"},
	{4, 2, false}: {"first cousin twice removed", "first cousin twice removed"}, {2, 4, false}: {"first cousin twice removed", "first cousin twice removed"},
	{4, 3, false}: {"second cousin once removed", "second cousin once removed"}, {3, 4, false}: {"second cousin once removed", "second cousin once removed"},
	{1, 0, true}: {"father-in-law", "mother-in-law"}, {0, 1, true}: {"son-in-law", "daughter-in-law"}, {1, 1, true}: {"brother-in-law", "sister-in-law"},
}

// spellings are further names of a term.
var spellings = map[string][]string{
	"cousin": {"first cousin"}, "first cousin once removed": {"cousin once removed"}, "first cousin twice removed": {"cousin twice removed"},
	"great-uncle": {"grand-uncle", "granduncle"}, "great-aunt": {"grand-aunt", "grandaunt"},
	"great-nephew": {"grand-nephew", "grandnephew"}, "great-niece": {"grand-niece", "grandniece"},
	"great-great-uncle": {"great-granduncle", "great-grand-uncle"}, "great-great-aunt": {"great-grandaunt", "great-grand-aunt"},
	"great-great-nephew": {"great-grandnephew", "great-grand-nephew"}, "great-great-niece": {"great-grandniece", "great-grand-niece"},
}

// kinshipComposition asks what one person is to another. Difficulty lengthens
// the chain: 1 two links, 2 three links, 3 a marriage, 4 and 5 up to four
// generations; from 3 on there are facts beside the chain.
func kinshipComposition(r *rand.Rand, d gen.Difficulty) task.Item {
	k := gen.Pick(r, gen.Of(d,
		[]kin{{2, 0, false}, {0, 2, false}, {2, 1, false}, {1, 2, false}},
		[]kin{{3, 0, false}, {0, 3, false}, {2, 2, false}, {3, 1, false}, {1, 3, false}},
		[]kin{{1, 0, true}, {0, 1, true}, {1, 1, true}},
		[]kin{{3, 1, false}, {1, 3, false}, {3, 2, false}, {2, 3, false}, {4, 0, false}, {0, 4, false}, {3, 3, false}},
		[]kin{{4, 1, false}, {1, 4, false}, {3, 3, false}, {4, 2, false}, {2, 4, false}, {3, 4, false}, {4, 3, false}}))
	people := drawPeople(r, 12)
	chain, facts := familyChain(r, k, people)
	asked, of := chain[len(chain)-1], chain[0]
	facts = append(facts, sideFacts(r, gen.Of(d, 0, 0, 2, 2, 4), chain, people[len(chain):])...)
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	term := terms[k][0]
	if asked.female {
		term = terms[k][1]
	}
	const form = " Answer with the usual English word for the relation, without names, for example grandmother, great-uncle, sister-in-law, cousin, second cousin or first cousin once removed."
	question, _ := gen.Ask(r, []string{
		"{facts} Siblings here share both parents. What is {x} to {y}?" + form,
		"In a family album one reads: {facts} (All brothers and sisters are full ones.) How is {x} related to {y}, that is, {x} is {y}'s … ?" + form,
		"A lawyer sorts out an inheritance. {facts} There are no half-siblings. Which relative of {y} is {x}?" + form,
	}, gen.Fixed("facts", strings.Join(facts, " ")), gen.Fixed("x", asked.name), gen.Fixed("y", of.name))
	names := make([]string, len(chain))
	for i, p := range chain {
		names[i] = p.name
	}
	answer := task.String(term, spellings[term]...)
	return task.Item{
		Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The facts that matter link %s. Going from %s %s, %s is reached.", strings.Join(names, " – "), of.name, k.way(), asked.name), answer),
	}
}

// way tells the steps of a relation.
func (k kin) way() string {
	steps := []string{}
	if k.inLaw && k.down == 0 {
		steps = append(steps, "to the spouse")
	}
	if k.up > 0 {
		steps = append(steps, fmt.Sprintf("%d up", k.up))
	}
	if k.down > 0 {
		steps = append(steps, fmt.Sprintf("%d down", k.down))
	}
	if k.inLaw && k.down > 0 {
		steps = append(steps, "and over a marriage")
	}
	return strings.Join(steps, ", ") + " in the family tree"
}

// familyChain links people from the one of reference to the one asked about, and
// words each link. Where the way goes up and down again, the two children of the
// common ancestors are linked as siblings.
func familyChain(r *rand.Rand, k kin, people []person) (chain []person, facts []string) {
	chain = []person{people[0]}
	next := 1
	link := func(fact func(r *rand.Rand, from, to person, last bool) string, last bool) {
		from, to := chain[len(chain)-1], people[next]
		next++
		chain = append(chain, to)
		facts = append(facts, fact(r, from, to, last))
	}
	up, down, siblings := k.up, k.down, 0
	if up > 0 && down > 0 {
		up, down, siblings = up-1, down-1, 1
	}
	marriageFirst := k.inLaw && (k.down == 0 || siblings == 1 && r.IntN(2) == 0)
	links := []func(*rand.Rand, person, person, bool) string{}
	if marriageFirst {
		links = append(links, marriageFact)
	}
	for range up {
		links = append(links, parentFact)
	}
	for range siblings {
		links = append(links, siblingFact)
	}
	for range down {
		links = append(links, childFact)
	}
	if k.inLaw && !marriageFirst {
		links = append(links, marriageFact)
	}
	for i, fact := range links {
		link(fact, i == len(links)-1)
	}
	return chain, facts
}

func (p person) word(male, female string) string {
	if p.female {
		return female
	}
	return male
}

// The facts about a link. The last one is told of the person asked about, so
// that the sex is known.

func parentFact(r *rand.Rand, from, to person, last bool) string {
	if last || r.IntN(2) == 0 {
		return fmt.Sprintf("%s is the %s of %s.", to.name, to.word("father", "mother"), from.name)
	}
	return fmt.Sprintf("%s is a %s of %s.", from.name, from.word("son", "daughter"), to.name)
}

func childFact(r *rand.Rand, from, to person, last bool) string {
	if last || r.IntN(2) == 0 {
		return fmt.Sprintf("%s is a %s of %s.", to.name, to.word("son", "daughter"), from.name)
	}
	return fmt.Sprintf("%s is the %s of %s.", from.name, from.word("father", "mother"), to.name)
}

func siblingFact(r *rand.Rand, from, to person, last bool) string {
	if last || r.IntN(2) == 0 {
		return fmt.Sprintf("%s is a %s of %s.", to.name, to.word("brother", "sister"), from.name)
	}
	return fmt.Sprintf("%s is a %s of %s.", from.name, from.word("brother", "sister"), to.name)
}

func marriageFact(_ *rand.Rand, from, to person, _ bool) string {
	return fmt.Sprintf("%s is the %s of %s.", to.name, to.word("husband", "wife"), from.name)
}

// sideFacts tells of further descendants and friends, which change nothing: they
// are children of people on the chain, or no relatives.
func sideFacts(r *rand.Rand, n int, chain, others []person) []string {
	var facts []string
	for i := range n {
		p, other := chain[r.IntN(len(chain))], others[i]
		facts = append(facts, gen.Pick(r, []string{
			fmt.Sprintf("%s works in the same office as %s.", other.name, p.name),
			fmt.Sprintf("%s went to school with %s.", other.name, p.name),
			fmt.Sprintf("%s lives next door to %s.", p.name, other.name),
		}))
	}
	return facts
}

// drawPeople draws people with different names.
func drawPeople(r *rand.Rand, n int) []person {
	women := strings.Fields("Alice Beatrice Carla Daria Elena Farah Greta Hanna Ingrid Julia Kira Lena Maria Nora Olivia Paula Rosa Sofia Teresa Ulla Vera Wanda Yasmin Zoe")
	men := strings.Fields("Adam Bruno Carlos David Erik Felix George Hassan Ivan Jonas Karl Luis Martin Niels Oscar Peter Robert Samuel Tomas Ulrich Victor Walter Yusuf Zoltan")
	var all []person
	for _, name := range women {
		all = append(all, person{name, true})
	}
	for _, name := range men {
		all = append(all, person{name, false})
	}
	return gen.Sample(r, all, n)
}
