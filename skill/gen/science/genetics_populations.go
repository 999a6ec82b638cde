package science

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/allele-frequency-equilibrium", "biology: genetics & molecular", "Allele frequency equilibrium",
		"Compute genotype shares in Hardy-Weinberg populations, also X-linked, multi-allelic and inbred.", alleleEquilibrium)
	gen.Register("science/selection-step-on-allele-frequency", "biology: genetics & molecular", "Selection step on allele frequency",
		"Follow an allele's frequency exactly through selection, mutation and migration.", selectionStep)
	gen.Register("science/linkage-map-order", "biology: genetics & molecular", "Linkage map order",
		"Order genes and measure map distances from testcross counts.", linkageMap)
}

// alleleEquilibrium asks for a share. Difficulty: 1 carriers of a recessive
// trait, 2 genotypes from codominant counts, 3 an X-linked trait, 4 three blood
// alleles from two groups, 5 an inbred population.
func alleleEquilibrium(r *rand.Rand, d gen.Difficulty) task.Item {
	return gen.Of(d, carrierShare, heterozygoteCount, linkedShare, groupShare, inbredShare)(r).item(r,
		"{facts} Unless said otherwise mating is at random and there is no selection. Find {asked}."+figures,
		"Take Hardy-Weinberg proportions for granted in every outbred population. {facts} What is {asked}?"+figures,
		"{facts} With no force at work but those named, and random mating where nothing else is said, compute {asked}."+figures,
	)
}

func carrierShare(r *rand.Rand) lesson {
	n, size := gen.Between(r, 900, 40000), 1000*gen.Between(r, 10, 90)
	q := math.Sqrt(1 / float64(n))
	return lesson{facts: fmt.Sprintf("One newborn in {n} has an autosomal recessive disease. A town has %d inhabitants.", size), asked: "the expected number of heterozygous carriers among the inhabitants",
		answer: quantity(2*q*(1-q)*float64(size), ""), values: []gen.Value{gen.Slot("n", n)}, working: fmt.Sprintf("q = √(1/%d) = %s, and carriers are the share 2q(1 − q) of %d.", n, decimalText(q, 6), size)}
}

func heterozygoteCount(r *rand.Rand) lesson {
	mm, mn, nn := gen.Between(r, 110, 400), gen.Between(r, 120, 500), gen.Between(r, 60, 300)
	total := float64(mm + mn + nn)
	p := (2*float64(mm) + float64(mn)) / (2 * total)
	return lesson{facts: fmt.Sprintf("At a locus with the codominant alleles M and N a sample has {mm} people of type MM, %d of type MN and %d of type NN.", mn, nn), asked: "the number of MN people expected in a sample of this size",
		answer: quantity(2*p*(1-p)*total, ""), values: []gen.Value{gen.Slot("mm", mm)}, working: fmt.Sprintf("p = (2·%d + %d)/(2·%s) = %s; expected are 2p(1 − p)·N.", mm, mn, decimalText(total, 6), decimalText(p, 6))}
}

func linkedShare(r *rand.Rand) lesson {
	permille, size := gen.Between(r, 11, 99), 100*gen.Between(r, 40, 300)
	q := float64(permille) / 1000
	return lesson{facts: fmt.Sprintf("An X-linked recessive trait shows in {p} %% of the males of an animal population. There are %d females.", size), asked: "the expected number of females that carry the allele without showing the trait",
		answer: quantity(2*q*(1-q)*float64(size), ""), values: []gen.Value{gen.Slot("p", tenths(permille))}, working: fmt.Sprintf("Males have one copy, so q = %s; carrier females are 2q(1 − q) of %d.", decimalText(q, 4), size)}
}

func groupShare(r *rand.Rand) lesson {
	o, a := gen.Between(r, 301, 499), gen.Between(r, 251, 399)
	free, joint := math.Sqrt(float64(o)/1000), math.Sqrt(float64(o+a)/1000)
	p, q := joint-free, 1-joint
	l := lesson{facts: fmt.Sprintf("In a population %s %% have blood group O and {a} %% group A (alleles A and B codominant, O recessive).", tenths(o)), asked: "the percentage with blood group AB",
		answer: quantity(200*p*q, "%"), values: []gen.Value{gen.Slot("a", tenths(a))}, working: fmt.Sprintf("r = √O = %s and p + r = √(A + O) = %s, so p = %s and q = 1 − p − r = %s; AB is 2pq.", decimalText(free, 6), decimalText(joint, 6), decimalText(p, 6), decimalText(q, 6))}
	if r.IntN(2) == 0 {
		l.asked, l.answer = "the percentage of group B people who have the genotype BO", quantity(100*2*free/(q+2*free), "%")
		l.working = fmt.Sprintf("r = √O = %s and q = 1 − √(A + O) = %s. Group B is q² + 2qr, of which 2qr is BO.", decimalText(free, 6), decimalText(q, 6))
	}
	return l
}

