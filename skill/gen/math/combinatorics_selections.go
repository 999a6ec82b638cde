package math

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("math/committee-counting-with-conflicts", "combinatorics", "Committee counting with conflicts",
		"Count committees under quotas and rules about pairs of people.", committeeCounting)
	gen.Register("math/stars-and-bars-with-bounds", "combinatorics", "Stars and bars with bounds",
		"Count integer solutions of an equation with lower and upper bounds.", boundedSolutions)
	gen.Register("math/three-set-inclusion-exclusion", "combinatorics", "Three-set inclusion-exclusion",
		"Find an unknown region of a three-set diagram from counts.", threeSetDiagram)
	gen.Register("math/pigeonhole-guarantee", "combinatorics", "Pigeonhole guarantee", "Find the least number of blind draws that guarantees a pattern.", pigeonholeGuarantee)
}

// pairRule is about two named people: they exclude each other, go together, or
// the first needs the second.
type pairRule struct {
	kind string // "apart", "together", "needs"
	a, b int
}

// committee is a counting problem: groups of people, of whom some are named,
// quotas from low to high for each group, a size, and rules on the named.
type committee struct {
	groups, low []int
	named       []int // the group of each named person
	size        int
	rules       []pairRule
}

// count adds, over the choices among the named that obey the rules, the ways to
// fill up each group from the others.
func (c committee) count() int {
	free := slices.Clone(c.groups)
	for _, g := range c.named {
		free[g]--
	}
	total := 0
	for chosen := range 1 << len(c.named) {
		in := func(i int) bool { return chosen>>i&1 == 1 }
		if slices.ContainsFunc(c.rules, func(p pairRule) bool {
			return p.kind == "apart" && in(p.a) && in(p.b) || p.kind == "together" && in(p.a) != in(p.b) || p.kind == "needs" && in(p.a) && !in(p.b)
		}) {
			continue
		}
		used := make([]int, len(c.groups))
		for i, g := range c.named {
			used[g] += chosen >> i & 1
		}
		ways := []int{1} // by the number of members
		for g, f := range free {
			own := make([]int, c.groups[g]+1)
			for n := max(c.low[g], used[g]); n <= f+used[g]; n++ {
				own[n] = nCr(f, n-used[g])
			}
			ways = productOf(ways, own)
		}
		if c.size < len(ways) {
			total += ways[c.size]
		}
	}
	return total
}

