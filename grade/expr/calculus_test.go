package expr_test

import (
	"testing"

	"segue/grade/expr"
)

func TestCalculus(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want expr.Outcome
	}{
		{"diff(x^3,x)", "3*x^2", expr.Same},
		{"diff(x^3,x,2)", "6*x", expr.Same},
		{"diff(sin(x)*e^x,x)", "e^x*(sin(x)+cos(x))", expr.Same},
		{"diff(x^x,x)", "x^x*(ln(x)+1)", expr.Same},
		{"diff(ln(x^2+1),x)", "2*x/(x^2+1)", expr.Same},
		{"diff(x^3,x)", "3*x^3", expr.Different},
		{"int(x^2,x,0,1)", "1/3", expr.Same},
		{"int(x^2,x)", "x^3/3", expr.Same},
		{"int(sin(x),x,0,pi)", "2", expr.Same},
		{"int(x*e^x,x,0,1)", "1", expr.Same},
		{"int(1/x,x,1,e)", "1", expr.Same},
		{"int(1/(1+x^2),x,0,1)", "pi/4", expr.Same},
		{"int(x*cos(x),x)", "x*sin(x)+cos(x)", expr.Same},
		{"int(ln(x),x,1,e)", "1", expr.Same},
		{"int(sqrt(x),x,0,4)", "16/3", expr.Same},
		{"int(1/x^2,x,1,infinity)", "1", expr.Same},
		{"int(x^2,x,0,1)", "1/2", expr.Different},
		{"int(1/x^2,x,-1,1)", "-2", expr.Undecided},
		{"lim(sin(x)/x,x,0)", "1", expr.Same},
		{"lim((1-cos(x))/x^2,x,0)", "1/2", expr.Same},
		{"lim((x^2-1)/(x-1),x,1)", "2", expr.Same},
		{"lim((2*x+1)/(x+3),x,infinity)", "2", expr.Same},
		{"lim((1+1/n)^n,n,infinity)", "e", expr.Same},
		{"lim(sin(x)/x,x,0)", "0", expr.Different},
		{"int(e^(x^2)*x^x,x,0,1)", "int(x^x*e^(x^2),x,0,1)", expr.Same},
		{"2*int(x^x,x,0,1)", "int(x^x,x,0,1)+int(x^x,x,0,1)", expr.Same},
		{"int(x^x,x,0,1)", "int(t^t,t,0,1)", expr.Same},
		{"sum(f(k),k,1,n)", "sum(f(j),j,1,n)", expr.Same},
		{"sum(f(k),k,1,n)", "sum(f(k+1),k,1,n)", expr.Different},
		{"int(x^x,x,0,1)", "int(x^x,x,0,2)", expr.Undecided},
		{"diff(f(x)*g(x),x)", "diff(g(x)*f(x),x)", expr.Same},
		{"lim(1/x,x,0)", "0", expr.Undecided},
	} {
		if v := expr.Compare(tree(c.a), tree(c.b), expr.Options{}); v.Outcome != c.want {
			t.Errorf("%s ~ %s: %v, want %s", c.a, c.b, v, c.want)
		}
	}
}
