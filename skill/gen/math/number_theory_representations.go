package math

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/linear-diophantine-solution-count", "number theory", "Linear Diophantine solution count",
		"Count the non-negative solutions of a linear equation in integers.", diophantineCount)
	gen.Register("math/pell-equation-minimal-solution", "number theory", "Pell equation minimal solution",
		"Find the least solution of a Pell equation beyond a bound.", pellSolution)
	gen.Register("math/two-squares-representation", "number theory", "Two-squares representation",
		"Write a number as a sum of two squares in every possible way.", twoSquaresRepresentation)
	gen.Register("math/frobenius-coin-number", "number theory", "Frobenius coin number",
		"Find the largest amount that given coins cannot pay, or how many there are.", frobeniusNumber)
	gen.Register("math/zeckendorf-representation", "number theory", "Zeckendorf representation",
		"Write a number as a sum of non-consecutive Fibonacci numbers.", zeckendorfRepresentation)
	gen.Register("math/stern-brocot-path", "number theory", "Stern-Brocot path", "Follow the Stern-Brocot tree to a fraction and back.", sternBrocot)
}

// diophantineCount asks how many ways there are to pay. Difficulty: 1 and 2 two
// coins, at 2 each used at least once, 3 three coins, 4 three coins each at least
// once, 5 four coins.
func diophantineCount(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 4)
	coins := gen.Sample(r, span(gen.Of(d, 3, 5, 5, 7, 6), gen.Of(d, 19, 29, 17, 19, 17)), n)
	slices.Sort(coins)
	total := gen.Between(r, 150, gen.Of(d, 600, 1500, 250, 300, 220))
	if n == 2 {
		total -= total % gcd(coins[0], coins[1]) // else there would be none
	}
	rest, rule := total, "Every number may be 0."
	if d == 2 || d == 4 {
		rest, rule = total-sumOf(coins), "Every number must be at least 1."
	}
	count := waysToPay(coins, rest)
	texts := make([]string, n)
	for i, c := range coins {
		texts[i] = fmt.Sprintf("%d·%s", c, []string{"x", "y", "z", "t"}[i])
	}
	working := "Removing one of each first leaves the total %d. "
	if rest == total {
		working = "The total is %d. "
	}
	return worked(r, []string{
		"How many solutions in integers has the equation {sum} = c with c = {c}? {rule}",
		"Tickets cost {prices} euros, depending on the zone. In how many ways can one buy tickets of these zones for exactly {c} euros, if only the number of tickets of each zone matters? {rule}",
		"Rods of the lengths {prices} cm are laid end to end to a total of {c} cm. How many choices of the numbers of rods of each length are there? {rule}",
	}, []gen.Value{gen.Fixed("sum", strings.Join(texts, " + ")), gen.Fixed("prices", gen.Enumerated(intTexts("%d", coins))), gen.Slot("c", total), gen.Fixed("rule", rule)},
		task.Integer(int64(count)),
		working+"Fixing all numbers but two and solving for these by their remainders, then adding over the fixed ones, gives %d.", rest, count)
}

// pellSolution asks for the least solution with x above a bound. Difficulty is
// the size of the least solution, that is the length of the continued fraction.
func pellSolution(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Pick(r, pellByLength(gen.Of(d, 2, 15, 60, 600, 5000), gen.Of(d, 30, 100, 700, 10_000, 70_000)))
	x1, y1, period := pellFundamental(n)
	low := gen.Between(r, 20, gen.Of(d, 900, 2000, 3000, 8000, 60_000))
	x, y := pellAbove(n, low)
	return worked(r, []string{
		"Among the pairs of positive integers with x² − {d}·y² = 1 find the one with the smallest x that exceeds {low}. Give the list [x, y].",
		"The number {d} times a positive square, increased by 1, is to be the square of an integer x greater than {low}. Take x as small as possible and give [x, y], where y² is the first of the two squares.",
		"The quotients x/y of solutions of x² − D·y² = 1 in positive integers approximate the square root of D very well. For D = {d} determine the first solution [x, y] beyond x = {low}.",
	}, []gen.Value{gen.Fixed("d", n), gen.Slot("low", low)}, task.List(task.Integers([]int{x, y})...),
		"The continued fraction of √%d gives the least solution (%d, %d) after %d steps. The others come from powers of %d + %d√%d; the first with x > %d is (%d, %d).", n, x1, y1, period+1, x1, y1, n, low, x, y)
}

