package math

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/positional-base-conversion", "arithmetic & number representation", "Positional base conversion",
		"Convert a number, with a fractional part at higher difficulty, between two bases.", baseConversion)
	gen.Register("math/arithmetic-in-a-foreign-base", "arithmetic & number representation", "Arithmetic in a foreign base",
		"Add, subtract and multiply numerals of another base.", foreignBase)
	gen.Register("math/twos-complement-encoding", "arithmetic & number representation", "Two's-complement encoding",
		"Encode, decode and calculate with signed integers of a fixed bit width.", twosComplement)
	gen.Register("math/roman-numeral-arithmetic", "arithmetic & number representation", "Roman numeral arithmetic",
		"Calculate with Roman numerals and reply in Roman numerals.", romanArithmetic)
}

const letterDigits = " Use the capital letters A to F for the digits ten to fifteen."

// baseConversion asks for a number in another base. Difficulty: 1 an integer
// from base ten, 2 between two other bases, 3 a fraction from base ten, 4 and 5
// fractions between other bases, longer at 5. Both bases are even where there is
// a fraction with a power of two below, so both expansions end.
func baseConversion(r *rand.Rand, d gen.Difficulty) task.Item {
	bases := gen.Sample(r, gen.Of(d, span(3, 16), []int{3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16}, []int{2, 4, 6, 8, 12, 16}, []int{4, 6, 8, 12, 14, 16}, []int{4, 6, 8, 12, 14, 16}), 2)
	if d == 1 || d == 3 {
		bases[0] = 10
		for bases[1] == 10 {
			bases[1] = 7
		}
	}
	scale := gen.Of(d, 1, 1, 16, 16, 64)
	n := gen.Between(r, gen.Of(d, 2000, 500, 100, 50, 300)*scale, gen.Of(d, 60_000, 9000, 3000, 900, 5000)*scale)
	if scale > 1 {
		n |= 1 // so that the fraction has full length
	}
	from, to := fractionNumeral(n, scale, bases[0]), fractionNumeral(n, scale, bases[1])
	value := gen.Fixed("n", from)
	if d == 1 {
		value = gen.Slot("n", n)
	}
	return worked(r, []string{
		"The numeral {n} is written in base {from}. Write the same number in base {to}." + letterDigits,
		"A number has the digits {n} in the positional system with base {from}. What are its digits in the system with base {to}?" + letterDigits,
		"Two machines count differently: the first with {from} digits per place, the second with {to}. The first shows {n}. What does the second show for this value? No digit is rounded away." + letterDigits,
	}, []gen.Value{value, gen.Fixed("from", bases[0]), gen.Slot("to", bases[1])}, task.String(to),
		"In base ten the number is %s. Dividing its whole part by %d again and again gives the digits before the point from the last to the first; multiplying the fraction by %d again and again gives those behind it. The result is %s.",
		ratOf(n, scale).RatString(), bases[1], bases[1], to)
}

// foreignBase asks for the value of a calculation within a base. Difficulty: 1 a
// sum, 2 a difference of a sum, 3 a product with one digit, 4 a product of
// two-digit numbers and a sum, 5 a product, a difference and a further product.
func foreignBase(r *rand.Rand, d gen.Difficulty) task.Item {
	base := gen.Pick(r, []int{5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16})
	cube, square := base*base*base, base*base
	draw := func(lo, hi int) int { return gen.Between(r, lo, hi-1) }
	a, b, c, e := draw(square, cube*base), draw(square, cube*base), draw(square, cube), draw(base, square)
	x, y := draw(2, base), draw(base, square)
	type calculation struct {
		text  string
		value int
	}
	num := func(n int) string { return numeral(n, base) }
	calc := gen.Of(d,
		calculation{num(a) + " + " + num(b), a + b},
		calculation{num(a+c) + " + " + num(b) + " − " + num(c), a + b},
		calculation{num(a) + " × " + num(x) + " + " + num(b), a*x + b},
		calculation{num(c) + " × " + num(y) + " + " + num(a), c*y + a},
		calculation{"(" + num(c+e) + " − " + num(e) + ") × " + num(y) + " + " + num(e) + " × " + num(a), c*y + e*a})
	return worked(r, []string{
		"All numerals here belong to base {base}: work out {calc} and give the result in that base, too." + letterDigits,
		"A people counts in base {base}. One of its merchants has to find {calc}, written with its digits. What does the merchant write down as the result?" + letterDigits,
		"Do the calculation {calc} without leaving the number system of base {base}; the result is wanted as a numeral of this system." + letterDigits,
	}, []gen.Value{gen.Slot("base", base), gen.Fixed("calc", calc.text)}, task.String(num(calc.value)),
		"A carry is worth %d. In base ten the result is %d, and %d = %s in base %d, which the column-by-column calculation confirms.", base, calc.value, calc.value, num(calc.value), base)
}

