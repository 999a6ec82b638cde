package science

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/non-mendelian-dominance-crosses", "biology: genetics & molecular", "Non-Mendelian dominance crosses",
		"Compute chances with incomplete dominance, blood groups and epistasis.", unusualDominance)
	gen.Register("science/sex-linked-inheritance", "biology: genetics & molecular", "Sex-linked inheritance",
		"Compute chances of X-linked recessive traits in families, also after evidence.", sexLinked)
}

// locusCross is the two alleles of either parent at a locus, such as AO and BO.
type locusCross struct{ mother, father string }

// shareOf is the share of equally likely offspring that are wanted. An offspring
// has an allele pair per locus, the mother's allele first.
func shareOf(cross []locusCross, wanted func(pairs []string) bool) *big.Rat {
	hits, total := int64(0), int64(1)<<(2*len(cross))
	pairs := make([]string, len(cross))
	for code := range total {
		rest := code
		for i, l := range cross {
			pairs[i] = l.mother[rest&1:rest&1+1] + l.father[rest>>1&1:rest>>1&1+1]
			rest >>= 2
		}
		if wanted(pairs) {
			hits++
		}
	}
	return big.NewRat(hits, total)
}

// bloodGroup is the ABO phenotype of an allele pair.
func bloodGroup(pair string) string {
	a, b := strings.Contains(pair, "A"), strings.Contains(pair, "B")
	switch {
	case a && b:
		return "AB"
	case a:
		return "A"
	case b:
		return "B"
	}
	return "O"
}

// cross tells of parents and what offspring is wanted, with its chance.
type crossCase struct {
	facts, wanted, working string
	chance                 *big.Rat
}

// unusualDominance asks for the chance of exactly k of n offspring. Difficulty:
// 1 incomplete dominance, 2 blood groups, 3 blood groups with genotypes to infer
// from the grandparents, 4 two loci, 5 recessive epistasis.
func unusualDominance(r *rand.Rand, d gen.Difficulty) task.Item {
	c := gen.Of(d, halfDominant, bloodCross, inferredBlood, bloodAndRhesus, coatEpistasis)(r)
	n := gen.Between(r, 3, gen.Of(d, 10, 10, 10, 6, 9))
	k := gen.Between(r, 1, n-1)
	p := binomial(n, k, c.chance)
	l := lesson{facts: c.facts, asked: fmt.Sprintf("exactly {k} of {n} offspring %s", c.wanted), answer: rationalAnswer(p), values: []gen.Value{gen.Slot("k", k), gen.Slot("n", n)},
		working: fmt.Sprintf("%s For one offspring the chance is %s, so it is C(%d, %d)·p^%d·(1 − p)^%d.", c.working, c.chance.RatString(), n, k, k, n-k)}
	return l.item(r,
		"{facts} How likely is it that {asked}? Offspring are independent; give an exact fraction.",
		"{facts} Find, as an exact fraction, the probability that {asked}, each one being independent of the others.",
		"Consider this family. {facts} Each offspring is an independent draw. With which probability (an exact fraction) is it true that {asked}?",
	)
}

func halfDominant(r *rand.Rand) crossCase {
	plant := gen.Pick(r, []string{"snapdragon", "four o'clock flower", "carnation", "camellia", "stock", "azalea"})
	shades := gen.Pick(r, [][3]string{{"red", "pink", "white"}, {"purple", "lilac", "white"}, {"crimson", "rose", "ivory"}, {"orange", "apricot", "cream"}})
	genotypes := []string{"RR", "RW", "WW"}
	other, want := r.IntN(3), 1
	if other == 1 {
		want = r.IntN(3)
	} else if r.IntN(2) == 0 {
		want = other
	}
	shade := func(pair string) string { return shades[strings.Count(pair, "W")] }
	p := shareOf([]locusCross{{"RW", genotypes[other]}}, func(g []string) bool { return shade(g[0]) == shades[want] })
	return crossCase{
		facts:  fmt.Sprintf("In a %s, one gene with two alleles sets the flower colour: %s and %s are pure-breeding, and their hybrids are %s. A %s plant is crossed with a %s one.", plant, shades[0], shades[2], shades[1], shades[1], shades[other]),
		wanted: "are " + shades[want], chance: p, working: fmt.Sprintf("The cross is RW × %s.", genotypes[other]),
	}
}

// bloodPairs are crosses in which more than one group is possible.
var bloodPairs = []locusCross{{"AO", "BO"}, {"AO", "AO"}, {"BO", "BO"}, {"AB", "AO"}, {"AB", "BO"}, {"AB", "OO"}, {"AB", "AB"}, {"AO", "OO"}, {"BO", "OO"}, {"AO", "BB"}, {"AA", "BO"}, {"AB", "AA"}, {"AB", "BB"}}

