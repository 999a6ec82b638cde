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
	gen.Register("math/necklace-colouring-by-symmetry", "combinatorics", "Necklace colouring by symmetry",
		"Count colourings of a ring up to rotation and reflection.", necklaceColouring)
	gen.Register("math/hook-length-tableaux-count", "combinatorics", "Hook-length tableaux count",
		"Count the standard Young tableaux of a shape, or the votes that keep a ranking.", tableauxCount)
	gen.Register("math/labelled-graph-counting", "combinatorics", "Labelled graph counting",
		"Count labelled trees and graphs with conditions on degrees and edges.", labelledGraphs)
}

// necklace is a ring of beads to be coloured up to its symmetries. Of the first
// colour exactly counts[0] beads are used and so on; if free is positive, the
// other beads take any of that many further colours.
type necklace struct {
	beads, free int
	counts      []int
	flips       bool // mirror images are the same
	spaced      bool // no two beads of the first colour are neighbours
}

// fixedBy lists, for every symmetry, how many colourings it keeps.
func (c necklace) fixedBy() []int {
	var out []int
	for turn := range c.beads {
		out = append(out, c.kept(func(i int) int { return (i + turn) % c.beads }))
		if c.flips {
			out = append(out, c.kept(func(i int) int { return (2*c.beads + turn - i) % c.beads }))
		}
	}
	return out
}

// kept counts the colourings that are constant on the orbits of a symmetry.
func (c necklace) kept(image func(int) int) int {
	orbit := make([]int, c.beads)
	var sizes []int
	for i := range orbit {
		orbit[i] = -1
	}
	for i := range orbit {
		if orbit[i] >= 0 {
			continue
		}
		size := 0
		for j := i; orbit[j] < 0; j = image(j) {
			orbit[j] = len(sizes)
			size++
		}
		sizes = append(sizes, size)
	}
	if !c.spaced {
		return c.fillings(sizes, c.counts)
	}
	total, around := 0, span(0, c.beads-1)
	for chosen := range 1 << len(sizes) { // the orbits of the first colour
		used := 0
		var rest []int
		for o, s := range sizes {
			if chosen>>o&1 == 1 {
				used += s
			} else {
				rest = append(rest, s)
			}
		}
		if used == c.counts[0] && !slices.ContainsFunc(around, func(i int) bool {
			return chosen>>orbit[i]&1 == 1 && chosen>>orbit[(i+1)%c.beads]&1 == 1
		}) {
			total += c.fillings(rest, c.counts[1:])
		}
	}
	return total
}

// fillings counts the ways to colour orbits of given sizes with the counts.
func (c necklace) fillings(sizes, counts []int) int {
	if len(counts) == 0 {
		if c.free == 0 && len(sizes) > 0 {
			return 0
		}
		return power(c.free, len(sizes))
	}
	// Orbits have size s, or, for reflections, 1 and 2: choose how many of each.
	small := slices.Min(append(slices.Clone(sizes), c.beads))
	var little, large []int
	for _, s := range sizes {
		if s == small {
			little = append(little, s)
		} else {
			large = append(large, s)
		}
	}
	total := 0
	for k := range len(large) + 1 {
		left := counts[0]
		if k > 0 {
			left -= k * large[0]
		}
		if left < 0 || left%small != 0 || left/small > len(little) {
			continue
		}
		rest := slices.Concat(little[left/small:], large[k:])
		total += nCr(len(large), k) * nCr(len(little), left/small) * c.fillings(rest, counts[1:])
	}
	return total
}

