package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/similar-triangle-lengths", geometryArea, "Similar-triangle lengths", "Find a length by a chain of similar triangles.", similarTriangles)
	gen.Register("math/triangle-area-from-sides", geometryArea, "Triangle area from sides",
		"Find area, altitude and radii of a triangle from its sides with exact surds.", triangleFromSides)
	gen.Register("math/law-of-cosines-solving", geometryArea, "Law of cosines solving", "Find a side, a cosine or a median of a triangle exactly.", lawOfCosines)
	gen.Register("math/power-of-a-point", geometryArea, "Power of a point", "Find a segment of chords, secants and tangents.", powerOfAPoint)
}

const fractionForm = " Give an integer or an exact fraction."

// similarTriangles asks for a length. Difficulty is the number of similarities:
// 1 one parallel in a triangle, 2 the diagonals of a trapezium, 3 to 5 a zigzag
// of 2 to 4 pairs of parallels, each scaling by the same ratio.
func similarTriangles(r *rand.Rand, d gen.Difficulty) task.Item {
	p, q, base := gen.Between(r, 2, 30), gen.Between(r, 2, 30), gen.Between(r, 31, 99)
	if d == 2 {
		p, q = gen.Between(r, 10, 200), gen.Between(r, 10, 200)
	}
	if p == q {
		q++
	}
	switch {
	case d == 1:
		value := ratOf(base*p, p+q)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("Triangles ADE and ABC are similar with the ratio AD : AB = %d : %d. So DE = %d · %d/%d = %s.", p, p+q, base, p, p+q, value.RatString()), []string{
			"In triangle ABC the point D lies on AB and E on AC, with DE parallel to BC. AD = {p}, DB = {q} and BC = {a}. Find DE." + fractionForm,
			"A roof truss is a triangle ABC with the base BC of length {a}. A beam DE parallel to the base joins the rafters AB (at D) and AC (at E); measured from the top A, AD is {p} and the rest DB of the rafter is {q}. How long is the beam?" + fractionForm,
			"A slide stands upright at the distance {p} from a point-like lamp, and a wall parallel to it stands {q} behind the slide. The shadow of a bar on the slide is {a} long on the wall. How long is the bar, in the same unit?" + fractionForm,
		}, gen.Slot("p", p), gen.Slot("q", q), gen.Slot("a", base))
	case d == 2:
		value := ratOf(2*p*q, p+q)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("Triangles ABX and CDX are similar with the ratio %d : %d, so AX : AC = %d : %d. Each half of the segment is therefore %d · %d/%d = %s, and the whole is twice that.", p, q, p, p+q, q, p, p+q, ratOf(p*q, p+q).RatString()), []string{
			"A trapezium ABCD has the parallel sides AB = {p} and CD = {q}. Its diagonals meet at X. The line through X parallel to AB meets the legs at P and Q. Find PQ." + fractionForm,
			"The parallel sides of a trapezium measure {p} and {q}. How long is the segment parallel to them that passes through the intersection of the diagonals and ends at the legs?" + fractionForm,
			"Two walls stand at the two legs of a garden in the shape of a trapezium with parallel sides of {p} m and {q} m. Paths run along both diagonals; where they cross, a hedge is planted parallel to the parallel sides, from wall to wall. How many metres long is it?" + fractionForm,
		}, gen.Slot("p", p), gen.Slot("q", q))
	}
	return zigzag(r, int(d)-1, p, p+q, base)
}

