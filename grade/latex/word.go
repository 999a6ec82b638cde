package latex

// function describes a named function.
type function struct {
	name     string // canonical name
	min, max int    // number of arguments
	latex    bool   // also a command of its own
}

const many = 256

// functions maps every spelling of a function to its description.
var functions = buildFunctions()

var functionGroups = []struct {
	min, max int
	latex    bool
	names    string
}{
	{1, 1, true, `sin cos tan sec csc cot sinh cosh tanh coth sech csch cosec=csc tg=tan ctg=cot
		arcsin=asin arccos=acos arctan=atan arccot=acot arcsec=asec arccsc=acsc arctg=atan arcctg=acot
		arcsinh=asinh arccosh=acosh arctanh=atanh arsinh=asinh arcosh=acosh artanh=atanh
		ln exp det arg deg dim ker Re=re Im=im floor ceil sgn`},
	{1, 1, false, `asin acos atan acot asec acsc asinh acosh atanh acoth asech acsch
		sqrt cbrt abs factorial ceiling=ceil sign=sgn norm conjugate conj=conjugate tr trace=tr rank re im
		cis erf`},
	{1, 2, true, `log lg`},
	{1, many, true, `gcd lcm max min sup inf`},
	{2, 2, false, `binomial binom=binomial mod atan2 nCr=binomial root logb`},
}

func buildFunctions() map[string]function {
	m := make(map[string]function, 128)
	for _, g := range functionGroups {
		for name, canonical := range fields(g.names) {
			m[name] = function{canonical, g.min, g.max, g.latex}
		}
	}
	return m
}

// inverses maps a function to what its exponent -1 means.
var inverses = map[string]string{
	"sin": "asin", "cos": "acos", "tan": "atan", "cot": "acot", "sec": "asec", "csc": "acsc",
	"sinh": "asinh", "cosh": "acosh", "tanh": "atanh", "coth": "acoth", "sech": "asech", "csch": "acsch",
}

// arity maps a canonical name to the number of arguments it takes.
var arity = func() map[string][2]int {
	m := make(map[string][2]int, len(functions))
	for _, f := range functions {
		m[f.name] = [2]int{f.min, f.max}
	}
	return m
}()

// words maps plain words to their meaning. Units are not here: whether "min"
// is a unit depends on what stands before it.
var words = buildWords()

func buildWords() map[string]meaning {
	m := make(map[string]meaning, 512)
	for name, f := range functions {
		m[name] = meaning{kFunction, f.name}
	}
	for _, g := range commandGroups {
		if g.kind == kSymbol {
			for name, text := range fields(g.names) {
				m[name] = meaning{kSymbol, text}
			}
		}
	}
	for _, product := range []string{"ell", "top", "bot"} { // more often a product of letters
		delete(m, product)
	}
	for word, meant := range map[string]meaning{
		"infinity": {kSymbol, "infinity"}, "inf": {kSymbol, "infinity"}, "Infinity": {kSymbol, "infinity"}, "oo": {kSymbol, "infinity"},
		"Pi": {kSymbol, "pi"}, "PI": {kSymbol, "pi"},
		"and": {kAnd, "and"}, "AND": {kAnd, "and"}, "or": {kOr, "or"}, "OR": {kOr, "or"},
		"union": {kUnion, ""}, "intersect": {kIntersect, ""}, "intersection": {kIntersect, ""}, "minus": {kSetMinus, ""},
		"in": {kRelation, "in"}, "mod": {kMod, ""}, "emptyset": {kEmptySet, ""},
		"percent": {kPercent, ""}, "percentage": {kPercent, ""}, "pct": {kPercent, ""}, "Percent": {kPercent, ""},
		"degree": {kDegree, ""}, "degrees": {kDegree, ""}, "sqrt": {kSqrt, ""}, "cbrt": {kCbrt, ""},
		"times": {kTimes, ""}, "choose": {kChoose, ""}, "bar": {kAccent, "bar"}, "hat": {kAccent, "hat"}, "vec": {kAccent, "vec"},
	} {
		m[word] = meant
	}
	return m
}

// proseWords are short words of natural language that would otherwise be read
// as products of letters. Longer ones are recognised by their length.
var proseWords = wordSet(`yes no if of odd even none true false for all where with the are not any such that when only
	both zero one two three four five six seven eight nine ten does exist can least most more less than then else has have its
	thus from this there will must some each every after part case half`)

func wordSet(s string) map[string]bool {
	m := make(map[string]bool)
	for w := range fields(s) {
		m[w] = true
	}
	return m
}

// proseLength is the number of letters from which a word in lower case is taken
// as natural language: products of that many variables are written otherwise.
const proseLength = 5

// isProse reports whether a run of letters is a word of natural language.
func isProse(w string) bool {
	if len(w) < 2 {
		return false
	}
	if lower := toLower(w); proseWords[lower] && (lower == w || w[1:] == lower[1:]) {
		return true
	}
	if len(w) < proseLength {
		return false
	}
	for i := 1; i < len(w); i++ {
		if w[i] < 'a' {
			return false
		}
	}
	return true
}

func toLower(w string) string {
	for i := range len(w) {
		if c := w[i]; 'A' <= c && c <= 'Z' {
			b := []byte(w)
			for j := i; j < len(b); j++ {
				if 'A' <= b[j] && b[j] <= 'Z' {
					b[j] |= 0x20
				}
			}
			return string(b)
		}
	}
	return w
}
