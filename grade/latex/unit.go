package latex

import (
	"strings"

	"segue/grade/expr"
)

// unitNames maps the spellings of a unit to its symbol. Plurals in s are found
// without being listed.
var unitNames = buildUnits()

// Units by symbol. A spelling marked with ! is a unit in a quantity only, or
// in \text: elsewhere it is more often a product of variables or a function.
var unitGroups = `
m: m! meter metre
cm: cm centimeter centimetre
mm: mm millimeter millimetre
km: km kilometer kilometre
dm: dm decimeter decimetre
nm: nm! nanometer nanometre
um: um! micrometer micron
in: in! inch inches
ft: ft foot feet
yd: yd! yard
mi: mi! mile
s: s! sec second
ms: ms! millisecond
min: min minute
h: h! hr hour
day: d! day
week: week
month: month
year: yr year
kg: kg kilogram
g: g! gram
mg: mg milligram
t: tonne
ton: ton
lb: lb lbs pound
oz: oz ounce
L: L! l! liter litre
mL: mL ml milliliter millilitre
gal: gal gallon
N: N! newton
J: J! joule
kJ: kJ kilojoule
eV: eV electronvolt
cal: cal calorie
kcal: kcal kilocalorie
W: W! watt
kW: kW kilowatt
kWh: kWh
Pa: Pa! pascal
kPa: kPa kilopascal
atm: atm atmosphere
Hz: Hz hertz
kHz: kHz
MHz: MHz
GHz: GHz
A: A! ampere amp
mA: mA!
V: V! volt
mV: mV!
ohm: ohm Ω
C: C! coulomb
F: F! farad
T: T! tesla
K: K! kelvin
mol: mol mole
M: M! molar
mph: mph
kph: kph kmh kmph
rad: rad radian
deg: deg degree
degC: °C celsius
degF: °F fahrenheit
unit: unit
dollar: dollar USD
cent: cent
percent: percent
`

type unitName struct {
	symbol string
	shy    bool // only where a unit is expected
}

func buildUnits() map[string]unitName {
	m := make(map[string]unitName, 256)
	for line := range strings.SplitSeq(strings.TrimSpace(unitGroups), "\n") {
		symbol, spellings, _ := strings.Cut(line, ": ")
		for w := range strings.FieldsSeq(spellings) {
			w, shy := strings.CutSuffix(w, "!")
			m[w] = unitName{symbol, shy}
		}
	}
	return m
}

// unitOf looks up a spelling, in plural or with a capital as well.
func unitOf(w string) (unitName, bool) {
	if u, ok := unitNames[w]; ok {
		return u, true
	}
	if len(w) < 3 {
		return unitName{}, false
	}
	lower := toLower(w)
	for _, form := range [...]string{lower, strings.TrimSuffix(lower, "s"), strings.TrimSuffix(lower, "es")} {
		if u, ok := unitNames[form]; ok && len(form) > 2 {
			return u, true
		}
	}
	return unitName{}, false
}

// isUnitWord reports whether a plain word is a unit wherever it follows a number.
func isUnitWord(w string) bool {
	u, ok := unitOf(w)
	return ok && !u.shy
}

// atUnit reports whether the next word is a unit that belongs to what was read.
func (p *parser) atUnit() bool {
	t := p.peek()
	switch t.kind {
	case kText:
		return true
	case kProse:
		return p.onlyWordsFollow()
	case kWord:
		if p.pos == 0 || t.from == 0 || !p.endsQuantity(p.toks[p.pos-1]) {
			return false
		}
		u, ok := unitOf(t.text)
		return !ok && len(t.text) > 2 && words[t.text].kind == kEnd && p.onlyWordsFollow() ||
			ok && (!u.shy || p.quantity || p.compound())
	}
	return false
}