// zigzag has parallels D1E1, D2E2, … to BC, and D2E1 ∥ D1C, D3E2 ∥ D2E1 and so
// on, so that AD(k+1) : AD(k) = AD(1) : AB each time.
func zigzag(r *rand.Rand, steps, part, whole, base int) task.Item {
	ratio := ratOf(part, whole)
	value := ratOf(base, 1)
	chain := ""
	for k := range steps {
		value = new(big.Rat).Mul(value, ratio)
		chain += fmt.Sprintf("D%dE%d = %s; ", k+1, k+1, value.RatString())
	}
	text := "D1 lies on AB and E1 on AC such that D1E1 is parallel to BC."
	for k := 2; k <= steps; k++ {
		before := fmt.Sprintf("D%dE%d", k-1, k-2)
		if k == 2 {
			before = "D1C"
		}
		text += fmt.Sprintf(" D%d lies on AB such that D%dE%d is parallel to %s, and E%d on AC such that D%dE%d is parallel to BC.", k, k, k-1, before, k, k, k)
	}
	return exercise(r, rationalAnswer(value), fmt.Sprintf("Each pair of parallels scales by AD1 : AB = %d : %d, since AD2 : AD1 = AE1 : AC = AD1 : AB and so on. %sthe last one is sought.", part, whole, chain), []string{
		"In triangle ABC, BC = {a}, AB = {b} and AD1 = {p}. {text} Find D{n}E{n}." + fractionForm,
		"{text} The triangle ABC, in which these points lie, has AB = {b} and BC = {a}, and AD1 is {p}. How long is D{n}E{n}?" + fractionForm,
		"A triangular truss ABC is stiffened by a zigzag of bars. {text} With AB = {b}, BC = {a} and AD1 = {p}, determine the length of the bar D{n}E{n}." + fractionForm,
	}, gen.Slot("a", base), gen.Slot("b", whole), gen.Slot("p", part), gen.Fixed("text", text), gen.Fixed("n", steps))
}

// drawTriangle has integer sides that satisfy the triangle inequality.
func drawTriangle(r *rand.Rand, lo, hi int) (a, b, c int) {
	a, b = gen.Between(r, lo, hi), gen.Between(r, lo, hi)
	c = gen.Between(r, max(a-b, b-a)+1, a+b-1)
	return a, b, c
}

// heronSixteen is 16 times the squared area.
func heronSixteen(a, b, c int) int { return (a + b + c) * (-a + b + c) * (a - b + c) * (a + b - c) }

// triangleFromSides asks, by difficulty, for 1 the area, 2 an altitude, 3 the
// inradius, 4 the circumradius, 5 the
// distance between circumcentre and incentre squared (Euler: R² − 2Rr).
func triangleFromSides(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := drawTriangle(r, 10, 60)
	sixteen := heronSixteen(a, b, c)
	perimeter, product := a+b+c, a*b*c
	area := rootOf(ratOf(sixteen, 16))
	var value scaled
	var asked, why string
	switch d {
	case 1:
		value, asked, why = area, "the area", "As its sides are given, nothing else is needed."
	case 2:
		value, asked, why = rootOf(ratOf(sixteen, 4*c*c)), "the altitude on the side AB", "Twice the area over AB is the altitude."
	case 3:
		value, asked, why = rootOf(ratOf(sixteen, 4*perimeter*perimeter)), "the radius of the inscribed circle", "Twice the area over the perimeter is the inradius."
	case 4:
		value = scaledRoot(ratOf(product, sixteen), ratOf(sixteen, 1)) // abc/√(16·area²)
		asked, why = "the radius of the circumscribed circle", "The product of the sides over four times the area is the circumradius."
	default:
		// R² = (abc)²/sixteen, 2Rr = abc/perimeter.
		square := new(big.Rat).Sub(new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(int64(product)), big.NewInt(int64(product))), big.NewInt(int64(sixteen))), ratOf(product, perimeter))
		value = scaled{square, ""}
		asked, why = "the square of the distance between the centres of the circumscribed and the inscribed circle", "With R = abc/(4·area) and r = 2·area/(a + b + c), Euler's theorem gives the square R² − 2Rr."
	}
	const form = " Give the exact value, with simplified surds where there are any."
	return exercise(r, exactAnswer(combination{value}), fmt.Sprintf("By Heron's formula the squared area is %d/16, so the area is %s. ", sixteen, combination{area}.latex())+why, []string{
		"A triangle ABC has the sides BC = {a}, CA = {b} and AB = {c}. Find {asked}." + form,
		"The distances between three points A, B and C are {a} from B to C, {b} from C to A and {c} from A to B. What is {asked} of the triangle ABC?" + form,
		"Three rods BC, CA and AB of lengths {a}, {b} and {c} form a triangle. Determine {asked} of this triangle." + form,
	}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c), gen.Fixed("asked", asked))
}

