package expr

import (
	_ "embed"
	"math/big"
	"strconv"
	"strings"
	"sync"
)

//go:embed units.tsv
var unitTable string

// unitEntry is a unit's size in base units.
type unitEntry struct {
	factor *big.Rat
	dims   map[string]int64
	si     bool // takes SI prefixes
}

// unitEntries by spelling.
var unitEntries = sync.OnceValue(func() map[string]unitEntry {
	m := map[string]unitEntry{}
	for line := range strings.Lines(unitTable) {
		cols := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(cols) < 4 {
			continue
		}
		f, ok := new(big.Rat).SetString(cols[1])
		if !ok {
			continue
		}
		e := unitEntry{f, map[string]int64{}, cols[3] == "si"}
		for part := range strings.FieldsSeq(cols[2]) {
			name, exp, found := strings.Cut(part, "^")
			e.dims[name] = 1
			if found {
				e.dims[name] = wholeNumber(exp)
			}
		}
		for name := range strings.FieldsSeq(cols[0]) {
			m[name] = e
		}
	}
	return m
})

// wholeNumber reads an exponent; what is none counts as 0.
func wholeNumber(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0
	}
	return n
}

// siPrefixes are powers of ten by symbol and by word.
var siPrefixes = map[string]int64{
	"Y": 24, "Z": 21, "E": 18, "P": 15, "T": 12, "G": 9, "M": 6, "k": 3, "h": 2, "da": 1,
	"d": -1, "c": -2, "m": -3, "μ": -6, "µ": -6, "u": -6, "n": -9, "p": -12, "f": -15, "a": -18,
	"tera": 12, "giga": 9, "mega": 6, "kilo": 3, "hecto": 2, "deca": 1,
	"deci": -1, "centi": -2, "milli": -3, "micro": -6, "nano": -9, "pico": -12, "femto": -15,
}

// unitNamed finds a unit by symbol, word, plural, or with a prefix.
func unitNamed(name string) (unitEntry, bool) {
	all := unitEntries()
	for _, s := range []string{name, strings.TrimSuffix(name, "s"), strings.TrimSuffix(name, "es"),
		strings.ToLower(name), strings.TrimSuffix(strings.ToLower(name), "s"), strings.TrimSuffix(name, ".")} {
		if e, ok := all[s]; ok && s != "" {
			return e, true
		}
		for prefix, power := range siPrefixes {
			rest, ok := strings.CutPrefix(s, prefix)
			if !ok || rest == "" || (len(prefix) > 2) != (len(rest) > 2 && rest != "mol" && rest != "ohm" && rest != "bar" && rest != "cal") {
				continue
			}
			if e, ok := all[rest]; ok && e.si {
				e.factor = new(big.Rat).Mul(e.factor, powerOfTen(power))
				return e, true
			}
		}
	}
	return unitEntry{}, false
}

func powerOfTen(k int64) *big.Rat {
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(abs64(k)), nil)
	if k < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), n)
	}
	return new(big.Rat).SetInt(n)
}

// inBaseUnits writes a quantity as its number times powers of base units.
func inBaseUnits(n *Node) *Node {
	q, u := n.Args[0], n.Args[1]
	if u.Op == Symbol {
		switch u.Name {
		case "deg":
			return New(Div, New(Mul, q, Sym("pi")), Int(180))
		case "degC":
			return New(Mul, New(Add, q, Rat(big.NewRat(27315, 100))), Sym("unit:K"))
		case "degF":
			kelvin := New(Mul, New(Add, q, Rat(big.NewRat(45967, 100))), Rat(big.NewRat(5, 9)))
			return New(Mul, kelvin, Sym("unit:K"))
		}
	}
	return New(Mul, q, baseUnits(u))
}

func baseUnits(u *Node) *Node {
	switch u.Op {
	case Symbol, Text:
		return namedUnit(u.Name)
	case Mul, Div, Pow, Neg:
		c := *u
		c.Args = make([]*Node, len(u.Args))
		for i, x := range u.Args {
			c.Args[i] = baseUnits(x)
		}
		return &c
	}
	return u
}

