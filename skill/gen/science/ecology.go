package science

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/exponential-and-logistic-growth", "biology: ecology & physiology", "Exponential and logistic growth",
		"Follow a population through several seasons of growth, harvest or migration.", populationGrowth)
}

// population follows N' = N + r·N·(1 − N/K) + migration season by season; a
// capacity of 0 means unlimited growth.
type population struct {
	rate      int // growth per season in percent
	capacity  int
	migration int // individuals at the end of a season, negative for a harvest
}

// seasons lists the sizes from the start on.
func (p population) seasons(start float64, n int) []float64 {
	sizes := []float64{start}
	for range n {
		size := sizes[len(sizes)-1]
		growth := float64(p.rate) / 100 * size
		if p.capacity > 0 {
			growth *= 1 - size/float64(p.capacity)
		}
		sizes = append(sizes, size+growth+float64(p.migration))
	}
	return sizes
}

// populationGrowth asks for a population size. Difficulty: 1 exponential, 2
// logistic over two seasons, then three seasons, a harvest and four seasons. The
// start is at least a third of the capacity and the harvest below the growth
// there, so the population neither dies out nor overshoots.
func populationGrowth(r *rand.Rand, d gen.Difficulty) task.Item {
	p := population{rate: gen.Between(r, 20, 80), capacity: 10 * gen.Between(r, 80, 400)}
	start := gen.Between(r, p.capacity/3, p.capacity/2)
	n := gen.Of(d, 2, 2, 3, 3, 5)
	limits := fmt.Sprintf("The growth of a season is r·N·(1 − N/K) with r = %.2f, K = %d and the size N at the season's start.", float64(p.rate)/100, p.capacity)
	if d == 1 {
		p.capacity, n = 0, gen.Between(r, 2, 4)
		limits = fmt.Sprintf("In every season it grows by %d %%.", p.rate)
	}
	if d >= 4 {
		p.migration = -gen.Between(r, start*p.rate/1000+1, start*p.rate/300)
		limits += fmt.Sprintf(" After the growth of each season %d individuals are taken out.", -p.migration)
	}
	sizes := p.seasons(float64(start), n)
	place := gen.Pick(r, []string{"lake", "reserve", "valley", "forest", "delta"})
	question, slots := gen.Ask(r, []string{
		"A {place} holds a population of {n0} animals. {limits} How large is it after {n} seasons? Do not round in between; the model may give fractions of animals." + figures,
		"Ecologists model the animals of a {place} season by season. {limits} They count {n0} at the beginning. Compute the size that the model gives at the end of season {n}, keeping all decimals on the way." + figures,
		"What population does the following rule predict for a {place} after {n} seasons, if it starts from {n0} individuals? {limits} Work with unrounded numbers." + figures,
	}, gen.Fixed("place", place), gen.Slot("n0", start), gen.Fixed("limits", limits), gen.Fixed("n", n))
	texts := make([]string, len(sizes)-1)
	for i, s := range sizes[1:] {
		texts[i] = decimalText(s, 7)
	}
	answer := quantity(sizes[n], "")
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Applying the rule season by season gives "+strings.Join(texts, ", ")+".", answer),
	}
}
