package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("math/restricted-integer-partitions", "combinatorics", "Restricted integer partitions",
		"Count the ways to write a number as a sum of given parts under limits.", integerPartitions)
	gen.Register("math/set-partitions-and-surjections", "combinatorics", "Set partitions and surjections",
		"Count the ways to split different things into boxes or groups with conditions.", setPartitions)
	gen.Register("math/generating-function-coefficient", "combinatorics", "Generating-function coefficient",
		"Find a coefficient in a product of rational series.", seriesCoefficient)
}

// partLimits bound the sums of a partition problem: each part at most uses times,
// and the number of parts from fewest to most.
type partLimits struct{ uses, fewest, most int }

// integerPartitions asks for the number of sums of given parts. Difficulty adds
// parts to choose from, a limit on their use, the number of parts, and both.
func integerPartitions(r *rand.Rand, d gen.Difficulty) task.Item {
	parts := gen.Sample(r, span(gen.Of(d, 2, 2, 1, 1, 1), 12), gen.Of(d, 3, 4, 5, 5, 6))
	slices.Sort(parts)
	n := gen.Between(r, gen.Of(d, 30, 30, 20, 25, 20), gen.Of(d, 75, 60, 36, 45, 36))
	limits := partLimits{uses: n, most: n}
	rule := "each of them may be used any number of times, even never"
	switch d {
	case 3:
		limits.uses = gen.Between(r, 2, 3)
	case 4:
		limits.fewest = n/parts[len(parts)-1] + gen.Between(r, 1, 3)
		limits.most = limits.fewest
		rule += fmt.Sprintf(", but exactly %d stamps in all must be used", limits.most)
	case 5:
		limits.uses, limits.most = gen.Between(r, 2, 3), max(6, 2+n/parts[len(parts)-1])
	}
	if limits.uses < n {
		rule = fmt.Sprintf("each of them may be used at most %d times", limits.uses)
	}
	if d == 5 {
		rule += fmt.Sprintf(", and at most %d stamps in all may be used", limits.most)
	}
	counts := countSums(n, parts, limits)
	list := gen.Enumerated(intTexts("%d", parts))
	question, slots := gen.Ask(r, []string{
		"A parcel needs a postage of exactly {n} cents. There are stamps of {parts} cents; {rule}. How many choices of stamps are there, if their order does not matter?",
		"In how many ways can {n} be written as a sum of numbers from {parts}, the order of the summands being ignored? Here {rule_sum}.",
		"A shop has weights of {parts} kg; {rule_weight}. How many different selections of weights, put together into one pan, balance a load of {n} kg in the other?",
	}, gen.Slot("n", n), gen.Fixed("parts", list), gen.Fixed("rule", rule),
		gen.Fixed("rule_sum", strings.ReplaceAll(rule, "stamps", "summands")), gen.Fixed("rule_weight", strings.ReplaceAll(rule, "stamps", "weights")))
	return posed(question, slots, task.Integer(int64(counts[len(counts)-1])), "Admit the parts one after another and count the sums that they allow. With the parts up to %s there are %s ways.", strings.Join(intTexts("%d", parts), ", up to "), strings.Join(intTexts("%d", counts), ", "))
}

// countSums counts the multisets of the first 1, 2, … parts with the sum n.
func countSums(n int, parts []int, l partLimits) []int {
	most, step := l.most, 1
	if l.fewest == 0 && l.most >= n { // no need to know the number of parts
		most, step = 0, 0
	}
	ways := make([][]int, n+1) // ways[sum][number of parts]
	for s := range ways {
		ways[s] = make([]int, most+1)
	}
	ways[0][0] = 1
	var counts []int
	for _, p := range parts {
		for s := n; s >= 0; s-- {
			for k := most; k >= 0; k-- {
				for u := 1; u <= l.uses && u*p <= s && step*u <= k; u++ {
					ways[s][k] += ways[s-u*p][k-step*u]
				}
			}
		}
		counts = append(counts, sumOf(ways[n][l.fewest:]))
	}
	return counts
}

// stirling is the number of partitions of n things into k non-empty blocks.
func stirling(n, k int) int {
	if k < 0 || k > n {
		return 0
	}
	if n == 0 || k == n {
		return 1
	}
	return k*stirling(n-1, k) + stirling(n-1, k-1)
}

// stirlingPairs is the number of partitions of n things into k blocks of two or more.
func stirlingPairs(n, k int) int {
	switch {
	case n == 0 && k == 0:
		return 1
	case n < 2 || k < 1:
		return 0
	}
	return k*stirlingPairs(n-1, k) + (n-1)*stirlingPairs(n-2, k-1)
}

