package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/modular-exponentiation", "number theory", "Modular exponentiation", "Compute a large power modulo a number.", modularExponentiation)
	gen.Register("math/linear-congruence-solving", "number theory", "Linear congruence solving",
		"List all residues that solve a linear congruence whose coefficient is no unit.", linearCongruence)
	gen.Register("math/square-roots-modulo-a-prime", "number theory", "Square roots modulo a prime", "List all solutions of a quadratic congruence.", modularSquareRoots)
	gen.Register("math/power-tower-last-digits", "number theory", "Power-tower last digits", "Find the last digits of a tower of powers.", powerTower)
}

// modularExponentiation asks for a^k mod m. Difficulty raises the exponent from
// tens to millions and the modulus from a small prime to a composite, so the
// exponent has to be reduced by Fermat's or Euler's theorem and squared through.
func modularExponentiation(r *rand.Rand, d gen.Difficulty) task.Item {
	m := gen.Pick(r, primesBetween(11, 47))
	if d >= 2 {
		m = gen.Between(r, gen.Of(d, 0, 40, 100, 400, 1000), gen.Of(d, 0, 120, 400, 1000, 5000))
	}
	k := gen.Between(r, gen.Of(d, 30, 200, 2000, 50_000, 1_000_000), gen.Of(d, 300, 2000, 20_000, 900_000, 90_000_000))
	a := gen.Between(r, 2, m-2)
	for gcd(a, m) != 1 { // m-1 is coprime to m, so this ends
		a++
	}
	phi := totient(m)
	return worked(r, []string{
		"What is the remainder of the power a^k on division by m, where a = {a}, k = {k} and m = {m}?",
		"Starting with 1, a register is multiplied by {a} altogether {k} times, and after each multiplication it is replaced by its remainder modulo {m}. What does it hold in the end?",
		"The number {a} is raised to the power {k}. Find the least non-negative integer congruent to the result modulo {m}.",
	}, []gen.Value{gen.Slot("a", a), gen.Slot("k", k), gen.Fixed("m", m)}, task.Integer(int64(powerMod(a, k, m))),
		"%d and %d are coprime and φ(%d) = %d, so the exponent may be replaced by %d. Squaring repeatedly, %d^%d leaves %d.", a, m, m, phi, k%phi, a, k%phi, powerMod(a, k, m))
}

// linearCongruence asks for all solutions of a·x + c ≡ b + e·x (mod m). Difficulty
// raises the number of solutions (2 to 10) and m; from 3 on there are constants
// and terms on both sides. The right side is made from a solution.
func linearCongruence(r *rand.Rand, d gen.Difficulty) task.Item {
	g := gen.Between(r, gen.Of(d, 2, 3, 3, 4, 6), gen.Of(d, 4, 5, 6, 8, 10))
	reduced := gen.Between(r, gen.Of(d, 15, 20, 30, 60, 100), gen.Of(d, 60, 90, 120, 200, 400))
	unit := gen.Between(r, 2, reduced-2)
	for gcd(unit, reduced) != 1 { // reduced-1 is coprime to it
		unit++
	}
	x, m := r.IntN(reduced), g*reduced
	e, c := 0, 0
	if d >= 3 {
		e, c = gen.Between(r, 2, 90), gen.Between(r, 2, 400)
	}
	right := (g*unit*x + c) % m
	solutions := make([]int, g)
	for i := range solutions {
		solutions[i] = x + i*reduced
	}
	left, other := "a·x", "b"
	if d >= 3 {
		left, other = fmt.Sprintf("a·x + %d", c), fmt.Sprintf("%d·x + b", e)
	}
	const form = " List all solutions from 0 to one less than the modulus in ascending order."
	inverse := new(big.Int).ModInverse(big.NewInt(int64(unit)), big.NewInt(int64(reduced)))
	return worked(r, []string{
		"Solve the congruence {left} ≡ {other} (mod m) with a = {a}, b = {b} and m = {m}." + form,
		"Let a = {a} and b = {b}. For which x do {left} and {other} leave the same remainder on division by {m}?" + form,
		"A dial has {m} positions. After x moves one pointer has advanced {left} positions from the zero mark and another one {other} positions, where a is {a} and b is {b}. For which x do the two show the same position, if the modulus is the number of positions?" + form,
	}, []gen.Value{gen.Slot("a", g*unit+e), gen.Slot("b", right), gen.Fixed("m", m), gen.Fixed("left", left), gen.Fixed("other", other)},
		task.List(task.Integers(solutions)...),
		"Collected, this is %d·x ≡ %d (mod %d). Coefficient and modulus have the greatest common divisor %d, which divides the right side: %d·x ≡ %d (mod %d). The inverse of %d is %d, so x ≡ %d (mod %d), which gives %d solutions.",
		g*unit, modulo(right-c, m), m, g, unit, modulo(right-c, m)/g, reduced, unit, inverse, x, reduced, g)
}

// modulo is the remainder of n from 0 to m−1.
func modulo(n, m int) int { return ((n % m) + m) % m }

