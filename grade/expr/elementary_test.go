package expr_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"segue/grade/expr"
)

// digits are published to 60 places and more.
var digits = []struct{ of, value string }{
	{"pi", "3.14159265358979323846264338327950288419716939937510582097494459"},
	{"e", "2.71828182845904523536028747135266249775724709369995957496696763"},
	{"ln(2)", "0.69314718055994530941723212145817656807550013436025525412068001"},
	{"ln(10)", "2.30258509299404568401799145468436420760110148862877297603332790"},
	{"sqrt(2)", "1.41421356237309504880168872420969807856967187537694807317667973"},
	{"sin(1)", "0.84147098480789650665250232163029899962256306079837106567275170"},
	{"cos(1)", "0.54030230586813971740093660744297660373231042061792222767009725"},
	{"atan(2)", "1.10714871779409050301706546017853704007004764540143264667653920"},
	{"e^pi", "23.1406926327792690057290863679485473802661062426002119934450464"},
	{"cbrt(2)", "1.25992104989487316476721060727822835057025146470150798008197511"},
	{"sinh(1)", "1.17520119364380145688238185059560081515571798133409587022956541"},
}

// TestValuesToSixtyDigits brackets each value between its published digits one
// unit down and up: max and floor decide by evaluation alone.
func TestValuesToSixtyDigits(t *testing.T) {
	for _, c := range digits {
		r, _ := new(big.Rat).SetString(c.value)
		unit, _ := new(big.Rat).SetString("1e-58")
		for _, side := range []int{-1, 1} {
			bound := expr.Rat(new(big.Rat).Add(r, new(big.Rat).Mul(unit, big.NewRat(int64(side), 1))))
			want := tree(c.of)
			if side > 0 {
				want = bound
			}
			if v := expr.Compare(expr.Call("max", tree(c.of), bound), want, expr.Options{}); v.Outcome != expr.Same {
				t.Errorf("%s is not within 1e-58 of %s (side %d): %v", c.of, c.value, side, v)
			}
		}
	}
}

// TestFunctionsAgreeWithFloats compares each function with package math.
func TestFunctionsAgreeWithFloats(t *testing.T) {
	functions := map[string]func(float64) float64{
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "exp": math.Exp, "ln": func(x float64) float64 { return math.Log(math.Abs(x)) },
		"atan": math.Atan, "asin": math.Asin, "acos": math.Acos, "sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh,
		"asinh": math.Asinh, "sqrt": func(x float64) float64 { return math.Sqrt(math.Abs(x)) }, "cbrt": math.Cbrt,
		"floor": math.Floor, "ceil": math.Ceil, "lg": func(x float64) float64 { return math.Log10(math.Abs(x)) },
	}
	rapid.Check(t, func(t *rapid.T) {
		for name, f := range functions {
			p := rapid.Int64Range(-4000, 4000).Draw(t, "p")
			if name == "asin" || name == "acos" {
				p %= 1000
			}
			if name == "ln" || name == "sqrt" || name == "lg" {
				p = max(p, -p) + 1
			}
			x := expr.Rat(big.NewRat(p, 1000))
			want, _ := new(big.Rat).SetString(big.NewFloat(f(float64(p)/1000)).Text('e', 17))
			o := expr.Options{Tolerance: expr.Tolerance{Relative: 1e-12, Absolute: 1e-13, Always: true}}
			if v := expr.Compare(expr.Call(name, x), expr.Rat(want), o); v.Outcome != expr.Same {
				t.Fatalf("%s(%d/1000) is not %v: %v", name, p, want, v)
			}
		}
	})
}
