package expr_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"segue/grade/expr"
)

// formula draws a tree over x and y whose value is real for positive x and y.
func formula(t *rapid.T, depth int) *expr.Node {
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "leaf") == 0 {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return expr.Sym("x")
		case 1:
			return expr.Sym("y")
		case 2:
			return expr.Sym("pi")
		case 3:
			return expr.New(expr.Root, expr.Int(rapid.Int64Range(2, 12).Draw(t, "n")), expr.Int(2))
		}
		return expr.Rat(big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "p"), rapid.Int64Range(1, 6).Draw(t, "q")))
	}
	a := formula(t, depth-1)
	switch rapid.IntRange(0, 5).Draw(t, "op") {
	case 0:
		return expr.New(expr.Add, a, formula(t, depth-1))
	case 1:
		return expr.New(expr.Mul, a, formula(t, depth-1))
	case 2:
		return expr.New(expr.Div, a, expr.New(expr.Add, expr.New(expr.Pow, expr.Sym("x"), expr.Int(2)), expr.Int(1)))
	case 3:
		return expr.New(expr.Pow, a, expr.Int(rapid.Int64Range(1, 3).Draw(t, "k")))
	case 4:
		return expr.Call(rapid.SampledFrom([]string{"sin", "cos", "atan"}).Draw(t, "f"), a)
	}
	return expr.New(expr.Neg, a)
}

// scrambled rewrites a tree without changing its value.
func scrambled(t *rapid.T, n *expr.Node) *expr.Node {
	c := *n
	c.Args = make([]*expr.Node, len(n.Args))
	for i, x := range n.Args {
		c.Args[i] = scrambled(t, x)
	}
	n = &c
	switch rapid.IntRange(0, 7).Draw(t, "scramble") {
	case 0: // commute
		if n.Op == expr.Add || n.Op == expr.Mul {
			n.Args[0], n.Args[1] = n.Args[1], n.Args[0]
		}
	case 1: // distribute
		if n.Op == expr.Mul && n.Args[1].Op == expr.Add {
			s := n.Args[1]
			return expr.New(expr.Add, expr.New(expr.Mul, n.Args[0], s.Args[0]), expr.New(expr.Mul, n.Args[0], s.Args[1]))
		}
	case 2: // add nothing
		return expr.New(expr.Add, expr.Int(0), n)
	case 3: // divide and multiply
		return expr.New(expr.Div, expr.New(expr.Mul, n, expr.Int(7)), expr.Int(7))
	case 4: // add and subtract
		return expr.New(expr.Add, expr.New(expr.Add, n, expr.Sym("y")), expr.New(expr.Neg, expr.Sym("y")))
	case 5: // a power as a product
		if n.Op == expr.Pow && n.Args[1].Op == expr.Number && n.Args[1].Num.Cmp(big.NewRat(2, 1)) == 0 {
			return expr.New(expr.Mul, n.Args[0], n.Args[0])
		}
	}
	return n
}

// float is the value at a point by float64, apart from the package's evaluator.
func float(n *expr.Node, x, y float64) float64 {
	arg := func(i int) float64 { return float(n.Args[i], x, y) }
	switch n.Op {
	case expr.Number:
		f, _ := n.Num.Float64()
		return f
	case expr.Symbol:
		return map[string]float64{"x": x, "y": y, "pi": math.Pi}[n.Name]
	case expr.Add:
		return arg(0) + arg(1)
	case expr.Mul:
		return arg(0) * arg(1)
	case expr.Neg:
		return -arg(0)
	case expr.Div:
		return arg(0) / arg(1)
	case expr.Pow:
		return math.Pow(arg(0), arg(1))
	case expr.Root:
		return math.Sqrt(arg(0))
	}
	return map[string]func(float64) float64{"sin": math.Sin, "cos": math.Cos, "atan": math.Atan}[n.Name](arg(0))
}

func TestScrambledTreesStayEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := formula(t, 3)
		b := scrambled(t, a)
		if v := expr.Compare(a, b, expr.Options{}); v.Outcome != expr.Same {
			t.Fatalf("%v ~ %v: %v", a, b, v)
		}
	})
}

func TestPerturbedTreesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := formula(t, 3)
		by := rapid.SampledFrom([]*expr.Node{expr.Int(1), expr.Rat(big.NewRat(1, 1_000_000_007)), expr.Sym("x"), expr.Call("sin", expr.Int(1))}).Draw(t, "by")
		b := expr.New(expr.Add, scrambled(t, a), by)
		if v := expr.Compare(a, b, expr.Options{}); v.Outcome != expr.Different {
			t.Fatalf("%v ~ %v: %v", a, b, v)
		}
	})
}

func TestVerdictsAgreeWithFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := formula(t, 2), formula(t, 2)
		v := expr.Compare(a, b, expr.Options{})
		w := expr.Compare(b, a, expr.Options{})
		if v.Outcome != w.Outcome {
			t.Fatalf("%v ~ %v: %v one way, %v the other", a, b, v, w)
		}
		if self := expr.Compare(a, a, expr.Options{}); self.Outcome != expr.Same {
			t.Fatalf("%v is not equal to itself: %v", a, self)
		}
		far := false
		for _, p := range [][2]float64{{1.3, 2.7}, {0.4, 1.9}, {2.2, 0.6}} {
			f, g := float(a, p[0], p[1]), float(b, p[0], p[1])
			far = far || math.Abs(f-g) > 1e-6*(1+math.Abs(f)+math.Abs(g))
		}
		if far != (v.Outcome == expr.Different) {
			t.Fatalf("%v ~ %v: %v, but floats differ: %v", a, b, v, far)
		}
	})
}

func TestVerdictsAreRepeatable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := formula(t, 3), formula(t, 3)
		o := expr.Options{Steps: rapid.IntRange(10, 3000).Draw(t, "steps")}
		if v, w := expr.Compare(a, b, o), expr.Compare(a, b, o); v != w {
			t.Fatalf("%v ~ %v: %v, then %v", a, b, v, w)
		}
	})
}