// committeeCounting asks for the number of committees. Difficulty adds rules about
// named pairs (1 to 3 kinds) and, from 4 on, a third group with a quota.
func committeeCounting(r *rand.Rand, d gen.Difficulty) task.Item {
	kinds := gen.Of(d, []string{"apart"}, []string{"apart", "apart"}, []string{"apart", "together"}, []string{"apart", "together"}, []string{"apart", "together", "needs"})
	c := committee{groups: make([]int, gen.Of(d, 2, 2, 2, 3, 3))}
	c.low = make([]int, len(c.groups))
	for g := range c.groups {
		c.groups[g] = gen.Between(r, 5, gen.Of(d, 12, 11, 10, 7, 7))
		c.low[g] = gen.Between(r, 1, 2)
	}
	c.size = sumOf(c.low) + gen.Between(r, 1, 2)
	names := peopleOf(r, 2*len(kinds))
	roles := gen.Sample(r, []string{"engineer", "designer", "teacher", "nurse", "lawyer", "biologist", "chemist", "historian", "librarian", "surveyor"}, len(c.groups))
	var rules []string
	for i, kind := range kinds {
		c.rules = append(c.rules, pairRule{kind, 2 * i, 2*i + 1})
		c.named = append(c.named, r.IntN(len(c.groups)), r.IntN(len(c.groups)))
		who := func(j int) string { return fmt.Sprintf("%s (%s)", names[j], roles[c.named[j]]) }
		rules = append(rules, map[string]string{
			"apart": "%s and %s must not both be chosen", "together": "%s and %s are chosen both or not at all", "needs": "%s is chosen only if %s is chosen as well",
		}[kind])
		rules[i] = fmt.Sprintf(rules[i], who(2*i), who(2*i+1))
	}
	var others, quotas []string
	for g, n := range c.groups {
		if g > 0 {
			others = append(others, fmt.Sprintf("%d %ss", n, roles[g]))
		}
		quotas = append(quotas, fmt.Sprintf("at least %s", numbered(c.low[g], roles[g])))
	}
	question, slots := gen.Ask(r, []string{
		"From {n} {role}s and {others} a committee of {size} people is to be chosen, with {quotas}. Moreover, {rules}. How many committees are possible?",
		"A jury is formed from {n} {role}s and {others}; it has {size} members, among them {quotas}. The people named here belong to these: {rules}. Count the possible juries.",
		"Who goes on the trip? There are {n} {role}s and {others} who could, and {size} places, all of which are filled. The passengers must include {quotas}. In addition: {rules}. How many different sets of passengers can be made up?",
	}, gen.Slot("n", c.groups[0]), gen.Fixed("role", roles[0]), gen.Fixed("others", gen.Enumerated(others)), gen.Slot("size", c.size),
		gen.Fixed("quotas", gen.Enumerated(quotas)), gen.Fixed("rules", strings.Join(rules, "; ")))
	free := committee{groups: c.groups, low: c.low, size: c.size}
	return posed(question, slots, task.Integer(int64(c.count())), "Without the rules about pairs there are %d committees with the quotas. Sorting by which of the named people are in, dropping the cases that the rules forbid, and filling up from the people without a name leaves %d.", free.count(), c.count())
}

// boundedSolutions asks for the number of ways to share out equal things with
// bounds. Difficulty adds receivers and upper bounds, each of which doubles the
// terms of inclusion and exclusion; at 5 some of the things may be left over.
func boundedSolutions(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 4, 5, 5)
	capped := gen.Of(d, 1, 1, 2, 3, 3)
	names := peopleOf(r, n)
	low, high := make([]int, n), make([]int, n)
	var conditions, bounds []string
	for i := range n {
		low[i], high[i] = gen.Between(r, 0, 4), -1
		condition, bound := fmt.Sprintf("%s at least %d", names[i], low[i]), fmt.Sprintf("x%c ≥ %d", 'a'+i, low[i])
		if i < capped {
			high[i] = low[i] + gen.Between(r, 2, 6)
			condition, bound = fmt.Sprintf("%s from %d to %d", names[i], low[i], high[i]), fmt.Sprintf("%d ≤ x%c ≤ %d", low[i], 'a'+i, high[i])
		}
		conditions, bounds = append(conditions, condition), append(bounds, strings.ReplaceAll(bound, "x", ""))
	}
	total := sumOf(low) + gen.Between(r, 6, gen.Of(d, 30, 20, 16, 16, 16))
	leftover, relation := "all of them must be given away", "="
	if d == 5 {
		leftover, relation = "some or all of them may be left over", "≤"
		low, high = append(low, 0), append(high, -1)
	}
	count, terms := boundedSums(total, low, high)
	question, slots := gen.Ask(r, []string{
		"How many integer solutions does {sum} {relation} {total} have, where {bounds}?",
		"There are {total} identical coins for {n} people, and {leftover}. Their shares are to be: {conditions}. In how many ways can the coins be shared out?",
		"A gardener has {total} equal bulbs for beds that are called after {n} people, and {leftover}. Number of bulbs in each bed: {conditions}. Only these numbers matter. How many plans are there?",
	}, gen.Slot("total", total), gen.Fixed("n", n), gen.Fixed("relation", relation), gen.Fixed("sum", strings.Join(strings.Split("abcde"[:n], ""), " + ")),
		gen.Fixed("leftover", leftover), gen.Fixed("conditions", strings.Join(conditions, ", ")), gen.Fixed("bounds", strings.Join(bounds, ", ")))
	slack := ""
	if d == 5 {
		slack = "What is left over is one more unknown without an upper bound. "
	}
	return posed(question, slots, task.Integer(int64(count)), "%sTaking the lower bounds off leaves %d to share among %d unknowns from 0 up. Stars and bars, with inclusion and exclusion over the upper bounds that are broken, gives %s = %d.", slack, total-sumOf(low), len(low), sumText(terms), count)
}

