package math

import (
	"math/big"
	"strconv"
	"strings"
)

// numeral writes n ≥ 0 in a base from 2 to 16 with capital letters.
func numeral(n, base int) string { return strings.ToUpper(strconv.FormatInt(int64(n), base)) }

// fractionNumeral writes n/scale ≥ 0 in a base in which it ends, without
// trailing zeros after the point.
func fractionNumeral(n, scale, base int) string {
	text := numeral(n/scale, base)
	rest := n % scale
	if rest == 0 {
		return text
	}
	text += "."
	for rest != 0 {
		rest *= base
		text += numeral(rest/scale, base)
		rest %= scale
	}
	return text
}

// romanSymbols are the symbols of Roman numerals in the subtractive notation.
var romanSymbols = []struct {
	value  int
	symbol string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
	{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

// roman writes n from 1 to 3999 as a Roman numeral.
func roman(n int) string {
	var b strings.Builder
	for _, s := range romanSymbols {
		for ; n >= s.value; n -= s.value {
			b.WriteString(s.symbol)
		}
	}
	return b.String()
}

// bitPattern is the two's-complement pattern of n at a width, wrapped where it
// does not fit.
func bitPattern(n, width int) string {
	text := strconv.FormatUint(uint64(n)&(1<<width-1), 2)
	return strings.Repeat("0", width-len(text)) + text
}

// wrapped is the value of the two's-complement pattern of n at a width.
func wrapped(n, width int) int {
	n &= 1<<width - 1
	if n >= 1<<(width-1) {
		n -= 1 << width
	}
	return n
}

// scientific writes a positive number with so many significant figures, rounded
// half up, as 3.40e5.
func scientific(v *big.Rat, figures int) string {
	ten, scaled, exponent := big.NewRat(10, 1), new(big.Rat).Set(v), 0
	for ; scaled.Cmp(ten) >= 0; exponent++ {
		scaled.Quo(scaled, ten)
	}
	for ; scaled.Cmp(big.NewRat(1, 1)) < 0; exponent-- {
		scaled.Mul(scaled, ten)
	}
	digits := scaled.FloatString(figures - 1) // rounds half away from zero
	if strings.HasPrefix(digits, "10") {
		digits = scaled.Quo(scaled, ten).FloatString(figures - 1)
		exponent++
	}
	return digits + "e" + strconv.Itoa(exponent)
}