func inbredShare(r *rand.Rand) lesson {
	n, f := gen.Between(r, 200, 9000), gen.Between(r, 11, 125)
	q, inbreeding := 1/math.Sqrt(float64(n)), float64(f)/1000
	share := q*q + inbreeding*q*(1-q)
	return lesson{facts: fmt.Sprintf("A recessive trait shows in one of {n} individuals of a large outbred population. A captive herd of the same allele frequencies has the inbreeding coefficient F = %s, so the recessive homozygotes have the share q² + F·q(1 − q) there.", decimalText(inbreeding, 4)), asked: "the percentage of carriers, 2q(1 − q)(1 − F) of all, among the individuals of the herd that do not show the trait",
		answer: quantity(100*2*q*(1-q)*(1-inbreeding)/(1-share), "%"), values: []gen.Value{gen.Slot("n", n)}, working: fmt.Sprintf("q = 1/√%d = %s. The trait shows in %s of the herd; divide 2q(1 − q)(1 − F) by the rest.", n, decimalText(q, 6), decimalText(share, 6))}
}

// fitness is the relative number of offspring of AA, Aa and aa.
type fitness [3]*big.Rat

// after is the frequency of a after selection at frequency q.
func (w fitness) after(q *big.Rat) *big.Rat {
	p := new(big.Rat).Sub(big.NewRat(1, 1), q)
	mul := func(xs ...*big.Rat) *big.Rat {
		out := big.NewRat(1, 1)
		for _, x := range xs {
			out.Mul(out, x)
		}
		return out
	}
	aa, mixed := mul(q, q, w[2]), mul(p, q, w[1])
	top := new(big.Rat).Add(aa, mixed)
	mean := mul(p, p, w[0])
	mean.Add(mean, mixed).Add(mean, top)
	return top.Quo(top, mean)
}

// selectionStep asks for the frequency of an allele as a fraction. Difficulty: 1
// a lethal recessive, 2 partial selection, 3 heterozygote advantage, 4 two
// generations, 5 selection followed by mutation and by migration.
func selectionStep(r *rand.Rand, d gen.Difficulty) task.Item {
	den := gen.Between(r, 7, 190)
	num := gen.Between(r, 1, den-2)
	q := big.NewRat(int64(num), int64(den))
	s, t := 5*gen.Between(r, 1, 18), 5*gen.Between(r, 1, 10)
	hundred := func(n int) *big.Rat { return big.NewRat(int64(n), 100) }
	w := fitness{hundred(100), hundred(100), hundred(100 - s)}
	rule := fmt.Sprintf("Relative fitness is 1 for AA and Aa and %s for aa.", w[2].RatString())
	generations, extra, after := 1, "", ""
	switch d {
	case 1:
		w[2] = new(big.Rat)
		rule = "All aa individuals die before they reproduce; AA and Aa do equally well."
	case 3, 5:
		w[0] = hundred(100 - t)
		rule = fmt.Sprintf("Relative fitness is %s for AA, 1 for Aa and %s for aa.", w[0].RatString(), w[2].RatString())
	case 4:
		generations = 2
	}
	after = w.after(q).RatString()
	out := q
	for range generations {
		out = w.after(out)
	}
	working := fmt.Sprintf("q' = (q²·w(aa) + p·q·w(Aa))/(p²·w(AA) + 2p·q·w(Aa) + q²·w(aa)) = %s after one generation.", after)
	if d == 5 {
		u, m, source := gen.Between(r, 1, 9), gen.Between(r, 2, 30), gen.Between(r, 1, 9)
		extra = fmt.Sprintf(" In the gametes %d/1000 of the A alleles then mutate to a. Finally %d %% of the young are replaced by migrants from a population in which a has the frequency %d/10.", u, m, source)
		out = new(big.Rat).Add(out, new(big.Rat).Mul(big.NewRat(int64(u), 1000), new(big.Rat).Sub(big.NewRat(1, 1), out)))
		working += fmt.Sprintf(" Mutation makes it q' + u(1 − q') = %s, migration (1 − m)·that + m·%d/10.", out.RatString(), source)
		out = new(big.Rat).Add(new(big.Rat).Mul(out, hundred(100-m)), new(big.Rat).Mul(hundred(m), big.NewRat(int64(source), 10)))
	}
	span := "next generation"
	if generations == 2 {
		span = "generation after the next (the same selection acts twice)"
	}
	question, slots := gen.Ask(r, []string{
		"Allele a has the frequency {q} among the zygotes of a large, randomly mating diploid population. {rule}{extra} Find its frequency among the zygotes of the {span} as an exact fraction.",
		"{rule} Zygotes of a huge diploid population with random mating carry a with frequency {q}.{extra} What fraction of the alleles is a among the zygotes of the {span}? Give it exactly.",
		"Start from Hardy-Weinberg zygotes in which a makes up {q} of the alleles at a locus with the alleles A and a. {rule}{extra} State exactly, as a fraction, the share of a in the zygotes of the {span}.",
	}, gen.Fixed("q", q.RatString()), gen.Fixed("rule", rule), gen.Fixed("extra", extra), gen.Fixed("span", span))
	answer := rationalAnswer(out)
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}

