package math

import (
	"fmt"
	stdmath "math"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/exact-trigonometric-value", geometryArea, "Exact trigonometric value",
		"Evaluate an expression of trigonometric functions at special angles exactly.", exactTrigonometricValue)
	gen.Register("math/trigonometric-equation-in-an-interval", geometryArea, "Trigonometric equation in an interval",
		"Find all solutions of a trigonometric equation from 0° to below 360°.", trigonometricEquation)
	gen.Register("math/bearing-navigation", geometryArea, "Bearing navigation", "Find distance and bearing of the end point of a course of several legs.", bearingNavigation)
}

// biquadratic is a number of the field of √2 and √3: coefficients of 1, √2, √3, √6.
type biquadratic [4]*big.Rat

func biquadraticOf(one, two, three, six, denominator int) biquadratic {
	return biquadratic{ratOf(one, denominator), ratOf(two, denominator), ratOf(three, denominator), ratOf(six, denominator)}
}

func (a biquadratic) plus(b biquadratic) biquadratic {
	var out biquadratic
	for i := range out {
		out[i] = new(big.Rat).Add(a[i], b[i])
	}
	return out
}

func (a biquadratic) times(b biquadratic) biquadratic {
	out := biquadraticOf(0, 0, 0, 0, 1)
	for i := range a {
		for j := range b {
			if a[i].Sign() == 0 || b[j].Sign() == 0 {
				continue
			}
			// Index bits: 1 for √2, 2 for √3; shared bits multiply to 2 and 3.
			factor := int64(1 + i&j&1)
			if i&j&2 != 0 {
				factor *= 3
			}
			term := new(big.Rat).Mul(a[i], b[j])
			out[i^j].Add(out[i^j], term.Mul(term, big.NewRat(factor, 1)))
		}
	}
	return out
}

func (a biquadratic) float() float64 {
	sum := 0.0
	for i, root := range []float64{1, stdmath.Sqrt2, stdmath.Sqrt(3), stdmath.Sqrt(6)} {
		c, _ := a[i].Float64()
		sum += c * root
	}
	return sum
}

func (a biquadratic) combination() combination {
	return combination{{a[0], ""}, {a[1], `\sqrt{2}`}, {a[2], `\sqrt{3}`}, {a[3], `\sqrt{6}`}}
}

// sineOf is the sine of a multiple of 15°.
func sineOf(degrees int) biquadratic {
	degrees = (degrees%360 + 360) % 360
	if degrees >= 180 {
		return sineOf(degrees - 180).times(biquadraticOf(-1, 0, 0, 0, 1))
	}
	if degrees > 90 {
		degrees = 180 - degrees
	}
	return []biquadratic{
		biquadraticOf(0, 0, 0, 0, 1), biquadraticOf(0, -1, 0, 1, 4), biquadraticOf(1, 0, 0, 0, 2), biquadraticOf(0, 1, 0, 0, 2),
		biquadraticOf(0, 0, 1, 0, 2), biquadraticOf(0, 1, 0, 1, 4), biquadraticOf(1, 0, 0, 0, 1),
	}[degrees/15]
}

// tangentOf is the tangent of a multiple of 15° that is no odd multiple of 90°.
func tangentOf(degrees int) biquadratic {
	degrees = (degrees%180 + 180) % 180
	if degrees > 90 {
		return tangentOf(180 - degrees).times(biquadraticOf(-1, 0, 0, 0, 1))
	}
	return []biquadratic{
		biquadraticOf(0, 0, 0, 0, 1), biquadraticOf(2, 0, -1, 0, 1), biquadraticOf(0, 0, 1, 0, 3), biquadraticOf(1, 0, 0, 0, 1),
		biquadraticOf(0, 0, 1, 0, 1), biquadraticOf(2, 0, 1, 0, 1),
	}[degrees/15]
}

// trigFactor draws a function at an angle of the difficulty and its value.
func trigFactor(r *rand.Rand, d gen.Difficulty) (string, biquadratic) {
	angles := gen.Of(d, []int{30, 45, 60}, []int{30, 45, 60, 120, 135, 150, 210, 225, 240, 300, 315, 330}, []int{30, 45, 60, 120, 135, 150, 210, 225, 240, 300, 315, 330},
		[]int{15, 75, 105, 165, 195, 255, 285, 345, 45, 240}, []int{-15, -75, 375, 435, 465, 525, -105, 555, 615, 645, 405, -240})
	angle := gen.Pick(r, angles)
	switch r.IntN(3) {
	case 0:
		return fmt.Sprintf("sin(%d°)", angle), sineOf(angle)
	case 1:
		return fmt.Sprintf("cos(%d°)", angle), sineOf(angle + 90)
	}
	return fmt.Sprintf("tan(%d°)", angle), tangentOf(angle)
}

