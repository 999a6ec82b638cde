// Package latex turns the text of a response or of a gold answer into
// expression trees of package expr.
//
// It works in two steps. Extract finds the part of a response that is meant as
// the answer: the strongest kind of anchor present decides, and of that kind
// the last one. Parse reads such a part, written in LaTeX or in plain infix
// notation or in a mixture of both, as models do.
//
// The text is hostile: every step is bounded by Limits, time grows linearly
// with the text, and nothing panics.
//
// # The trees
//
// Package expr fixes the operations; these are the names and shapes
// that this parser gives them.
//
//	constants      Symbols pi, e, i, infinity; Greek letters by their LaTeX name; "..." for dots
//	indices        Symbol x_1, x_{12}, a_{n+1}, h_{theta}: one character bare, more in braces
//	marked names   Symbol bar{x}, hat{x}, tilde{x}, x'; arrows, bold and underlines are dropped
//	functions      Func sin … asech, ln, log(x[, base]), exp, floor, ceil, sgn, gcd, lcm, max, min, binomial,
//	               mod, conjugate, re, im, arg, norm, det, tr, rank, gamma, erf, cis; f, g, h, F, G, f', f^-1 without meaning
//	number bases   Func base(value, base): 1011_2 is base(11, 2)
//	congruences    Func congruent(a, b, m) for a ≡ b (mod m); Func pmod(a, m) without the relation
//	relations      Func notin, subset, supset, divides, sim, cong, propto, perp, parallel, to, implies, iff
//	cases          Func cases(value, condition, value, condition …); systems without conditions are a List
//	number sets    ℝ is the Interval of all reals; the others are Symbols integers, naturals, rationals, complexes
//	mixed numbers  3½ is Add(3, Div(1, 2)); -3½ is the Neg of that
//	ambiguity      (a, b) is a Tuple; beside ∪, ∩, ∖, ∈ or with an infinite end it is an open Interval
//	               n = 1, 2, 3 is Member(n, Set); a = 1, b = 2 a List of equations; "or" and "and" join
//	               inequalities to Or and And and anything else to a List
//	chains         a < b = c is And(a < b, b = c)
//	units          Unit(quantity, unit) with units by symbol: m, km, h, min, kg, L, degC, deg for degrees of arc,
//	               mi, in, dollar …; other words are a Symbol with those words; 3 h 20 min is an Add of Units
//	currency       signs are dropped; words are units
//	words          \text{x} with one letter is a Symbol, with digits a Number, else Text; times of day are Text
package latex