// testcross is a three-point cross: the genes in map order, whether the parental
// chromosome has the dominant allele of each, and the counts of both reciprocal
// classes: parental, first interval, second interval, double.
type testcross struct {
	genes  [3]string
	phase  [3]bool
	counts [4][2]int
}

func drawTestcross(r *rand.Rand) testcross {
	letters := gen.Sample(r, strings.Split("ABDEFGHKLMNRT", ""), 3)
	c := testcross{genes: [3]string(letters)}
	for i := range c.phase {
		c.phase[i] = r.IntN(2) == 0
	}
	first, second := gen.Between(r, 30, 80), gen.Between(r, 85, 150)
	if r.IntN(2) == 0 {
		first, second = second, first
	}
	for i, n := range []int{gen.Between(r, 300, 450), first, second, gen.Between(r, 3, 12)} {
		c.counts[i] = [2]int{n + gen.Between(r, 0, 8), n}
	}
	return c
}

// class writes the gamete of a class with the genes in alphabetical order, the
// reciprocal one where other is set.
func (c testcross) class(crossed int, other bool) string {
	alleles := map[string]string{}
	for i, g := range c.genes {
		dominant := c.phase[i] != other
		if i > 0 && (crossed == 1 || crossed == 3) {
			dominant = !dominant
		}
		if i == 2 && (crossed == 2 || crossed == 3) {
			dominant = !dominant
		}
		alleles[g] = g
		if !dominant {
			alleles[g] = strings.ToLower(g)
		}
	}
	text := ""
	for _, g := range sortedGenes(c.genes) {
		text += alleles[g]
	}
	return text
}

func sortedGenes(genes [3]string) []string {
	a, b, c := min(genes[0], genes[1], genes[2]), "", max(genes[0], genes[1], genes[2])
	for _, g := range genes {
		if g != a && g != c {
			b = g
		}
	}
	return []string{a, b, c}
}

// share is the recombination frequency of an interval in percent and that of doubles.
func (c testcross) shares() (first, second, double float64) {
	sums, total := [4]float64{}, 0.0
	for i, n := range c.counts {
		sums[i] = float64(n[0] + n[1])
		total += sums[i]
	}
	return 100 * (sums[1] + sums[3]) / total, 100 * (sums[2] + sums[3]) / total, 100 * sums[3] / total
}

