package latex

// kind is the class of a token, after LaTeX, Unicode and plain spellings of the
// same thing have been brought together.
type kind uint8

const (
	kEnd      kind = iota
	kNumber        // text holds digits, "." and "e" only; "(3)" is a repeating part
	kWord          // a run of plain letters; the parser splits off what it needs
	kProse         // a word of natural language
	kSymbol        // a named symbol: theta, infinity
	kFunction      // a named function; text is its canonical name
	kText          // the content of \text and the like
	kVulgar        // a fraction in one character; text is "1/2"

	kPlus
	kMinus
	kPlusMinus
	kMinusPlus
	kTimes
	kDivide
	kMod
	kPmod
	kCaret
	kUnder
	kBang
	kPercent
	kPrime
	kDegree
	kComma
	kSemicolon
	kColon
	kAnd
	kOr
	kRelation // text is the expr.Op or the name of the relation
	kUnion
	kIntersect
	kSetMinus
	kAmp
	kNewline

	kLParen
	kRParen
	kLBracket
	kRBracket
	kLBrace
	kRBrace
	kLSet // \{
	kRSet // \}
	kLAngle
	kRAngle
	kBar  // |, opening or closing
	kMid  // \mid
	kLBar // \left| or \lvert
	kRBar
	kNorm // \|, opening or closing
	kLNorm
	kRNorm
	kLFloor
	kRFloor
	kLCeil
	kRCeil

	kFrac
	kBinom
	kChoose
	kOver
	kSqrt
	kCbrt
	kSum
	kProd
	kIntegral
	kLimit
	kPartial
	kAccent // text is bar, hat, vec …
	kBegin  // text is the environment
	kClose  // \end; text is the environment
	kBoxed
	kEmptySet
	kNumberSet // text is the name of the set
	kSkip      // layout only; never leaves the lexer
	kLeft      // \left; never leaves the lexer
	kRight
	kFont    // \mathbf; never leaves the lexer
	kRoman   // \mathrm, \operatorname; never leaves the lexer
	kTextual // \text; never leaves the lexer
)

// token is a piece of the text with its place.
type token struct {
	kind     kind
	spaced   bool // white space stood before it
	from, to int  // bytes of the source
	text     string
}
