package latex_test

import (
	"math"
	"math/big"
	"math/cmplx"
	"slices"

	"segue/grade/expr"
)

// sameValue evaluates two trees in floating point at a few points. It is an
// independent check that a text was understood, no proof that values are equal.
func sameValue(a, b *expr.Node) bool {
	if x, y := exact(a), exact(b); x != nil && y != nil {
		return x.Cmp(y) == 0 || inexact(a) != inexact(b) && near(x, y)
	}
	for _, seed := range []float64{0.37, 1.21, 2.03} {
		x, okX := evaluate(a, scope{seed: seed})
		y, okY := evaluate(b, scope{seed: seed})
		if !okX || !okY { // bounds of sums need integers
			x, okX = evaluate(a, scope{})
			y, okY = evaluate(b, scope{})
		}
		if !okX || !okY {
			return false
		}
		if scale := max(cmplx.Abs(x), cmplx.Abs(y)); cmplx.Abs(x-y) > 1e-9*max(scale, 1e-280) && x != y {
			return false
		}
	}
	return true
}

// near compares to 15 digits, as the published values are written.
func near(x, y *big.Rat) bool {
	f, _ := x.Float64()
	g, _ := y.Float64()
	return math.Abs(f-g) <= 1e-14*max(math.Abs(f), math.Abs(g))
}

func inexact(n *expr.Node) bool { return n.Inexact || slices.ContainsFunc(n.Args, inexact) }

// scope gives free symbols a value by their name and a seed; without a seed
// their place in the alphabet.
type scope struct {
	seed  float64
	bound map[string]complex128
}

func (s scope) symbol(name string) complex128 {
	if v, ok := s.bound[name]; ok {
		return v
	}
	switch name {
	case "pi":
		return math.Pi
	case "e":
		return math.E
	case "i":
		return 1i
	case "infinity":
		return complex(math.Inf(1), 0)
	}
	if s.seed == 0 {
		return complex(float64(name[0]-'a'+1), 0)
	}
	v := s.seed
	for _, r := range name {
		v = math.Mod(v*31.7+float64(r)*0.0173, 2.9) + 0.2
	}
	return complex(v, 0)
}

func (s scope) with(name string, v complex128) scope {
	bound := map[string]complex128{name: v}
	for k, x := range s.bound {
		if k != name {
			bound[k] = x
		}
	}
	return scope{s.seed, bound}
}

func evaluate(n *expr.Node, s scope) (complex128, bool) {
	switch n.Op {
	case expr.Number:
		f, _ := n.Num.Float64()
		return complex(f, 0), true
	case expr.Symbol:
		return s.symbol(n.Name), true
	case expr.Sum, expr.Product:
		return series(n, s)
	case expr.Tuple, expr.List, expr.Set, expr.Matrix, expr.Text, expr.Interval, expr.Builder:
		return 0, false
	}
	args := make([]complex128, len(n.Args))
	for i, a := range n.Args {
		v, ok := evaluate(a, s)
		if !ok {
			return 0, false
		}
		args[i] = v
	}
	if r := exact(n); r != nil {
		f, _ := r.Float64()
		return complex(f, 0), true
	}
	if n.Op == expr.Func {
		return apply(n.Name, args)
	}
	return operate(n.Op, args)
}

func operate(op expr.Op, a []complex128) (complex128, bool) {
	switch op {
	case expr.Add:
		total := complex128(0)
		for _, x := range a {
			total += x
		}
		return total, true
	case expr.Mul:
		total := complex128(1)
		for _, x := range a {
			total *= x
		}
		return total, true
	case expr.Neg:
		if math.IsInf(real(a[0]), 0) {
			return complex(-real(a[0]), 0), true
		}
		return -a[0], true
	case expr.Div:
		return a[0] / a[1], true
	case expr.Pow:
		return cmplx.Pow(a[0], a[1]), true
	case expr.Root:
		return cmplx.Pow(a[0], 1/a[1]), true
	case expr.Percent:
		return a[0] / 100, true
	case expr.Abs:
		return complex(cmplx.Abs(a[0]), 0), true
	case expr.Fact:
		return complex(math.Gamma(real(a[0])+1), 0), true
	}
	return 0, false
}

// series evaluates a sum or product term by term; an infinite one is cut at 40.
func series(n *expr.Node, s scope) (complex128, bool) {
	from, ok1 := evaluate(n.Args[2], s)
	to, ok2 := evaluate(n.Args[3], s)
	if !ok1 || !ok2 {
		return 0, false
	}
	if math.IsInf(real(to), 1) {
		to = from + 40
	}
	if real(to)-real(from) > 1000 || math.Trunc(real(to)) != real(to) || math.Trunc(real(from)) != real(from) {
		return 0, false
	}
	total := complex128(0)
	if n.Op == expr.Product {
		total = 1
	}
	for k := real(from); k <= real(to); k++ {
		v, ok := evaluate(n.Args[0], s.with(n.Args[1].Name, complex(k, 0)))
		if !ok {
			return 0, false
		}
		if n.Op == expr.Sum {
			total += v
		} else {
			total *= v
		}
	}
	return total, true
}

