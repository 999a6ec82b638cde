package math

import (
	"fmt"
	"strings"
)

// signed joins a term to what stands before it: " + 3", " - 3".
func signed(n int) string {
	if n < 0 {
		return fmt.Sprintf(" - %d", -n)
	}
	return fmt.Sprintf(" + %d", n)
}

// polynomialText writes a polynomial in x, highest power first; coef[i] belongs
// to x^i. The zero polynomial is "0".
func polynomialText(coef []int) string {
	var b strings.Builder
	for i := len(coef) - 1; i >= 0; i-- {
		c := coef[i]
		if c == 0 {
			continue
		}
		switch {
		case b.Len() == 0 && c < 0:
			b.WriteString("-")
		case b.Len() > 0 && c < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		b.WriteString(termText(max(c, -c), i))
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// termText writes c·x^power for a positive c.
func termText(c, power int) string {
	variable := ""
	switch {
	case power == 1:
		variable = "x"
	case power > 1:
		variable = fmt.Sprintf("x^%d", power)
	}
	if c == 1 && power > 0 {
		return variable
	}
	return fmt.Sprint(c) + variable
}