const twosForm = " In two's complement of w bits the leftmost bit counts −2^(w−1)."

// twosComplement asks for patterns or values at a width. Difficulty: 1 encode,
// 2 decode, 3 a sum that wraps, 4 a product and a difference that wrap, 5 bitwise
// steps on a pattern, then decode.
func twosComplement(r *rand.Rand, d gen.Difficulty) task.Item {
	width := gen.Between(r, 12, 16)
	half := 1 << (width - 1)
	a, b, c := gen.Between(r, half/4, half-1), gen.Between(r, half/2, half-1), gen.Between(r, 3, 40)
	w := gen.Slot("w", width)
	switch d {
	case 1:
		return worked(r, twosEncode, []gen.Value{w, gen.Slot("n", a)}, task.String(bitPattern(-a, width)),
			"%d is %s in binary. Inverting every bit and adding 1 gives the pattern of −%d.", a, bitPattern(a, width), a)
	case 2:
		return worked(r, twosDecode, []gen.Value{w, gen.Fixed("bits", bitPattern(-a, width))}, task.Integer(int64(-a)),
			"Read without a sign the pattern is %d. Its first bit is 1, so 2^%d = %d is taken off.", 2*half-a, width, 2*half)
	case 3:
		return worked(r, twosSum, []gen.Value{w, gen.Slot("a", a), gen.Slot("b", b)}, task.Integer(int64(wrapped(a+b, width))),
			"The true sum is %d. The register holds −%d to %d, so 2^%d = %d is taken off where the sum is too large.", a+b, half, half-1, width, 2*half)
	case 4:
		return worked(r, twosProduct, []gen.Value{w, gen.Slot("c", c), gen.Slot("a", a), gen.Slot("b", b)}, task.Integer(int64(wrapped(a*c-b, width))),
			"The true result is %d · %d − %d = %d. Modulo 2^%d, taken between −%d and %d, this is %d.", a, c, b, a*c-b, width, half, half-1, wrapped(a*c-b, width))
	}
	shift := gen.Between(r, 1, 3)
	x := wrapped(^b<<shift, width) + a
	return worked(r, twosBitwise, []gen.Value{w, gen.Fixed("bits", bitPattern(b, width)), gen.Fixed("shift", shift), gen.Slot("a", a)}, task.Integer(int64(wrapped(x, width))),
		"Inverted, the pattern is %s; shifted it is %s, that is %d. Adding %d gives %d, or %d in %d bits.",
		bitPattern(^b, width), bitPattern(^b<<shift, width), wrapped(^b<<shift, width), a, x, wrapped(x, width), width)
}

