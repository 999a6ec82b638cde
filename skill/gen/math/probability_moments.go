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
	gen.Register("math/variance-of-a-dependent-sum", "probability & statistics", "Variance of a dependent sum",
		"Find variances and covariances of linear combinations of dependent quantities.", dependentVariance)
	gen.Register("math/density-normalisation-and-moments", "probability & statistics", "Density normalisation and moments",
		"Find the constant of a piecewise density and a moment or probability.", densityMoments)
	gen.Register("math/entropy-and-mutual-information", "probability & statistics", "Entropy and mutual information",
		"Compute entropies and information in bits for dyadic probabilities.", dyadicInformation)
}

// combinationText writes a linear combination of the variables X, Y, Z, W: "2X - 3Z".
func combinationText(weights []int) string {
	var b strings.Builder
	for i, w := range weights {
		switch {
		case w == 0:
			continue
		case b.Len() > 0 && w < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		case w < 0:
			b.WriteString("-")
		}
		if w = max(w, -w); w > 1 {
			fmt.Fprint(&b, w)
		}
		b.WriteString("XYZW"[i : i+1])
	}
	return b.String()
}

// quadraticForm is Σ a(i)·b(j)·cov(i, j).
func quadraticForm(cov [][]int, a, b []int) int {
	sum := 0
	for i := range a {
		for j := range b {
			sum += a[i] * b[j] * cov[i][j]
		}
	}
	return sum
}

// drawCovariances draws n quantities as sums of three independent parts of variance 1,
// each times a number, and gives their covariances.
func drawCovariances(r *rand.Rand, n int) [][]int {
	loads, cov := make([][]int, n), make([][]int, n)
	for i := range loads {
		loads[i] = []int{gen.Between(r, 1, 6), gen.Between(r, -5, 5), gen.Between(r, -5, 5)}
	}
	for i := range cov {
		cov[i] = make([]int, n)
		for j := range cov[i] {
			for k := range loads[i] {
				cov[i][j] += loads[i][k] * loads[j][k]
			}
		}
	}
	return cov
}

// dependentVariance asks for a variance or covariance of linear combinations.
// Difficulty goes from two quantities, over correlations and three quantities, to
// covariances and to a covariance that has to be found first. The covariances are those
// of sums of independent parts, so such quantities exist.
func dependentVariance(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 3)
	cov := drawCovariances(r, n)
	weigh := func() []int {
		w := make([]int, n)
		for i := range w {
			w[i] = gen.Pick(r, []int{-4, -3, -2, -1, 1, 2, 3, 4, 5})
		}
		return w
	}
	a, b := weigh(), weigh()
	var facts []string
	asked, value := "Var("+combinationText(a)+")", ratOf(quadraticForm(cov, a, a), 1)
	variances := func() {
		for i := range n {
			facts = append(facts, fmt.Sprintf("Var(%c) = %d", "XYZ"[i], cov[i][i]))
		}
	}
	working := "Expand: the variance is the sum of all products of two coefficients with the covariance of their quantities, each mixed pair twice"
	switch d {
	case 1, 3, 4:
		variances()
		for i := range n {
			for j := range i {
				facts = append(facts, fmt.Sprintf("Cov(%c, %c) = %d", "XYZ"[j], "XYZ"[i], cov[i][j]))
			}
		}
		if d == 4 {
			asked, value = "Cov("+combinationText(a)+", "+combinationText(b)+")", ratOf(quadraticForm(cov, a, b), 1)
			working = "Covariance is linear in both places: add all products of a coefficient of the first and one of the second with the covariance of their quantities"
		}
	case 2:
		s, t, rho := gen.Between(r, 2, 15), gen.Between(r, 2, 15), gen.Between(r, -9, 9)
		facts = []string{fmt.Sprintf("X has the standard deviation %d", s), fmt.Sprintf("Y has the standard deviation %d", t), fmt.Sprintf("the correlation of X and Y is %s", ratOf(rho, 10).RatString())}
		value = ratOf(a[0]*a[0]*s*s+a[1]*a[1]*t*t, 1)
		value.Add(value, ratOf(2*a[0]*a[1]*rho*s*t, 10))
		working = fmt.Sprintf("Cov(X, Y) = %s·%d·%d = %s; the variance is a²·Var(X) + b²·Var(Y) + 2ab·Cov(X, Y)", ratOf(rho, 10).RatString(), s, t, ratOf(rho*s*t, 10).RatString())
	default:
		variances()
		for _, pair := range [][]int{{1, 1, 0}, {1, 0, -1}, {0, 1, 2}} {
			facts = append(facts, fmt.Sprintf("Var(%s) = %d", combinationText(pair), quadraticForm(cov, pair, pair)))
		}
		working = fmt.Sprintf("The three variances of sums give Cov(X, Y) = %d, Cov(X, Z) = %d and Cov(Y, Z) = %d; the variance asked for is the sum of all products of two coefficients with these", cov[0][1], cov[0][2], cov[1][2])
	}
	list, number := firstNumber(strings.Join(facts, ", "))
	question, slots := gen.Ask(r, inserted("{facts}", list, []string{
		"For random quantities it is known that {facts}. Compute {asked} exactly.",
		"About the returns of some assets, written as letters, one knows: {facts}. Find {asked}. Give an exact number (fraction or integer).",
		"Suppose that {facts}. What is {asked}? Here Var and Cov stand for variance and covariance of random variables; the answer is an integer or a reduced fraction.",
	}), number, gen.Fixed("asked", asked))
	return posed(question, slots, rationalAnswer(value), "%s. The result is %s.", working, value.RatString())
}

