package science

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/alkane-naming-from-a-skeleton", "chemistry: organic & materials", "Alkane naming from a skeleton",
		"Give the systematic name of a branched alkane or haloalkane written as a line.", alkaneNaming)
	gen.Register("science/constitutional-isomer-count", "chemistry: organic & materials", "Constitutional isomer count",
		"Count the substitution products of an alkane that differ in constitution.", isomerCount)
	gen.Register("science/functional-group-identification", "chemistry: organic & materials", "Functional group identification",
		"List the functional groups of a molecule written as a line.", functionalGroups)
	gen.Register("science/stereocentre-count", "chemistry: organic & materials", "Stereocentre count", "Count stereocentres and stereoisomers.", stereoCount)
}

const lineNotation = "(SMILES: letters are atoms, neighbours are bonded, brackets hold branches, hydrogen atoms are left out)"

// alkaneNaming asks for a name. Difficulty: 1 four methyl or ethyl groups, 2 with
// more ethyl, 3 four with propyl, 4 a longer chain, 5 halogens too; the line
// starts anywhere, so the main chain must be found.
func alkaneNaming(r *rand.Rand, d gen.Difficulty) task.Item {
	kinds := gen.Of(d, []string{"methyl", "methyl", "ethyl"}, []string{"methyl", "ethyl"}, []string{"methyl", "ethyl", "propyl"}, []string{"methyl", "ethyl", "propyl"}, []string{"methyl", "ethyl", "bromo", "chloro", "fluoro"})
	c := drawChain(r, gen.Between(r, gen.Of(d, 7, 7, 8, 9, 7), gen.Of(d, 12, 11, 12, 12, 12)), gen.Of(d, 4, 4, 4, 5, 5), kinds)
	line, name := c.tree().smiles(r), c.name()
	question, _ := gen.Ask(r, []string{
		"Name the compound {line} " + lineNotation + " systematically, as in 4-ethyl-2,2-dimethylheptane: longest chain, lowest locants, prefixes in alphabetical order. Give the name without stereodescriptors.",
		"What is the IUPAC substitutive name of {line}? " + lineNotation + " Write it in the form 3-ethyl-2-methylhexane and leave stereochemistry out.",
		"{line} is a saturated open-chain compound " + lineNotation + ". State its systematic name, without stereodescriptors, like 5-ethyl-3,3-dimethyloctane.",
	}, gen.Fixed("line", line))
	answer := task.String(name)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The longest chain has %d carbon atoms; counted from the end with the lower locants the branches give %s.", c.length, name), answer)}
}

// isomerCount asks for the number of products. Difficulty: 1 and 2 one hydrogen
// of a small or larger alkane is replaced, 3 two by the same atom, 4 two by
// different atoms, 5 two different ones in a branched alcohol.
func isomerCount(r *rand.Rand, d gen.Difficulty) task.Item {
	m := drawAlkane(r, gen.Between(r, gen.Of(d, 9, 12, 8, 8, 8), gen.Of(d, 13, 15, 11, 10, 10)))
	x := gen.Sample(r, []string{"F", "Cl", "Br", "I"}, 2)
	if d == 5 {
		for i := range m.labels {
			if len(m.bonds[i]) < 3 {
				m.add("O", i)
				break
			}
		}
	}
	free := func(m carbonTree, i int) bool { return m.labels[i] == "C" && len(m.bonds[i]) < 4 }
	places, products := map[string]bool{}, map[string]bool{}
	for i := range m.labels {
		place := m.seen(i, -1)
		if !free(m, i) || places[place] {
			continue // an equivalent place was tried
		}
		places[place] = true
		if d <= 2 {
			products[place] = true
			continue
		}
		one := m.clone()
		one.add(x[0], i)
		for j := range m.labels {
			if free(one, j) {
				one.add(x[d/4], j)
				products[one.identity(x[0])] = true
				one.drop()
			}
		}
	}
	change := fmt.Sprintf("one hydrogen atom is replaced by %s", x[0])
	if d == 3 {
		change = fmt.Sprintf("two hydrogen atoms are replaced by %s", x[0])
	} else if d > 3 {
		change = fmt.Sprintf("one hydrogen atom is replaced by %s and another one by %s, both on carbon", x[0], x[1])
	}
	question, _ := gen.Ask(r, []string{
		"In {line} " + lineNotation + " {change}. How many products of different constitution are possible? Ignore stereoisomers.",
		"Count the constitutionally different compounds that arise from {line} " + lineNotation + " when {change}. Stereoisomers do not count separately.",
		"How many constitutional isomers can form if {change} in {line} " + lineNotation + "? Do not distinguish stereoisomers; answer with an integer.",
	}, gen.Fixed("line", m.smiles(r)), gen.Fixed("change", change))
	answer := task.Integer(int64(len(products)))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Positions that the symmetry of the skeleton makes equivalent count once; running through the rest gives %d products.", len(products)), answer)}
}

