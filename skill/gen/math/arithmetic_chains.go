package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/multi-digit-integer-arithmetic", "arithmetic & number representation", "Multi-digit integer arithmetic",
		"Evaluate a bracketed expression of sums, differences and products of integers.", integerArithmetic)
	gen.Register("math/exact-fraction-chain", "arithmetic & number representation", "Exact fraction chain",
		"Evaluate a chain of operations on proper fractions and mixed numbers exactly.", fractionChain)
	gen.Register("math/successive-percentage-change", "arithmetic & number representation", "Successive percentage change",
		"Follow a chain of rises and falls in per cent forwards and backwards.", percentageChain)
	gen.Register("math/proportional-split", "arithmetic & number representation", "Proportional split",
		"Share an amount by a ratio that is given directly or by a side condition.", proportionalSplit)
}

// integerArithmetic asks for the value of a bracketed expression. Difficulty is
// the number of operations (2 to 9), each joining two neighbours, so brackets
// nest more deeply.
func integerArithmetic(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Between(r, 1000, 9999)
	atoms := make([]bracketed, gen.Of(d, 3, 4, 6, 8, 10))
	for i := range atoms {
		v := gen.Between(r, 12, gen.Pick(r, []int{99, 999, 999, 999}))
		atoms[i] = atom(fmt.Sprint(v), ratOf(v, 1))
	}
	atoms[r.IntN(len(atoms))] = atom("n", ratOf(n, 1))
	c, steps := randomCalculation(r, atoms, []string{"+", "−", "−", "×"})
	return worked(r, []string{
		"Let n = {n}. Work out {expr}. The answer is an integer.",
		"Put {n} in place of n and evaluate {expr} by hand, brackets first, then products, then sums and differences.",
		"A pocket calculator has stored {n} under the name n. What integer does it show for {expr}, if it obeys the usual order of operations?",
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("expr", c.text)}, rationalInteger(c.value),
		"Step by step: %s.", steps)
}

// rationalInteger is the integer answer of a whole rational.
func rationalInteger(v *big.Rat) task.Answer {
	return task.Answer{Kind: task.KindInteger, Value: v.Num().String()}
}

// fractionChain asks for the value of an expression of fractions. Difficulty is
// the number of operations (2 to 7), each of which needs a common denominator or
// a cancellation; from 3 on mixed numbers occur.
func fractionChain(r *rand.Rand, d gen.Difficulty) task.Item {
	k := gen.Between(r, 17, 99)
	atoms := make([]bracketed, gen.Of(d, 3, 4, 5, 6, 8))
	for i := range atoms {
		q := gen.Between(r, 2, 12)
		p := gen.Between(r, 1, q-1)
		g := gcd(p, q)
		p, q = p/g, q/g
		atoms[i] = atom(fmt.Sprintf("(%d/%d)", p, q), ratOf(p, q))
		if d >= 3 && r.IntN(3) == 0 {
			whole := gen.Between(r, 1, 5)
			atoms[i] = atom(fmt.Sprintf("(%d + %d/%d)", whole, p, q), ratOf(whole*q+p, q))
		}
	}
	i := r.IntN(len(atoms))
	q := gen.Pick(r, []int{7, 9, 11, 13})
	atoms[i] = atom(fmt.Sprintf("(k/%d)", q), ratOf(k, q))
	c, steps := randomCalculation(r, atoms, []string{"+", "−", "×", "÷"})
	return worked(r, []string{
		"With k = {k}, calculate {expr} exactly. Give a reduced fraction or an integer.",
		"What is the exact value of {expr} when k stands for {k}? Answer with a fraction in lowest terms (or an integer).",
		"Simplify {expr}, where k is {k}, to a single fraction in lowest terms; an integer is given as such.",
	}, []gen.Value{gen.Slot("k", k), gen.Fixed("expr", c.text)}, rationalAnswer(c.value),
		"Step by step: %s.", steps)
}

// percentageFactor is what a change in per cent, negative for a fall, multiplies by.
func percentageFactor(change int) *big.Rat { return ratOf(100+change, 100) }