// modularSquareRoots asks for all roots of a quadratic congruence. Difficulty: 1
// and 2 pure squares modulo small and larger primes, 3 with a leading
// coefficient, 4 with a linear term (completing the square), 5 modulo a product of
// two primes, with four roots. The constant is made from a root.
func modularSquareRoots(r *rand.Rand, d gen.Difficulty) task.Item {
	p := gen.Pick(r, primesBetween(gen.Of(d, 50, 300, 100, 100, 11), gen.Of(d, 300, 700, 400, 500, 43)))
	m := p
	if d == 5 {
		q := p
		for q == p {
			q = gen.Pick(r, primesBetween(11, 43))
		}
		m = p * q
	}
	a, b := 1, 0
	if d >= 3 {
		a = gen.Between(r, 2, 10)
	}
	if d >= 4 {
		b = gen.Between(r, 2, m-1)
	}
	x := gen.Between(r, 2, p-2)
	for gcd(modulo(2*a*x+b, m), m) != 1 { // a double root modulo a prime: at most two classes of each prime
		x++
	}
	c := modulo(a*x*x+b*x, m)
	roots := quadraticRoots(a, b, m-c, m)
	left := gen.Of(d, "x²", "x²", "a·x²", "a·x² + b·x", "a·x² + b·x")
	given := gen.Of(d, "", "", fmt.Sprintf(" with a = %d", a), fmt.Sprintf(" with a = %d and b = %d", a, b), fmt.Sprintf(" with a = %d and b = %d", a, b))
	const form = " List all solutions from 0 to one less than the modulus in ascending order."
	steps := gen.Of(d, "p − x is a root together with x.", "p − x is a root together with x.", "After multiplication with the inverse of a this is x² ≡ constant; p − x is a root together with x.",
		"Multiplied by 4a the left side becomes (2ax + b)² − b², so a square root has to be taken and two linear congruences solved.", "Modulo each of the two primes there are two roots; the Chinese remainder theorem joins them to four.")
	return worked(r, []string{
		"Solve {left} ≡ c (mod m){given}, where c = {c} and m = {m}." + form,
		"Consider the integers x for which {left}{given} leaves the same remainder as {c} on division by {m}. Which are they?" + form,
		"A hash assigns to x the remainder of {left}{given}. A key has got the hash {c}, the modulus being {m}. Which x can the key be?" + form,
	}, []gen.Value{gen.Fixed("left", left), gen.Fixed("given", given), gen.Slot("c", c), gen.Slot("m", m)},
		task.List(task.Integers(roots)...),
		"%s Inserting shows that %s ≡ %d (mod %d) holds for x = %d and the others in the list.", steps, left, c, m, slices.Min(roots))
}

// powerTower asks for the last digits of a^(b^c) or a^(b^(c^e)). Difficulty adds
// digits and a fourth level; from 3 on the base shares a factor with 10, so that
// the powers only become periodic after a while.
func powerTower(r *rand.Rand, d gen.Difficulty) task.Item {
	digits := gen.Of(d, 2, 3, 3, 3, 4)
	levels := []int{gen.Between(r, 2, 99), gen.Between(r, 3, 40), gen.Between(r, 3, 40)}
	if d >= 4 {
		levels = append(levels, gen.Between(r, 3, 20))
	}
	for d < 3 && gcd(levels[0], 10) != 1 {
		levels[0]++
	}
	for d >= 3 && (gcd(levels[0], 10) == 1 || levels[0]%10 == 0) {
		levels[0]++
	}
	m := power(10, digits)
	last := fmt.Sprintf("%0*d", digits, towerMod(levels, m))
	tower, exponent := "a^(b^c)", "b^c"
	extra := ""
	if d >= 4 {
		tower, exponent = "a^(b^(c^e))", "b^(c^e)"
		extra = fmt.Sprintf(", e = %d", levels[3])
	}
	number := [...]string{"", "", "two", "three", "four"}[digits]
	return worked(r, []string{
		"What are the last {number} digits of {tower} with a = {a}, b = {b}, c = {c}{extra}? Write all {number} digits, zeros in front included.",
		"Let a = {a}, b = {b}, c = {c}{extra}. The number {tower} is written out in base ten. Give its final {number} digits as a block of {number} digits, keeping leading zeros.",
		"With the values a = {a}, b = {b}, c = {c}{extra} the tower {tower} is far too long to write down. Find the {number} digits at its end, leading zeros kept.",
	}, []gen.Value{gen.Fixed("number", number), gen.Fixed("tower", tower), gen.Slot("a", levels[0]), gen.Slot("b", levels[1]), gen.Slot("c", levels[2]), gen.Fixed("extra", extra)},
		task.String(last),
		"The powers of %d modulo %d repeat, after a start, with a period that divides φ(%d) = %d. There the exponent %s leaves the remainder %d, found in the same way; the power then ends in %s.",
		levels[0], m, m, totient(m), exponent, towerMod(levels[1:], totient(m)), last)
}
