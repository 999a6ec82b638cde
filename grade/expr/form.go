package expr

// arity is how many arguments an operation takes, at least and at most.
var arity = map[Op][2]int{
	Number: {0, 0}, Symbol: {0, 0}, Text: {0, 0}, Add: {1, maxArgs}, Mul: {1, maxArgs}, Neg: {1, 1},
	Div: {2, 2}, Pow: {2, 2}, Root: {2, 2}, Func: {0, maxArgs}, Fact: {1, 1}, Abs: {1, 1}, Percent: {1, 1},
	PlusMinus: {1, 2}, Sum: {4, 4}, Product: {4, 4}, Integral: {2, 4}, Derivative: {2, 3}, Limit: {3, 4}, Unit: {2, 2},
	Tuple: {0, maxArgs}, List: {0, maxArgs}, Set: {0, maxArgs}, Interval: {2, 2}, Union: {1, maxArgs},
	Intersect: {1, maxArgs}, Minus: {1, maxArgs}, Matrix: {1, maxArgs}, Builder: {2, 2},
	Equal: {2, 2}, NotEqual: {2, 2}, Less: {2, 2}, LessEq: {2, 2}, Greater: {2, 2}, GreaterEq: {2, 2},
	Approx: {2, 2}, Member: {2, 2}, And: {1, maxArgs}, Or: {1, maxArgs}, Ratio: {2, maxArgs},
}

// Bounds on trees that are looked at at all.
const (
	maxArgs  = 4096
	maxNodes = 20_000
	maxDepth = 150
)

// wellFormed tells whether every node has the arguments its operation needs and
// the tree is of a size that recursion can walk.
func wellFormed(n *Node) bool {
	left := maxNodes
	return formed(n, maxDepth, &left)
}

func formed(n *Node, depth int, left *int) bool {
	if *left--; n == nil || depth == 0 || *left < 0 {
		return false
	}
	bounds, known := arity[n.Op]
	if !known || len(n.Args) < bounds[0] || len(n.Args) > bounds[1] || (n.Op == Number && n.Num == nil) {
		return false
	}
	switch n.Op {
	case Integral:
		if len(n.Args) == 3 || n.Args[1] == nil || n.Args[1].Op != Symbol {
			return false
		}
	case Sum, Product, Derivative, Limit:
		if n.Args[1] == nil || n.Args[1].Op != Symbol {
			return false
		}
	}
	for _, x := range n.Args {
		if !formed(x, depth-1, left) {
			return false
		}
	}
	return true
}