// endsQuantity reports whether a token can be the end of a number.
func (p *parser) endsQuantity(t token) bool {
	switch t.kind {
	case kNumber, kRParen, kRBrace, kVulgar, kRBracket:
		return true
	case kSymbol:
		return t.text == "pi" || t.text == "infinity"
	}
	return false
}

// compound reports whether a letter begins a well-known compound unit, as the m
// of "5 m/s".
func (p *parser) compound() bool {
	t := p.peek()
	if !t.spaced || p.after(1).kind != kDivide || p.after(2).kind != kWord {
		return false
	}
	below := p.after(2).text
	switch t.text {
	case "m", "g", "J", "N", "W", "C", "V":
		return below == "s" && t.text == "m" || below == "mol" || below == "kg" || below == "cm" || below == "mL" || below == "min" || below == "hr"
	}
	return false
}

// onlyWordsFollow reports whether nothing but a few words stands before the end
// of this element, as in "12 red apples".
func (p *parser) onlyWordsFollow() bool {
	prose := false
	for i := range 5 {
		switch t := p.after(i); t.kind {
		case kProse:
			if proseWords[toLower(t.text)] {
				return false
			}
			prose = true
		case kWord:
		case kEnd:
			return prose
		default:
			return false
		}
	}
	return false
}

// unit reads a unit behind a factor, or returns nil where there is none.
func (p *parser) unit(last *expr.Node) *expr.Node {
	if last.Op == expr.Unit || !p.atUnit() {
		return nil
	}
	t := p.peek()
	if t.kind == kText {
		p.next()
		if w, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(t.text)), " "); proseWords[w] {
			return p.fail("words among mathematics")
		}
		return p.unitTail(p.unitNode(t.text))
	}
	from := t.from
	to := t.to
	for {
		switch t := p.peek(); t.kind {
		case kWord, kProse:
			if _, ok := unitOf(t.text); !ok && t.text != "per" && t.text != "square" && t.text != "cubic" && t.kind == kWord && len(t.text) == 1 {
				return p.unitNode(p.src[from:to])
			}
			to = t.to
		case kCaret, kDivide, kTimes, kMinus, kLBrace, kRBrace, kNumber:
			if !p.unitGoesOn() {
				return p.unitNode(p.src[from:to])
			}
			to = max(to, t.to)
		default:
			return p.unitNode(p.src[from:to])
		}
		p.next()
	}
}

// unitGoesOn reports whether a sign inside a run of units belongs to it: an
// integer power, or a division by a further unit.
func (p *parser) unitGoesOn() bool {
	prev := p.toks[p.pos-1].kind
	t := p.peek()
	switch t.kind {
	case kCaret:
		return true
	case kDivide, kTimes:
		if p.after(1).kind != kWord && p.after(1).kind != kProse {
			return false
		}
		_, ok := unitOf(p.after(1).text)
		return ok
	case kMinus:
		return prev == kCaret || prev == kLBrace
	case kLBrace:
		return prev == kCaret
	case kNumber:
		return prev == kCaret || prev == kLBrace || prev == kMinus
	case kRBrace:
		return p.toks[p.pos-1].kind == kNumber && p.powerBraces()
	}
	return false
}

// powerBraces reports whether the brace that closes here was opened by a power
// of the unit.
func (p *parser) powerBraces() bool {
	for i := p.pos - 1; i > 0 && i > p.pos-4; i-- {
		if p.toks[i].kind == kLBrace {
			return p.toks[i-1].kind == kCaret
		}
	}
	return false
}

// unitNode is the tree of a unit, or of other words that stand for one.
func (p *parser) unitNode(s string) *expr.Node {
	n, _ := unitExpression(s)
	return p.count(n)
}

