package latex

import (
	"unicode"
	"unicode/utf8"
)

// unicode reads a character outside ASCII.
func (l *lexer) unicode() {
	from := l.pos
	r, size := utf8.DecodeRuneInString(l.src[l.pos:])
	if name, ok := runes[r]; ok {
		l.pos += size
		if name == "cbrt" {
			l.add(kCbrt, from, "")
			return
		}
		l.apply(commands[name], from)
		return
	}
	if _, ok := scripts[r]; ok {
		l.script()
		return
	}
	l.pos += size
	switch {
	case r >= '！' && r <= '～': // full width forms of ASCII
		l.wide(from, byte(r-'！')+'!')
	case unicode.Is(unicode.Pd, r) || r == '−' || r == '﹣':
		l.add(kMinus, from, "")
	case vulgar[r] != "":
		l.add(kVulgar, from, vulgar[r])
	case numberSets[string(r)] != "":
		l.add(kNumberSet, from, numberSets[string(r)])
	case r == '’' || r == '‘':
		l.add(kPrime, from, "")
	case unicode.IsSpace(r), unicode.Is(unicode.Sc, r), unicode.Is(unicode.Cf, r), unicode.In(r, unicode.Pi, unicode.Pf), r == '„':
		l.spaced = true
	case r == '、':
		l.add(kComma, from, "")
	case unicode.Is(unicode.Nd, r):
		l.pos = from
		l.number()
	case unicode.IsLetter(r):
		l.foreign(from)
	case unicode.IsMark(r):
	default:
		l.fail(from, "unexpected "+string(r))
	}
}

// wide reads the full width form of an ASCII character.
func (l *lexer) wide(from int, c byte) {
	switch {
	case isDigit(c):
		l.pos = from
		l.number()
	case isLetter(c):
		l.add(kWord, from, string(rune(c)))
	case oneChar[c].kind == kSkip || oneChar[c].kind == kEnd:
		l.fail(from, "unexpected character")
	default:
		l.add(oneChar[c].kind, from, oneChar[c].text)
	}
}

// foreign reads a word in another script; it is natural language.
func (l *lexer) foreign(from int) {
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			break
		}
		l.pos += size
	}
	l.prose = true
	l.add(kProse, from, l.src[from:l.pos])
}

// script reads a run of raised or lowered characters as one power or index.
func (l *lexer) script() {
	from := l.pos
	r, size := utf8.DecodeRuneInString(l.src[l.pos:])
	k := scripts[r].kind
	var inner []byte
	for size > 0 && scripts[r].kind == k && scripts[r].c != 0 {
		inner = append(inner, scripts[r].c)
		l.pos += size
		r, size = utf8.DecodeRuneInString(l.src[l.pos:])
	}
	l.add(k, from, "")
	l.add(kLBrace, from, "")
	for i := 0; i < len(inner); i++ {
		switch c := inner[i]; {
		case c == '-':
			l.add(kMinus, from, "")
		case c == '+':
			l.add(kPlus, from, "")
		case isLetter(c):
			l.add(kWord, from, string(rune(c)))
		default:
			j := i
			for j < len(inner) && isDigit(inner[j]) {
				j++
			}
			l.add(kNumber, from, string(inner[i:j]))
			i = j - 1
		}
	}
	l.add(kRBrace, from, "")
}

