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
	gen.Register("math/permutation-rank-and-unrank", "combinatorics", "Permutation rank and unrank",
		"Find the place of an arrangement in alphabetical order, or the arrangement at a place.", permutationRank)
	gen.Register("math/permutation-cycle-structure", "combinatorics", "Permutation cycle structure",
		"Find the cycle lengths, the order and the sign of a composed permutation.", cycleStructure)
}

// permutationRank asks for the place of a row of letters among all its
// rearrangements in alphabetical order, or back. Difficulty adds letters; rows of
// 3 and 5 repeat letters, 2 and 4 ask for the row at a place, 5 for the row that
// stands a number of places later.
func permutationRank(r *rand.Rand, d gen.Difficulty) task.Item {
	letters := lettersOf(r, gen.Of(d, 5, 5, 5, 7, 5))
	word := slices.Clone(letters)
	if d == 3 || d == 5 {
		word = append(word, gen.Sample(r, letters, gen.Of(d, 0, 0, 2, 0, 3))...)
	}
	slices.Sort(word)
	total := lexicographicTotal(word)
	r.Shuffle(len(word), func(i, j int) { word[i], word[j] = word[j], word[i] })
	rank := lexicographicRank(word)
	text := strings.Join(word, "")
	switch d {
	case 2, 4:
		question, slots := gen.Ask(r, []string{
			"All {total} arrangements of the letters {letters} are listed in alphabetical order, the first one as number 1. Which arrangement is number {rank}? Write its letters without blanks.",
			"A safe tries every code that uses each of the letters {letters} exactly once, in dictionary order. Which code is tried as number {rank}, counting from 1? Write the letters without blanks.",
			"The words that can be made by rearranging {letters}, each letter used once, are bound into a dictionary. What is the word in place {rank} (the first place is 1)? Give it without blanks.",
		}, gen.Fixed("total", total), gen.Fixed("letters", strings.Join(letters, "")), gen.Slot("rank", rank))
		return posed(question, slots, task.String(text), "Fix the letters one by one: with k letters left, each choice covers (k − 1)! places. For place %d this gives %s.", rank, text)
	case 5:
		steps := gen.Between(r, 1, total-1)
		later := lexicographicUnrank(word, (rank-1+steps)%total+1)
		question, slots := gen.Ask(r, []string{
			"All different arrangements of the letters of {word} are listed in alphabetical order. Start at {word_again} and go {steps} places forward; after the last arrangement the list starts again from its first. Which arrangement do you reach? Write it without blanks.",
			"A counter shows {word} and at each tick moves to the next rearrangement of these letters in dictionary order (from the last one to the first). What does it show after {steps} ticks? Write the letters without blanks.",
			"In the cyclic alphabetical list of the distinct rearrangements of {word}, which word stands {steps} places after it? Past the end the list goes on at its start. Write the word without blanks.",
		}, gen.Fixed("word", text), gen.Fixed("word_again", "this word"), gen.Slot("steps", steps))
		return posed(question, slots, task.String(later), "%s is number %d of %d, so number %d is asked. Fixing letters one by one, where each choice covers as many places as the rest has arrangements, gives %s.", text, rank, total, (rank-1+steps)%total+1, later)
	}
	offset := gen.Between(r, 2, 99)
	question, slots := gen.Ask(r, []string{
		"All different arrangements of the letters of {word} are listed in alphabetical order and numbered on from {offset}, so that the first has this number. Which number does {word_again} have?",
		"Every distinct rearrangement of the letters in {word} gets a ticket, in dictionary order; the tickets bear consecutive numbers, the lowest being {offset}. What number is on the ticket of {word_again}?",
		"A machine prints the distinct rearrangements of {word} in alphabetical order, one a page, beginning on page {offset}. On which page does {word_again} stand?",
	}, gen.Fixed("word", text), gen.Fixed("word_again", "this word itself"), gen.Slot("offset", offset))
	return posed(question, slots, task.Integer(int64(rank-1+offset)), "Going through %s from the left and counting the arrangements that have a smaller letter at that place, %d arrangements come before it; so its number is %d + %d = %d.", text, rank-1, offset, rank-1, rank-1+offset)
}

// lexicographicTotal is the number of distinct rearrangements.
func lexicographicTotal(word []string) int {
	counts := map[string]int{}
	for _, w := range word {
		counts[w]++
	}
	total := nFactorial(len(word))
	for _, c := range counts {
		total /= nFactorial(c)
	}
	return total
}