// boundedSums counts the solutions of Σ x = total with low ≤ x ≤ high (no upper
// bound where high is −1), by inclusion and exclusion; terms are the non-zero ones.
func boundedSums(total int, low, high []int) (count int, terms []int) {
	var caps []int
	for i, h := range high {
		if h >= 0 {
			caps = append(caps, h-low[i]+1)
		}
	}
	rest := total - sumOf(low)
	for broken := range 1 << len(caps) {
		left, size := rest, 0
		for i, c := range caps {
			left -= c * (broken >> i & 1)
			size += broken >> i & 1
		}
		if left >= 0 {
			terms = append(terms, minusOneTo(size)*nCr(left+len(low)-1, len(low)-1))
		}
	}
	return sumOf(terms), terms
}

// diagram holds the counts of the seven inner regions and of the outside.
type diagram struct{ a, b, c, ab, ac, bc, abc, none int }

// threeSetDiagram asks for one region. Difficulty replaces direct counts by
// derived ones: from all intersections given, over the centre unknown, to counts
// of "exactly one" or "exactly two" and a ratio of two unknown regions.
func threeSetDiagram(r *rand.Rand, d gen.Difficulty) task.Item {
	draw := func(high int) int { return gen.Between(r, 2, high) }
	v := diagram{draw(40), draw(40), draw(40), draw(20), draw(20), draw(20), draw(15), draw(30)}
	ratio := gen.Pick(r, []int{1, 3, 4})
	if d == 5 {
		v.none = ratio * v.abc
	}
	sa, sb, sc := v.a+v.ab+v.ac+v.abc, v.b+v.ab+v.bc+v.abc, v.c+v.ac+v.bc+v.abc
	one, two := v.a+v.b+v.c, v.ab+v.ac+v.bc
	union := one + two + v.abc
	set := gen.Pick(r, [][]string{{"French", "Spanish", "Arabic", "Hindi", "Polish", "Turkish", "Korean"}, {"chess", "tennis", "hockey", "badminton", "cricket", "darts"}, {"algebra", "history", "biology", "music", "drama", "geography"}})
	s := gen.Sample(r, set, 3)
	say := func(format string) string { return sprintfUsed(format, s...) }
	singles := fmt.Sprintf(say("%d chose %[1]s, %d chose %[2]s and %d chose %[3]s (some of them more than one)"), sa, sb, sc)
	pairs := fmt.Sprintf(say("%d chose both %[1]s and %[2]s, %d both %[1]s and %[3]s, %d both %[2]s and %[3]s, those who chose all three included"), v.ab+v.abc, v.ac+v.abc, v.bc+v.abc)
	none := fmt.Sprintf("%d chose none of the three", v.none)
	var facts []string
	var asked, working string
	var answer int
	switch d {
	case 1:
		facts, asked, answer = []string{singles, pairs, fmt.Sprintf("%d chose all three", v.abc)}, "none of the three", v.none
		working = fmt.Sprintf("The union has %d + %d + %d − %d − %d − %d + %d = %d people, which is taken from the total.", sa, sb, sc, v.ab+v.abc, v.ac+v.abc, v.bc+v.abc, v.abc, union)
	case 2:
		facts, asked, answer = []string{singles, pairs, none}, "all three", v.abc
		working = fmt.Sprintf("The union has %d people; singles minus pairs give %d, and what is missing to the union is the centre.", union, sa+sb+sc-two-3*v.abc)
	case 3:
		facts, asked, answer = []string{singles, fmt.Sprintf("%d chose exactly two of them", two), none}, "all three", v.abc
		working = fmt.Sprintf("The union has %d people. The choices number %d = (exactly one) + 2·%d + 3t, and the people %d = (exactly one) + %d + t; subtracting gives %d = %d + 2t.", union, sa+sb+sc, two, union, two, sa+sb+sc-union, two)
	case 4:
		facts = []string{singles, fmt.Sprintf("%d chose exactly one of them", one), fmt.Sprintf(say("%d chose both %[1]s and %[2]s, and %d both %[1]s and %[3]s, those with all three included"), v.ab+v.abc, v.ac+v.abc), none}
		asked, answer = say("%[2]s and %[3]s but not %[1]s"), v.bc
		working = fmt.Sprintf("The union has %d people, so %d chose two or three; counting choices, 2·(two) + 3·(three) = %d. Hence %d chose all three and %d exactly two, of which %d and %d belong to the other two pairs.", union, union-one, sa+sb+sc-one, v.abc, two, v.ab, v.ac)
	default:
		times := map[int]string{1: "the number who chose none equals the number who chose all three", 3: "three times as many people chose none as chose all three", 4: "four times as many people chose none as chose all three"}[ratio]
		facts = []string{singles, fmt.Sprintf(say("%d chose %[1]s and %[2]s but not %[3]s, %d %[1]s and %[3]s but not %[2]s, %d %[2]s and %[3]s but not %[1]s"), v.ab, v.ac, v.bc), times}
		asked, answer = say("%[1]s and neither %[2]s nor %[3]s"), v.a
		working = fmt.Sprintf("With t for all three, the union has %d − %d − 2t people and none was chosen by %d·t, which add up to %d: t = %d. Taking the other parts from %d leaves the answer.", sa+sb+sc, two, ratio, union+v.none, v.abc, sa)
	}
	question, slots := gen.Ask(r, []string{
		"Of {total} people in a survey, {facts}. How many chose {asked}?",
		"A list has {total} names. Going through it one finds: {facts}. Find the number of people on the list who chose {asked}.",
		"Each of {total} members was asked which of {sets} to offer, and could choose any number of them, even none. Result: {facts}. How many members chose {asked}?",
	}, gen.Slot("total", union+v.none), gen.Fixed("facts", strings.Join(facts, "; ")), gen.Fixed("asked", asked), gen.Fixed("sets", gen.Enumerated(s)))
	return posed(question, slots, task.Integer(int64(answer)), "%s So the answer is %d.", working, answer)
}