func namedUnit(name string) *Node {
	if strings.ContainsAny(name, "/*^ ·") {
		return compoundUnit(name)
	}
	e, ok := unitNamed(name)
	if !ok {
		return Sym("unit:" + strings.TrimSuffix(strings.ToLower(strings.TrimSuffix(name, ".")), "s"))
	}
	factors := []*Node{Rat(e.factor)}
	for _, base := range []string{"m", "kg", "s", "A", "K", "mol", "cd"} {
		if k := e.dims[base]; k != 0 {
			factors = append(factors, New(Pow, Sym("unit:"+base), Int(k)))
		}
	}
	return New(Mul, factors...)
}

// compoundUnit reads a unit written as text: m/s, kg m^2, miles per hour.
func compoundUnit(s string) *Node {
	s = strings.NewReplacer(" per ", "/", "·", " ", "*", " ").Replace(s)
	out := []*Node{Int(1)}
	for i, part := range strings.Split(s, "/") {
		for name := range strings.FieldsSeq(part) {
			base, exp, found := strings.Cut(name, "^")
			n := namedUnit(strings.Trim(base, "{}"))
			k := int64(1)
			if found {
				k = wholeNumber(strings.Trim(exp, "{}"))
			}
			if i > 0 {
				k = -k
			}
			out = append(out, New(Pow, n, Int(max(-100, min(100, k)))))
		}
	}
	return New(Mul, out...)
}

// bareQuantity strips the unit from a quantity, keeping a sign before it.
func bareQuantity(n *Node) (q *Node, had bool) {
	switch n.Op {
	case Unit:
		return n.Args[0], true
	case Neg:
		if q, had := bareQuantity(n.Args[0]); had {
			return New(Neg, q), true
		}
	}
	return n, false
}

// asQuantity reads 10 m, a number times letters, as a quantity where the other
// side is one and every letter is a unit.
func asQuantity(n *Node) *Node {
	if n.Op != Mul {
		return n
	}
	split := len(n.Args)
	for split > 0 && isUnitPower(n.Args[split-1]) {
		split--
	}
	if split == 0 || split == len(n.Args) {
		return n
	}
	for _, x := range n.Args[:split] {
		if contains(x, func(n *Node) bool { return n.Op == Symbol && !isConstantName(n.Name) }) {
			return n
		}
	}
	return New(Unit, multiplied(n.Args[:split]), multiplied(n.Args[split:]))
}

func isUnitPower(n *Node) bool {
	if n.Op == Pow || n.Op == Div {
		return isUnitPower(n.Args[0]) && (n.Op == Div && isUnitPower(n.Args[1]) || constantRat(n.Args[1]) != nil)
	}
	if n.Op != Symbol || isConstantName(n.Name) {
		return false
	}
	_, ok := unitNamed(n.Name)
	return ok
}

func multiplied(args []*Node) *Node {
	if len(args) == 1 {
		return args[0]
	}
	return New(Mul, args...)
}

// quantities compares two scalars, either of which may carry a unit or a
// percent sign.
func (d *decider) quantities(a, b *Node) Verdict {
	if a.Op == Unit {
		b = asQuantity(b)
	} else if b.Op == Unit {
		a = asQuantity(a)
	}
	qa, ua := bareQuantity(a)
	qb, ub := bareQuantity(b)
	switch {
	case ua || ub:
		if d.o.Units == UnitsIgnore {
			return d.scalar(qa, qb)
		}
		if ua == ub {
			return d.scalar(a, b)
		}
		if d.o.Units == UnitsRequire {
			return Verdict{Different, "the unit is missing on one side"}
		}
		if v := d.scalar(qa, qb); v.Outcome == Same {
			return v
		}
		return d.scalar(a, b) // degrees beside radians
	case d.o.PercentAsNumber && (a.Op == Percent) != (b.Op == Percent):
		if a.Op == Percent {
			a, b = b, a
		}
		if v := d.scalar(a, b.Args[0]); v.Outcome == Same {
			return v
		}
	}
	return d.scalar(a, b)
}
