package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/stellar-magnitude-and-distance", "earth & astronomy", "Stellar magnitude and distance",
		"Relate apparent magnitudes, distances and luminosities of stars.", stellarMagnitude)
}

// hundredths writes a number of hundredths as a decimal with two places.
func hundredths(n int) string { return fmt.Sprintf("%.2f", float64(n)/100) }

// distance in parsecs of a star of apparent magnitude m and absolute magnitude M
// behind an extinction of A magnitudes: m − M = 5·log10(d/10 pc) + A.
func distance(apparent, absolute, extinction float64) float64 {
	return math.Pow(10, 1+(apparent-absolute-extinction)/5)
}

// starCase is what a question about magnitudes tells and asks.
type starCase struct {
	data, asked, working string
	answer               task.Answer
	slots                []gen.Value
}

// stellarMagnitude asks a question about magnitudes. Difficulty: 1 a distance, 2
// through dust, 3 by a twin of known distance, 4 a ratio of luminosities of two
// stars, 5 the joint magnitude of a cluster seen from another distance.
func stellarMagnitude(r *rand.Rand, d gen.Difficulty) task.Item {
	c := gen.Of(d, clearStar, dustyStar, twinStars, luminosityRatio, clusterMagnitude)(r)
	question, slots := gen.Ask(r, []string{
		"Consider " + c.data + ". Five magnitudes are a factor of 100 in brightness, and the absolute magnitude is the one at 10 pc. Find " + c.asked + "." + figures,
		"An observing log describes " + c.data + ". What is " + c.asked + "? (Absolute magnitudes refer to 10 pc; 5 magnitudes mean a brightness ratio of 100.)" + figures,
		"Use the magnitude scale (a factor 100 in flux per 5 magnitudes; absolute magnitude: as seen from 10 parsecs). Known is " + c.data + ". Calculate " + c.asked + "." + figures,
	}, c.slots...)
	return task.Item{Question: question, Slots: slots, Answer: c.answer, Reference: gen.Reference(c.working, c.answer)}
}

// faint draws an apparent magnitude of 4 to 15, bright one of 1.5 to 3.9, dust an
// extinction, all in hundredths.
func faint(r *rand.Rand) int  { return gen.Between(r, 400, 1500) }
func bright(r *rand.Rand) int { return gen.Between(r, 150, 390) }
func dust(r *rand.Rand) int   { return gen.Between(r, 11, 250) }

func clearStar(r *rand.Rand) starCase {
	apparent, absolute := faint(r), gen.Between(r, -350, 390)
	modulus := float64(apparent-absolute) / 100
	return starCase{
		data:  fmt.Sprintf("a star of apparent magnitude {m} whose spectrum shows an absolute magnitude of %s; the space in between is clear", hundredths(absolute)),
		asked: "its distance in parsecs", answer: quantity(distance(modulus, 0, 0), "pc"),
		working: fmt.Sprintf("The distance modulus is m − M = %.2f, and d = 10 pc · 10^((m − M)/5).", modulus),
		slots:   []gen.Value{gen.Slot("m", hundredths(apparent))},
	}
}

func dustyStar(r *rand.Rand) starCase {
	apparent, absolute, a := faint(r), gen.Between(r, -350, 0), dust(r)
	modulus := float64(apparent-absolute-a) / 100
	return starCase{
		data:  fmt.Sprintf("a star of apparent magnitude {m} whose spectrum shows an absolute magnitude of %s; interstellar dust dims it by %s magnitudes", hundredths(absolute), hundredths(a)),
		asked: "its distance in parsecs", answer: quantity(distance(modulus, 0, 0), "pc"),
		working: fmt.Sprintf("Freed of the dust the distance modulus is m − A − M = %.2f, and d = 10 pc · 10^(%.2f/5).", modulus, modulus),
		slots:   []gen.Value{gen.Slot("m", hundredths(apparent))},
	}
}

func twinStars(r *rand.Rand) starCase {
	near, known, far, a := gen.Between(r, 12, 90), bright(r), faint(r), dust(r)
	difference := float64(far-a-known) / 100
	return starCase{
		data:  fmt.Sprintf("two stars of equal luminosity: the first has apparent magnitude %s at a distance of {near} pc, the second has %s and is dimmed by %s magnitudes of dust on top", hundredths(known), hundredths(far), hundredths(a)),
		asked: "the distance of the second in parsecs", answer: quantity(float64(near)*math.Pow(10, difference/5), "pc"),
		working: fmt.Sprintf("Without dust the second would be %.2f magnitudes fainter than the first, so it is 10^(%.2f/5) times as far as %d pc.", difference, difference, near),
		slots:   []gen.Value{gen.Slot("near", near)},
	}
}

func luminosityRatio(r *rand.Rand) starCase {
	near, far, p, q, a := gen.Between(r, 12, 90), gen.Between(r, 100, 900), bright(r), faint(r), dust(r)
	flux := math.Pow(10, 0.4*float64(p-q+a)/100)
	ratio := flux * math.Pow(float64(far)/float64(near), 2)
	return starCase{
		data:  fmt.Sprintf("star P with apparent magnitude %s at {near} pc and star Q with apparent magnitude %s at %d pc, seen through %s magnitudes of dust (P is not dimmed)", hundredths(p), hundredths(q), far, hundredths(a)),
		asked: "the ratio of the luminosity of Q to that of P", answer: quantity(ratio, ""),
		working: fmt.Sprintf("Without dust the flux of Q is %s times that of P. Luminosity is flux times distance squared, so this is multiplied by (%d/%d)².", decimalText(flux, 6), far, near),
		slots:   []gen.Value{gen.Slot("near", near)},
	}
}

func clusterMagnitude(r *rand.Rand) starCase {
	near, far, count, m, giant := gen.Between(r, 12, 90), gen.Between(r, 100, 900), gen.Between(r, 3, 40), gen.Between(r, 500, 900), bright(r)
	joint := -2.5 * math.Log10(float64(count)*math.Pow(10, -0.4*float64(m)/100)+math.Pow(10, -0.4*float64(giant)/100))
	return starCase{
		data:   fmt.Sprintf("a cluster at {near} pc made of %d stars of apparent magnitude %s each and one star of magnitude %s", count, hundredths(m), hundredths(giant)),
		asked:  fmt.Sprintf("the apparent magnitude of the whole cluster, taken as one point of light, if it were at %d pc", far),
		answer: quantity(joint+5*math.Log10(float64(far)/float64(near)), ""),
		working: fmt.Sprintf("The fluxes 10^(−0.4·m) add up; the joint magnitude at %d pc is −2.5·log10 of the sum, %s. Moving to %d pc adds 5·log10(%d/%d).",
			near, decimalText(joint, 6), far, far, near),
		slots: []gen.Value{gen.Slot("near", near)},
	}
}
