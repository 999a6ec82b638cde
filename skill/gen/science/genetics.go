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
	gen.Register("science/monohybrid-and-dihybrid-ratios", "biology: genetics & molecular", "Monohybrid and dihybrid ratios",
		"Compute the chance of offspring types in a cross with unlinked genes.", crossRatios)
	gen.Register("science/codon-translation", "biology: genetics & molecular", "Codon translation",
		"Translate a nucleotide sequence into a protein with a printed codon table.", codonTranslation)
}

// gene is a locus in a cross: how many dominant alleles each parent carries.
type gene struct {
	letter         string
	mother, father int
}

// trait is the wish for a gene: a phenotype, or a genotype by its number of
// dominant alleles.
type trait struct {
	phenotype bool
	dominant  bool // for a phenotype
	alleles   int  // for a genotype
}

// offspring is the chance of 0, 1 and 2 dominant alleles.
func (g gene) offspring() [3]*big.Rat {
	pass := func(dominant int) *big.Rat { return big.NewRat(int64(dominant), 2) }
	m, f := pass(g.mother), pass(g.father)
	one := big.NewRat(1, 1)
	notM, notF := new(big.Rat).Sub(one, m), new(big.Rat).Sub(one, f)
	mixed := new(big.Rat).Mul(m, notF)
	return [3]*big.Rat{new(big.Rat).Mul(notM, notF), mixed.Add(mixed, new(big.Rat).Mul(notM, f)), new(big.Rat).Mul(m, f)}
}

// chance is the probability that a child shows the trait.
func (g gene) chance(t trait) *big.Rat {
	p := g.offspring()
	switch {
	case !t.phenotype:
		return p[t.alleles]
	case t.dominant:
		return new(big.Rat).Add(p[1], p[2])
	}
	return p[0]
}

// crossRatios asks for the chance of an offspring type. Difficulty adds genes (2
// to 4), and at 4 and 5 the chance of exactly k such among several offspring is
// asked.
func crossRatios(r *rand.Rand, d gen.Difficulty) task.Item {
	genes := drawGenes(r, gen.Of(d, 2, 3, 4, 3, 4))
	wishes := make([]trait, len(genes))
	p := big.NewRat(1, 1)
	var factors []string
	for i, g := range genes {
		wishes[i] = drawTrait(r, g)
		c := g.chance(wishes[i])
		p.Mul(p, c)
		factors = append(factors, fmt.Sprintf("%s for %s", c.RatString(), g.letter))
	}
	working := fmt.Sprintf("Gene by gene the chances are %s; the genes are unlinked, so their product %s holds for one offspring.", sentence(factors), p.RatString())
	asked, brood, hits := "a given offspring", gen.Between(r, 3, 6), gen.Between(r, 1, 2)
	if d >= 4 {
		asked = "exactly {k} of {n} offspring (each independent of the others)"
		working += fmt.Sprintf(" Exactly %d of %d: C(%d, %d)·p^%d·(1 − p)^%d.", hits, brood, brood, hits, hits, brood-hits)
		p = binomial(brood, hits, p)
	}
	question, slots := gen.Ask(r, []string{
		"A plant of genotype {mother} is crossed with one of genotype {father}. The genes are unlinked; a capital letter marks a completely dominant allele. What is the probability that " + asked + " will {wish}? Give an exact fraction.",
		"A breeder mates a female of genotype {mother} with a male of genotype {father} (upper case dominant over lower case, all loci on different chromosomes). Find, as an exact fraction, the chance that " + asked + " will {wish}.",
		"Two parents have the genotypes {mother} and {father}. Each letter is a locus with complete dominance of the capital allele, and the loci assort independently. How likely is it that " + asked + " will {wish}? Answer with an exact fraction.",
	}, gen.Fixed("mother", genotype(genes, func(g gene) int { return g.mother })), gen.Fixed("father", genotype(genes, func(g gene) int { return g.father })),
		gen.Fixed("wish", wishText(genes, wishes)), gen.Slot("k", hits), gen.Slot("n", brood))
	answer := rationalAnswer(p)
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}

// drawGenes draws parents of which at least one is heterozygous at each locus,
// so that no locus is decided.
func drawGenes(r *rand.Rand, n int) []gene {
	letters := gen.Sample(r, strings.Split("ABDEFGHJLMNQRTY", ""), n)
	genes := make([]gene, n)
	for i, letter := range letters {
		g := gene{letter, 1, r.IntN(3)}
		if r.IntN(2) == 0 {
			g.mother, g.father = g.father, g.mother
		}
		genes[i] = g
	}
	return genes
}

// drawTrait draws a wish whose chance is neither 0 nor 1.
func drawTrait(r *rand.Rand, g gene) trait {
	both := g.mother + g.father // 1, 2 or 3
	if r.IntN(2) == 0 {
		return trait{alleles: min(max(r.IntN(3), both-2), both)}
	}
	dominant := r.IntN(2) == 0
	if both == 3 {
		return trait{alleles: 1 + r.IntN(2)} // all offspring look dominant, so ask the genotype
	}
	return trait{phenotype: true, dominant: dominant}
}

func binomial(n, k int, p *big.Rat) *big.Rat {
	out := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
	q := new(big.Rat).Sub(big.NewRat(1, 1), p)
	for i := range n {
		if i < k {
			out.Mul(out, p)
		} else {
			out.Mul(out, q)
		}
	}
	return out
}

func genotype(genes []gene, dominant func(gene) int) string {
	var b strings.Builder
	for _, g := range genes {
		b.WriteString(alleles(g.letter, dominant(g)))
	}
	return b.String()
}

func alleles(letter string, dominant int) string {
	return strings.Repeat(letter, dominant) + strings.Repeat(strings.ToLower(letter), 2-dominant)
}

func wishText(genes []gene, wishes []trait) string {
	parts := make([]string, len(genes))
	for i, w := range wishes {
		letter := genes[i].letter
		switch {
		case !w.phenotype:
			parts[i] = "have the genotype " + alleles(letter, w.alleles)
		case w.dominant:
			parts[i] = "show the dominant trait of locus " + letter
		default:
			parts[i] = "show the recessive trait of locus " + letter
		}
	}
	return sentence(parts)
}