var (
	twosEncode = []string{
		"Take w = {w}. Which bit pattern of w bits stands for the negative number whose absolute value is {n}?" + twosForm,
		"A register of {w} bits holds signed integers. What are its bits after the value minus {n} has been loaded?" + twosForm + " Here w is the register's width.",
		"Encode the opposite number of {n} as a signed integer of w bits, w being {w}; write all w bits." + twosForm,
	}
	twosDecode = []string{
		"Take w = {w}. Which integer does the pattern {bits} of w bits stand for?" + twosForm,
		"A sensor sends readings as signed words of {w} bits. One word is {bits}. What is the reading?" + twosForm + " Here w is the length of a word.",
		"Decode {bits} as a signed integer, where w = {w}." + twosForm,
	}
	twosSum = []string{
		"A counter keeps signed integers of w = {w} bits and drops every carry beyond them. It stands at {a}, and {b} is added. Which value does it show?" + twosForm,
		"In a language whose integers have {w} bits and wrap round silently, x = {a} and y = {b}. What is x + y?" + twosForm + " Here w is the number of bits.",
		"Let w = {w}. Add {a} and {b} in a processor of w bits that ignores overflow, and read the result as a signed integer." + twosForm,
	}
	twosProduct = []string{
		"A controller calculates with signed integers of w = {w} bits; results outside the range wrap round. It multiplies {a} by {c} and subtracts {b}. Which value comes out?" + twosForm,
		"Integers of a language have {w} bits, and overflow drops the higher bits. There p = {a}, q = {c} and s = {b}. What is p·q − s?" + twosForm + " Here w is the number of bits.",
		"Let w = {w}. Only the lowest w bits of the product of {a} and {c}, diminished by {b}, are kept. Which signed integer do they encode?" + twosForm,
	}
	twosBitwise = []string{
		"A register of w = {w} bits contains {bits}. All bits are inverted, then the pattern is shifted left by {shift} (zeros come in on the right, bits on the left are lost), then {a} is added without regard to overflow. What signed integer is in the register?" + twosForm,
		"Let w = {w} and let x have the bits {bits}. Apply the bitwise complement, then the left shift by {shift} within w bits, then add {a} modulo 2^w. Read the result as a signed number." + twosForm,
		"Words of {w} bits: from {bits} form the word with every bit flipped, move it {shift} places to the left dropping what falls out and filling with zeros, and increase it by {a}, a carry out of the word being lost. Which signed integer is it now?" + twosForm + " Here w is the word's length.",
	}
)

// romanArithmetic asks for a result in Roman numerals. Difficulty adds
// operations: 1 a sum, 2 a difference, 3 a sum and a difference, 4 a product and
// a sum, 5 an exact quotient and a product. One operand is in Arabic digits so
// that a link can fill it.
func romanArithmetic(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := gen.Between(r, 200, 1500), gen.Between(r, 50, 900), gen.Between(r, 20, 190)
	n, q := gen.Between(r, 3, 9), gen.Between(r, 12, 40)
	var text string
	var result, given int
	switch d {
	case 1:
		given, result = c, a+b+c
		text = fmt.Sprintf("the sum of %s, %s and {n}", roman(a), roman(b))
	case 2:
		given, result = c, a
		text = fmt.Sprintf("%s diminished by %s and by {n}", roman(a+b+c), roman(b))
	case 3:
		given, result = c, a+2*c
		text = fmt.Sprintf("what is left when %s is taken from the sum of %s and %s, increased by {n}", roman(b), roman(a+b), roman(c))
	case 4:
		given, result = n, n*c+a
		text = fmt.Sprintf("the product of %s and {n}, increased by %s", roman(c), roman(a))
	default:
		given, result = n, n*q+b
		text = fmt.Sprintf("the quotient of %s by %s, multiplied by {n} and increased by %s", roman(q*(c/2)), roman(c/2), roman(b))
	}
	phrasings := []string{
		"Find {text}. Write the result as a Roman numeral.",
		"A stonemason has to carve {text}. What does he carve, in Roman numerals?",
		"Give, in Roman numerals, {text}.",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{text}", text, 1) + " (Subtractive notation is used: IV, IX, XL, XC, CD, CM.)"
	}
	return worked(r, phrasings, []gen.Value{gen.Slot("n", given)}, task.Answer{Kind: task.KindString, Value: roman(result)},
		"Translated into Arabic digits the calculation gives %d, which is written %s.", result, roman(result))
}