func apply(name string, a []complex128) (complex128, bool) {
	one := map[string]func(complex128) complex128{
		"sin": cmplx.Sin, "cos": cmplx.Cos, "tan": cmplx.Tan, "asin": cmplx.Asin, "acos": cmplx.Acos, "atan": cmplx.Atan,
		"sinh": cmplx.Sinh, "cosh": cmplx.Cosh, "tanh": cmplx.Tanh, "asinh": cmplx.Asinh, "acosh": cmplx.Acosh, "atanh": cmplx.Atanh,
		"ln": cmplx.Log, "exp": cmplx.Exp,
		"sec": func(x complex128) complex128 { return 1 / cmplx.Cos(x) }, "csc": func(x complex128) complex128 { return 1 / cmplx.Sin(x) },
		"floor": func(x complex128) complex128 { return complex(math.Floor(real(x)), 0) },
		"ceil":  func(x complex128) complex128 { return complex(math.Ceil(real(x)), 0) },
	}
	if f, ok := one[name]; ok {
		return f(a[0]), true
	}
	switch name {
	case "log":
		if len(a) == 2 {
			return cmplx.Log(a[0]) / cmplx.Log(a[1]), true
		}
	case "max", "min":
		best := real(a[0])
		for _, x := range a {
			if name == "max" {
				best = max(best, real(x))
			} else {
				best = min(best, real(x))
			}
		}
		return complex(best, 0), true
	case "binomial":
		g := func(x complex128) float64 { return math.Gamma(real(x) + 1) }
		return complex(g(a[0])/g(a[1])/g(a[0]-a[1]), 0), true
	case "mod":
		return a[0] - a[1]*complex(math.Floor(real(a[0]/a[1])), 0), true
	case "f":
		return cmplx.Sin(a[0]) + 7, true
	}
	return 0, false
}

// exact evaluates rational arithmetic, or returns nil.
func exact(n *expr.Node) *big.Rat {
	if n.Op == expr.Number {
		return n.Num
	}
	var a []*big.Rat
	for _, arg := range n.Args {
		r := exact(arg)
		if r == nil {
			return nil
		}
		a = append(a, r)
	}
	switch n.Op {
	case expr.Add, expr.Mul:
		total := new(big.Rat).Set(a[0])
		for _, r := range a[1:] {
			if n.Op == expr.Add {
				total.Add(total, r)
			} else {
				total.Mul(total, r)
			}
		}
		return total
	case expr.Neg:
		return new(big.Rat).Neg(a[0])
	case expr.Percent:
		return new(big.Rat).Quo(a[0], big.NewRat(100, 1))
	case expr.Div:
		if a[1].Sign() != 0 {
			return new(big.Rat).Quo(a[0], a[1])
		}
	case expr.Fact:
		if a[0].IsInt() {
			return new(big.Rat).SetInt(new(big.Int).MulRange(1, a[0].Num().Int64()))
		}
	case expr.Pow:
		if k := a[1].Num().Int64(); a[1].IsInt() && a[0].IsInt() && k >= 0 && k < 1000 {
			return new(big.Rat).SetInt(new(big.Int).Exp(a[0].Num(), a[1].Num(), nil))
		}
	case expr.Func:
		return exactFunction(n.Name, a)
	}
	return nil
}

func exactFunction(name string, a []*big.Rat) *big.Rat {
	switch name {
	case "mod":
		q := new(big.Rat).Quo(a[0], a[1])
		floor := new(big.Int).Div(q.Num(), q.Denom())
		return q.Sub(a[0], new(big.Rat).Mul(a[1], new(big.Rat).SetInt(floor)))
	case "max", "min":
		return slices.MaxFunc(a, func(x, y *big.Rat) int {
			if name == "min" {
				return y.Cmp(x)
			}
			return x.Cmp(y)
		})
	case "gcd", "lcm":
		total := new(big.Rat).Abs(a[0])
		for _, r := range a[1:] {
			g := gcd(total, r)
			if name == "lcm" && g.Sign() != 0 {
				g.Quo(new(big.Rat).Mul(total, new(big.Rat).Abs(r)), g)
			}
			total = g
		}
		return total
	}
	return nil
}

// gcd of rationals: the largest of which both are integer multiples.
func gcd(x, y *big.Rat) *big.Rat {
	den := new(big.Int).Mul(x.Denom(), y.Denom())
	p := new(big.Int).Mul(x.Num(), y.Denom())
	q := new(big.Int).Mul(y.Num(), x.Denom())
	return new(big.Rat).SetFrac(new(big.Int).GCD(nil, nil, p.Abs(p), q.Abs(q)), den)
}
