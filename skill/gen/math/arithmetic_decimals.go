package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/repeating-decimal-conversion", "arithmetic & number representation", "Repeating decimal conversion",
		"Turn repeating decimals, or a calculation with them, into a fraction.", repeatingDecimal)
	gen.Register("math/significant-figure-rounding", "arithmetic & number representation", "Significant-figure rounding",
		"Round the result of a calculation with measured values to the justified figures.", significantFigures)
}

// repeating is the decimal whole.lead(cycle), the digits of cycle repeated for ever.
type repeating struct {
	whole       int
	lead, cycle string
}

// value is the number as a fraction: the lead over a power of ten and the cycle
// over as many nines and zeros.
func (d repeating) value() *big.Rat {
	read := func(digits string) *big.Int {
		n, _ := new(big.Int).SetString("0"+digits, 10)
		return n
	}
	power := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
	lead := new(big.Rat).SetFrac(read(d.lead), power(len(d.lead)))
	nines := new(big.Int).Sub(power(len(d.cycle)), big.NewInt(1))
	cycle := new(big.Rat).SetFrac(read(d.cycle), nines.Mul(nines, power(len(d.lead))))
	return lead.Add(lead, cycle.Add(cycle, ratOf(d.whole, 1)))
}

// String writes the number with its cycle in brackets.
func (d repeating) String() string { return fmt.Sprintf("%d.%s(%s)", d.whole, d.lead, d.cycle) }

// drawRepeating draws a decimal with a lead and a cycle of given lengths; the
// cycle is not all zeros or nines.
func drawRepeating(r *rand.Rand, lead, cycle int) repeating {
	d := repeating{whole: gen.Between(r, 0, 9)}
	for range lead {
		d.lead += fmt.Sprint(r.IntN(10))
	}
	for range cycle {
		d.cycle += fmt.Sprint(r.IntN(10))
	}
	if strings.Count(d.cycle, "0") == cycle || strings.Count(d.cycle, "9") == cycle {
		d.cycle = "1" + strings.Repeat("0", cycle-1)
		if cycle == 1 {
			d.cycle = gen.Pick(r, []string{"3", "6", "7"})
		}
	}
	return d
}

// repeatingDecimal asks for an exact fraction. Difficulty: 1 a pure cycle, 2 a
// lead before it, 3 a sum of two decimals, 4 a product of two, 5 a quotient plus
// a third.
func repeatingDecimal(r *rand.Rand, d gen.Difficulty) task.Item {
	a := drawRepeating(r, gen.Of(d, 0, gen.Between(r, 1, 2), 1, 1, 1), gen.Of(d, 3, 2, 2, 1, 1))
	b, c := drawRepeating(r, gen.Of(d, 0, 0, 0, 1, 0), gen.Of(d, 1, 1, 1, 1, 2)), drawRepeating(r, 1, 1)
	b.whole++ // not 0, since it divides
	value := a.value()
	text := a.String()
	switch d {
	case 3:
		value.Add(value, b.value())
		text = fmt.Sprintf("%v + %v", a, b)
	case 4:
		value.Mul(value, b.value())
		text = fmt.Sprintf("%v × %v", a, b)
	case 5:
		value.Add(value.Quo(value, b.value()), c.value())
		text = fmt.Sprintf("%v ÷ %v + %v", a, b, c)
	}
	working := fmt.Sprintf("A cycle of m digits is worth its number over m nines, moved to its place: %v = %s", a, a.value().RatString())
	if d > 2 {
		working += fmt.Sprintf(", %v = %s", b, b.value().RatString())
	}
	k := gen.AbsentNumber(r, 11, 99, text)
	value.Add(value, ratOf(k, 1))
	const form = " The digits in brackets repeat for ever. Give an exact fraction in lowest terms (or an integer)."
	return worked(r, []string{
		"Add {k} to {text} and write the result as a fraction." + form,
		"What is {text}, increased by {k}, as a quotient of two integers?" + form,
		"Let x = {text}. Which rational number is the sum of x and {k}?" + form,
	}, []gen.Value{gen.Slot("k", k), gen.Fixed("text", text)}, rationalAnswer(value),
		"%s. Together with %d the result is %s.", working, k, value.RatString())
}

// measurement is a measured value: its text, its exact reading, the number of its
// significant figures and of its decimals.
type measurement struct {
	text              string
	value             *big.Rat
	figures, decimals int
}