// percentageChain asks about an amount that changes by given percentages.
// Difficulty: 1 two changes forwards, 2 three forwards, 3 the first amount from
// the last, 4 a missing percentage, 5 the change that would undo all others. The
// first amount is a multiple of 20^changes, so amounts are whole.
func percentageChain(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 3, 4)
	start := gen.Between(r, 11, 99) * gen.Of(d, 400, 8000, 8000, 8000, 0)
	changes, total := make([]int, n), big.NewRat(1, 1)
	for i := range changes {
		for changes[i] == 0 {
			changes[i] = 5 * gen.Between(r, -9, 12)
		}
		total.Mul(total, percentageFactor(changes[i]))
	}
	end := new(big.Rat).Mul(ratOf(start, 1), total)
	factor := total.RatString()
	switch d {
	case 1, 2:
		return worked(r, forwardPercentages, []gen.Value{gen.Slot("start", start), gen.Fixed("changes", changesText(changes))}, rationalInteger(end),
			"The changes multiply the amount by %s altogether, and %d · %s = %s.", factor, start, factor, end.RatString())
	case 3:
		return worked(r, backwardPercentages, []gen.Value{gen.Slot("end", end.RatString()), gen.Fixed("changes", changesText(changes))}, task.Integer(int64(start)),
			"The changes multiply the amount by %s altogether, so at first it was %s ÷ (%s) = %d.", factor, end.RatString(), factor, start)
	case 4:
		before := new(big.Rat).Quo(end, percentageFactor(changes[n-1]))
		return worked(r, missingPercentage, []gen.Value{gen.Slot("start", start), gen.Slot("end", end.RatString()), gen.Fixed("changes", changesText(changes[:n-1]))}, task.Integer(int64(changes[n-1])),
			"Before the last change the amount was %s. It became %s, which is a change of %s %%.", before.RatString(), end.RatString(), fmt.Sprint(changes[n-1]))
	}
	undo := new(big.Rat).Sub(new(big.Rat).Quo(ratOf(100, 1), total), ratOf(100, 1))
	return worked(r, undonePercentages, []gen.Value{gen.Slot("p", max(changes[0], -changes[0])), gen.Fixed("way", bracket(changes[0] > 0, "rise", "fall")), gen.Fixed("changes", changesText(changes[1:]))}, rationalAnswer(undo),
		"The changes multiply by %s altogether. To undo that one multiplies by the reciprocal, which is a change of 100/(%s) − 100 = %s per cent.", factor, factor, undo.RatString())
}

var (
	forwardPercentages = []string{
		"A town has {start} inhabitants. Over the next years the number {changes}. How many inhabitants are there in the end?",
		"The yearly output of a mine is {start} tonnes. Then it {changes}, each change referring to the value just before it. What is the output after that, in tonnes?",
		"A fund of {start} euros {changes}, one after the other. How many euros are in it afterwards?",
	}
	backwardPercentages = []string{
		"The circulation of a paper {changes}, in this order and each time relative to the value before. It now stands at {end}. What was it at the beginning?",
		"A stock of grain {changes}. After these changes {end} kg are left. How many kg were there before the first change?",
		"Somebody's savings {changes}, and now amount to {end} euros. How large were they originally, in euros?",
	}
	missingPercentage = []string{
		"A quantity stands at {start}. It {changes} and then changes once more by some percentage of its current value, after which it is {end}. By how many per cent does it change in this last step? Give the number of per cent, negative for a fall.",
		"An index begins the year at {start} points and ends it at {end} points. In between it first {changes}; one further change follows. How many per cent is this further change (a fall counts as negative)?",
		"From {start} bacteria a culture develops to {end}. It {changes} and then goes through a final change. Express that final change in per cent of the number just before it, with a minus sign if it is a loss.",
	}
	undonePercentages = []string{
		"A price sees a {way} of {p} per cent and then {changes}, each time relative to its current value. By how many per cent must it change next to be back at its first value? Give an exact number (fraction or integer), negative for a fall.",
		"After a {way} of {p} per cent a share {changes}. Which single percentage change would now restore the initial price? State the exact number of per cent, as an integer or fraction, with a minus sign for a fall.",
		"The volume of a balloon undergoes a {way} of {p} per cent and afterwards {changes}, always counted from the volume just reached. Find the exact percentage, as an integer or fraction and negative if the volume has to shrink, by which it must change to be what it was.",
	}
)

// changesText writes changes as "rises by 5 %, falls by 10 % and rises by 20 %".
func changesText(changes []int) string {
	texts := make([]string, len(changes))
	for i, c := range changes {
		texts[i] = fmt.Sprintf("%s by %d %%", bracket(c > 0, "rises", "falls"), max(c, -c))
	}
	return gen.Enumerated(texts)
}