// groupOf draws a group that some children of the cross have and others not.
func groupOf(r *rand.Rand, cross locusCross) string {
	var groups []string
	for _, g := range []string{"A", "B", "AB", "O"} {
		if p := shareOf([]locusCross{cross}, func(c []string) bool { return bloodGroup(c[0]) == g }); p.Sign() > 0 && p.Cmp(big.NewRat(1, 1)) < 0 {
			groups = append(groups, g)
		}
	}
	return gen.Pick(r, groups)
}

// written gives a blood genotype in the usual notation.
func written(pair string) string {
	return strings.NewReplacer("A", "I^A", "B", "I^B", "O", "i").Replace(strings.Join(strings.Split(pair, ""), " "))
}

func bloodCross(r *rand.Rand) crossCase {
	cross := gen.Pick(r, bloodPairs)
	if r.IntN(2) == 0 {
		cross.mother, cross.father = cross.father, cross.mother
	}
	want := groupOf(r, cross)
	return crossCase{
		facts:  fmt.Sprintf("In the ABO system the alleles I^A and I^B are codominant and both dominate i. The mother has the genotype (%s), the father (%s).", written(cross.mother), written(cross.father)),
		wanted: "have blood group " + want, working: "List the four equally likely allele pairs of a child.",
		chance: shareOf([]locusCross{cross}, func(g []string) bool { return bloodGroup(g[0]) == want }),
	}
}

// inferred draws a person of group A or B who carries i, and says how one knows.
func inferred(r *rand.Rand, who, possessive string) (pair, facts string) {
	group := gen.Pick(r, []string{"A", "B"})
	relative := gen.Pick(r, []string{"mother", "father", "first child from an earlier marriage"})
	return group + "O", fmt.Sprintf("The %s has blood group %s, and %s %s has blood group O.", who, group, possessive, relative)
}

func inferredBlood(r *rand.Rand) crossCase {
	mother, about := inferred(r, "mother", "her")
	father, aboutHim := inferred(r, "father", "his")
	cross := locusCross{mother, father}
	want := groupOf(r, cross)
	return crossCase{
		facts:  "In the ABO system A and B are codominant alleles and both dominate O. " + about + " " + aboutHim,
		wanted: "of the two have blood group " + want, working: fmt.Sprintf("A relative of group O gave or got an O allele, so the parents are %s and %s.", mother, father),
		chance: shareOf([]locusCross{cross}, func(g []string) bool { return bloodGroup(g[0]) == want }),
	}
}

func bloodAndRhesus(r *rand.Rand) crossCase {
	mother, about := inferred(r, "mother", "her")
	father, aboutHim := inferred(r, "father", "his")
	rhesus := gen.Pick(r, []locusCross{{"Dd", "Dd"}, {"Dd", "dd"}, {"dd", "Dd"}})
	cross := []locusCross{{mother, father}, rhesus}
	want, positive := groupOf(r, cross[0]), r.IntN(2) == 0
	sign := map[bool]string{true: "Rhesus positive", false: "Rhesus negative"}
	return crossCase{
		facts: fmt.Sprintf("In the ABO system A and B are codominant alleles and both dominate O; on another chromosome the Rhesus allele D (positive) dominates d. %s %s At the Rhesus locus the mother is %s and the father %s.",
			about, aboutHim, rhesus.mother, rhesus.father),
		wanted: fmt.Sprintf("of the two have blood group %s and are %s", want, sign[positive]), working: fmt.Sprintf("The parents are %s %s and %s %s; multiply the chances of the loci.", mother, rhesus.mother, father, rhesus.father),
		chance: shareOf(cross, func(g []string) bool {
			return bloodGroup(g[0]) == want && strings.Contains(g[1], "D") == positive
		}),
	}
}

// epistasis is a pair of genes, named by their dominant alleles, and what they make.
type epistasis struct {
	rule          string
	first, second string
	looks         []string
	look          func(first, second bool) int // by whether the dominant alleles are there
}

var epistases = []epistasis{
	{"In Labradors, dogs with at least one E are black if they have a B and brown if they are bb; dogs that are ee are yellow whatever the other gene is.", "B", "E", []string{"yellow", "black", "brown"}, masking},
	{"In mice, animals with at least one C are agouti if they have an A and black if they are aa; mice that are cc are albino whatever the other gene is.", "A", "C", []string{"albino", "agouti", "black"}, masking},
	{"In summer squash, fruits of plants with at least one W are white whatever the other gene is; without W they are yellow if there is a Y and green if the plant is yy.", "Y", "W", []string{"white", "yellow", "green"}, func(y, w bool) int { return masking(y, !w) }},
	{"In sweet peas, flowers are purple only in plants with at least one C and at least one P; all other plants have white flowers.", "C", "P", []string{"white", "purple"}, func(c, p bool) int {
		if c && p {
			return 1
		}
		return 0
	}},
}

