package latex

// meaning is what a command, a character or a word stands for.
type meaning struct {
	kind kind
	text string
}

// commands maps LaTeX commands, without the backslash, to their meaning.
var commands = buildCommands()

var commandGroups = []struct {
	kind  kind
	names string // "command" or "command=text", separated by blanks
}{
	{kSkip, `, ! ; : > quad qquad space thinspace medspace thickspace negthinspace enspace hfill limits nolimits
		displaystyle textstyle scriptstyle scriptscriptstyle big Big bigg Bigg bigm Bigm biggm middle
		nonumber notag hline phantom $ ( ) [ ] " ' / - large Large small tiny normalsize bf rm it boldmath mathstrut strut nobreak allowbreak
		angle measuredangle triangle square`},
	{kLeft, `left bigl Bigl biggl Biggl mleft`},
	{kRight, `right bigr Bigr biggr Biggr mright`},
	{kFont, `mathbf boldsymbol bm mathcal mathsf mathtt mathfrak mathscr pmb ensuremath mathop mathstrut mathbin mathrel mathord`},
	{kRoman, `mathrm operatorname mathit rm`},
	{kTextual, `text textbf textit textrm textnormal textsf texttt mbox hbox emph textsc textup`},
	{kTimes, `cdot times cdotp ast star bullet`},
	{kDivide, `div slash`},
	{kPlusMinus, `pm`}, {kMinusPlus, `mp`},
	{kMod, `mod bmod`}, {kPmod, `pmod`},
	{kPercent, `%`}, {kDegree, `circ degree textdegree`}, {kPrime, `prime`},
	{kRelation, `le=<= leq=<= leqslant=<= leqq=<= ge=>= geq=>= geqslant=>= geqq=>= lt=< gt=> ne=!= neq=!=
		approx=approx approxeq=approx simeq=approx doteq=approx equiv=equiv in=in notin=notin ni=ni
		sim=sim cong=cong propto=propto subset=subset subseteq=subset supset=supset supseteq=supset
		perp=perp parallel=parallel to=to rightarrow=to longrightarrow=to mapsto=to
		implies=implies Rightarrow=implies Longrightarrow=implies iff=iff Leftrightarrow=iff Longleftrightarrow=iff coloneqq== triangleq==`},
	{kUnion, `cup bigcup`}, {kIntersect, `cap bigcap`}, {kSetMinus, `setminus backslash smallsetminus`},
	{kAnd, `land wedge`}, {kOr, `lor vee`},
	{kLSet, `{ lbrace`}, {kRSet, `} rbrace`}, {kLAngle, `langle`}, {kRAngle, `rangle`},
	{kLParen, `lparen`}, {kRParen, `rparen`}, {kLBracket, `lbrack`}, {kRBracket, `rbrack`},
	{kBar, `vert`}, {kMid, `mid`}, {kLBar, `lvert`}, {kRBar, `rvert`},
	{kNorm, `| Vert`}, {kLNorm, `lVert`}, {kRNorm, `rVert`},
	{kLFloor, `lfloor`}, {kRFloor, `rfloor`}, {kLCeil, `lceil`}, {kRCeil, `rceil`},
	{kColon, `colon`},
	{kFrac, `frac dfrac tfrac cfrac nicefrac sfrac`}, {kBinom, `binom dbinom tbinom`}, {kChoose, `choose`}, {kOver, `over`},
	{kSqrt, `sqrt`}, {kSum, `sum`}, {kProd, `prod`}, {kIntegral, `int`}, {kLimit, `lim`}, {kPartial, `partial`},
	{kAccent, `bar overline=bar hat widehat=hat tilde widetilde=tilde vec overrightarrow=vec dot ddot underline mathring overset= overarc=arc`},
	{kBegin, `begin`}, {kClose, `end`}, {kBoxed, `boxed fbox framebox`},
	{kEmptySet, `emptyset varnothing`},
	{kSymbol, `alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi omicron
		pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega
		Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
		infty=infinity ell hbar imath=i jmath=j aleph nabla ldots=... dots=... cdots=... dotsc=... dotsb=... dotsm=... vdots=... ddots=... top bot
		diamondsuit heartsuit spadesuit clubsuit`},
}

func buildCommands() map[string]meaning {
	m := make(map[string]meaning, 512)
	for _, g := range commandGroups {
		for name, text := range fields(g.names) {
			m[name] = meaning{g.kind, text}
		}
	}
	for name, f := range functions {
		if f.latex {
			m[name] = meaning{kFunction, f.name}
		}
	}
	return m
}

// fields splits "a b=c" into a→a, b→c.
func fields(s string) func(func(string, string) bool) {
	return func(yield func(string, string) bool) {
		for i := 0; i < len(s); {
			for i < len(s) && isSpace(s[i]) {
				i++
			}
			start, eq := i, -1
			for i < len(s) && !isSpace(s[i]) {
				if s[i] == '=' && eq < 0 && i > start {
					eq = i
				}
				i++
			}
			if i == start {
				return
			}
			name, text := s[start:i], s[start:i]
			if eq >= 0 {
				name, text = s[start:eq], s[eq+1:i]
			}
			if !yield(name, text) {
				return
			}
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

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