// exactTrigonometricValue asks for a sum of products of functions at special
// angles. Difficulty: 1 first quadrant, 2 all quadrants, 3 products, 4 multiples
// of 15°, 5 negative and large angles and more products.
func exactTrigonometricValue(r *rand.Rand, d gen.Difficulty) task.Item {
	k := gen.Between(r, 10, 99)
	total := biquadraticOf(0, 0, 0, 0, 1)
	var text string
	var working []string
	for i := range gen.Of(d, 3, 3, 2, 2, 3) {
		coefficient := gen.Pick(r, []int{-8, -7, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7})
		head := signed(coefficient) + "·"
		if i == 0 {
			coefficient, head = k, "k·"
		}
		value := biquadraticOf(coefficient, 0, 0, 0, 1)
		for j := range gen.Of(d, 1, 1, 2, 2, 2) {
			name, factor := trigFactor(r, d)
			if j > 0 {
				head += "·"
			}
			head += name
			value = value.times(factor)
			working = append(working, fmt.Sprintf("%s = %s", name, factor.combination().latex()))
		}
		text += head
		total = total.plus(value)
	}
	const form = " Give the exact value with simplified surds."
	return exercise(r, exactAnswer(total.combination()), fmt.Sprintf("The exact values are %s. Multiplying them out with k = %d and collecting the surds gives the sum.", strings.Join(working, ", "), k), []string{
		"Evaluate {f} for k = {k}." + form,
		"Let k = {k}. Without a calculator, simplify {f}." + form,
		"A signal is read off as {f}, where the gain k is {k}. What is this number?" + form,
	}, gen.Fixed("f", text), gen.Slot("k", k))
}

// trigonometricEquation asks for all solutions in [0°, 360°). Difficulty: 1 one
// function of a shifted angle, 2 of a multiple angle, 3 a quadratic in it, 4 a
// quadratic hidden by a double angle, 5 the same with a multiple angle.
func trigonometricEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	k := gen.Of(d, 1, gen.Between(r, 2, 3), 1, 1, 2)
	shift := k * gen.Between(r, 1, 179/k)
	scale := gen.Between(r, 1, 9)
	cosine := r.IntN(2) == 0
	name := map[bool]string{true: "cos", false: "sin"}[cosine]
	argument := fmt.Sprintf("%s + a", strings.TrimPrefix(fmt.Sprintf("%dx", k), "1"))
	var equation, reduced string
	wanted := map[int]bool{} // arguments, multiples of 15° in [0°, 360°)
	accept := func(value biquadratic) {
		for u := 0; u < 360; u += 15 {
			s, c := stdmath.Sincos(float64(u) * stdmath.Pi / 180)
			if cosine {
				s = c
			}
			if stdmath.Abs(s-value.float()) < 1e-9 { // different values differ by far more
				wanted[u] = true
			}
		}
	}
	if d <= 2 {
		at := gen.Pick(r, []int{30, 45, 60, 120, 135, 150, 210, 225, 240, 300, 315, 330})
		if k == 2 && at%2 == 1 {
			at += 15 // so that half of it is whole
		}
		value := sineOf(at)
		accept(value)
		right := value.times(biquadraticOf(2*scale, 0, 0, 0, 1)).combination().latex()
		equation = fmt.Sprintf("%d·%s(%s) = %s", 2*scale, name, argument, strings.NewReplacer(`\sqrt{`, "√", "}", "").Replace(right))
		reduced = fmt.Sprintf("%s(%s) = %s", name, argument, value.combination().latex())
	} else {
		roots := gen.Sample(r, []int{-2, -1, 0, 1, 2}, 2) // halves
		accept(biquadraticOf(roots[0], 0, 0, 0, 2))
		accept(biquadraticOf(roots[1], 0, 0, 0, 2))
		b, c := -2*(roots[0]+roots[1]), roots[0]*roots[1] // 4s² + bs + c
		equation, reduced = quadraticTrigText(d, scale, b, c, name, argument, cosine, k), fmt.Sprintf("With s = %s(%s) this is (2s%s)(2s%s) = 0", name, argument, signed(-roots[0]), signed(-roots[1]))
	}
	var solutions []int
	for x := range 360 {
		if wanted[(k*x+shift)%360] {
			solutions = append(solutions, x)
		}
	}
	const form = " Give the list of all solutions with 0° ≤ x < 360°, in increasing order, as numbers of degrees."
	return exercise(r, task.List(task.Integers(solutions)...), fmt.Sprintf("%s. The angles %s with these values, taken over all turns for x from 0° to 360° with a = %d°, are solved for x one by one.", reduced, argument, shift), []string{
		"Solve the equation {eq}, where a is an angle of {a} degrees." + form,
		"Let a be {a} degrees. For which angles x is {eq}?" + form,
		"A wheel is turned by the angle x. At which x is {eq} if a is {a} degrees?" + form,
	}, gen.Fixed("eq", equation), gen.Slot("a", shift))
}