// masking: the second gene lets the first one show.
func masking(first, second bool) int {
	switch {
	case !second:
		return 0
	case first:
		return 1
	}
	return 2
}

func coatEpistasis(r *rand.Rand) crossCase {
	e := gen.Pick(r, epistases)
	hybrid := func(letter string) string { return letter + strings.ToLower(letter) }
	locus := func(letter string) locusCross {
		l := locusCross{hybrid(letter), gen.Pick(r, []string{hybrid(letter), strings.ToLower(letter + letter)})}
		if r.IntN(2) == 0 {
			l.mother, l.father = l.father, l.mother
		}
		return l
	}
	cross := []locusCross{locus(e.first), locus(e.second)}
	want := r.IntN(len(e.looks))
	return crossCase{
		facts: fmt.Sprintf("%s The genes lie on different chromosomes. A mother of genotype %s %s is crossed with a father of genotype %s %s.",
			e.rule, cross[0].mother, cross[1].mother, cross[0].father, cross[1].father),
		wanted: "are " + e.looks[want], working: "Count the sixteen equally likely combinations of gametes.",
		chance: shareOf(cross, func(g []string) bool {
			return e.look(strings.Contains(g[0], e.first), strings.Contains(g[1], e.second)) == want
		}),
	}
}

// sexLinked asks for a chance about an X-linked recessive trait. Difficulty: 1
// exactly k of n children of known parents, 2 a woman who may be a carrier, 3
// she after healthy sons, 4 her daughter after healthy sons of both, 5 the same
// after a test that misses some carriers.
func sexLinked(r *rand.Rand, d gen.Difficulty) task.Item {
	disease := gen.Pick(r, []string{"haemophilia A", "haemophilia B", "glucose-6-phosphate dehydrogenase deficiency", "red-green colour blindness", "Bruton agammaglobulinaemia", "X-linked ichthyosis", "Becker muscular dystrophy", "chronic granulomatous disease", "ocular albinism"})
	l := gen.Of(d, knownCarrier, possibleCarrier, carrierWithSons, carrierDaughter, testedDaughter)(r)
	l.facts = fmt.Sprintf("%s%s is an X-linked recessive trait with full penetrance; new mutations are left out, and sons and daughters are equally likely. ", strings.ToUpper(disease[:1]), disease[1:]) + l.facts
	return l.item(r,
		"{facts} Find {asked} as an exact fraction.",
		"A genetic counsellor meets this family. {facts} As an exact fraction, how large is {asked}?",
		"{facts} What is {asked}? Answer with an exact fraction.",
	)
}

func knownCarrier(r *rand.Rand) lesson {
	n := gen.Between(r, 3, 9)
	k := gen.Between(r, 1, n-1)
	fatherSick := r.IntN(2) == 0
	outcome, chance := "affected sons", big.NewRat(1, 4)
	father := "a man without the trait"
	options := []string{"affected sons", "unaffected sons", "carrier daughters"}
	if fatherSick {
		father, options = "a man with the trait", []string{"affected sons", "affected daughters", "affected children"}
	} else {
		options = append(options, "affected children", "unaffected daughters")
	}
	outcome = gen.Pick(r, options)
	switch {
	case outcome == "unaffected daughters", fatherSick && outcome == "affected children":
		chance = big.NewRat(1, 2)
	}
	return lesson{facts: gen.Pick(r, women) + ", who carries the allele on one X chromosome, has {n} children with " + father + ".", asked: "the probability that exactly {k} of them are " + outcome,
		answer: rationalAnswer(binomial(n, k, chance)), values: []gen.Value{gen.Slot("n", n), gen.Slot("k", k)},
		working: fmt.Sprintf("One child is of that kind with probability %s, independently of the others; exactly %d of %d follow the binomial law.", chance.RatString(), k, n)}
}

func possibleCarrier(r *rand.Rand) lesson {
	n := gen.Between(r, 3, 9)
	k := gen.Between(r, 1, n-1)
	p := binomial(n, k, big.NewRat(1, 2))
	p.Mul(p, big.NewRat(1, 2))
	return lesson{facts: gen.Pick(r, women) + "'s brother has the trait, her parents do not. She and a man without the trait have {n} sons.",
		asked: "the probability that exactly {k} of the sons have the trait", answer: rationalAnswer(p), values: []gen.Value{gen.Slot("n", n), gen.Slot("k", k)},
		working: fmt.Sprintf("Her mother is a carrier, so she is one with probability 1/2. Then exactly %d of %d sons have it with probability C(%d, %d)/2^%d; without the allele none has.", k, n, n, k, n)}
}

