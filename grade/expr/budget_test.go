package expr_test

import (
	"strings"
	"testing"

	"segue/grade/expr"
)

func nested(f string, n int, inner string) string {
	return strings.Repeat(f+"(", n) + inner + strings.Repeat(")", n)
}

// hostile are pairs that would take for ever if they were worked out.
var hostile = [][2]string{
	{"9^9^9^9", "1"}, {"9^9^9^9", "9^9^9^9+1"}, {"2^2^2^2^2^2", "3^3^3^3"}, {"(9^9^9)!", "5"}, {"((100!)!)!", "1"},
	{"10000!", "9999!"}, {"10000!", "10000*9999!"}, {"99999999!", "1"}, {"binomial(10000,5000)", "binomial(10000,4999)"},
	{"sum(k^k,k,1,10000)", "1"}, {"sum(1/k,k,1,10000)", "9"}, {"sum(k,k,1,10^12)", "10^12*(10^12+1)/2"}, {"sum(sin(k),k,1,10^12)", "1"},
	{"sum(sum(sum(a*b*c,a,1,100),b,1,100),c,1,100)", "1"}, {"prod(prod(n+m,m,1,1000),n,1,1000)", "1"}, {"prod(k^2+1,k,1,10000)", "7"},
	{"sum(1/n^2,n,1,infinity)", "pi^2/6"}, {"(x+y+z+w+1)^40", "(1+x+y+z+w)^40"}, {"(x+1)^10000", "(1+x)^9999"}, {"(x+y)^10000", "1"},
	{"(a+b+c+d+f+g+h)^12", "0"}, {nested("sin", 60, "2"), "1"}, {nested("sqrt", 60, "2+x"), "1"}, {nested("ln", 30, "2"), "1"},
	{strings.Repeat("(1+1/", 40) + "x" + strings.Repeat(")", 40), "1"}, {"e^e^e^e^e", "1"}, {"sqrt(10^1000+1)", "10^500"}, {"gcd(10^4000+1,10^3999+7)", "1"},
	{"mod(2^1000000007,1000000007)", "2"}, {"(1+1/10^100)^(10^100)", "e"}, {"x^x^x^x^x", "x^x^x^x"}, {"tan(tan(tan(tan(x))))", "x"},
	{"(sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11)+sqrt(13))^20", "1"}, {strings.Repeat("sqrt(x+y)+", 140) + "1", "1"},
	{"sum(x^k/k!,k,0,10000)", "e^x"}, {"diff(" + nested("sin", 30, "x^x") + ",x,20)", "1"}, {"int(" + nested("sin", 30, "x") + ",x,0,1)", "1"},
	{"lim(" + nested("sin", 20, "x") + "/x,x,0)", "1"}, {"floor(10^3000*pi)", "1"}, {"f(2^(10^8)*x)", "f(x)"}, {"10^(-10^9)", "10^(-10^9-1)"}, {"ln(10^(10^9))", "10^9*ln(10)"},
}

func TestHostilePairsStayWithinTheBudget(t *testing.T) {
	for _, c := range hostile {
		v, steps := expr.StepsSpent(tree(c[0]), tree(c[1]), expr.Options{})
		// One operation may overdraw what is left, by less than its own price.
		if steps > expr.DefaultSteps+expr.DefaultSteps/4 {
			t.Errorf("%.40s ~ %.40s: %v after %d steps", c[0], c[1], v, steps)
		}
		if v.Outcome == expr.Undecided && v.Reason == "" {
			t.Errorf("%.40s ~ %.40s: undecided without a reason", c[0], c[1])
		}
	}
}

func BenchmarkHostilePairs(b *testing.B) {
	for _, c := range hostile {
		name := strings.ReplaceAll(c[0][:min(len(c[0]), 24)], "/", "÷")
		x, y := tree(c[0]), tree(c[1])
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				expr.Compare(x, y, expr.Options{})
			}
		})
	}
}

// TestAnyBudgetEndsQuietly stops comparisons everywhere on their way: results
// that are void by then must not be worked on.
func TestAnyBudgetEndsQuietly(t *testing.T) {
	pairs := append([][2]string{
		{"sum(k^3*x,k,1,n)", "x"}, {"sum(2^k+k,k,0,n)", "n"}, {"int(x*sin(2*x)+1/(x+3),x,0,1)", "1"}, {"lim((1-cos(x))/x^2,x,0)", "1/2"},
		{"sqrt(5+2*sqrt(6))+ln(12*x/7)", "sqrt(2)"}, {"abs(x*y-y)/(x-1)", "y"}, {"binomial(n,3)+gcd(6,4,x)", "max(x,y,2)"},
		{"asin(sqrt(3)/2)+atan(2-sqrt(3))", "5*pi/12"}, {"(x^3-1)/(x-1)", "x^2+x+1"}, {"cbrt(2+sqrt(5))+i^i", "1"}, {"diff(x^x*ln(x),x,2)", "x"},
	}, hostile...)
	for _, c := range pairs {
		a, b := tree(c[0]), tree(c[1])
		for steps := 1; steps < 4000; steps += 1 + steps/6 {
			if v := expr.Compare(a, b, expr.Options{Steps: steps}); v.Outcome == expr.Undecided && v.Reason == "" {
				t.Errorf("%.40s ~ %.40s in %d steps: no reason", c[0], c[1], steps)
			}
		}
	}
	for _, s := range [][2]string{{"x^2-x>2", "x<-1 or x>2"}, {"[0,1] U [2,sqrt(8)]", "(0,1)"}, {"x^2=4", "x=2 or x=-2"}, {"{1,2,sqrt(3)}", "{sqrt(3),2,1}"}, {"x-2*y=1", "2*x-4*y=2"}} {
		a, b := stated(s[0]), stated(s[1])
		for steps := 1; steps < 3000; steps += 1 + steps/20 {
			expr.Compare(a, b, expr.Options{Steps: steps})
		}
	}
}