// densityPiece is c·(a polynomial) on an interval; coef[i] belongs to x^i.
type densityPiece struct {
	from, to int
	coef     []int
}

// moment is the integral of x^k times the polynomial over the part of the piece above a bound.
func (p densityPiece) moment(k, above int) *big.Rat {
	sum, from := new(big.Rat), max(p.from, above)
	if from >= p.to {
		return sum
	}
	for i, c := range p.coef {
		e := i + k + 1
		sum.Add(sum, ratOf(c*(power(p.to, e)-power(from, e)), e))
	}
	return sum
}

// densityMoments asks for the constant of a density and a second number. Difficulty
// goes from one linear piece, over a higher power and two pieces, to a variance and to a
// conditional mean over three pieces.
func densityMoments(r *rand.Rand, d gen.Difficulty) task.Item {
	pieces := make([]densityPiece, gen.Of(d, 1, 1, 2, 2, 3))
	at := gen.Between(r, 0, gen.Of(d, 9, 5, 3, 3, 3))
	for i := range pieces {
		to := at + gen.Between(r, 1, gen.Of(d, 6, 6, 3, 3, 2))
		up, plus := gen.Between(r, 0, gen.Of(d, 9, 5, 5, 5, 5)), gen.Between(r, 0, 6)
		coef := []int{plus + 1 - min(up, 1)*min(plus, 1), up} // rising
		if up > 0 && r.IntN(2) == 0 {
			coef = []int{up*to + plus, -up} // falling to plus at the end
		}
		pieces[i] = densityPiece{at, to, coef}
		at = to
	}
	if d == 2 { // a higher power and a constant
		coef := make([]int, gen.Between(r, 3, 4))
		coef[0], coef[len(coef)-1] = gen.Between(r, 0, 20), gen.Between(r, 1, 9)
		pieces[0].coef = coef
	}
	total := func(k, above int) *big.Rat {
		sum := new(big.Rat)
		for _, p := range pieces {
			sum.Add(sum, p.moment(k, above))
		}
		return sum
	}
	none := pieces[0].from
	mass := total(0, none)
	c := new(big.Rat).Inv(mass)
	mean := new(big.Rat).Mul(c, total(1, none))
	second, name := mean, "E(X)"
	working := fmt.Sprintf("E(X) = c·∫ x·g(x) dx = %s", mean.RatString())
	switch d {
	case 4:
		square := new(big.Rat).Mul(c, total(2, none))
		second, name = new(big.Rat).Sub(square, new(big.Rat).Mul(mean, mean)), "Var(X)"
		working = fmt.Sprintf("E(X) = %s and E(X²) = %s, so Var(X) = %s", mean.RatString(), square.RatString(), second.RatString())
	case 5:
		bound := pieces[1].from
		second, name = new(big.Rat).Quo(total(1, bound), total(0, bound)), fmt.Sprintf("E(X | X > %d)", bound)
		working = fmt.Sprintf("above %d the integral of g is %s and that of x·g(x) is %s; both are multiplied by c, and their quotient is %s", bound, total(0, bound).RatString(), total(1, bound).RatString(), second.RatString())
	}
	parts := make([]string, len(pieces))
	for i, p := range pieces {
		relation := "<"
		if i == len(pieces)-1 {
			relation = "≤"
		}
		parts[i] = fmt.Sprintf("f(x) = c·(%s) for %d ≤ x %s %d", polynomialText(p.coef), p.from, relation, p.to)
	}
	question, slots := gen.Ask(r, []string{
		"A random variable X has the density {f}, and f(x) = 0 elsewhere. Give the list [c, {name}] with exact fractions or integers.",
		"Let {f}, and zero for all other x. For which c is f the density of a random variable X, and what is {name} then? Answer with the list [c, {name}], exactly.",
		"The waiting time X, in minutes, has a density of this shape: {f}; outside it is 0. Determine the constant c and then {name}. Write both as a list [c, {name}] of exact numbers.",
	}, gen.Fixed("f", strings.Join(parts, ", ")), gen.Fixed("name", name))
	return posed(question, slots, task.List(rationalAnswer(c), rationalAnswer(second)), "Let g be the density without c. Its integral is %s, so c = %s. Further, %s.", mass.RatString(), c.RatString(), working)
}

