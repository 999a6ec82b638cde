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
	gen.Register("science/mark-recapture-estimate", "biology: ecology & physiology", "Mark-recapture estimate",
		"Estimate a population from marked animals in later catches, with corrections for what goes wrong.", markRecapture)
	gen.Register("science/life-table-survivorship", "biology: ecology & physiology", "Life-table survivorship",
		"Compute reproductive rate, life expectancy and generation time from a cohort life table.", lifeTable)
	gen.Register("science/diversity-index", "biology: ecology & physiology", "Diversity index",
		"Compute Simpson, Shannon, evenness and turnover of communities from counts.", diversityIndex)
	gen.Register("science/trophic-energy-transfer", "biology: ecology & physiology", "Trophic energy transfer",
		"Follow energy through a food chain with stage efficiencies.", trophicTransfer)
}

// markRecapture asks for a population size as a fraction. Difficulty: 1
// Lincoln-Petersen, 2 Chapman's correction, 3 lost marks, 4 the Schnabel sum
// over three catches, 5 deaths of marked and unmarked and animals born between.
func markRecapture(r *rand.Rand, d gen.Difficulty) task.Item {
	m, c := gen.Between(r, 40, 190), gen.Between(r, 41, 199)
	again := gen.Between(r, 6, min(m, c)/2)
	n := big.NewRat(int64(m*c), int64(again))
	rule, working := "The marked share of the second catch is taken as the marked share of the whole population.", "N = M·C/R"
	loss, born := 5*gen.Between(r, 1, 6), gen.Between(r, 5, 30)
	switch d {
	case 2:
		rule, working = "Use Chapman's estimate N = (M + 1)(C + 1)/(R + 1) − 1, where M are marked, C caught later and R of these marked.", "with Chapman's formula"
		n.Sub(big.NewRat(int64((m+1)*(c+1)), int64(again+1)), big.NewRat(1, 1))
	case 3:
		rule = fmt.Sprintf("Before the second catch %d %% of the marked animals have lost their mark, and none has died. The marked share of the second catch is that of the population.", loss)
		working = "N = M'·C/R with the marks that remain, M' = (1 − loss)·M"
		n.Mul(n, big.NewRat(int64(100-loss), 100))
	case 4:
		c2, fresh := gen.Between(r, 50, 160), c-again
		again2 := gen.Between(r, 8, 40)
		rule = fmt.Sprintf("All unmarked animals of that catch were marked too before release. A third catch then had %d animals, %d of them marked. Use the Schnabel estimate N = Σ(Cᵢ·Mᵢ)/ΣRᵢ over the second and third catch, Mᵢ being the number of marked animals at large just before catch i.", c2, again2)
		working = fmt.Sprintf("Before the third catch %d animals are marked; N = ΣCM/ΣR", m+fresh)
		n = big.NewRat(int64(c*m+c2*(m+fresh)), int64(again+again2))
	case 5:
		rule = fmt.Sprintf("Between the two catches %d %% of all animals died, marked ones as often as others, and %d unmarked ones were born; the marked share of the second catch is that of the population then. Wanted is the size at the time of marking.", loss, born)
		working = fmt.Sprintf("At the second catch M·s·C/R animals live, s = 1 − %d/100. Without the %d born, and divided by s, it is the size before", loss, born)
		n.Sub(n, new(big.Rat).Quo(big.NewRat(int64(born), 1), big.NewRat(int64(100-loss), 100)))
	}
	animal := gen.Pick(r, []string{"voles", "carp", "beetles", "frogs", "snails", "turtles", "finches"})
	question, slots := gen.Ask(r, []string{
		"Ecologists mark {m} {animal} and let them go. A later catch of {c} holds {r} marked ones. {rule} Estimate the number of {animal} as an exact fraction.",
		"Out of {c} {animal} caught in a second round, {r} carry the mark that {m} animals were given in the first. {rule} Which population size follows? Do not round; a fraction is fine.",
		"A reserve is home to an unknown number of {animal}: {m} were tagged, and a second sample of {c} contained {r} with a tag. {rule} Give the estimated population as an exact fraction or integer.",
	}, gen.Slot("m", m), gen.Fixed("c", c), gen.Fixed("r", again), gen.Fixed("animal", animal), gen.Fixed("rule", rule))
	answer := rationalAnswer(n)
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working+": "+n.RatString()+".", answer)}
}

