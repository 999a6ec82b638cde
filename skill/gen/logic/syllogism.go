package logic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/syllogism-with-empty-terms", "deduction puzzles", "Syllogism with empty terms",
		"Decide whether a syllogism is valid, valid only if no group is empty, or invalid.", syllogism)
}

// A term is a group or the people outside it. With n groups there are 2^n
// regions, one for each combination of memberships; a regionSet has a bit for each.
type term struct {
	group   int
	outside bool
}

type regionSet uint64

// statement says "every" (no region of s without p), "no", "some" or "some …
// not" of two terms.
type statement struct {
	form string // all, no, some, some not
	s, p term
}

// regions of a term among n groups.
func (t term) regions(n int) regionSet {
	var set regionSet
	for region := range 1 << n {
		if (region>>t.group&1 == 1) != t.outside {
			set |= 1 << region
		}
	}
	return set
}

// meaning is the set of regions that a universal statement empties, or of which
// a particular one fills at least one.
func (st statement) meaning(n int) (set regionSet, universal bool) {
	s, p := st.s.regions(n), st.p.regions(n)
	if st.form == "all" || st.form == "some not" {
		p = ^p
	}
	return s & p, st.form == "all" || st.form == "no"
}

// validity of an argument.
type validity int

const (
	valid validity = iota
	needsMembers
	invalid
	inconsistent
)

// assess decides an argument. Without the emptied regions U, a universal
// conclusion follows exactly when all its regions are emptied; a particular one
// exactly when all of some particular premise's remaining regions are its own,
// since a model may fill any one of them.
func assess(n int, premises []statement, conclusion statement) validity {
	var emptied regionSet
	var filled []regionSet
	for _, p := range premises {
		if set, universal := p.meaning(n); universal {
			emptied |= set
		} else {
			filled = append(filled, set)
		}
	}
	members := filled
	for g := range n {
		members = append(members, term{group: g}.regions(n))
	}
	for _, set := range members {
		if set&^emptied == 0 {
			return inconsistent
		}
	}
	target, universal := conclusion.meaning(n)
	entailed := func(filled []regionSet) bool {
		if universal {
			return target&^emptied == 0
		}
		for _, set := range filled {
			if set&^emptied&^target == 0 {
				return true
			}
		}
		return false
	}
	switch {
	case entailed(filled):
		return valid
	case entailed(members):
		return needsMembers
	}
	return invalid
}

// counterexample is a set of inhabited regions in which all clubs have members,
// the premises hold and the conclusion fails. There is one for an invalid argument.
func counterexample(n int, premises []statement, conclusion statement) []int {
	var emptied regionSet
	var needed []regionSet
	for _, p := range premises {
		if set, universal := p.meaning(n); universal {
			emptied |= set
		} else {
			needed = append(needed, set)
		}
	}
	for g := range n {
		needed = append(needed, term{group: g}.regions(n))
	}
	target, universal := conclusion.meaning(n)
	if universal { // somebody must be where the conclusion wants nobody
		needed, target = append(needed, target), 0
	}
	var inhabited regionSet
	for _, set := range needed {
		if usable := set &^ emptied &^ target; usable&inhabited == 0 {
			inhabited |= usable & -usable // the first region of it
		}
	}
	var regions []int
	for region := range 1 << n {
		if inhabited>>region&1 == 1 {
			regions = append(regions, region)
		}
	}
	return regions
}

// diagramText says what each premise empties or fills.
func diagramText(premises []statement, clubs []string) string {
	parts := make([]string, len(premises))
	for i, p := range premises {
		place := map[bool]string{false: "in ", true: "outside "}
		second := p.p
		second.outside = p.form == "all" || p.form == "some not"
		effect := "nobody is"
		if p.form == "some" || p.form == "some not" {
			effect = "somebody is"
		}
		parts[i] = fmt.Sprintf("%s %s%s and %s%s", effect, place[p.s.outside], clubs[p.s.group], place[second.outside], clubs[p.p.group])
	}
	return "By the premises " + strings.Join(parts, "; ") + "."
}