// carrierAfter is the chance of being a carrier after healthy sons, from the
// chance before: p·2^−n / (p·2^−n + 1 − p).
func carrierAfter(before *big.Rat, sons int) *big.Rat {
	yes := new(big.Rat).Mul(before, big.NewRat(1, 1<<sons))
	no := new(big.Rat).Sub(big.NewRat(1, 1), before)
	return yes.Quo(yes, no.Add(no, yes))
}

func carrierWithSons(r *rand.Rand) lesson {
	sons, more := gen.Between(r, 2, 8), gen.Between(r, 2, 9)
	after := carrierAfter(big.NewRat(1, 2), sons)
	p := new(big.Rat).Mul(after, new(big.Rat).Sub(big.NewRat(1, 1), big.NewRat(1, 1<<more)))
	return lesson{facts: fmt.Sprintf("%s's brother has the trait, her parents do not. She has {s} sons without it from a man without the trait; in the course of years she will have %d further sons.", gen.Pick(r, women), more),
		asked: "the probability that at least one of the further sons has the trait", answer: rationalAnswer(p), values: []gen.Value{gen.Slot("s", sons)},
		working: fmt.Sprintf("Before the sons she is a carrier with probability 1/2, after %d healthy ones with (1/2^%d)/(1/2^%d + 1) = %s. At least one of %d sons is affected with 1 − 1/2^%d if she is.", sons, sons, sons, after.RatString(), more, more)}
}

// women of the families.
var women = []string{"Anna", "Bea", "Clara", "Dina", "Elif", "Fatima", "Greta", "Hana", "Ines", "Julia", "Kira", "Leila", "Mei", "Nadia", "Olga", "Priya", "Rosa", "Sofia", "Tamar", "Yuki"}

func motherAndDaughter(names []string, daughterSons, more int) string {
	return fmt.Sprintf("%[1]s's brother has the trait, her parents do not. From a man without it %[1]s has {a} sons, all without the trait, and one daughter, %[2]s. %[2]s has %[3]d sons without the trait from an unaffected man and will have %[4]d more.", names[0], names[1], daughterSons, more)
}

// daughterBefore is the chance that a daughter carries: half her mother's after
// the mother's healthy sons.
func daughterBefore(motherSons int) *big.Rat {
	p := carrierAfter(big.NewRat(1, 2), motherSons)
	return p.Mul(p, big.NewRat(1, 2))
}

func carrierDaughter(r *rand.Rand) lesson {
	pair := gen.Sample(r, women, 2)
	a, b, more := gen.Between(r, 2, 7), gen.Between(r, 2, 7), gen.Between(r, 2, 6)
	after := carrierAfter(daughterBefore(a), b)
	p := new(big.Rat).Mul(after, new(big.Rat).Sub(big.NewRat(1, 1), big.NewRat(1, 1<<more)))
	return lesson{facts: motherAndDaughter(pair, b, more),
		asked: "the probability that at least one of the later sons has the trait", answer: rationalAnswer(p), values: []gen.Value{gen.Slot("a", a)},
		working: fmt.Sprintf("The mother carries the allele with probability %s after her sons, the daughter with half of that before her own sons and with %s after them. At least one of %d is affected with 1 − 1/2^%d if she carries it.", carrierAfter(big.NewRat(1, 2), a).RatString(), after.RatString(), more, more)}
}

func testedDaughter(r *rand.Rand) lesson {
	pair := gen.Sample(r, women, 2)
	a, b, more, found := gen.Between(r, 2, 7), gen.Between(r, 2, 7), gen.Between(r, 2, 6), gen.Between(r, 60, 98)
	before := daughterBefore(a)
	yes := new(big.Rat).Mul(before, big.NewRat(int64(100-found), 100<<b))
	no := new(big.Rat).Sub(big.NewRat(1, 1), before)
	after := new(big.Rat).Quo(yes, no.Add(no, yes))
	p := new(big.Rat).Mul(after, new(big.Rat).Sub(big.NewRat(1, 1), big.NewRat(1, 1<<more)))
	return lesson{facts: motherAndDaughter(pair, b, more) + fmt.Sprintf(" A blood test that finds %d %% of carriers and never errs otherwise was negative for %s; its result does not depend on the sons.", found, pair[1]),
		asked: "the probability that at least one of the later sons has the trait", answer: rationalAnswer(p), values: []gen.Value{gen.Slot("a", a)},
		working: fmt.Sprintf("The daughter's chance to be a carrier is %s by her mother's sons; her own %d sons and the test, which misses %d %%, make it %s. At least one of %d is affected with 1 − 1/2^%d if she carries it.", before.RatString(), b, 100-found, after.RatString(), more, more)}
}