// unitTail reads the power, the divisor or the further factor behind \text{cm}.
func (p *parser) unitTail(u *expr.Node) *expr.Node {
	for !p.failed() {
		switch {
		case p.at(kCaret):
			p.next()
			u = p.raisedUnit(u, p.exponent())
		case p.at(kDivide) && p.unitAt(1):
			p.next()
			u = p.node(expr.Div, u, p.unitNode(p.next().text))
		case p.at(kTimes) && p.unitAt(1):
			p.next()
			u = p.node(expr.Mul, u, p.unitNode(p.next().text))
		case p.at(kText):
			u = p.node(expr.Mul, u, p.unitNode(p.next().text))
		default:
			return u
		}
	}
	return u
}

// raisedUnit is u with its last factor raised: the power in m/s^2 is that of s.
func (p *parser) raisedUnit(u, exponent *expr.Node) *expr.Node {
	if (u.Op == expr.Div || u.Op == expr.Mul) && len(u.Args) == 2 {
		return p.node(u.Op, u.Args[0], p.node(expr.Pow, u.Args[1], exponent))
	}
	return p.node(expr.Pow, u, exponent)
}

// unitAt reports whether the token i places on is a unit in roman type.
func (p *parser) unitAt(i int) bool {
	t := p.after(i)
	if t.kind == kWord {
		_, ok := unitOf(t.text)
		return ok
	}
	return t.kind == kText
}

// unitSpellings brings signs in units together; afterPowers mends raised minus signs.
var (
	unitSpellings = strings.NewReplacer(`\cdot`, "*", `\times`, "*", `\,`, " ", `\`, " ", "~", " ", "·", "*", "⋅", "*", "**", "^",
		"{", "", "}", "", "²", "^2", "³", "^3", "⁻", "^-", "¹", "1", ".", " ")
	afterPowers = strings.NewReplacer("^-^2", "^-2", "^-^3", "^-3", " per ", "/")
)

// unitExpression reads the words of a unit: products, quotients ("per") and
// integer powers of known units; any other words are one unit of that name.
// known tells which of the two it is.
func unitExpression(s string) (unit *expr.Node, known bool) {
	s = afterPowers.Replace(unitSpellings.Replace(s))
	var result *expr.Node
	divide, power := false, 1
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c == '*':
			i++
			continue
		case c == '/':
			divide = true
			i++
			continue
		}
		j := i
		for j < len(s) && strings.IndexByte(" */^-0123456789", s[j]) < 0 {
			j++
		}
		w := s[i:j]
		if k, ok := map[string]int{"square": 2, "sq": 2, "cubic": 3, "cu": 3}[w]; ok {
			power, i = k, j
			continue
		}
		u, ok := unitOf(w)
		if !ok {
			return expr.Sym(toLower(plainText(s))), false
		}
		exp, end := unitPower(s, j)
		i = end
		result = combine(result, u.symbol, power*exp, divide)
		divide, power = false, 1
	}
	if result == nil {
		return expr.Sym(toLower(plainText(s))), false
	}
	return result, true
}

// unitPower reads ^2, ^-1, a digit or " squared" behind a unit.
func unitPower(s string, i int) (power, end int) {
	for word, n := range map[string]int{" squared": 2, " cubed": 3} {
		if strings.HasPrefix(s[i:], word) {
			return n, i + len(word)
		}
	}
	j, sign := i, 1
	if j < len(s) && s[j] == '^' {
		j++
	}
	if j < len(s) && s[j] == '-' {
		sign = -1
		j++
	}
	if j < len(s) && isDigit(s[j]) {
		return sign * int(s[j]-'0'), j + 1
	}
	return 1, max(j, i)
}

func combine(result *expr.Node, symbol string, power int, divide bool) *expr.Node {
	u := expr.Sym(symbol)
	if power != 1 {
		u = expr.New(expr.Pow, u, expr.Int(int64(power)))
	}
	switch {
	case divide && result == nil:
		return expr.New(expr.Div, expr.Int(1), u)
	case divide:
		return expr.New(expr.Div, result, u)
	case result == nil:
		return u
	}
	return expr.New(expr.Mul, result, u)
}