// verdictText gives the reason of a verdict.
func verdictText(n int, premises []statement, conclusion statement, v validity, clubs []string) string {
	switch v {
	case valid:
		return "In every diagram that agrees with this the conclusion holds, whichever clubs are empty."
	case needsMembers:
		for g := range n {
			someone := statement{"some", term{group: g}, term{group: g}}
			if assess(n, append(slices.Clone(premises), someone), conclusion) == valid {
				return fmt.Sprintf("The conclusion is not there yet, but it is as soon as %s has a member.", clubs[g])
			}
		}
		return "The conclusion is there as soon as all clubs have members."
	}
	var people []string
	for _, region := range counterexample(n, premises, conclusion) {
		var in []string
		for g, club := range clubs {
			if region>>g&1 == 1 {
				in = append(in, club)
			}
		}
		if len(in) == 0 {
			in = []string{"no club"}
		}
		people = append(people, "one in just "+strings.Join(in, " and "))
	}
	return "Yet it fails, with members in every club, if the people are these: " + strings.Join(people, "; ") + "."
}

// syllogism asks for the verdict on an argument. Difficulty: 1 two premises in
// chain order, 2 in any order and figure, 3 also terms such as "outside X", 4
// three premises over four groups, 5 four premises over five groups.
func syllogism(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 3, 3, 4, 5)
	premises, conclusion, v := drawArgument(r, d, n, validity(r.IntN(3)))
	clubs := gen.Sample(r, strings.Fields("Amber Birch Cedar Dahlia Ember Fjord Garnet Heron Indigo Jasper Kestrel Lotus Marble Nimbus Onyx Pelican Quartz Raven Saffron Topaz Umber Violet Willow Yarrow"), n)
	lines := make([]string, n-1)
	for i, p := range premises {
		lines[i] = "- " + p.text(clubs)
	}
	const form = " Answer with one letter: A) it follows in every case, B) it follows only if every club has at least one member, C) it does not follow even then."
	question, _ := gen.Ask(r, []string{
		"{clubs} are clubs; a club may have no members.\n{lines}\nDoes it follow that {claim}?" + form,
		"The register says this about the clubs {clubs}, some of which may be empty:\n{lines}\nThe secretary concludes: {claim}. How good is the conclusion?" + form,
		"Argument about the clubs {clubs} (clubs without members are possible). Premises:\n{lines}\nConclusion: {claim}. Classify it." + form,
	}, gen.Fixed("clubs", strings.Join(clubs, ", ")), gen.Fixed("lines", strings.Join(lines, "\n")), gen.Fixed("claim", lowerFirst(strings.TrimSuffix(conclusion.text(clubs), "."))))
	answer := task.Choice([]string{"it follows in every case", "it follows only if every club has at least one member", "it does not follow even then"}, int(v))
	return task.Item{
		Question: question, Answer: answer,
		Reference: gen.Reference(diagramText(premises, clubs)+" "+verdictText(n, premises, conclusion, v, clubs), answer),
	}
}

// drawArgument draws premises along a chain of groups and a conclusion about its
// ends. It tries for the wanted verdict; after many tries, or where a drawn
// chain only allows another, it takes the last one drawn.
func drawArgument(r *rand.Rand, d gen.Difficulty, n int, wanted validity) (premises []statement, conclusion statement, v validity) {
	for range 500 {
		premises = make([]statement, n-1)
		for i := range premises {
			premises[i] = drawStatement(r, i, i+1, d)
		}
		conclusion = drawStatement(r, 0, n-1, d)
		if v = assess(n, premises, conclusion); v == wanted {
			break
		}
	}
	if v != wanted {
		premises, conclusion, v = chainOfAll(n)
	}
	if d >= 2 {
		r.Shuffle(len(premises), func(i, j int) { premises[i], premises[j] = premises[j], premises[i] })
	}
	return premises, conclusion, v
}

// chainOfAll is the argument that every member of the first group is in the last.
func chainOfAll(n int) ([]statement, statement, validity) {
	premises := make([]statement, n-1)
	for i := range premises {
		premises[i] = statement{"all", term{group: i}, term{group: i + 1}}
	}
	return premises, statement{"all", term{group: 0}, term{group: n - 1}}, valid
}

func drawStatement(r *rand.Rand, a, b int, d gen.Difficulty) statement {
	s, p := term{group: a}, term{group: b}
	if d >= 2 && r.IntN(2) == 0 {
		s, p = p, s
	}
	if d >= 3 && r.IntN(3) == 0 {
		s.outside = true
	}
	return statement{gen.Pick(r, []string{"all", "all", "no", "some", "some not"}), s, p}
}

func (st statement) text(clubs []string) string {
	subject := "in " + clubs[st.s.group]
	if st.s.outside {
		subject = "outside " + clubs[st.s.group]
	}
	return fmt.Sprintf(map[string]string{
		"all": "Everyone %s is in %s.", "no": "No one %s is in %s.", "some": "Someone %s is in %s.", "some not": "Someone %s is not in %s.",
	}[st.form], subject, clubs[st.p.group])
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