// groupPiece is a piece of a line with the group that it makes.
type groupPiece struct{ text, group string }

var (
	leftPieces   = []groupPiece{{"C", ""}, {"OC", "alcohol"}, {"O=C", "aldehyde"}, {"OC(=O)", "carboxylic acid"}, {"N#C", "nitrile"}, {"ClC", "haloalkane"}, {"SC", "thiol"}, {"NC", "amine"}, {"NC(=O)", "amide"}, {"BrC", "haloalkane"}}
	innerPieces  = []groupPiece{{"C(=O)", "ketone"}, {"COC", "ether"}, {"C(=O)O", "ester"}, {"OC(=O)", "ester"}, {"C(=O)N", "amide"}, {"C=C", "alkene"}, {"C#C", "alkyne"}, {"C(O)", "alcohol"}, {"CNC", "amine"}, {"C(Cl)", "haloalkane"}, {"C(S)", "thiol"}, {"C(C#N)", "nitrile"}, {"C(N)", "amine"}}
	rightPieces  = []groupPiece{{"C", ""}, {"CO", "alcohol"}, {"C=O", "aldehyde"}, {"C(=O)O", "carboxylic acid"}, {"C#N", "nitrile"}, {"CF", "haloalkane"}, {"CS", "thiol"}, {"CN", "amine"}, {"C(=O)N", "amide"}, {"C(=O)OC", "ester"}}
	groupChoices = "alcohol, aldehyde, alkene, alkyne, amide, amine, carboxylic acid, ester, ether, haloalkane, ketone, nitrile, thiol"
)