// lawOfCosines asks, by difficulty, for 1 the side opposite 60° or 120°, 2 a
// cosine, 3 a median, 4 an angle bisector, 5 a diagonal of a cyclic quadrilateral.
func lawOfCosines(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := drawTriangle(r, 10, 60)
	const form = " Give the exact value with simplified surds."
	switch d {
	case 1:
		angle := gen.Pick(r, []int{60, 120})
		square := a*a + b*b - a*b
		if angle == 120 {
			square = a*a + b*b + a*b
		}
		return exercise(r, exactAnswer(combination{rootOf(ratOf(square, 1))}), fmt.Sprintf("The squared side is %d² + %d² − 2·%d·%d·cos %d° = %d. Its root is the side.", a, b, a, b, angle, square), []string{
			"Two sides of a triangle measure {a} and {b} and enclose an angle of {g}°. How long is the third side?" + form,
			"Two roads leave a village at an angle of {g}°. One is {a} km long, the other {b} km, both straight. How far apart (in km) are their ends?" + form,
			"In triangle ABC, CA = {b}, CB = {a} and the angle at C is {g}°. Find AB." + form,
		}, gen.Slot("a", a), gen.Slot("b", b), gen.Fixed("g", angle))
	case 2:
		value := ratOf(a*a+b*b-c*c, 2*a*b)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("cos C = (%d² + %d² − %d²)/(2·%d·%d) = %s.", a, b, c, a, b, value.RatString()), []string{
			"A triangle has the sides BC = {a}, CA = {b} and AB = {c}. Find the cosine of the angle at C." + fractionForm,
			"Two rods of {a} cm and {b} cm are joined at one end, and their free ends are {c} cm apart. What is the cosine of the angle between them?" + fractionForm,
			"The vectors u and v have the lengths {a} and {b}, and their difference has the length {c}. Which cosine has the angle between u and v?" + fractionForm,
		}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c))
	}
	values := []gen.Value{gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c)}
	if d == 3 {
		square := ratOf(2*a*a+2*b*b-c*c, 4)
		return exercise(r, exactAnswer(combination{rootOf(square)}), fmt.Sprintf("Both triangles at the midpoint M of AB have supplementary angles there, so the cosine terms cancel: CM² = (2·%d² + 2·%d² − %d²)/4 = %s.", a, b, c, square.RatString()), []string{
			"A triangle has the sides BC = {a}, CA = {b} and AB = {c}. How long is the segment from C to the midpoint of AB?" + form,
			"A parallelogram has sides of {a} and {b} and one diagonal of {c}. Find half of the other diagonal." + form,
			"Two straight paths of {a} m and {b} m lead from a well to the ends of a straight hedge {c} m long. How far (in m) is the middle of the hedge from the well?" + form,
		}, values...)
	}
	if d == 4 {
		// w² = ab·((a+b)² − c²)/(a+b)²
		value := scaledRoot(ratOf(1, a+b), ratOf(a*b*((a+b)*(a+b)-c*c), 1))
		return exercise(r, exactAnswer(combination{value}), fmt.Sprintf("The bisector divides AB in the ratio %d : %d, into BD = %s and DA = %s. By Stewart's theorem its square is CA·CB − BD·DA = %s.", a, b, ratOf(a*c, a+b).RatString(), ratOf(b*c, a+b).RatString(), new(big.Rat).Sub(ratOf(a*b, 1), new(big.Rat).Mul(ratOf(a*c, a+b), ratOf(b*c, a+b))).RatString()), []string{
			"A triangle has the sides BC = {a}, CA = {b} and AB = {c}. The bisector of the angle at C meets AB at D. How long is CD?" + form,
			"A triangular field ABC has BC = {a} m, CA = {b} m and AB = {c} m. A fence from C to the side AB halves the angle at C. How many metres long is it?" + form,
			"In triangle ABC, with BC = {a}, CA = {b} and AB = {c}, find the length of the internal angle bisector from C to the opposite side." + form,
		}, values...)
	}
	return cyclicDiagonal(r)
}

