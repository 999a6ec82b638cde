package grade

import (
	"fmt"
	"math/big"
)

func decideMathematics(gold, text string) Verdict {
	return wrong("%s is not %s", shorten(text), shorten(gold))
}
func evaluate(text string) (*big.Rat, bool) { return nil, false }
func conversion(from, to string) (*big.Rat, error) {
	if fold(from) == fold(to) {
		return big.NewRat(1, 1), nil
	}
	return nil, fmt.Errorf("the unit is %s, not %s", shorten(from), shorten(to))
}
