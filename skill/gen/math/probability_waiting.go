package math

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("math/waiting-time-expectation", "probability & statistics", "Waiting-time expectation",
		"Find the expected number of trials until a pattern appears.", patternWaiting)
	gen.Register("math/coupon-collector-expectation", "probability & statistics", "Coupon-collector expectation",
		"Find the expected number of draws to gather a set of unequally frequent kinds.", couponCollector)
	gen.Register("math/geometric-probability", "probability & statistics", "Geometric probability",
		"Find a probability as a ratio of areas or volumes.", geometricProbability)
}

// wheel gives the weight of each letter.
type wheel map[byte]int

// overlap is Σ 1/P(first k letters of b) over the k for which the last k letters of a
// are the first k of b: Conway's correlation for unequal chances.
func (w wheel) overlap(a, b string) *big.Rat {
	all := 0
	for _, x := range w {
		all += x
	}
	sum, inverse := new(big.Rat), ratOf(1, 1)
	for k := 1; k <= len(b); k++ {
		inverse.Mul(inverse, ratOf(all, w[b[k-1]]))
		if k <= len(a) && a[len(a)-k:] == b[:k] {
			sum.Add(sum, inverse)
		}
	}
	return sum
}

// patternWaiting asks for the expected number of spins until a pattern. Difficulty
// makes the pattern longer, adds a letter and ends with the first of two patterns.
func patternWaiting(r *rand.Rand, d gen.Difficulty) task.Item {
	letters := lettersOf(r, gen.Of(d, 2, 2, 3, 3, 2))
	w := wheel{}
	parts := make([]string, len(letters))
	for i, l := range letters {
		w[l[0]] = gen.Between(r, 1, gen.Of(d, 20, 9, 6, 4, 6))
		parts[i] = fmt.Sprintf("%d of %s", w[l[0]], l)
	}
	draw := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(gen.Pick(r, letters))
		}
		return b.String()
	}
	first := draw(gen.Of(d, 2, 3, 3, 4, 3))
	goal, mean := "the pattern "+first, w.overlap(first, first)
	working := fmt.Sprintf("Add 1/P(beginning) over all beginnings of %s that are also its ends, the whole pattern included", first)
	if d == 5 {
		second := draw(3)
		if second == first { // the other letter in front
			second = letters[1-strings.Index(strings.Join(letters, ""), first[:1])] + first[1:]
		}
		goal = fmt.Sprintf("one of the patterns %s and %s", first, second)
		aa, bb, ab, ba := w.overlap(first, first), w.overlap(second, second), w.overlap(first, second), w.overlap(second, first)
		mean = new(big.Rat).Sub(new(big.Rat).Mul(aa, bb), new(big.Rat).Mul(ab, ba))
		below := new(big.Rat).Sub(new(big.Rat).Add(aa, bb), new(big.Rat).Add(ab, ba))
		mean.Quo(mean, below)
		working = fmt.Sprintf("With the overlap sums AA = %s, BB = %s, AB = %s and BA = %s, where XY adds 1/P(beginning) over the beginnings of Y that are ends of X, the mean is (AA·BB − AB·BA)/(AA + BB − AB − BA)", aa.RatString(), bb.RatString(), ab.RatString(), ba.RatString())
	}
	list, number := firstNumber(gen.Enumerated(parts))
	question, slots := gen.Ask(r, inserted("{parts}", list, []string{
		"A bag contains lettered balls: {parts}. Balls are drawn one at a time, each put back before the next, and the letters are written in a row. What is the expected number of draws until the row ends with {goal} for the first time? Give an exact fraction or integer.",
		"A wheel has equal sectors with letters, {parts}. It is spun again and again. On average, after how many spins has {goal} just appeared, in consecutive spins, for the first time? Answer exactly.",
		"A random generator prints independent letters, with chances in proportion to these numbers: {parts}. It stops as soon as its last letters are {goal}. Find the mean number of letters printed, as an exact fraction or integer.",
	}), number, gen.Fixed("goal", goal))
	return posed(question, slots, rationalAnswer(mean), "%s. This is %s.", working, mean.RatString())
}

// collector is a collection of kinds with weights; blank is the weight of a draw that
// brings nothing. It is complete with need different kinds.
type collector struct {
	weights     []int
	blank, need int
}