// quadraticTrigText writes scale·(4s² + bs + c) = 0, from difficulty 4 on with
// s² by the double angle: cos 2u = 1 − 2 sin² u = 2 cos² u − 1.
func quadraticTrigText(d gen.Difficulty, scale, b, c int, name, argument string, cosine bool, k int) string {
	linear, constant := "", ""
	if b != 0 {
		linear = fmt.Sprintf("%s·%s(%s)", signed(scale*b), name, argument)
	}
	lead := fmt.Sprintf("%d·(%s(%s))²", 4*scale, name, argument)
	if d >= 4 {
		coefficient, double := 2*scale, fmt.Sprintf("%dx + 2a", 2*k)
		if !cosine {
			coefficient = -coefficient
		}
		c += 2
		lead = fmt.Sprintf("%d·cos(%s)", coefficient, double)
	}
	if c != 0 {
		constant = signed(scale * c)
	}
	return lead + linear + constant + " = 0"
}

// bearingNavigation asks for the way home. Difficulty adds legs (2 to 6); from 4
// on their lengths follow from speed and time.
func bearingNavigation(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 4, 4, 6)
	lengths, bearings := make([]int, n), make([]int, n)
	for i := range n {
		lengths[i], bearings[i] = gen.Between(r, 8, 60), gen.Between(r, 0, 359)
	}
	east, north := course(lengths, bearings)
	for range 3 { // the end must be far enough from the start for its bearing to be sharp
		if bearing := bearingOf(east, north); stdmath.Hypot(east, north) > 20 && bearing > 1 && bearing < 359 && stdmath.Abs(stdmath.Hypot(east, north)-bearing) > 1 {
			break
		}
		lengths[0] += 45
		bearings[1] = (bearings[0] + 60) % 360
		east, north = course(lengths, bearings)
	}
	legs := make([]string, n)
	for i := range n {
		length := fmt.Sprintf("%d km", lengths[i])
		if i == 0 {
			length = "s kilometres"
		} else if d >= 4 {
			speed := gen.Pick(r, []int{12, 15, 20, 30})
			length = fmt.Sprintf("%d minutes at %d km/h", 60/speed*lengths[i], speed)
		}
		legs[i] = fmt.Sprintf("%s on a bearing of %03d°", length, bearings[i])
	}
	distance, bearing := stdmath.Hypot(east, north), bearingOf(east, north)
	within := func(v float64) task.Answer {
		return task.Answer{Kind: task.KindDecimal, Value: fmt.Sprintf("%.2f", v), Tol: &task.Tolerance{Abs: 0.1}}
	}
	const form = " Give the list [distance in km, bearing in degrees], both to within 0.1, without units. Bearings are measured clockwise from north, and the earth counts as flat."
	return exercise(r, task.List(within(distance), within(bearing)), fmt.Sprintf("Adding the legs' components (length times sine of the bearing to the east, times cosine to the north), with s = %d, gives %.3f km east and %.3f km north. Pythagoras gives the distance, the arctangent in the right quadrant the bearing.", lengths[0], east, north), []string{
		"A ship leaves port P and sails {legs}, where s = {s}. How far is it from P then, and on which bearing does it lie as seen from P?" + form,
		"Let s = {s}. A walker crosses a plain in these legs: {legs}. Find the straight distance from start to end and the bearing of the end from the start." + form,
		"A drone is steered {legs}, with s being {s}. Which single straight leg from the same start would have led to the same place?" + form,
	}, gen.Fixed("legs", strings.Join(legs, ", then ")), gen.Slot("s", lengths[0]))
}

// course adds up legs of the given lengths and bearings.
func course(lengths, bearings []int) (east, north float64) {
	for i, length := range lengths {
		sin, cos := stdmath.Sincos(float64(bearings[i]) * stdmath.Pi / 180)
		east += float64(length) * sin
		north += float64(length) * cos
	}
	return east, north
}

func bearingOf(east, north float64) float64 {
	return stdmath.Mod(stdmath.Atan2(east, north)*180/stdmath.Pi+360, 360)
}
