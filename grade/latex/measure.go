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
in: in inch inches
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