// linkageMap asks about a testcross. Difficulty: 1 the distance of two genes, 2
// the middle one of three and its distances, 3 the order and the length of the
// map, 4 the interference, 5 offspring numbers that map and interference predict.
func linkageMap(r *rand.Rand, d gen.Difficulty) task.Item {
	c := drawTestcross(r)
	first, second, double := c.shares()
	interference := 1 - double*100/(first*second)
	var classes []string
	for i := range 4 {
		for j, other := range []bool{false, true} {
			classes = append(classes, fmt.Sprintf("%s %d", c.class(i, other), c.counts[i][j]))
		}
	}
	r.Shuffle(len(classes), func(i, j int) { classes[i], classes[j] = classes[j], classes[i] })
	outer := []string{min(c.genes[0], c.genes[2]), max(c.genes[0], c.genes[2])}
	left, right := first, second
	if outer[0] != c.genes[0] {
		left, right = second, first
	}
	l := lesson{facts: fmt.Sprintf("A female heterozygous for three linked genes is crossed with a triple recessive male. Her gametes, as seen in the offspring (genes written in alphabetical order), were: %s.", strings.Join(classes, ", "))}
	l.working = fmt.Sprintf("The two largest classes are parental, the two smallest double crossovers; they differ only in %s, which is in the middle. Adding the doubles to both single classes gives %s %% and %s %%.", c.genes[1], decimalText(left, 6), decimalText(right, 6))
	text := func(s string) task.Answer { a := task.String(s); a.CaseSensitive = true; return a }
	switch d {
	case 1:
		l = twoPoint(r)
	case 2:
		l.asked = "the gene in the middle (capital letter) and its map distances in cM, first to that of the other genes which comes first in the alphabet, then to the other, as a list [letter, number, number]"
		l.answer = task.List(text(c.genes[1]), quantity(left, ""), quantity(right, ""))
	case 3:
		l.asked = "the gene order, written with capital letters from the end that comes first in the alphabet such as ABC, and the length of the map in cM from one outer gene to the other with double crossovers counted, as a list [order, number]"
		l.answer = task.List(text(outer[0]+c.genes[1]+outer[1]), quantity(left+right, ""))
		l.working += " The length is their sum."
	case 4:
		l.asked = "the interference, 1 minus observed over expected double crossovers"
		l.answer = quantity(interference, "")
		l.working += fmt.Sprintf(" Expected doubles are the product of both, %s %%; observed are %s %%.", decimalText(left*right/100, 6), decimalText(double, 6))
	case 5:
		l = predictedCross(r, c)
	}
	return l.item(r,
		"{facts} Find {asked}. Take recombination frequencies of neighbouring genes as map distances (1 % = 1 cM)."+figures,
		"With 1 % recombination between neighbouring genes as 1 cM, what is {asked}? {facts}"+figures,
		"{facts} A student maps the genes, taking 1 % recombinants between neighbours as 1 cM. Work out {asked}."+figures,
	)
}

func twoPoint(r *rand.Rand) lesson {
	letters := gen.Sample(r, strings.Split("ABDEFGHKLMNRT", ""), 2)
	a, b := min(letters[0], letters[1]), max(letters[0], letters[1])
	low := func(s string) string { return strings.ToLower(s) }
	parents, others := []string{a + b, low(a) + low(b)}, []string{a + low(b), low(a) + b}
	if r.IntN(2) == 0 {
		parents, others = others, parents
	}
	p, q, s, t := gen.Between(r, 200, 480), gen.Between(r, 200, 480), gen.Between(r, 15, 150), gen.Between(r, 15, 150)
	classes := []string{fmt.Sprintf("%s %d", parents[0], p), fmt.Sprintf("%s %d", parents[1], q), fmt.Sprintf("%s %d", others[0], s), fmt.Sprintf("%s %d", others[1], t)}
	r.Shuffle(4, func(i, j int) { classes[i], classes[j] = classes[j], classes[i] })
	return lesson{facts: fmt.Sprintf("A female heterozygous for two linked genes is crossed with a double recessive male. Her gametes, as seen in the offspring, were: %s.", strings.Join(classes, ", ")), asked: "the map distance of the two genes in cM",
		answer: quantity(100*float64(s+t)/float64(p+q+s+t), "cM"), working: fmt.Sprintf("The rarer classes are recombinant: (%d + %d) of %d.", s, t, p+q+s+t)}
}

func predictedCross(r *rand.Rand, c testcross) lesson {
	d1, d2, i, n := gen.Between(r, 50, 190), gen.Between(r, 50, 190), gen.Between(r, 1, 9), 100*gen.Between(r, 11, 60)
	double := float64(d1*d2) / 1e6 * (1 - float64(i)/10)
	class := r.IntN(4)
	share := []float64{1 - float64(d1+d2)/1000 + double, float64(d1)/1000 - double, float64(d2)/1000 - double, double}[class]
	return lesson{facts: fmt.Sprintf("Genes lie in the order %s - %s - %s with %s cM and %s cM between neighbours; the interference is %s. A female whose one chromosome came with the alleles %s and whose other with %s (genes in alphabetical order) is crossed with a triple recessive male and has {n} offspring.",
		c.genes[0], c.genes[1], c.genes[2], tenths(d1), tenths(d2), tenths(i), c.class(0, false), c.class(0, true)),
		asked:  fmt.Sprintf("the expected number of offspring from gametes %s", c.class(class, false)),
		answer: quantity(share/2*float64(n), ""), values: []gen.Value{gen.Slot("n", n)},
		working: fmt.Sprintf("Doubles have the share %s·%s·(1 − %s) = %s. This class and its reciprocal together have %s; one of them has half.", decimalText(float64(d1)/1000, 4), decimalText(float64(d2)/1000, 4), tenths(i), decimalText(double, 6), decimalText(share, 6))}
}
