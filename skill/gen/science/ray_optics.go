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
	const area = "physics: waves & optics"
	gen.Register("science/refraction-through-layers", area, "Refraction through layers",
		"Follow a ray through layers, slabs and prisms or find that it is totally reflected.", refraction)
	gen.Register("science/mirror-imaging", area, "Mirror imaging", "Find exact image places and magnifications of curved mirrors.", mirrorImage)
}

// refraction asks for an angle or the verdict "total". Difficulty: 1 one surface, 2
// two layers, 3 three layers, 4 the displacement by a slab, 5 the deviation by a
// prism. Only the first angle and the layer at hand decide about total reflection,
// and draws keep clear of the border.
func refraction(r *rand.Rand, d gen.Difficulty) task.Item {
	angle := gen.Between(r, 12, 70)
	if d >= 4 {
		return slabOrPrism(r, d, angle)
	}
	index := []int{gen.Between(r, 130, 190)}
	if r.IntN(2) == 0 {
		index[0] = 100
	}
	sine := float64(index[0]) / 100 * sinDeg(float64(angle)) // n·sin stays
	var parts, working []string
	total := 0
	for i := 1; i <= int(d) && total == 0; i++ {
		n := gen.Between(r, 100, 190)
		if math.Abs(float64(n)/100-sine) < 0.02 {
			n += 6
		}
		index = append(index, n)
		if s := sine / (float64(n) / 100); s > 1 {
			total = i
			working = append(working, fmt.Sprintf("at surface %d n·sin α = %s exceeds %s: total reflection", i, six(sine), hundredths(n)))
		} else {
			working = append(working, fmt.Sprintf("behind surface %d the angle is %s°", i, six(inDegrees(math.Asin(s)))))
		}
	}
	for len(index) <= int(d) { // layers that the ray no longer reaches
		index = append(index, gen.Between(r, 130, 190))
	}
	for _, n := range index[1:] {
		parts = append(parts, "index "+hundredths(n))
	}
	e := exercise{values: []gen.Value{gen.Slot("angle", angle)}}
	e.data = fmt.Sprintf("Light in a medium of refractive index %s meets a flat surface at {angle}° to the normal. Behind it the media are, in this order and with parallel flat surfaces: %s.", hundredths(index[0]), strings.Join(parts, ", then "))
	e.asked = "the angle between the ray and the normal in the last medium, in degrees, or the number of the surface (1 for the first) where total reflection stops it"
	e.working = "n·sin α is the same in all layers. Here " + strings.Join(working, "; ") + "."
	e.answer = quantity(inDegrees(math.Asin(min(1, sine/(float64(index[d])/100)))), "°")
	if total > 0 {
		e.answer = task.String(fmt.Sprintf("total reflection at surface %d", total), fmt.Sprintf("surface %d", total), fmt.Sprintf("total at surface %d", total), fmt.Sprintf("total internal reflection at surface %d", total))
	}
	const form = " Answer with the angle alone, or with the words 'total reflection at surface' and the number." + figures
	return e.item(r, "{data} Find {asked}."+form, "{data} Determine {asked}."+form, "A layered window is inspected. {data} Give {asked}."+form)
}

// slabOrPrism is the part of refraction whose ray always leaves.
func slabOrPrism(r *rand.Rand, d gen.Difficulty, angle int) task.Item {
	n := gen.Between(r, 130, 190)
	index := float64(n) / 100
	inside := math.Asin(sinDeg(float64(angle)) / index)
	e := exercise{values: []gen.Value{gen.Slot("angle", angle)}}
	if d == 4 {
		mm := gen.Between(r, 5, 90)
		shift := float64(mm) * math.Sin(float64(angle)*math.Pi/180-inside) / math.Cos(inside)
		e.data = fmt.Sprintf("A ray in air (index 1) meets a slab of glass of index %s and thickness %d mm at {angle}° to the normal and leaves it on the other side into air.", hundredths(n), mm)
		e.asked, e.answer = "the distance in millimetres between the line of the ray before and the parallel line of the ray behind the slab", quantity(shift, "mm")
		e.working = fmt.Sprintf("sin β = sin α/n gives β = %s°. The way inside is d/cos β, and sideways it moves by d·sin(α − β)/cos β = %s mm.", six(inDegrees(inside)), six(shift))
	} else {
		apex := gen.Between(r, 20, 62)
		second := float64(apex)*math.Pi/180 - inside
		s := index * math.Sin(second)
		if s > 0.96 || math.Abs(second) < 0.01 { // total reflection, or along the normal
			apex = 25
			second = float64(apex)*math.Pi/180 - inside
			s = index * math.Sin(second)
		}
		deviation := float64(angle) + inDegrees(math.Asin(s)) - float64(apex)
		e.data = fmt.Sprintf("A ray in air (index 1) meets one face of a glass prism of index %s at {angle}° to the normal, coming from the side of the prism's base, so that it is bent towards the base. The angle between the faces at the edge is %d°. The ray leaves through the other face.", hundredths(n), apex)
		e.asked, e.answer = "the angle by which the prism deviates the ray in all, in degrees", quantity(deviation, "°")
		e.working = fmt.Sprintf("Inside β1 = arcsin(sin α/n) = %s°. At the other face β2 = A − β1 = %s°, and it leaves at arcsin(n·sin β2) = %s°. The deviation is α + that − A = %s°.", six(inDegrees(inside)), six(inDegrees(second)), six(inDegrees(math.Asin(s))), six(deviation))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} Determine {asked}."+figures, "An optical instrument is adjusted. {data} Give {asked}."+figures)
}