// mean is the expected number of draws from an owned set on: backwards over the sets.
func (c collector) mean(owned int) *big.Rat {
	all := sumOf(c.weights) + c.blank
	memo := make([]*big.Rat, 1<<len(c.weights))
	for set := len(memo) - 1; set >= 0; set-- {
		memo[set] = new(big.Rat)
		if bits.OnesCount(uint(set)) >= c.need {
			continue
		}
		sum, fresh := ratOf(all, 1), 0
		for i, w := range c.weights {
			if set>>i&1 == 0 {
				sum.Add(sum, new(big.Rat).Mul(ratOf(w, 1), memo[set|1<<i]))
				fresh += w
			}
		}
		memo[set] = sum.Quo(sum, ratOf(fresh, 1))
	}
	return memo[owned]
}

// couponCollector asks for the expected number of draws to gather a set. Difficulty
// adds kinds (2 to 4), blanks, kinds owned already, and a number of kinds to reach.
func couponCollector(r *rand.Rand, d gen.Difficulty) task.Item {
	c := collector{weights: make([]int, gen.Of(d, 2, 3, 4, 4, 4))}
	names := gen.Sample(r, lexicon.Animals(), len(c.weights))
	for i := range c.weights {
		c.weights[i] = gen.Between(r, 1, gen.Of(d, 20, 9, 6, 5, 6))
	}
	c.need = len(c.weights)
	owned, extra := 0, ""
	if d <= 2 || d == 4 {
		c.blank = gen.Between(r, 1, gen.Of(d, 20, 8, 0, 6, 0))
	}
	if d == 3 {
		owned, extra = 1, fmt.Sprintf(" One picture of the %s is in the collection already.", names[0])
	}
	goal := "every kind of picture is in the collection"
	if d == 5 {
		c.need = 3
		goal = "3 different kinds of picture are in the collection"
	}
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = fmt.Sprintf("%s %d", n, c.weights[i])
	}
	if c.blank > 0 {
		parts = append(parts, fmt.Sprintf("no picture %d", c.blank))
	}
	mean := c.mean(owned)
	list, number := firstNumber(strings.Join(parts, ", "))
	question, slots := gen.Ask(r, inserted("{parts}", list, []string{
		"Each packet of tea holds one picture of an animal at random, packets being independent. Out of {all} packets there are on average, by kind: {parts}.{extra} What is the expected number of packets bought until {goal}? Give an exact fraction or integer.",
		"A wheel of {all} equal sectors decides which animal picture a visitor gets at each spin; numbers of sectors: {parts}.{extra} Find the mean number of spins until {goal}, exactly.",
		"Pictures are drawn with replacement from a large drum; out of every {all} draws, in the long run, the results are: {parts}.{extra} On average, how many draws does it take until {goal}? Answer with an exact fraction or integer.",
	}), gen.Fixed("all", sumOf(c.weights)+c.blank), number, gen.Fixed("extra", extra), gen.Fixed("goal", goal))
	return posed(question, slots, rationalAnswer(mean), "Let E(S) be the mean number of further draws when the set S of kinds is owned. With W = %d and w for the weights, E(S) = (W + Σ w(i)·E(S ∪ {i}))/Σ w(i) over the kinds i that are missing, and 0 when the goal is reached. Working backwards from the full set gives %s.", sumOf(c.weights)+c.blank, mean.RatString())
}

// halfPlane is p·x + q·y ≤ s.
type halfPlane struct{ p, q, s int }

// ratPoint is a point of the plane.
type ratPoint struct{ x, y *big.Rat }

func (h halfPlane) excess(v ratPoint) *big.Rat {
	e := new(big.Rat).Mul(ratOf(h.p, 1), v.x)
	e.Add(e, new(big.Rat).Mul(ratOf(h.q, 1), v.y))
	return e.Sub(e, ratOf(h.s, 1))
}

// clippedArea is the area of the rectangle from 0 to a and 0 to b within all half-planes
// (Sutherland and Hodgman; the shoelace formula).
func clippedArea(a, b int, planes ...halfPlane) *big.Rat {
	polygon := []ratPoint{{new(big.Rat), new(big.Rat)}, {ratOf(a, 1), new(big.Rat)}, {ratOf(a, 1), ratOf(b, 1)}, {new(big.Rat), ratOf(b, 1)}}
	for _, h := range planes {
		var kept []ratPoint
		for i, v := range polygon {
			next := polygon[(i+1)%len(polygon)]
			from, to := h.excess(v), h.excess(next)
			if from.Sign() <= 0 {
				kept = append(kept, v)
			}
			if from.Sign()*to.Sign() < 0 {
				t := new(big.Rat).Quo(from, new(big.Rat).Sub(from, to))
				between := func(u, w *big.Rat) *big.Rat {
					x := new(big.Rat).Sub(w, u)
					return x.Add(x.Mul(x, t), u)
				}
				kept = append(kept, ratPoint{between(v.x, next.x), between(v.y, next.y)})
			}
		}
		polygon = kept
	}
	area := new(big.Rat)
	for i, v := range polygon {
		next := polygon[(i+1)%len(polygon)]
		area.Add(area, new(big.Rat).Sub(new(big.Rat).Mul(v.x, next.y), new(big.Rat).Mul(next.x, v.y)))
	}
	return area.Quo(area, ratOf(2, 1))
}

