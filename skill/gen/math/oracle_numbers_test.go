package math

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// An oracle solves an item by another method from the numbers of its question,
// in the order in which they stand there. It returns the answer's text.
type oracle func(t *testing.T, it task.Item, n []int) string

var wholeNumber = regexp.MustCompile(`-?\b\d+\b`)

// numbersIn lists the integers of a text.
func numbersIn(text string) []int {
	var out []int
	for _, digits := range wholeNumber.FindAllString(text, -1) {
		n, err := strconv.Atoi(digits)
		if err == nil {
			out = append(out, n)
		}
	}
	return out
}

// agree holds items of every difficulty against the oracle.
func agree(t *testing.T, oracles map[string]oracle) {
	t.Helper()
	for slug, solve := range oracles {
		t.Run(slug, func(t *testing.T) {
			t.Parallel()
			for d := gen.Easiest; d <= gen.Hardest; d++ {
				for i := range uint64(100) {
					it, err := gen.New("math/"+slug, d, i)
					if err != nil {
						t.Fatal(err)
					}
					if want := solve(t, it, numbersIn(it.Question)); it.Answer.Text() != want {
						t.Fatalf("%s\n%s\nanswer %s, but the second method says %s", it.ID, it.Question, it.Answer.Text(), want)
					}
				}
			}
		})
	}
}

// calculator evaluates + − × ÷ / and brackets over the rationals.
type calculator struct {
	rest  string
	names map[string]*big.Rat
}

// calculate reads the longest calculation at the beginning of a text.
func calculate(text string, names map[string]*big.Rat) *big.Rat {
	c := &calculator{text, names}
	return c.sum()
}

func (c *calculator) take(symbols ...string) string {
	for _, s := range symbols {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(c.rest, " "), s); ok {
			c.rest = rest
			return s
		}
	}
	return ""
}

func (c *calculator) sum() *big.Rat {
	v := new(big.Rat).Set(c.product())
	for op := c.take("+", "−"); op != ""; op = c.take("+", "−") {
		if w := c.product(); op == "+" {
			v.Add(v, w)
		} else {
			v.Sub(v, w)
		}
	}
	return v
}

func (c *calculator) product() *big.Rat {
	v := new(big.Rat).Set(c.number())
	for op := c.take("×", "÷", "/"); op != ""; op = c.take("×", "÷", "/") {
		if w := c.number(); op == "×" {
			v.Mul(v, w)
		} else {
			v.Quo(v, w)
		}
	}
	return v
}

func (c *calculator) number() *big.Rat {
	if c.take("(") != "" {
		v := c.sum()
		c.take(")")
		return v
	}
	c.rest = strings.TrimLeft(c.rest, " ")
	for name, v := range c.names {
		if c.take(name) != "" {
			return v
		}
	}
	end := 0
	for end < len(c.rest) && (c.rest[end] >= '0' && c.rest[end] <= '9' || c.rest[end] == '.' && end+1 < len(c.rest) && c.rest[end+1] >= '0' && c.rest[end+1] <= '9') {
		end++
	}
	v, ok := new(big.Rat).SetString(c.rest[:end])
	if !ok {
		return new(big.Rat)
	}
	c.rest = c.rest[end:]
	return v
}

// between cuts the text between two marks, the first of each.
func between(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return text
}
