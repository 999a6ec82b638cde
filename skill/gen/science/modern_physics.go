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
	gen.Register("science/relativistic-velocity-addition", "physics: modern", "Relativistic velocity addition",
		"Combine collinear velocities near the speed of light into an exact fraction of it.", velocityAddition)
}

// velocityAddition asks for the velocity of the last of a chain of bodies, each
// moving relative to the one before. Difficulty adds bodies (2 to 5). Velocities
// are percentages of c; the last is drawn away from a total of 0.
func velocityAddition(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 5)
	percents := make([]int, n)
	for i := range percents {
		percents[i] = gen.Between(r, 11, 97)
		if d >= 2 {
			percents[i] = 5 * gen.Between(r, 2, 19) // denominators of 20 keep long chains short
		}
		if i > 0 && r.IntN(3) == 0 {
			percents[i] = -percents[i]
		}
	}
	total, steps := addVelocities(percents)
	if total.Sign() == 0 {
		percents[n-1] = 3
		total, steps = addVelocities(percents)
	}
	const form = " State it as an exact fraction of c, with a minus sign if it points against the direction of the first body."
	question, slots := gen.Ask(r, []string{
		"Ship A passes a beacon at {first} % of the speed of light c. {ships} All motion is along one line. What is the velocity of the last object relative to the beacon?" + form,
		"In a laboratory a nucleus A flies along a beam pipe with {first} percent of light speed c. {nuclei} All directions lie on the pipe's axis. Find the velocity of the last-named particle in the laboratory frame." + form,
		"An observer on a station sees cruiser A leave at {first} % of c. {cruisers} Everything happens on one straight line. Which velocity does the observer assign to the last body?" + form,
	}, gen.Slot("first", percents[0]), gen.Fixed("ships", relativeText(percents, "Ship", "launches ship", "measured by the crew of")),
		gen.Fixed("nuclei", relativeText(percents, "Nucleus", "emits particle", "in the rest frame of")), gen.Fixed("cruisers", relativeText(percents, "Body", "sends out probe", "as seen from")))
	answer := rationalAnswer(total)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Combine with (u + v)/(1 + u·v) in units of c: "+strings.Join(steps, "; ")+".", answer),
	}
}

// addVelocities composes collinear velocities given in percent of c.
func addVelocities(percents []int) (total *big.Rat, steps []string) {
	total = big.NewRat(int64(percents[0]), 100)
	for _, p := range percents[1:] {
		v := big.NewRat(int64(p), 100)
		sum := new(big.Rat).Add(total, v)
		product := new(big.Rat).Mul(total, v)
		next := sum.Quo(sum, product.Add(product, big.NewRat(1, 1)))
		steps = append(steps, fmt.Sprintf("%s with %s gives %s", total.RatString(), v.RatString(), next.RatString()))
		total = next
	}
	return total, steps
}

// relativeText tells how each further body leaves the one before.
func relativeText(percents []int, name, leaves, frame string) string {
	parts := make([]string, 0, len(percents)-1)
	for i, p := range percents[1:] {
		way := "forwards"
		if p < 0 {
			way = "backwards"
		}
		parts = append(parts, fmt.Sprintf("%s %c %s %c %s at %d %% of c, %s %c.", name, 'A'+i, leaves, 'B'+i, way, max(p, -p), frame, 'A'+i))
	}
	return strings.Join(parts, " ")
}