// twoSquaresRepresentation asks for all sums of two squares. Difficulty raises
// the number of primes 1 modulo 4 in n, which doubles the representations, and the
// size of n.
func twoSquaresRepresentation(r *rand.Rand, d gen.Difficulty) task.Item {
	var primes []int
	for _, p := range primesBetween(5, gen.Of(d, 12_000, 500, 400, 400, 200)) {
		if p%4 == 1 {
			primes = append(primes, p)
		}
	}
	n := gen.Pick(r, []int{1, 2, 4, 8, 9, 16, 18, 32, 36}) * gen.Of(d, 1, 1, 9, 5, 1)
	if d == 5 {
		n = gen.Pick(r, []int{1, 2, 4}) * gen.Pick(r, []int{65, 85, 145, 185, 205, 221, 325, 425})
	}
	for _, p := range gen.Sample(r, primes, min(int(d), 2)) {
		n *= p
	}
	pairs := twoSquares(n)
	const form = " Give the list of all pairs [a, b] with 0 ≤ a ≤ b, sorted by a, for example [[0, 5], [3, 4]]."
	return worked(r, []string{
		"In which ways is {n} a sum a² + b² of two squares of integers?" + form,
		"A circle around the origin has the area π times {n}. Find its points (a, b) with integer coordinates." + form,
		"The hypotenuse of a right triangle, or of one shrunk to a segment, has the square {n}, and both legs a and b are whole numbers. Which legs are possible?" + form,
	}, []gen.Value{gen.Slot("n", n)}, integerPairs(pairs),
		"%d = %s. The primes 1 modulo 4 are sums of two squares each; multiplying such sums in both ways gives all representations, %d of them up to order.", n, factorText(factorise(n)), len(pairs))
}

// frobeniusNumber asks about amounts that cannot be paid. Difficulty: 1 the
// largest for two coins, 2 the number of them, 3 and 4 the largest for three
// coins, 5 the number for three coins.
func frobeniusNumber(r *rand.Rand, d gen.Difficulty) task.Item {
	lo, hi := gen.Of(d, 7, 7, 6, 25, 12), gen.Of(d, 150, 150, 45, 80, 60)
	coins := gen.Sample(r, span(lo, hi), gen.Of(d, 2, 2, 3, 3, 3))
	slices.Sort(coins)
	for i := range coins[1:] {
		for coins[i+1]%coins[0] == 0 { // a multiple would add nothing
			coins[i+1]++
		}
	}
	for gcd(coins[0], coins[1]) != 1 && (d < 3 || gcd(gcd(coins[0], coins[1]), coins[2]) != 1) {
		coins[1]++ // ends at the next number coprime to the first
	}
	slices.Sort(coins)
	coins = slices.Compact(coins)
	if len(coins) < gen.Of(d, 2, 2, 3, 3, 3) {
		coins = append(coins, coins[1]+1)
	}
	largest, count := unpayable(coins)
	first := coins[0]
	values := []gen.Value{gen.Slot("a", first), gen.Fixed("others", gen.Enumerated(intTexts("%d", coins[1:])))}
	working := fmt.Sprintf("For each remainder modulo %d the least payable amounts are %v.", first, leastPayable(coins))
	if d < 3 {
		working = fmt.Sprintf("For coprime a and b the largest such number is ab − a − b = %d, and half of the numbers from 0 to it are not payable.", largest)
	} else if first > 20 {
		working = fmt.Sprintf("For each remainder modulo %d one finds the least amount that can be paid.", first)
	}
	if d == 3 || d == 4 {
		working += fmt.Sprintf(" The largest of them less %d is the answer.", first)
	}
	if d == 2 || d == 5 {
		return worked(r, []string{
			"How many positive integers are no sum of numbers of which each is one of {a}, {others}? (Repetition is allowed.)",
			"A shop sells nails only in boxes of {a} and of {others}. For how many positive numbers of nails is there no exact purchase?",
			"Scores in a game come in steps of {a}, {others}. Starting from zero, how many positive scores can never be reached?",
		}, values, task.Integer(int64(count)), "%s There are %d of them in all.", working, count)
	}
	return worked(r, []string{
		"Which is the largest integer that is no sum of numbers of which each is one of {a}, {others}? (Repetition is allowed.)",
		"A mint issues coins of {a} and of {others} cents in any number. What is the largest amount in cents that cannot be paid exactly?",
		"Stamps are to be had at {a} and at {others} pence. Find the highest postage that no combination of them makes up exactly.",
	}, values, task.Integer(int64(largest)), "%s It is %d.", working, largest)
}

// zeckendorfRepresentation asks for non-consecutive Fibonacci numbers. Difficulty
// raises n and the number of parts (1 to 3); at 4 and 5 n is a sum with one or two
// given representations, which carry into one another.
func zeckendorfRepresentation(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Between(r, gen.Of(d, 1000, 10_000, 100_000, 1000, 1000), gen.Of(d, 9999, 90_000, 900_000, 9999, 9999))
	total, text := n, ""
	for range gen.Of(d, 0, 0, 0, 1, 2) {
		part := gen.Between(r, 1000, 9999)
		total += part
		text += " + (" + strings.Join(intTexts("%d", zeckendorf(part)), " + ") + ")"
	}
	parts := zeckendorf(total)
	sum := "n"
	if text != "" {
		sum = "the value of n" + text
	}
	const form = " List the parts in ascending order."
	return worked(r, []string{
		"Let n = {n}. Write {sum} as a sum of different Fibonacci numbers from 1, 2, 3, 5, 8, …, no two of which are neighbours in this sequence." + form,
		"By Zeckendorf's theorem every positive integer is in exactly one way a sum of Fibonacci numbers (1, 2, 3, 5, …) without two consecutive ones. Give this sum for {sum}, where n = {n}." + form,
		"A miser takes from a purse, again and again, the largest Fibonacci number (1, 2, 3, 5, …) of coins that is in it, until it is empty. At first it holds {sum}, with n = {n}. Which numbers did he take?" + form,
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("sum", sum)}, task.List(task.Integers(parts)...),
		"The number is %d. Taking the largest Fibonacci number that fits each time: %s = %d.", total, strings.Join(intTexts("%d", parts), " + "), total)
}

