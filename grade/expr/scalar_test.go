package expr_test

import (
	"testing"

	"segue/grade/expr"
)

func TestScalarsThatAreEqual(t *testing.T) {
	for _, c := range [][2]string{
		{"(x+1)^2", "x^2+2*x+1"},
		{"sqrt(8)", "2*sqrt(2)"},
		{"1/sqrt(2)", "sqrt(2)/2"},
		{"sqrt(3+2*sqrt(2))", "1+sqrt(2)"},
		{"sqrt(7-4*sqrt(3))", "2-sqrt(3)"},
		{"e^(i*pi)", "-1"},
		{"e^(i*pi/3)", "1/2+i*sqrt(3)/2"},
		{"ln(6)", "ln(2)+ln(3)"},
		{"ln(x*y)", "ln(x)+ln(y)"},
		{"ln(x^2)", "2*ln(x)"},
		{"log(8,2)", "3"},
		{"log(x,a)", "ln(x)/ln(a)"},
		{"sin(x)^2+cos(x)^2", "1"},
		{"tan(y)^2+1", "sec(y)^2"},
		{"sin(a+b)-sin(a-b)", "2*sin(b)*cos(a)"},
		{"sin(2*x)", "2*sin(x)*cos(x)"},
		{"sin(pi/6)", "1/2"},
		{"cos(pi/5)", "(1+sqrt(5))/4"},
		{"tan(pi/8)", "sqrt(2)-1"},
		{"2^2025", "2*2^2024"},
		{"2024^4046", "2^12138*11^4046*23^4046"},
		{"10^100", "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"},
		{"2^1000000000", "2*2^999999999"},
		{"3*2^100000", "2^100000+2^100001"},
		{"600!", "600*599!"},
		{"binomial(2026,1013)", "2026!/(1013!)^2"},
		{"binomial(n,2)", "n*(n-1)/2"},
		{"(n+1)!", "(n+1)*n!"},
		{"(-1)^(2*n)", "1"},
		{"1/(1+1/(1+1/2))", "3/5"},
		{"sqrt(x^2)", "abs(x)"},
		{"x^(1/2)*x^(1/2)", "x"},
		{"(x^2-1)/(x-1)", "x+1"},
		{"1/(x+1)+1/(x-1)", "2*x/(x^2-1)"},
		{"sqrt(x+1)/(x+1)", "1/sqrt(x+1)"},
		{"2^(x+1)", "2*2^x"},
		{"4^x", "2^(2*x)"},
		{"e^(2*x)", "(e^x)^2"},
		{"e^(ln(x))", "x"},
		{"10^((-5+sqrt(13))/6)", "10^((sqrt(13)-5)/6)"},
		{"asin(1)", "pi/2"},
		{"acos(-1)", "pi"},
		{"acos(cos(pi/3))", "pi/3"},
		{"asinh(1)", "ln(1+sqrt(2))"},
		{"4*atan(1/5)-atan(1/239)", "pi/4"},
		{"cbrt(2+sqrt(5))+cbrt(2-sqrt(5))", "1"},
		{"sqrt(2)+sqrt(3)", "sqrt(5+2*sqrt(6))"},
		{"(-8)^(1/3)", "-2"},
		{"i^2", "-1"},
		{"sqrt(-4)", "2*i"},
		{"1/(1+i)", "(1-i)/2"},
		{"abs(3+4*i)", "5"},
		{"sinh(x)", "(e^x-e^(-x))/2"},
		{"sum(k^2,k,1,10)", "385"},
		{"sum(c,k,1,3)", "3*c"},
		{"sum(i*x,i,0,n)", "x*(n^2/2+n/2)"},
		{"sum(1/factorial(n),n,0,infinity)", "e"},
		{"sum((1/2)^k,k,0,infinity)", "2"},
		{"sum(r^k,k,0,n)", "(1-r^(n+1))/(1-r)"},
		{"prod(x,a,b,c)", "x^(c-b+1)"},
		{"prod(k,k,1,n)", "n!"},
		{"gcd(2.4,3.6)", "6/5"},
		{"mod(987,pi)", "987-314*pi"},
		{"max(2*y-y,y+1)", "y+1"},
		{"max(sqrt(3),0,1)", "sqrt(3)"},
		{"floor(pi)", "3"},
		{"28%", "0.28"},
		{"1/8", "12.5%"},
		{"0.5", "1/2"},
		{"f(x+1)", "f(1+x)"},
		{"-infinity", "-infinity"},
		{"(-1)^n*(-1)^n", "1"},
		{"cos(x+pi)", "-cos(x)"},
		{"9^9^9^9", "9^9^9^9"},
		{"e^(x*ln(2))", "2^x"},
		{"sqrt(x*y)", "sqrt(x)*sqrt(y)"},
		{"sqrt(12*x)", "2*sqrt(3*x)"},
		{"sqrt(x^2*y)", "abs(x)*sqrt(y)"},
		{"sqrt(x^3)", "x*sqrt(x)"},
		{"cbrt(x^3)", "x"},
		{"z*conjugate(z)", "abs(z)^2"},
		{"sqrt(-x)*sqrt(-y)", "sqrt(x*y)"},
		{"sqrt(2*i)", "1+i"},
		{"floor(n)", "n"},
		{"sqrt(ln(2)*cos(2)*cos(3))", "sqrt(ln(2))*sqrt(cos(2)*cos(3))"},
		{"-infinity", "-2*infinity"},
		{"f(x^2-1)", "f((x-1)*(x+1))"},
		{"f(sin(x)^2+cos(x)^2)", "f(1)"},
		{"f(sin(2*x))+1", "1+f(2*sin(x)*cos(x))"},
		{"sum(f(k),k,1,3)", "f(1)+f(2)+f(3)"},
	} {
		for _, pair := range [][2]string{c, {c[1], c[0]}} {
			if v := expr.Compare(tree(pair[0]), tree(pair[1]), expr.Options{}); v.Outcome != expr.Same {
				t.Errorf("%s ~ %s: %v", pair[0], pair[1], v)
			}
		}
	}
}