// pigeonholeGuarantee asks for the least draw that forces a pattern: one more
// than the largest draw without it. Difficulty makes that worst case harder to
// see: one colour k times, a given number of colours, several colours k times,
// that and a named colour, matching pairs of two kinds.
func pigeonholeGuarantee(r *rand.Rand, d gen.Difficulty) task.Item {
	colours := gen.Sample(r, lexicon.Colours(), gen.Of(d, 4, 5, 5, 6, 4))
	counts, lefts := make([]int, len(colours)), make([]int, len(colours))
	for i := range counts {
		counts[i], lefts[i] = gen.Between(r, 4, 16), gen.Between(r, 4, 12)
	}
	k, m := gen.Between(r, 3, 9), gen.Between(r, 2, len(colours)-1)
	if d == 5 {
		return glovePairs(r, colours, counts, lefts)
	}
	if d == 1 {
		m = 1
	}
	sorted := slices.Sorted(slices.Values(counts))
	k = min(k, sorted[len(sorted)-m]) // so that m colours can occur k times
	worst := longestWithout(counts, m, gen.Of(d, k, 1, k, k, 1))
	several := fmt.Sprintf("at least %d colours occur %d times or more each", m, k)
	goal := gen.Of(d, fmt.Sprintf("some colour occurs at least %d times", k), fmt.Sprintf("at least %d different colours occur", m), several, several, "")
	working := fmt.Sprintf("The largest draw without the pattern has %d pieces: it takes everything of the colours that may be complete and as many as are harmless of each other colour", worst)
	if d == 4 {
		need := gen.Between(r, 1, counts[0])
		goal += fmt.Sprintf(", and %s occurs at least %s", colours[0], numbered(need, "time"))
		missing := sumOf(counts) - counts[0] + need - 1
		working += fmt.Sprintf("; %d pieces can be drawn with too few %s ones; the larger number counts", missing, colours[0])
		worst = max(worst, missing)
	}
	parts := make([]string, len(colours)-1)
	for i := range parts {
		parts[i] = fmt.Sprintf("%d %s", counts[i+1], colours[i+1])
	}
	question, slots := gen.Ask(r, []string{
		"A bag holds marbles: {first} {colour}, {others}. They are drawn without looking and not put back. How many must be drawn to be certain that among those drawn {goal}?",
		"In a dark store there are boxes of several colours: {first} {colour}, {others}. What is the least number of boxes that must be carried out, unseen, so that among them, for certain, {goal}?",
		"A deck has cards of these colours: {first} {colour}, {others}. Cards are dealt face down. Find the smallest number of cards for which, however the deck is ordered, it is true of the dealt cards that {goal}.",
	}, gen.Slot("first", counts[0]), gen.Fixed("colour", colours[0]), gen.Fixed("others", gen.Enumerated(parts)), gen.Fixed("goal", goal))
	return posed(question, slots, task.Integer(int64(worst+1)), "%s. One more forces it: %d.", working, worst+1)
}