// geometricProbability asks for a probability about uniform numbers. Difficulty goes
// from a sum of two, over a difference and two unlike waiting times, to a
// condition and to a sum of three (volumes by inclusion and exclusion).
func geometricProbability(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := gen.Between(r, 20, 60), gen.Between(r, 20, 60), gen.Between(r, 20, 60)
	names := peopleOf(r, 3)
	s := gen.Between(r, 10, a+b-10)
	m, k := gen.Between(r, 3, min(a, b)-5), gen.Between(r, 3, min(a, b)-5)
	all := ratOf(a*b, 1)
	var good *big.Rat
	var event, working string
	switch d {
	case 1:
		good = clippedArea(a, b, halfPlane{1, 1, s})
		event = fmt.Sprintf("{x} and {y} together take at most %d minutes", s)
		working = fmt.Sprintf("The part of the rectangle with x + y ≤ %d", s)
	case 2:
		good = clippedArea(a, b, halfPlane{1, -1, m}, halfPlane{-1, 1, m})
		event = fmt.Sprintf("the times of {x} and {y} differ by at most %d minutes", m)
		working = fmt.Sprintf("The band |x − y| ≤ %d of the rectangle", m)
	case 3:
		good = clippedArea(a, b, halfPlane{1, -1, m}, halfPlane{-1, 1, k})
		event = fmt.Sprintf("the time of {x} is at most %d minutes longer than that of {y}, and that of {y} at most %d minutes longer than that of {x}", m, k)
		working = fmt.Sprintf("The band −%d ≤ x − y ≤ %d of the rectangle", k, m)
	case 4:
		s = gen.Between(r, min(a, b), a+b-10)
		all = clippedArea(a, b, halfPlane{1, 1, s})
		good = clippedArea(a, b, halfPlane{1, 1, s}, halfPlane{-2, 1, 0})
		event = fmt.Sprintf("the time of {y} is at most twice that of {x}, given that {x} and {y} together take at most %d minutes", s)
		working = fmt.Sprintf("The condition x + y ≤ %d leaves an area of %s; the part of it with y ≤ 2x", s, all.RatString())
	default:
		s = gen.Between(r, 15, a+b+c-15)
		all = ratOf(a*b*c, 1)
		good = new(big.Rat)
		for set := range 8 {
			left := s - a*(set&1) - b*(set>>1&1) - c*(set>>2&1)
			if left > 0 {
				good.Add(good, ratOf(minusOneTo(bits.OnesCount(uint(set)))*left*left*left, 6))
			}
		}
		event = fmt.Sprintf("{x}, {y} and {z} together take at most %d minutes", s)
		working = fmt.Sprintf("By inclusion and exclusion over the sides that are exceeded, the part of the box with x + y + z ≤ %d", s)
	}
	who := "{x} needs a time from 0 to {a} minutes and {y} from 0 to %d minutes"
	times := fmt.Sprintf(who, b)
	if d == 5 {
		times = fmt.Sprintf("{x} needs a time from 0 to {a} minutes, {y} from 0 to %d minutes and {z} from 0 to %d minutes", b, c)
	}
	phrasings := inserted("{times}", times, inserted("{event}", event, []string{
		"For a task {times}; all values are equally likely (uniform distribution) and the times are independent. What is the probability that {event}? Give an exact fraction.",
		"Model: {times}, uniformly distributed and independent. Find the exact probability, as a fraction, that {event}.",
		"In a relay, {times}. Each time is a uniformly random real number in its range, independent of the rest. How likely is it that {event}? Answer with a reduced fraction.",
	}))
	question, slots := gen.Ask(r, phrasings, gen.Fixed("x", names[0]), gen.Fixed("y", names[1]), gen.Fixed("z", names[2]), gen.Slot("a", a))
	p := new(big.Rat).Quo(good, all)
	return posed(question, slots, rationalAnswer(p), "%s has the size %s; divided by %s this is %s.", working, good.RatString(), all.RatString(), p.RatString())
}