// lexicographicRank is the place of a word among its rearrangements, from 1.
func lexicographicRank(word []string) int {
	rank := 1
	for i := range word {
		smaller := map[string]bool{}
		for j := i + 1; j < len(word); j++ {
			if word[j] < word[i] && !smaller[word[j]] {
				smaller[word[j]] = true
				rest := slices.Clone(word[i:])
				rank += lexicographicTotal(slices.Delete(rest, j-i, j-i+1))
			}
		}
	}
	return rank
}

// lexicographicUnrank is the rearrangement at a place, from 1.
func lexicographicUnrank(word []string, rank int) string {
	rest := slices.Sorted(slices.Values(word))
	var b strings.Builder
	for len(rest) > 0 {
		for i := 0; ; i++ {
			if i > 0 && rest[i] == rest[i-1] {
				continue
			}
			without := slices.Delete(slices.Clone(rest), i, i+1)
			if n := lexicographicTotal(without); rank > n {
				rank -= n
				continue
			}
			b.WriteString(rest[i])
			rest = without
			break
		}
	}
	return b.String()
}

// cycleStructure asks for the number of cycles, the order and the sign of a
// permutation. Difficulty goes from one permutation over products of two and
// three to a power and an inverse.
func cycleStructure(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 7, 6, 8, 8, 9)
	sigma, tau := r.Perm(n), r.Perm(n)
	power := gen.Between(r, 11, 60)
	product, steps := sigma, "Only σ is applied."
	switch d {
	case 2, 3:
		product, steps = followedBy(sigma, tau), "First σ is applied, then τ."
	case 4:
		product, steps = followedBy(followedBy(sigma, tau), sigma), "First σ is applied, then τ, then σ once more."
	case 5:
		product = inversePermutation(tau)
		for range power {
			product = followedBy(sigma, product)
		}
		steps = "First σ is applied {power} times, then the inverse of τ once."
	}
	maps := fmt.Sprintf("σ takes the places 1 to %d, in this order, to the places %s", n, strings.Join(oneBased(sigma), ", "))
	if d > 1 {
		maps += fmt.Sprintf("; τ takes them to %s", strings.Join(oneBased(tau), ", "))
	}
	cycles, order, text := cyclesOf(product)
	question, slots := gen.Ask(r, []string{
		"Permutations of {n} places: {maps}. " + steps + " Write the resulting permutation in disjoint cycles and give the list [number of cycles, counting fixed places as cycles of length 1; order; sign as 1 or -1].",
		"Dancers stand on {n} marked places. In a figure each dancer moves to another place or stays: {maps}. " + steps + " Consider all this as one figure. List three numbers: into how many cycles it splits the places (a place that is kept is a cycle too), after how many repetitions of it everybody is back for the first time, and 1 if it is an even permutation or -1 if it is odd.",
		"Cards lie in a row of {n} places and are rearranged: {maps}. " + steps + " For this combined shuffle give [c, m, s]: c is the number of its cycles including those of length 1, m is the least positive number of times it must be done to restore the row, s is its sign (1 for an even number of swaps, -1 for an odd one).",
	}, gen.Fixed("n", n), gen.Fixed("maps", maps), gen.Slot("power", power))
	sign := minusOneTo(n - cycles)
	return posed(question, slots, task.List(task.Integers([]int{cycles, order, sign})...), "The combined permutation is %s. It has %s; its order is the least common multiple of their lengths, %d; its sign is (−1)^(%d − %d) = %d.", text, numbered(cycles, "cycle"), order, n, cycles, sign)
}

// followedBy is the permutation p and then q.
func followedBy(p, q []int) []int {
	out := make([]int, len(p))
	for i, v := range p {
		out[i] = q[v]
	}
	return out
}

func inversePermutation(p []int) []int {
	out := make([]int, len(p))
	for i, v := range p {
		out[v] = i
	}
	return out
}

// oneBased writes the values of a permutation of 0, 1, … from 1 on.
func oneBased(p []int) []string {
	out := make([]string, len(p))
	for i, v := range p {
		out[i] = fmt.Sprint(v + 1)
	}
	return out
}

// cyclesOf counts the cycles, finds the order and writes the cycles: "(1 3)(2)".
func cyclesOf(p []int) (cycles, order int, text string) {
	order = 1
	seen := make([]bool, len(p))
	var b strings.Builder
	for i := range p {
		if seen[i] {
			continue
		}
		var members []string
		for j := i; !seen[j]; j = p[j] {
			seen[j] = true
			members = append(members, fmt.Sprint(j+1))
		}
		cycles++
		order = order / gcd(order, len(members)) * len(members)
		b.WriteString("(" + strings.Join(members, " ") + ")")
	}
	return cycles, order, b.String()
}