// runes maps characters outside ASCII to the command they stand for, or to the
// plain text between quotes.
var runes = map[rune]string{
	'×': "times", '·': "cdot", '⋅': "cdot", '∙': "cdot", '•': "cdot", '∗': "ast", '÷': "div", '∕': "div", '⁄': "div", '±': "pm", '∓': "mp",
	'≤': "le", '≦': "le", '⩽': "le", '≥': "ge", '≧': "ge", '⩾': "ge", '≠': "ne", '≈': "approx", '≃': "approx", '≅': "cong", '≡': "equiv",
	'∼': "sim", '∝': "propto", '∈': "in", '∉': "notin", '∋': "ni", '⊂': "subset", '⊆': "subset", '⊃': "supset", '⊇': "supset",
	'→': "to", '↦': "to", '⇒': "implies", '⇔': "iff", '∪': "cup", '∩': "cap", '∖': "setminus", '∧': "land", '∨': "lor", '⟂': "perp", '⊥': "perp", '∥': "parallel",
	'√': "sqrt", '∛': "cbrt", '∑': "sum", '∏': "prod", '∫': "int", '∂': "partial", '∞': "infty", '∅': "emptyset", '⌀': "emptyset", '°': "degree", 'º': "degree",
	'′': "prime", '⌊': "lfloor", '⌋': "rfloor", '⌈': "lceil", '⌉': "rceil", '⟨': "langle", '⟩': "rangle", '∣': "mid", '‖': "Vert", '…': "ldots", '⋯': "ldots",
	'ℓ': "ell", '∠': "angle", '△': "triangle", '∇': "nabla",
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "epsilon", 'ϵ': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'ι': "iota", 'κ': "kappa",
	'λ': "lambda", 'μ': "mu", 'µ': "mu", 'ν': "nu", 'ξ': "xi", 'ο': "omicron", 'π': "pi", 'ρ': "rho", 'σ': "sigma", 'ς': "varsigma", 'τ': "tau", 'υ': "upsilon",
	'φ': "varphi", 'ϕ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
	'Γ': "Gamma", 'Δ': "Delta", '∆': "Delta", 'Θ': "Theta", 'Λ': "Lambda", 'Ξ': "Xi", 'Π': "Pi", 'Σ': "Sigma", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega",
}

// numberSets names the sets written in blackboard bold.
var numberSets = map[string]string{
	"R": "reals", "Z": "integers", "N": "naturals", "Q": "rationals", "C": "complexes",
	"ℝ": "reals", "ℤ": "integers", "ℕ": "naturals", "ℚ": "rationals", "ℂ": "complexes",
}

// vulgar maps the fractions that are one character.
var vulgar = map[rune]string{
	'½': "1/2", '⅓': "1/3", '⅔': "2/3", '¼': "1/4", '¾': "3/4", '⅕': "1/5", '⅖': "2/5", '⅗': "3/5", '⅘': "4/5",
	'⅙': "1/6", '⅚': "5/6", '⅐': "1/7", '⅛': "1/8", '⅜': "3/8", '⅝': "5/8", '⅞': "7/8", '⅑': "1/9", '⅒': "1/10",
}

// scripts maps raised and lowered characters to the characters they raise or lower.
var scripts = map[rune]struct {
	kind kind
	c    byte
}{
	'⁰': {kCaret, '0'}, '¹': {kCaret, '1'}, '²': {kCaret, '2'}, '³': {kCaret, '3'}, '⁴': {kCaret, '4'}, '⁵': {kCaret, '5'}, '⁶': {kCaret, '6'},
	'⁷': {kCaret, '7'}, '⁸': {kCaret, '8'}, '⁹': {kCaret, '9'}, '⁻': {kCaret, '-'}, '⁺': {kCaret, '+'}, 'ⁿ': {kCaret, 'n'}, 'ⁱ': {kCaret, 'i'},
	'₀': {kUnder, '0'}, '₁': {kUnder, '1'}, '₂': {kUnder, '2'}, '₃': {kUnder, '3'}, '₄': {kUnder, '4'}, '₅': {kUnder, '5'}, '₆': {kUnder, '6'},
	'₇': {kUnder, '7'}, '₈': {kUnder, '8'}, '₉': {kUnder, '9'}, 'ₙ': {kUnder, 'n'}, 'ₖ': {kUnder, 'k'}, 'ᵢ': {kUnder, 'i'}, 'ⱼ': {kUnder, 'j'},
}