// functionalGroups asks for a set of groups. Difficulty is the number of pieces
// (1 to 5 inside the chain) that are set between CH2 groups.
func functionalGroups(r *rand.Rand, d gen.Difficulty) task.Item {
	pieces := []groupPiece{gen.Pick(r, leftPieces)}
	line := pieces[0].text
	spacer := func() string { return strings.Repeat("C", gen.Between(r, 2, 5)) }
	for range gen.Of(d, 2, 2, 3, 4, 5) {
		p := gen.Pick(r, innerPieces)
		pieces = append(pieces, p)
		line += spacer() + p.text
	}
	last := gen.Pick(r, rightPieces)
	line += spacer() + last.text
	pieces = append(pieces, last)
	var groups []string
	for _, p := range pieces {
		if p.group != "" && !slices.Contains(groups, p.group) {
			groups = append(groups, p.group)
		}
	}
	slices.Sort(groups)
	question, _ := gen.Ask(r, []string{
		"Which functional groups are in {line} (SMILES)? Choose from: {choices}. The C=O, OH, OR or NR2 parts of acids, esters and amides do not count on their own. Answer with a set, each group once, such as {alkene, ketone}.",
		"{line} is a molecule in SMILES notation. Name every class among {choices} to which one of its groups belongs, each once and only as the most specific class (an ester is no ketone and no ether), as a set like {alcohol, nitrile}.",
		"Read the SMILES string {line} and list its functional groups in braces, like {ether, thiol}, without repeats. Allowed words: {choices}. Groups inside a carboxylic acid, ester or amide are not named separately.",
	}, gen.Fixed("line", line), gen.Fixed("choices", groupChoices))
	answer := task.Set(task.Strings(groups)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Reading from the left, the chain holds: "+strings.Join(groups, ", ")+".", answer)}
}

// drawChiral draws a chain with substituents.
func drawChiral(r *rand.Rand, n int) carbonTree {
	m := drawAlkane(r, n)
	for range gen.Between(r, 2, 5) {
		at := r.IntN(n)
		crowded := false // two such atoms on one carbon are rarely stable
		for _, next := range m.bonds[at] {
			crowded = crowded || m.labels[next] != "C"
		}
		if len(m.bonds[at]) < 3 && !crowded {
			m.add(gen.Pick(r, []string{"O", "Cl", "Br", "N", "F"}), at)
		}
	}
	return m
}

// stereoCount asks for a number. Difficulty: 1 to 3 stereocentres of larger and
// larger molecules, 4 the stereoisomers where no symmetry joins any, 5 those of
// chains that read the same from both ends, so that meso forms occur.
func stereoCount(r *rand.Rand, d gen.Difficulty) task.Item {
	m := drawChiral(r, gen.Of(d, 8, 10, 12, 9, 9))
	asked, value, working := "stereocentres (carbon atoms with four different substituents) does the molecule have", 0, ""
	var line string
	switch d {
	case 4:
		for range 60 { // two or more centres, no two of them equivalent
			classes := map[string]bool{}
			centres := m.stereocentres()
			for _, c := range centres {
				classes[m.seen(c, -1)] = true
			}
			if len(centres) >= 2 && len(classes) == len(centres) {
				break
			}
			m = drawChiral(r, 9)
		}
		fallthrough
	default:
		line = m.smiles(r)
		centres := m.stereocentres()
		value = len(centres)
		working = fmt.Sprintf("%s four different substituents.", plural(value, "carbon atom has", "carbon atoms have"))
		if d == 4 {
			asked = "stereoisomers of this constitution exist, enantiomers counted separately"
			working += fmt.Sprintf(" No symmetry relates them, so there are 2^%d.", value)
			value = 1 << value
		}
	case 5:
		n, end := gen.Between(r, 3, 9), gen.Pick(r, [][2]string{{"C", "C"}, {"OC", "CO"}, {"OC(=O)", "C(=O)O"}, {"ClC", "CCl"}, {"CC", "CC"}, {"NC(=O)", "C(=O)N"}, {"FC", "CF"}, {"BrC", "CBr"}, {"O=C", "C=O"}})
		groups := make([]string, n)
		for i := range (n + 1) / 2 {
			groups[i] = gen.Pick(r, []string{"O", "Cl", "Br", "N", "F", "S"})
			groups[n-1-i] = groups[i]
		}
		line = end[0]
		for _, g := range groups {
			line += "C(" + g + ")"
		}
		line += end[1]
		asked = "stereoisomers of this constitution exist, enantiomers and meso forms each counted once"
		value = 1 << (n - 1)
		working = fmt.Sprintf("The chain reads the same from both ends. Of the 2^%d ways to arrange its %d centres, those that turn into each other by reversal are one", n, n)
		if n%2 == 0 {
			value += 1 << (n/2 - 1)
		}
		working += fmt.Sprintf("; that leaves %d.", value)
	}
	question, _ := gen.Ask(r, []string{
		"How many {asked}? It is {line} " + lineNotation + "; conformers do not count.",
		"For {line} " + lineNotation + " answer with an integer: how many {asked}?",
		"The constitution is written {line} " + lineNotation + ". How many {asked}?",
	}, gen.Fixed("asked", asked), gen.Fixed("line", line))
	answer := task.Integer(int64(value))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(working, answer)}
}