// proportionalSplit asks for the shares of several people. Difficulty says how
// the ratio is reached: 1 stated with the total, 2 with a difference of two
// shares, 3 from two ratios that have one person in common, 4 inversely
// proportional to given numbers, 5 from the ratio after a transfer.
func proportionalSplit(r *rand.Rand, d gen.Difficulty) task.Item {
	parts := gen.Sample(r, span(2, 15), 3)
	unit := gen.Between(r, 11, 120)
	g := gcd(gcd(parts[0], parts[1]), parts[2])
	for i := range parts {
		parts[i] /= g
	}
	switch d {
	case 1:
		return splitItem(r, parts, unit, splitTotal, []gen.Value{gen.Slot("total", unit*sumOf(parts)), gen.Fixed("ratio", ratioOf(parts))},
			"The ratio has %d parts in all, so a part is %d.", sumOf(parts), unit)
	case 2:
		most, least := slices.Index(parts, slices.Max(parts)), slices.Index(parts, slices.Min(parts))
		return splitItem(r, parts, unit, splitDifference, []gen.Value{gen.Slot("diff", unit*(parts[most]-parts[least])), gen.Fixed("ratio", ratioOf(parts)),
			gen.Fixed("most", "ABC"[most:most+1]), gen.Fixed("least", "ABC"[least:least+1])},
			"The difference is %d parts, so a part is %d.", parts[most]-parts[least], unit)
	case 3:
		g1, g2 := gcd(parts[0], parts[1]), gcd(parts[1], parts[2])
		return splitItem(r, parts, unit, splitChained, []gen.Value{gen.Slot("total", unit*sumOf(parts)),
			gen.Fixed("first", ratioOf([]int{parts[0] / g1, parts[1] / g1})), gen.Fixed("second", ratioOf([]int{parts[1] / g2, parts[2] / g2}))},
			"With B's parts made equal the ratio is %s, so a part is %d.", ratioOf(parts), unit)
	case 4:
		whole := lcm(lcm(parts[0], parts[1]), parts[2])
		inverse := []int{whole / parts[0], whole / parts[1], whole / parts[2]}
		return splitItem(r, inverse, gen.Between(r, 2, 30), splitInverse, []gen.Value{gen.Fixed("a", parts[0]), gen.Fixed("b", parts[1]), gen.Fixed("c", parts[2])},
			"The reciprocals are in the ratio %s; the total has %d such parts.", ratioOf(inverse), sumOf(inverse))
	}
	moved := gen.Between(r, 1, parts[0]*unit-1)
	left, grown := parts[0]*unit-moved, parts[2]*unit+moved
	g = gcd(left, grown)
	return splitItem(r, parts, unit, splitTransfer, []gen.Value{gen.Slot("moved", moved), gen.Fixed("ratio", ratioOf(parts)), gen.Fixed("after", ratioOf([]int{left / g, grown / g}))},
		"If a part is u, then (%du − %d) : (%du + %d) = %s, which gives u = %d.", parts[0], moved, parts[2], moved, ratioOf([]int{left / g, grown / g}), unit)
}

// splitItem words a split in which a part of the ratio is worth unit.
func splitItem(r *rand.Rand, parts []int, unit int, phrasings []string, values []gen.Value, working string, args ...any) task.Item {
	shares := make([]int, len(parts))
	for i, p := range parts {
		shares[i] = p * unit
	}
	values = append(values, gen.Slot("sum", sumOf(shares)), gen.Fixed("form", " Give the list of the amounts of A, B and C, in this order."))
	return worked(r, phrasings, values, task.List(task.Integers(shares)...), working, args...)
}

var (
	splitTotal = []string{
		"Three heirs A, B and C share {total} euros in the ratio {ratio}. How much does each get?{form}",
		"An alloy weighs {total} grams; the masses of its metals A, B and C are as {ratio}. How many grams of each are in it?{form}",
		"Divide {total} into three parts A, B, C that are to one another as {ratio}.{form}",
	}
	splitDifference = []string{
		"The prizes of A, B and C are in the ratio {ratio}, and {most} wins {diff} euros more than {least}. What does each of them win?{form}",
		"Metals A, B and C are melted together in the ratio {ratio} by mass. There are {diff} grams more of {most} than of {least}. Find the three masses in grams.{form}",
		"Three numbers A, B, C satisfy A : B : C = {ratio}, and {most} exceeds {least} by {diff}. Find them.{form}",
	}
	splitChained = []string{
		"A, B and C share {total} euros so that A's share is to B's as {first}, and B's share is to C's as {second}. How much does each get?{form}",
		"On a farm there are {total} animals: goats (A), sheep (B) and hens (C). Goats to sheep are as {first}, sheep to hens as {second}. How many of each are there?{form}",
		"Split {total} into A, B, C with A : B = {first} and B : C = {second}.{form}",
	}
	splitInverse = []string{
		"A bonus of {sum} euros is shared between A, B and C in inverse proportion to the {a}, {b} and {c} days on which they were late. What does each receive?{form}",
		"Three gears A, B, C with {a}, {b} and {c} teeth run in mesh one after the other; the number of turns of a gear is inversely proportional to its teeth. Together they make {sum} turns. How many turns does each make?{form}",
		"Divide {sum} into three parts A, B, C inversely proportional to {a}, {b} and {c}.{form}",
	}
	splitTransfer = []string{
		"The coins of A, B and C are in the ratio {ratio}. After A gives {moved} coins to C, the coins of A and C are as {after}. How many coins did each have at first?{form}",
		"Tanks A, B and C hold water in the ratio {ratio}. When {moved} litres have been pumped from A into C, the contents of A and C stand in the ratio {after}. How many litres did the tanks hold before?{form}",
		"Three numbers A, B, C are in the ratio {ratio}. Decreasing A by {moved} and increasing C by as much makes the ratio of these two {after}. Find the original numbers.{form}",
	}
)

// ratioOf writes parts as 3 : 5 : 7.
func ratioOf(parts []int) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = fmt.Sprint(p)
	}
	return strings.Join(texts, " : ")
}
