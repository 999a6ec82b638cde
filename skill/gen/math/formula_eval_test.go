package math

import (
	"fmt"
	stdmath "math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// questionFormula reads formulas as they stand in questions and answers, for
// floating point: a reading of its own, beside the generators and the graders.
type questionFormula struct{ rest string }

// formulaValue is a formula that has been read: its value by those of its letters.
type formulaValue func(vars map[string]float64) float64

var latexToPlain = strings.NewReplacer(`\sqrt{`, "√(", `\pi`, "π", `\ln`, "ln", "{", "(", "}", ")", "²", "^2", "−", "-", `\infty`, "∞")

// formulasRead holds formulaValue by text: quadrature asks for one formula's value
// thousands of times.
var formulasRead sync.Map

// evalFormula reads plain text or the LaTeX of answers.
func evalFormula(t *testing.T, text string, vars map[string]float64) float64 {
	t.Helper()
	read, ok := formulasRead.Load(text)
	if !ok {
		read = formulaOf(t, text)
		formulasRead.Store(text, read)
	}
	return read.(formulaValue)(vars)
}

func formulaOf(t *testing.T, text string) formulaValue {
	t.Helper()
	plain := text
	for strings.Contains(plain, `\frac{`) { // \frac{a}{b} → ((a)/(b))
		i := strings.Index(plain, `\frac{`)
		a, rest := bracedGroup(plain[i+5:])
		b, rest := bracedGroup(rest)
		plain = plain[:i] + "((" + a + ")/(" + b + "))" + rest
	}
	p := &questionFormula{rest: latexToPlain.Replace(plain)}
	value := p.sum()
	if strings.TrimSpace(p.rest) != "" {
		t.Fatalf("formula %q: %q is left over", text, p.rest)
	}
	return value
}

// bracedGroup splits "{a}rest".
func bracedGroup(s string) (inside, rest string) {
	depth := 0
	for i, c := range s {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:]
			}
		}
	}
	return s, ""
}

func (p *questionFormula) take(prefix string) bool {
	p.rest = strings.TrimLeft(p.rest, " ")
	rest, ok := strings.CutPrefix(p.rest, prefix)
	if ok {
		p.rest = rest
	}
	return ok
}

// combined is an operation on two formulas.
func combined(a, b formulaValue, operation func(a, b float64) float64) formulaValue {
	return func(vars map[string]float64) float64 { return operation(a(vars), b(vars)) }
}

func plus(a, b float64) float64   { return a + b }
func minus(a, b float64) float64  { return a - b }
func times(a, b float64) float64  { return a * b }
func over(a, b float64) float64   { return a / b }
func larger(a, b float64) float64 { return max(a, b) }

// applied is a function of a formula.
func applied(f func(float64) float64, a formulaValue) formulaValue {
	return func(vars map[string]float64) float64 { return f(a(vars)) }
}

func constant(value float64) formulaValue { return func(map[string]float64) float64 { return value } }

func (p *questionFormula) sum() formulaValue {
	value := p.product()
	for {
		switch {
		case p.take("+"):
			value = combined(value, p.product(), plus)
		case p.take("-"):
			value = combined(value, p.product(), minus)
		default:
			return value
		}
	}
}

func (p *questionFormula) product() formulaValue {
	value := p.unary()
	for {
		switch {
		case p.take("·"), p.take("*"):
			value = combined(value, p.unary(), times)
		case p.take("/"):
			value = combined(value, p.unary(), over)
		case p.startsFactor():
			value = combined(value, p.power(), times)
		default:
			return value
		}
	}
}

