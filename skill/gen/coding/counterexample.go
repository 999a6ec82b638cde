package coding

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/counterexample-input-search", "debugging and repair", "Counterexample input search",
		"Find the least input on which two programs differ.", counterexample)
}

// rival is a pair of functions of n that agree at first, with their Go values.
type rival struct {
	f, g  string // Python bodies, A to C are the constants
	value func(n, a, b, c int) (int, int)
	why   string
}

var rivals = []rival{
	{"return n % A + n // A", "return n if n < B else n - C", func(n, a, b, c int) (int, int) {
		if n < b {
			return n%a + n/a, n
		}
		return n%a + n/a, n - c
	}, "Below the first divisor the first function gives n itself, and each full divisor takes off one less than the divisor."},
	{"return n * n // A", "return n // A * n", func(n, a, _, _ int) (int, int) { return n * n / a, n / a * n }, "The second function drops the fraction before the multiplication, so it loses n times a fraction, which shows once that reaches one."},
	{"return (n + B) % A", "return n % A + B", func(n, a, b, _ int) (int, int) { return (n + b) % a, n%a + b }, "The two agree until the sum of the remainder and the summand reaches the modulus."},
	{"return max(n % A, n % B)", "return n % A if n % A > n % C else n % B", func(n, a, b, c int) (int, int) {
		g := n % b
		if n%a > n%c {
			g = n % a
		}
		return max(n%a, n%b), g
	}, "The second function compares with the wrong remainder, which matters once that changes the choice."},
	{"return n // A // B + n % C", "return n // (A * B) + n % C if n % B or n < C else n // A", func(n, a, b, c int) (int, int) {
		f := n/a/b + n%c
		if n%b != 0 || n < c {
			return f, n/(a*b) + n%c
		}
		return f, n / a
	}, "Repeated division equals division by the product, so only the other branch can differ: where the second divisor divides n and n is not small."},
	{"t = 0\n    for i in range(n):\n        t += i % A\n    return t % B", "return n * (n - 1) // 2 % B", func(n, a, b, _ int) (int, int) {
		t := 0
		for i := range n {
			t += i % a
		}
		return t % b, n * (n - 1) / 2 % b
	}, "The sums agree as long as every i is below the modulus; the first i that is not makes the difference, unless it is a multiple of the other modulus."},
}

// counterexample asks for the least n from a start on at which two functions
// differ. Difficulty moves from one boundary to branches and loops; the least
// such n is unique.
func counterexample(r *rand.Rand, d gen.Difficulty) task.Item {
	var p rival
	a, b, c, start, n := 0, 0, 0, 0, 0
	for range 50 { // the first draw nearly always differs somewhere
		p = rivals[gen.Of(d, r.IntN(3), r.IntN(3), 1+r.IntN(3), 2+r.IntN(4), 3+r.IntN(3))]
		a, b, c = gen.Between(r, 7, 49), gen.Between(r, 3, 40), gen.Between(r, 5, 25)
		start = gen.Between(r, 0, 9)
		for n = start; n < start+400; n++ {
			if f, g := p.value(n, a, b, c); f != g {
				break
			}
		}
		if n > start && n < start+400 {
			break
		}
	}
	names := gen.Sample(r, strings.Split("fghpqrsuvw", ""), 2)
	fill := strings.NewReplacer("A", fmt.Sprint(a), "B", fmt.Sprint(b), "C", fmt.Sprint(c))
	code := fill.Replace("def " + names[0] + "(n):\n    " + p.f + "\n\ndef " + names[1] + "(n):\n    " + p.g)
	f, g := p.value(n, a, b, c)
	question, slots := gen.Ask(r, []string{
		"Two Python functions should do the same but do not:\n\n{code}\n\nWhat is the smallest integer n that is at least {start} and for which {f}(n) and {g}(n) differ?",
		"{code}\n\nA tester tries n = {start} and then upwards, one by one. At which n is {f}(n) != {g}(n) for the first time?",
		"Somebody claims that the functions below are equal for all integers from {start} on. Refute it with the least counterexample.\n\n{code}",
	}, gen.Fixed("code", fence("python", code)), gen.Slot("start", start), gen.Fixed("f", names[0]), gen.Fixed("g", names[1]))
	answer := task.Integer(int64(n))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s For all smaller n from %d on the results agree; for n = %d they are %d and %d.", p.why, start, n, f, g), answer)}
}