func TestScalarsThatDiffer(t *testing.T) {
	for _, c := range [][2]string{
		{"1-1/e", "1+1/e"},
		{"99999999999", "100000000000"},
		{"10^(-7)", "0.0000002"},
		{"10^(-7)", "2*10^(-7)"},
		{"sqrt(2)", "1.41421356"},
		{"1/3", "0.333333"},
		{"pi", "3.14159265"},
		{"1/2004!", "1/2006!"},
		{"2^2025", "2^2024"},
		{"3^2025", "2^2025"},
		{"10^100", "10^100+1"},
		{"2^100000", "2^100000+1"},
		{"2^1000000000", "2^1000000001"},
		{"e^pi-pi", "20"},
		{"sqrt(3+2*sqrt(2))", "sqrt(2)-1"},
		{"e^(pi*sqrt(163))", "262537412640768744"},
		{"sqrt(x^2)", "x"},
		{"x", "y"},
		{"50", "50%"},
		{"f(x)", "f(y)"},
		{"infinity", "-infinity"},
		{"infinity", "5"},
		{"i", "-i"},
		{"sqrt(-4)", "-2*i"},
		{"sin(x)", "cos(x)"},
		{"x^2", "x^3"},
		{"(x+1)^2", "x^2+1"},
		{"ln(x)", "ln(2*x)"},
		{"sqrt(x+1)", "sqrt(x)+1"},
		{"n!", "(n+1)!"},
		{"sum(a*b,k,0,n-1)", "sum(a*b,k,0,n-2)"},
		{"abs(x)", "-x"},
		{"x+2*n+1", "x+1"},
		{"sqrt(x*y)*sqrt(x*z)", "x*sqrt(y*z)"},
		{"sqrt(-x)*sqrt(-y)", "-sqrt(x*y)"},
		{"floor(x)", "x"},
		{"sqrt(-ln(2)*cos(2))", "i*sqrt(ln(2))*sqrt(cos(2))"},
		{"(x^2)^(3/2)", "x^3"},
		{"conjugate(z)", "z"},
		{"(e^(i*x))^(1/2)", "e^(i*x/2)"},
		{"abs(cbrt(x+1))", "cbrt(x+1)"},
		{"f(x)*f(y)", "f(x*y)"},
		{"sum(f(k),k,1,n)", "n*f(1)"},
	} {
		for _, pair := range [][2]string{c, {c[1], c[0]}} {
			if v := expr.Compare(tree(pair[0]), tree(pair[1]), expr.Options{}); v.Outcome != expr.Different {
				t.Errorf("%s ~ %s: %v", pair[0], pair[1], v)
			}
		}
	}
}

func TestScalarsLeftUndecided(t *testing.T) {
	for _, c := range [][2]string{
		{"1/0", "5"}, {"0/0", "0"}, {"ln(0)", "1"}, {"infinity-infinity", "0"}, {"tan(pi/2)", "1"},
		{"e^e^e^e^e^e", "e^e^e^e^e"}, {"sin(10^100)", "0"}, {"sum(sin(k),k,1,10^12)", "1"},
	} {
		if v := expr.Compare(tree(c[0]), tree(c[1]), expr.Options{}); v.Outcome != expr.Undecided || v.Reason == "" {
			t.Errorf("%s ~ %s: %v", c[0], c[1], v)
		}
	}
}

func TestMalformedTreesAreUndecided(t *testing.T) {
	deep := expr.Sym("x")
	for range 100_000 {
		deep = expr.New(expr.Neg, deep)
	}
	for _, n := range []*expr.Node{nil, {}, {Op: expr.Number}, {Op: expr.Div, Args: []*expr.Node{expr.Int(1)}}, {Op: expr.Add, Args: []*expr.Node{nil}}, deep} {
		if v := expr.Compare(n, expr.Int(1), expr.Options{}); v.Outcome != expr.Undecided {
			t.Errorf("%v: %v", n, v)
		}
	}
}