// necklaceColouring asks for the number of colourings up to symmetry. Difficulty
// goes from rotations with all colour counts given, over free further colours, to
// rotations and reflections and to beads of one colour kept apart.
func necklaceColouring(r *rand.Rand, d gen.Difficulty) task.Item {
	c := necklace{flips: d >= 3, spaced: d == 5}
	colours := gen.Sample(r, lexicon.Colours(), 4)
	var content string
	if d == 1 || d == 3 {
		unit := gen.Pick(r, []int{1, 2, 2, 3})
		c.counts = []int{unit * gen.Between(r, 1, 6/unit), unit * gen.Between(r, 1, 4/unit+1), unit * gen.Between(r, 1, 2)}
		c.beads = sumOf(c.counts)
		parts := make([]string, len(c.counts))
		for i, n := range c.counts {
			parts[i] = fmt.Sprintf("%d %s", n, colours[i])
		}
		content = "exactly " + gen.Enumerated(parts) + " ones"
	} else {
		c.beads, c.free = gen.Between(r, 6, gen.Of(d, 12, 12, 12, 12, 10)), gen.Between(r, 2, 3)
		c.counts = []int{gen.Between(r, 2, c.beads/2)}
		content = fmt.Sprintf("exactly %d %s ones, while each of the others is %s at will", c.counts[0], colours[0], alternatives(colours[1:1+c.free]))
	}
	rule := "Two such rings are the same if a rotation takes one to the other; they cannot be turned over."
	if c.flips {
		rule = "Two such rings are the same if one can be rotated or turned over to look like the other."
	}
	if c.spaced {
		rule += fmt.Sprintf(" No two %s ones may be neighbours.", colours[0])
	}
	fixed := c.fixedBy()
	count := sumOf(fixed) / len(fixed)
	question, slots := gen.Ask(r, []string{
		"A closed ring is made of {n} equal beads, among them {content}. {rule} How many different rings can be made?",
		"{n} lamps are mounted at equal distances round a hoop, {content}. {rule} In how many different ways can the lamps be coloured?",
		"How many essentially different ways are there to colour the segments of a ring of {n} equal segments with {content}? {rule}",
	}, gen.Slot("n", c.beads), gen.Fixed("content", content), gen.Fixed("rule", rule))
	return posed(question, slots, task.Integer(int64(count)), "By Burnside's lemma the number is the mean, over the %d symmetries, of the colourings that each keeps: %s. Their sum is %d, and %d / %d = %d.",
		len(fixed), strings.Join(intTexts("%d", fixed), ", "), sumOf(fixed), sumOf(fixed), len(fixed), count)
}

// chains counts the ways to build up a shape from an inner one cell by cell, all
// steps being shapes with rows that do not grow downwards: standard skew tableaux.
func chains(outer, inner []int) *big.Int {
	memo := map[string]*big.Int{fmt.Sprint(inner): big.NewInt(1)}
	var count func(shape []int) *big.Int
	count = func(shape []int) *big.Int {
		key := fmt.Sprint(shape)
		if v, ok := memo[key]; ok {
			return v
		}
		total := new(big.Int)
		for i := range shape {
			if shape[i] > inner[i] && (i+1 == len(shape) || shape[i] > shape[i+1]) {
				smaller := slices.Clone(shape)
				smaller[i]--
				total.Add(total, count(smaller))
			}
		}
		memo[key] = total
		return total
	}
	return count(outer)
}

// hookCount is the number of standard Young tableaux, by the hook length formula.
func hookCount(shape []int) (count *big.Int, hooks []int) {
	count = new(big.Int).MulRange(1, int64(sumOf(shape)))
	for i, row := range shape {
		for j := range row {
			below := 0
			for _, other := range shape[i+1:] {
				if other > j {
					below++
				}
			}
			hooks = append(hooks, row-j+below)
		}
	}
	product := big.NewInt(1)
	for _, h := range hooks {
		product.Mul(product, big.NewInt(int64(h)))
	}
	return count.Quo(count, product), hooks
}