// dyadicExponents draws the exponents of n probabilities 2^(−e) that add up to 1, by
// halving; none exceeds the limit.
func dyadicExponents(r *rand.Rand, n, limit int) []int {
	e := []int{0}
	for len(e) < n {
		i := r.IntN(len(e))
		for e[i] == limit {
			i = (i + 1) % len(e)
		}
		e[i]++
		e = append(e, e[i])
	}
	r.Shuffle(len(e), func(i, j int) { e[i], e[j] = e[j], e[i] })
	return e
}

// dyadicEntropy is Σ e·2^(−e) bits.
func dyadicEntropy(exponents []int) *big.Rat {
	sum := new(big.Rat)
	for _, e := range exponents {
		sum.Add(sum, ratOf(e, 1<<e))
	}
	return sum
}

func dyadicTexts(exponents []int) []string {
	out := make([]string, len(exponents))
	for i, e := range exponents {
		out[i] = ratOf(1, 1<<e).RatString()
	}
	return out
}

// lettersWith writes each letter with its probability.
func lettersWith(letters []string, exponents []int) string {
	parts := make([]string, len(letters))
	for i, t := range dyadicTexts(exponents) {
		parts[i] = letters[i] + " " + t
	}
	return strings.Join(parts, ", ")
}

// channelText writes the chances of the outputs after each letter.
func channelText(letters []string, channel [][]int) string {
	parts := make([]string, len(letters))
	for i, row := range channel {
		parts[i] = fmt.Sprintf("after %s: %s", letters[i], strings.Join(dyadicTexts(row), ", "))
	}
	return strings.Join(parts, "; ")
}

// symmetricChannel has four inputs and outputs; its rows are the shifts of one that
// is not uniform, so that equally likely inputs give equally likely outputs.
func symmetricChannel(r *rand.Rand) [][]int {
	base := dyadicExponents(r, 4, 4)
	if slices.Max(base) == 2 {
		base = []int{1, 2, 3, 3}
		r.Shuffle(4, func(i, j int) { base[i], base[j] = base[j], base[i] })
	}
	channel := make([][]int, 4)
	for i, s := range r.Perm(4) {
		channel[i] = slices.Concat(base[s:], base[:s])
	}
	return channel
}