const treeRule = " (The Stern-Brocot tree has 1/1 at its root; from a fraction, L leads to the smaller and R to the larger child, each child being the mediant of the fraction and its nearest neighbour above it on that side; the outermost neighbours are 0/1 and 1/0.)"

// sternBrocot asks for a way in the tree or its end. Difficulty: 1 and 2 the path
// to a fraction with few and with more turns, 3 the fraction at the end of a path
// with runs, 4 with more runs, 5 the simplest fraction between two.
func sternBrocot(r *rand.Rand, d gen.Difficulty) task.Item {
	quotients := make([]int, gen.Of(d, 4, 6, 5, 7, 6))
	for i := range quotients {
		quotients[i] = gen.Between(r, 1, gen.Of(d, 9, 4, 9, 9, 4))
	}
	quotients[0] = gen.Between(r, gen.Of(d, 0, 0, 10, 10, 0), gen.Of(d, 9, 4, 60, 60, 4))
	quotients[len(quotients)-1]++
	p, q := convergent(quotients)
	if d <= 2 {
		path := sternBrocotPath(p, q)
		return worked(r, []string{
			"Which sequence of the letters L and R leads from the root of the Stern-Brocot tree to the fraction with numerator {p} and denominator {q}?" + treeRule,
			"Somebody searches the Stern-Brocot tree for {p} divided by {q}. Write the directions taken as a word of L and R." + treeRule,
			"Encode the positive fraction {p} over {q} by its Stern-Brocot path, a string of L and R." + treeRule,
		}, []gen.Value{gen.Slot("p", p), gen.Slot("q", q)}, task.String(path),
			"R as often as the denominator can be taken off the numerator, then L as often as the numerator off the denominator, and so on: the quotients of %d/%d are %v, the last less 1.", p, q, quotients)
	}
	if d == 5 {
		p2, q2 := convergent(append(slices.Clone(quotients[:4]), quotients[4]+gen.Between(r, 1, 3), gen.Between(r, 2, 9)))
		if p*q2 > p2*q {
			p, q, p2, q2 = p2, q2, p, q
		}
		top, bottom, path := simplestBetween(p, q, p2, q2)
		return worked(r, []string{
			"Which fraction strictly between a/b and c/e has the least denominator, where a = {a}, b = {b}, c = {c} and e = {e}? (If several have it, take the least numerator.)",
			"A gear ratio must lie strictly between {a} : {b} and {c} : {e}. Give the possible ratio, as a fraction, with the smallest second number, and among such with the smallest first number.",
			"Between the rational numbers {a} over {b} and {c} over {e}, both excluded, find the fraction with the smallest denominator; ties go to the smaller numerator.",
		}, []gen.Value{gen.Slot("a", p), gen.Slot("b", q), gen.Slot("c", p2), gen.Slot("e", q2)}, rationalAnswer(ratOf(top, bottom)),
			"The wanted fraction is the first of the Stern-Brocot tree between the two. Both lie on the same side of each fraction on the path %q, which ends there, at %d/%d.", path, top, bottom)
	}
	quotients[len(quotients)-1]-- // the path has one step less than the quotients say
	var runs []string
	for i, n := range quotients[1:] {
		runs = append(runs, fmt.Sprintf("%s %s", []string{"L", "R"}[i%2], [...]string{"", "once", "twice", "three times", "four times", "five times", "six times", "seven times", "eight times", "nine times"}[n]))
	}
	return worked(r, []string{
		"In the Stern-Brocot tree go R {n} times, then {runs}. At which fraction does one arrive?" + treeRule,
		"A Stern-Brocot code consists of the letter R repeated {n} times, followed by {runs}. Decode it to a fraction." + treeRule,
		"Starting at 1/1 a search in the Stern-Brocot tree turns right {n} times and then {runs}. Which fraction has it reached?" + treeRule,
	}, []gen.Value{gen.Slot("n", quotients[0]), gen.Fixed("runs", gen.Enumerated(runs))}, rationalAnswer(ratOf(p, q)),
		"The runs are the partial quotients of a continued fraction, the last one more by 1. Evaluated from its end it is %d/%d.", p, q)
}