// tableauxCount asks for the orders of votes in which the ranking of the candidates
// never turns: standard Young tableaux. Difficulty adds rows and then conditions:
// who gets the last vote, who gets the last two, an intermediate result.
func tableauxCount(r *rand.Rand, d gen.Difficulty) task.Item {
	shape := make([]int, gen.Of(d, 3, 3, 4, 3, 3))
	for i := len(shape) - 1; i >= 0; i-- {
		shape[i] = gen.Between(r, gen.Of(d, 1, 1, 1, 1, 2), gen.Of(d, 4, 3, 2, 2, 3))
		if i+1 < len(shape) {
			shape[i] += shape[i+1] - r.IntN(2)
		}
	}
	names := peopleOf(r, len(shape))
	count, hooks := hookCount(shape)
	condition, working := "", fmt.Sprintf("The hook lengths, row by row, are %s, so %d! divided by their product counts", strings.Join(intTexts("%d", hooks), ", "), sumOf(shape))
	switch inner := slices.Clone(shape); d {
	case 2, 4:
		var last []string
		for range int(d) / 2 {
			i := gen.Pick(r, removableRows(inner))
			inner[i]--
			last = append(last, names[i])
		}
		condition = fmt.Sprintf(" The last vote went to %s.", last[0])
		if d == 4 {
			condition = fmt.Sprintf(" The last vote went to %s and the one before it to %s.", last[0], last[1])
		}
		count, hooks = hookCount(inner)
		working = fmt.Sprintf("Before that the numbers were %s; the hook lengths of this shape, row by row, are %s, so %d! divided by their product counts", strings.Join(intTexts("%d", inner), ", "), strings.Join(intTexts("%d", hooks), ", "), sumOf(inner))
	case 5:
		for range gen.Between(r, 3, sumOf(shape)-3) {
			inner[gen.Pick(r, removableRows(inner))]--
		}
		condition = fmt.Sprintf(" After %d votes the numbers were, in the same order of names, %s.", sumOf(inner), strings.Join(intTexts("%d", inner), ", "))
		before, _ := hookCount(inner)
		after := chains(shape, inner)
		count = new(big.Int).Mul(before, after)
		working = fmt.Sprintf("By the hook length formula there are %v ways to the intermediate result, and counting cell by cell there are %v from it to the end; their product counts", before, after)
	}
	ranking := strings.Join(names, ", ")
	votes := make([]string, len(shape))
	for i, n := range shape {
		votes[i] = fmt.Sprintf("%d for %s", n, names[i])
	}
	question, slots := gen.Ask(r, []string{
		"In all {total} votes are counted, one by one; in the end there are {votes}. At no time during the count did a name later in the list {ranking} have more votes than one before it; ties were possible.{condition} How many orders of the votes by candidate fit this?",
		"Altogether {total} goals were scored, one after another: {votes}. At every moment each of the players {ranking}, in this order, had at least as many goals as the next one.{condition_goal} In how many ways can the sequence of scorers have gone?",
		"{total} coins are dropped, one at a time, into the boxes of {ranking}, so that at every time the boxes hold, from the first to the last name, numbers that never increase; the final numbers of coins are {votes}.{condition_coin} Count the possible sequences of boxes.",
	}, gen.Slot("total", sumOf(shape)), gen.Fixed("votes", gen.Enumerated(votes)), gen.Fixed("ranking", ranking), gen.Fixed("condition", condition),
		gen.Fixed("condition_goal", strings.NewReplacer("The last vote went to", "The last goal was scored by", "votes", "goals", "one before it to", "one before it by").Replace(condition)),
		gen.Fixed("condition_coin", strings.NewReplacer("vote", "coin").Replace(condition)))
	return posed(question, slots, bigCount(count), "Such sequences are the standard Young tableaux of a shape whose rows are the final numbers. %s %v.", working, count)
}

// removableRows are the rows from which a cell can be taken.
func removableRows(shape []int) []int {
	var rows []int
	for i, n := range shape {
		if n > 0 && (i+1 == len(shape) || n > shape[i+1]) {
			rows = append(rows, i)
		}
	}
	return rows
}
