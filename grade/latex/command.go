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
	{kAccent, `bar overline=bar hat widehat=hat tilde widetilde=tilde vec overrightarrow=vec dot ddot underline mathring overarc=arc`},
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
