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
	outside, inside := squareFactor(int(v.Num().Int64()) * int(v.Denom().Int64()))
	coefficient := new(big.Rat).SetFrac64(int64(outside), v.Denom().Int64())
	coefficient.Mul(coefficient, c)
	if inside == 1 {
		return scaled{coefficient, ""}
	}
	return scaled{coefficient, fmt.Sprintf(`\sqrt{%d}`, inside)}
}