// drawMeasurement draws a reading with given figures and decimals whose first
// digit is from lo to hi.
func drawMeasurement(r *rand.Rand, figures, decimals, lo, hi int) measurement {
	n := gen.Between(r, lo, hi)
	for range figures - 1 {
		n = 10*n + r.IntN(10)
	}
	v := new(big.Rat).SetFrac(big.NewInt(int64(n)), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil))
	return measurement{v.FloatString(decimals), v, figures, decimals}
}

const figureRules = " Rules: a product or quotient keeps as many significant figures as the factor with the fewest; a sum or difference keeps as many decimals as the term with the fewest; counted numbers are exact; round only at the end, half up. Write the result like 3.40e5, with one digit before the point and e for the power of ten."

// significantFigures asks for a correctly rounded result. Difficulty: 1 a product
// with a count, 2 a quotient, 3 a product and a quotient, 4 a sum times a factor,
// 5 a sum over a difference. In sums and
// differences the first term has two digits before the point and lies between 20
// and 80, the second has one, so the leading place is beyond doubt.
func significantFigures(r *rand.Rand, d gen.Difficulty) task.Item {
	a := drawMeasurement(r, gen.Between(r, 3, 5), gen.Between(r, 1, 4), 1, 9)
	b := drawMeasurement(r, gen.Between(r, 2, 4), gen.Between(r, 1, 4), 1, 9)
	c := drawMeasurement(r, gen.Between(r, 2, 5), gen.Between(r, 1, 3), 1, 9)
	sum, sumFigures, sumText := leadingPair(r, "+")
	difference, differenceFigures, differenceText := leadingPair(r, "−")
	v := new(big.Rat)
	var figures int
	var text string
	switch d {
	case 1:
		v.Mul(a.value, b.value)
		figures, text = min(a.figures, b.figures), a.text+" × "+b.text
	case 2:
		v.Quo(a.value, b.value)
		figures, text = min(a.figures, b.figures), a.text+" ÷ "+b.text
	case 3:
		v.Quo(v.Mul(a.value, b.value), c.value)
		figures, text = min(a.figures, b.figures, c.figures), a.text+" × "+b.text+" ÷ "+c.text
	case 4:
		v.Mul(sum, a.value)
		figures, text = min(sumFigures, a.figures), sumText+" × "+a.text
	default:
		v.Quo(sum, difference)
		figures, text = min(sumFigures, differenceFigures), sumText+" ÷ "+differenceText
	}
	count := gen.AbsentNumber(r, 11, 97, text)
	v.Mul(v, ratOf(count, 1))
	result := scientific(v, figures)
	mantissa, exponent, _ := strings.Cut(result, "e")
	answer := task.String(result, mantissa+" × 10^"+exponent, mantissa+" x 10^"+exponent, mantissa+" * 10^"+exponent, mantissa+`\times 10^{`+exponent+"}", mantissa+` \times 10^{`+exponent+"}", mantissa+"e+"+exponent)
	return worked(r, []string{
		"Measured values gave {text} for one part. What is the total for exactly {n} such parts, justly rounded?" + figureRules,
		"Multiply the measured result {text} by the counted number {n} and round to what the measurements justify." + figureRules,
		"In a laboratory the quantity {text} (all decimals are readings) occurs {n} times, a counted number. State the total with the right number of significant figures." + figureRules,
	}, []gen.Value{gen.Slot("n", count), gen.Fixed("text", text)}, answer,
		"Unrounded, the total is %s. The least precise reading allows %d significant figures.", v.FloatString(10), figures)
}

// leadingPair is a bracketed sum or difference of two readings whose first term
// fixes the leading place, with its significant figures.
func leadingPair(r *rand.Rand, op string) (v *big.Rat, figures int, text string) {
	decimals := gen.Between(r, 1, 2)
	large := drawMeasurement(r, decimals+2, decimals, 2, 7)   // two digits before the point
	small := drawMeasurement(r, decimals+2, decimals+1, 1, 9) // one digit before it
	v = new(big.Rat)
	if op == "+" {
		v.Add(large.value, small.value)
	} else {
		v.Sub(large.value, small.value)
	}
	return v, 2 + decimals, "(" + large.text + " " + op + " " + small.text + ")"
}
