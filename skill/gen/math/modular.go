package math

import "math/big"

// powerMod is a^k mod m for a, k ≥ 0 and 0 < m < 2^31.
func powerMod(a, k, m int) int {
	result := 1 % m
	for a %= m; k > 0; k >>= 1 {
		if k&1 == 1 {
			result = result * a % m
		}
		a = a * a % m
	}
	return result
}

// orderMod is the multiplicative order of a unit a modulo n: the totient with
// every prime taken out that may be.
func orderMod(a, n int) int {
	order := totient(n)
	for _, f := range factorise(order) {
		for order%f.p == 0 && powerMod(a, order/f.p, n) == 1%n {
			order /= f.p
		}
	}
	return order
}

// isPrimitiveRoot says whether g generates the units modulo a prime.
func isPrimitiveRoot(g, p int) bool { return g%p != 0 && orderMod(g%p, p) == p-1 }

// primitiveRootAbove is the least primitive root of a prime p that is > n.
func primitiveRootAbove(n, p int) int {
	g := n + 1
	for !isPrimitiveRoot(g, p) { // a period of p numbers holds one
		g++
	}
	return g
}

// jacobi is the Jacobi symbol (a/n) of an odd n > 0.
func jacobi(a, n int) int { return big.Jacobi(big.NewInt(int64(a)), big.NewInt(int64(n))) }

// quadraticRoots lists the x of [0, m) with a·x² + b·x + c ≡ 0 (mod m), by trial.
func quadraticRoots(a, b, c, m int) []int {
	var out []int
	for x := range m {
		if ((a*x+b)%m*x+c)%m == 0 {
			out = append(out, x)
		}
	}
	return out
}

// towerMod is the power tower levels[0]^(levels[1]^(…)) modulo m. Exponents are
// reduced modulo the totient and kept at least as large as it where they were,
// which is right also for bases that share a factor with m (Euler's theorem in
// its general form).
func towerMod(levels []int, m int) int { return towerClass(levels, m) % m }

// towerClass is the tower itself if below m, else its class in [m, 2m).
func towerClass(levels []int, m int) int {
	if len(levels) == 0 || m == 1 {
		return 1
	}
	clip := func(x int) int {
		if x < m {
			return x
		}
		return x%m + m
	}
	result, base := 1, clip(levels[0])
	for k := towerClass(levels[1:], totient(m)); k > 0; k >>= 1 {
		if k&1 == 1 {
			result = clip(result * base)
		}
		base = clip(base * base)
	}
	return result
}