// cohort is a life table: survivors and daughters per female at each age.
type cohort struct {
	alive     []int
	daughters []int // tenths
}

// rate is the net reproductive rate Σ lx·mx and the sum weighted by age.
func (c cohort) rate() (net, byAge float64) {
	for x, n := range c.alive {
		term := float64(n) / float64(c.alive[0]) * float64(c.daughters[x]) / 10
		net += term
		byAge += float64(x) * term
	}
	return net, byAge
}

// expectancy is e0 with half a year for those that die within a year.
func (c cohort) expectancy() float64 {
	sum := 0.0
	for x, n := range c.alive {
		next := 0
		if x+1 < len(c.alive) {
			next = c.alive[x+1]
		}
		sum += float64(n+next) / 2
	}
	return sum / float64(c.alive[0])
}

// lifeTable asks about a cohort. Difficulty: 1 the net reproductive rate, 2 life
// expectancy, 3 generation time, 4 the rate of increase ln R0/T, 5 the years in
// which the population grows tenfold or shrinks to a tenth at that rate.
func lifeTable(r *rand.Rand, d gen.Difficulty) task.Item {
	c := cohort{alive: []int{gen.Between(r, 300, 900)}, daughters: []int{0}}
	for age := 1; age < 5; age++ {
		c.alive = append(c.alive, max(2, c.alive[age-1]*gen.Between(r, 40, 80)/100))
		c.daughters = append(c.daughters, gen.Between(r, 7, 29))
	}
	var rows []string
	for x, n := range c.alive {
		rows = append(rows, fmt.Sprintf("age %d: %d alive, %s daughters per female", x, n, tenths(c.daughters[x])))
	}
	net, byAge := c.rate()
	growth := math.Log(net) / (byAge / net)
	if d == 5 && math.Abs(growth) < 0.02 { // nearly constant: more daughters of age 2
		c.daughters[2] += 15
		rows[2] = fmt.Sprintf("age %d: %d alive, %s daughters per female", 2, c.alive[2], tenths(c.daughters[2]))
		net, byAge = c.rate()
		growth = math.Log(net) / (byAge / net)
	}
	change := "become ten times as large"
	if growth < 0 {
		change = "shrink to a tenth"
	}
	l := lesson{facts: "A cohort of females was followed: " + strings.Join(rows, "; ") + ". None reaches age 5.", working: fmt.Sprintf("With lx = nx/n0, R0 = Σ lx·mx = %s; Σ x·lx·mx = %s.", decimalText(net, 6), decimalText(byAge, 6))}
	switch d {
	case 1:
		l.asked, l.answer = "the net reproductive rate R0 = Σ lx·mx", quantity(net, "")
	case 2:
		l.asked, l.answer = "the life expectancy at birth in years, where those who die between two ages are taken to live half that year", quantity(c.expectancy(), "years")
		l.working = "e0 = Σ (nx + nx+1)/2 / n0 over all ages."
	case 3:
		l.asked, l.answer = "the cohort generation time T = Σ x·lx·mx / R0 in years", quantity(byAge/net, "years")
	case 4:
		l.asked, l.answer = "the approximate rate of increase per year (the number alone), r = ln(R0)/T with R0 = Σ lx·mx and T = Σ x·lx·mx / R0", quantity(growth, "")
	case 5:
		l.asked = "the time in years in which the population would " + change + ", if it changes as e^(r·t) with r = ln(R0)/T, R0 = Σ lx·mx and T = Σ x·lx·mx / R0"
		l.answer = quantity(math.Ln10/math.Abs(growth), "years")
		l.working += fmt.Sprintf(" So r = %s per year and t = ln(10)/|r|.", decimalText(growth, 6))
	}
	return l.item(r,
		"{facts} The share lx still alive at age x starts with l0 = 1. Find {asked}."+figures,
		"From the life table below work out {asked} (lx is the share alive at age x). {facts}"+figures,
		"A demographer studies a mammal. {facts} What is {asked}? Here lx stands for the fraction of newborn that live at age x and mx for daughters per female."+figures,
	)
}