// dyadicInformation asks for a measure of information in bits. Difficulty goes from
// an entropy, over the excess length of a code made for another distribution and a
// joint entropy, to the mutual information of two channels.
func dyadicInformation(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 5, 5, 3, 4, 4)
	letters := lettersOf(r, n)
	p := dyadicExponents(r, n, 5)
	h := dyadicEntropy(p)
	value, asked := h, "the entropy of one symbol"
	facts := "the probabilities are " + lettersWith(letters, p)
	working := fmt.Sprintf("The entropy is Σ p·log₂(1/p) = %s", h.RatString())
	switch d {
	case 2:
		q := dyadicExponents(r, n, 5)
		value = new(big.Rat)
		for i := range p {
			value.Add(value, ratOf(q[i]-p[i], 1<<p[i]))
		}
		facts += "; an ideal binary code, with words of log₂(1/q) digits, was made for other probabilities q, namely " + lettersWith(letters, q)
		asked = "the mean number of digits a symbol that is wasted in comparison with the best code for the true probabilities, that is the divergence D(p‖q)"
		working = fmt.Sprintf("The code needs Σ p·log₂(1/q) digits, the entropy is %s; the difference Σ p·log₂(p/q) is %s", h.RatString(), value.RatString())
	case 3:
		channel, conditional := make([][]int, n), new(big.Rat)
		for i := range channel {
			channel[i] = dyadicExponents(r, 4, 4)
			conditional.Add(conditional, new(big.Rat).Mul(ratOf(1, 1<<p[i]), dyadicEntropy(channel[i])))
		}
		value = new(big.Rat).Add(h, conditional)
		facts += "; a second symbol, one of four, follows with probabilities that depend on the first, " + channelText(letters, channel)
		asked = "the joint entropy of both symbols"
		working = fmt.Sprintf("The first symbol has the entropy %s and the second, given the first, on average %s; they add up", h.RatString(), conditional.RatString())
	case 4, 5:
		lost := gen.Between(r, 1, 7)
		kept := ratOf(8-lost, 8)
		if d == 5 { // every input is equally likely, and so is every output
			facts = "the four symbols are equally likely. A channel garbles them; the probabilities that " + strings.Join(letters, ", ") + " come out are, "
			channel := symmetricChannel(r)
			base := channel[0]
			facts += channelText(letters, channel) + ". Then, independently,"
			value = new(big.Rat).Sub(ratOf(2, 1), dyadicEntropy(base))
			working = fmt.Sprintf("Without losses the output is uniform, so that its entropy is 2, and its entropy given the input is %s, that of each row; the information is %s", dyadicEntropy(base).RatString(), value.RatString())
		} else {
			facts += ". Independently of its value,"
		}
		facts += fmt.Sprintf(" each symbol is lost with probability %s and seen as a blank, otherwise it is received as it is", ratOf(lost, 8).RatString())
		value = new(big.Rat).Mul(kept, value)
		asked = "the mutual information between the symbol sent and what is received"
		working += fmt.Sprintf(". A blank tells nothing, so only the share %s of the symbols carries this: %s·(that) = %s", kept.RatString(), kept.RatString(), value.RatString())
	}
	question, slots := gen.Ask(r, []string{
		"A source sends {n} different symbols, each independently of the others: {facts}. Find {asked}, in bits. Give an exact fraction or integer.",
		"Information is measured in bits (logarithms to base 2). In a random text over {n} letters, {facts}. Compute {asked} exactly.",
		"For a memoryless source with an alphabet of size {n}, {facts}. What is {asked}, in bits? The answer is a rational number; give it exactly.",
	}, gen.Fixed("n", n), gen.Fixed("facts", facts), gen.Fixed("asked", asked))
	return posed(question, slots, rationalAnswer(value), "%s. The result is %s bits.", working, value.RatString())
}