// cyclicDiagonal asks for the diagonal AC of a cyclic quadrilateral:
// AC² = (ac + bd)(ad + bc)/(ab + cd). The sides are such that each is less than
// the sum of the others.
func cyclicDiagonal(r *rand.Rand) task.Item {
	a, b := gen.Between(r, 20, 40), gen.Between(r, 20, 40)
	c, e := gen.Between(r, 20, 40), gen.Between(r, 20, 40)
	square := ratOf((a*c+b*e)*(a*e+b*c), a*b+c*e)
	return exercise(r, exactAnswer(combination{rootOf(square)}), fmt.Sprintf("Opposite angles add up to 180°, so cos D = −cos B. Eliminating it from AC² = a² + b² − 2ab·cos B = c² + d² + 2cd·cos B gives AC² = (ac + bd)(ad + bc)/(ab + cd) = %s.", square.RatString()), []string{
		"A quadrilateral ABCD is inscribed in a circle. AB = {a}, BC = {b}, CD = {c} and DA = {e}. Find the length of the diagonal AC. Give the exact value with simplified surds.",
		"The corners A, B, C, D of a plot lie on a circle in this order. The sides AB, BC, CD, DA measure {a} m, {b} m, {c} m and {e} m. How many metres is it straight from A to C? Give the exact value with simplified surds.",
		"In a convex quadrilateral ABCD the angles at B and D add up to 180°. AB is {a}, BC is {b}, CD is {c}, and DA is {e}. How long is AC? Give the exact value with simplified surds.",
	}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c), gen.Slot("e", e))
}

// powerOfAPoint asks for a segment. Difficulty: 1 two chords, 2 two secants, 3 a
// tangent and a secant through the centre, 4 a chord through a point at a given distance
// from the centre, 5 a point on the common chord of two circles.
func powerOfAPoint(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := gen.Between(r, 5, 60), gen.Between(r, 5, 60), gen.Between(r, 5, 60)
	switch d {
	case 1:
		value := ratOf(a*b, c)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("PA·PB = PC·PD, so PD = %d·%d/%d = %s.", a, b, c, value.RatString()), []string{
			"The chords AB and CD of a circle intersect at P. PA = {a}, PB = {b} and PC = {c}. Find PD." + fractionForm,
			"Two straight paths cross inside a round pond's rim. From the crossing, one path reaches the rim after {a} m and, the other way, after {b} m; the second path does so after {c} m in one direction. After how many metres does it in the other?" + fractionForm,
			"Point P divides a chord of a circle into pieces of lengths {a} and {b}. Another chord through P has one piece of length {c}. How long is its other piece?" + fractionForm,
		}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c))
	case 2:
		c = gen.Between(r, 3, a) // PC is at most PA
		value := new(big.Rat).Sub(ratOf(a*(a+b), c), ratOf(c, 1))
		return exercise(r, rationalAnswer(value), fmt.Sprintf("PA·PB = PC·PD with PB = %d. So PD = %d·%d/%d = %s, and CD = PD − PC.", a+b, a, a+b, c, ratOf(a*(a+b), c).RatString()), []string{
			"From a point P outside a circle one secant meets the circle first at A, then at B; another first at C, then at D. PA = {a}, AB = {b} and PC = {c}. Find CD." + fractionForm,
			"Two straight lines start at P outside a circle. The first runs {a} units to the circle and then {b} units inside it; the second runs {c} units to the circle. How long is its part inside?" + fractionForm,
			"The chord BA of a circle has the length {b} and, extended beyond A by {a}, ends at P. The chord DC, extended beyond C by {c}, ends at P too. How long is the chord DC?" + fractionForm,
		}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c))
	case 3:
		b = gen.Between(r, 20, 300)
		c = gen.Between(r, 2, b-1)
		value := ratOf(b*b-c*c, 2*c)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("PT² = PA·(PA + 2r), so %d² = %d·(%d + 2r). Hence r = %s.", b, c, c, value.RatString()), []string{
			"From P a tangent touches a circle at T with PT = {b}. The point of the circle nearest to P is at the distance {c}. Find the radius." + fractionForm,
			"A drone hovers {c} km above a perfectly round moon and sees its horizon at a distance of {b} km along the line of sight. What is the moon's radius in km?" + fractionForm,
			"A secant from P through the centre of a circle meets the circle first at A, with PA = {c}. The tangent from P has the length {b} up to its point of contact. How large is the radius of the circle?" + fractionForm,
		}, gen.Slot("b", b), gen.Slot("c", c))
	case 4:
		distance, radius := gen.Between(r, 3, 40), 0
		radius = distance + gen.Between(r, 2, 30)
		power := radius*radius - distance*distance
		value := ratOf(power, a)
		value.Add(value, ratOf(a, 1))
		// the chord's pieces lie between r − d and r + d
		if a < radius-distance || a > radius+distance {
			a = radius - distance + gen.Between(r, 1, 2*distance)
			value = new(big.Rat).Add(ratOf(power, a), ratOf(a, 1))
		}
		return exercise(r, rationalAnswer(value), fmt.Sprintf("The diameter through P gives PA·PB = (r − OP)(r + OP) = %d. So PB = %s, and AB = PA + PB.", power, ratOf(power, a).RatString()), []string{
			"P lies inside a circle with the centre O and the radius {r}, and OP = {d}. A chord AB passes through P with PA = {a}. Find AB." + fractionForm,
			"A circle has the radius {r}. Through a point at the distance {d} from its centre runs a chord, and the point cuts off a piece of length {a} from it. How long is the whole chord?" + fractionForm,
			"In a round hall of radius {r} m a lamp hangs {d} m from the axis. A straight rope through the lamp's place, level and from wall to wall, has {a} m on one side of the lamp. What is its whole length in metres?" + fractionForm,
		}, gen.Slot("r", radius), gen.Slot("d", distance), gen.Slot("a", a))
	}
	return commonChordPoint(r, a, b, c)
}

