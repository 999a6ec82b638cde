package science

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/degrees-of-unsaturation", "chemistry: organic & materials", "Degrees of unsaturation",
		"Deduce rings, multiple bonds or hydrogen atoms of an organic compound from its formula.", degreesOfUnsaturation)
}

// skeleton is what the structure of a compound holds.
type skeleton struct {
	carbon, nitrogen, oxygen, sulfur, halogens int
	halogen                                    string
	rings, double, triple, carbonyl            int
}

// unsaturation is the number of rings plus π bonds.
func (s skeleton) unsaturation() int { return s.rings + s.double + 2*s.triple + s.carbonyl }

// hydrogens is the hydrogen count that the valences leave: N is trivalent.
func (s skeleton) hydrogens() int {
	return 2*s.carbon + 2 + s.nitrogen - s.halogens - 2*s.unsaturation()
}

func (s skeleton) formula() string {
	return hill(atomCounts{"C": s.carbon, "H": s.hydrogens(), "N": s.nitrogen, "O": s.oxygen, "S": s.sulfur, s.halogen: s.halogens})
}

// degreesOfUnsaturation asks for a count. Difficulty: 1 rings plus π bonds from
// a formula, 2 with nitrogen, 3 the rings after hydrogenation is known, 4 the
// same with carbonyl groups that do not react, 5 the hydrogens from a structure.
func degreesOfUnsaturation(r *rand.Rand, d gen.Difficulty) task.Item {
	s := drawSkeleton(r, d)
	uptake := s.double + 2*s.triple
	value, facts := s.unsaturation(), ""
	asked := "How many rings and π bonds together does a molecule of it have (its degree of unsaturation)?"
	switch d {
	case 3, 4:
		value = s.rings
		facts = " With excess hydrogen over a catalyst one mole takes up {k} mol of H2, and then no C=C and no C≡C is left."
		if d == 4 {
			facts += fmt.Sprintf(" The hydrogenation leaves its %s unchanged, and there are no other π bonds.", plural(s.carbonyl, "C=O group", "C=O groups"))
		} else {
			facts += " It has no other π bonds."
		}
		asked = "How many rings does the molecule contain?"
	}
	phrasings := []string{
		"A compound has the molecular formula {f}." + facts + " " + asked + " Sulfur, if present, is divalent.",
		"Analysis of an unknown gives {f}; nitrogen, if any, is trivalent and sulfur divalent." + facts + " " + asked,
		"A chemist writes {f} on a vial (N with three bonds, S with two)." + facts + " " + asked,
	}
	if d == 5 {
		value = s.hydrogens()
		phrasings = []string{
			"A neutral molecule consists of {c} carbon atoms, {rest} and hydrogen. It has {parts}, and no further rings or π bonds. N is trivalent, O divalent. How many hydrogen atoms are in its formula?",
			"How many H atoms does a molecule have that is built of {c} C atoms, {rest} and hydrogen only, if it contains {parts} and otherwise only single bonds and no other rings (N with three bonds, O with two)?",
			"In a drawn structure one counts {c} carbons, {rest}; besides these only hydrogens complete the usual valences (N three, O two). The structure shows {parts}; everything else is single-bonded and open. Find the number of hydrogens.",
		}
	}
	question, slots := gen.Ask(r, phrasings, gen.Fixed("f", s.formula()), gen.Slot("k", uptake), gen.Slot("c", s.carbon),
		gen.Fixed("rest", s.atomsText()), gen.Fixed("parts", s.partsText()))
	answer := task.Integer(int64(value))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("For %s the degree of unsaturation is (2·%d + 2 + %d − %d − %d)/2 = %d (C, N, H, halogen; O and S do not count). It is made up of %d from rings, %d from C=C and C≡C, and %d from C=O.",
			s.formula(), s.carbon, s.nitrogen, s.hydrogens(), s.halogens, s.unsaturation(), s.rings, uptake, s.carbonyl), answer),
	}
}

// drawSkeleton draws a structure with room for its parts: each part needs at
// most four carbons of its own, so the hydrogen count stays positive.
func drawSkeleton(r *rand.Rand, d gen.Difficulty) skeleton {
	s := skeleton{halogen: gen.Pick(r, []string{"F", "Cl", "Br", "I"}), halogens: gen.Between(r, 0, 4), oxygen: gen.Between(r, 0, 6), sulfur: gen.Between(r, 0, 2)}
	if d >= 2 {
		s.nitrogen = gen.Between(r, 1, 5)
	}
	s.rings, s.double, s.triple = gen.Between(r, 0, 4), gen.Between(r, 0, 4), gen.Between(r, 0, 2)
	if d >= 3 {
		s.rings, s.double = gen.Between(r, 1, 6), gen.Between(r, 1, 4)
	}
	if d >= 4 {
		s.carbonyl = gen.Between(r, 1, 3)
		s.oxygen = s.carbonyl + gen.Between(r, 0, 3)
	}
	if d == 5 {
		s.sulfur, s.halogens, s.triple = 0, gen.Between(r, 1, 4), gen.Between(r, 1, 2)
	}
	s.carbon = 6 + 3*(s.rings+s.triple) + 2*(s.double+s.carbonyl) + gen.Between(r, 0, 14)
	return s
}

func (s skeleton) atomsText() string {
	names := map[string]string{"F": "fluorine", "Cl": "chlorine", "Br": "bromine", "I": "iodine"}
	return strings.Join([]string{
		plural(s.nitrogen, "nitrogen atom", "nitrogen atoms"), plural(s.oxygen, "oxygen atom", "oxygen atoms"),
		plural(s.halogens, names[s.halogen]+" atom", names[s.halogen]+" atoms"),
	}, ", ")
}

func (s skeleton) partsText() string {
	return sentence([]string{
		plural(s.rings, "ring", "rings"), plural(s.double, "C=C double bond", "C=C double bonds"),
		plural(s.triple, "C≡C triple bond", "C≡C triple bonds"), plural(s.carbonyl, "C=O group", "C=O groups"),
	})
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
