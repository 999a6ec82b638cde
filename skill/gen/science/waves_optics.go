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
	gen.Register("science/thin-lens-system", "physics: waves & optics", "Thin lens system",
		"Find the final image place or the magnification of one or several thin lenses.", thinLensSystem)
}

// lens is a thin lens: focal length in cm (negative for a diverging lens) and
// the distance in cm from the lens before it.
type lens struct{ focal, gap int }

// thinLensSystem asks for the image of a chain of lenses. Difficulty adds lenses
// (1 to 3); at 3 and 5 the lateral magnification is asked, to which every lens
// contributes a factor.
func thinLensSystem(r *rand.Rand, d gen.Difficulty) task.Item {
	object := gen.Between(r, 12, 150)
	lenses := drawLenses(r, object, gen.Of(d, 1, 2, 2, 3, 3))
	image, magnification, steps := trace(object, lenses)
	asked := "where the final image lies: its distance from the last lens in cm, positive beyond that lens (on the side away from the object) and negative before it"
	value, _ := image.Float64()
	answer := quantity(value, "cm")
	if d == 3 || d == 5 {
		asked = "the total lateral magnification, negative where the final image is upside down relative to the object"
		value, _ = magnification.Float64()
		answer = quantity(value, "")
	}
	question, slots := gen.Ask(r, []string{
		"An object stands on the axis {u} cm in front of {lenses}. Find {asked}." + figures,
		"Light from a small lamp travels {u} cm along the axis of a bench and then meets {lenses}. Treat all lenses as thin and determine {asked}." + figures,
		"On an optical bench a slide is {u} cm before {lenses}. With the thin-lens equation, work out {asked}." + figures,
	}, gen.Slot("u", object), gen.Fixed("lenses", lensText(lenses)), gen.Fixed("asked", asked))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Apply 1/s + 1/s' = 1/f lens by lens; the image of one lens is the object of the next. "+strings.Join(steps, "; ")+".", answer),
	}
}

// drawLenses draws lenses whose object is neither in the lens nor in its focal
// plane: each of two values is left by moving the lens on, so two moves suffice.
func drawLenses(r *rand.Rand, object, n int) []lens {
	lenses := make([]lens, n)
	for i := range lenses {
		l := lens{focal: gen.Between(r, 5, 60)}
		if r.IntN(3) == 0 {
			l.focal = -l.focal
		}
		if i > 0 {
			l.gap = gen.Between(r, 6, 80)
		}
		lenses[i] = l
		for s := objectDistance(object, lenses[:i+1]); s.Sign() == 0 || s.Cmp(big.NewRat(int64(lenses[i].focal), 1)) == 0; s = objectDistance(object, lenses[:i+1]) {
			if i == 0 {
				lenses[i].focal++ // a focal length above 0 stays so, and below 0 no real object is in focus
			} else {
				lenses[i].gap++
			}
		}
	}
	return lenses
}

// objectDistance is how far before the last lens its object lies.
func objectDistance(object int, lenses []lens) *big.Rat {
	n := len(lenses) - 1
	if n == 0 {
		return big.NewRat(int64(object), 1)
	}
	image, _, _ := trace(object, lenses[:n])
	return new(big.Rat).Sub(big.NewRat(int64(lenses[n].gap), 1), image)
}

// trace follows the image through the lenses: s' = s·f/(s − f), m = −s'/s each.
func trace(object int, lenses []lens) (image, magnification *big.Rat, steps []string) {
	magnification = big.NewRat(1, 1)
	s := big.NewRat(int64(object), 1)
	for i, l := range lenses {
		if i > 0 {
			s = new(big.Rat).Sub(big.NewRat(int64(l.gap), 1), image)
		}
		f := big.NewRat(int64(l.focal), 1)
		image = new(big.Rat).Quo(new(big.Rat).Mul(s, f), new(big.Rat).Sub(s, f))
		factor := new(big.Rat).Neg(new(big.Rat).Quo(image, s))
		magnification.Mul(magnification, factor)
		steps = append(steps, fmt.Sprintf("lens %d: s = %s cm, s' = %s cm, m = %s", i+1, ratText(s), ratText(image), ratText(factor)))
	}
	return image, magnification, steps
}

func ratText(v *big.Rat) string {
	f, _ := v.Float64()
	return decimalText(f, 6)
}

func lensText(lenses []lens) string {
	parts := make([]string, len(lenses))
	for i, l := range lenses {
		kind, size := "converging", l.focal
		if l.focal < 0 {
			kind, size = "diverging", -l.focal
		}
		parts[i] = fmt.Sprintf("a %s lens of focal length %d cm", kind, size)
		if i > 0 {
			parts[i] = fmt.Sprintf("followed %d cm further on by %s", l.gap, parts[i])
		}
	}
	return strings.Join(parts, ", ")
}
