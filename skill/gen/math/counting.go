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

// posed is the item of a question, its answer and a working in the form of Sprintf.
func posed(question string, slots []task.Slot, answer task.Answer, working string, args ...any) task.Item {
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(fmt.Sprintf(working, args...), answer)}
}

// nCr is the number of k-subsets of n things, 0 outside 0 ≤ k ≤ n. It is exact for n ≤ 60.
func nCr(n, k int) int {
	if k < 0 || k > n {
		return 0
	}
	c := 1
	for i := range min(k, n-k) {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// nFactorial is n! for n ≤ 20.
func nFactorial(n int) int {
	f := 1
	for i := 2; i <= n; i++ {
		f *= i
	}
	return f
}

// minusOneTo is (−1)^n.
func minusOneTo(n int) int { return 1 - 2*(n&1) }

// multinomial is the number of rows of things with the given multiplicities.
func multinomial(counts ...int) int {
	m, n := 1, 0
	for _, c := range counts {
		n += c
		m *= nCr(n, c)
	}
	return m
}

func sumOf(values []int) int {
	sum := 0
	for _, v := range values {
		sum += v
	}
	return sum
}

// bigCount is the integer answer of any size.
func bigCount(n *big.Int) task.Answer {
	return task.Answer{Kind: task.KindInteger, Value: n.String()}
}

// lettersOf draws n different capital letters in alphabetical order, without I and O,
// which look like digits.
func lettersOf(r *rand.Rand, n int) []string {
	letters := gen.Sample(r, strings.Split("ABCDEFGHJKLMNPQRSTUVWXYZ", ""), n)
	slices.Sort(letters)
	return letters
}

// peopleOf draws n different given names.
func peopleOf(r *rand.Rand, n int) []string { return gen.Sample(r, lexicon.GivenNames(), n) }

// numbered is a number with its noun: "1 ball", "3 balls".
func numbered(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// intTexts formats each number.
func intTexts(format string, values []int) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprintf(format, v)
	}
	return out
}

// sumText writes integers as a signed sum: "5 - 3 + 2".
func sumText(values []int) string {
	var b strings.Builder
	for i, v := range values {
		if i == 0 {
			fmt.Fprint(&b, v)
		} else {
			b.WriteString(signed(v))
		}
	}
	return b.String()
}

// firstNumber makes the first number of a text a slot.
func firstNumber(text string) (string, gen.Value) {
	from := strings.IndexAny(text, "0123456789")
	if from < 0 {
		return text, gen.Fixed("number", "")
	}
	to := from
	for to < len(text) && text[to] >= '0' && text[to] <= '9' {
		to++
	}
	return text[:from] + "{number}" + text[to:], gen.Slot("number", text[from:to])
}

// inserted writes a text that holds slots itself into phrasings.
func inserted(placeholder, text string, phrasings []string) []string {
	out := make([]string, len(phrasings))
	for i, p := range phrasings {
		out[i] = strings.ReplaceAll(p, placeholder, text)
	}
	return out
}
