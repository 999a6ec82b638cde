package math

import (
	"fmt"
	"math/big"
)

// rootOf is √v for v ≥ 0 as a rational times the root of a square-free integer.
func rootOf(v *big.Rat) scaled { return scaledRoot(ratOf(1, 1), v) }

// scaledRoot is c·√v: √(p/q) = √(pq)/q.
func scaledRoot(c, v *big.Rat) scaled {
	if v.Sign() == 0 {
		return scaled{new(big.Rat), ""}
	}
	above, top := squareFactor(int(v.Num().Int64()))
	below, bottom := squareFactor(int(v.Denom().Int64()))
	inside := top * bottom
	coefficient := ratOf(above*below, int(v.Denom().Int64()))
	coefficient.Mul(coefficient, c)
	if inside == 1 {
		return scaled{coefficient, ""}
	}
	return scaled{coefficient, fmt.Sprintf(`\sqrt{%d}`, inside)}
}