// diversityIndex asks for an index. Difficulty: 1 Simpson's index, 2 the same
// without replacement, 3 Shannon's index, 4 evenness, 5 turnover of two sites.
func diversityIndex(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 4, 5, 5)
	one, two := drawCommunity(r, n), drawCommunity(r, n)
	species := gen.Sample(r, []string{"oak", "ash", "maple", "beech", "pine", "birch", "elm", "willow", "larch"}, n)
	l := lesson{facts: "A plot holds " + countsText(species, one) + " trees and no others."}
	s, h := simpsonSum(one), shannon(one)
	switch d {
	case 1:
		l.asked, l.answer, l.working = "Simpson's index 1 − Σ pᵢ², where pᵢ is the share of species i", quantity(1-s, ""), fmt.Sprintf("Σ pᵢ² = %s.", decimalText(s, 7))
	case 2:
		total, pairs := 0, 0
		for _, k := range one {
			total, pairs = total+k, pairs+k*(k-1)
		}
		l.asked = "the chance that two different trees drawn at random are of different species, 1 − Σ nᵢ(nᵢ − 1)/(N(N − 1))"
		l.answer, l.working = quantity(1-float64(pairs)/float64(total*(total-1)), ""), fmt.Sprintf("Σ nᵢ(nᵢ − 1) = %d and N(N − 1) = %d.", pairs, total*(total-1))
	case 3:
		l.asked, l.answer, l.working = "Shannon's index H = −Σ pᵢ·ln pᵢ with natural logarithms", quantity(h, ""), "Each species adds −p·ln p."
	case 4:
		l.asked, l.answer = "the evenness H/ln S, where H = −Σ pᵢ·ln pᵢ and S is the number of species", quantity(h/math.Log(float64(n)), "")
		l.working = fmt.Sprintf("H = %s, divided by ln %d.", decimalText(h, 7), n)
	case 5:
		pooled := make([]int, n)
		for i := range pooled {
			pooled[i] = one[i] + two[i]
		}
		l.facts = "Plot P holds " + countsText(species, one) + " trees, plot Q " + countsText(species, two) + "; there are no others."
		l.asked = "the turnover γ/α, where γ = 1/Σ pᵢ² of all trees of both plots put together and α is the mean of 1/Σ pᵢ² of P and of Q"
		alpha := (1/s + 1/simpsonSum(two)) / 2
		l.answer, l.working = quantity(1/simpsonSum(pooled)/alpha, ""), fmt.Sprintf("γ = %s and α = %s.", decimalText(1/simpsonSum(pooled), 7), decimalText(alpha, 7))
	}
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"How diverse is this forest? {facts} As a measure state {asked}."+figures,
		"A survey team reports: {facts} What is {asked}?"+figures,
	)
}

// drawCommunity draws counts of 4 to 90 per species.
func drawCommunity(r *rand.Rand, n int) []int {
	counts := make([]int, n)
	for i := range counts {
		counts[i] = gen.Between(r, 4, 90)
	}
	return counts
}

func countsText(species []string, counts []int) string {
	parts := make([]string, len(species))
	for i, s := range species {
		parts[i] = fmt.Sprintf("%d %s", counts[i], s)
	}
	return sentence(parts)
}

// simpsonSum is Σ p² of the shares.
func simpsonSum(counts []int) float64 {
	total, squares := 0.0, 0.0
	for _, n := range counts {
		total += float64(n)
		squares += float64(n * n)
	}
	return squares / total / total
}

// shannon is −Σ p·ln p of the shares.
func shannon(counts []int) float64 {
	total, sum := 0.0, 0.0
	for _, n := range counts {
		total += float64(n)
		sum += float64(n) * math.Log(float64(n))
	}
	return math.Log(total) - sum/total
}