// longestWithout is the size of the largest draw in which fewer than m colours
// occur k times or more.
func longestWithout(counts []int, m, k int) int {
	size := 0
	var gains []int
	for _, c := range counts {
		size += min(c, k-1)
		gains = append(gains, c-min(c, k-1))
	}
	slices.Sort(gains)
	return size + sumOf(gains[len(gains)-(m-1):])
}

// glovePairs asks for the draw that forces k pairs, a left and a right one of the
// same colour, of one colour or of any.
func glovePairs(r *rand.Rand, colours []string, lefts, rights []int) task.Item {
	k := gen.Between(r, 2, 4)
	worst, pairs, oneColour := 0, 0, r.IntN(2) == 0
	parts := make([]string, len(colours))
	for i, c := range colours {
		parts[i] = fmt.Sprintf("%d left and %d right ones in %s", lefts[i], rights[i], c)
		worst += max(lefts[i], rights[i])
		pairs += min(lefts[i], rights[i], k-1)
	}
	goal := fmt.Sprintf("%d complete pairs of one and the same colour", k)
	if !oneColour {
		goal, pairs = fmt.Sprintf("%d complete pairs, not necessarily of the same colour", k), k-1
	}
	question, slots := gen.Ask(r, []string{
		"A drawer holds gloves: {gloves}. A pair is a left and a right glove of equal colour. How many gloves must be taken out in the dark to be sure of {goal}?",
		"Single gloves lie in a chest: {gloves}. They are taken out blindly. What is the least number that is certain to contain {goal}, where a pair needs a left and a right glove of one colour?",
		"A maker ships unsorted gloves in one crate: {gloves}. A left and a right glove of the same colour make a pair. Find the smallest number of gloves which, however they are picked, always includes {goal}.",
	}, gen.Fixed("gloves", strings.Join(parts, "; ")), gen.Fixed("goal", goal))
	return posed(question, slots, task.Integer(int64(worst+pairs+1)), "Taking of each colour all gloves of the more frequent hand gives %d gloves without a pair; %d more can be added before the goal is reached. One more forces it: %d.", worst, pairs, worst+pairs+1)
}