// setPartitions asks in how many ways people split up. Difficulty goes from
// labelled rooms with one size given, over unlabelled teams with two people kept
// apart, to a bounded number of teams, to teams of at least two, and to both.
func setPartitions(r *rand.Rand, d gen.Difficulty) task.Item {
	n, k := gen.Between(r, 7, 11), gen.Between(r, 3, 4)
	names, towns := peopleOf(r, 4), gen.Sample(r, lexicon.Cities(), 4)
	apart := fmt.Sprintf("%s and %s must not be in the same", names[0], names[1])
	var count int
	var teams, rule, working string
	switch d {
	case 1:
		e := gen.Between(r, 2, n-k-1)
		count = nCr(n, e) * nFactorial(k-1) * stirling(n-e, k-1)
		teams = fmt.Sprintf("%d different teams that are called after the towns of %s, none of which may be empty", k, gen.Enumerated(towns[:k]))
		rule = fmt.Sprintf("Team %s must have exactly %d members", towns[0], e)
		working = fmt.Sprintf("Choose that team in C(%d, %d) ways and map the other %d people onto %d teams in %d!·S(%d, %d) ways", n, e, n-e, k-1, k-1, n-e, k-1)
	case 2:
		count = stirling(n, k) - stirling(n-1, k)
		teams, rule = fmt.Sprintf("exactly %d teams, none of them empty and without names or numbers", k), apart+" team"
		working = fmt.Sprintf("There are S(%d, %d) = %d partitions; in S(%d, %d) = %d of them the two are together", n, k, stirling(n, k), n-1, k, stirling(n-1, k))
	case 3:
		for j := 1; j <= k; j++ {
			count += stirling(n, j) - stirling(n-1, j)
		}
		teams, rule = fmt.Sprintf("at most %d teams, none of them empty and without names or numbers", k), apart+" team"
		working = fmt.Sprintf("Add S(%d, j) − S(%d, j), all partitions minus those with the two together, for j = 1 to %d", n, n-1, k)
	case 4:
		k = gen.Between(r, 2, 3)
		count = stirlingPairs(n, k) - gluedPairs(n, k)
		teams, rule = fmt.Sprintf("exactly %d teams of two or more people each, without names or numbers", k), apart+" team"
		working = fmt.Sprintf("There are %d partitions into %d blocks of two or more; in %d of them the two are together, as a block of their own or as one unit with others", stirlingPairs(n, k), k, gluedPairs(n, k))
	default:
		k = 3
		count = gluedPairs(n, k) - gluedTwice(n, k)
		teams = fmt.Sprintf("exactly %d teams of two or more people each, without names or numbers", k)
		rule = fmt.Sprintf("%s and %s must be in the same team, and %s and %s in different ones", names[0], names[1], names[2], names[3])
		working = fmt.Sprintf("%d partitions into %d blocks of two or more have the first two together; in %d of these the other two are together as well", gluedPairs(n, k), k, gluedTwice(n, k))
	}
	question, slots := gen.Ask(r, []string{
		"{n} people split up into {teams}. {rule}. In how many ways can they do it?",
		"A coach divides {n} players into {teams}. Condition: {rule}. How many different divisions are there?",
		"For a workshop all {n} guests are to be arranged in {teams}. The host wants this: {rule}. Count the possible arrangements.",
	}, gen.Slot("n", n), gen.Fixed("teams", teams), gen.Fixed("rule", rule))
	return posed(question, slots, task.Integer(int64(count)), "With S for Stirling numbers of the second kind: %s. This gives %d.", working, count)
}

// gluedPairs counts the partitions of n things into k blocks of two or more in
// which two given things share a block: it is that pair alone, or holds others.
func gluedPairs(n, k int) int {
	total := 0
	for others := 0; others <= n-2; others++ {
		total += nCr(n-2, others) * stirlingPairs(n-2-others, k-1)
	}
	return total
}

// gluedTwice counts those in which two given pairs each share a block, the same or another.
func gluedTwice(n, k int) int {
	total := 0
	for others := 0; others <= n-4; others++ {
		same := stirlingPairs(n-4-others, k-1)
		total += nCr(n-4, others) * same
		for further := 0; further <= n-4-others; further++ {
			total += nCr(n-4, others) * nCr(n-4-others, further) * stirlingPairs(n-4-others-further, k-2)
		}
	}
	return total
}

