package math

import (
	stdmath "math"
	"math/cmplx"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formula is a written calculation compiled to a function of its names. What is
// not defined over the reals (roots and logarithms of negative numbers, division
// by zero) gives NaN.
type formula func(names map[string]complex128) complex128

// formulaReader compiles formulas as the questions write them.
type formulaReader struct{ rest string }

// readFormula compiles a text.
func readFormula(text string) formula {
	text = strings.NewReplacer(`\left`, "", `\right`, "", "[", "(", "]", ")", "²", "^2", "³", "^3", "⁴", "^4", "·", "*", "−", "-", `\sqrt{`, "√(", "{", "(", "}", ")").Replace(strings.ReplaceAll(text, `\frac`, "#"))
	c := &formulaReader{text}
	f := c.sum()
	if strings.TrimSpace(c.rest) != "" {
		panic("formula " + text + ": cannot read " + c.rest)
	}
	return f
}

func (c *formulaReader) take(symbols ...string) string {
	c.rest = strings.TrimLeft(c.rest, " ")
	for _, s := range symbols {
		if rest, ok := strings.CutPrefix(c.rest, s); ok {
			c.rest = rest
			return s
		}
	}
	return ""
}

func (c *formulaReader) sum() formula {
	sign := c.take("-")
	f := c.product()
	if g := f; sign != "" {
		f = func(n map[string]complex128) complex128 { return -g(n) }
	}
	for op := c.take("+", "-"); op != ""; op = c.take("+", "-") {
		a, b := f, c.product()
		if op == "+" {
			f = func(n map[string]complex128) complex128 { return a(n) + b(n) }
		} else {
			f = func(n map[string]complex128) complex128 { return a(n) - b(n) }
		}
	}
	return f
}

func (c *formulaReader) product() formula {
	f := c.power()
	for {
		op := c.take("*", "/")
		if op == "" {
			r, _ := utf8.DecodeRuneInString(c.rest)
			if c.rest == "" || !strings.ContainsRune("(√#lcixnktzuvw", r) && (r < '0' || r > '9') { // side by side
				return f
			}
		}
		a, b := f, c.power()
		f = func(n map[string]complex128) complex128 {
			if op == "/" {
				if b(n) == 0 {
					return cmplx.NaN()
				}
				return a(n) / b(n)
			}
			return a(n) * b(n)
		}
	}
}

func (c *formulaReader) power() formula {
	f := c.atom()
	if c.take("^") == "" {
		return f
	}
	g := c.atom()
	return func(n map[string]complex128) complex128 {
		e := g(n)
		if k := int(real(e)); e == complex(float64(k), 0) && k >= 0 && k < 64 {
			out := complex(1, 0)
			for range k {
				out *= f(n)
			}
			return out
		}
		return cmplx.Pow(f(n), e)
	}
}

func (c *formulaReader) atom() formula {
	symbol := c.take("(", "|", "⌊", "√", "#", "ln", "log_", "conj", "-")
	switch symbol {
	case "(":
		f := c.sum()
		c.take(")")
		return f
	case "|":
		f := c.sum()
		c.take("|")
		return func(n map[string]complex128) complex128 { return complex(cmplx.Abs(f(n)), 0) }
	case "⌊":
		f := c.sum()
		c.take("⌋")
		return func(n map[string]complex128) complex128 { return complex(stdmath.Floor(real(f(n))+1e-9), 0) }
	case "√":
		f := c.atom()
		return func(n map[string]complex128) complex128 {
			if v := f(n); real(v) >= -1e-12 {
				return complex(stdmath.Sqrt(max(0, real(v))), 0)
			}
			return cmplx.NaN()
		}
	case "#":
		f, g := c.atom(), c.atom()
		return func(n map[string]complex128) complex128 { return f(n) / g(n) }
	case "conj":
		f := c.atom()
		return func(n map[string]complex128) complex128 { return cmplx.Conj(f(n)) }
	case "-":
		f := c.power()
		return func(n map[string]complex128) complex128 { return -f(n) }
	case "ln", "log_":
		base := stdmath.E
		if symbol == "log_" {
			base = float64(c.digits())
		}
		f := c.atom()
		return func(n map[string]complex128) complex128 {
			if v := real(f(n)); v > 1e-12 {
				return complex(stdmath.Log(v)/stdmath.Log(base), 0)
			}
			return cmplx.NaN()
		}
	}
	if c.rest != "" && c.rest[0] >= '0' && c.rest[0] <= '9' {
		v := complex(float64(c.digits()), 0)
		return func(map[string]complex128) complex128 { return v }
	}
	if c.rest == "" {
		panic("formula ends early")
	}
	name := c.rest[:1]
	c.rest = c.rest[1:]
	if name == "i" {
		return func(map[string]complex128) complex128 { return 1i }
	}
	return func(n map[string]complex128) complex128 {
		v, ok := n[name]
		if !ok {
			panic("formula has the unknown name " + name)
		}
		return v
	}
}

func (c *formulaReader) digits() int {
	end := 0
	for end < len(c.rest) && c.rest[end] >= '0' && c.rest[end] <= '9' {
		end++
	}
	n, _ := strconv.Atoi(c.rest[:end])
	c.rest = c.rest[end:]
	return n
}