// commonChordPoint has P on the extension of the common chord of two circles:
// a secant of each from P, and the tangent to either have the same power.
func commonChordPoint(r *rand.Rand, a, b, c int) task.Item {
	power := a * (a + b)
	second := ratOf(power, c)
	inside := new(big.Rat).Sub(second, ratOf(c, 1))
	if inside.Sign() <= 0 {
		c = a
		second = ratOf(power, c)
		inside = new(big.Rat).Sub(second, ratOf(c, 1))
	}
	k := gen.Between(r, 2, 9)
	// The chord of the second secant is divided at Q in the ratio 1 : k.
	value := new(big.Rat).Quo(new(big.Rat).Mul(new(big.Rat).Mul(inside, inside), ratOf(k, 1)), ratOf((k+1)*(k+1), 1))
	return exercise(r, rationalAnswer(value), fmt.Sprintf("P has the same power for both circles: %d·%d = %d. So PD = %s and CD = %s. Q divides CD in the ratio 1 : %d, and QE·QF = QC·QD.", a, a+b, power, second.RatString(), inside.RatString(), k), []string{
		"Two circles intersect at U and V. From a point P on the line UV, outside both, a secant meets the first circle at A and then B, with PA = {a} and AB = {b}; another secant meets the second circle at C and then D, with PC = {c}. Q on CD divides it in the ratio CQ : QD = 1 : {k}. A chord EF of the second circle passes through Q. Find QE·QF." + fractionForm,
		"P lies outside two circles, on the line through their two common points. A line through P enters the first circle after {a} units and leaves it {b} units later. A line through P enters the second circle at C after {c} units and leaves it at D. Between C and D lies Q with CQ : QD = 1 : {k}. What is the product of the two pieces into which Q divides any chord of the second circle through Q?" + fractionForm,
		"The radical axis of two intersecting circles holds a point P outside both. On a secant through P the first circle has PA = {a} and the chord AB = {b}, B behind A. On a secant through P the second circle has PC = {c}, and its chord CD, D behind C, is divided by Q such that QD is {k} times CQ. Find the absolute value of the power of Q for the second circle." + fractionForm,
	}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c), gen.Slot("k", k))
}
