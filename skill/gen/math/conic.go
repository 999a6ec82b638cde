package math

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/conic-identification", geometryArea, "Conic identification",
		"Find type, centre or vertex, and eccentricity of a conic from its general equation.", conicIdentification)
}

// conic is A·x² + B·xy + C·y² + D·x + E·y + F = 0 with its properties.
type conic struct {
	coefficients [6]int
	kind         string
	h, k         int // the centre, or the vertex of a parabola
	p, q         int // p/q is the squared eccentricity
}

// conicIdentification asks for type, centre or vertex, and squared eccentricity.
// Difficulty turns the axes: parallel to the coordinate axes (1, 2), by 45° (3),
// and by other angles (4, 5).
func conicIdentification(r *rand.Rand, d gen.Difficulty) task.Item {
	u := gen.Pick(r, gen.Of(d, []point{{1, 0}}, []point{{1, 0}, {0, 1}}, []point{{1, 1}, {1, -1}}, []point{{1, 2}, {2, 1}, {1, -2}, {2, -1}}, []point{{2, 3}, {3, 1}, {3, -2}, {1, 3}, {3, 2}}))
	c := drawConic(r, u, gen.Of(d, 5, 9, 6, 4, 4))
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{
		"type": task.String(c.kind), "point": task.List(task.Integers([]int{c.h, c.k})...), "e2": rationalAnswer(ratOf(c.p, c.q)),
	}}
	discriminant := c.coefficients[1]*c.coefficients[1] - 4*c.coefficients[0]*c.coefficients[2]
	point := "Both partial derivatives vanish at the centre"
	if c.kind == "parabola" {
		point = "Completing the square along the axis gives the vertex"
	}
	const form = ` Answer as JSON with the keys "type" (ellipse, parabola or hyperbola), "point" ([x, y], the centre of an ellipse or hyperbola or the vertex of a parabola) and "e2" (the square of the numerical eccentricity, an integer or an exact fraction as a text such as "3/4").`
	return exercise(r, answer, fmt.Sprintf("With m = %d, B² − 4AC = %d, so it is %s %s. %s (%d, %d). From the eigenvalues of the quadratic part the squared eccentricity is %s.",
		c.coefficients[5], discriminant, map[bool]string{true: "an", false: "a"}[c.kind == "ellipse"], c.kind, point, c.h, c.k, ratOf(c.p, c.q).RatString()), []string{
		"Identify the conic {eq}, where m = {m}." + form,
		"Let m = {m}. Which curve in the plane is described by {eq}, where does it lie, and what is its shape?" + form,
		"A body moves in a plane along the curve {eq} with m being {m}. Determine the type of this orbit, its centre or vertex, and its eccentricity." + form,
	}, gen.Fixed("eq", c.String()), gen.Slot("m", c.coefficients[5]))
}

// drawConic draws a conic with an axis along u: s·(u·X)² + t·(v·X)² = f with v
// orthogonal to u and X measured from the centre, or (u·X)² = t·(v·X).
func drawConic(r *rand.Rand, u point, size int) conic {
	v := point{-u.y, u.x}
	c := conic{h: gen.Between(r, -6, 6), k: gen.Between(r, -6, 6)}
	s, t := gen.Between(r, 1, size), gen.Between(r, 1, size)
	if s == t {
		t++
	}
	f := s * t * gen.Between(r, 1, 12)
	linear := point{}
	switch r.IntN(3) {
	case 0:
		c.kind, c.p, c.q = "ellipse", max(s, t)-min(s, t), max(s, t)
	case 1:
		c.kind = "hyperbola"
		if c.p, c.q = s+t, t; r.IntN(2) == 0 {
			f, c.q = -f, s
		}
		t = -t
	default:
		c.kind, c.p, c.q = "parabola", 1, 1
		width := gen.Pick(r, []int{-3, -2, -1, 1, 2, 3}) * gen.Between(r, 1, size)
		linear = point{-width * v.x, -width * v.y}
		t, f = 0, 0
	}
	a, b, e := s*u.x*u.x+t*v.x*v.x, 2*(s*u.x*u.y+t*v.x*v.y), s*u.y*u.y+t*v.y*v.y
	c.coefficients = [6]int{a, b, e, linear.x - 2*a*c.h - b*c.k, linear.y - 2*e*c.k - b*c.h,
		a*c.h*c.h + b*c.h*c.k + e*c.k*c.k - linear.x*c.h - linear.y*c.k - f}
	return c
}

// String writes the equation with the constant term m.
func (c conic) String() string {
	var text strings.Builder
	for i, monomial := range []string{"x^2", "xy", "y^2", "x", "y"} {
		n := c.coefficients[i]
		if n == 0 {
			continue
		}
		term := signed(n)
		if n == 1 || n == -1 {
			term = term[:3]
		}
		text.WriteString(term + monomial)
	}
	out := strings.TrimPrefix(text.String(), " + ")
	if strings.HasPrefix(out, " - ") {
		out = "-" + out[3:]
	}
	return out + " + m = 0"
}
