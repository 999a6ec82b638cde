package science

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// A physicsOracle solves a question again, by another method than its generator,
// from the numbers n that stand in its text q, in order. Got are the numbers of the
// reference, for oracles that only check an equation: those return got or nil.
type physicsOracle func(d int, q string, n, got []float64) []float64

// physicsOracles by slug; the files of this test fill it.
var physicsOracles = map[string]physicsOracle{}

func TestPhysicsAgreesWithASecondMethod(t *testing.T) {
	const seeds = 100
	for slug, solve := range physicsOracles {
		t.Run(slug, func(t *testing.T) {
			for d := gen.Easiest; d <= gen.Hardest; d++ {
				for i := range seeds {
					it, err := gen.New("science/"+slug, d, gen.Index(7, "oracle", i))
					if err != nil {
						t.Fatal(err)
					}
					got := answerNumbers(it.Answer)
					want := solve(int(d), it.Question, numbersOf(it.Question), got)
					if len(want) != len(got) {
						t.Fatalf("%s\nanswer %v, second method %v", it.Question, got, want)
					}
					for j := range got {
						if math.Abs(got[j]-want[j]) > 2e-4*math.Abs(want[j])+1e-9 {
							t.Fatalf("difficulty %d: %s\nanswer %v, second method %v", d, it.Question, got, want)
						}
					}
				}
			}
		})
	}
}

var numeral = regexp.MustCompile(`-?\d+(?:\.\d+)?`)

// numbersOf lists the numbers of a text; a minus counts where no word or digit
// stands before it.
func numbersOf(text string) []float64 {
	var out []float64
	for _, m := range numeral.FindAllStringIndex(text, -1) {
		s := text[m[0]:m[1]]
		if s[0] == '-' && m[0] > 0 && !strings.ContainsAny(text[m[0]-1:m[0]], " (^") {
			s = s[1:]
		}
		v, err := strconv.ParseFloat(s, 64)
		if err == nil {
			out = append(out, v)
		}
	}
	return out
}

// answerNumbers lists the numbers of an answer; a text counts as NaN-free 0 and is
// compared by oracles that read it from the question.
func answerNumbers(a task.Answer) []float64 {
	if a.Kind == task.KindList {
		var out []float64
		for _, item := range a.Items {
			out = append(out, answerNumbers(item)...)
		}
		return out
	}
	if v, ok := new(big.Rat).SetString(a.Value); ok {
		f, _ := v.Float64()
		return []float64{f}
	}
	return []float64{wordCode(a.Value)}
}

// wordCode makes a word comparable as a number.
func wordCode(word string) float64 {
	code := 1.0
	for _, r := range word {
		code = math.Mod(31*code+float64(r), 1e9)
	}
	return -1e9 - code
}

// root finds a zero of f between a and b, where its signs differ.
func root(a, b float64, f func(float64) float64) float64 {
	for range 80 {
		m := (a + b) / 2
		if f(a)*f(m) <= 0 {
			b = m
		} else {
			a = m
		}
	}
	return a
}

// holds returns got where an equation is true to five digits.
func holds(got []float64, pairs ...float64) []float64 {
	for i := 0; i+1 < len(pairs); i += 2 {
		if math.Abs(pairs[i]-pairs[i+1]) > 2e-5*max(math.Abs(pairs[i]), math.Abs(pairs[i+1]))+1e-9 {
			return nil
		}
	}
	return got
}

var numberPatterns = map[string]*regexp.Regexp{}

// numbersAt lists the numbers that the groups of a pattern find in a text; none
// where it does not match.
func numbersAt(text, pattern string) []float64 {
	re := numberPatterns[pattern]
	if re == nil {
		re = regexp.MustCompile(pattern)
		numberPatterns[pattern] = re
	}
	var out []float64
	for i, group := range re.FindStringSubmatch(text) {
		if i > 0 {
			out = append(out, number(group))
		}
	}
	return out
}
