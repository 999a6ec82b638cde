// Package expr holds mathematical values as trees and decides whether two of
// them are equal: exactly where a normal form exists, by seeded evaluation
// elsewhere, always within a budget of steps so that the verdict is the same
// on every machine.
//
// The tree is what parsers (grade/latex) build and what deciders read. It is a
// syntax tree with a little meaning: nothing is simplified on construction, so
// a caller still sees that "28 %" was written as a percentage.
package expr

import "math/big"

// Op names the operation at a node.
type Op string

// The operations. Args are in reading order unless said otherwise.
const (
	Number     Op = "number" // Num, exact; Inexact where it was written as a decimal
	Symbol     Op = "symbol" // Name: a variable, a constant (pi, e, i, infinity) or a word
	Text       Op = "text"   // Name: words that are no mathematics; compared as text
	Add        Op = "add"    // n-ary
	Mul        Op = "mul"    // n-ary
	Neg        Op = "neg"    // 1
	Div        Op = "div"    // 2
	Pow        Op = "pow"    // base, exponent
	Root       Op = "root"   // radicand, degree
	Func       Op = "func"   // Name(args): sin, ln, log (base is the second argument), floor, gcd, binomial …
	Fact       Op = "factorial"
	Abs        Op = "abs"
	Percent    Op = "percent"    // 1: the argument over 100
	PlusMinus  Op = "plusminus"  // 1 (± a) or 2 (a ± b): stands for both values
	Sum        Op = "sum"        // body, variable, from, to
	Product    Op = "product"    // body, variable, from, to
	Integral   Op = "integral"   // body, variable [, from, to]
	Derivative Op = "derivative" // body, variable, order
	Limit      Op = "limit"      // body, variable, point [, side as Symbol "+" or "-"]
	Unit       Op = "unit"       // quantity, unit (a Symbol or a product of powers of Symbols)

	Tuple     Op = "tuple"    // ordered, written with brackets
	List      Op = "list"     // comma list without brackets: order is not stated
	Set       Op = "set"      // finite set
	Interval  Op = "interval" // from, to; OpenLeft, OpenRight
	Union     Op = "union"
	Intersect Op = "intersect"
	Minus     Op = "minus"   // set difference
	Matrix    Op = "matrix"  // Args are rows, each a Tuple
	Builder   Op = "builder" // {x | condition}: variable (or element), condition

	Equal     Op = "="
	NotEqual  Op = "!="
	Less      Op = "<"
	LessEq    Op = "<="
	Greater   Op = ">"
	GreaterEq Op = ">="
	Approx    Op = "approx"
	Member    Op = "in" // element, set
	And       Op = "and"
	Or        Op = "or"
	Ratio     Op = "ratio" // a : b [: c …]
)

// Node is one node of an expression tree. A Node is not changed after it is built.
type Node struct {
	Op   Op
	Args []*Node
	// Num is the value of a Number, exact even where it was written as a decimal.
	Num *big.Rat
	// Inexact marks a Number that was written with a decimal point or an exponent.
	Inexact bool
	// Name is the name of a Symbol or Func, or the words of a Text.
	Name string
	// OpenLeft and OpenRight say which ends an Interval leaves out.
	OpenLeft, OpenRight bool
}

// Int is a Number with an integer value.
func Int(n int64) *Node { return &Node{Op: Number, Num: new(big.Rat).SetInt64(n)} }

// Rat is a Number with an exact rational value.
func Rat(r *big.Rat) *Node { return &Node{Op: Number, Num: r} }

// Sym is a Symbol.
func Sym(name string) *Node { return &Node{Op: Symbol, Name: name} }

// New is a node with arguments.
func New(op Op, args ...*Node) *Node { return &Node{Op: op, Args: args} }

// Call is a Func node.
func Call(name string, args ...*Node) *Node { return &Node{Op: Func, Name: name, Args: args} }