// series is a factor of a generating function: (1 + c·x^a)^b, to the power −1 if inverse.
type series struct {
	c, a, b int
	inverse bool
}

func (s series) String() string {
	coefficient := ""
	if s.c != 1 && s.c != -1 {
		coefficient = fmt.Sprint(max(s.c, -s.c))
	}
	sign, x, power := "+", "x", ""
	if s.c < 0 {
		sign = "-"
	}
	if s.a > 1 {
		x = fmt.Sprintf("x^%d", s.a)
	}
	if s.b > 1 {
		power = fmt.Sprintf("^%d", s.b)
	}
	return fmt.Sprintf("(1 %s %s%s)%s", sign, coefficient, x, power)
}

// terms are the coefficients up to x^n, by the binomial theorem.
func (s series) terms(n int) []*big.Int {
	out := make([]*big.Int, n+1)
	for i := range out {
		out[i] = new(big.Int)
	}
	for k := 0; k*s.a <= n; k++ {
		choices := nCr(s.b, k)
		if s.inverse {
			choices = minusOneTo(k) * nCr(s.b+k-1, k)
		}
		power := new(big.Int).Exp(big.NewInt(int64(s.c)), big.NewInt(int64(k)), nil)
		out[k*s.a].Mul(power, big.NewInt(int64(choices)))
	}
	return out
}

// seriesCoefficient asks for a coefficient of a product of binomial powers.
// Difficulty adds factors (2 to 4), of which more and more stand below the line.
func seriesCoefficient(r *rand.Rand, d gen.Difficulty) task.Item {
	below := gen.Of(d, 1, 1, 2, 2, 3)
	factors := make([]series, gen.Of(d, 2, 2, 3, 4, 4))
	n := gen.Between(r, gen.Of(d, 6, 9, 9, 9, 12), gen.Of(d, 15, 18, 18, 18, 20))
	exponents := gen.Sample(r, []int{1, 1, 2, 2, 3}, len(factors))
	for i := range factors {
		factors[i] = series{c: gen.Pick(r, []int{1, -1, 2, -2, 3}), a: exponents[i], b: gen.Between(r, 2, 6)}
		if i < below {
			factors[i] = series{c: gen.Pick(r, []int{-1, -1, -2}), a: exponents[i], b: gen.Between(r, 1, 4), inverse: true}
		}
	}
	var top, bottom []string
	product := series{c: 1, a: n + 1, b: 1}.terms(n)
	for _, f := range factors {
		product = truncatedProduct(product, f.terms(n))
		if f.inverse {
			bottom = append(bottom, f.String())
		} else {
			top = append(top, f.String())
		}
	}
	text := strings.Join(top, "·") + " / "
	if len(bottom) == 1 {
		text += bottom[0]
	} else {
		text += "[" + strings.Join(bottom, "·") + "]"
	}
	question, slots := gen.Ask(r, []string{
		"Expand {f} as a power series in x. What is the coefficient of the power of x with exponent {n}?",
		"The sequence a(0), a(1), a(2), … has the generating function a(0) + a(1)·x + a(2)·x^2 + … = {f}. Find a(k) for k = {n}.",
		"Let F(x) = {f}. Determine F^(k)(0) / k!, the k-th Taylor coefficient of F at 0, for k = {n}.",
	}, gen.Fixed("f", text), gen.Slot("n", n))
	first, _, _ := strings.Cut(factors[0].String(), ")")
	return posed(question, slots, bigCount(product[n]), "Use (1 + cx^a)^b = Σ C(b, k)·c^k·x^(ak), and the same with C(−b, k) = (−1)^k·C(b + k − 1, k) for a factor below the line; 1/%s)^%d begins %s. Collecting all products of total degree %d gives %v.", first, factors[0].b, seriesText(factors[0].terms(n)), n, product[n])
}

// truncatedProduct multiplies two series of equal length.
func truncatedProduct(a, b []*big.Int) []*big.Int {
	out := make([]*big.Int, len(a))
	for i := range out {
		out[i] = new(big.Int)
		for j := 0; j <= i; j++ {
			if a[j].Sign() != 0 && b[i-j].Sign() != 0 {
				out[i].Add(out[i], new(big.Int).Mul(a[j], b[i-j]))
			}
		}
	}
	return out
}

// seriesText is the start of a series.
func seriesText(terms []*big.Int) string {
	var coef []string
	for i, c := range terms {
		if c.Sign() != 0 && len(coef) < 4 {
			coef = append(coef, fmt.Sprintf("%v·x^%d", c, i))
		}
	}
	return strings.Join(coef, " + ") + " + …"
}
