package extraction

import (
	"fmt"
	"math"

	"segue/task"
)

// quotient writes num/den, den positive, rounded half away from zero to a
// number of decimal places.
func quotient(num, den, places int) string {
	scale := int(math.Pow10(places))
	sign := ""
	if num < 0 {
		sign, num = "-", -num
	}
	q := (2*num*scale + den) / (2 * den)
	if q == 0 {
		sign = ""
	}
	if places == 0 {
		return fmt.Sprintf("%s%d", sign, q)
	}
	return fmt.Sprintf("%s%d.%0*d", sign, q/scale, places, q%scale)
}

// rounded is the answer num/den to a number of decimal places; half a unit of
// the last place is forgiven, so that the unrounded value passes.
func rounded(num, den, places int) task.Answer {
	return task.Answer{Kind: task.KindDecimal, Value: quotient(num, den, places), Tol: &task.Tolerance{Abs: 0.5 / math.Pow10(places)}}
}