func (p *questionFormula) startsFactor() bool {
	p.rest = strings.TrimLeft(p.rest, " ")
	for _, c := range p.rest {
		return c == '(' || c == '√' || c == '∛' || c == 'π' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	return false
}

func (p *questionFormula) unary() formulaValue {
	if p.take("-") {
		return combined(constant(-1), p.unary(), times)
	}
	return p.power()
}

func (p *questionFormula) power() formulaValue {
	base := p.primary()
	if p.take("^") {
		return combined(base, p.unary(), stdmath.Pow)
	}
	return base
}

var leadingNumber = regexp.MustCompile(`^\d+(\.\d+)?`)

func (p *questionFormula) primary() formulaValue {
	functions := map[string]func(float64) float64{"sin": stdmath.Sin, "cos": stdmath.Cos, "tan": stdmath.Tan, "ln": stdmath.Log, "√": stdmath.Sqrt, "∛": stdmath.Cbrt}
	for _, name := range []string{"sin", "cos", "tan", "ln", "√", "∛"} {
		if p.take(name) {
			return applied(functions[name], p.primary())
		}
	}
	switch {
	case p.take("("):
		value := p.sum()
		p.take(")")
		return value
	case p.take("|"):
		value := p.sum()
		p.take("|")
		return applied(stdmath.Abs, value)
	case p.take("max("):
		a := p.sum()
		p.take(",")
		b := p.sum()
		p.take(")")
		return combined(a, b, larger)
	case p.take("π"):
		return constant(stdmath.Pi)
	}
	p.rest = strings.TrimLeft(p.rest, " ")
	if digits := leadingNumber.FindString(p.rest); digits != "" {
		p.rest = p.rest[len(digits):]
		value, _ := strconv.ParseFloat(digits, 64)
		if p.take("°") {
			value *= stdmath.Pi / 180
		}
		return constant(value)
	}
	if p.rest == "" {
		return constant(stdmath.NaN())
	}
	name := p.rest[:1]
	p.rest = p.rest[1:]
	return letter(name)
}

// letter is the value given for a name, else Euler's number for e, else none.
func letter(name string) formulaValue {
	return func(vars map[string]float64) float64 {
		if value, ok := vars[name]; ok {
			return value
		}
		if name == "e" {
			return stdmath.E
		}
		return stdmath.NaN()
	}
}

// leafValues are the numbers of an answer in order; a word is NaN.
func leafValues(t *testing.T, a task.Answer) []float64 {
	t.Helper()
	var out []float64
	switch a.Kind {
	case task.KindList, task.KindSet:
		for _, it := range a.Items {
			out = append(out, leafValues(t, it)...)
		}
	case task.KindMapping:
		var names []string
		for name := range a.Fields {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			out = append(out, leafValues(t, a.Fields[name])...)
		}
	case task.KindString:
		out = append(out, stdmath.NaN())
	default:
		out = append(out, evalFormula(t, a.Value, nil))
	}
	return out
}

// readItem is an item with what was read from its question.
type readItem struct {
	t    *testing.T
	it   task.Item
	text map[string]string // named groups of the pattern
	got  []float64
}

// num is a number of the question that a group holds, or that stands as "name =
// 3", "name is 3", "name being 3" and the like.
func (s readItem) num(name string) float64 {
	s.t.Helper()
	text, ok := s.text[name]
	if !ok {
		m := regexp.MustCompile(`\b` + name + ` (?:=|is|be|being|stands for|standing for) (-?\d+)`).FindStringSubmatch(s.it.Question)
		if m == nil {
			s.t.Fatalf("%s: no value of %s in %q", s.it.ID, name, s.it.Question)
		}
		text = m[1]
	}
	return evalFormula(s.t, text, nil)
}

// function is a formula of the question in one variable; letters are further names.
func (s readItem) function(text, variable string, letters ...string) func(float64) float64 {
	vars := map[string]float64{}
	for _, l := range letters {
		vars[l] = s.num(l)
	}
	return func(x float64) float64 {
		vars[variable] = x
		return evalFormula(s.t, text, vars)
	}
}

func nearly(a, b, tolerance float64) bool {
	return stdmath.Abs(a-b) <= tolerance*max(1, stdmath.Abs(a), stdmath.Abs(b))
}

// readingOracle holds the items of a skill that one of the patterns reads
// against a check, which says what it expects where it disagrees.
type readingOracle struct {
	patterns []string
	check    func(s readItem) string
}

const readingSeeds = 100

// checkReadings runs oracles over seeds and difficulties; at least a fifth of
// the items must be read.
func checkReadings(t *testing.T, oracles map[string]readingOracle) {
	for slug, o := range oracles {
		t.Run(slug, func(t *testing.T) {
			t.Parallel()
			var patterns []*regexp.Regexp
			for _, p := range o.patterns {
				patterns = append(patterns, regexp.MustCompile(p))
			}
			read := 0
			for d := gen.Easiest; d <= gen.Hardest; d++ {
				for i := range uint64(readingSeeds) {
					it, err := gen.New("math/"+slug, d, i)
					if err != nil {
						t.Fatal(err)
					}
					s, ok := readBy(t, it, patterns)
					if !ok {
						continue
					}
					read++
					if fault := o.check(s); fault != "" {
						t.Fatalf("%s: %s\n%s\nanswer %s", it.ID, fault, it.Question, it.Answer.Text())
					}
				}
			}
			if read < 5*readingSeeds/5 {
				t.Errorf("only %d items were read", read)
			}
		})
	}
}

func readBy(t *testing.T, it task.Item, patterns []*regexp.Regexp) (readItem, bool) {
	s := readItem{t: t, it: it, text: map[string]string{}}
	for _, p := range patterns {
		m := p.FindStringSubmatch(it.Question)
		if m == nil {
			continue
		}
		for i, name := range p.SubexpNames() {
			if name != "" {
				s.text[name] = m[i]
			}
		}
		s.got = leafValues(t, it.Answer)
		return s, true
	}
	if len(patterns) == 0 {
		s.got = leafValues(t, it.Answer)
	}
	return s, len(patterns) == 0
}

// expect compares one value.
func (s readItem) expect(want, tolerance float64) string {
	if len(s.got) != 1 || !nearly(s.got[0], want, tolerance) {
		return fmt.Sprintf("expected %g", want)
	}
	return ""
}