// trophicTransfer asks for an energy flow. Difficulty: 1 up the chain, 2 from
// gross production, 3 back down from a predator, 4 with the efficiencies of
// ingestion, assimilation and production, 5 for an omnivore on two levels.
func trophicTransfer(r *rand.Rand, d gen.Difficulty) task.Item {
	base, e1, e2, e3 := 10*gen.Between(r, 600, 3000), gen.Between(r, 60, 180), gen.Between(r, 60, 180), gen.Between(r, 60, 180)
	up := float64(e1) / 1000 * float64(e2) / 1000
	shares := fmt.Sprintf("Herbivores turn %s %% of the net production of plants into their own production, first carnivores %s %% of that of herbivores, top carnivores %s %% of that of first carnivores.", tenths(e1), tenths(e2), tenths(e3))
	l := lesson{facts: "Plants have a net production of {e} kJ per m² and year. " + shares, asked: "the yearly production of top carnivores on one square metre in kJ",
		answer: quantity(float64(base)*up*float64(e3)/1000, "kJ"), values: []gen.Value{gen.Slot("e", base)}, working: "Multiply the net production of plants by the three shares in turn."}
	respired, eaten, taken, built := gen.Between(r, 35, 65), gen.Between(r, 10, 60), gen.Between(r, 30, 90), gen.Between(r, 10, 50)
	switch d {
	case 2:
		l.facts = fmt.Sprintf("Plants fix {e} kJ per m² and year and respire %d %% of it. %s", respired, shares)
		l.answer = quantity(float64(base)*float64(100-respired)/100*up*float64(e3)/1000, "kJ")
		l.working = fmt.Sprintf("Net production is (1 − 0.%d) of what is fixed; multiply it by the three shares.", respired)
	case 3:
		prey := gen.Between(r, 20, 900)
		l = lesson{facts: fmt.Sprintf("A pair of eagles, top carnivores, has a production of {e} kJ a year. Plants keep %d %% of what they fix as net production. %s", 100-respired, shares),
			asked: "the energy in kJ that plants must fix a year to support the pair", values: []gen.Value{gen.Slot("e", prey)},
			answer:  quantity(float64(prey)/(up*float64(e3)/1000)/(float64(100-respired)/100), "kJ"),
			working: "Divide by the shares of each level in turn, last by the share of what plants fix that is net production."}
	case 4, 5:
		second := gen.Between(r, 5, 40)
		l.facts = fmt.Sprintf("Plants have a net production of {e} kJ per m² and year. Herbivores eat %d %% of it, assimilate %d %% of what they eat and put %d %% of what they assimilate into production. Carnivores eat %d %% of the herbivores' production, assimilate %d %% and put %s %% of that into production.", eaten, taken, built, second+30, taken/2+45, tenths(e3))
		herbivores := float64(base) * float64(eaten*taken*built) / 1e6
		hunters := herbivores * float64((second+30)*(taken/2+45)) / 1e4
		l.asked, l.answer = "the yearly production of carnivores on one square metre in kJ", quantity(hunters*float64(e3)/1000, "kJ")
		l.working = fmt.Sprintf("Herbivores produce %s kJ, carnivores assimilate %s kJ, and their production is %s %% of that.", decimalText(herbivores, 7), decimalText(hunters, 7), tenths(e3))
		if d == 5 {
			bears := hunters*float64(e3)/1000*float64(second)/100 + float64(base)*float64(100-eaten)/100*float64(built)/1e4
			l.facts += fmt.Sprintf(" Bears eat %d %% of the carnivores' production and %s %% of the plants' net production that herbivores leave over; they assimilate 60 %% of all they eat.", second, decimalText(float64(built)/100, 3))
			l.asked, l.answer = "the energy in kJ that bears assimilate a year from one square metre", quantity(0.6*bears, "kJ")
			l.working += fmt.Sprintf(" Bears eat %s kJ and assimilate 60 %% of it.", decimalText(bears, 7))
		}
	}
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"Energy flows through a food web as follows. {facts} What is {asked}?"+figures,
		"Calculate {asked} for this ecosystem: {facts}"+figures,
	)
}
