package latex_test

import (
	"testing"

	"segue/grade/expr"
	"segue/grade/latex"
)

// TestNoCutPanics holds that a text cut at any place, and a budget that ends at
// any place, give an error or a tree and nothing else.
func TestNoCutPanics(t *testing.T) {
	check := func(n *expr.Node, err error) {
		if (n == nil) == (err == nil) {
			t.Errorf("tree %v with error %v", n, err)
		}
	}
	for _, c := range readCases(t) {
		for n := 1; n < 40; n++ {
			check(latex.Parse(c.In, latex.Limits{Nodes: n}))
			check(latex.Parse(c.In, latex.Limits{Depth: 1 + n/8, Cells: 1 + n/8, Digits: n, AllDigits: n, Operators: n}))
		}
		for i := range len(c.In) {
			check(latex.Parse(c.In[:i], latex.Limits{}))
			check(latex.ParseQuantity(c.In[i:]+" 5 cm", latex.Limits{}))
		}
	}
}