// mirrored is the image of an object at a distance before a mirror of a focal
// length (negative for a convex one): 1/b = 1/f − 1/g and m = −b/g.
func mirrored(distance, focal *big.Rat) (image, magnification *big.Rat) {
	image = new(big.Rat).Quo(new(big.Rat).Mul(distance, focal), new(big.Rat).Sub(distance, focal))
	magnification = new(big.Rat).Neg(new(big.Rat).Quo(image, distance))
	return image, magnification
}

// mirrorImage asks an exact pair. Difficulty: 1 a concave mirror with a real
// image, 2 any curved mirror, 3 the object for a wanted magnification, 4 a second,
// facing mirror, 5 two curved ones of which the second sees the image of the first.
func mirrorImage(r *rand.Rand, d gen.Difficulty) task.Item {
	f, g := gen.Between(r, 8, 99), gen.Between(r, 9, 240)
	if g == f || d == 1 && g < f {
		g = f + gen.Between(r, 1, 150)
	}
	kind := "concave"
	if d >= 2 && r.IntN(3) == 0 {
		kind, f = "convex", -f
	}
	size := max(f, -f)
	e := exercise{values: []gen.Value{gen.Slot("g", g)}}
	image, m := mirrored(big.NewRat(int64(g), 1), big.NewRat(int64(f), 1))
	e.data = fmt.Sprintf("An object stands on the axis {g} cm in front of a %s mirror with a radius of curvature of %d cm.", kind, 2*size)
	e.asked = "the image's distance from the mirror in cm (positive in front of the mirror, negative behind it) and the magnification (negative if it is upside down), as a list [distance, magnification]"
	e.answer = task.List(rationalAnswer(image), rationalAnswer(m))
	e.working = fmt.Sprintf("The focal length is f = %d cm (half the radius, negative for a convex mirror). 1/b = 1/f − 1/g gives b = %s cm, and m = −b/g = %s.", f, image.RatString(), m.RatString())
	switch d {
	case 3:
		times := gen.Between(r, 2, 99)
		scale := big.NewRat(int64(times), 10) // of a concave mirror, upright or not
		if kind == "convex" {
			times = gen.Between(r, 2, 9)
			scale = big.NewRat(int64(times), 10)
		} else if r.IntN(2) == 0 || times <= 10 {
			scale.Neg(scale)
		}
		// m = f/(f − g), so g = f·(1 − 1/m) = f − f/m.
		object := new(big.Rat).Sub(big.NewRat(int64(f), 1), new(big.Rat).Quo(big.NewRat(int64(f), 1), scale))
		image, _ = mirrored(object, big.NewRat(int64(f), 1))
		way := "upright"
		if scale.Sign() < 0 {
			way = "upside-down"
		}
		e.values = []gen.Value{gen.Slot("radius", 2*size)}
		e.data = fmt.Sprintf("A %s mirror has a radius of curvature of {radius} cm. It is to give an %s image of a real object, %s times as large as the object.", kind, way, tenths(times))
		e.asked = "the object's distance from the mirror and the image's distance (positive in front of the mirror, negative behind it), in cm, as a list [object, image]"
		e.answer = task.List(rationalAnswer(object), rationalAnswer(image))
		e.working = fmt.Sprintf("m = −b/g with 1/g + 1/b = 1/f gives m = f/(f − g). With f = %d cm and m = %s, g = f − f/m = %s cm and b = −m·g = %s cm.", f, scale.RatString(), object.RatString(), image.RatString())
	case 4, 5:
		twoMirrors(r, d, &e, image, m)
	}
	const form = " Give integers or exact fractions, without units."
	return e.item(r, "{data} Find {asked}."+form, "{data} Which values result for {asked}?"+form, "A telescope maker tries a mirror. {data} Calculate {asked}."+form)
}

// twoMirrors adds a second mirror that faces the first one and sees its image: a
// flat one (4) or a convex one (5), farther away than anything in front of the first.
func twoMirrors(r *rand.Rand, d gen.Difficulty, e *exercise, image, m *big.Rat) {
	at := gen.Between(r, 245, 400)
	object := new(big.Rat).Sub(big.NewRat(int64(at), 1), image) // may be behind the second mirror
	if object.Sign() == 0 {
		at++
		object.Add(object, big.NewRat(1, 1))
	}
	e.data += fmt.Sprintf(" A flat mirror faces the first one, %d cm away from it. Light from the object that the curved mirror has reflected is then reflected once by the flat one.", at)
	final, total := new(big.Rat).Neg(object), m
	rule := "the flat mirror puts it as far behind itself, so the distance is negated"
	if d == 5 {
		f := -gen.Between(r, 10, 90)
		if new(big.Rat).Sub(object, big.NewRat(int64(f), 1)).Sign() == 0 {
			f--
		}
		e.data = strings.Replace(e.data, "A flat mirror faces the first one", fmt.Sprintf("A convex mirror with a radius of curvature of %d cm faces the first one", -2*f), 1)
		e.data = strings.Replace(e.data, "that the curved mirror has reflected is then reflected once by the flat one", "that the first mirror has reflected is then reflected once by this second one", 1)
		next, factor := mirrored(object, big.NewRat(int64(f), 1))
		final, total = next, factor.Mul(factor, m)
		rule = fmt.Sprintf("with f = %d cm the mirror equation applies again and the magnifications multiply", f)
	}
	e.asked = "the distance of the final image from that second mirror in cm (positive in front of it, negative behind it) and the total magnification (negative if it is upside down), as a list [distance, magnification]"
	e.answer = task.List(rationalAnswer(final), rationalAnswer(total))
	e.working += fmt.Sprintf(" For the second mirror this image is an object at %d − b = %s cm (negative: behind the mirror). There %s: %s cm, with a total magnification of %s.", at, object.RatString(), rule, final.RatString(), total.RatString())
}
