package science

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/pedigree-inference", "biology: genetics & molecular", "Pedigree inference",
		"Find every mode of inheritance that a family's record allows.", pedigreeInference)
}

// person of a pedigree; parents are indices of earlier persons, −1 for founders.
type person struct {
	male, affected bool
	mother, father int
}

// inheritance says how many copies of the allele a person may have and how they show.
type inheritance int

const (
	autosomalRecessive inheritance = iota
	autosomalDominant
	xRecessive
	xDominant
	yLinked
)

var inheritanceNames = []string{"autosomal recessive", "autosomal dominant", "X-linked recessive", "X-linked dominant", "Y-linked"}

// most is the number of places for the allele.
func (m inheritance) most(male bool) int {
	switch m {
	case xRecessive, xDominant:
		if male {
			return 1
		}
	case yLinked:
		if male {
			return 1
		}
		return 0
	}
	return 2
}

// shows says whether so many copies show the trait.
func (m inheritance) shows(male bool, copies int) bool {
	if m == autosomalRecessive || m == xRecessive {
		return copies > 0 && copies == m.most(male)
	}
	return copies > 0
}

// passes lists what a parent with so many copies may hand to a child.
func (m inheritance) passes(parentMale, childMale bool, copies int) []int {
	switch {
	case m == yLinked && !(parentMale && childMale), (m == xRecessive || m == xDominant) && parentMale && childMale:
		return []int{0}
	case m.most(parentMale) == 1:
		return []int{copies}
	case copies == 1:
		return []int{0, 1}
	}
	return []int{copies / 2}
}

// born says whether the parents may have a child with so many copies.
func (m inheritance) born(mother, father int, childMale bool, copies int) bool {
	for _, a := range m.passes(false, childMale, mother) {
		for _, b := range m.passes(true, childMale, father) {
			if a+b == copies {
				return true
			}
		}
	}
	return false
}

// allows says whether some genotypes explain the family.
func (m inheritance) allows(family []person) bool {
	copies := make([]int, len(family))
	var fill func(i int) bool
	fill = func(i int) bool {
		if i == len(family) {
			return true
		}
		p := family[i]
		for n := 0; n <= m.most(p.male); n++ {
			if m.shows(p.male, n) != p.affected || p.mother >= 0 && !m.born(copies[p.mother], copies[p.father], p.male, n) {
				continue
			}
			copies[i] = n
			if fill(i + 1) {
				return true
			}
		}
		return false
	}
	return fill(0)
}

// pedigreeInference asks which modes are possible. Difficulty is the number of
// persons: 5 to 7 in two generations, then 9 and 12 in three. The letters are
// found by trying all genotypes, so they are the only right ones.
func pedigreeInference(r *rand.Rand, d gen.Difficulty) task.Item {
	var family []person
	for range 20 { // a record that tells something; any other will do in the end
		family = drawFamily(r, inheritance(r.IntN(5)), gen.Of(d, 3, 4, 5, 4, 5), gen.Of(d, 0, 0, 0, 3, 5))
		if telling(family) {
			break
		}
	}
	var right, excluded []string
	for m := range yLinked + 1 {
		if m.allows(family) {
			right = append(right, string(rune('A'+m)))
		} else {
			excluded = append(excluded, inheritanceNames[m])
		}
	}
	question, _ := gen.Ask(r, []string{
		"{family} The trait comes from one gene, with full penetrance, and no new mutations occur; anyone marrying in may carry the allele. Which modes of inheritance are possible for this family? Give all their letters, such as A,C.{options}",
		"A trait runs in a family: {family} Assume one gene, complete penetrance, no new mutations, and nothing about carriers among people who marry in. List the letters of all modes of inheritance that can explain the record (for example B,D).{options}",
		"Check each mode against this record and write down every letter that it does not rule out, for example A,B. {family} One fully penetrant gene is behind the trait, mutation is excluded, and unaffected people from outside may be carriers where the mode has carriers.{options}",
	}, gen.Fixed("family", familyText(r, family)), gen.Fixed("options", optionLines(inheritanceNames)))
	answer := task.Answer{Kind: task.KindChoice, Value: strings.Join(right, ","), Options: inheritanceNames}
	working := "No mode is ruled out."
	if len(excluded) > 0 {
		working = "Assigning genotypes from the oldest generation on fails for: " + strings.Join(excluded, ", ") + "."
	}
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(working, answer)}
}

// telling says whether the record rules out one of the first four modes.
func telling(family []person) bool {
	for m := range yLinked {
		if !m.allows(family) {
			return true
		}
	}
	return false
}

// drawFamily draws genotypes by a mode and keeps what shows: two founders, their
// children, and a spouse of the last child with grandchildren.
func drawFamily(r *rand.Rand, m inheritance, children, grandchildren int) []person {
	var family []person
	var copies []int
	add := func(male bool, mother, father int) {
		n := 0
		if mother < 0 {
			n = min(r.IntN(3), m.most(male))
			if len(family) == 1 && copies[0] == 0 {
				n = max(n, 1) // the allele is in the family
			}
		} else {
			n = gen.Pick(r, m.passes(false, male, copies[mother])) + gen.Pick(r, m.passes(true, male, copies[father]))
		}
		family, copies = append(family, person{male, m.shows(male, n), mother, father}), append(copies, n)
	}
	add(false, -1, -1)
	add(true, -1, -1)
	for range children {
		add(r.IntN(2) == 0, 0, 1)
	}
	if grandchildren > 0 {
		last := len(family) - 1
		add(!family[last].male, -1, -1)
		mother, father := last, last+1
		if family[last].male {
			mother, father = father, mother
		}
		for range grandchildren {
			add(r.IntN(2) == 0, mother, father)
		}
	}
	return family
}

var men = []string{"Adam", "Bilal", "Carl", "Dario", "Emil", "Farid", "Goran", "Hugo", "Ivan", "Jonas", "Karim", "Luis", "Marco", "Nils", "Oscar", "Pavel", "Rami", "Stefan", "Tomas", "Yusuf"}

// familyText tells the record with names.
func familyText(r *rand.Rand, family []person) string {
	she, he := gen.Sample(r, women, len(women)), gen.Sample(r, men, len(men))
	names := make([]string, len(family))
	var b strings.Builder
	for i, p := range family {
		sex, relation, from := "woman", "daughter", she
		if p.male {
			sex, relation, from = "man", "son", he
		}
		names[i] = from[i]
		status := "does not have it"
		if p.affected {
			status = "has the trait"
		}
		if p.mother >= 0 {
			fmt.Fprintf(&b, "%s, %s of %s and %s, %s. ", names[i], relation, names[p.mother], names[p.father], status)
		} else {
			fmt.Fprintf(&b, "%s, a %s whose parents are unknown, %s. ", names[i], sex, status)
		}
	}
	return strings.TrimSpace(b.String())
}
