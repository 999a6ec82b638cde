// Package science generates the items of the science skills: physics,
// chemistry, biology, earth science and astronomy. Constants and tables that an
// item needs are printed in its question.
package science

import (
	"math/big"
	"strconv"
	"strings"

	"segue/task"
)

// relative is how far a decimal answer may be off. Answers are asked to four
// significant figures, which are at most half of it away from the value.
const relative = 1e-3

// figures is the sentence that states the precision asked for.
const figures = " Give at least four significant figures."

// quantity is a decimal answer in a unit; "" is a pure number. The value is
// written with seven significant digits, so that its own rounding is far below
// the tolerance.
func quantity(v float64, unit string) task.Answer {
	a := task.Decimal(decimalText(v, 7), relative)
	a.Unit = unit
	return a
}

// decimalText writes v to the given significant digits, without an exponent and
// without zeros at the end of its fraction.
func decimalText(v float64, digits int) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// tenths writes a number of tenths as a decimal: 25 is 2.5.
func tenths(n int) string { return decimalText(float64(n)/10, 12) }

// rationalAnswer is an exact fraction in lowest terms.
func rationalAnswer(v *big.Rat) task.Answer {
	return task.Answer{Kind: task.KindRational, Value: v.RatString()}
}

// sentence joins clauses as "a, b and c".
func sentence(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
